//! Where Tiled draws tiles and objects, in pixels from the upper left corner of the map.

use crate::import::level::element::Element;
use glam::DVec2;
use steerwright_format::FormatError;

/// How a map is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    Orthogonal,
    Isometric,
    /// Staggered and hexagonal maps: rows or columns that are shifted against each other.
    Staggered,
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
            Some("staggered" | "hexagonal") => Orientation::Staggered,
            Some(other) => {
                let shown = steerwright_format::sanitize_for_display(other);
                return Err(map.error(format!("maps that are {shown:?} cannot be read")));
            }
        };
        let tile = map.point("tilewidth", "tileheight")?;
        if !(1.0..=65536.0).contains(&tile.x) || !(1.0..=65536.0).contains(&tile.y) {
            return Err(map.error("the tiles of the map must be 1 to 65536 pixels wide and high"));
        }
        let shifts_columns = map.attribute("staggeraxis").as_deref() == Some("x");
        let side = map.number("hexsidelength")?;
        Ok(Self {
            orientation,
            tile,
            rows: f64::from(map.whole("height")?),
            side: if shifts_columns {
                DVec2::new(side, 0.0)
            } else {
                DVec2::new(0.0, side)
            },
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
            Orientation::Orthogonal | Orientation::Staggered => point,
            // Both coordinates of objects are in heights of tiles.
            Orientation::Isometric => self.isometric(point / self.tile.y),
        }
    }

    /// The point at a column and a row of an isometric map.
    fn isometric(&self, place: DVec2) -> DVec2 {
        let half = self.tile / 2.0;
        DVec2::new(
            (place.x - place.y + self.rows) * half.x,
            (place.x + place.y) * half.y,
        )
    }

    /// The corners of a tile, clockwise.
    pub fn tile_outline(&self, column: i32, row: i32) -> Vec<DVec2> {
        let at = DVec2::new(f64::from(column), f64::from(row));
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(DVec2::from);
        match self.orientation {
            Orientation::Orthogonal => square.map(|c| (at + c) * self.tile).to_vec(),
            Orientation::Isometric => square.map(|c| self.isometric(at + c)).to_vec(),
            Orientation::Staggered => {
                let (size, slant) = (self.tile, self.slant());
                let far = size - slant;
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
                let at = self.tile_corner(column, row);
                let mut outline: Vec<DVec2> =
                    corners.map(|corner| at + DVec2::from(corner)).to_vec();
                outline.dedup();
                outline
            }
        }
    }

    /// The extent of the slanted sides.
    fn slant(&self) -> DVec2 {
        (self.tile - self.side) / 2.0
    }

    /// The upper left corner of the box around a tile.
    pub fn tile_corner(&self, column: i32, row: i32) -> DVec2 {
        let (x, y) = (f64::from(column), f64::from(row));
        match self.orientation {
            Orientation::Orthogonal => DVec2::new(x, y) * self.tile,
            Orientation::Isometric => {
                self.isometric(DVec2::new(x, y)) - DVec2::new(self.tile.x / 2.0, 0.0)
            }
            Orientation::Staggered => {
                let step = self.slant() + self.side;
                let line = if self.shifts_columns { column } else { row };
                let is_shifted = (line.rem_euclid(2) == 1) != self.shifts_even;
                let shift = if is_shifted { step } else { DVec2::ZERO };
                if self.shifts_columns {
                    DVec2::new(x * step.x, y * (self.tile.y + self.side.y) + shift.y)
                } else {
                    DVec2::new(x * (self.tile.x + self.side.x) + shift.x, y * step.y)
                }
            }
        }
    }
}
