//! Items of a scene that are no longer in their map, and the group of those that are new.

use super::merger::Merger;
use super::uses::Uses;
use std::sync::Arc;
use steerwright_runtime::scene::editor::{Group, ImportedItem, OutlinerItem, RememberedImport};
use steerwright_runtime::scene::{AgentId, MarkerId, PathId, Target, WallId};

/// Items that are no longer in the map.
#[derive(Default)]
pub(super) struct Gone {
    pub walls: Vec<WallId>,
    pub paths: Vec<PathId>,
    pub markers: Vec<MarkerId>,
    pub agents: Vec<AgentId>,
}

impl Merger<'_> {
    /// Keeps items that are no longer in the map. Those that may be deleted wait until it is known
    /// what nodes and properties refer to.
    pub(super) fn gone(&mut self, gone: Gone, before: &RememberedImport, delete: bool) {
        // First, because paths and markers of agents that are deleted can be deleted too.
        for id in gone.agents {
            let deletes = delete && !self.is_agent_used(id);
            self.gone_agent(id, &before.agents[&id], deletes);
        }
        for id in gone.walls {
            if delete {
                self.gone.walls.push(id);
            } else {
                self.gone_wall(id, &before.walls[&id], false);
            }
        }
        for id in gone.paths {
            if delete && !self.is_path_of_agents(id) {
                self.gone.paths.push(id);
            } else {
                self.gone_path(id, &before.paths[&id], false);
            }
        }
        for id in gone.markers {
            if delete && !self.is_marker_of_agents(id) {
                self.gone.markers.push(id);
            } else {
                self.gone_marker(id, &before.markers[&id], false);
            }
        }
    }

    /// Deletes what is no longer in the map, except for what nodes of paths, states of presets and
    /// custom properties use.
    pub(super) fn delete_gone(&mut self, before: &RememberedImport) {
        let gone = std::mem::take(&mut self.gone);
        let uses = Uses::without(&self.scene, &gone);
        for id in gone.walls {
            self.gone_wall(id, &before.walls[&id], !uses.has_wall(id));
        }
        for id in gone.paths {
            self.gone_path(id, &before.paths[&id], !uses.has_path(id));
        }
        for id in gone.markers {
            self.gone_marker(id, &before.markers[&id], !uses.has_marker(id));
        }
    }

    fn is_path_of_agents(&self, id: PathId) -> bool {
        let mut agents = self.scene.agents.iter();
        let mut spawners = self.scene.spawners.iter();
        agents.any(|agent| agent.path == Some(id))
            || spawners.any(|spawner| spawner.path == Some(id))
    }

    fn is_marker_of_agents(&self, id: MarkerId) -> bool {
        let marker = Target::Marker(id);
        let target = Some(marker);
        let mut agents = self.scene.agents.iter();
        let mut spawners = self.scene.spawners.iter();
        agents.any(|agent| agent.target == target || agent.danger == target)
            || spawners.any(|spawner| spawner.place_target() == target || spawner.names(marker))
    }

    fn is_agent_used(&self, id: AgentId) -> bool {
        let agent = Target::Agent(id);
        let target = Some(agent);
        let mut agents = self.scene.agents.iter();
        let mut spawners = self.scene.spawners.iter();
        let mut tracks = self.scene.editor.tracks.iter();
        agents.any(|agent| {
            agent.target == target || agent.danger == target || agent.leader == Some(id)
        }) || spawners.any(|spawner| spawner.place_target() == target || spawner.names(agent))
            || tracks.any(|track| track.agent == id)
            || Uses::without(&self.scene, &Gone::default()).has_agent(id)
    }

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

    fn gone_wall(&mut self, id: WallId, was: &ImportedItem, delete: bool) {
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

    fn gone_path(&mut self, id: PathId, was: &ImportedItem, delete: bool) {
        let name = self.scene.path(id).map_or("", |path| &path.name);
        let line = format!("path {name:?} ({})", was.source);
        if delete {
            self.scene.paths.retain(|path| path.id != id);
            self.changes.deleted.push(line);
        } else {
            self.after.paths.insert(id, was.clone());
            self.changes.gone.push(line);
        }
    }

    fn gone_marker(&mut self, id: MarkerId, was: &ImportedItem, delete: bool) {
        let name = self.scene.marker(id).map_or("", |marker| &marker.name);
        let line = format!("marker {name:?} ({})", was.source);
        if delete {
            Arc::make_mut(&mut self.scene.markers).retain(|marker| marker.id != id);
            self.changes.deleted.push(line);
        } else {
            self.after.markers.insert(id, was.clone());
            self.changes.gone.push(line);
        }
    }

    fn gone_agent(&mut self, id: AgentId, was: &ImportedItem, delete: bool) {
        let name = self.scene.agent(id).map_or("", |agent| &agent.name);
        let line = format!("agent {name:?} ({})", was.source);
        if delete {
            Arc::make_mut(&mut self.scene.agents).retain(|agent| agent.id != id);
            self.changes.deleted.push(line);
        } else {
            self.after.agents.insert(id, was.clone());
            self.changes.gone.push(line);
        }
    }
}
