//! Validates what agents do at the nodes of a path.

use super::{
    KnownIds, Report, ValidationError, check_name, check_parameters, check_point, check_times,
};
use crate::limits;
use glam::DVec2;
use std::fmt::Display;
use steerwright_runtime::parameter;
use steerwright_runtime::scene::{LookAt, Node, NodeAction, NodeScript, Scene};

/// Checks single nodes of a scene.
pub struct NodeChecker(KnownIds);

impl NodeChecker {
    /// With what the nodes of `scene` can refer to.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        Self(KnownIds::new(scene))
    }

    /// The errors of a node, without its position. Their pointers start at the node.
    #[must_use]
    pub fn errors(&self, node: &Node) -> Vec<ValidationError> {
        let mut errors = Vec::new();
        let mut report = |pointer, message| errors.push(ValidationError { pointer, message });
        check_parameters(&"", parameter::NODE, node, &mut report);
        if let Some(script) = &node.script {
            check_script(&"", script, &self.0, &mut report);
        }
        errors
    }
}

pub(super) fn check_script(
    pointer: &dyn Display,
    script: &NodeScript,
    known: &KnownIds,
    report: &mut Report<'_>,
) {
    let lists = [
        ("actions", script.actions.len(), &limits::ACTIONS),
        ("along", script.along.len(), &limits::ALONG),
        ("next", script.next.len(), &limits::NEXT),
    ];
    for (key, count, limit) in lists {
        if count as u64 > limit.max {
            report(format!("{pointer}/{key}"), limit.message());
            return;
        }
    }
    for (i, action) in script.actions.iter().enumerate() {
        let place = format_args!("{pointer}/actions/{i}");
        check_action(&place, action, known, report);
    }
    for (i, along) in script.along.iter().enumerate() {
        let place = format_args!("{pointer}/along/{i}");
        check_parameters(&place, parameter::ALONG, along, report);
        if along.action.is_instant() {
            check_action(
                &format_args!("{place}/action"),
                &along.action,
                known,
                report,
            );
        } else {
            let key = parameter::action_key(&along.action);
            report(
                format!("{place}/action"),
                format!("{key:?} cannot be on a segment; use \"speed\", \"emit\" or \"set_wall\""),
            );
        }
    }
    for (i, next) in script.next.iter().enumerate() {
        let place = format_args!("{pointer}/next/{i}");
        check_parameters(&place, parameter::NEXT, next, report);
        known.check_node(next.path, next.node, &place, report);
    }
}

fn check_action(
    pointer: &dyn Display,
    action: &NodeAction,
    known: &KnownIds,
    report: &mut Report<'_>,
) {
    let key = parameter::action_key(action);
    let place = format_args!("{pointer}/{key}");
    check_parameters(&place, parameter::of_action(action), action, report);
    match action {
        NodeAction::Wait { min, max } => check_times(&place, *min, *max, report),
        NodeAction::Look { at, .. } => match at {
            LookAt::Direction { .. } => {
                let place = format_args!("{place}/at/direction");
                check_parameters(&place, parameter::LOOK_AT, at, report);
            }
            LookAt::Point { x, y } => {
                check_point(
                    &format_args!("{place}/at/point"),
                    DVec2::new(*x, *y),
                    report,
                );
            }
            LookAt::Marker { id } => {
                let place = format_args!("{place}/at/marker");
                known.check("id", "marker", id.0, &place, report);
            }
        },
        NodeAction::Emit { name, .. } | NodeAction::Meet { name, .. } => {
            check_name(&format_args!("{place}/name"), name, report);
        }
        NodeAction::SetWall { wall, .. } => known.check_door(*wall, &place, report),
        NodeAction::Sweep { .. } | NodeAction::Speed { .. } => {}
    }
}
