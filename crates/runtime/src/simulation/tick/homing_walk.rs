//! The homing walk of a block, agent by agent: it draws random numbers, which come one after the
//! other.

use crate::geometry::vector;
use crate::lanes::Simd;
use crate::simulation::event::EventKind;
use crate::simulation::store::behavior_state::HomingWalkMemory;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::{Context, Kernel, one_by_one};
use crate::simulation::tick::on_route::force_on_route;
use crate::steering::agent_lanes::Asked;
use crate::steering::{HomingWalk, Kinematic, homing_walk};
use glam::DVec2;

pub(super) struct HomingWalkKernel(pub(super) HomingWalk);

impl Kernel for HomingWalkKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        memory: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let MemoryMut::HomingWalk(memories) = memory else {
            return Asked::nothing(s);
        };
        one_by_one(s, block, i, |block, row| {
            walk(&self.0, context, block, &mut memories[row], row)
        })
    }
}

/// The force of one agent.
fn walk(
    parameters: &HomingWalk,
    context: &Context,
    block: &mut Block,
    memory: &mut HomingWalkMemory,
    row: usize,
) -> Option<DVec2> {
    let (shared, slot) = (context.shared, block.at + row);
    let target = shared
        .goal(context.goal, shared.target.get(slot), slot)?
        .position;
    let agent = Kinematic {
        position: shared.position(slot),
        velocity: block.velocity(row),
        body: shared.body(slot),
    };
    let HomingWalkMemory {
        walk,
        in_aggro,
        arrival,
    } = memory;
    let stream = &mut block.columns.stream[row];
    let was_straight = walk.is_straight();
    let picked = walk.advance(agent.position, target, parameters, shared.dt, &mut || {
        stream.next_u32()
    });
    let straight = walk.is_straight();
    let distance = vector::distance(agent.position, target);
    let mut emit = |kind| {
        block
            .output
            .events
            .push(shared.event(slot, context.behavior, kind));
    };
    let near = distance <= parameters.aggro_radius;
    if in_aggro.update(near) {
        emit(if near {
            EventKind::AggroEntered
        } else {
            EventKind::AggroLeft
        });
    }
    if picked && !(was_straight && straight) {
        emit(EventKind::WaypointPicked);
    }
    if arrival.update(straight && distance < parameters.reach_radius) {
        emit(EventKind::Arrived);
    }
    if straight
        && context.is_routed
        && let Some(force) = force_on_route(context, block, row, target, None)
    {
        return Some(force);
    }
    Some(homing_walk::walk(&agent, target, walk, parameters))
}
