//! Items of a scene that are no longer in their map, and the group of those that are new.

use super::merger::Merger;
use std::sync::Arc;
use steerwright_runtime::scene::editor::{Group, ImportedItem, OutlinerItem};
use steerwright_runtime::scene::{MarkerId, PathId, Target, WallId};

impl Merger<'_> {
    /// Puts a new item into the group of the map.
    pub(super) fn added(&mut self, item: impl Into<OutlinerItem>, line: String) {
        let item = item.into();
        let group = match self.group {
            Some(group) => group,
            None => {
                let editor = self.scene.editor_mut();
                let id = editor.next_group_id();
                let name = self.file.rsplit('/').next().unwrap_or_default().to_owned();
                editor.groups.push(Group {
                    id,
                    name,
                    parent: None,
                    hidden: false,
                    locked: false,
                    color: None,
                });
                id
            }
        };
        self.group = Some(group);
        let mut props = self.scene.editor.props(item);
        props.group = Some(group);
        self.scene.editor_mut().set_props(item, props);
        self.changes.added.push(line);
    }

    pub(super) fn gone_wall(&mut self, id: WallId, was: &ImportedItem, delete: bool) {
        let name = self.scene.wall(id).map_or("", |wall| &wall.name);
        let line = format!("wall {name:?} ({})", was.source);
        if delete {
            self.scene.walls.retain(|wall| wall.id != id);
            self.changes.deleted.push(line);
        } else {
            self.after.walls.insert(id, was.clone());
            self.changes.gone.push(line);
        }
    }

    pub(super) fn gone_path(&mut self, id: PathId, was: &ImportedItem, delete: bool) {
        let name = self.scene.path(id).map_or("", |path| &path.name);
        let line = format!("path {name:?} ({})", was.source);
        let spawners = &self.scene.spawners;
        let is_used = self.scene.agents.iter().any(|agent| agent.path == Some(id))
            || spawners.iter().any(|spawner| spawner.path == Some(id));
        if delete && !is_used {
            self.scene.paths.retain(|path| path.id != id);
            self.changes.deleted.push(line);
        } else {
            self.after.paths.insert(id, was.clone());
            self.changes.gone.push(line);
        }
    }

    pub(super) fn gone_marker(&mut self, id: MarkerId, was: &ImportedItem, delete: bool) {
        let name = self.scene.marker(id).map_or("", |marker| &marker.name);
        let line = format!("marker {name:?} ({})", was.source);
        let target = Some(Target::Marker(id));
        let mut agents = self.scene.agents.iter();
        let is_used = agents.any(|agent| agent.target == target || agent.danger == target)
            || self.scene.spawners.iter().any(|spawner| {
                spawner.place_target() == target || spawner.names(Target::Marker(id))
            });
        if delete && !is_used {
            Arc::make_mut(&mut self.scene.markers).retain(|marker| marker.id != id);
            self.changes.deleted.push(line);
        } else {
            self.after.markers.insert(id, was.clone());
            self.changes.gone.push(line);
        }
    }
}
