//! Brings a map into a scene, or up to date there.

use super::changes::Changes;
use super::properties::Owned;
use super::remembered::Remembered;
use super::wanted::{Wanted, wanted};
use super::{Becomes, Level, Placing, update};
use crate::import::ids::Ids;
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_format::FormatError;
use steerwright_format::validate::scene_errors;
use steerwright_runtime::scene::editor::{Group, ImportedItem, OutlinerItem, RememberedImport};
use steerwright_runtime::scene::{
    GroupId, Marker, MarkerId, MarkerKind, PathId, PatrolPath, PropertyItem, Scene, Target, Wall,
    WallId,
};
use steerwright_runtime::steering::follow_path::Traversal;

/// How a map is brought into a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The map, as the scene remembers it.
    pub file: String,
    /// Where it is, and how large.
    pub placing: Placing,
    /// What each item of the map becomes.
    pub choices: Vec<Becomes>,
    /// Whether items are deleted that are no longer in the map and that no agent uses.
    pub delete_gone: bool,
    /// Whether items are imported again that were deleted in the scene.
    pub with_deleted: bool,
}

/// Brings `level` into `scene`. What came from the same file before is updated, and everything else stays as it is.
///
/// # Errors
/// A [`FormatError`] if the scene would be invalid or beyond a limit. It is unchanged then.
pub fn merge(scene: &mut Scene, level: &Level, import: &Import) -> Result<Changes, FormatError> {
    let mut merged = scene.clone();
    merged.prune_editor_data();
    let imports = &merged.editor.imports;
    let known = imports.iter().position(|known| known.file == import.file);
    let before = known.map_or_else(
        || RememberedImport::new(&import.file),
        |index| imports[index].clone(),
    );
    let mut changes = Changes {
        left_out: level.left_out.clone(),
        ..Changes::default()
    };
    let wanted = wanted(level, import, &mut changes.left_out);
    let mut merger = Merger {
        group: group_of(&merged, &before),
        walls: Ids::new(merged.walls.iter().map(|wall| wall.id.0)),
        paths: Ids::new(merged.paths.iter().map(|path| path.id.0)),
        markers: Ids::new(merged.markers.iter().map(|marker| marker.id.0)),
        scene: merged,
        file: &import.file,
        changes,
        owned: Vec::new(),
        after: RememberedImport {
            pixels_per_unit: import.placing.pixels_per_unit,
            at: import.placing.at,
            becomes: remembered_choices(level, import, &before.becomes),
            ..RememberedImport::new(&import.file)
        },
    };
    let wanted = merger.without_deleted(wanted, &before, import.with_deleted);
    merger.items(wanted, &before, import.delete_gone);
    let owned = std::mem::take(&mut merger.owned);
    merger.properties(owned);
    merger.cells(level, import, &before);
    let Merger {
        scene: mut merged,
        changes,
        after,
        ..
    } = merger;
    let imports = &mut merged.editor_mut().imports;
    match known {
        Some(index) => imports[index] = after,
        None => imports.push(after),
    }
    merged.prune_editor_data();
    let errors = scene_errors(&merged);
    if !errors.is_empty() {
        return Err(FormatError::Validation(errors));
    }
    *scene = merged;
    Ok(changes)
}

/// The choices that differ from what is proposed.
fn remembered_choices(
    level: &Level,
    import: &Import,
    before: &BTreeMap<String, Becomes>,
) -> BTreeMap<String, Becomes> {
    let mut choices = before.clone();
    for (found, &chosen) in level.found.iter().zip(&import.choices) {
        if chosen == found.becomes {
            choices.remove(&found.source);
        } else {
            choices.insert(found.source.clone(), chosen);
        }
    }
    choices
}

/// The group in which items of the map are.
fn group_of(scene: &Scene, before: &RememberedImport) -> Option<GroupId> {
    let walls = before.walls.keys().map(|&id| OutlinerItem::from(id));
    let paths = before.paths.keys().map(|&id| OutlinerItem::from(id));
    let markers = before.markers.keys().map(|&id| OutlinerItem::from(id));
    walls
        .chain(paths)
        .chain(markers)
        .find_map(|item| scene.editor.props(item).group)
}

/// An import that is under way.
pub struct Merger<'a> {
    pub(super) scene: Scene,
    file: &'a str,
    pub(super) changes: Changes,
    pub(super) after: RememberedImport,
    /// The items that came from the map, with their custom properties there.
    owned: Vec<Owned>,
    group: Option<GroupId>,
    /// The ids of each kind: looking for the next one in the scene would take longer with each item.
    walls: Ids,
    paths: Ids,
    markers: Ids,
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
    fn items(&mut self, wanted: Vec<Wanted>, before: &RememberedImport, delete_gone: bool) {
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
        for id in walls.rest() {
            self.gone_wall(id, &before.walls[&id], delete_gone);
        }
        for id in paths.rest() {
            self.gone_path(id, &before.paths[&id], delete_gone);
        }
        for id in markers.rest() {
            self.gone_marker(id, &before.markers[&id], delete_gone);
        }
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
        let is_known = known.is_some();
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
        self.owned.push(Owned::of(&item, own, is_known, &line));
        self.after.walls.insert(id, record);
    }

    fn path(&mut self, item: Wanted, known: Option<PathId>, before: &RememberedImport) {
        let places = item.checksum();
        let line = item.line("path");
        let known = known.and_then(|id| Some((id, before.paths.get(&id)?)));
        let mut record = item.record(&places);
        let is_known = known.is_some();
        let id = match known {
            Some((id, was)) => {
                let Some(path) = self.scene.path(id) else {
                    return;
                };
                let step = Step::of(was, &update::of_path(path), &places);
                let renames = path.name == was.name && path.name != record.name;
                if !renames && path.name != was.name {
                    record.name.clone_from(&was.name);
                }
                let moves = self.count(&step, line.clone());
                if let (true, Some(path)) = (moves || renames, self.scene.path_mut(id)) {
                    if moves {
                        update::path(path, &item.points);
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
                if item.closed {
                    path.traversal = Traversal::Loop;
                }
                update::path(&mut path, &item.points);
                self.scene.paths.push(Arc::new(path));
                self.added(id, line.clone());
                id
            }
        };
        let own = PropertyItem::Path(id);
        self.owned.push(Owned::of(&item, own, is_known, &line));
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
        let is_known = known.is_some();
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
        self.owned.push(Owned::of(&item, own, is_known, &line));
        self.after.markers.insert(id, record);
    }

    /// Puts a new item into the group of the map.
    fn added(&mut self, item: impl Into<OutlinerItem>, line: String) {
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

    fn gone_marker(&mut self, id: MarkerId, was: &ImportedItem, delete: bool) {
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
