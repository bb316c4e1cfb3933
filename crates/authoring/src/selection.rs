//! The selection, by id. Ids of items that an undo removed are ignored.

use crate::Item;
use std::cell::LazyCell;
use std::sync::Arc;
use steerwright_runtime::scene::{
    AgentId, AreaId, MarkerId, NodeId, PathId, PatrolPath, PictureId, PresetId, Scene, Wall, WallId,
};

/// The selected items. The last selected one is the primary item, which the inspector shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Sorted without duplicates: thousands of nodes are looked up every frame.
    items: Vec<Item>,
    primary: Option<Item>,
}

impl Selection {
    /// A selection of items; the last one is primary.
    pub fn of(items: impl IntoIterator<Item = Item>) -> Self {
        let mut selection = Self::default();
        selection.set_all(items);
        selection
    }

    /// Selects one item alone.
    pub fn set(&mut self, item: Item) {
        self.items = vec![item];
        self.primary = Some(item);
    }

    /// Selects items; the last one is primary.
    pub fn set_all(&mut self, items: impl IntoIterator<Item = Item>) {
        self.items = items.into_iter().collect();
        self.primary = self.items.last().copied();
        self.items.sort_unstable();
        self.items.dedup();
    }

    /// Adds items; the last one becomes primary.
    pub fn add_all(&mut self, items: impl IntoIterator<Item = Item>) {
        let before = self.items.len();
        self.items.extend(items);
        if self.items.len() > before {
            self.primary = self.items.last().copied();
        }
        self.items.sort_unstable();
        self.items.dedup();
    }

    /// Deselects items.
    pub fn remove_all(&mut self, items: &[Item]) {
        let removed = sorted(items.iter().copied());
        self.items
            .retain(|item| removed.binary_search(item).is_err());
        if self.primary.is_some_and(|item| !self.contains(item)) {
            self.primary = self.items.last().copied();
        }
    }

    /// Adds or removes an item.
    pub fn toggle(&mut self, item: Item) {
        match self.items.binary_search(&item) {
            Ok(index) => {
                self.items.remove(index);
                self.primary = self.items.last().copied();
            }
            Err(index) => {
                self.items.insert(index, item);
                self.primary = Some(item);
            }
        }
    }

    /// Clears the selection.
    pub fn clear(&mut self) {
        self.items.clear();
        self.primary = None;
    }

    /// Removes items that `scene` does not contain.
    pub fn retain_existing(&mut self, scene: &Scene) {
        if self.items.is_empty() {
            return;
        }
        let mut paths: Vec<&PatrolPath> = scene.paths.iter().map(Arc::as_ref).collect();
        paths.sort_unstable_by_key(|path| path.id);
        let has_path = |id| paths.binary_search_by_key(&id, |path| path.id).is_ok();
        let agents = LazyCell::new(|| sorted(scene.agents.iter().map(|agent| agent.id)));
        let markers = LazyCell::new(|| sorted(scene.markers.iter().map(|marker| marker.id)));
        let walls = LazyCell::new(|| {
            let mut walls: Vec<&Wall> = scene.walls.iter().map(Arc::as_ref).collect();
            walls.sort_unstable_by_key(|wall| wall.id);
            walls
        });
        let wall = |id| {
            let index = walls.binary_search_by_key(&id, |wall| wall.id).ok()?;
            Some(walls[index])
        };
        // Nodes of a path or wall are adjacent, so each owner is looked up once.
        let (mut of, mut nodes) = (None, Vec::new());
        self.items.retain(|item| {
            let (path, node) = match *item {
                Item::Node(path, node) => (path, node),
                Item::Wall(id) => return wall(id).is_some(),
                Item::WallNode(id, node) => {
                    if of != Some(item.whole()) {
                        of = Some(item.whole());
                        let own = wall(id).map_or(&[][..], |wall| &wall.nodes);
                        nodes = sorted(own.iter().map(|node| node.id));
                    }
                    return nodes.binary_search(&node).is_ok();
                }
                Item::Path(path) => return has_path(path),
                Item::Agent(agent) => return agents.binary_search(&agent).is_ok(),
                Item::Marker(marker) => return markers.binary_search(&marker).is_ok(),
                Item::Preset(_)
                | Item::Picture(_)
                | Item::Area(_)
                | Item::AreaNode(..)
                | Item::Spawner(_)
                | Item::Contact(_) => {
                    return item.exists(scene);
                }
            };
            if of != Some(item.whole()) {
                of = Some(item.whole());
                nodes.clear();
                if let Ok(index) = paths.binary_search_by_key(&path, |path| path.id) {
                    nodes.extend(paths[index].nodes.iter().map(|node| node.id));
                    nodes.sort_unstable();
                }
            }
            nodes.binary_search(&node).is_ok()
        });
        if self.primary.is_some_and(|item| !self.contains(item)) {
            self.primary = self.items.last().copied();
        }
    }

    /// Whether `item` is selected.
    pub fn contains(&self, item: Item) -> bool {
        self.items.binary_search(&item).is_ok()
    }

    /// Whether any node of a path or wall is selected.
    pub fn has_nodes_of(&self, line: Item) -> bool {
        match line {
            Item::Path(path) => !self.nodes_of(path).is_empty(),
            Item::Wall(wall) => !self.nodes_of_wall(wall).is_empty(),
            Item::Area(area) => !self.nodes_of_area(area).is_empty(),
            Item::Node(..)
            | Item::WallNode(..)
            | Item::Agent(_)
            | Item::Preset(_)
            | Item::Marker(_)
            | Item::Picture(_)
            | Item::AreaNode(..)
            | Item::Spawner(_)
            | Item::Contact(_) => false,
        }
    }

    /// The selected nodes of a path as [`Item::Node`], sorted by id.
    pub fn nodes_of(&self, path: PathId) -> &[Item] {
        let first = self
            .items
            .partition_point(|&item| item < Item::Node(path, NodeId(0)));
        let end = self
            .items
            .partition_point(|&item| item <= Item::Node(path, NodeId(u32::MAX)));
        &self.items[first..end]
    }

    /// The selected nodes of a wall as [`Item::WallNode`], sorted by id.
    pub fn nodes_of_wall(&self, wall: WallId) -> &[Item] {
        let first = self
            .items
            .partition_point(|&item| item < Item::WallNode(wall, NodeId(0)));
        let end = self
            .items
            .partition_point(|&item| item <= Item::WallNode(wall, NodeId(u32::MAX)));
        &self.items[first..end]
    }

    /// The selected corners of an area as [`Item::AreaNode`], sorted by id.
    pub fn nodes_of_area(&self, area: AreaId) -> &[Item] {
        let first = self
            .items
            .partition_point(|&item| item < Item::AreaNode(area, NodeId(0)));
        let end = self
            .items
            .partition_point(|&item| item <= Item::AreaNode(area, NodeId(u32::MAX)));
        &self.items[first..end]
    }

    /// The areas that are selected or have selected corners, without duplicates.
    pub fn areas(&self) -> Vec<AreaId> {
        let mut areas: Vec<AreaId> = self.items.iter().filter_map(|item| item.area()).collect();
        areas.sort_unstable();
        areas.dedup();
        areas
    }

    /// The walls that are selected or have selected nodes, without duplicates.
    pub fn walls(&self) -> Vec<WallId> {
        let mut walls: Vec<WallId> = self.items.iter().filter_map(|item| item.wall()).collect();
        walls.sort_unstable();
        walls.dedup();
        walls
    }

    /// The markers that are selected.
    pub fn markers(&self) -> Vec<MarkerId> {
        let marker = |item: Item| match item {
            Item::Marker(id) => Some(id),
            Item::Path(_)
            | Item::Node(..)
            | Item::Wall(_)
            | Item::WallNode(..)
            | Item::Agent(_)
            | Item::Preset(_)
            | Item::Picture(_)
            | Item::Area(_)
            | Item::AreaNode(..)
            | Item::Spawner(_)
            | Item::Contact(_) => None,
        };
        self.iter().filter_map(marker).collect()
    }

    /// The selected presets, and those of the selected agents and spawners, without duplicates.
    pub fn presets(&self, scene: &Scene) -> Vec<PresetId> {
        let mut presets = Vec::new();
        for preset in self.iter().filter_map(|item| item.preset(scene)) {
            if !presets.contains(&preset) {
                presets.push(preset);
            }
        }
        presets
    }

    /// The paths that are selected or have selected nodes, without duplicates.
    pub fn paths(&self) -> Vec<PathId> {
        let mut paths: Vec<PathId> = self.items.iter().filter_map(|item| item.path()).collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// The items, in a stable order.
    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        self.items.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The last selected item.
    pub fn primary(&self) -> Option<Item> {
        self.primary
    }

    /// The selected path, or the path of a selected node.
    pub fn path(&self) -> Option<PathId> {
        self.primary
            .and_then(Item::path)
            .or_else(|| self.items.iter().find_map(|item| item.path()))
    }

    /// The picture that is selected alone.
    pub fn picture(&self) -> Option<PictureId> {
        match self.items[..] {
            [Item::Picture(picture)] => Some(picture),
            _ => None,
        }
    }

    /// The selected agents.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> + '_ {
        self.items.iter().filter_map(|item| match item {
            Item::Agent(agent) => Some(*agent),
            Item::Path(_)
            | Item::Node(..)
            | Item::Preset(_)
            | Item::Marker(_)
            | Item::Wall(_)
            | Item::WallNode(..)
            | Item::Picture(_)
            | Item::Area(_)
            | Item::AreaNode(..)
            | Item::Spawner(_)
            | Item::Contact(_) => None,
        })
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = items.collect();
    sorted.sort_unstable();
    sorted
}
