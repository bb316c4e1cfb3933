//! The search of a block, agent by agent: it draws random numbers, and each agent is at a place of
//! its own.

use crate::lanes::Simd;
use crate::simulation::event::EventKind;
use crate::simulation::store::columns::heading;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::{Context, Kernel, one_by_one};
use crate::simulation::tick::on_route::force_on_route;
use crate::steering::agent_lanes::Asked;
use crate::steering::search::{SearchState, SearchStep, SearchSurroundings};
use crate::steering::{Kinematic, Search};
use glam::DVec2;

pub(super) struct SearchKernel(pub(super) Search);

impl Kernel for SearchKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        memory: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let MemoryMut::Search(memories) = memory else {
            return Asked::nothing(s);
        };
        one_by_one(s, block, i, |block, row| {
            search(&self.0, context, block, &mut memories[row], row)
        })
    }
}

/// The force of one agent.
fn search(
    parameters: &Search,
    context: &Context,
    block: &mut Block,
    memory: &mut SearchState,
    row: usize,
) -> Option<DVec2> {
    let (shared, slot) = (context.shared, block.at + row);
    let velocity = block.velocity(row);
    let agent = Kinematic {
        position: shared.position(slot),
        velocity,
        body: shared.body(slot),
    };
    let [kept_x, kept_y] = &block.columns.kept_heading;
    let around = SearchSurroundings {
        barrier: shared.barrier,
        tolerance: shared.route_tolerance,
        heading: heading(velocity, DVec2::new(kept_x[row], kept_y[row])),
        faces_action: parameters.sweep.is_some() && shared.faces_action(slot),
        tick: shared.tick,
        dt: shared.dt,
    };
    let goal = shared.goal(context.goal, shared.target.get(slot), slot);
    let center = goal.map_or(agent.position, |goal| goal.position);
    let stream = &mut block.columns.stream[row];
    let visited = memory.visited();
    let step = memory.advance(parameters, &agent, &around, center, &mut || {
        stream.next_f64()
    });
    if memory.visited() != visited
        && let Some(routes) = block.columns.routes.get_mut(row)
    {
        // The way to each place has a plan of its own.
        routes.forget_of(context.behavior);
    }
    match step {
        SearchStep::Go(place) => {
            let on_route = context
                .is_routed
                .then(|| force_on_route(context, block, row, place, None));
            let straight = || parameters.go(&agent, place, around.tolerance);
            Some(on_route.flatten().unwrap_or_else(straight))
        }
        SearchStep::Stay => Some(agent.force_toward_velocity(DVec2::ZERO)),
        SearchStep::Finished(is_new) => {
            if is_new {
                let finished = EventKind::SearchFinished;
                block
                    .output
                    .events
                    .push(shared.event(slot, context.behavior, finished));
            }
            None
        }
    }
}
