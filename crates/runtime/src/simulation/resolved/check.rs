//! Checks a scene that a game has edited: ids are unique, references lead to something, and
//! coordinates are in range.

use crate::level::crossed_cells::first_beyond_limit;
use crate::scene::{
    AgentId, LookAt, MAX_COORDINATE, Motion, NodeAction, Preset, Scene, SpawnPlace, Target,
};
use crate::simulation::error::WorldError;
use glam::DVec2;
use std::collections::BTreeSet;
use std::sync::Arc;

/// `position`, if both coordinates are in range.
pub(crate) fn checked_position(position: DVec2) -> Result<DVec2, WorldError> {
    let in_range = |x: f64| (-MAX_COORDINATE..=MAX_COORDINATE).contains(&x);
    if in_range(position.x) && in_range(position.y) {
        Ok(position)
    } else {
        Err(WorldError::Coordinate)
    }
}

/// Whether an agent with this preset has a finite state: the numbers that all forces are multiplied
/// with or limited by.
pub(crate) fn check_preset(preset: &Preset) -> Result<(), WorldError> {
    let body = &preset.body;
    let above_zero = |x: f64| x > 0.0 && x < f64::INFINITY;
    let not_negative = |x: f64| (0.0..f64::INFINITY).contains(&x);
    let weights_are_finite = match &preset.motion {
        Motion::Steered(steered) => steered
            .behaviors
            .iter()
            .all(|weighted| weighted.weight.is_finite()),
        Motion::GridChase(_) => true,
    };
    let is_valid = above_zero(body.mass)
        && above_zero(body.time_to_target)
        && not_negative(body.max_speed)
        && not_negative(body.max_force)
        && weights_are_finite;
    is_valid.then_some(()).ok_or(WorldError::Limits(preset.id))
}

/// The first reason why `scene` cannot be run. What it shares with `valid`, a scene that can be
/// run, is not looked into.
pub(crate) fn check(scene: &Scene, valid: Option<&Scene>) -> Result<(), WorldError> {
    if !(1.0..=1000.0).contains(&scene.ticks_per_second) {
        return Err(WorldError::TickRate);
    }
    if !(1e-3..=1e6).contains(&scene.cells.size) {
        return Err(WorldError::CellSize);
    }
    checked_position(scene.pointer)?;
    let same_markers = valid.is_some_and(|valid| Arc::ptr_eq(&valid.markers, &scene.markers));
    if !same_markers {
        for marker in scene.markers.iter() {
            checked_position(marker.position)?;
        }
    }
    for path in changed(&scene.paths, valid.map(|valid| &valid.paths)) {
        for node in &path.nodes {
            checked_position(node.position)?;
        }
    }
    for wall in changed(&scene.walls, valid.map(|valid| &valid.walls)) {
        for node in &wall.nodes {
            checked_position(node.position)?;
        }
    }
    let same_cells_are_crossed = valid.is_some_and(|valid| {
        scene.cells.size == valid.cells.size
            && scene.walls.len() <= valid.walls.len()
            && changed(&scene.walls, Some(&valid.walls)).next().is_none()
    });
    if !same_cells_are_crossed
        && first_beyond_limit(&scene.walls, scene.cells.grid_size()).is_some()
    {
        return Err(WorldError::CrossedCells);
    }
    if !valid.is_some_and(|valid| have_same_ids(&scene.walls, &valid.walls, |wall| wall.id)) {
        unique(
            scene.walls.iter().map(|wall| wall.id),
            WorldError::TakenWall,
        )?;
    }
    let same_references = valid.is_some_and(|valid| {
        same_markers
            && Arc::ptr_eq(&scene.agents, &valid.agents)
            && have_same_ids(&scene.presets, &valid.presets, |preset| preset.id)
            && have_same_ids(&scene.paths, &valid.paths, |path| path.id)
    });
    if !same_references {
        check_references(scene)?;
    }
    for spawner in changed(&scene.spawners, valid.map(|valid| &valid.spawners)) {
        let corners = match spawner.place {
            SpawnPlace::Point(point) => [point, point],
            SpawnPlace::Edge(edge) => [edge.from, edge.to],
            SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => [DVec2::ZERO; 2],
        };
        checked_position(corners[0]).and(checked_position(corners[1]))?;
        if let Some(scatter) = spawner.scatter {
            checked_position(DVec2::new(scatter.min, scatter.max))?;
        }
    }
    for preset in changed(&scene.presets, valid.map(|valid| &valid.presets)) {
        check_preset(preset)?;
    }
    let same_paths = valid.is_some_and(|valid| are_shared(&scene.paths, &valid.paths));
    let same_walls = valid.is_some_and(|valid| are_shared(&scene.walls, &valid.walls));
    if same_paths && same_walls && same_markers {
        return Ok(());
    }
    check_scripts(scene)
}

fn are_shared<T>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
}

/// Checks what the actions and junctions of paths refer to.
fn check_scripts(scene: &Scene) -> Result<(), WorldError> {
    for node in scene.paths.iter().flat_map(|path| &path.nodes) {
        let along = node.along().iter().map(|along| &along.action);
        for action in node.actions().iter().chain(along) {
            match action {
                NodeAction::SetWall { wall: id, .. } => {
                    let wall = scene.wall(*id).ok_or(WorldError::Wall(*id))?;
                    wall.open.ok_or(WorldError::NotADoor(*id))?;
                }
                NodeAction::Look {
                    at: LookAt::Marker { id },
                    ..
                } => {
                    scene.marker(*id).ok_or(WorldError::Marker(*id))?;
                }
                NodeAction::Look { .. }
                | NodeAction::Wait { .. }
                | NodeAction::Sweep { .. }
                | NodeAction::Speed { .. }
                | NodeAction::Emit { .. }
                | NodeAction::Meet { .. } => {}
            }
        }
        for next in node.next() {
            let path = scene.path(next.path).ok_or(WorldError::Path(next.path))?;
            path.index_of(next.node)
                .ok_or(WorldError::Node(next.path, next.node))?;
        }
    }
    Ok(())
}

/// The items that are not shared with the same place of a list that is valid.
fn changed<'a, T>(
    items: &'a [Arc<T>],
    valid: Option<&'a Vec<Arc<T>>>,
) -> impl Iterator<Item = &'a Arc<T>> {
    items.iter().enumerate().filter_map(move |(at, item)| {
        let known = valid.and_then(|valid| valid.get(at));
        (!known.is_some_and(|known| Arc::ptr_eq(item, known))).then_some(item)
    })
}

fn have_same_ids<T, I: PartialEq>(a: &[Arc<T>], b: &[Arc<T>], id: impl Fn(&T) -> I) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|(a, b)| Arc::ptr_eq(a, b) || id(a) == id(b))
}

/// Checks ids, and the agents with what they refer to.
fn check_references(scene: &Scene) -> Result<(), WorldError> {
    let presets = unique(
        scene.presets.iter().map(|preset| preset.id),
        WorldError::TakenPreset,
    )?;
    let paths = unique(
        scene.paths.iter().map(|path| path.id),
        WorldError::TakenPath,
    )?;
    let markers = unique(
        scene.markers.iter().map(|marker| marker.id),
        WorldError::TakenMarker,
    )?;
    let agents = unique(scene.agents.iter().map(|agent| agent.id), WorldError::Taken)?;
    let find_agent = |id: AgentId| {
        agents
            .contains(&id)
            .then_some(())
            .ok_or(WorldError::Agent(id))
    };
    for agent in scene.agents.iter() {
        checked_position(agent.position)?;
        checked_position(agent.velocity)?;
        if let Some(scatter) = agent.scatter {
            checked_position(DVec2::new(scatter.min, scatter.max))?;
        }
        if !presets.contains(&agent.preset) {
            return Err(WorldError::Preset(agent.preset));
        }
        if let Some(path) = agent.path.filter(|path| !paths.contains(path)) {
            return Err(WorldError::Path(path));
        }
        agent.leader.map_or(Ok(()), find_agent)?;
        for target in [agent.target, agent.danger].into_iter().flatten() {
            match target {
                Target::Marker(id) if !markers.contains(&id) => {
                    return Err(WorldError::Marker(id));
                }
                Target::Agent(id) => find_agent(id)?,
                Target::Marker(_) | Target::Pointer => {}
            }
        }
    }
    Ok(())
}

/// The ids, if no two items have the same one.
fn unique<I: Ord + Copy>(
    ids: impl Iterator<Item = I>,
    taken: fn(I) -> WorldError,
) -> Result<BTreeSet<I>, WorldError> {
    let mut known = BTreeSet::new();
    for id in ids {
        if !known.insert(id) {
            return Err(taken(id));
        }
    }
    Ok(known)
}
