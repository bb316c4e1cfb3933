//! Leaves out what a map says about nodes and a scene must not have, such as a number that is out
//! of range.

use super::Route;
use crate::import::level::merger::Merger;
use std::collections::BTreeSet;
use steerwright_format::validate::ValidationError;
use steerwright_format::validate::node_script::NodeChecker;
use steerwright_runtime::scene::Node;

impl Merger<'_> {
    /// Checks the nodes of paths that got what the map says. What is wrong is listed as left out.
    pub(super) fn check_nodes(&mut self, routes: &[&Route]) {
        if routes.is_empty() {
            return;
        }
        let checker = NodeChecker::new(&self.scene);
        for route in routes {
            let path = self.scene.path(route.id);
            let nodes = path.iter().flat_map(|path| path.nodes.iter().enumerate());
            let wrong: Vec<(usize, Vec<ValidationError>)> = nodes
                .map(|(index, node)| (index, checker.errors(node)))
                .filter(|(_, errors)| !errors.is_empty())
                .collect();
            for (index, errors) in wrong {
                for error in &errors {
                    let what = format!("{} of node {} of {}", error.pointer, index + 1, route.line);
                    self.changes
                        .leave_out(what.trim_start_matches('/'), &error.message);
                }
                let path = self.scene.path_mut(route.id);
                if let Some(node) = path.and_then(|path| path.nodes.get_mut(index)) {
                    remove(node, &errors);
                }
            }
        }
    }
}

/// Removes from a node what is wrong.
fn remove(node: &mut Node, errors: &[ValidationError]) {
    let mut wrong: BTreeSet<(&str, Option<usize>)> = BTreeSet::new();
    for error in errors {
        let mut parts = error.pointer.trim_start_matches('/').split('/');
        let field = parts.next().unwrap_or_default();
        wrong.insert((field, parts.next().and_then(|index| index.parse().ok())));
    }
    let is_wrong = |field: &str, index: usize| {
        wrong.contains(&(field, None)) || wrong.contains(&(field, Some(index)))
    };
    if is_wrong("wait", 0) {
        node.wait = 0.0;
    }
    if is_wrong("speed", 0) {
        node.speed = None;
    }
    if is_wrong("radius", 0) {
        node.radius = None;
    }
    node.edit_script(|script| {
        retain(&mut script.actions, |index| !is_wrong("actions", index));
        retain(&mut script.along, |index| !is_wrong("along", index));
        retain(&mut script.next, |index| !is_wrong("next", index));
        if script.next.is_empty() {
            (script.choose, script.not_back) = Default::default();
        }
    });
}

fn retain<T>(list: &mut Vec<T>, stays: impl Fn(usize) -> bool) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        stays(index - 1)
    });
}
