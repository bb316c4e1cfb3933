//! Where agents go on from each node, as `docs/motion.md` says, without moving them.

use super::Stop;
use super::places::At;
use super::walk::Trial;
use std::collections::BTreeSet;
use steerwright_runtime::scene::{Choose, NodeScript, PatrolPath, Scene};
use steerwright_runtime::steering::follow_path::Traversal;

/// The rules of the paths of a scene.
#[derive(Debug)]
pub(super) struct Rules<'a> {
    scene: &'a Scene,
}

/// A choice of a junction that leads to a node of the scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) path: usize,
    pub(super) node: usize,
    pub(super) weight: u32,
}

/// The choices of a junction.
#[derive(Debug)]
pub(super) struct Junction {
    pub(super) options: Vec<Choice>,
    pub(super) choose: Choose,
    pub(super) not_back: bool,
}

impl<'a> Rules<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        Self { scene }
    }

    fn path(&self, at: At) -> &'a PatrolPath {
        &self.scene.paths[at.path]
    }

    fn script(&self, at: At) -> Option<&'a NodeScript> {
        self.path(at).nodes.get(at.node)?.script.as_deref()
    }

    pub(super) fn stop(&self, path: usize, node: usize) -> Stop {
        let path = &self.scene.paths[path];
        (path.id, path.nodes[node].id)
    }

    pub(super) fn stop_at(&self, at: At) -> Stop {
        self.stop(at.path, at.node)
    }

    /// The choices at a node. `None` if it is no junction.
    pub(super) fn junction(&self, at: At) -> Option<Junction> {
        let script = self.script(at)?;
        let options = script.next.iter().filter_map(|next| {
            let mut paths = self.scene.paths.iter();
            let path = paths.position(|path| path.id == next.path)?;
            Some(Choice {
                path,
                node: self.scene.paths[path].index_of(next.node)?,
                weight: next.weight,
            })
        });
        let options: Vec<_> = options.collect();
        (!options.is_empty()).then_some(Junction {
            options,
            choose: script.choose,
            not_back: script.not_back,
        })
    }

    /// The nodes to which a junction leads.
    pub(super) fn destinations(&self, (path, node): Stop) -> Vec<Stop> {
        let mut paths = self.scene.paths.iter();
        let path = paths.position(|other| other.id == path);
        let at = path.and_then(|path| {
            let node = self.scene.paths[path].index_of(node)?;
            Some(At {
                path,
                node,
                backward: false,
            })
        });
        let junction = at.and_then(|at| self.junction(at));
        let options = junction.map_or(Vec::new(), |junction| junction.options);
        let stops = options.iter().map(|next| self.stop(next.path, next.node));
        stops.collect()
    }

    /// Where an agent goes on without a choice. `None` at the end of its way.
    pub(super) fn next(&self, at: At) -> Option<At> {
        let path = self.path(at);
        let last = path.nodes.len().checked_sub(1)?;
        let At { node, backward, .. } = at;
        let at_end = node == if backward { 0 } else { last };
        let (node, backward) = match (path.traversal, at_end) {
            (Traversal::Once, true) => return None,
            (Traversal::Loop, true) => (0, false),
            (Traversal::PingPong, true) if last == 0 => return None,
            (Traversal::PingPong, true) if backward => (1, false),
            (Traversal::PingPong, true) => (node - 1, true),
            (Traversal::Once | Traversal::Loop | Traversal::PingPong, false) => match backward {
                true => (node - 1, true),
                false => (node + 1, false),
            },
        };
        Some(At {
            node,
            backward,
            ..at
        })
    }

    /// Where an agent goes on by a choice.
    pub(super) fn take(&self, at: At, option: Choice) -> At {
        let default = self.next(at);
        let is_default = |next: &At| next.path == option.path && next.node == option.node;
        default.filter(is_default).unwrap_or(At {
            path: option.path,
            node: option.node,
            backward: false,
        })
    }

    /// All nodes that an agent can get to.
    fn all(&self, trial: &Trial) -> BTreeSet<At> {
        let mut known = BTreeSet::new();
        let mut open: Vec<At> = trial.start.into_iter().collect();
        while let Some(at) = open.pop() {
            if !known.insert(at) {
                continue;
            }
            match self.junction(at) {
                Some(junction) => {
                    open.extend(junction.options.iter().map(|&next| self.take(at, next)));
                }
                None => open.extend(self.next(at)),
            }
        }
        known
    }

    /// Whether an agent can get to a node.
    pub(super) fn reaches(&self, trial: &Trial, stop: Stop) -> bool {
        self.all(trial).iter().any(|at| self.stop_at(*at) == stop)
    }

    /// Whether an agent can get to a node with such a script.
    pub(super) fn visits(&self, trial: &Trial, is_such: impl Fn(&NodeScript) -> bool) -> bool {
        let all = self.all(trial);
        all.iter().filter_map(|at| self.script(*at)).any(is_such)
    }
}
