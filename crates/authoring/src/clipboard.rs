//! Cut, copy and paste. The clipboard holds a scene as text, so items can be pasted into another
//! running editor.
//!
//! The text is a scene file with another `format` value and one more field: `selected` tells the
//! copied items from those that are included only because an agent refers to them.

mod paste;
mod referenced;

pub use paste::paste;

use crate::bounds::Bounds;
use referenced::Referenced;

use crate::outline;
use crate::outline::Flag;
use crate::outline::grouping;
use crate::transform::TransformSnapshot;
use crate::{Item, Line, Selection, properties};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_format::references::{self, ItemId};
use steerwright_format::{self as format, MAX_FILE_BYTES, dangling};
use steerwright_runtime::scene::{
    Agent, AgentId, AreaId, ContactId, Marker, MarkerId, PathId, PatrolPath, PictureId, PresetId,
    ReferenceKind, Scene, SpawnPlace, Spawner, SpawnerId, Target, Wall, WallId,
};

/// The value of the `format` field.
const TAG: &str = "steerwright-clipboard";
const SELECTED: &str = "selected";

/// The ids of the copied items, without the items that they refer to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct CopiedIds {
    presets: Vec<PresetId>,
    paths: Vec<PathId>,
    markers: Vec<MarkerId>,
    agents: Vec<AgentId>,
    walls: Vec<WallId>,
    pictures: Vec<PictureId>,
    areas: Vec<AreaId>,
    spawners: Vec<SpawnerId>,
    contacts: Vec<ContactId>,
}

impl CopiedIds {
    fn is_empty(&self) -> bool {
        self.presets.is_empty()
            && self.paths.is_empty()
            && self.markers.is_empty()
            && self.agents.is_empty()
            && self.walls.is_empty()
            && self.pictures.is_empty()
            && self.areas.is_empty()
            && self.spawners.is_empty()
            && self.contacts.is_empty()
    }
}

/// What a clip has beside its scene. The name of the second field is [`SELECTED`].
#[derive(Deserialize)]
struct Header {
    #[serde(default)]
    format: String,
    selected: Option<CopiedIds>,
}

/// Why a text cannot be pasted.
#[derive(Debug, thiserror::Error)]
pub enum PasteError {
    /// Not a Steerwright clip.
    #[error("the clipboard does not contain Steerwright items; copy some items first")]
    Foreign,
    /// A Steerwright clip that is damaged.
    #[error("the copied items cannot be read: {0}; copy them again")]
    Corrupt(String),
}

/// Copied items.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    scene: Scene,
    copied: CopiedIds,
}

impl Clip {
    /// Copies the selected items. Presets, paths, markers and agents that copied agents, spawners
    /// and contact rules need are included. Selected nodes of a path that is not selected itself
    /// become a path. Returns `None` if nothing is selected.
    pub fn of(scene: &Scene, selection: &Selection) -> Option<Self> {
        copy(scene, selection)
    }

    /// The clip as clipboard text.
    pub fn text(&self) -> Option<String> {
        let mut file: Value = serde_json::from_str(&format::write_scene(&self.scene).ok()?).ok()?;
        let fields = file.as_object_mut()?;
        fields.insert("format".into(), TAG.into());
        fields.insert(SELECTED.into(), serde_json::to_value(&self.copied).ok()?);
        Some(format::pretty(&file))
    }

    /// Parses clipboard text. A whole scene file is accepted too.
    ///
    /// # Errors
    /// [`PasteError`] if the text is not from Steerwright or is damaged.
    pub fn read(text: &str) -> Result<Self, PasteError> {
        read(text)
    }

    /// The custom properties that get another name when the clip is pasted, because the scene has
    /// ones of another type with their names, and those that the scene cannot declare.
    pub fn adapted_properties(&self, scene: &Scene) -> properties::Adapted {
        properties::conflicts(scene, &self.scene)
    }

    /// The center of the copied items. `None` if they have no position.
    pub fn center(&self) -> Option<DVec2> {
        let paths = self.copied.paths.iter().map(|&id| Item::Path(id));
        let markers = self.copied.markers.iter().map(|&id| Item::Marker(id));
        let agents = self.copied.agents.iter().map(|&id| Item::Agent(id));
        let walls = self.copied.walls.iter().map(|&id| Item::Wall(id));
        let pictures = self.copied.pictures.iter().map(|&id| Item::Picture(id));
        let areas = self.copied.areas.iter().map(|&id| Item::Area(id));
        let spawners = self.copied.spawners.iter().map(|&id| Item::Spawner(id));
        let lines = paths.chain(walls).chain(areas).chain(spawners);
        let copied = Selection::of(lines.chain(markers).chain(agents).chain(pictures));
        TransformSnapshot::of(&self.scene, &copied, &[])
            .bounds()
            .map(Bounds::center)
    }
}

fn copy(scene: &Scene, selection: &Selection) -> Option<Clip> {
    let mut referenced = Referenced::default();
    loop {
        let clip = copy_with(scene, selection, &referenced)?;
        // What custom properties refer to has properties too.
        if !referenced.add_missing(scene, &clip.scene) {
            return Some(clip);
        }
    }
}

/// Copies the selected items, with the referenced ones.
fn copy_with(scene: &Scene, selection: &Selection, referenced: &Referenced) -> Option<Clip> {
    let mut clip = Scene {
        name: "Copied".into(),
        unit: scene.unit.clone(),
        ..Scene::default()
    };
    let mut copied = CopiedIds::default();
    let mut agents: Vec<Agent> = selection
        .agents()
        .filter_map(|id| scene.agent(id).cloned())
        .collect();
    copied.agents = agents.iter().map(|agent| agent.id).collect();
    referenced.extend_agents(scene, &mut agents);
    copy_spawners(scene, selection, &mut clip, &mut copied);
    let spawners = clip.spawners.clone();
    add_agents_of_spawners(scene, &spawners, &mut agents);
    add_referenced_agents(scene, &mut agents);
    let led_to = paths_led_to(scene, selection, &agents, &spawners);
    for path in &scene.paths {
        let is_used = agents.iter().any(|agent| agent.path == Some(path.id))
            || spawners.iter().any(|spawner| spawner.path == Some(path.id))
            || led_to.contains(&path.id)
            || referenced.has(ReferenceKind::Paths, path.id.0);
        if selection.contains(Item::Path(path.id)) {
            copied.paths.push(path.id);
            clip.paths.push(Arc::clone(path));
        } else if selection.has_nodes_of(path.id) {
            copied.paths.push(path.id);
            let mut part = PatrolPath::clone(path);
            part.nodes
                .retain(|node| selection.contains(Item::Node(Line::Path(path.id), node.id)));
            clip.paths.push(Arc::new(part));
        } else if is_used {
            clip.paths.push(Arc::clone(path));
        }
    }
    copy_walls(scene, selection, &mut clip, &mut copied);
    let is_targeted = |id: MarkerId| {
        agents
            .iter()
            .any(|agent| [agent.target, agent.danger].contains(&Some(Target::Marker(id))))
            || spawners.iter().any(|spawner| {
                spawner.names(Target::Marker(id)) || spawner.place == SpawnPlace::Marker(id)
            })
    };
    let is_copied = |marker: &&Marker| selection.contains(Item::Marker(marker.id));
    copied.markers = scene
        .markers
        .iter()
        .filter(is_copied)
        .map(|marker| marker.id)
        .collect();
    for preset in &scene.presets {
        let is_copied = selection.contains(Item::Preset(preset.id));
        copied.presets.extend(is_copied.then_some(preset.id));
        let of_rule =
            (clip.contacts.iter()).any(|rule| rule.first == preset.id || rule.second == preset.id);
        if is_copied
            || of_rule
            || referenced.has(ReferenceKind::Presets, preset.id.0)
            || agents.iter().any(|agent| agent.preset == preset.id)
            || spawners.iter().any(|spawner| spawner.preset == preset.id)
        {
            clip.presets.push(Arc::clone(preset));
        }
    }
    let of_paths = clip.paths.iter().flat_map(|path| references::of_path(path));
    let of_presets = clip
        .presets
        .iter()
        .flat_map(|preset| references::of_preset(preset));
    let used: BTreeSet<ItemId> = of_paths.chain(of_presets).collect();
    let is_referenced =
        |kind: ReferenceKind, id: u32| used.contains(&(kind, id)) || referenced.has(kind, id);
    let is_looked_at = |id: MarkerId| is_referenced(ReferenceKind::Markers, id.0);
    let markers = scene
        .markers
        .iter()
        .filter(|marker| is_copied(marker) || is_targeted(marker.id) || is_looked_at(marker.id));
    clip.markers = Arc::new(markers.cloned().collect());
    for wall in &scene.walls {
        let is_included = clip.walls.iter().any(|existing| existing.id == wall.id);
        if is_referenced(ReferenceKind::Walls, wall.id.0) && !is_included {
            clip.walls.push(Arc::clone(wall));
        }
    }
    clip.agents = Arc::new(agents);
    // Of a part of a path, junctions can lead to nodes that are not in it.
    dangling::remove_dangling(&mut clip);
    clip.declared_properties = referenced::declarations_for(scene, &clip);
    clip.editor = Arc::clone(&scene.editor);
    clip.editor_mut().exports.clear();
    clip.editor_mut().imports.clear();
    clip.editor_mut()
        .pictures
        .retain(|picture| selection.contains(Item::Picture(picture.id)));
    let pictures = clip.editor.pictures.iter();
    copied.pictures = pictures.map(|picture| picture.id).collect();
    copy_areas(scene, selection, &mut clip, &mut copied);
    clip.prune_editor_data();
    make_editable(&mut clip);
    (!copied.is_empty()).then_some(Clip {
        scene: clip,
        copied,
    })
}

/// The paths to which agents can go on from the paths that are copied, and from these on.
fn paths_led_to(
    scene: &Scene,
    selection: &Selection,
    agents: &[Agent],
    spawners: &[Arc<Spawner>],
) -> BTreeSet<PathId> {
    let has_items = |path: &&Arc<PatrolPath>| {
        selection.contains(Item::Path(path.id)) || selection.has_nodes_of(path.id)
    };
    let copied = scene.paths.iter().filter(has_items).map(|path| path.id);
    let agents = agents.iter().filter_map(|agent| agent.path);
    let spawners = spawners.iter().filter_map(|spawner| spawner.path);
    let mut open: Vec<PathId> = copied.chain(agents).chain(spawners).collect();
    let mut found: BTreeSet<PathId> = open.iter().copied().collect();
    while let Some(path) = open.pop().and_then(|id| scene.path(id)) {
        for (kind, id) in references::of_path(path) {
            if kind == ReferenceKind::Paths && found.insert(PathId(id)) {
                open.push(PathId(id));
            }
        }
    }
    found
}

fn copy_spawners(scene: &Scene, selection: &Selection, clip: &mut Scene, copied: &mut CopiedIds) {
    let is_copied = |spawner: &&Arc<Spawner>| selection.contains(Item::Spawner(spawner.id));
    clip.spawners = scene.spawners.iter().filter(is_copied).cloned().collect();
    copied.spawners = clip.spawners.iter().map(|spawner| spawner.id).collect();
    let contacts = scene.contacts.iter();
    clip.contacts = contacts
        .filter(|rule| selection.contains(Item::Contact(rule.id)))
        .cloned()
        .collect();
    copied.contacts = clip.contacts.iter().map(|rule| rule.id).collect();
}

/// Adds the agents to which spawners refer.
fn add_agents_of_spawners(scene: &Scene, spawners: &[Arc<Spawner>], agents: &mut Vec<Agent>) {
    for spawner in spawners {
        let leader = spawner.leader.map(Target::Agent);
        let named = [
            spawner.place_target(),
            spawner.target,
            spawner.danger,
            leader,
        ];
        for target in named.into_iter().flatten() {
            if let Target::Agent(id) = target
                && !agents.iter().any(|agent| agent.id == id)
            {
                agents.extend(scene.agent(id).cloned());
            }
        }
    }
}

/// Selected nodes of a wall that is not selected itself become a wall.
fn copy_walls(scene: &Scene, selection: &Selection, clip: &mut Scene, copied: &mut CopiedIds) {
    for wall in &scene.walls {
        if selection.contains(Item::Wall(wall.id)) {
            clip.walls.push(Arc::clone(wall));
        } else if selection.nodes_of(wall.id).len() > 1 {
            let mut part = Wall::clone(wall);
            part.nodes
                .retain(|node| selection.contains(Item::Node(Line::Wall(wall.id), node.id)));
            part.closed &= part.nodes.len() > 2;
            clip.walls.push(Arc::new(part));
        } else {
            continue;
        }
        copied.walls.push(wall.id);
    }
}

/// Selected corners of an area that is not selected itself become an area.
fn copy_areas(scene: &Scene, selection: &Selection, clip: &mut Scene, copied: &mut CopiedIds) {
    let mut areas = Vec::new();
    for area in &scene.editor.areas {
        let mut part = area.clone();
        if !selection.contains(Item::Area(area.id)) {
            part.nodes
                .retain(|node| selection.contains(Item::Node(Line::Area(area.id), node.id)));
            if part.nodes.len() < 3 {
                continue;
            }
        }
        copied.areas.push(area.id);
        areas.push(part);
    }
    clip.editor_mut().areas = areas;
}

/// Pasted items must be visible and editable: clears the hidden and locked flags and removes unused
/// groups.
fn make_editable(clip: &mut Scene) {
    outline::clear_flag(clip, Flag::Hidden);
    outline::clear_flag(clip, Flag::Locked);
    grouping::remove_empty_groups(clip);
}

/// Adds the agents that these agents follow or target, transitively.
fn add_referenced_agents(scene: &Scene, agents: &mut Vec<Agent>) {
    let mut next = 0;
    while next < agents.len() {
        let agent = &agents[next];
        let agent_of = |target: Option<Target>| match target {
            Some(Target::Agent(id)) => Some(id),
            Some(Target::Marker(_) | Target::Pointer) | None => None,
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
    let corrupt = |error: &dyn std::fmt::Display| PasteError::Corrupt(error.to_string());
    // The rest is skipped: a tree of its values could take a hundred times the text.
    let header: Header = match serde_json::from_str(text) {
        Ok(header) => header,
        // Tell a damaged clip from text that never was one.
        Err(_) if !text.contains(TAG) => return Err(PasteError::Foreign),
        Err(error) if error.is_data() => return Err(corrupt(&error)),
        Err(_) => return Err(PasteError::Corrupt("the text is incomplete".into())),
    };
    let scene_tag = format::FileKind::Scene.tag();
    let (is_clip, is_scene) = (header.format == TAG, header.format == scene_tag);
    if !is_clip && !is_scene {
        return Err(PasteError::Foreign);
    }
    let quoted = |tag: &str| format!("\"{tag}\"");
    let text = text.replacen(&quoted(TAG), &quoted(scene_tag), 1);
    let mut scene = format::read_scene(&text)
        .map_err(|fault| corrupt(&fault))?
        .value;
    make_editable(&mut scene);
    let copied = match header.selected {
        Some(copied) if is_clip => copied,
        _ => CopiedIds {
            presets: vec![],
            paths: scene.paths.iter().map(|path| path.id).collect(),
            markers: scene.markers.iter().map(|marker| marker.id).collect(),
            agents: scene.agents.iter().map(|agent| agent.id).collect(),
            walls: scene.walls.iter().map(|wall| wall.id).collect(),
            pictures: (scene.editor.pictures.iter())
                .map(|picture| picture.id)
                .collect(),
            areas: scene.editor.areas.iter().map(|area| area.id).collect(),
            spawners: scene.spawners.iter().map(|spawner| spawner.id).collect(),
            contacts: scene.contacts.iter().map(|rule| rule.id).collect(),
        },
    };
    Ok(Clip { scene, copied })
}
