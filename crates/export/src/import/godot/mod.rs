//! Scenes and curves that were edited in Godot back into scenes.
//!
//! The scene as it was authored lies in the metadata of the root. What the tree shows wins over it:
//! nodes and points that were moved, renamed, added or deleted, and what the metadata of paths and
//! markers say.

mod handles;
mod limits;
pub(crate) mod parse;
mod path;
mod picture;
mod placing;
mod wall;

use crate::file_name;
use crate::import::ids::Ids;
use crate::import::spawners::keep_possible_spawners;
use crate::target::godot::read_origin;
use crate::target::godot::scene::Names;
use crate::target::godot::text::Variant;
use limits::Bodies;
use parse::{Section, Sections};
use path::Source;
use placing::{Placing, are, authored, in_game};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use steerwright_format::FormatError;
use steerwright_format::export_file::PlacedScene;
use steerwright_format::rounding;
use steerwright_format::{dangling, validate};
use steerwright_runtime::scene::{
    Agent, AgentId, Marker, MarkerId, MarkerKind, PathId, PatrolPath, Scene, Target,
};

const PATHS: [&str; 3] = ["Path2D", "Path", "Path3D"];
const MARKERS: [&str; 4] = ["Position2D", "Marker2D", "Position3D", "Marker3D"];

fn fault(place: &str, message: &str) -> FormatError {
    FormatError::InvalidField {
        pointer: place.to_owned(),
        message: message.to_owned(),
    }
}

/// The scene in a `.tscn`.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub(super) fn read_tscn(text: &str) -> Result<Scene, FormatError> {
    let sections = parse::sections(text)?;
    let root = root(&sections);
    let (placed, names) = exported(root)?;
    let mut scene = placed.authored.clone();
    let name = root.map_or_else(String::new, name_of);
    if name != names.root {
        scene.name = name;
    }
    Tree {
        placed: &placed,
        names,
        sections: &sections,
        nodes: with_placing(&sections),
    }
    .read(&mut scene)?;
    forget_lost(&mut scene);
    validated(scene)
}

/// The one path in a `.tres`, as a scene.
///
/// # Errors
/// A [`FormatError`] that names the place and the fix.
pub(super) fn read_tres(text: &str) -> Result<Scene, FormatError> {
    let sections = parse::sections(text)?;
    let resource = sections.iter().find(|section| section.kind() == "resource");
    let (placed, _) = exported(resource)?;
    let mut scene = placed.authored.clone();
    if let (Some(about), Some(known)) = (resource, scene.paths.first_mut()) {
        let source = Source {
            about,
            curve: resource,
            placing: Placing::UNMOVED,
        };
        let mut path = path::edited(&source, known, &placed)?;
        path.name = about.text("resource_name").unwrap_or_default();
        *known = path.into();
    }
    validated(scene)
}

/// Whether a `.tscn` was exported from a scene.
pub(super) fn is_exported(text: &str) -> bool {
    parse::sections(text).is_ok_and(|sections| exported_text(root(&sections)).is_some())
}

fn root<'a>(sections: &Sections<'a>) -> Option<Section<'a>> {
    nodes(sections).find(|node| node.head("parent").is_none())
}

/// The scene as it was authored, from the metadata of the root.
fn exported_text(root: Option<Section<'_>>) -> Option<String> {
    root?.metadata_text("steerwright_scene")
}

/// What was exported, from the metadata of the root.
fn exported(root: Option<Section<'_>>) -> Result<(PlacedScene, Names), FormatError> {
    let text = exported_text(root).ok_or_else(|| {
        fault(
            "metadata/steerwright_scene",
            "is missing: the file was not exported by Steerwright, or its root node was recreated; export the scene again",
        )
    })?;
    let (scene, options) = read_origin(&text)?;
    let placed = PlacedScene::new(&scene, &options).map_err(|error| {
        fault(
            "metadata/steerwright_scene",
            &format!("{error}; export the scene again"),
        )
    })?;
    let names = Names::of(&placed.scene, &file_name(&placed.scene.name));
    Ok((placed, names))
}

fn validated(mut scene: Scene) -> Result<Scene, FormatError> {
    // What a node or state refers to may have been deleted in the engine, or be in another file.
    dangling::remove_dangling(&mut scene);
    rounding::round_numbers(&mut scene);
    let problems = validate::scene_errors(&scene);
    if problems.is_empty() {
        Ok(scene)
    } else {
        Err(FormatError::Validation(problems))
    }
}

fn name_of(node: Section<'_>) -> String {
    node.head_text("name").unwrap_or_default()
}

fn nodes<'a>(sections: &Sections<'a>) -> impl Iterator<Item = Section<'a>> {
    sections.iter().filter(|section| section.kind() == "node")
}

/// What the children of a node below the root call it.
fn path_of(node: Section<'_>) -> String {
    match node.head_text("parent").as_deref() {
        None | Some(".") => name_of(node),
        Some(parent) => format!("{parent}/{}", name_of(node)),
    }
}

/// The nodes below the root that can be items of the scene or parts of them, and how they lie in
/// it.
fn with_placing<'a>(sections: &Sections<'a>) -> Vec<(Section<'a>, Placing)> {
    let mut known: BTreeMap<String, Placing> = BTreeMap::new();
    let mut placed = Vec::new();
    for node in nodes(sections) {
        let Some(parent) = node.head_text("parent") else {
            continue;
        };
        let outer = known.get(&parent).copied().unwrap_or(Placing::UNMOVED);
        let placing = outer.then(Placing::of(node));
        known.insert(path_of(node), placing);
        let class = node.head_text("type").unwrap_or_default();
        let kinds = [&PATHS[..], &MARKERS, &wall::BODIES, &wall::SHAPES];
        let is_item = kinds.iter().any(|kind| kind.contains(&&*class));
        if is_item || node.metadata("steerwright").is_some() {
            placed.push((node, placing));
        }
    }
    placed
}

/// The tree of an edited scene.
struct Tree<'a> {
    placed: &'a PlacedScene,
    /// What the nodes were called.
    names: Names,
    sections: &'a Sections<'a>,
    nodes: Vec<(Section<'a>, Placing)>,
}

impl<'a> Tree<'a> {
    fn read(&self, scene: &mut Scene) -> Result<(), FormatError> {
        self.paths(scene)?;
        self.markers(scene)?;
        self.walls(scene)?;
        self.pictures(scene);
        self.agents(scene);
        Ok(())
    }

    /// The resources inside of the file, by how they are referred to.
    fn resources(&self) -> BTreeMap<String, Section<'a>> {
        let sections = self
            .sections
            .iter()
            .filter(|section| section.kind() == "sub_resource");
        sections
            .filter_map(|section| Some((section.head("id")?.to_string(), section)))
            .collect()
    }

    /// The nodes that are a `what` by their metadata, or have none of ours and are of one of
    /// `classes`; with the id they were exported with.
    fn all(
        &self,
        what: &'a str,
        classes: &'a [&str],
    ) -> impl Iterator<Item = (Section<'a>, Placing, Option<u32>)> {
        self.nodes.iter().filter_map(move |(node, placing)| {
            let class = node.head_text("type").unwrap_or_default();
            match node.metadata_text("steerwright") {
                Some(ours) if ours == what => Some((*node, *placing, id_of(*node))),
                None if classes.contains(&&*class) => Some((*node, *placing, None)),
                _ => None,
            }
        })
    }

    fn paths(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let before = std::mem::take(&mut scene.paths);
        let by_id: BTreeMap<u32, usize> = before
            .iter()
            .enumerate()
            .map(|(i, path)| (path.id.0, i))
            .collect();
        let curves = self.resources();
        let mut ids = Ids::new(before.iter().map(|path| path.id.0));
        for (node, placing, id) in self.all("path", &PATHS) {
            let known = id.and_then(|id| by_id.get(&id)).copied();
            let id = PathId(ids.assign(known.map(|index| before[index].id.0)));
            let curve = match node.value("curve") {
                Some(Variant::Made(maker, inner)) if maker == "SubResource" => {
                    inner.first().and_then(|id| curves.get(&id.to_string()))
                }
                Some(_) => {
                    return Err(fault(
                        &name_of(node),
                        "its curve is a separate resource file; make it unique in Godot and save the scene again",
                    ));
                }
                None => None,
            };
            let source = Source {
                about: node,
                curve: curve.copied(),
                placing,
            };
            let path = match known {
                Some(index) => {
                    let path = path::edited(&source, &before[index], self.placed)?;
                    let name = renamed(node, &self.names.paths[index], &path.name);
                    scene.editor_mut().copy_props(before[index].id, id);
                    PatrolPath { id, name, ..path }
                }
                None => path::drawn(&source, &PatrolPath::new(id, name_of(node)), self.placed)?,
            };
            scene.paths.push(path.into());
        }
        Ok(())
    }

    fn markers(&self, scene: &mut Scene) -> Result<(), FormatError> {
        let before = std::mem::take(&mut scene.markers);
        let by_id: BTreeMap<u32, usize> = before
            .iter()
            .enumerate()
            .map(|(i, marker)| (marker.id.0, i))
            .collect();
        let mut ids = Ids::new(before.iter().map(|marker| marker.id.0));
        let mut markers = Vec::new();
        for (node, placing, id) in self.all("marker", &MARKERS) {
            let known = id.and_then(|id| by_id.get(&id)).copied();
            let id = MarkerId(ids.assign(known.map(|index| before[index].id.0)));
            let mut marker = match known {
                Some(index) => {
                    let name = renamed(node, &self.names.markers[index], &before[index].name);
                    scene.editor_mut().copy_props(before[index].id, id);
                    Marker {
                        id,
                        name,
                        ..before[index].clone()
                    }
                }
                None => Marker::at(id, name_of(node), MarkerKind::default(), glam::DVec2::ZERO),
            };
            let was =
                known.map(|index| in_game(self.placed, self.placed.scene.markers[index].position));
            if was.is_none_or(|was| !are(placing.middle(), was)) {
                let at = authored(self.placed, placing.middle());
                marker.position = at;
            }
            marker.kind = path::choice(node, "kind", marker.kind)?;
            markers.push(marker);
        }
        scene.markers = Arc::new(markers);
        Ok(())
    }

    fn agents(&self, scene: &mut Scene) {
        let before = std::mem::take(&mut scene.agents);
        let by_id: BTreeMap<u32, usize> = before
            .iter()
            .enumerate()
            .map(|(i, agent)| (agent.id.0, i))
            .collect();
        let mut ids = Ids::new(before.iter().map(|agent| agent.id.0));
        let mut agents = Vec::new();
        let mut bodies = Bodies::default();
        for (node, placing, id) in self.all("agent", &[]) {
            let Some(index) = id.and_then(|id| by_id.get(&id)).copied() else {
                continue;
            };
            let name = renamed(node, &self.names.agents[index], &before[index].name);
            let id = AgentId(ids.assign(id));
            scene.editor_mut().copy_props(before[index].id, id);
            let mut agent = Agent {
                id,
                name,
                ..before[index].clone()
            };
            if !are(
                placing.middle(),
                in_game(self.placed, self.placed.scene.agents[index].position),
            ) {
                let at = authored(self.placed, placing.middle());
                agent.position = at;
            }
            bodies.read(node, id, agent.preset, self.placed);
            agents.push(agent);
        }
        scene.agents = Arc::new(agents);
        bodies.apply_to(scene);
    }
}

fn id_of(node: Section<'_>) -> Option<u32> {
    let id = node.metadata("id")?.number()?;
    (id.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&id)).then_some(id as u32)
}

/// What something is called now: as it was if its node still has the name it was exported with.
fn renamed(node: Section<'_>, exported: &str, name: &str) -> String {
    if name_of(node) == exported {
        name.to_owned()
    } else {
        name_of(node)
    }
}

/// Lets go of what was deleted.
fn forget_lost(scene: &mut Scene) {
    let paths: BTreeSet<PathId> = scene.paths.iter().map(|path| path.id).collect();
    let markers: BTreeSet<MarkerId> = scene.markers.iter().map(|marker| marker.id).collect();
    let agents: BTreeSet<AgentId> = scene.agents.iter().map(|agent| agent.id).collect();
    let is_there = |target: &Target| match target {
        Target::Marker(id) => markers.contains(id),
        Target::Agent(id) => agents.contains(id),
        Target::Pointer => true,
    };
    for agent in Arc::make_mut(&mut scene.agents) {
        agent.path = agent.path.filter(|id| paths.contains(id));
        agent.target = agent.target.filter(is_there);
        agent.danger = agent.danger.filter(is_there);
        agent.leader = agent.leader.filter(|id| agents.contains(id));
    }
    keep_possible_spawners(scene);
    scene.prune_editor_data();
}
