//! Where Tiled draws a tile and its collision shapes, in a layer or as an object. Pictures, walls
//! and markers ask here.
//!
//! The rules are those of `CellRenderer` in Tiled's `maprenderer.cpp`.

use super::objects::{Object, Outline, turned};
use super::projection::{Orientation, Projection, isometric};
use crate::import::level::element::Element;
use glam::DVec2;
use steerwright_format::FormatError;

/// The bits of a tile number that say how the tile is flipped and rotated.
pub const FLIPPED: u32 = 0xf000_0000;
const ACROSS: u32 = 0x8000_0000;
const DOWN: u32 = 0x4000_0000;
/// Exchanges columns and rows, or rotates the tile of a hexagonal map by 60°.
const DIAGONALLY: u32 = 0x2000_0000;
/// Rotates the tile of a hexagonal map by 120°.
const ROTATED_120: u32 = 0x1000_0000;

/// The sine of 60°.
const SINE_60: f64 = 0.866_025_403_784_438_6;

/// How the tiles of a tileset are drawn.
#[derive(Clone, Debug, Default)]
pub struct TileStyle {
    /// By how much tiles are drawn off their place, in pixels of their pictures.
    offset: DVec2,
    /// Which part of a tile object is at its position.
    alignment: String,
    /// Whether tiles of layers are as large as the cells of the map.
    fills_cells: bool,
    /// Whether tiles of another size keep their proportions.
    keeps_proportions: bool,
    /// The cells of an isometric tileset, on which its collision shapes lie.
    isometric_cell: Option<DVec2>,
}

/// Where the picture of a tile is, in pixels of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Its upper left corner.
    pub corner: DVec2,
    /// From a pixel to the next in its row.
    pub across: DVec2,
    /// From a pixel to the next in its column.
    pub down: DVec2,
}

impl Placement {
    /// Where a point of the picture is.
    pub fn point(&self, point: DVec2) -> DVec2 {
        self.corner + self.across * point.x + self.down * point.y
    }

    /// The placement in a layer that was moved.
    pub fn moved(self, by: DVec2) -> Self {
        Self {
            corner: self.corner + by,
            ..self
        }
    }

    /// The placement after a rotation about a point, clockwise, in degrees.
    fn rotated(self, about: DVec2, degrees: f64) -> Self {
        Self {
            corner: about + turned(self.corner - about, degrees),
            across: turned(self.across, degrees),
            down: turned(self.down, degrees),
        }
    }
}

impl TileStyle {
    /// Reads the style of a tileset.
    pub fn read(set: &Element<'_>) -> Result<Self, FormatError> {
        let mut style = Self {
            alignment: set.text_of("objectalignment").into_owned(),
            fills_cells: set.text_of("tilerendersize") == "grid",
            keeps_proportions: set.text_of("fillmode") == "preserve-aspect-fit",
            ..Self::default()
        };
        if let Some(offset) = set.child("tileoffset") {
            style.offset = offset.point("x", "y")?;
        }
        if let Some(grid) = set.child("grid")
            && grid.text_of("orientation") == "isometric"
        {
            let cell = grid.point("width", "height")?;
            style.isometric_cell = Some(if cell.min_element() > 0.0 {
                cell
            } else {
                set.point("tilewidth", "tileheight")?
            });
        }
        Ok(style)
    }

    /// Where a tile of a layer is drawn, whose picture has this size.
    pub fn in_layer(
        &self,
        projection: &Projection,
        [column, row]: [i32; 2],
        number: u32,
        picture: DVec2,
    ) -> Placement {
        let size = if self.fills_cells {
            projection.tile
        } else {
            picture
        };
        let corner = projection.lower_left(column, row) - DVec2::new(0.0, size.y);
        self.place(projection, corner, size, number, picture)
    }

    /// Where a tile object is drawn, whose picture has this size.
    pub fn of_object(
        &self,
        projection: &Projection,
        object: &Object,
        number: u32,
        picture: DVec2,
    ) -> Placement {
        let size = if object.size == DVec2::ZERO {
            picture
        } else {
            object.size
        };
        let at = projection.object_point(object.at);
        let corner = at - self.anchor(projection.orientation) * size;
        self.place(projection, corner, size, number, picture)
            .rotated(at, object.rotation)
    }

    /// Where a picture is drawn into a box.
    fn place(
        &self,
        projection: &Projection,
        corner: DVec2,
        size: DVec2,
        number: u32,
        picture: DVec2,
    ) -> Placement {
        let mut scale = if picture.min_element() > 0.0 {
            size / picture
        } else {
            DVec2::ONE
        };
        if self.keeps_proportions {
            scale = DVec2::splat(scale.min_element());
        }
        let is = |flag: u32| number & flag != 0;
        let mut center = corner + size / 2.0 + self.offset * scale;
        let mut flips = [is(ACROSS), is(DOWN)];
        let direction = if projection.orientation == Orientation::Hexagonal {
            match (is(DIAGONALLY), is(ROTATED_120)) {
                (false, false) => DVec2::X,
                (true, false) => DVec2::new(0.5, SINE_60),
                (false, true) => DVec2::new(-0.5, SINE_60),
                (true, true) => DVec2::NEG_X,
            }
        } else if is(DIAGONALLY) {
            // A quarter turn of a mirrored picture, whose lower left corner stays.
            center += (size.y - size.x) / 2.0;
            flips = [is(DOWN), !is(ACROSS)];
            DVec2::Y
        } else {
            DVec2::X
        };
        let signs = flips.map(|flipped| if flipped { -1.0 } else { 1.0 });
        let across = direction * (scale.x * signs[0]);
        // Not `perp`, which makes a zero negative.
        let down = DVec2::new(0.0 - direction.y, direction.x) * (scale.y * signs[1]);
        Placement {
            corner: center - across * (picture.x / 2.0) - down * (picture.y / 2.0),
            across,
            down,
        }
    }

    /// The outline of the picture of a tile object.
    pub fn outline_of_object(
        &self,
        projection: &Projection,
        object: &Object,
        number: u32,
        picture: DVec2,
    ) -> Vec<DVec2> {
        // Flips do not change it.
        let placement = self.of_object(projection, object, number & !(ACROSS | DOWN), picture);
        let corners = super::objects::rectangle(picture);
        let placed = corners.into_iter().map(|corner| placement.point(corner));
        placed.collect()
    }

    /// The points of a collision shape in the picture of its tile, and whether they are a closed
    /// line. `None` without a shape.
    pub fn collision_shape(&self, shape: &Object, picture: DVec2) -> Option<(Vec<DVec2>, bool)> {
        let (points, closed) = match &shape.outline {
            Outline::Line(points) => (points, false),
            Outline::Polygon(points) => (points, true),
            Outline::Point | Outline::Tile(_) | Outline::Text => return None,
        };
        let in_picture = |point: DVec2| match self.isometric_cell {
            // The cell is at the lower edge of the picture.
            Some(cell) => isometric(point / cell.y, cell, 1.0) + DVec2::Y * (picture.y - cell.y),
            None => point,
        };
        let at = in_picture(shape.at);
        let place = |&point: &DVec2| at + turned(in_picture(shape.at + point) - at, shape.rotation);
        Some((points.iter().map(place).collect(), closed))
    }

    /// The part of a tile object that is at its position, as a share of its size.
    fn anchor(&self, orientation: Orientation) -> DVec2 {
        let (x, y) = match self.alignment.as_str() {
            "topleft" => (0.0, 0.0),
            "top" => (0.5, 0.0),
            "topright" => (1.0, 0.0),
            "left" => (0.0, 0.5),
            "center" => (0.5, 0.5),
            "right" => (1.0, 0.5),
            "bottom" => (0.5, 1.0),
            "bottomright" => (1.0, 1.0),
            "bottomleft" => (0.0, 1.0),
            _ if orientation == Orientation::Isometric => (0.5, 1.0),
            _ => (0.0, 1.0),
        };
        DVec2::new(x, y)
    }
}
