//! The ids of the items that the objects of a map become.

use super::map::Map;
use super::objects::{Entry, Kind};
use super::properties::id;
use crate::import::ids::Ids;
use std::collections::{BTreeMap, BTreeSet};
use steerwright_format::FormatError;
use steerwright_runtime::scene::{AgentId, MarkerId, PathId, Target, WallId};

/// The scene item of an object.
#[derive(Clone, Copy)]
pub enum SceneItem {
    Path(PathId),
    Wall(WallId),
    Target(Target),
}

/// The scene items of the objects, with the ids of the objects. Exported objects keep their ids in
/// the scene; copies and new objects get new ids.
pub fn scene_items(map: &Map<'_>) -> Result<Vec<Option<(u32, SceneItem)>>, FormatError> {
    let kinds = [
        (Kind::Path, "path_id"),
        (Kind::Marker, "marker_id"),
        (Kind::Agent, "agent_id"),
        (Kind::Wall, "wall_id"),
    ];
    let name_of = |entry: &Entry<'_>| kinds.iter().find(|(kind, _)| *kind == entry.kind);
    let mut exported: BTreeMap<Kind, BTreeSet<u32>> = BTreeMap::new();
    for entry in map.entries() {
        if let Some(&(kind, name)) = name_of(entry)
            && let Some(id) = id(map.item(entry)?.properties(), name)
        {
            exported.entry(kind).or_default().insert(id);
        }
    }
    let mut ids: BTreeMap<Kind, Ids> = BTreeMap::new();
    for (kind, _) in kinds {
        let known = exported.remove(&kind).unwrap_or_default();
        ids.insert(kind, Ids::new(known.into_iter()));
    }
    let mut scene_items = Vec::with_capacity(map.entries().len());
    for entry in map.entries() {
        if entry.kind == Kind::Node {
            scene_items.push(None);
            continue;
        }
        let item = map.item(entry)?;
        let mut assign = || {
            let known = name_of(entry).and_then(|(_, name)| id(item.properties(), name));
            ids.get_mut(&entry.kind).map(|ids| ids.assign(known))
        };
        let scene_item = match entry.kind {
            Kind::Path => assign().map(|id| SceneItem::Path(PathId(id))),
            Kind::Marker => assign().map(|id| SceneItem::Target(Target::Marker(MarkerId(id)))),
            Kind::Agent => assign().map(|id| SceneItem::Target(Target::Agent(AgentId(id)))),
            Kind::Wall => assign().map(|id| SceneItem::Wall(WallId(id))),
            Kind::Pointer => Some(SceneItem::Target(Target::Pointer)),
            Kind::Cell | Kind::Node => None,
        };
        scene_items.push(scene_item.map(|scene_item| (item.object.id, scene_item)));
    }
    Ok(scene_items)
}
