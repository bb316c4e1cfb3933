//! Targets that an agent can never reach because walls are around it or around them.
//!
//! Only targets that are markers are looked at: agents and the pointer move. What is found is
//! certain: steered bodies are followed over square cells that are much smaller than the body, and
//! may come a little nearer to walls than its radius, so that no gap that the body fits through is
//! missed. A gap that is slightly too narrow may be missed instead.
//!
//! Closed doors count as closed, except those that a node or a state opens.

use super::doors::opened_doors;
use super::obstacles::lasting;
use super::remedy::short_above;
use super::{Diagnostic, Rule, Severity, Subject, at_wall, listed, named, quoted, unit_of};
use glam::DVec2;
use std::collections::{BTreeSet, VecDeque};
use steerwright_runtime::geometry::{Cell, vector};
use steerwright_runtime::level::cell_outline::outline;
use steerwright_runtime::level::crossed_cells::add_crossed_cells;
use steerwright_runtime::level::{Barrier, Segment};
use steerwright_runtime::scene::{
    Agent, Behavior, Motion, Preset, PresetId, Role, Scene, Target, Wall, WallId,
};

/// The side of a cell, relative to the radius of the body.
const CELL: f64 = 0.25;
/// Larger levels are not looked at.
const MAX_CELLS: f64 = 250_000.0;
/// How many agents are looked at.
const MAX_AGENTS: usize = 200;

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    if !scene.walls.iter().any(|wall| wall.blocks_motion) && scene.cells.blocked.is_empty() {
        return;
    }
    // Agents of one preset in one place reach the same.
    let mut results: Vec<(PresetId, DVec2, DVec2, Option<Found>)> = Vec::new();
    let mut run = 0;
    let mut detours = at_wall::Detours::new();
    let opened = opened_doors(scene);
    for (index, agent) in scene.agents.iter().enumerate().take(MAX_AGENTS) {
        let Some((preset, goal, near)) = goal_of(scene, agent) else {
            continue;
        };
        let key = (preset.id, agent.position, goal);
        let known = results
            .iter()
            .find(|(preset, from, to, _)| (*preset, *from, *to) == key);
        let result = match known {
            Some((.., result)) => result.clone(),
            None => {
                let result = look(scene, &opened, preset, agent.position, goal, near);
                results.push((key.0, key.1, key.2, result.clone()));
                result
            }
        };
        if let Some(result) = result {
            found.push(diagnostic(scene, index, agent, preset, &result));
        } else if run < at_wall::MAX_AGENTS {
            run += 1;
            found.extend(at_wall::check(scene, index, agent, &mut detours));
        }
    }
}

/// Whether an agent moves toward a marker in a scene with walls, so that its ways are looked at,
/// which takes longer than a frame.
#[must_use]
pub fn looks_for_ways(scene: &Scene) -> bool {
    let has_walls = scene.walls.iter().any(|wall| wall.blocks_motion);
    (has_walls || !scene.cells.blocked.is_empty())
        && scene
            .agents
            .iter()
            .any(|agent| goal_of(scene, agent).is_some())
}

fn diagnostic(
    scene: &Scene,
    index: usize,
    agent: &Agent,
    preset: &Preset,
    found: &Found,
) -> Diagnostic {
    let name = named(&agent.name, "Agent", index);
    let markers = scene.markers.iter().enumerate();
    let goal = markers
        .filter(|(_, marker)| agent.target == Some(Target::Marker(marker.id)))
        .map(|(index, marker)| named(&marker.name, "its target, marker", index))
        .next()
        .unwrap_or_default();
    let (severity, message, help) = match found {
        Found::WalledOff => {
            let what = match (
                lasting(scene).next().is_some(),
                !scene.cells.blocked.is_empty(),
            ) {
                (true, true) => "walls and blocked cells",
                (false, true) => "blocked cells",
                (_, false) => "walls",
            };
            let gap = match preset.motion {
                // It moves through one free cell.
                Motion::GridChase(_) => "a gap".to_owned(),
                Motion::Steered(_) => format!(
                    "a gap of {} {} or more",
                    short_above(2.0 * preset.body.radius),
                    unit_of(scene)
                ),
            };
            (
                Severity::Warning,
                format!(
                    "{name} cannot reach {goal}: {what} leave no way that is wide enough for it."
                ),
                format!("Move the target, or make {gap} in the {what}."),
            )
        }
        Found::Doors { names, is_any } => {
            let doors = listed(names.iter().cloned());
            let is_one = names.len() == 1;
            (
                Severity::Hint,
                match (is_one, is_any) {
                    (true, _) => {
                        format!("{name} cannot reach {goal} while the door {doors} is closed.")
                    }
                    (false, true) => format!(
                        "{name} cannot reach {goal} while all of the doors {doors} are closed."
                    ),
                    (false, false) => format!(
                        "{name} cannot reach {goal}: several of the doors {doors} are on each way, and closed."
                    ),
                },
                match (is_one, is_any) {
                    (true, _) => {
                        "Let a node, a state or the game open the door, or let it be open at the start."
                    }
                    (false, true) => {
                        "Let a node, a state or the game open one of the doors, or let one be open at the start."
                    }
                    (false, false) => {
                        "Let nodes, states or the game open the doors, or let them be open at the start."
                    }
                }
                .to_owned(),
            )
        }
    };
    Diagnostic {
        rule: Rule::GoalOutOfReach,
        severity,
        subject: Subject::Agent(agent.id),
        moment: None,
        pointer: format!("/agents/{index}/target"),
        message,
        help,
    }
}

/// Why a goal is not reached.
#[derive(Clone, Debug, PartialEq)]
enum Found {
    /// Not even if all doors are open.
    WalledOff,
    /// Because of closed doors.
    Doors {
        names: Vec<String>,
        /// Whether it is enough to open any one of them. False: that would not do, but opening all
        /// of them does.
        is_any: bool,
    },
}

/// The preset of an agent, the marker that it moves toward, u, and from how far it counts as
/// reached, u.
fn goal_of<'a>(scene: &'a Scene, agent: &Agent) -> Option<(&'a Preset, DVec2, f64)> {
    let preset = scene.preset(agent.preset)?;
    let Some(Target::Marker(marker)) = agent.target else {
        return None;
    };
    if agent.scatter.is_some() || !preset.roles().contains(&Role::Target) {
        return None;
    }
    let near = match &preset.motion {
        Motion::GridChase(_) => 0.0,
        Motion::Steered(steered) => {
            let behaviors = steered.behaviors.iter().map(|weighted| &weighted.behavior);
            let radii = behaviors.filter_map(|behavior| match behavior {
                Behavior::Seek {} | Behavior::Pursue(_) => Some(0.0),
                Behavior::Arrive(arrive) => Some(arrive.target_radius),
                _ => None,
            });
            radii.reduce(f64::max)?
        }
    };
    Some((preset, scene.marker(marker)?.position, near))
}

/// Why an agent cannot get there. Doors that something in the scene opens count as open.
fn look(
    scene: &Scene,
    opened: &BTreeSet<WallId>,
    preset: &Preset,
    from: DVec2,
    to: DVec2,
    near: f64,
) -> Option<Found> {
    let is_shut = |wall: &Wall| wall.open == Some(false) && !opened.contains(&wall.id);
    let stays = |wall: &Wall| wall.open.is_none() || is_shut(wall);
    let reaches = |is_wall: &dyn Fn(&Wall) -> bool| match preset.motion {
        Motion::GridChase(_) => reaches_by_cells(scene, from, to, is_wall),
        Motion::Steered(_) => reaches(scene, preset.body.radius, from, to, near, is_wall),
    };
    if reaches(&stays)? {
        return None;
    }
    if !reaches(&|wall| wall.open.is_none())? {
        return Some(Found::WalledOff);
    }
    let walls = scene.walls.iter().map(AsRef::as_ref);
    let doors = walls.filter(|wall: &&Wall| wall.blocks_motion && is_shut(wall));
    let is_enough = |door: &&Wall| reaches(&|wall| stays(wall) && wall.id != door.id) == Some(true);
    let single: Vec<&Wall> = doors.clone().filter(is_enough).collect();
    let is_any = !single.is_empty();
    let doors = if is_any { single } else { doors.collect() };
    let names = doors.iter().map(|door| quoted(&door.name, door.id.0));
    Some(Found::Doors {
        names: names.collect(),
        is_any,
    })
}

/// The walls that stop bodies among those that `is_wall` accepts, and blocked cells.
fn barrier_of(scene: &Scene, is_wall: &dyn Fn(&Wall) -> bool) -> Barrier {
    let walls = scene
        .walls
        .iter()
        .filter(|wall| wall.blocks_motion && is_wall(wall));
    let edges: Vec<Segment> = walls
        .flat_map(|wall| wall.edges().collect::<Vec<_>>())
        .collect();
    let cells = outline(&scene.cells.blocked, scene.cells.grid_size());
    Barrier::new(edges.into_iter().chain(cells))
}

/// Whether a body can get to within `near` of `to`. `None` if that cannot be said: the body starts
/// in a wall, has no radius, or the level is too large.
///
/// Centers of cells are at most `cell / sqrt(2)` from any place in them or on their borders. So if
/// the body has a way, each center on it, and each line from one center to the next, keeps at least
/// its radius less that distance from all walls.
fn reaches(
    scene: &Scene,
    radius: f64,
    from: DVec2,
    to: DVec2,
    near: f64,
    is_wall: &dyn Fn(&Wall) -> bool,
) -> Option<bool> {
    let barrier = barrier_of(scene, is_wall);
    let cell = radius * CELL;
    if !(cell > 0.0) || barrier.clearance(from, from, radius).is_some() {
        return None;
    }
    let margin = 4.0 * radius + near;
    let ends = barrier.segments().iter().flat_map(|edge| [edge.a, edge.b]);
    let (min, max) = ends.fold((from.min(to), from.max(to)), |(min, max), p| {
        (min.min(p), max.max(p))
    });
    let origin = min - margin;
    let size = ((max + margin - origin) / cell).ceil();
    if !(size.x * size.y <= MAX_CELLS) {
        return None;
    }
    let (columns, rows) = (size.x as usize, size.y as usize);
    let center = |(column, row): (usize, usize)| {
        origin + (DVec2::new(column as f64, row as f64) + 0.5) * cell
    };
    let at = |p: DVec2| {
        let place = ((p - origin) / cell).max(DVec2::ZERO);
        (
            (place.x as usize).min(columns - 1),
            (place.y as usize).min(rows - 1),
        )
    };
    let room = radius - cell * std::f64::consts::FRAC_1_SQRT_2;
    let is_there =
        |p: DVec2| vector::distance(p, to) <= radius + near + cell && !barrier.touches(p, to);
    let mut seen = vec![false; columns * rows];
    let mut open = VecDeque::from([at(from)]);
    seen[at(from).1 * columns + at(from).0] = true;
    while let Some((column, row)) = open.pop_front() {
        let here = center((column, row));
        if is_there(here) {
            return Some(true);
        }
        let neighbors = [
            (column + 1 < columns).then_some((column + 1, row)),
            (row + 1 < rows).then_some((column, row + 1)),
            column.checked_sub(1).map(|column| (column, row)),
            row.checked_sub(1).map(|row| (column, row)),
        ];
        for next in neighbors.into_iter().flatten() {
            let index = next.1 * columns + next.0;
            if !seen[index] && barrier.clearance(here, center(next), room).is_none() {
                seen[index] = true;
                open.push_back(next);
            }
        }
    }
    Some(false)
}

/// Whether an agent that moves by cells can get to the cell of `to`. A step to a neighbor may also
/// be diagonal.
fn reaches_by_cells(
    scene: &Scene,
    from: DVec2,
    to: DVec2,
    is_wall: &dyn Fn(&Wall) -> bool,
) -> Option<bool> {
    let grid = scene.cells.grid();
    let mut blocked: BTreeSet<Cell> = scene.cells.blocked.iter().copied().collect();
    let walls = scene
        .walls
        .iter()
        .filter(|wall| wall.blocks_motion && is_wall(wall));
    let mut crossed = Vec::new();
    for edge in walls.flat_map(|wall| wall.edges().collect::<Vec<_>>()) {
        add_crossed_cells(&edge, grid.size(), &mut crossed);
    }
    blocked.extend(crossed);
    let (start, goal) = (grid.cell_at(from), grid.cell_at(to));
    if blocked.contains(&goal) || blocked.contains(&start) {
        return None;
    }
    let cells = blocked.iter().chain([&start, &goal]);
    let (low, high) = cells.fold((start, start), |(low, high), cell| {
        (
            Cell::new(low.column.min(cell.column), low.row.min(cell.row)),
            Cell::new(high.column.max(cell.column), high.row.max(cell.row)),
        )
    });
    let span = |low: i32, high: i32| f64::from(high) - f64::from(low) + 3.0;
    if span(low.column, high.column) * span(low.row, high.row) > MAX_CELLS {
        return None;
    }
    let mut seen = BTreeSet::from([start]);
    let mut open = VecDeque::from([start]);
    while let Some(cell) = open.pop_front() {
        if cell == goal {
            return Some(true);
        }
        for column in cell.column.saturating_sub(1)..=cell.column.saturating_add(1) {
            for row in cell.row.saturating_sub(1)..=cell.row.saturating_add(1) {
                let next = Cell::new(column, row);
                // One ring of cells around everything is free.
                let is_near = (low.column.saturating_sub(1)..=high.column.saturating_add(1))
                    .contains(&column)
                    && (low.row.saturating_sub(1)..=high.row.saturating_add(1)).contains(&row);
                if is_near && !blocked.contains(&next) && seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
    }
    Some(false)
}
