//! Cut, copy and paste: what is copied is a scene of its own, as text, so that it passes from one running editor to another.
//!
//! The text is a scene file with another `format`, and one field more: `selected`, which tells what was copied from what only
//! comes along because an agent refers to it.

use crate::bounds::within_reach;
use crate::naming::free_name;
use crate::outline;
use crate::outline::Flag;
use crate::transform::{Transform, TransformSnapshot};
use crate::{Item, Selection, grouping};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use steerwright_format::{self as format, MAX_FILE_BYTES};
use steerwright_runtime::scene::outliner::groups_around;
use steerwright_runtime::scene::{
    Agent, AgentId, Group, GroupId, Marker, MarkerId, OutlinerProps, PathId, PatrolPath, Preset,
    PresetId, Scene, Target,
};

/// The value of the `format` field of what is copied.
const TAG: &str = "steerwright-clipboard";
const SELECTED: &str = "selected";

/// What was copied itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Chosen {
    presets: Vec<PresetId>,
    paths: Vec<PathId>,
    markers: Vec<MarkerId>,
    agents: Vec<AgentId>,
}

impl Chosen {
    fn is_empty(&self) -> bool {
        self.presets.is_empty()
            && self.paths.is_empty()
            && self.markers.is_empty()
            && self.agents.is_empty()
    }
}

/// Why a text cannot be pasted.
#[derive(Debug, thiserror::Error)]
pub enum PasteError {
    /// Nothing of ours.
    #[error("what was copied last is not from Steerwright; select something and copy it first")]
    Foreign,
    /// Ours once, but damaged.
    #[error("what was copied cannot be read: {0}; copy it once more")]
    Broken(String),
}

/// What was copied, or can be pasted.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    scene: Scene,
    chosen: Chosen,
}

impl Clip {
    /// Copies the selected things, and with agents what they need: their presets, paths, markers and leaders. Selected nodes of
    /// a path that is not selected itself become a path. None if nothing is selected.
    pub fn of(scene: &Scene, selection: &Selection) -> Option<Self> {
        gather(scene, selection)
    }

    /// What was copied, as text.
    pub fn text(&self) -> Option<String> {
        let mut file: Value = serde_json::from_str(&format::write_scene(&self.scene).ok()?).ok()?;
        let fields = file.as_object_mut()?;
        fields.insert("format".into(), TAG.into());
        fields.insert(SELECTED.into(), serde_json::to_value(&self.chosen).ok()?);
        Some(format::pretty(&file))
    }

    /// Reads what was copied; a whole scene file will do as well.
    ///
    /// # Errors
    /// [`PasteError`] for a text that is nothing of ours or damaged.
    pub fn read(text: &str) -> Result<Self, PasteError> {
        read(text)
    }

    /// The middle of what was copied; none if it has no place.
    pub fn middle(&self) -> Option<DVec2> {
        let paths = self.chosen.paths.iter().map(|&id| Item::Path(id));
        let markers = self.chosen.markers.iter().map(|&id| Item::Marker(id));
        let agents = self.chosen.agents.iter().map(|&id| Item::Agent(id));
        let chosen = Selection::of(paths.chain(markers).chain(agents));
        TransformSnapshot::of(&self.scene, &chosen, &[])
            .bounds()
            .map(|(min, max)| (min + max) / 2.0)
    }
}

fn gather(scene: &Scene, selection: &Selection) -> Option<Clip> {
    let mut clip = Scene {
        name: "Copied".into(),
        unit: scene.unit.clone(),
        ..Scene::default()
    };
    let mut chosen = Chosen::default();
    let mut agents: Vec<Agent> = selection
        .agents()
        .filter_map(|id| scene.agent(id).cloned())
        .collect();
    chosen.agents = agents.iter().map(|agent| agent.id).collect();
    gather_leaders(scene, &mut agents);
    for path in &scene.paths {
        let walked = agents.iter().any(|agent| agent.path == Some(path.id));
        if selection.contains(Item::Path(path.id)) {
            chosen.paths.push(path.id);
            clip.paths.push(Arc::clone(path));
        } else if selection.has_nodes_of(path.id) {
            chosen.paths.push(path.id);
            let mut part = PatrolPath::clone(path);
            part.nodes
                .retain(|node| selection.contains(Item::Node(path.id, node.id)));
            clip.paths.push(Arc::new(part));
        } else if walked {
            clip.paths.push(Arc::clone(path));
        }
    }
    let aims = |id: MarkerId| {
        agents
            .iter()
            .any(|agent| [agent.target, agent.danger].contains(&Some(Target::Marker(id))))
    };
    let is_chosen = |marker: &&Marker| selection.contains(Item::Marker(marker.id));
    chosen.markers = scene
        .markers
        .iter()
        .filter(is_chosen)
        .map(|marker| marker.id)
        .collect();
    let markers = scene
        .markers
        .iter()
        .filter(|marker| is_chosen(marker) || aims(marker.id));
    clip.markers = Arc::new(markers.cloned().collect());
    for preset in &scene.presets {
        let is_chosen = selection.contains(Item::Preset(preset.id));
        chosen.presets.extend(is_chosen.then_some(preset.id));
        if is_chosen || agents.iter().any(|agent| agent.preset == preset.id) {
            clip.presets.push(Arc::clone(preset));
        }
    }
    clip.agents = Arc::new(agents);
    clip.groups = Arc::clone(&scene.groups);
    make_plain(&mut clip);
    (!chosen.is_empty()).then_some(Clip {
        scene: clip,
        chosen,
    })
}

/// What is pasted is seen and can be taken at once: nothing in a clip is hidden or locked, and its groups are those of its things.
fn make_plain(clip: &mut Scene) {
    outline::clear_flag(clip, Flag::Hidden);
    outline::clear_flag(clip, Flag::Locked);
    grouping::drop_empty_groups(clip);
}

/// Adds those that the agents follow or go for, and whom these follow in turn.
fn gather_leaders(scene: &Scene, agents: &mut Vec<Agent>) {
    let mut next = 0;
    while next < agents.len() {
        let agent = &agents[next];
        let agent_of = |target: Option<Target>| match target {
            Some(Target::Agent(id)) => Some(id),
            _ => None,
        };
        let needed = [agent.leader, agent_of(agent.target), agent_of(agent.danger)];
        for id in needed.into_iter().flatten() {
            if !agents.iter().any(|agent| agent.id == id) {
                agents.extend(scene.agent(id).cloned());
            }
        }
        next += 1;
    }
}

fn read(text: &str) -> Result<Clip, PasteError> {
    if text.len() as u64 > MAX_FILE_BYTES {
        return Err(PasteError::Foreign);
    }
    let Ok(mut file) = serde_json::from_str::<Value>(text) else {
        // What was ours and has lost its end is told from what never was.
        return Err(if text.contains(TAG) {
            PasteError::Broken("its text is cut off".into())
        } else {
            PasteError::Foreign
        });
    };
    let tag = file
        .get("format")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let (ours, whole) = (tag == TAG, tag == format::FileKind::Scene.tag());
    let fields = file
        .as_object_mut()
        .filter(|_| ours || whole)
        .ok_or(PasteError::Foreign)?;
    fields.insert("format".into(), format::FileKind::Scene.tag().into());
    let chosen = fields.shift_remove(SELECTED);
    let broken = |error: &dyn std::fmt::Display| PasteError::Broken(error.to_string());
    let mut scene = format::read_scene(&file.to_string())
        .map_err(|fault| broken(&fault))?
        .value;
    make_plain(&mut scene);
    let chosen = match chosen {
        Some(chosen) if ours => serde_json::from_value(chosen).map_err(|error| broken(&error))?,
        _ => Chosen {
            presets: vec![],
            paths: scene.paths.iter().map(|path| path.id).collect(),
            markers: scene.markers.iter().map(|marker| marker.id).collect(),
            agents: scene.agents.iter().map(|agent| agent.id).collect(),
        },
    };
    Ok(Clip { scene, chosen })
}

/// Puts copies of what was copied into a scene, each under an id of its own, moved `by` a distance, and returns them. What only
/// came along is taken from the scene, if it has the same.
pub fn paste(scene: &mut Scene, clip: &Clip, by: DVec2) -> Vec<Item> {
    let mut ids = Renewed::default();
    place_groups(scene, clip, &mut ids);
    let mut pasted = Vec::new();
    for preset in &clip.scene.presets {
        let wanted = clip.chosen.presets.contains(&preset.id);
        let id = place_preset(scene, preset, wanted);
        ids.presets.push((preset.id, id));
        pasted.extend(wanted.then_some(Item::Preset(id)));
    }
    for path in &clip.scene.paths {
        let wanted = clip.chosen.paths.contains(&path.id);
        let path = PatrolPath {
            outline: ids.place(path.outline),
            ..PatrolPath::clone(path)
        };
        let id = place_path(scene, &path, wanted, by);
        ids.paths.push((path.id, id));
        pasted.extend(wanted.then_some(Item::Path(id)));
    }
    for marker in clip.scene.markers.iter() {
        let wanted = clip.chosen.markers.contains(&marker.id);
        let marker = Marker {
            outline: ids.place(marker.outline),
            ..marker.clone()
        };
        let id = place_marker(scene, &marker, wanted, by);
        ids.markers.push((marker.id, id));
        pasted.extend(wanted.then_some(Item::Marker(id)));
    }
    place_agents(scene, clip, by, &mut ids);
    pasted.extend(
        clip.chosen
            .agents
            .iter()
            .filter_map(|&old| ids.agent(old))
            .map(Item::Agent),
    );
    grouping::drop_empty_groups(scene);
    pasted
}

/// The new ids of what was pasted, by the old ones.
#[derive(Default)]
struct Renewed {
    groups: Vec<(GroupId, GroupId)>,
    presets: Vec<(PresetId, PresetId)>,
    paths: Vec<(PathId, PathId)>,
    markers: Vec<(MarkerId, MarkerId)>,
    agents: Vec<(AgentId, AgentId)>,
}

fn renewed<I: PartialEq + Copy>(ids: &[(I, I)], old: I) -> Option<I> {
    ids.iter()
        .find(|(before, _)| *before == old)
        .map(|(_, new)| *new)
}

impl Renewed {
    fn agent(&self, old: AgentId) -> Option<AgentId> {
        renewed(&self.agents, old)
    }

    /// The place here of what had this one where it was copied.
    fn place(&self, old: OutlinerProps) -> OutlinerProps {
        OutlinerProps {
            group: old.group.and_then(|id| renewed(&self.groups, id)),
            ..OutlinerProps::default()
        }
    }

    fn target(&self, target: Option<Target>) -> Option<Target> {
        match target? {
            Target::Marker(id) => renewed(&self.markers, id).map(Target::Marker),
            Target::Agent(id) => self.agent(id).map(Target::Agent),
            Target::Pointer => Some(Target::Pointer),
        }
    }
}

/// Finds the groups of a clip again, or makes them, the outer ones first.
fn place_groups(scene: &mut Scene, clip: &Clip, ids: &mut Renewed) {
    let mut groups: Vec<&Group> = clip.scene.groups.iter().collect();
    groups.sort_by_key(|group| groups_around(&clip.scene, group.parent).count());
    for group in groups {
        let parent = group.parent.map(|parent| renewed(&ids.groups, parent));
        // What is in a group that has no place here has none either.
        if parent != Some(None) {
            ids.groups
                .extend(place_group(scene, group, parent.flatten()).map(|id| (group.id, id)));
        }
    }
}

/// The group of that name in `parent`, or a new one; none if it is hidden or locked, and what is pasted with it would be, too.
fn place_group(scene: &mut Scene, group: &Group, parent: Option<GroupId>) -> Option<GroupId> {
    let same = || {
        scene
            .groups
            .iter()
            .filter(|own| own.name == group.name && own.parent == parent)
    };
    if same().next().is_some() {
        // Of several, the very one it was copied from.
        let open = same().filter(|own| !own.hidden && !own.locked);
        return open.min_by_key(|own| own.id != group.id).map(|own| own.id);
    }
    let id = scene.next_group_id();
    Arc::make_mut(&mut scene.groups).push(Group {
        id,
        parent,
        ..group.clone()
    });
    Some(id)
}

fn place_preset(scene: &mut Scene, preset: &Preset, wanted: bool) -> PresetId {
    let same = scene.presets.iter().find(|own| {
        Preset {
            id: preset.id,
            ..Preset::clone(own)
        } == *preset
    });
    match same.filter(|_| !wanted) {
        Some(own) => own.id,
        None => crate::edit::add_preset(scene, preset.clone()),
    }
}

fn place_path(scene: &mut Scene, path: &PatrolPath, wanted: bool, by: DVec2) -> PathId {
    let same = scene.paths.iter().find(|own| {
        PatrolPath {
            id: path.id,
            outline: path.outline,
            ..PatrolPath::clone(own)
        } == *path
    });
    if let Some(own) = same.filter(|_| !wanted) {
        return own.id;
    }
    let id = scene.next_path_id();
    let name = free_name(
        &path.name,
        scene.paths.iter().map(|path| path.name.as_str()),
    );
    scene.paths.push(Arc::new(PatrolPath {
        id,
        name,
        ..path.clone()
    }));
    move_by(scene, Item::Path(id), by);
    id
}

fn place_marker(scene: &mut Scene, marker: &Marker, wanted: bool, by: DVec2) -> MarkerId {
    let same = scene.markers.iter().find(|own| {
        Marker {
            id: marker.id,
            outline: marker.outline,
            ..Marker::clone(own)
        } == *marker
    });
    if let Some(own) = same.filter(|_| !wanted) {
        return own.id;
    }
    let id = scene.next_marker_id();
    let name = free_name(
        &marker.name,
        scene.markers.iter().map(|marker| marker.name.as_str()),
    );
    Arc::make_mut(&mut scene.markers).push(Marker {
        id,
        name,
        ..marker.clone()
    });
    move_by(scene, Item::Marker(id), by);
    id
}

/// First all the agents, then whom they follow: they may follow each other.
fn place_agents(scene: &mut Scene, clip: &Clip, by: DVec2, ids: &mut Renewed) {
    let mut added = Vec::new();
    for agent in clip.scene.agents.iter() {
        let wanted = clip.chosen.agents.contains(&agent.id);
        // Bound to the same things under their ids here, an agent that only came along may be here already.
        let path = agent.path.and_then(|id| renewed(&ids.paths, id));
        let here = Agent {
            path,
            outline: ids.place(agent.outline),
            ..agent.clone()
        };
        let same = scene.agents.iter().find(|own| {
            let alike =
                (own.x, own.y, &own.name, own.path) == (here.x, here.y, &here.name, here.path);
            alike && renewed(&ids.presets, agent.preset) == Some(own.preset)
        });
        if let Some(own) = same.filter(|_| !wanted) {
            ids.agents.push((agent.id, own.id));
            continue;
        }
        let Some(preset) = renewed(&ids.presets, agent.preset) else {
            continue;
        };
        let id = scene.next_agent_id();
        let name = free_name(
            &agent.name,
            scene.agents.iter().map(|agent| agent.name.as_str()),
        );
        Arc::make_mut(&mut scene.agents).push(Agent {
            id,
            name,
            preset,
            leader: None,
            target: None,
            danger: None,
            ..here
        });
        move_by(scene, Item::Agent(id), by);
        ids.agents.push((agent.id, id));
        added.push((id, agent));
    }
    for (id, old) in added {
        let (leader, target, danger) = (
            old.leader.and_then(|id| ids.agent(id)),
            ids.target(old.target),
            ids.target(old.danger),
        );
        if let Some(agent) = scene.agent_mut(id) {
            (agent.leader, agent.target, agent.danger) = (leader, target, danger);
        }
    }
}

fn move_by(scene: &mut Scene, item: Item, by: DVec2) {
    // Even where nothing moves, no place may lie further out than a file holds.
    TransformSnapshot::one(scene, item, &[]).apply(scene, &Transform::Move(within_reach(by)));
}
