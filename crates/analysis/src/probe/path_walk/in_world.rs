//! Walks of agents that do more than follow a path: those with actions at nodes, other behaviors or
//! several states.

use super::log::Log;
use super::{MAX_TICKS, MAX_WAIT, PathWalk, STOPPING, WalkExtent};
use crate::probe::REST_SPEED;
use std::sync::Arc;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, Node, NodeAction, PatrolPath, Preset, Scene};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::follow_path::Traversal;

/// Whether anything besides Follow path moves the agent.
pub(super) fn is_needed(preset: &Preset, path: &PatrolPath) -> bool {
    let has_script = |node: &Node| !(node.actions().is_empty() && node.along().is_empty());
    preset.behaviors().count() > 1 || !preset.states.is_empty() || path.nodes.iter().any(has_script)
}

/// Runs the scene with this agent alone, for two laps or until it leaves the state in which it
/// walks. Takes its ticks from `budget`.
///
/// `None` if it reaches no node.
pub(super) fn walk(
    scene: &Scene,
    agent: &Agent,
    preset: &Preset,
    path: &PatrolPath,
    budget: &mut u64,
) -> Option<PathWalk> {
    let mut left = MAX_TICKS.min(*budget);
    if left == 0 {
        return None;
    }
    // What is left of it is given back.
    *budget -= left;
    let mut world = World::new(&alone(scene, agent, path));
    let route = path.route();
    let nodes = path.nodes.len();
    let mut legs = match path.traversal {
        Traversal::Once => nodes,
        Traversal::Loop => 2 * nodes + 1,
        Traversal::PingPong => 4 * nodes,
    };
    let mut log = Log::new(path, &route);
    let mut has_reached = false;
    let mut stopping = (STOPPING / world.dt()) as u64;
    let mut has_left = false;
    while left > 0 && !has_left {
        let seen = world.agent(agent.id)?;
        let at_rest = vector::length(seen.velocity) < REST_SPEED * preset.body.max_speed;
        if legs == 0 {
            if path.traversal != Traversal::Once || at_rest || stopping == 0 {
                break;
            }
            stopping -= 1;
        }
        left -= 1;
        world.step();
        // Events of a tick refer to the position before it.
        for event in world
            .events()
            .iter()
            .filter(|event| event.agent == agent.id)
        {
            match event.kind {
                EventKind::NodeReached(node) => {
                    log.reached(node);
                    legs = legs.saturating_sub(1);
                    has_reached = true;
                }
                EventKind::StateEntered { .. } => has_left = has_reached,
                EventKind::PathFinished => legs = 0,
                _ => {}
            }
        }
        log.measure(seen.position, &mut left);
    }
    *budget += left;
    let extent = match (legs, has_left) {
        (0, _) => WalkExtent::Whole,
        (_, true) => WalkExtent::UntilStateChanged,
        (_, false) => WalkExtent::Part,
    };
    has_reached.then(|| log.finish(extent))
}

/// The scene with this agent alone, with shortened waits and without meetings, to which no other
/// agent can come.
fn alone(scene: &Scene, agent: &Agent, path: &PatrolPath) -> Scene {
    let mut alone = scene.clone();
    alone.agents = Arc::new(vec![agent.clone()]);
    alone.spawners = Default::default();
    let mut path = path.clone();
    for node in &mut path.nodes {
        node.wait = node.wait.min(MAX_WAIT);
        if node.script.is_none() {
            continue;
        }
        node.edit_script(|script| {
            script.actions.retain_mut(|action| match action {
                NodeAction::Meet { .. } => false,
                NodeAction::Wait { min, max } => {
                    (*min, *max) = (min.min(MAX_WAIT), max.min(MAX_WAIT));
                    true
                }
                NodeAction::Look { .. }
                | NodeAction::Sweep { .. }
                | NodeAction::Speed { .. }
                | NodeAction::Emit { .. }
                | NodeAction::SetWall { .. } => true,
            });
        });
    }
    let mut paths = alone.paths.iter_mut();
    if let Some(existing) = paths.find(|existing| existing.id == path.id) {
        *existing = Arc::new(path);
    }
    alone
}
