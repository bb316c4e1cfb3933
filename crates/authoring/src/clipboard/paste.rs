//! Pasting: adds the items of a clip under new ids and reuses what the scene already has.

use crate::bounds::clamp_position;
use crate::clipboard::Clip;
use crate::edit::naming::free_name;
use crate::edit::references::NewIds;
use crate::outline::grouping;
use crate::properties::{self, reference_names};
use crate::transform::{Transform, TransformSnapshot};
use crate::{Item, spawners};
use glam::DVec2;
use std::sync::Arc;
use steerwright_format::dangling;
use steerwright_runtime::scene::editor::{Area, Group, OutlinerItem, OutlinerProps, Picture};
use steerwright_runtime::scene::{
    Agent, AgentId, AreaId, Contact, GroupId, Marker, MarkerId, PathId, PatrolPath, PictureId,
    Preset, PresetId, Properties, PropertyItem, ReferenceKind, Scene, SpawnPlace, Spawner, Target,
    Wall, WallId,
};

/// Pastes copies with new ids, moved by `by`, and returns them. Items that were only included as
/// references are reused if the scene has equal ones.
pub fn paste(scene: &mut Scene, clip: &Clip, by: DVec2) -> Vec<Item> {
    let mut clip = clip.clone();
    properties::adapt(scene, &mut clip.scene);
    let clip = &clip;
    let mut ids = IdMap::default();
    paste_groups(scene, clip, &mut ids);
    let mut pasted = Vec::new();
    for preset in &clip.scene.presets {
        let is_copied = clip.copied.presets.contains(&preset.id);
        let (id, is_new) = paste_preset(scene, preset, is_copied);
        ids.presets.push((preset.id, id));
        ids.new_presets.extend(is_new.then_some(id));
        pasted.extend(is_copied.then_some(Item::Preset(id)));
    }
    for path in &clip.scene.paths {
        let is_copied = clip.copied.paths.contains(&path.id);
        let id = match scene
            .paths
            .iter()
            .find(|existing| is_same_path(existing, path))
        {
            Some(existing) if !is_copied => existing.id,
            _ => {
                let id = add_path(scene, path, by);
                ids.group_like(scene, clip, path.id, id);
                ids.new_paths.push(id);
                id
            }
        };
        ids.paths.push((path.id, id));
        pasted.extend(is_copied.then_some(Item::Path(id)));
    }
    for marker in clip.scene.markers.iter() {
        let is_copied = clip.copied.markers.contains(&marker.id);
        let id = match scene
            .markers
            .iter()
            .find(|existing| is_same_marker(existing, marker))
        {
            Some(existing) if !is_copied => existing.id,
            _ => {
                let id = add_marker(scene, marker, by);
                ids.group_like(scene, clip, marker.id, id);
                ids.new_others.push(PropertyItem::Marker(id));
                id
            }
        };
        ids.markers.push((marker.id, id));
        pasted.extend(is_copied.then_some(Item::Marker(id)));
    }
    for wall in clip.scene.walls.iter() {
        let is_copied = clip.copied.walls.contains(&wall.id);
        let same = |existing: &&Arc<Wall>| !is_copied && is_same_wall(existing, wall);
        let id = match scene.walls.iter().find(same) {
            Some(existing) => existing.id,
            None => {
                let id = add_wall(scene, wall, by);
                ids.group_like(scene, clip, wall.id, id);
                ids.new_others.push(PropertyItem::Wall(id));
                id
            }
        };
        ids.walls.push((wall.id, id));
        pasted.extend(is_copied.then_some(Item::Wall(id)));
    }
    ids.connect(scene);
    for picture in &clip.scene.editor.pictures {
        if clip.copied.pictures.contains(&picture.id) {
            let id = add_picture(scene, picture, by);
            ids.group_like(scene, clip, picture.id, id);
            pasted.push(Item::Picture(id));
        }
    }
    for area in &clip.scene.editor.areas {
        if clip.copied.areas.contains(&area.id) {
            let id = add_area(scene, area, by);
            ids.group_like(scene, clip, area.id, id);
            pasted.push(Item::Area(id));
        }
    }
    paste_agents(scene, clip, by, &mut ids);
    ids.connect_properties(scene, clip);
    pasted.extend(
        clip.copied
            .agents
            .iter()
            .filter_map(|&old| ids.agent(old))
            .map(Item::Agent),
    );
    paste_spawners(scene, clip, by, &ids, &mut pasted);
    grouping::remove_empty_groups(scene);
    pasted
}

/// Maps the ids in the clip to those in the scene.
#[derive(Default)]
struct IdMap {
    groups: Vec<(GroupId, GroupId)>,
    presets: Vec<(PresetId, PresetId)>,
    paths: Vec<(PathId, PathId)>,
    markers: Vec<(MarkerId, MarkerId)>,
    agents: Vec<(AgentId, AgentId)>,
    walls: Vec<(WallId, WallId)>,
    /// Those that were added, and refer to what the clip has.
    new_presets: Vec<PresetId>,
    new_paths: Vec<PathId>,
    new_others: Vec<PropertyItem>,
}

fn mapped<I: PartialEq + Copy>(ids: &[(I, I)], old: I) -> Option<I> {
    ids.iter()
        .find(|(before, _)| *before == old)
        .map(|(_, new)| *new)
}

impl IdMap {
    fn agent(&self, old: AgentId) -> Option<AgentId> {
        mapped(&self.agents, old)
    }

    /// Puts the pasted item `new` into the same group as `old` in the clip.
    fn group_like<I: Into<OutlinerItem>>(&self, scene: &mut Scene, clip: &Clip, old: I, new: I) {
        let group = clip.scene.editor.props(old).group;
        let props = OutlinerProps {
            group: group.and_then(|id| mapped(&self.groups, id)),
            ..OutlinerProps::default()
        };
        scene.editor_mut().set_props(new, props);
    }

    /// Makes the new paths and presets refer to the items of the scene.
    fn connect(&self, scene: &mut Scene) {
        let new_ids = NewIds {
            wall: &|id| mapped(&self.walls, id),
            marker: &|id| mapped(&self.markers, id),
            path: &|id| mapped(&self.paths, id),
        };
        for &id in &self.new_paths {
            let has_script =
                |path: &PatrolPath| path.nodes.iter().any(|node| node.script.is_some());
            if scene.path(id).is_some_and(has_script)
                && let Some(path) = scene.path_mut(id)
            {
                new_ids.apply_to_path(path);
            }
        }
        for &id in &self.new_presets {
            if let Some(preset) = scene.preset_mut(id) {
                new_ids.apply_to_preset(preset);
            }
        }
        dangling::remove_dangling(scene);
    }

    /// Makes the custom properties of what was added refer to the items of the scene.
    fn connect_properties(&self, scene: &mut Scene, clip: &Clip) {
        let references = reference_names(&clip.scene.declared_properties);
        if references.is_empty() {
            return;
        }
        let new_id = |kind: ReferenceKind, id: u32| match kind {
            ReferenceKind::Agents => self.agent(AgentId(id)).map(|id| id.0),
            ReferenceKind::Paths => mapped(&self.paths, PathId(id)).map(|id| id.0),
            ReferenceKind::Markers => mapped(&self.markers, MarkerId(id)).map(|id| id.0),
            ReferenceKind::Walls => mapped(&self.walls, WallId(id)).map(|id| id.0),
            ReferenceKind::Presets => mapped(&self.presets, PresetId(id)).map(|id| id.0),
        };
        let mut items = self.new_others.clone();
        items.extend(self.new_presets.iter().copied().map(PropertyItem::Preset));
        for &id in &self.new_paths {
            items.push(PropertyItem::Path(id));
            let nodes = scene.path(id).map(|path| path.nodes.as_slice());
            let nodes = nodes.into_iter().flatten();
            items.extend(nodes.map(|node| PropertyItem::Node(id, node.id)));
        }
        for item in items {
            let has_values = |values: &Properties| !values.is_empty();
            if scene.properties_of(item).is_some_and(has_values)
                && let Some(values) = scene.properties_of_mut(item)
            {
                properties::remap(values, &references, new_id);
            }
        }
    }

    fn target(&self, target: Option<Target>) -> Option<Target> {
        match target? {
            Target::Marker(id) => mapped(&self.markers, id).map(Target::Marker),
            Target::Agent(id) => self.agent(id).map(Target::Agent),
            Target::Pointer => Some(Target::Pointer),
        }
    }
}

/// Finds or creates the groups of a clip, outermost first.
fn paste_groups(scene: &mut Scene, clip: &Clip, ids: &mut IdMap) {
    let mut groups: Vec<&Group> = clip.scene.editor.groups.iter().collect();
    groups.sort_by_key(|group| clip.scene.editor.groups_around(group.parent).count());
    for group in groups {
        let parent = group.parent.map(|parent| mapped(&ids.groups, parent));
        // Items of a group that cannot be placed are not grouped.
        if parent != Some(None) {
            ids.groups
                .extend(paste_group(scene, group, parent.flatten()).map(|id| (group.id, id)));
        }
    }
}

/// The group with that name in `parent`, or a new one. `None` if it is hidden or locked, because
/// the pasted items would be too.
fn paste_group(scene: &mut Scene, group: &Group, parent: Option<GroupId>) -> Option<GroupId> {
    let same = || {
        scene
            .editor
            .groups
            .iter()
            .filter(|existing| existing.name == group.name && existing.parent == parent)
    };
    if same().next().is_some() {
        // Prefer the group that was copied from.
        let open = same().filter(|existing| !existing.hidden && !existing.locked);
        return open
            .min_by_key(|existing| existing.id != group.id)
            .map(|existing| existing.id);
    }
    let id = scene.editor.next_group_id();
    scene.editor_mut().groups.push(Group {
        id,
        parent,
        ..group.clone()
    });
    Some(id)
}

/// The id of the preset in the scene, and whether it was added.
fn paste_preset(scene: &mut Scene, preset: &Preset, is_copied: bool) -> (PresetId, bool) {
    let same = scene.presets.iter().find(|existing| {
        Preset {
            id: preset.id,
            ..Preset::clone(existing)
        } == *preset
    });
    match same.filter(|_| !is_copied) {
        Some(existing) => (existing.id, false),
        None => (crate::edit::add_preset(scene, preset.clone()), true),
    }
}

fn is_same_wall(existing: &Wall, wall: &Wall) -> bool {
    Wall {
        id: wall.id,
        ..existing.clone()
    } == *wall
}

fn is_same_path(existing: &PatrolPath, path: &PatrolPath) -> bool {
    PatrolPath {
        id: path.id,
        ..existing.clone()
    } == *path
}

fn add_path(scene: &mut Scene, path: &PatrolPath, by: DVec2) -> PathId {
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

fn add_wall(scene: &mut Scene, wall: &Wall, by: DVec2) -> WallId {
    let id = scene.next_wall_id();
    let names = scene.walls.iter().map(|wall| wall.name.as_str());
    let name = free_name(&wall.name, names);
    scene.walls.push(Arc::new(Wall {
        id,
        name,
        ..wall.clone()
    }));
    move_by(scene, Item::Wall(id), by);
    id
}

fn add_picture(scene: &mut Scene, picture: &Picture, by: DVec2) -> PictureId {
    let id = scene.editor.next_picture_id();
    let pictures = &scene.editor.pictures;
    let names = pictures.iter().map(|picture| picture.name.as_str());
    let name = free_name(&picture.name, names);
    scene.editor_mut().pictures.push(Picture {
        id,
        name,
        ..picture.clone()
    });
    move_by(scene, Item::Picture(id), by);
    id
}

fn add_area(scene: &mut Scene, area: &Area, by: DVec2) -> AreaId {
    let id = scene.editor.next_area_id();
    let names = scene.editor.areas.iter().map(|area| area.name.as_str());
    let name = free_name(&area.name, names);
    scene.editor_mut().areas.push(Area {
        id,
        name,
        ..area.clone()
    });
    move_by(scene, Item::Area(id), by);
    id
}

fn is_same_marker(existing: &Marker, marker: &Marker) -> bool {
    Marker {
        id: marker.id,
        ..existing.clone()
    } == *marker
}

fn add_marker(scene: &mut Scene, marker: &Marker, by: DVec2) -> MarkerId {
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

/// Adds all agents before linking leaders and targets: agents may refer to each other.
fn paste_agents(scene: &mut Scene, clip: &Clip, by: DVec2, ids: &mut IdMap) {
    let mut added = Vec::new();
    for agent in clip.scene.agents.iter() {
        let is_copied = clip.copied.agents.contains(&agent.id);
        // An agent that was only included as a reference may already exist with the same bindings.
        let path = agent.path.and_then(|id| mapped(&ids.paths, id));
        let here = Agent {
            path,
            ..agent.clone()
        };
        let same = scene.agents.iter().find(|existing| {
            let same_start = (existing.position, &existing.name, existing.path)
                == (here.position, &here.name, here.path);
            same_start && mapped(&ids.presets, agent.preset) == Some(existing.preset)
        });
        if let Some(existing) = same.filter(|_| !is_copied) {
            ids.agents.push((agent.id, existing.id));
            continue;
        }
        let Some(preset) = mapped(&ids.presets, agent.preset) else {
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
        ids.group_like(scene, clip, agent.id, id);
        move_by(scene, Item::Agent(id), by);
        ids.agents.push((agent.id, id));
        added.push((id, agent));
        ids.new_others.push(PropertyItem::Agent(id));
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

/// Adds the copied spawners and contact rules. What they refer to is in the scene by now.
fn paste_spawners(scene: &mut Scene, clip: &Clip, by: DVec2, ids: &IdMap, pasted: &mut Vec<Item>) {
    for spawner in &clip.scene.spawners {
        let is_copied = clip.copied.spawners.contains(&spawner.id);
        let place = match spawner.place {
            SpawnPlace::Marker(id) => mapped(&ids.markers, id).map(SpawnPlace::Marker),
            SpawnPlace::Agent(id) => ids.agent(id).map(SpawnPlace::Agent),
            SpawnPlace::Point(_) | SpawnPlace::Edge(_) => Some(spawner.place),
        };
        let preset = mapped(&ids.presets, spawner.preset);
        let (true, Some(place), Some(preset)) = (is_copied, place, preset) else {
            continue;
        };
        let id = scene.next_spawner_id();
        let names = scene.spawners.iter().map(|existing| existing.name.as_str());
        let name = free_name(&spawner.name, names);
        scene.spawners.push(Arc::new(Spawner {
            id,
            name,
            preset,
            place,
            path: spawner.path.and_then(|id| mapped(&ids.paths, id)),
            target: ids.target(spawner.target),
            danger: ids.target(spawner.danger),
            leader: spawner.leader.and_then(|id| ids.agent(id)),
            ..Spawner::clone(spawner)
        }));
        ids.group_like(scene, clip, spawner.id, id);
        move_by(scene, Item::Spawner(id), by);
        pasted.push(Item::Spawner(id));
    }
    for rule in &clip.scene.contacts {
        let first = mapped(&ids.presets, rule.first);
        let second = mapped(&ids.presets, rule.second);
        if let (true, Some(first), Some(second)) =
            (clip.copied.contacts.contains(&rule.id), first, second)
        {
            let rule = Contact {
                first,
                second,
                ..Contact::clone(rule)
            };
            pasted.push(Item::Contact(spawners::duplicate_contact(scene, &rule)));
        }
    }
}

fn move_by(scene: &mut Scene, item: Item, by: DVec2) {
    // Applies the move even if `by` is zero, to clamp positions to the range that a file can hold.
    TransformSnapshot::one(scene, item, &[]).apply(scene, &Transform::Move(clamp_position(by)));
}
