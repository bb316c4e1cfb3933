//! Where agents are on their walks through junctions.

use super::Stop;

/// A node that an agent moves to, by index of the path in the scene and of the node in the path,
/// and its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct At {
    pub(super) path: usize,
    pub(super) node: usize,
    pub(super) backward: bool,
}

/// A way through a junction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    pub(super) came_from: Option<Stop>,
    pub(super) junction: Stop,
    /// The first node of the branch.
    pub(super) to: Stop,
}
