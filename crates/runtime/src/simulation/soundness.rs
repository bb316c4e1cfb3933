//! Whether a scene that a game has edited can be run: ids are unique, references lead somewhere, places are numbers.

use crate::scene::{AgentId, MAX_COORDINATE, MarkerId, PathId, PresetId, Scene, Target};
use crate::simulation::error::WorldError;
use glam::DVec2;
use std::collections::BTreeSet;

/// `position`, if both coordinates are in range.
pub(super) fn checked_position(position: DVec2) -> Result<DVec2, WorldError> {
    let in_range = |x: f64| (-MAX_COORDINATE..=MAX_COORDINATE).contains(&x);
    if in_range(position.x) && in_range(position.y) {
        Ok(position)
    } else {
        Err(WorldError::Coordinate)
    }
}

/// The first reason why `scene` cannot be run.
pub(super) fn check(scene: &Scene) -> Result<(), WorldError> {
    if !(1.0..=1000.0).contains(&scene.ticks_per_second) {
        return Err(WorldError::TickRate);
    }
    checked_position(scene.pointer)?;
    for marker in scene.markers.iter() {
        checked_position(marker.position)?;
    }
    for path in &scene.paths {
        for node in &path.nodes {
            checked_position(node.position)?;
        }
    }
    let presets: BTreeSet<PresetId> = scene.presets.iter().map(|preset| preset.id).collect();
    let paths: BTreeSet<PathId> = scene.paths.iter().map(|path| path.id).collect();
    let markers: BTreeSet<MarkerId> = scene.markers.iter().map(|marker| marker.id).collect();
    let mut agents: BTreeSet<AgentId> = BTreeSet::new();
    for agent in scene.agents.iter() {
        if !agents.insert(agent.id) {
            return Err(WorldError::Taken(agent.id));
        }
    }
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
