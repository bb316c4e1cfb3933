//! The interface of the behaviors that run in lanes.

use crate::lanes::{Pair, Simd, WIDEST};
use crate::simulation::neighborhood::lists::NeighborLists;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::shared::Shared;
use crate::steering::Goal;
use crate::steering::agent_lanes::Asked;
use glam::DVec2;

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
    /// A bit for each row of the block for which a behavior before it has asked: whether this one
    /// asks makes no difference.
    pub(super) asked: u64,
    /// Whether the force column holds the separation forces of this behavior.
    pub(super) is_separated: bool,
}

/// What the agents in the lanes from row `i` of the block on ask for, where `force` looks at one
/// row after the other.
#[inline(always)]
pub(super) fn one_by_one<S: Simd>(
    s: S,
    block: &mut Block,
    i: usize,
    mut force: impl FnMut(&mut Block, usize) -> Option<DVec2>,
) -> Asked<S> {
    let (mut x, mut y) = ([0.0; WIDEST], [0.0; WIDEST]);
    let mut lanes = 0;
    for lane in 0..S::LANES {
        if (block.live >> (i + lane)) & 1 == 0 {
            continue;
        }
        if let Some(force) = force(block, i + lane) {
            (x[lane], y[lane]) = (force.x, force.y);
            lanes |= 1 << lane;
        }
    }
    Asked {
        force: Pair::load(s, [&x, &y], 0),
        lanes,
    }
}
