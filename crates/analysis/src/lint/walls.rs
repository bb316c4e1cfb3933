//! Walls in the way of what is drawn: starts and paths that lie in walls or behind them.
//!
//! Doors count as open here; `doors` looks at those that are closed. Blocked cells count as walls.

use super::{
    Diagnostic, Moment, Rule, Severity, Subject, is_replayed, named, quoted, short, unit_of,
    without_track,
};
use crate::probe::follow_of;
use glam::DVec2;
use std::collections::{BTreeMap, BTreeSet};
use steerwright_runtime::level::Barrier;
use steerwright_runtime::level::cell_outline::outline;
use steerwright_runtime::scene::{Motion, PathId, PatrolPath, Preset, PresetId, Scene};
use steerwright_runtime::simulation::{AgentView, World};
use steerwright_runtime::steering::body;

/// How long a scene with blocked cells runs, s.
const SECONDS: f64 = 20.0;
/// The run ends earlier when it has moved this many agents by a tick each.
const MAX_MOVES: u64 = 100_000;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let barrier = lasting_walls(scene);
    if barrier.is_empty() {
        return;
    }
    check_starts(scene, &barrier, found);
    let mut checked: BTreeSet<(PathId, PresetId)> = BTreeSet::new();
    for agent in scene.agents.iter() {
        let (Some(id), Some((preset, ..))) = (agent.path, follow_of(scene, agent)) else {
            continue;
        };
        let path = scene
            .paths
            .iter()
            .enumerate()
            .find(|(_, path)| path.id == id);
        if let Some((index, path)) = path
            && checked.insert((id, preset.id))
        {
            check_path(scene, &barrier, index, path, preset, found);
        }
    }
    if !scene.walls.iter().any(|wall| wall.blocks_motion) {
        check_cells_in_the_way(scene, found);
    }
}

/// What always stops bodies: walls that are no doors, and blocked cells.
pub(super) fn lasting_walls(scene: &Scene) -> Barrier {
    let lasting = scene
        .walls
        .iter()
        .filter(|wall| wall.blocks_motion && wall.open.is_none());
    let edges = lasting.flat_map(|wall| wall.edges().collect::<Vec<_>>());
    Barrier::new(edges.chain(outline(&scene.cells.blocked, scene.cells.grid_size())))
}

fn check_starts(scene: &Scene, barrier: &Barrier, found: &mut Vec<Diagnostic>) {
    let unit = &unit_of(scene);
    for (i, agent) in scene.agents.iter().enumerate() {
        let Some(preset) = scene.preset(agent.preset) else {
            continue;
        };
        let radius = preset.body.radius;
        let (Motion::Steered(_), None) = (&preset.motion, agent.scatter) else {
            continue;
        };
        if let Some(distance) = barrier.clearance(agent.position, agent.position, radius) {
            let name = named(&agent.name, "Agent", i);
            found.push(Diagnostic {
                rule: Rule::StartInWall,
                severity: Severity::Warning,
                subject: Subject::Agent(agent.id),
                moment: None,
                pointer: format!("/agents/{i}"),
                message: format!(
                    "{name} starts in a wall: its center is {} {unit} from it, and the radius of its body is {} {unit}.",
                    short(distance),
                    short(radius)
                ),
                help: "Move its start away from the wall, or lower the body radius.".into(),
            });
        }
    }
}

/// The edges that a path consists of: from where, to where, u, and the index of the node to which each leads.
pub(super) fn edges_to_nodes(path: &PatrolPath) -> Vec<(DVec2, DVec2, usize)> {
    let points = path.route().points_with_nodes();
    let closing = path.is_closed() && points.len() > 2;
    let pairs = (1..points.len()).map(|i| (i - 1, i));
    pairs
        .chain(closing.then_some((points.len().saturating_sub(1), 0)))
        .map(|(from, to)| {
            // It leads to the node after that of its start.
            let ((start, node), (end, _)) = (points[from], points[to]);
            (start, end, (node + 1) % path.nodes.len())
        })
        .collect()
}

/// Finds the first node of a path that lies behind a wall, or the part of the path that is nearest to a wall.
fn check_path(
    scene: &Scene,
    barrier: &Barrier,
    index: usize,
    path: &PatrolPath,
    preset: &Preset,
    found: &mut Vec<Diagnostic>,
) {
    let radius = preset.body.radius;
    let mut narrowest: Option<(f64, usize)> = None;
    let mut blocked = None;
    for (start, end, node) in edges_to_nodes(path) {
        if barrier.touches(start, end) {
            blocked = Some(node);
            break;
        }
        if let Some(distance) = barrier.clearance(start, end, radius)
            && narrowest.is_none_or(|(least, _)| distance < least)
        {
            narrowest = Some((distance, node));
        }
    }
    let name = named(&path.name, "Path", index);
    let mut push = |rule, node: usize, message: String, help: &str| {
        let Some(id) = path.nodes.get(node).map(|node| node.id) else {
            return;
        };
        let diagnostic = Diagnostic {
            rule,
            severity: Severity::Warning,
            subject: Subject::Node(path.id, id),
            moment: None,
            pointer: format!("/paths/{index}/nodes/{node}"),
            message,
            help: help.into(),
        };
        // Presets of one radius find the same.
        if !found.contains(&diagnostic) {
            found.push(diagnostic);
        }
    };
    if let Some(node) = blocked {
        push(
            Rule::NodeBehindWall,
            node,
            format!(
                "Node {} of {name} is behind a wall: the path leads through it.",
                node + 1
            ),
            "Lead the path around the wall, or make the wall a door that opens.",
        );
    } else if let Some((distance, node)) = narrowest {
        let unit = &unit_of(scene);
        let (distance, radius) = (short(distance), short(radius));
        let body = quoted(&preset.name, preset.id.0);
        push(
            Rule::PathTooClose,
            node,
            format!(
                "{name} passes a wall at {distance} {unit} on the way to node {}, less than the body radius of {body}, {radius} {unit}.",
                node + 1
            ),
            "Move the path away from the wall, or lower the body radius.",
        );
    }
}

/// Finds agents that blocked cells stop in a run of the scene: before scenes had walls, cells stopped only agents that move by cells.
fn check_cells_in_the_way(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let mut world = World::new(scene);
    let ticks = ((SECONDS / world.dt()) as u64).min(MAX_MOVES / world.len().max(1) as u64);
    let mut stopped: BTreeMap<PresetId, (usize, u64)> = BTreeMap::new();
    let mut before: Vec<AgentView> = Vec::new();
    for _ in 0..ticks {
        before.clear();
        before.extend(world.agents());
        world.step();
        for (was, is) in before.iter().zip(world.agents()) {
            let Some(index) = scene.agents.iter().position(|agent| agent.id == is.id) else {
                continue;
            };
            let preset = scene.agents[index].preset;
            if !stopped.contains_key(&preset)
                && scene
                    .preset(preset)
                    .is_some_and(|preset| is_held(preset, was, &is, world.dt()))
            {
                stopped.insert(preset, (index, world.tick()));
            }
        }
    }
    for (id, (index, tick)) in stopped {
        let time = tick as f64 * world.dt();
        let agent = &scene.agents[index];
        let name = named(&agent.name, "Agent", index);
        let preset = scene.preset(id).map_or("", |preset| preset.name.as_str());
        let is_elsewhere = is_replayed(scene, agent.id);
        let without = without_track(is_elsewhere);
        found.push(Diagnostic {
            rule: Rule::CellsStopBody,
            severity: Severity::Warning,
            subject: Subject::Agent(agent.id),
            moment: (!is_elsewhere).then_some(Moment { tick, other: None }),
            pointer: format!("/agents/{index}"),
            message: format!(
                "{name} meets a blocked cell after {} s{without}: cells stop every body of {}, not only agents that move by cells.",
                short(time),
                quoted(preset, id.0)
            ),
            help: "Lead it around the cells, lower the body radius, or free the cells.".into(),
        });
    }
}

/// Whether a steered agent kept less than the velocity that its force gave it.
fn is_held(preset: &Preset, was: &AgentView, is: &AgentView, dt: f64) -> bool {
    let Motion::Steered(_) = preset.motion else {
        return false;
    };
    let (_, wanted) = body::integrate(was.position, was.velocity, is.force, &preset.body, dt);
    wanted != is.velocity
}
