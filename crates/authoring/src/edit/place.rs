//! Placing agents and markers, and binding agents to nearby items.

use crate::Session;
use crate::edit;
use crate::edit::naming;
use crate::sample;
use glam::DVec2;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_runtime::geometry::{Cell, vector};
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, PathId, Preset, PresetId, Role, Scene,
    Target,
};

/// Adds an agent at `position` and binds it to the nearest item for each role of its preset.
pub fn add_agent(scene: &mut Scene, preset: PresetId, position: DVec2) -> Option<AgentId> {
    let base = scene.preset(preset)?.name.clone();
    let id = scene.next_agent_id();
    let name = naming::free_name(&base, scene.agents.iter().map(|agent| agent.name.as_str()));
    let mut agent = Agent::at(id, name, preset, position);
    bind_missing(scene, &mut agent);
    Arc::make_mut(&mut scene.agents).push(agent);
    Some(id)
}

/// Adds an agent that follows `path`, starting at its first node.
pub fn add_agent_on_path(scene: &mut Scene, path: PathId, preset: PresetId) -> Option<AgentId> {
    let start = scene.path(path)?.nodes.first()?.position;
    let id = add_agent(scene, preset, start)?;
    scene.agent_mut(id)?.path = Some(path);
    Some(id)
}

/// The built-in preset for agents on new paths.
const PATH_PRESET: &str = "Guard";

/// The preset of the scene that the next agent gets. `None` if a built-in one would be added.
pub fn next_preset(session: &Session) -> Option<&Preset> {
    let chosen = session.agent_preset.and_then(|id| session.scene.preset(id));
    chosen.or_else(|| {
        let mut presets = session.scene.presets.iter().map(Arc::as_ref);
        presets.find(|preset| preset.roles().contains(&Role::Path))
    })
}

/// The preset for agents on paths: the preferred one if it follows paths, otherwise the first one
/// that does, or a built-in one that is added.
pub fn path_preset(scene: &mut Scene, preferred: Option<PresetId>) -> PresetId {
    let follows_paths = |preset: &Preset| preset.roles().contains(&Role::Path);
    let preferred = preferred.and_then(|id| scene.preset(id));
    if let Some(preset) = preferred.filter(|preset| follows_paths(preset)) {
        return preset.id;
    }
    if let Some(preset) = scene.presets.iter().find(|preset| follows_paths(preset)) {
        return preset.id;
    }
    let guard = sample::agents()
        .into_iter()
        .find(|preset| preset.name == PATH_PRESET);
    edit::add_preset(
        scene,
        guard.unwrap_or_else(|| {
            Preset::steered(
                PresetId(0),
                "Guard",
                [Behavior::FollowPath(Default::default())],
            )
        }),
    )
}

/// Binds the unbound roles of an agent's preset to the nearest matching items, otherwise to the
/// pointer.
pub fn bind_missing(scene: &Scene, agent: &mut Agent) {
    let Some(preset) = scene.preset(agent.preset) else {
        return;
    };
    for role in preset.roles() {
        match role {
            Role::Path if agent.path.is_none() => agent.path = nearest_path(scene, agent.position),
            Role::Target if agent.target.is_none() => {
                agent.target = Some(nearest_marker(scene, agent.position, MarkerKind::Target))
            }
            Role::Danger if agent.danger.is_none() => {
                agent.danger = Some(nearest_marker(scene, agent.position, MarkerKind::Danger))
            }
            Role::Leader if agent.leader.is_none() => agent.leader = nearest_leader(scene, agent),
            Role::Path | Role::Target | Role::Danger | Role::Leader => {}
        }
    }
}

fn nearest<T>(from: DVec2, candidates: impl Iterator<Item = (T, DVec2)>) -> Option<T> {
    let measured = candidates.map(|(candidate, p)| (candidate, vector::distance(from, p)));
    measured
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(candidate, _)| candidate)
}

fn nearest_path(scene: &Scene, from: DVec2) -> Option<PathId> {
    nearest(
        from,
        scene
            .paths
            .iter()
            .flat_map(|path| path.nodes.iter().map(|node| (path.id, node.position))),
    )
}

fn nearest_marker(scene: &Scene, from: DVec2, kind: MarkerKind) -> Target {
    let markers = scene.markers.iter().filter(|marker| marker.kind == kind);
    nearest(from, markers.map(|marker| (marker.id, marker.position)))
        .map_or(Target::Pointer, Target::Marker)
}

/// The nearest agent without a leader.
fn nearest_leader(scene: &Scene, follower: &Agent) -> Option<AgentId> {
    let leads = |agent: &&Agent| {
        agent.id != follower.id && agent.leader.is_none() && agent.preset != follower.preset
    };
    nearest(
        follower.position,
        scene
            .agents
            .iter()
            .filter(leads)
            .map(|agent| (agent.id, agent.position)),
    )
}

/// Adds a marker and returns its id.
pub fn add_marker(scene: &mut Scene, kind: MarkerKind, position: DVec2) -> MarkerId {
    let id = scene.next_marker_id();
    let base = match kind {
        MarkerKind::Target => "Target",
        MarkerKind::Danger => "Danger",
    };
    let name = naming::free_name(
        base,
        scene.markers.iter().map(|marker| marker.name.as_str()),
    );
    Arc::make_mut(&mut scene.markers).push(Marker::at(id, name, kind, position));
    id
}

/// The cell under `position`.
pub fn cell_at(scene: &Scene, position: DVec2) -> Cell {
    scene.cells.grid().cell_at(position)
}

/// Blocks or unblocks cells. Cells stay sorted so that saved files stay stable.
pub fn set_blocked(scene: &mut Scene, cells: impl IntoIterator<Item = Cell>, blocked: bool) {
    let mut all: BTreeSet<Cell> = scene.cells.blocked.iter().copied().collect();
    let mut changed = false;
    for cell in cells {
        changed |= if blocked {
            all.insert(cell)
        } else {
            all.remove(&cell)
        };
    }
    if changed {
        Arc::make_mut(&mut scene.cells).blocked = all.into_iter().collect();
    }
}
