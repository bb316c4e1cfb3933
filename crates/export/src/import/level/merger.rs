//! The walls, paths, markers and agents of a map: added to a scene, or brought up to date there.

use super::agents::Agents;
use super::at_nodes::{self, Route};
use super::changes::Changes;
use super::gone::Gone;
use super::properties::Owned;
use super::remembered::Remembered;
use super::wanted::Wanted;
use super::{Becomes, update};
use crate::import::ids::Ids;
use std::sync::Arc;
use steerwright_runtime::scene::editor::{ImportedItem, RememberedImport};
use steerwright_runtime::scene::{
    AgentId, GroupId, Marker, MarkerId, MarkerKind, PathId, PatrolPath, PropertyItem, Scene, Wall,
    WallId,
};
use steerwright_runtime::steering::follow_path::Traversal;

/// An import that is under way.
pub struct Merger<'a> {
    pub(super) scene: Scene,
    pub(super) file: &'a str,
    pub(super) changes: Changes,
    pub(super) after: RememberedImport,
    /// The items that came from the map, with their custom properties there.
    pub(super) owned: Vec<Owned>,
    /// The paths that came from the map.
    pub(super) routes: Vec<Route>,
    /// What is to be deleted unless nodes of paths, states of presets or custom properties use it.
    pub(super) gone: Gone,
    pub(super) group: Option<GroupId>,
    /// The ids of each kind: looking for the next one in the scene would take longer with each
    /// item.
    pub(super) walls: Ids,
    pub(super) paths: Ids,
    pub(super) markers: Ids,
    pub(super) agent_ids: Ids,
    /// The agents that came from the map.
    pub(super) agents: Agents,
}

/// How a new path is followed.
pub(super) fn traversal(closed: bool) -> Traversal {
    if closed {
        Traversal::Loop
    } else {
        Traversal::default()
    }
}

/// What to do with an item that the scene has.
pub(super) struct Settled {
    /// What the scene will remember.
    pub record: ImportedItem,
    /// Whether it gets the places of the map.
    pub moves: bool,
    /// Whether it gets the name of the map.
    pub renames: bool,
}

impl Settled {
    pub fn changes(&self) -> bool {
        self.moves || self.renames
    }
}

impl Merger<'_> {
    pub(super) fn items(
        &mut self,
        wanted: Vec<Wanted>,
        before: &RememberedImport,
        delete_gone: bool,
    ) {
        let mut walls = Remembered::of(&before.walls);
        let mut paths = Remembered::of(&before.paths);
        let mut markers = Remembered::of(&before.markers);
        let mut agents = Remembered::of(&before.agents);
        // First those with the same ids, so that none of them is taken for a part that has changed.
        let (mut exact, mut others) = (Vec::new(), Vec::new());
        for item in wanted {
            let id = match item.becomes {
                Becomes::Wall | Becomes::Door => walls.take(&item.source).map(|id| id.0),
                Becomes::Path => paths.take(&item.source).map(|id| id.0),
                Becomes::Marker => markers.take(&item.source).map(|id| id.0),
                Becomes::Agent => agents.take(&item.source).map(|id| id.0),
                Becomes::BlockedCells | Becomes::Nothing => continue,
            };
            match id {
                Some(id) => exact.push((item, Some(id))),
                None => others.push(item),
            }
        }
        for item in others {
            let id = match item.becomes {
                Becomes::Wall | Becomes::Door => walls.take_part(&item, &self.scene).map(|id| id.0),
                Becomes::Path
                | Becomes::Marker
                | Becomes::Agent
                | Becomes::BlockedCells
                | Becomes::Nothing => None,
            };
            exact.push((item, id));
        }
        exact.sort_by_key(|(item, _)| item.order);
        for (item, id) in &exact {
            if let (Becomes::Agent, Some(id)) = (item.becomes, id) {
                self.remember_preset(item, AgentId(*id));
            }
        }
        for (item, id) in exact {
            match item.becomes {
                Becomes::Wall | Becomes::Door => self.wall(item, id.map(WallId), before),
                Becomes::Path => self.path(item, id.map(PathId), before),
                Becomes::Marker => self.marker(item, id.map(MarkerId), before),
                Becomes::Agent => self.agent(item, id.map(AgentId), before),
                Becomes::BlockedCells | Becomes::Nothing => {}
            }
        }
        let gone = Gone {
            walls: walls.rest(),
            paths: paths.rest(),
            markers: markers.rest(),
            agents: agents.rest(),
        };
        self.gone(gone, before, delete_gone);
    }

    /// Counts an item that the scene has, with this name and a checksum of its places there.
    pub(super) fn settle(
        &mut self,
        item: &Wanted,
        was: &ImportedItem,
        name: &str,
        in_scene: &str,
    ) -> Settled {
        let places = item.checksum();
        let mut record = item.record(&places);
        let renames = name == was.name && name != record.name;
        if !renames && name != was.name {
            record.name.clone_from(&was.name);
        }
        let is_same = places == in_scene;
        let moves = !is_same && places != was.places;
        if is_same {
            self.changes.unchanged += 1;
        } else if moves {
            self.changes.updated.push(item.line());
        } else {
            self.changes.kept.push(item.line());
        }
        Settled {
            record,
            moves,
            renames,
        }
    }

    fn wall(&mut self, item: Wanted, known: Option<WallId>, before: &RememberedImport) {
        let line = item.line();
        let was = known.and_then(|id| before.walls.get(&id)).cloned();
        let (id, record) = match (known, &was) {
            (Some(id), Some(was)) => {
                let Some(wall) = self.scene.wall(id) else {
                    return;
                };
                let (name, in_scene) = (wall.name.clone(), update::of_wall(wall));
                let step = self.settle(&item, was, &name, &in_scene);
                if let (true, Some(wall)) = (step.changes(), self.scene.wall_mut(id)) {
                    if step.moves {
                        update::wall(wall, &item.points, item.closed);
                    }
                    if step.renames {
                        wall.name.clone_from(&step.record.name);
                    }
                }
                (id, step.record)
            }
            _ => {
                let id = WallId(self.walls.assign(None));
                let mut wall = Wall::through(id, item.name.clone(), item.points.iter().copied());
                wall.closed = item.closed;
                wall.open = (item.becomes == Becomes::Door).then_some(false);
                self.scene.walls.push(Arc::new(wall));
                self.added(id, line.clone());
                (id, item.record(&item.checksum()))
            }
        };
        let owner = PropertyItem::Wall(id);
        self.owned
            .push(Owned::of(&item, owner, was.as_ref(), &line));
        self.after.walls.insert(id, record);
    }

    fn path(&mut self, item: Wanted, known: Option<PathId>, before: &RememberedImport) {
        let line = item.line();
        let was = known.and_then(|id| before.paths.get(&id)).cloned();
        let mut state = String::new();
        let lists = [self.changes.added.len(), self.changes.updated.len()];
        let (id, record) = match (known, &was) {
            (Some(id), Some(was)) => {
                let Some(path) = self.scene.path(id) else {
                    return;
                };
                state = at_nodes::state(path);
                let (name, in_scene) = (path.name.clone(), update::of_path(path));
                let step = self.settle(&item, was, &name, &in_scene);
                if let (true, Some(path)) = (step.changes(), self.scene.path_mut(id)) {
                    if step.moves {
                        update::path(path, &item.points);
                        if path.is_closed() != item.closed {
                            path.traversal = traversal(item.closed);
                        }
                    }
                    if step.renames {
                        path.name.clone_from(&step.record.name);
                    }
                }
                (id, step.record)
            }
            _ => {
                let id = PathId(self.paths.assign(None));
                let mut path = PatrolPath::new(id, item.name.clone());
                path.traversal = traversal(item.closed);
                update::path(&mut path, &item.points);
                self.scene.paths.push(Arc::new(path));
                self.added(id, line.clone());
                (id, item.record(&item.checksum()))
            }
        };
        let owner = PropertyItem::Path(id);
        self.owned
            .push(Owned::of(&item, owner, was.as_ref(), &line));
        let mut route = Route::of(&item, id, was.as_ref(), state, self.owned.len() - 1);
        route.is_listed = [self.changes.added.len(), self.changes.updated.len()] != lists;
        route.line = line;
        self.routes.push(route);
        self.after.paths.insert(id, record);
    }

    fn marker(&mut self, item: Wanted, known: Option<MarkerId>, before: &RememberedImport) {
        let line = item.line();
        let Some(&position) = item.points.first() else {
            return;
        };
        let was = known.and_then(|id| before.markers.get(&id)).cloned();
        let (id, record) = match (known, &was) {
            (Some(id), Some(was)) => {
                let Some(marker) = self.scene.marker(id) else {
                    return;
                };
                let in_scene = update::checksum([marker.position].into_iter(), false);
                let name = marker.name.clone();
                let step = self.settle(&item, was, &name, &in_scene);
                if let (true, Some(marker)) = (step.changes(), self.scene.marker_mut(id)) {
                    if step.moves {
                        marker.position = position;
                    }
                    if step.renames {
                        marker.name.clone_from(&step.record.name);
                    }
                }
                (id, step.record)
            }
            _ => {
                let id = MarkerId(self.markers.assign(None));
                let marker = Marker::at(id, item.name.clone(), MarkerKind::Target, position);
                Arc::make_mut(&mut self.scene.markers).push(marker);
                self.added(id, line.clone());
                (id, item.record(&item.checksum()))
            }
        };
        let owner = PropertyItem::Marker(id);
        self.owned
            .push(Owned::of(&item, owner, was.as_ref(), &line));
        self.after.markers.insert(id, record);
    }
}
