//! Measurements in the scene itself: the agent's own start, bindings and neighbors.

use super::leaving::{Leaving, watch};
use super::{Approach, ApproachMeter, Budget, Goal, MAX_TICKS, longest_run};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, AgentId, Behavior, Preset, Scene, Target};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::Arrive;
use steerwright_runtime::steering::arrive::Stop;
use steerwright_runtime::steering::follow_path::Traversal;

/// A run ends earlier when it has moved this many agents by a tick each: some tens of milliseconds.
const MAX_MOVES: u64 = 400_000;

/// Measures how `agent` approaches its target in a run of `scene`: the target of its first Arrive,
/// if that is a marker or the pointer where it rests, or else the end of a path that it walks once.
/// Times are counted from the start of the scene.
///
/// `None` if there is no such target, and for an agent that cannot move.
pub fn own_approach(scene: &Scene, agent: AgentId) -> Option<Approach> {
    let author = scene.agent(agent)?;
    let preset = scene.preset(author.preset)?;
    let body = &preset.body;
    if !(body.max_speed > 0.0 && body.max_force > 0.0) {
        return None;
    }
    let OwnGoal {
        goal,
        last_node,
        way,
        time_to_target,
    } = own_goal(scene, author, preset)?;
    let mut world = World::new(scene);
    let ticks = ticks_for(&world, longest_run(body, time_to_target, way, world.dt()));
    let mut meter = ApproachMeter::new(goal, world.dt());
    let decided_by_state = preset.homing_walks().next().is_none() && world.len() == 1;
    let mut at_rest_for = 0;
    for tick in 0..=ticks {
        if tick > 0 {
            world.step();
        }
        let Some(seen) = world.agent(agent) else {
            break;
        };
        if last_node.is_some() && seen.node != last_node {
            meter.skip(seen.steering);
            continue;
        }
        let goes_on = meter.read(seen.position, seen.velocity, seen.steering);
        at_rest_for = if goes_on { 0 } else { at_rest_for + 1 };
        // With others around, what rests may be pushed again.
        let enough = if decided_by_state {
            1
        } else {
            10 * ticks_in_a_second(&world)
        };
        if at_rest_for >= enough {
            break;
        }
    }
    Some(meter.finish())
}

/// The goal of an agent in its scene.
struct OwnGoal {
    goal: Goal,
    /// The index of the node that it must be on its way to; `None` if it always approaches the
    /// goal.
    last_node: Option<u32>,
    /// The length of the way, u.
    way: f64,
    time_to_target: f64,
}

fn own_goal(scene: &Scene, agent: &Agent, preset: &Preset) -> Option<OwnGoal> {
    let body = &preset.body;
    behaviors_to_reference(preset).find_map(|behavior| match behavior {
        Behavior::Arrive(arrive) => {
            let center = place_of(scene, agent.target?)?;
            let Arrive {
                target_radius,
                slow_radius,
                stop,
                time_to_target,
                ramp: _,
            } = *arrive;
            let coasts = stop == Stop::Coast;
            Some(OwnGoal {
                goal: Goal::new(center, target_radius, slow_radius, coasts, body.max_speed),
                last_node: None,
                way: vector::distance(agent.position, center),
                time_to_target: time_to_target.unwrap_or(body.time_to_target),
            })
        }
        Behavior::FollowPath(follow) => {
            let path = scene.path(agent.path?)?;
            let last = path.nodes.last()?;
            if path.traversal != Traversal::Once {
                return None;
            }
            let center = last.position;
            let (target, slow) = (follow.target_radius, follow.slow_radius);
            let first = path.nodes.first()?.position;
            let line = steerwright_runtime::geometry::Polyline::new(path.route().points(), false);
            // At its slowest limit, and with its waits.
            let slowest = path
                .nodes
                .iter()
                .filter_map(|node| node.speed)
                .fold(body.max_speed, f64::min);
            let waits: f64 = path.nodes.iter().map(|node| node.wait).sum();
            let slowness = if slowest > 0.0 {
                body.max_speed / slowest
            } else {
                1.0
            };
            Some(OwnGoal {
                goal: Goal::new(center, target, slow, false, body.max_speed),
                last_node: u32::try_from(path.nodes.len() - 1).ok(),
                way: (vector::distance(agent.position, first) + line.length()) * slowness
                    + waits * body.max_speed,
                time_to_target: follow.time_to_target.unwrap_or(body.time_to_target),
            })
        }
        _ => None,
    })
}

/// Measures how `agent` leaves its danger in a run of `scene`, by its first Leave, if the danger is
/// a marker or the pointer where it rests. Times are counted from the start of the scene.
///
/// `None` if there is no such danger, and for an agent that never moves.
pub fn own_leaving(scene: &Scene, agent: AgentId) -> Option<Leaving> {
    let author = scene.agent(agent)?;
    let preset = scene.preset(author.preset)?;
    let body = &preset.body;
    if !(body.max_speed > 0.0 && body.max_force > 0.0) {
        return None;
    }
    let leave = behaviors_to_reference(preset).find_map(|behavior| match behavior {
        Behavior::Leave(leave) => Some(leave),
        _ => None,
    })?;
    let danger = place_of(scene, author.danger?)?;
    let time_to_target = leave.time_to_target.unwrap_or(body.time_to_target);
    let world = World::new(scene);
    let ticks = ticks_for(
        &world,
        longest_run(body, time_to_target, leave.danger_radius, world.dt()),
    );
    // Limited by its ticks already.
    let mut budget = Budget::of_preset();
    let (radius, max_speed) = (leave.danger_radius, body.max_speed);
    let measured = watch(scene, agent, danger, radius, max_speed, ticks, &mut budget);
    measured.ok().flatten()
}

/// The behaviors that go to the target or away from the danger of the agent. Where others go is
/// only known in the run.
fn behaviors_to_reference(preset: &Preset) -> impl Iterator<Item = &Behavior> {
    let behaviors = preset.motion.behaviors().iter();
    behaviors
        .filter(|weighted| weighted.goal.is_reference())
        .map(|weighted| &weighted.behavior)
}

/// Where a target lies that does not move.
fn place_of(scene: &Scene, target: Target) -> Option<DVec2> {
    match target {
        Target::Marker(id) => scene.marker(id).map(|marker| marker.position),
        Target::Pointer => Some(DVec2::new(scene.pointer.x, scene.pointer.y)),
        Target::Agent(_) => None,
    }
}

fn ticks_in_a_second(world: &World) -> u64 {
    (1.0 / world.dt()) as u64
}

pub(super) fn ticks_for(world: &World, ticks: u64) -> u64 {
    ticks
        .min(MAX_TICKS)
        .min(MAX_MOVES / world.len().max(1) as u64)
}
