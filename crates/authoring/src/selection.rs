//! The selection, by id. Ids of items that an undo removed are ignored.

use std::cell::LazyCell;
use std::sync::Arc;
use steerwright_runtime::scene::{
    AgentId, AreaId, MarkerId, NodeId, PathId, PatrolPath, PictureId, PresetId, Scene, Wall, WallId,
};

/// An item that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A whole path.
    Path(PathId),
    /// A node of a path.
    Node(PathId, NodeId),
    /// An agent.
    Agent(AgentId),
    /// A preset.
    Preset(PresetId),
    /// A marker.
    Marker(MarkerId),
    /// A whole wall.
    Wall(WallId),
    /// A node of a wall.
    WallNode(WallId, NodeId),
    /// A picture underneath the scene.
    Picture(PictureId),
    /// A whole area.
    Area(AreaId),
    /// A corner of an area.
    AreaNode(AreaId, NodeId),
}

impl Item {
    /// Whether `scene` contains it.
    pub fn exists(self, scene: &Scene) -> bool {
        match self {
            Self::Path(path) => scene.path(path).is_some(),
            Self::Node(path, node) => scene.node(path, node).is_some(),
            Self::Agent(agent) => scene.agent(agent).is_some(),
            Self::Preset(preset) => scene.preset(preset).is_some(),
            Self::Marker(marker) => scene.marker(marker).is_some(),
            Self::Wall(wall) => scene.wall(wall).is_some(),
            Self::Picture(picture) => scene.picture(picture).is_some(),
            Self::Area(area) => scene.area(area).is_some(),
            Self::AreaNode(area, node) => scene
                .area(area)
                .is_some_and(|area| area.index_of(node).is_some()),
            Self::WallNode(wall, node) => scene
                .wall(wall)
                .is_some_and(|wall| wall.index_of(node).is_some()),
        }
    }

    /// A description: "node 3 of Path 2".
    pub fn describe(self, scene: &Scene) -> String {
        let named = |kind: &str, name: Option<&str>| {
            format!("{kind} {}", name.unwrap_or_default())
                .trim_end()
                .to_owned()
        };
        let node_of = |index: Option<usize>, owner: Option<&str>| {
            let number = index.map_or(0, |index| index + 1);
            format!("node {number} of {}", owner.unwrap_or_default())
        };
        match self {
            Self::Path(path) => named("path", scene.path(path).map(|path| path.name.as_str())),
            Self::Node(path, node) => {
                let path = scene.path(path);
                node_of(
                    path.and_then(|path| path.index_of(node)),
                    path.map(|path| path.name.as_str()),
                )
            }
            Self::Wall(wall) => named("wall", scene.wall(wall).map(|wall| wall.name.as_str())),
            Self::WallNode(wall, node) => {
                let wall = scene.wall(wall);
                node_of(
                    wall.and_then(|wall| wall.index_of(node)),
                    wall.map(|wall| wall.name.as_str()),
                )
            }
            Self::Area(area) => named("area", scene.area(area).map(|area| area.name.as_str())),
            Self::AreaNode(area, node) => {
                let area = scene.area(area);
                node_of(
                    area.and_then(|area| area.index_of(node)),
                    area.map(|area| area.name.as_str()),
                )
            }
            Self::Picture(picture) => {
                let picture = scene.picture(picture);
                named("picture", picture.map(|picture| picture.name.as_str()))
            }
            Self::Agent(agent) => {
                named("agent", scene.agent(agent).map(|agent| agent.name.as_str()))
            }
            Self::Preset(preset) => named(
                "preset",
                scene.preset(preset).map(|preset| preset.name.as_str()),
            ),
            Self::Marker(marker) => named(
                "marker",
                scene.marker(marker).map(|marker| marker.name.as_str()),
            ),
        }
    }

    /// The item, or the path or the wall of a node.
    pub fn whole(self) -> Self {
        match self {
            Self::Node(path, _) => Self::Path(path),
            Self::WallNode(wall, _) => Self::Wall(wall),
            Self::AreaNode(area, _) => Self::Area(area),
            Self::Path(_)
            | Self::Agent(_)
            | Self::Preset(_)
            | Self::Marker(_)
            | Self::Wall(_)
            | Self::Picture(_)
            | Self::Area(_) => self,
        }
    }

    /// Whether it is a node of a path or of a wall.
    pub fn is_node(self) -> bool {
        self != self.whole()
    }

    /// The path, or the path of a node.
    pub fn path(self) -> Option<PathId> {
        match self {
            Self::Path(path) | Self::Node(path, _) => Some(path),
            Self::Agent(_)
            | Self::Preset(_)
            | Self::Marker(_)
            | Self::Wall(_)
            | Self::WallNode(..)
            | Self::Picture(_)
            | Self::Area(_)
            | Self::AreaNode(..) => None,
        }
    }

    /// The area, or the area of a corner.
    pub fn area(self) -> Option<AreaId> {
        match self {
            Self::Area(area) | Self::AreaNode(area, _) => Some(area),
            Self::Path(_)
            | Self::Node(..)
            | Self::Agent(_)
            | Self::Preset(_)
            | Self::Marker(_)
            | Self::Wall(_)
            | Self::WallNode(..)
            | Self::Picture(_) => None,
        }
    }

    /// The wall, or the wall of a node.
    pub fn wall(self) -> Option<WallId> {
        match self {
            Self::Wall(wall) | Self::WallNode(wall, _) => Some(wall),
            Self::Path(_)
            | Self::Node(..)
            | Self::Agent(_)
            | Self::Preset(_)
            | Self::Marker(_)
            | Self::Picture(_)
            | Self::Area(_)
            | Self::AreaNode(..) => None,
        }
    }
}

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
                Item::Preset(_) | Item::Picture(_) | Item::Area(_) | Item::AreaNode(..) => {
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
            | Item::AreaNode(..) => false,
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
            | Item::AreaNode(..) => None,
        };
        self.iter().filter_map(marker).collect()
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
            | Item::AreaNode(..) => None,
        })
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<T> = items.collect();
    sorted.sort_unstable();
    sorted
}
