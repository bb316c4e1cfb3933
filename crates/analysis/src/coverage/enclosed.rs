//! Cells where nobody can be: those inside of walls, such as pillars and rooms without a door.
//!
//! A region of cells is enclosed if walls that block motion separate it from the border of the
//! grid, and nothing of the scene is in it: no start of an agent, no marker and no node of a path.
//! Doors count as open, because a game may open them. Ways between neighboring cells lead from
//! center to center, so what can be reached only through a gap narrower than a cell counts as
//! enclosed too.

use super::grid::CoverageGrid;
use glam::DVec2;
use steerwright_runtime::geometry::vector::distance;
use steerwright_runtime::level::Segment;
use steerwright_runtime::level::cell_outline::outline;
use steerwright_runtime::scene::Scene;

/// A center that is nearer to a wall than this is in it, relative to the side of a cell.
const IN_WALL: f64 = 1e-6;

/// Which ways between neighboring cells a wall crosses.
struct Blocked {
    /// By index of a cell, the way to the next column.
    right: Vec<bool>,
    /// By index of a cell, the way to the next row.
    up: Vec<bool>,
}

/// By index of the grid, whether a cell is enclosed. Empty if no cell is.
pub(super) fn enclosed_cells(scene: &Scene, grid: &CoverageGrid) -> Vec<bool> {
    let walls = scene
        .walls
        .iter()
        .filter(|wall| wall.blocks_motion && wall.open.is_none());
    let edges = walls.flat_map(|wall| wall.edges().collect::<Vec<_>>());
    let edges = edges.chain(outline(&scene.cells.blocked, scene.cells.grid_size()));
    let edges: Vec<Segment> = edges.filter(|edge| !edge.is_point()).collect();
    if edges.is_empty() {
        return vec![];
    }
    let mut blocked = Blocked {
        right: vec![false; grid.cells()],
        up: vec![false; grid.cells()],
    };
    for edge in edges {
        blocked.add(grid, edge);
    }
    let (columns, rows) = (grid.columns, grid.rows);
    let mut free = vec![false; grid.cells()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let border = (0..columns).flat_map(|column| [(column, 0), (column, rows - 1)]);
    let sides = (0..rows).flat_map(|row| [(0, row), (columns - 1, row)]);
    let places = places(scene).filter_map(|p| grid.cell_at(p));
    let mut visit = |open: &mut Vec<(usize, usize)>, (column, row): (usize, usize)| {
        if !std::mem::replace(&mut free[grid.index(column, row)], true) {
            open.push((column, row));
        }
    };
    for cell in border.chain(sides).chain(places) {
        visit(&mut open, cell);
    }
    while let Some((column, row)) = open.pop() {
        let at = grid.index(column, row);
        if column + 1 < columns && !blocked.right[at] {
            visit(&mut open, (column + 1, row));
        }
        if row + 1 < rows && !blocked.up[at] {
            visit(&mut open, (column, row + 1));
        }
        if column > 0 && !blocked.right[at - 1] {
            visit(&mut open, (column - 1, row));
        }
        if row > 0 && !blocked.up[at - columns] {
            visit(&mut open, (column, row - 1));
        }
    }
    let enclosed: Vec<bool> = free.iter().map(|&is_free| !is_free).collect();
    if enclosed.contains(&true) {
        enclosed
    } else {
        vec![]
    }
}

/// Where something of the scene is.
fn places(scene: &Scene) -> impl Iterator<Item = DVec2> + '_ {
    let agents = scene.agents.iter().map(|agent| agent.position);
    let markers = scene.markers.iter().map(|marker| marker.position);
    let nodes = scene.paths.iter().flat_map(|path| &path.nodes);
    let nodes = nodes.map(|node| node.position);
    agents.chain(markers).chain(nodes)
}

impl Blocked {
    /// Adds the ways that an edge crosses. Only those near the edge are looked at, row by row.
    fn add(&mut self, grid: &CoverageGrid, edge: Segment) {
        let (low, high) = if edge.a.y <= edge.b.y {
            (edge.a, edge.b)
        } else {
            (edge.b, edge.a)
        };
        // A way of a row reaches up to the next row. The casts saturate.
        let first = (grid.row_of(low.y) - 1.5).floor().max(0.0) as usize;
        let last = (grid.row_of(high.y) + 0.5).ceil().max(0.0) as usize;
        for row in first..=last.min(grid.rows - 1) {
            let (from, to) = (grid.y(row) - grid.size, grid.y(row) + 2.0 * grid.size);
            let x_at = |y: f64| {
                let d = high - low;
                let t = if d.y > 0.0 { (y - low.y) / d.y } else { 0.0 };
                low.x + d.x * t.clamp(0.0, 1.0)
            };
            // A level edge is in its rows as a whole.
            let is_level = high.y - low.y <= grid.size;
            let ends = if is_level {
                [low.x, high.x]
            } else {
                [x_at(from), x_at(to)]
            };
            let left = (grid.column_of(ends[0].min(ends[1])) - 1.5)
                .floor()
                .max(0.0) as usize;
            let right = (grid.column_of(ends[0].max(ends[1])) + 1.5).ceil().max(0.0) as usize;
            for column in left..=right.min(grid.columns - 1) {
                let at = grid.index(column, row);
                let center = grid.center(column, row);
                // With rounding errors, a wall through a center may cross the ways on neither side
                // of it.
                let is_in_wall =
                    |p: DVec2| distance(edge.nearest_point(p), p) <= IN_WALL * grid.size;
                let is_crossed = |to: DVec2| edge.touches(center, to) || is_in_wall(to);
                let starts_in_wall = is_in_wall(center);
                self.right[at] |= starts_in_wall || is_crossed(center + DVec2::X * grid.size);
                self.up[at] |= starts_in_wall || is_crossed(center + DVec2::Y * grid.size);
            }
        }
    }
}
