//! The interface of the behaviors that run in lanes.

use crate::simulation::lanes::Simd;
use crate::simulation::memory::MemoryMut;
use crate::simulation::neighbor_lists::NeighborLists;
use crate::simulation::tick::block::{Asked, Block};
use crate::simulation::tick::shared::Shared;
use crate::steering::Goal;

/// A behavior that runs in lanes.
pub(super) trait Kernel {
    /// What it asks for, for the agents in the lanes from row `i` of the block on.
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        memory: &mut MemoryMut,
        i: usize,
    ) -> Asked<S>;
}

/// Where one behavior runs: everything but the agents.
pub(super) struct Context<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) neighbors: &'a NeighborLists,
    /// The first row of the block in the program.
    pub(super) first_row: usize,
    /// The index of the behavior in its list.
    pub(super) behavior: usize,
    /// What it moves toward or away from.
    pub(super) goal: Goal,
    /// Whether it goes around walls.
    pub(super) is_routed: bool,
    /// A bit for each row of the block for which a behavior before it has asked: whether this one asks makes no difference.
    pub(super) asked: u64,
    /// Whether the force column holds the separation forces of this behavior.
    pub(super) is_separated: bool,
}
