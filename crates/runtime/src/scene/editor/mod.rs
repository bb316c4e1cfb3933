//! Data that only the editor uses. It is saved with the scene, has no effect on the simulation, and
//! is not exported.
//!
//! It refers to the items of the scene by id; [`Scene::prune_editor_data`] removes references to
//! items that have been deleted.

mod area;
mod outliner;
mod picture;
mod remembered_export;
mod remembered_import;
mod track;

pub use area::{Area, AreaRequirement, WatchedIf};
pub use outliner::{Group, MAX_GROUP_DEPTH, OutlinerItem, OutlinerProps};
pub use picture::Picture;
pub use remembered_export::RememberedExport;
pub use remembered_import::{Becomes, ImportedItem, RememberedImport};
pub use track::{Expectation, Gait, GaitSpeeds, Movement, Track, TrackInput};

use crate::scene::{
    AgentId, AreaId, Color, GroupId, MarkerId, PathId, PictureId, PresetId, Scene, SpawnerId,
    TrackId, WallId, id,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The part of a scene that only the editor uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditorData {
    /// The groups of the outliner, in list order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// The outliner properties of paths, by id. Absent: not grouped, hidden or locked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    paths: BTreeMap<PathId, OutlinerProps>,
    /// The outliner properties of markers, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    markers: BTreeMap<MarkerId, OutlinerProps>,
    /// The outliner properties of agents, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    agents: BTreeMap<AgentId, OutlinerProps>,
    /// The outliner properties of walls, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    walls: BTreeMap<WallId, OutlinerProps>,
    /// The outliner properties of spawners, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub spawner_props: BTreeMap<SpawnerId, OutlinerProps>,
    /// The presets that follow another one except where they differ from it: by id, and the id of
    /// the other.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<PresetId, PresetId>,
    /// The outliner properties of pictures, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub picture_props: BTreeMap<PictureId, OutlinerProps>,
    /// The pictures underneath the scene. Later ones are drawn over earlier ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<Picture>,
    /// The outliner properties of areas, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub area_props: BTreeMap<AreaId, OutlinerProps>,
    /// The areas that must be watched in some way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub areas: Vec<Area>,
    /// The recorded input of players, in list order. Of those that move the same agent in the same
    /// tick, the first counts that is not muted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<Arc<Track>>,
    /// The targets to which the scene is exported again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exports: Vec<RememberedExport>,
    /// The maps from which items were imported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imports: Vec<RememberedImport>,
}

fn is_false(x: &bool) -> bool {
    !*x
}

impl EditorData {
    /// Whether there is nothing to save.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Removes what names files and folders of the author: remembered exports and imports, and
    /// pictures outside of the folder of the scene.
    pub fn remove_file_references(&mut self) {
        self.exports.clear();
        self.imports.clear();
        self.pictures.retain(Picture::is_beside_scene);
        let kept: BTreeSet<PictureId> = self.pictures.iter().map(|picture| picture.id).collect();
        self.picture_props.retain(|id, _| kept.contains(id));
    }

    /// An id that no area has. The ids of deleted areas may be used again.
    #[must_use]
    pub fn next_area_id(&self) -> AreaId {
        id::next_free(self.areas.iter().map(|area| area.id.0))
    }

    /// A track by its id.
    #[must_use]
    pub fn track(&self, id: TrackId) -> Option<&Arc<Track>> {
        self.tracks.iter().find(|track| track.id == id)
    }

    /// A track by its id, to change.
    pub fn track_mut(&mut self, id: TrackId) -> Option<&mut Track> {
        let mut tracks = self.tracks.iter_mut();
        tracks.find(|track| track.id == id).map(Arc::make_mut)
    }

    /// An id that no track has, and that no track was recorded with.
    #[must_use]
    pub fn next_track_id(&self) -> TrackId {
        let with = self.tracks.iter().flat_map(|track| &track.with);
        id::next_free(
            self.tracks
                .iter()
                .map(|track| &track.id)
                .chain(with)
                .map(|id| id.0),
        )
    }

    /// A group by its id.
    #[must_use]
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// A group by its id, to change.
    pub fn group_mut(&mut self, id: GroupId) -> Option<&mut Group> {
        self.groups.iter_mut().find(|group| group.id == id)
    }

    /// An id that no group has.
    #[must_use]
    pub fn next_group_id(&self) -> GroupId {
        id::next_free(self.groups.iter().map(|group| group.id.0))
    }

    /// An id that no picture has. The ids of deleted pictures may be used again.
    #[must_use]
    pub fn next_picture_id(&self) -> PictureId {
        id::next_free(self.pictures.iter().map(|picture| picture.id.0))
    }

    /// A group and the groups around it, from the inside out.
    pub fn groups_around(&self, innermost: Option<GroupId>) -> impl Iterator<Item = &Group> {
        let group = move |id: Option<GroupId>| id.and_then(|id| self.group(id));
        std::iter::successors(group(innermost), move |inner| group(inner.parent))
            .take(MAX_GROUP_DEPTH)
    }

    /// The outliner properties of an item.
    pub fn props(&self, item: impl Into<OutlinerItem>) -> OutlinerProps {
        let props = match item.into() {
            OutlinerItem::Path(id) => self.paths.get(&id),
            OutlinerItem::Agent(id) => self.agents.get(&id),
            OutlinerItem::Marker(id) => self.markers.get(&id),
            OutlinerItem::Wall(id) => self.walls.get(&id),
            OutlinerItem::Picture(id) => self.picture_props.get(&id),
            OutlinerItem::Area(id) => self.area_props.get(&id),
            OutlinerItem::Spawner(id) => self.spawner_props.get(&id),
        };
        props.copied().unwrap_or_default()
    }

    /// Replaces the outliner properties of an item.
    pub fn set_props(&mut self, item: impl Into<OutlinerItem>, props: OutlinerProps) {
        match item.into() {
            OutlinerItem::Path(id) => set(&mut self.paths, id, props),
            OutlinerItem::Agent(id) => set(&mut self.agents, id, props),
            OutlinerItem::Marker(id) => set(&mut self.markers, id, props),
            OutlinerItem::Wall(id) => set(&mut self.walls, id, props),
            OutlinerItem::Picture(id) => set(&mut self.picture_props, id, props),
            OutlinerItem::Area(id) => set(&mut self.area_props, id, props),
            OutlinerItem::Spawner(id) => set(&mut self.spawner_props, id, props),
        }
    }

    /// Gives an item the same outliner properties as another.
    pub fn copy_props(&mut self, from: impl Into<OutlinerItem>, to: impl Into<OutlinerItem>) {
        self.set_props(to, self.props(from));
    }

    /// Whether an item is hidden, itself or with a group around it.
    pub fn is_hidden(&self, item: impl Into<OutlinerItem>) -> bool {
        let props = self.props(item);
        props.hidden || self.groups_around(props.group).any(|group| group.hidden)
    }

    /// Whether an item is locked, itself or with a group around it.
    pub fn is_locked(&self, item: impl Into<OutlinerItem>) -> bool {
        let props = self.props(item);
        props.locked || self.groups_around(props.group).any(|group| group.locked)
    }

    /// The color of the innermost group around an item that has one.
    pub fn group_color(&self, item: impl Into<OutlinerItem>) -> Option<Color> {
        let mut around = self.groups_around(self.props(item).group);
        around.find_map(|group| group.color)
    }

    /// Whether an item can be selected and edited on the canvas: neither it nor a group around it
    /// is hidden or locked.
    pub fn is_editable(&self, item: impl Into<OutlinerItem>) -> bool {
        let props = self.props(item);
        let mut around = self.groups_around(props.group);
        !props.hidden && !props.locked && !around.any(|group| group.hidden || group.locked)
    }

    /// Removes variants of presets that do not exist, and variants of variants.
    fn prune_variants(&mut self, presets: &BTreeSet<PresetId>) {
        let variants: BTreeSet<PresetId> = self.variants.keys().copied().collect();
        self.variants.retain(|id, base| {
            presets.contains(id) && presets.contains(base) && !variants.contains(base)
        });
    }

    /// Clears the parent of groups whose parent does not exist, that contain themselves, or that
    /// are nested too deep.
    fn detach_orphaned_groups(&mut self) {
        let mut parents: BTreeMap<GroupId, Option<GroupId>> = self
            .groups
            .iter()
            .map(|group| (group.id, group.parent))
            .collect();
        for group in &mut self.groups {
            let Some(parent) = group.parent else { continue };
            let mut around = Some(group.id);
            for _ in 0..MAX_GROUP_DEPTH {
                around = around.and_then(|id| parents.get(&id).copied().flatten());
            }
            if around.is_some() || !parents.contains_key(&parent) {
                parents.insert(group.id, None);
                group.parent = None;
            }
        }
    }
}

/// Properties that say nothing are not stored.
fn set<I: Ord>(map: &mut BTreeMap<I, OutlinerProps>, id: I, props: OutlinerProps) {
    if props == OutlinerProps::default() {
        map.remove(&id);
    } else {
        map.insert(id, props);
    }
}

/// Keeps the properties of existing items, and clears groups that do not exist.
fn prune<I: Ord>(
    map: &mut BTreeMap<I, OutlinerProps>,
    items: &BTreeSet<I>,
    groups: &BTreeSet<GroupId>,
) {
    map.retain(|id, props| {
        props.group = props.group.filter(|group| groups.contains(group));
        items.contains(id) && *props != OutlinerProps::default()
    });
}

impl Scene {
    /// The part that only the editor uses, to change.
    pub fn editor_mut(&mut self) -> &mut EditorData {
        Arc::make_mut(&mut self.editor)
    }

    /// Makes [`Scene::editor`] consistent with the scene: removes the properties of items that do
    /// not exist, takes items and groups out of groups that do not exist, breaks up groups that
    /// contain themselves or are nested deeper than [`MAX_GROUP_DEPTH`], and makes variants of
    /// presets that do not exist independent.
    ///
    /// To be called after items are deleted, because a new item may get the id of a deleted one.
    pub fn prune_editor_data(&mut self) {
        let mut editor = EditorData::clone(&self.editor);
        editor.detach_orphaned_groups();
        let groups = editor.groups.iter().map(|group| group.id).collect();
        let paths: BTreeSet<_> = self.paths.iter().map(|path| path.id).collect();
        prune(&mut editor.paths, &paths, &groups);
        let markers: BTreeSet<_> = self.markers.iter().map(|marker| marker.id).collect();
        prune(&mut editor.markers, &markers, &groups);
        let agents: BTreeSet<_> = self.agents.iter().map(|agent| agent.id).collect();
        prune(&mut editor.agents, &agents, &groups);
        let walls: BTreeSet<_> = self.walls.iter().map(|wall| wall.id).collect();
        prune(&mut editor.walls, &walls, &groups);
        let presets = self.presets.iter().map(|preset| preset.id).collect();
        editor.prune_variants(&presets);
        for import in &mut editor.imports {
            import.prune(
                |id| paths.contains(&id),
                |id| markers.contains(&id),
                |id| walls.contains(&id),
                |id| agents.contains(&id),
            );
        }
        let pictures: BTreeSet<_> = editor.pictures.iter().map(|picture| picture.id).collect();
        prune(&mut editor.picture_props, &pictures, &groups);
        let areas = editor.areas.iter().map(|area| area.id).collect();
        prune(&mut editor.area_props, &areas, &groups);
        let spawners = self.spawners.iter().map(|spawner| spawner.id).collect();
        prune(&mut editor.spawner_props, &spawners, &groups);
        // An unchanged part stays shared.
        if editor != *self.editor {
            self.editor = Arc::new(editor);
        }
    }
}
