//! Lines of nodes: paths, walls and areas. What their nodes have in common is written once, for all
//! of them.

mod adding;
mod inserting;
mod join;
mod kinds;
mod split;

pub use adding::{DEFAULT_REQUIREMENT, LineKind, add, add_rectangle, rectangle};
pub(crate) use inserting::move_nodes;
pub use inserting::{
    copy_nodes, delete, delete_node, insert_after, insert_node, move_node, reorder_node, set_closed,
};
pub use join::{End, ends_to_join, join};
pub use kinds::NodeLine;
pub use split::{can_split_at, split};

use crate::Item;
use glam::DVec2;
use kinds::Kind;
use std::sync::Arc;
use steerwright_runtime::scene::editor::OutlinerItem;
use steerwright_runtime::scene::{AreaId, NodeId, PathId, Scene, WallId};

/// A line of nodes, by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Line {
    /// A path.
    Path(PathId),
    /// A wall.
    Wall(WallId),
    /// An area, which is always closed. Its nodes are called corners.
    Area(AreaId),
}

/// Calls a function that is generic over [`Kind`] with the id of a line.
macro_rules! of_kind {
    ($line:expr, $function:ident($($before:expr),*; $($after:expr),*)) => {
        match $line {
            $crate::line::Line::Path(id) => $function::<steerwright_runtime::scene::PatrolPath>($($before,)* id, $($after),*),
            $crate::line::Line::Wall(id) => $function::<steerwright_runtime::scene::Wall>($($before,)* id, $($after),*),
            $crate::line::Line::Area(id) => $function::<steerwright_runtime::scene::editor::Area>($($before,)* id, $($after),*),
        }
    };
}
use of_kind;

impl Line {
    /// All lines: paths, walls and areas, in the order of the scene.
    pub fn all(scene: &Scene) -> impl Iterator<Item = &dyn NodeLine> {
        fn part<T: NodeLine>(line: &Arc<T>) -> &dyn NodeLine {
            &**line
        }
        let areas = scene.editor.areas.iter();
        let areas = areas.map(|area| area as &dyn NodeLine);
        let paths = scene.paths.iter().map(part);
        paths.chain(scene.walls.iter().map(part)).chain(areas)
    }

    /// The line in a scene.
    pub fn of(self, scene: &Scene) -> Option<&dyn NodeLine> {
        fn found<K: Kind>(scene: &Scene, id: K::Id) -> Option<&dyn NodeLine> {
            K::find(scene, id).map(|line| line as &dyn NodeLine)
        }
        of_kind!(self, found(scene;))
    }

    /// Its nodes as items.
    pub fn items(self, scene: &Scene) -> impl Iterator<Item = Item> {
        let nodes = self.of(scene).into_iter().flat_map(NodeLine::nodes);
        nodes.map(move |(node, _)| Item::Node(self, node))
    }

    /// The position of a node.
    pub fn position(self, scene: &Scene, node: NodeId) -> Option<DVec2> {
        let line = self.of(scene)?;
        line.node(line.index_of(node)?)
            .map(|(_, position)| position)
    }

    /// The path.
    pub fn path(self) -> Option<PathId> {
        match self {
            Self::Path(path) => Some(path),
            Self::Wall(_) | Self::Area(_) => None,
        }
    }

    /// The wall.
    pub fn wall(self) -> Option<WallId> {
        match self {
            Self::Wall(wall) => Some(wall),
            Self::Path(_) | Self::Area(_) => None,
        }
    }

    /// The area.
    pub fn area(self) -> Option<AreaId> {
        match self {
            Self::Area(area) => Some(area),
            Self::Path(_) | Self::Wall(_) => None,
        }
    }

    /// What kind of line it is.
    pub fn kind(self) -> LineKind {
        match self {
            Self::Path(_) => LineKind::Path,
            Self::Wall(_) => LineKind::Wall,
            Self::Area(_) => LineKind::Area,
        }
    }
}

impl From<PathId> for Line {
    fn from(id: PathId) -> Self {
        Self::Path(id)
    }
}

impl From<WallId> for Line {
    fn from(id: WallId) -> Self {
        Self::Wall(id)
    }
}

impl From<AreaId> for Line {
    fn from(id: AreaId) -> Self {
        Self::Area(id)
    }
}

impl From<Line> for Item {
    fn from(line: Line) -> Self {
        match line {
            Line::Path(id) => Self::Path(id),
            Line::Wall(id) => Self::Wall(id),
            Line::Area(id) => Self::Area(id),
        }
    }
}

impl From<Line> for OutlinerItem {
    fn from(line: Line) -> Self {
        match line {
            Line::Path(id) => id.into(),
            Line::Wall(id) => id.into(),
            Line::Area(id) => id.into(),
        }
    }
}
