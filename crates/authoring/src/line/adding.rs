//! New lines.

use crate::edit::naming::free_name;
use crate::line::{Line, insert_node};
use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};
use steerwright_runtime::scene::{PatrolPath, Scene, Wall};

/// What is required of a new area.
pub const DEFAULT_REQUIREMENT: AreaRequirement = AreaRequirement::NoGapOver(10.0);

/// A kind of line, which a tool draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineKind {
    /// Patrol paths.
    #[default]
    Path,
    /// Walls.
    Wall,
    /// Areas.
    Area,
}

impl LineKind {
    /// Its name in sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Wall => "wall",
            Self::Area => "area",
        }
    }

    /// The fewest nodes that are of use: a single one blocks nothing, and two corners enclose
    /// nothing.
    pub fn min_nodes(self) -> usize {
        match self {
            Self::Path => 1,
            Self::Wall => 2,
            Self::Area => 3,
        }
    }
}

/// Adds a line without nodes. A wall blocks motion and sight.
pub fn add(scene: &mut Scene, kind: LineKind) -> Line {
    match kind {
        LineKind::Path => {
            let id = scene.next_path_id();
            let name = free_name("Path", scene.paths.iter().map(|path| path.name.as_str()));
            scene.paths.push(Arc::new(PatrolPath::new(id, name)));
            Line::Path(id)
        }
        LineKind::Wall => {
            let id = scene.next_wall_id();
            let name = free_name("Wall", scene.walls.iter().map(|wall| wall.name.as_str()));
            scene.walls.push(Arc::new(Wall::through(id, name, [])));
            Line::Wall(id)
        }
        LineKind::Area => {
            let id = scene.editor.next_area_id();
            let names = scene.editor.areas.iter().map(|area| area.name.as_str());
            let name = free_name("Area", names);
            let area = Area::through(id, name, DEFAULT_REQUIREMENT, []);
            scene.editor_mut().areas.push(area);
            Line::Area(id)
        }
    }
}

/// Adds the rectangle between two corners as a closed line.
pub fn add_rectangle(scene: &mut Scene, kind: LineKind, a: DVec2, b: DVec2) -> Line {
    let line = add(scene, kind);
    crate::line::set_closed(scene, line, true);
    for corner in rectangle(a, b) {
        insert_node(scene, line, usize::MAX, corner);
    }
    line
}

/// The corners of the rectangle between two opposite ones.
pub fn rectangle(a: DVec2, b: DVec2) -> [DVec2; 4] {
    [a, DVec2::new(b.x, a.y), b, DVec2::new(a.x, b.y)]
}
