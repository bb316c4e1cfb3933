//! Walls in the way of what is drawn: starts and paths that lie in walls or behind them.
//!
//! Doors count as open here; `doors` looks at those that are closed. Blocked cells count as walls.

use super::obstacles::{Obstacles, lasting};
use super::remedy::{sentence, short_below};
use super::ways::Ways;
use super::{Diagnostic, Rule, Severity, Subject, cells_in_the_way, named, quoted, short, unit_of};
use crate::probe::follow_of;
use glam::DVec2;
use std::collections::BTreeSet;
use steerwright_runtime::scene::{Motion, PathId, PatrolPath, Preset, PresetId, Scene, Wall};

/// A radius that is advised is at least this part of the one that the body has.
const LEAST_RADIUS: f64 = 0.01;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let obstacles = Obstacles::of(scene);
    if obstacles.are_none() {
        return;
    }
    check_starts(scene, &obstacles, found);
    let level = Level {
        scene,
        obstacles: &obstacles,
        ways: Ways::of(scene),
    };
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
            level.check_path(index, path, preset, found);
        }
    }
    if !scene.walls.iter().any(|wall| wall.blocks_motion) {
        cells_in_the_way::check(scene, found);
    }
}

/// What gives a body of `radius` more room at a distance, both in u.
fn more_room(move_it: String, distance: f64, radius: f64, unit: &str) -> String {
    let lower = short_below(distance).filter(|_| distance > LEAST_RADIUS * radius);
    let lower = lower.map(|lower| format!("lower the body radius to {lower} {unit}"));
    let alternatives: Vec<String> = [Some(move_it), lower].into_iter().flatten().collect();
    sentence(&alternatives).unwrap_or_default()
}

fn check_starts(scene: &Scene, obstacles: &Obstacles, found: &mut Vec<Diagnostic>) {
    let unit = &unit_of(scene);
    let cells = scene.cells.grid();
    for (i, agent) in scene.agents.iter().enumerate() {
        let Some(preset) = scene.preset(agent.preset) else {
            continue;
        };
        let radius = preset.body.radius;
        let (Motion::Steered(_), None) = (&preset.motion, agent.scatter) else {
            continue;
        };
        let name = || named(&agent.name, "Agent", i);
        let nearest = obstacles.nearest(agent.position, agent.position, radius);
        let (message, help) = if cells.is_blocked(cells.cell_at(agent.position)) {
            (
                format!(
                    "{} starts in a blocked cell, whose edges stop its body.",
                    name()
                ),
                "Move its start out of the cell, or free the cell.".into(),
            )
        } else if let Some((distance, what)) = nearest {
            (
                format!(
                    "{} starts in a {what}: its center is {} {unit} from it, and the radius of its body is {} {unit}.",
                    name(),
                    short(distance),
                    short(radius)
                ),
                more_room(
                    format!("move its start away from the {what}"),
                    distance,
                    radius,
                    unit,
                ),
            )
        } else {
            continue;
        };
        found.push(Diagnostic {
            rule: Rule::StartInWall,
            severity: Severity::Warning,
            subject: Subject::Agent(agent.id),
            moment: None,
            pointer: format!("/agents/{i}"),
            message,
            help,
        });
    }
}

/// The edges that a path consists of: from where, to where, u, and the index of the node to which
/// each leads.
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

/// What paths lead through.
struct Level<'a> {
    scene: &'a Scene,
    obstacles: &'a Obstacles,
    ways: Ways<'a>,
}

impl Level<'_> {
    /// Finds the first node of a path that lies behind a wall, or the part of the path that is nearest
    /// to a wall.
    fn check_path(
        &self,
        index: usize,
        path: &PatrolPath,
        preset: &Preset,
        found: &mut Vec<Diagnostic>,
    ) {
        let radius = preset.body.radius;
        let mut narrowest: Option<(f64, &str, usize)> = None;
        let mut blocked = None;
        for (start, end, node) in edges_to_nodes(path) {
            let nearest = self.obstacles.nearest(start, end, radius);
            let is_blocked = self.obstacles.touch(start, end);
            if (nearest.is_none() && !is_blocked) || self.ways.lead_around(preset, start, end) {
                continue;
            }
            if is_blocked {
                blocked = Some((start, end, node));
                break;
            }
            if let Some((distance, what)) = nearest
                && narrowest.is_none_or(|(least, ..)| distance < least)
            {
                narrowest = Some((distance, what, node));
            }
        }
        let name = named(&path.name, "Path", index);
        let mut push = |rule, node: usize, message: String, help: String| {
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
                help,
            };
            // Presets of one radius find the same.
            if !found.contains(&diagnostic) {
                found.push(diagnostic);
            }
        };
        if let Some((start, end, node)) = blocked {
            let crossed = Crossed::between(self.scene, self.obstacles, start, end);
            let (what, them) = crossed.words();
            push(
                Rule::NodeBehindWall,
                node,
                format!(
                    "Node {} of {name} is behind {what}: the path leads through {them}.",
                    node + 1
                ),
                crossed.help(),
            );
        } else if let Some((distance, what, node)) = narrowest {
            let unit = &unit_of(self.scene);
            let body = quoted(&preset.name, preset.id.0);
            push(
                Rule::PathTooClose,
                node,
                format!(
                    "{name} passes a {what} at {} {unit} on the way to node {}, less than the body radius of {body}, {} {unit}.",
                    short(distance),
                    node + 1,
                    short(radius)
                ),
                more_room(
                    format!("move the path away from the {what}"),
                    distance,
                    radius,
                    unit,
                ),
            );
        }
    }
}

/// What a straight way crosses.
struct Crossed {
    walls: usize,
    has_cells: bool,
}

impl Crossed {
    fn between(scene: &Scene, obstacles: &Obstacles, start: DVec2, end: DVec2) -> Self {
        let crosses = |wall: &&Wall| wall.edges().any(|edge| edge.touches(start, end));
        Self {
            walls: lasting(scene).filter(crosses).count(),
            has_cells: obstacles.cells.touches(start, end),
        }
    }

    fn words(&self) -> (&'static str, &'static str) {
        match (self.walls, self.has_cells) {
            (0, _) => ("blocked cells", "them"),
            (1, false) => ("a wall", "it"),
            (_, false) => ("several walls", "them"),
            (_, true) => ("walls and blocked cells", "them"),
        }
    }

    fn help(&self) -> String {
        match (self.walls, self.has_cells) {
            (0, _) => "Lead the path around the cells, or free them.",
            (1, false) => "Lead the path around the wall, or make the wall a door that opens.",
            (_, false) => "Lead the path around the walls, or make them doors that open.",
            (_, true) => "Lead the path around the walls and blocked cells.",
        }
        .to_owned()
    }
}
