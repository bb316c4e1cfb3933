//! Paths and walls as lines of nodes, which are drawn and edited by the same gestures.

use crate::{Item, areas, edit, path_ops, walls};
use glam::DVec2;
use steerwright_runtime::scene::Scene;

/// What a tool draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineKind {
    /// Patrol paths.
    #[default]
    Path,
    /// Walls.
    Wall,
    /// Areas, which are always closed.
    Area,
}

impl LineKind {
    /// Its name in sentences.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Wall => "wall",
            Self::Area => "area",
        }
    }

    /// Adds a line without nodes.
    pub(super) fn add(self, scene: &mut Scene) -> Item {
        match self {
            Self::Path => Item::Path(edit::add_path(scene)),
            Self::Wall => Item::Wall(walls::add(scene)),
            Self::Area => Item::Area(areas::add(scene)),
        }
    }

    /// Whether `line` is of this kind.
    pub(super) fn is_kind_of(self, line: Item) -> bool {
        match self {
            Self::Path => matches!(line, Item::Path(_)),
            Self::Wall => matches!(line, Item::Wall(_)),
            Self::Area => matches!(line, Item::Area(_)),
        }
    }
}

/// The number of nodes. `None` if the scene has no such line.
pub(super) fn len(scene: &Scene, line: Item) -> Option<usize> {
    match line {
        Item::Path(path) => scene.path(path).map(|path| path.nodes.len()),
        Item::Wall(wall) => scene.wall(wall).map(|wall| wall.nodes.len()),
        Item::Area(area) => scene.area(area).map(|area| area.nodes.len()),
        Item::Node(..)
        | Item::WallNode(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_)
        | Item::AreaNode(..) => None,
    }
}

/// A node by its index, with its position.
pub(super) fn node(scene: &Scene, line: Item, index: usize) -> Option<(Item, DVec2)> {
    match line {
        Item::Path(id) => {
            let node = scene.path(id)?.nodes.get(index)?;
            Some((Item::Node(id, node.id), node.position))
        }
        Item::Wall(id) => {
            let node = scene.wall(id)?.nodes.get(index)?;
            Some((Item::WallNode(id, node.id), node.position))
        }
        Item::Area(id) => {
            let node = scene.area(id)?.nodes.get(index)?;
            Some((Item::AreaNode(id, node.id), node.position))
        }
        Item::Node(..)
        | Item::WallNode(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_)
        | Item::AreaNode(..) => None,
    }
}

/// Whether the last node is connected to the first.
pub(super) fn is_closed(scene: &Scene, line: Item) -> bool {
    match line {
        Item::Path(path) => scene.path(path).is_some_and(|path| path.is_closed()),
        Item::Wall(wall) => scene.wall(wall).is_some_and(|wall| wall.closed),
        Item::Area(_) => true,
        Item::Node(..)
        | Item::WallNode(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_)
        | Item::AreaNode(..) => false,
    }
}

/// Connects the last node to the first.
pub(super) fn close(scene: &mut Scene, line: Item) {
    match line {
        Item::Path(path) => path_ops::set_closed(scene, path, true),
        Item::Wall(wall) => walls::set_closed(scene, wall, true),
        Item::Node(..)
        | Item::WallNode(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_)
        | Item::Area(_)
        | Item::AreaNode(..) => {}
    }
}

/// Inserts a node before the one at `index` (or at the end), and returns it.
pub(super) fn insert(scene: &mut Scene, line: Item, index: usize, at: DVec2) -> Option<Item> {
    match line {
        Item::Path(id) => edit::insert_node(scene, id, index, at).map(|node| Item::Node(id, node)),
        Item::Wall(id) => {
            walls::insert_node(scene, id, index, at).map(|node| Item::WallNode(id, node))
        }
        Item::Area(id) => {
            areas::insert_node(scene, id, index, at).map(|node| Item::AreaNode(id, node))
        }
        Item::Node(..)
        | Item::WallNode(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_)
        | Item::AreaNode(..) => None,
    }
}

/// Moves a node.
pub(super) fn move_node(scene: &mut Scene, node: Item, to: DVec2) {
    match node {
        Item::Node(path, id) => {
            if let Some(node) = scene.node_mut(path, id) {
                node.position = to;
            }
        }
        Item::WallNode(wall, id) => {
            if let Some(node) = scene
                .wall_mut(wall)
                .and_then(|wall| wall.nodes.iter_mut().find(|node| node.id == id))
            {
                node.position = to;
            }
        }
        Item::AreaNode(area, id) => {
            if let Some(node) = scene
                .area_mut(area)
                .and_then(|area| area.nodes.iter_mut().find(|node| node.id == id))
            {
                node.position = to;
            }
        }
        Item::Path(_)
        | Item::Wall(_)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_)
        | Item::Area(_) => {}
    }
}
