//! Alignment and cohesion in lanes: agents side by side, their neighbors one after the other.

use crate::lanes::{Pair, Simd};
use crate::simulation::store::columns::HEADING_SPEED;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::steering::agent_lanes::Asked;
use crate::steering::neighbor_mean::{NeighborLaw, NeighborMean};

/// The kernel of a behavior that steers to the mean of something of the neighbors.
pub(super) struct NeighborMeanKernel<'a, L>(pub(super) &'a L);

impl<L: NeighborLaw> Kernel for NeighborMeanKernel<'_, L> {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let Self(law) = *self;
        if law.view().radius == 0.0 {
            return Asked::nothing(s);
        }
        let (agents, headings) = (block.agents(s, i), headings(s, block, i));
        let shared = context.shared;
        let first = block.at + i;
        let near = context.neighbors.of(context.first_row + i);
        let in_runs = near.runs.iter().flat_map(|&(from, to)| {
            let run = from as usize..to as usize;
            &shared.cells.slots[run]
        });
        let mut mean = NeighborMean::none(s);
        for &slot in near.slots.iter().chain(in_runs) {
            let slot = slot as usize;
            let [position, velocity] =
                [shared.position, shared.neighbor_velocity].map(|[x, y]| Pair {
                    x: s.splat(x[slot]),
                    y: s.splat(y[slot]),
                });
            // An agent is not its own neighbor.
            let lane = slot.wrapping_sub(first);
            let itself: u64 = if lane < S::LANES { 1 << lane } else { 0 };
            mean.look(
                law,
                &agents,
                headings,
                [position, velocity],
                s.mask(S::ALL & !itself),
            );
        }
        mean.force(&agents)
    }
}

/// The headings of the agents from row `i` on.
#[inline(always)]
fn headings<S: Simd>(s: S, block: &Block, i: usize) -> Pair<S> {
    let velocity = block.velocities(s, i);
    let [x, y] = &block.columns.kept_heading;
    let (speed, kept) = (velocity.length(s), Pair::load(s, [x, y], i));
    let moves = s.less(s.splat(HEADING_SPEED), speed);
    Pair::select(s, moves, velocity.direction_given_length(s, speed), kept)
}
