//! Where the cells of a tile map are.

use crate::import::godot::parse::Section;
use crate::import::level::godot::tree::Properties;
use glam::DVec2;

/// Where the cells of a tile map are, in the pixels of its node.
pub enum Grid {
    Three(GridThree),
    Four(GridFour),
}

/// The cells of Godot 3: two vectors, and rows or columns that may be moved by half a cell.
pub struct GridThree {
    origin: DVec2,
    across: DVec2,
    down: DVec2,
    /// By how much odd rows and odd columns are moved.
    odd_row: DVec2,
    odd_column: DVec2,
    /// From the corner of a cell to that of its picture.
    picture: DVec2,
    size: DVec2,
    /// How many cells are in one body, from whose corner pictures are at whole pixels.
    quadrant: i32,
    is_square: bool,
    is_centered: bool,
}

/// The cells of Godot 4.
#[derive(Clone, Copy)]
pub struct GridFour {
    shape: TileShape,
    layout: Layout,
    /// Whether columns are moved by half a cell, and not rows.
    is_vertical: bool,
    size: DVec2,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TileShape {
    Square,
    Isometric,
    HalfOffset,
    Hexagon,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Stacked,
    StackedOffset,
    StairsRight,
    StairsDown,
    DiamondRight,
    DiamondDown,
}

fn pair(section: Section<'_>, name: &str) -> Option<DVec2> {
    match section.numbers(name).as_deref() {
        Some(&[x, y]) => Some(DVec2::new(x, y)),
        _ => None,
    }
}

impl GridThree {
    /// The cells of a node.
    pub fn of(node: &Properties<'_>) -> Self {
        let size = node.pair("cell_size");
        let size = size.map_or(DVec2::splat(64.0), DVec2::from_array);
        let mode = node.number("mode").unwrap_or(0.0) as i64;
        let custom = match node.numbers("cell_custom_transform").as_deref() {
            Some(&[a, b, c, d, x, y]) => [DVec2::new(a, b), DVec2::new(c, d), DVec2::new(x, y)],
            _ => [DVec2::new(64.0, 0.0), DVec2::new(0.0, 64.0), DVec2::ZERO],
        };
        let [across, down, origin] = match mode {
            1 => [size * 0.5, DVec2::new(-size.x, size.y) * 0.5, DVec2::ZERO],
            2 => custom,
            _ => [
                DVec2::new(size.x, 0.0),
                DVec2::new(0.0, size.y),
                DVec2::ZERO,
            ],
        };
        let quadrant = match node.number("cell_quadrant_size") {
            _ if node.is_on("cell_y_sort", false) => 1,
            Some(quadrant) => (quadrant as i32).max(1),
            None => 16,
        };
        let picture = match mode {
            1 => DVec2::new(-size.x * 0.5, 0.0),
            2 => DVec2::ZERO.min(across).min(down),
            _ => DVec2::ZERO,
        };
        let half = node.number("cell_half_offset").unwrap_or(2.0) as i64;
        let moved = |vector: DVec2, plus: i64, minus: i64| match half {
            _ if half == plus => vector * 0.5,
            _ if half == minus => vector * -0.5,
            _ => DVec2::ZERO,
        };
        Self {
            odd_row: moved(across, 0, 3),
            odd_column: moved(down, 1, 4),
            origin,
            across,
            down,
            picture,
            size,
            quadrant,
            is_square: mode == 0 && half == 2,
            is_centered: node.is_on("centered_textures", false),
        }
    }

    fn corner(&self, [column, row]: [i32; 2]) -> DVec2 {
        let mut corner = self.origin + self.across * f64::from(column) + self.down * f64::from(row);
        if row & 1 != 0 {
            corner += self.odd_row;
        }
        if column & 1 != 0 {
            corner += self.odd_column;
        }
        corner
    }

    /// The corner of the picture of the tile in a cell.
    fn corner_of_picture(&self, cell: [i32; 2]) -> DVec2 {
        let first = |at: i32| at.div_euclid(self.quadrant) * self.quadrant;
        let body = self.corner(cell.map(first));
        body + (self.corner(cell) - body + self.picture).floor()
    }
}

impl GridFour {
    /// The cells of a tile set.
    pub fn of(set: Section<'_>) -> Self {
        let choice = |name: &str| set.number(name).unwrap_or(0.0) as i64;
        Self {
            shape: match choice("tile_shape") {
                1 => TileShape::Isometric,
                2 => TileShape::HalfOffset,
                3 => TileShape::Hexagon,
                _ => TileShape::Square,
            },
            layout: match choice("tile_layout") {
                1 => Layout::StackedOffset,
                2 => Layout::StairsRight,
                3 => Layout::StairsDown,
                4 => Layout::DiamondRight,
                5 => Layout::DiamondDown,
                _ => Layout::Stacked,
            },
            is_vertical: choice("tile_offset_axis") == 1,
            size: pair(set, "tile_size").unwrap_or(DVec2::splat(16.0)),
        }
    }

    fn middle(&self, [column, row]: [i32; 2]) -> DVec2 {
        let (mut x, mut y) = (f64::from(column), f64::from(row));
        if self.shape != TileShape::Square {
            // With columns that are moved, the same as with rows, with x and y exchanged.
            (x, y) = if self.is_vertical {
                let (y, x) = self.moved(row, column);
                (x, y)
            } else {
                self.moved(column, row)
            };
            let overlap = match self.shape {
                TileShape::Isometric => 0.5,
                TileShape::Hexagon => 0.75,
                TileShape::Square | TileShape::HalfOffset => 1.0,
            };
            if self.is_vertical {
                x *= overlap;
            } else {
                y *= overlap;
            }
        }
        (DVec2::new(x, y) + 0.5) * self.size
    }

    /// The place of a cell in cells: `along` the rows that are moved, and across them.
    fn moved(&self, along: i32, across: i32) -> (f64, f64) {
        let (a, b) = (f64::from(along), f64::from(across));
        let is_odd = across & 1 != 0;
        // Stairs and diamonds are named by directions, which change places with the axes.
        let layout = match (self.layout, self.is_vertical) {
            (Layout::StairsRight, true) => Layout::StairsDown,
            (Layout::StairsDown, true) => Layout::StairsRight,
            (layout, _) => layout,
        };
        match (layout, self.is_vertical) {
            (Layout::Stacked, _) => (if is_odd { a + 0.5 } else { a }, b),
            (Layout::StackedOffset, _) => (if is_odd { a } else { a + 0.5 }, b),
            (Layout::StairsRight, _) => (a + b / 2.0, b),
            (Layout::StairsDown, _) => (a / 2.0, b * 2.0 + a),
            (Layout::DiamondRight, false) => ((a + b) / 2.0, b - a),
            (Layout::DiamondDown, false) => ((a - b) / 2.0, b + a),
            // Here `along` is the row, and `across` the column.
            (Layout::DiamondRight, true) => ((a - b) / 2.0, b + a),
            (Layout::DiamondDown, true) => ((a + b) / 2.0, b - a),
        }
    }

    /// The corners of a tile, from its middle, as shares of its size.
    fn corners(&self) -> &'static [(f64, f64)] {
        match (self.shape, self.is_vertical) {
            (TileShape::Square | TileShape::HalfOffset, _) => {
                &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
            }
            (TileShape::Isometric, _) => &[(0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0)],
            (TileShape::Hexagon, false) => &[
                (0.0, -0.5),
                (0.5, -0.25),
                (0.5, 0.25),
                (0.0, 0.5),
                (-0.5, 0.25),
                (-0.5, -0.25),
            ],
            (TileShape::Hexagon, true) => &[
                (-0.25, -0.5),
                (0.25, -0.5),
                (0.5, 0.0),
                (0.25, 0.5),
                (-0.25, 0.5),
                (-0.5, 0.0),
            ],
        }
    }
}

impl Grid {
    /// The size of a cell.
    pub fn size(&self) -> DVec2 {
        match self {
            Self::Three(grid) => grid.size,
            Self::Four(grid) => grid.size,
        }
    }

    /// Whether the cells are squares in rows and columns.
    pub fn has_square_cells(&self) -> bool {
        let is_plain = match self {
            Self::Three(grid) => grid.is_square,
            Self::Four(grid) => grid.shape == TileShape::Square,
        };
        let size = self.size();
        is_plain && size.x == size.y && size.x > 0.0
    }

    /// The middle of the picture, of size `picture`, of the tile in a cell.
    pub fn middle(&self, cell: [i32; 2], picture: DVec2) -> DVec2 {
        match self {
            Self::Three(grid) if grid.is_centered => {
                let corner = (grid.size / 2.0).floor() - (picture / 2.0).floor();
                grid.corner_of_picture(cell) + corner + picture / 2.0
            }
            Self::Three(grid) => grid.corner_of_picture(cell) + picture / 2.0,
            Self::Four(grid) => grid.middle(cell),
        }
    }

    /// Whether the pictures of tiles are in the middles of their cells.
    pub fn is_centered(&self) -> bool {
        matches!(self, Self::Three(grid) if grid.is_centered)
    }

    /// The outline of a cell.
    pub fn outline(&self, cell: [i32; 2]) -> Vec<DVec2> {
        match self {
            Self::Three(grid) => {
                let (corner, across, down) = (grid.corner(cell), grid.across, grid.down);
                let steps = [DVec2::ZERO, across, across + down, down];
                steps.map(|step| corner + step).to_vec()
            }
            Self::Four(grid) => {
                let middle = grid.middle(cell);
                let corner = |&(x, y): &(f64, f64)| middle + DVec2::new(x, y) * grid.size;
                grid.corners().iter().map(corner).collect()
            }
        }
    }
}
