//! How an agent that leaves a danger comes to rest.

use super::budget::cost_of_tick;
use super::straight::in_one_state;
use super::{ApproachMeter, Budget, Goal, NotMeasured, Settling, longest_run};
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Preset, Scene, Target,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::Leave;

/// An agent that moves on no faster than this, in u/s, counts as at rest: in an hour it drifts by
/// 0.01 u.
const DRIFT: f64 = 0.01 / 3600.0;
const AGENT: AgentId = AgentId(1);
const DANGER: MarkerId = MarkerId(1);

/// A measured escape.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaving {
    /// When it came to rest, counted from the start of the measurement.
    pub settling: Settling,
    /// The distance from the danger at which it rests, u; `None` if it still moved.
    pub rest_distance: Option<f64>,
    /// The largest steering force.
    pub peak_force: f64,
    /// Where it rests, u.
    pub stop: Option<DVec2>,
    /// Points along its way, in order: at most 256.
    pub way: Vec<DVec2>,
}

/// Measures how an agent of `preset` leaves a danger by the behavior with index `behavior`:
/// straight away from it, from the escape radius at max speed, alone.
///
/// `None` for other behaviors, and for an agent that cannot move.
///
/// # Errors
/// [`NotMeasured`] if the budget is used up first.
pub fn leaving(
    preset: &Preset,
    behavior: usize,
    ticks_per_second: f64,
    budget: &mut Budget,
) -> Result<Option<Leaving>, NotMeasured> {
    let Some((scene, leave)) = scene_of_escape(preset, behavior, ticks_per_second) else {
        return Ok(None);
    };
    let (body, radius) = (&preset.body, leave.danger_radius);
    let time_to_target = leave
        .time_to_target
        .unwrap_or(body.time_to_target)
        .max(body.time_to_target);
    let ticks = longest_run(body, time_to_target, radius, scene.dt());
    let max_speed = body.max_speed;
    watch(&scene, AGENT, DVec2::ZERO, radius, max_speed, ticks, budget)
}

/// The scene in which the agent leaves a danger at the origin.
fn scene_of_escape(
    preset: &Preset,
    behavior: usize,
    ticks_per_second: f64,
) -> Option<(Scene, Leave)> {
    let body = &preset.body;
    let Behavior::Leave(leave) = &preset.motion.behaviors().get(behavior)?.behavior else {
        return None;
    };
    if !(body.max_speed > 0.0 && body.max_force > 0.0) {
        return None;
    }
    let start = leave
        .escape_radius
        .max(0.01 * leave.danger_radius)
        .min(leave.danger_radius);
    let mut agent = Agent::at(AGENT, "", preset.id, DVec2::new(start, 0.0));
    agent.velocity.x = body.max_speed;
    agent.danger = Some(Target::Marker(DANGER));
    let danger = Marker::at(DANGER, "", MarkerKind::Danger, DVec2::ZERO);
    let scene = Scene {
        ticks_per_second,
        presets: vec![Arc::new(in_one_state(preset, behavior))],
        markers: Arc::new(vec![danger]),
        agents: Arc::new(vec![agent]),
        ..Scene::default()
    };
    Some((scene, *leave))
}

/// Runs `scene` for at most `ticks`, and measures how the agent leaves a danger at `center`. `None`
/// if it never moves.
pub(super) fn watch(
    scene: &Scene,
    agent: AgentId,
    center: DVec2,
    danger_radius: f64,
    max_speed: f64,
    ticks: u64,
    budget: &mut Budget,
) -> Result<Option<Leaving>, NotMeasured> {
    let cost = cost_of_tick(scene);
    let mut world = World::new(scene);
    let goal = Goal {
        center,
        target_radius: 0.0,
        slow_radius: 0.0,
        // It may rest anywhere.
        settle_radius: f64::INFINITY,
        coasts: false,
        max_speed,
    };
    let mut meter = ApproachMeter::new(goal, world.dt());
    let alone = world.len() == 1;
    let mut has_moved = false;
    let mut last_velocity = None;
    let mut drifts = false;
    let mut was_beyond = false;
    // The start, at tick 0.
    meter.skip(0.0);
    for _ in 0..ticks {
        budget.spend(cost)?;
        world.step();
        let Some(seen) = world.agent(agent) else {
            break;
        };
        let (offset, velocity) = (seen.position - center, seen.velocity);
        has_moved |= velocity != DVec2::ZERO;
        let outward = offset.x * velocity.x + offset.y * velocity.y > 0.0;
        let beyond = vector::length(offset) > danger_radius;
        if !has_moved && seen.steering == 0.0 {
            meter.skip(seen.steering);
            continue;
        }
        // An agent that coasts never rests, however slow it is.
        let goes_on = vector::length(velocity) > DRIFT && last_velocity == Some(velocity);
        // The force of this tick is that of the place before it.
        drifts = was_beyond && beyond && outward && goes_on && seen.steering == 0.0;
        was_beyond = beyond;
        last_velocity = Some(velocity);
        if !meter.read(seen.position, velocity, seen.steering) {
            break;
        }
        if alone && drifts {
            // Nothing will ever ask for a force again.
            meter.end_without_rest();
            break;
        }
    }
    if drifts {
        meter.clear_rest();
    }
    if !has_moved {
        return Ok(None);
    }
    let measured = meter.finish();
    Ok(Some(Leaving {
        settling: measured.settling,
        rest_distance: measured.stop.map(|stop| vector::distance(stop, center)),
        peak_force: measured.peak_force,
        stop: measured.stop,
        way: measured.way,
    }))
}
