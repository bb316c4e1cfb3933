//! The walls, paths and markers of a map: added to a scene, or brought up to date there.

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
    GroupId, Marker, MarkerId, MarkerKind, PathId, PatrolPath, PropertyItem, Scene, Wall, WallId,
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
    /// The ids of each kind: looking for the next one in the scene would take longer with each item.
    pub(super) walls: Ids,
    pub(super) paths: Ids,
    pub(super) markers: Ids,
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
enum Step {
    Unchanged,
    Kept,
    Moved,
}

impl Step {
    fn of(known: &ImportedItem, in_scene: &str, in_map: &str) -> Self {
        if in_map == in_scene {
            Self::Unchanged
        } else if in_map == known.places {
            Self::Kept
        } else {
            Self::Moved
        }
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
        // First those with the same ids, so that none of them is taken for a part that has changed.
        let (mut exact, mut others) = (Vec::new(), Vec::new());
        for item in wanted {
            let id = match item.becomes {
                Becomes::Wall | Becomes::Door => walls.take(&item.source).map(|id| id.0),
                Becomes::Path => paths.take(&item.source).map(|id| id.0),
                Becomes::Marker => markers.take(&item.source).map(|id| id.0),
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
                Becomes::Path | Becomes::Marker | Becomes::BlockedCells | Becomes::Nothing => None,
            };
            exact.push((item, id));
        }
        exact.sort_by_key(|(item, _)| item.order);
        for (item, id) in exact {
            match item.becomes {
                Becomes::Wall | Becomes::Door => self.wall(item, id.map(WallId), before),
                Becomes::Path => self.path(item, id.map(PathId), before),
                Becomes::Marker => self.marker(item, id.map(MarkerId), before),
                Becomes::BlockedCells | Becomes::Nothing => {}
            }
        }
        let gone = Gone {
            walls: walls.rest(),
            paths: paths.rest(),
            markers: markers.rest(),
        };
        self.gone(gone, before, delete_gone);
    }

    /// Counts a step. Returns whether the places are to be changed.
    fn count(&mut self, step: &Step, line: String) -> bool {
        match step {
            Step::Unchanged => self.changes.unchanged += 1,
            Step::Kept => self.changes.kept.push(line),
            Step::Moved => {
                self.changes.updated.push(line);
                return true;
            }
        }
        false
    }

    fn wall(&mut self, item: Wanted, known: Option<WallId>, before: &RememberedImport) {
        let places = item.checksum();
        let is_door = item.becomes == Becomes::Door;
        let line = item.line(if is_door { "door" } else { "wall" });
        let known = known.and_then(|id| Some((id, before.walls.get(&id)?)));
        let mut record = item.record(&places);
        let was = known.as_ref().map(|(_, was)| (*was).clone());
        let id = match known {
            Some((id, was)) => {
                let Some(wall) = self.scene.wall(id) else {
                    return;
                };
                let step = Step::of(was, &update::of_wall(wall), &places);
                let renames = wall.name == was.name && wall.name != record.name;
                if !renames && wall.name != was.name {
                    record.name.clone_from(&was.name);
                }
                let moves = self.count(&step, line.clone());
                if let (true, Some(wall)) = (moves || renames, self.scene.wall_mut(id)) {
                    if moves {
                        update::wall(wall, &item.points, item.closed);
                    }
                    if renames {
                        wall.name.clone_from(&record.name);
                    }
                }
                id
            }
            None => {
                let id = WallId(self.walls.assign(None));
                let mut wall = Wall::through(id, item.name.clone(), item.points.iter().copied());
                wall.closed = item.closed;
                wall.open = is_door.then_some(false);
                self.scene.walls.push(Arc::new(wall));
                self.added(id, line.clone());
                id
            }
        };
        let own = PropertyItem::Wall(id);
        self.owned.push(Owned::of(&item, own, was.as_ref(), &line));
        self.after.walls.insert(id, record);
    }

    fn path(&mut self, item: Wanted, known: Option<PathId>, before: &RememberedImport) {
        let places = item.checksum();
        let line = item.line("path");
        let known = known.and_then(|id| Some((id, before.paths.get(&id)?)));
        let mut record = item.record(&places);
        let was = known.as_ref().map(|(_, was)| (*was).clone());
        let mut state = String::new();
        let lists = [self.changes.added.len(), self.changes.updated.len()];
        let id = match known {
            Some((id, was)) => {
                let Some(path) = self.scene.path(id) else {
                    return;
                };
                state = at_nodes::state(path);
                let step = Step::of(was, &update::of_path(path), &places);
                let renames = path.name == was.name && path.name != record.name;
                if !renames && path.name != was.name {
                    record.name.clone_from(&was.name);
                }
                let moves = self.count(&step, line.clone());
                if let (true, Some(path)) = (moves || renames, self.scene.path_mut(id)) {
                    if moves {
                        update::path(path, &item.points);
                        if path.is_closed() != item.closed {
                            path.traversal = traversal(item.closed);
                        }
                    }
                    if renames {
                        path.name.clone_from(&record.name);
                    }
                }
                id
            }
            None => {
                let id = PathId(self.paths.assign(None));
                let mut path = PatrolPath::new(id, item.name.clone());
                path.traversal = traversal(item.closed);
                update::path(&mut path, &item.points);
                self.scene.paths.push(Arc::new(path));
                self.added(id, line.clone());
                id
            }
        };
        let own = PropertyItem::Path(id);
        self.owned.push(Owned::of(&item, own, was.as_ref(), &line));
        let mut route = Route::of(&item, id, was.as_ref(), state, self.owned.len() - 1);
        route.is_listed = [self.changes.added.len(), self.changes.updated.len()] != lists;
        route.line = line;
        self.routes.push(route);
        self.after.paths.insert(id, record);
    }

    fn marker(&mut self, item: Wanted, known: Option<MarkerId>, before: &RememberedImport) {
        let places = item.checksum();
        let line = item.line("marker");
        let Some(&position) = item.points.first() else {
            return;
        };
        let known = known.and_then(|id| Some((id, before.markers.get(&id)?)));
        let mut record = item.record(&places);
        let was = known.as_ref().map(|(_, was)| (*was).clone());
        let id = match known {
            Some((id, was)) => {
                let Some(marker) = self.scene.marker(id) else {
                    return;
                };
                let in_scene = update::checksum([marker.position].into_iter(), false);
                let step = Step::of(was, &in_scene, &places);
                let renames = marker.name == was.name && marker.name != record.name;
                if !renames && marker.name != was.name {
                    record.name.clone_from(&was.name);
                }
                let moves = self.count(&step, line.clone());
                if let (true, Some(marker)) = (moves || renames, self.scene.marker_mut(id)) {
                    if moves {
                        marker.position = position;
                    }
                    if renames {
                        marker.name.clone_from(&record.name);
                    }
                }
                id
            }
            None => {
                let id = MarkerId(self.markers.assign(None));
                let marker = Marker::at(id, item.name.clone(), MarkerKind::Target, position);
                Arc::make_mut(&mut self.scene.markers).push(marker);
                self.added(id, line.clone());
                id
            }
        };
        let own = PropertyItem::Marker(id);
        self.owned.push(Owned::of(&item, own, was.as_ref(), &line));
        self.after.markers.insert(id, record);
    }
}
