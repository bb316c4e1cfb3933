//! The walls of a scene as barriers.

use crate::geometry::CellGrid;
use crate::level::barrier::Barrier;
use crate::level::cell_outline::outline;
use crate::level::crossed_cells::add_crossed_cells;
use crate::level::door_cells::DoorCells;
use crate::level::segment::Segment;
use crate::scene::{CellMap, Scene, Wall, WallId};
use std::sync::Arc;

/// What blocks motion and what blocks sight in a scene: the edges of its walls by id, and the
/// outline of its blocked cells.
#[derive(Clone, Debug)]
pub(crate) struct Walls {
    pub(crate) motion: Barrier,
    pub(crate) sight: Barrier,
    /// The walls, by id.
    walls: Vec<Arc<Wall>>,
    cells: Arc<CellMap>,
    /// Known once a door has been switched.
    door_cells: Option<DoorCells>,
    /// In the place of a wall while it changes.
    no_wall: Arc<Wall>,
}

impl Walls {
    pub(crate) fn new(walls: &[Arc<Wall>], cells: &Arc<CellMap>) -> Self {
        let walls = by_id(walls);
        let outline = outline(&cells.blocked, cells.size);
        let barrier = |blocks: fn(&Wall) -> bool| {
            let edges = walls.iter().zip(0..).filter(|(wall, _)| blocks(wall));
            let edges = edges.flat_map(|(wall, index)| wall.edges().map(move |edge| (edge, index)));
            // Cells are of no door.
            let edges = edges.chain(outline.iter().map(|&edge| (edge, u32::MAX)));
            Barrier::with_doors(
                edges.collect(),
                walls.iter().map(|wall| wall.is_open()).collect(),
            )
        };
        Self {
            motion: barrier(|wall| wall.blocks_motion),
            sight: barrier(|wall| wall.blocks_sight),
            walls,
            cells: Arc::clone(cells),
            door_cells: None,
            no_wall: Arc::new(Wall::through(WallId(0), "", [])),
        }
    }

    /// The edges that block motion, also those of open doors, each with the index of its wall if
    /// that is a door.
    pub(crate) fn edges_with_doors(&self) -> impl Iterator<Item = (Segment, Option<u32>)> + '_ {
        let walls = self.walls.iter().zip(0..);
        let edges = walls
            .filter(|(wall, _)| wall.blocks_motion)
            .flat_map(|(wall, index)| {
                let door = wall.open.is_some().then_some(index);
                wall.edges().map(move |edge| (edge, door))
            });
        let outline = outline(&self.cells.blocked, self.cells.size);
        edges
            .chain(outline.into_iter().map(|edge| (edge, None)))
            .filter(|(edge, _)| !edge.is_point())
    }

    /// The id of the wall with this index.
    pub(crate) fn id(&self, index: usize) -> Option<WallId> {
        self.walls.get(index).map(|wall| wall.id)
    }

    /// The index of a wall, also among the doors of the barriers.
    pub(crate) fn index_of(&self, id: WallId) -> Option<usize> {
        self.walls.binary_search_by_key(&id, |wall| wall.id).ok()
    }

    /// Takes the walls and cells of an edited scene. If only doors were opened and closed, the
    /// barriers are kept.
    pub(crate) fn update(&mut self, walls: &[Arc<Wall>], cells: &Arc<CellMap>) {
        let sorted = by_id(walls);
        let same_cells = Arc::ptr_eq(&self.cells, cells) || self.cells == *cells;
        let same_edges = self.walls.len() == sorted.len()
            && self
                .walls
                .iter()
                .zip(&sorted)
                .all(|(before, now)| same_edges(before, now));
        if !(same_cells && same_edges) {
            *self = Self::new(walls, cells);
            return;
        }
        for barrier in [&mut self.motion, &mut self.sight] {
            barrier.set_open(sorted.iter().map(|wall| wall.is_open()));
        }
        self.walls = sorted;
        self.door_cells = None;
    }

    /// Opens or closes a door, which is one of the walls, and blocks and frees its cells in `grid`.
    /// Returns whether other cells are blocked than before. It asks for memory only the first time.
    pub(crate) fn set_open(
        &mut self,
        door: &mut Arc<Wall>,
        open: bool,
        grid: &mut CellGrid,
    ) -> bool {
        let Some(at) = self.index_of(door.id) else {
            return false;
        };
        // The scene and the walls share it: one of them has to let it go, or it would be copied.
        self.walls[at] = Arc::clone(&self.no_wall);
        Arc::make_mut(door).open = Some(open);
        self.walls[at] = Arc::clone(door);
        for barrier in [&mut self.motion, &mut self.sight] {
            barrier.set_door_open(at, open);
        }
        if !door.blocks_motion {
            return false;
        }
        let new = || DoorCells::new(&self.walls, &self.cells);
        let cells = self.door_cells.get_or_insert_with(new);
        cells.update(&self.walls, grid)
    }

    /// The grid of agents that move by cells: the blocked cells, and those that closed walls cross.
    pub(crate) fn grid(walls: &[Arc<Wall>], cells: &CellMap) -> CellGrid {
        let mut blocked = cells.blocked.clone();
        let mut crossed = Vec::new();
        let barring = by_id(walls);
        for wall in barring
            .iter()
            .filter(|wall| wall.blocks_motion && !wall.is_open())
        {
            for edge in wall.edges().filter(|edge| !edge.is_point()) {
                add_crossed_cells(&edge, cells.grid_size(), &mut crossed);
            }
        }
        blocked.append(&mut crossed);
        CellGrid::new(cells.size, blocked)
    }
}

impl Scene {
    /// What blocks motion at the start: the edges of walls other than open doors, and the outline
    /// of blocked cells.
    #[must_use]
    pub fn motion_barrier(&self) -> Barrier {
        Walls::new(&self.walls, &self.cells).motion
    }

    /// What blocks sight at the start: the edges of walls other than open doors, and the outline of
    /// blocked cells.
    #[must_use]
    pub fn sight_barrier(&self) -> Barrier {
        Walls::new(&self.walls, &self.cells).sight
    }
}

fn by_id(walls: &[Arc<Wall>]) -> Vec<Arc<Wall>> {
    let mut walls = walls.to_vec();
    walls.sort_by_key(|wall| wall.id);
    walls.dedup_by_key(|wall| wall.id);
    walls
}

fn same_edges(a: &Arc<Wall>, b: &Arc<Wall>) -> bool {
    let shape = |wall: &Wall| (wall.id, wall.closed, wall.blocks_motion, wall.blocks_sight);
    Arc::ptr_eq(a, b) || shape(a) == shape(b) && a.nodes == b.nodes
}
