//! Behaviors that go around walls: while their route has points, they seek the next one.

use crate::lanes::{Pair, Simd, WIDEST, for_each_row};
use crate::simulation::event::EventKind;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::Context;
use crate::steering::agent_lanes::Asked;
use crate::steering::{Kinematic, seek};
use glam::DVec2;

/// The force of the agent in a row toward the next point of its route to `goal`, at `speed` u/s or
/// as fast as it can. `None` where it goes straight.
#[cold]
#[inline(never)]
pub(super) fn force_on_route(
    context: &Context,
    block: &mut Block,
    row: usize,
    goal: DVec2,
    speed: Option<f64>,
) -> Option<DVec2> {
    let (shared, slot) = (context.shared, block.at + row);
    let agent = Kinematic {
        position: shared.position(slot),
        velocity: block.velocity(row),
        body: shared.body(slot),
    };
    let step = block.columns.routes.get_mut(row)?.advance(
        &mut block.output.planner,
        &shared.route_surroundings(),
        context.behavior,
        [agent.position, goal],
        agent.body.radius,
    );
    if step.is_lost {
        let event = shared.event(slot, context.behavior, EventKind::NoRoute);
        block.output.events.push(event);
    }
    let speed = speed.unwrap_or(agent.body.max_speed);
    Some(seek::seek_at(&agent, step.point?, speed))
}

/// What a behavior asks for with the goals `goals` that goes straight with `straight`.
#[inline(always)]
pub(super) fn around_walls<S: Simd>(
    s: S,
    context: &Context,
    block: &mut Block,
    i: usize,
    straight: Asked<S>,
    goals: Pair<S>,
) -> Asked<S> {
    if !context.is_routed {
        return straight;
    }
    let lanes = straight.lanes & Block::lanes_of::<S>(block.live, i);
    let (mut x, mut y) = ([0.0; WIDEST], [0.0; WIDEST]);
    straight.force.store(s, &mut [&mut x, &mut y], 0);
    let (mut goal_x, mut goal_y) = ([0.0; WIDEST], [0.0; WIDEST]);
    goals.store(s, &mut [&mut goal_x, &mut goal_y], 0);
    for_each_row(lanes, |lane| {
        let goal = DVec2::new(goal_x[lane], goal_y[lane]);
        if let Some(force) = force_on_route(context, block, i + lane, goal, None) {
            (x[lane], y[lane]) = (force.x, force.y);
        }
    });
    Asked {
        force: Pair::load(s, [&x, &y], 0),
        lanes: straight.lanes,
    }
}
