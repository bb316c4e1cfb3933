//! Where Tiled draws tiles and objects, in pixels from the upper left corner of the map.

use crate::import::level::element::Element;
use glam::DVec2;
use steerwright_format::FormatError;

/// How a map is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    Orthogonal,
    Isometric,
    /// Diamonds in rows or columns that are shifted against each other.
    Staggered,
    /// Hexagons in such rows or columns.
    Hexagonal,
    /// Rows or columns that are slanted.
    Oblique,
}

/// The measures of a map.
#[derive(Clone, Debug)]
pub struct Projection {
    pub orientation: Orientation,
    /// The size of a tile, in pixels.
    pub tile: DVec2,
    /// The number of rows.
    rows: f64,
    /// The length of the straight sides of hexagons.
    side: DVec2,
    /// The extent of the slanted sides of hexagons and diamonds.
    slant: DVec2,
    /// How far a point is shifted for each pixel of its other coordinate.
    shear: DVec2,
    /// Whether columns are shifted instead of rows.
    shifts_columns: bool,
    /// Whether even ones are shifted.
    shifts_even: bool,
}

impl Projection {
    pub fn read(map: &Element<'_>) -> Result<Self, FormatError> {
        let orientation = match map.attribute("orientation").as_deref() {
            None | Some("orthogonal") => Orientation::Orthogonal,
            Some("isometric") => Orientation::Isometric,
            Some("staggered") => Orientation::Staggered,
            Some("hexagonal") => Orientation::Hexagonal,
            Some("oblique") => Orientation::Oblique,
            Some(other) => {
                let shown = steerwright_format::sanitize_for_display(other);
                return Err(map.unsupported(format!(
                    "maps that are {shown:?} cannot be read; choose one that is orthogonal, isometric, staggered, hexagonal or oblique"
                )));
            }
        };
        let tile = map.point("tilewidth", "tileheight")?;
        if !(1.0..=65536.0).contains(&tile.x) || !(1.0..=65536.0).contains(&tile.y) {
            return Err(map.error("the tiles of the map must be 1 to 65536 pixels wide and high"));
        }
        let shifts_columns = map.attribute("staggeraxis").as_deref() == Some("x");
        let side = match (orientation, shifts_columns) {
            (Orientation::Hexagonal, true) => DVec2::new(map.number("hexsidelength")?, 0.0),
            (Orientation::Hexagonal, false) => DVec2::new(0.0, map.number("hexsidelength")?),
            _ => DVec2::ZERO,
        };
        Ok(Self {
            orientation,
            tile,
            rows: f64::from(map.whole("height")?),
            side,
            // Tiled computes in whole pixels here.
            slant: ((tile - side) / 2.0).floor(),
            shear: map.point("skewx", "skewy")? / DVec2::new(tile.y, tile.x),
            shifts_columns,
            shifts_even: map.attribute("staggerindex").as_deref() == Some("even"),
        })
    }

    /// Whether tiles are squares in rows and columns.
    pub fn has_square_cells(&self) -> bool {
        self.orientation == Orientation::Orthogonal && self.tile.x == self.tile.y
    }

    /// Where a point of an object is drawn.
    pub fn object_point(&self, point: DVec2) -> DVec2 {
        match self.orientation {
            Orientation::Orthogonal | Orientation::Staggered | Orientation::Hexagonal => point,
            // Both coordinates of objects are in heights of tiles.
            Orientation::Isometric => self.isometric(point / self.tile.y),
            Orientation::Oblique => point + DVec2::new(point.y, point.x) * self.shear,
        }
    }

    /// The point at a column and a row of an isometric map.
    fn isometric(&self, place: DVec2) -> DVec2 {
        isometric(place, self.tile, self.rows)
    }

    /// The corners of a tile, clockwise.
    pub fn tile_outline(&self, column: i32, row: i32) -> Vec<DVec2> {
        let at = DVec2::new(f64::from(column), f64::from(row));
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(DVec2::from);
        match self.orientation {
            Orientation::Orthogonal | Orientation::Oblique => square
                .map(|c| self.object_point((at + c) * self.tile))
                .to_vec(),
            Orientation::Isometric => square.map(|c| self.isometric(at + c)).to_vec(),
            Orientation::Staggered | Orientation::Hexagonal => {
                let (slant, far) = (self.slant, self.slant + self.side);
                let size = far + slant;
                let corners = [
                    (0.0, far.y),
                    (0.0, slant.y),
                    (slant.x, 0.0),
                    (far.x, 0.0),
                    (size.x, slant.y),
                    (size.x, far.y),
                    (far.x, size.y),
                    (slant.x, size.y),
                ];
                let at = self.lower_left(column, row) - DVec2::new(0.0, size.y);
                let mut outline: Vec<DVec2> =
                    corners.map(|corner| at + DVec2::from(corner)).to_vec();
                outline.dedup();
                outline
            }
        }
    }

    /// The lower left corner of the box around a tile, where its picture begins.
    pub fn lower_left(&self, column: i32, row: i32) -> DVec2 {
        let (x, y) = (f64::from(column), f64::from(row));
        match self.orientation {
            Orientation::Orthogonal | Orientation::Oblique => {
                self.object_point(DVec2::new(x, y + 1.0) * self.tile)
            }
            Orientation::Isometric => {
                self.isometric(DVec2::new(x, y)) + DVec2::new(-self.tile.x / 2.0, self.tile.y)
            }
            Orientation::Staggered | Orientation::Hexagonal => {
                let step = self.slant + self.side;
                let size = step + self.slant;
                let line = if self.shifts_columns { column } else { row };
                let is_shifted = (line.rem_euclid(2) == 1) != self.shifts_even;
                let shift = if is_shifted { step } else { DVec2::ZERO };
                let corner = if self.shifts_columns {
                    DVec2::new(x * step.x, y * (size.y + self.side.y) + shift.y)
                } else {
                    DVec2::new(x * (size.x + self.side.x) + shift.x, y * step.y)
                };
                corner + DVec2::new(0.0, size.y)
            }
        }
    }
}

/// The point at a column and a row of an isometric grid with so many rows.
pub fn isometric(place: DVec2, tile: DVec2, rows: f64) -> DVec2 {
    let half = tile / 2.0;
    DVec2::new(
        (place.x - place.y + rows) * half.x,
        (place.x + place.y) * half.y,
    )
}
