//! A coverage as a picture.

use super::{Coverage, CoverageLayer, SinceWatched, color_at};
use glam::DVec2;

/// The longer side of a picture is at least so many pixels, unless a cell would be larger than
/// [`MAX_CELL_PIXELS`].
const MIN_SIDE: usize = 1200;
/// The largest side of a cell, pixels.
const MAX_CELL_PIXELS: usize = 16;
/// The distance of the lines that stand for cells that are never watched, pixels.
const HATCH: usize = 8;

/// The colors of what is not a shade.
const GROUND: [u8; 3] = [20, 23, 28];
const HATCH_LINE: [u8; 3] = [150, 150, 160];
const WATCHED: [u8; 3] = [90, 105, 125];
const WALL: [u8; 3] = [235, 238, 243];

/// Pixels, by row from top to bottom, each red, green, blue and alpha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// How many columns it has.
    pub width: usize,
    /// How many rows it has.
    pub height: usize,
    /// Four bytes for each pixel.
    pub rgba: Vec<u8>,
}

/// The picture of a layer, with the walls. Cells that are never watched are hatched, those that
/// walls enclose are blank.
pub fn picture(coverage: &Coverage, layer: CoverageLayer, since: &SinceWatched) -> Picture {
    let grid = coverage.grid();
    let longer = grid.columns.max(grid.rows);
    let scale = MIN_SIDE.div_ceil(longer).clamp(1, MAX_CELL_PIXELS);
    let (width, height) = (grid.columns * scale, grid.rows * scale);
    let shades = coverage.shades(layer, since);
    let mut rgba = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        let row = grid.rows - 1 - y / scale;
        for x in 0..width {
            let column = x / scale;
            let color = match shades[grid.index(column, row)] {
                Some(shade) => color_at(shade),
                None if !coverage.is_counted(column, row) => GROUND,
                None if !coverage.is_never_watched(column, row) => WATCHED,
                None if (x + y) % HATCH < 2 => HATCH_LINE,
                None => GROUND,
            };
            rgba.extend([color[0], color[1], color[2], 255]);
        }
    }
    let mut picture = Picture {
        width,
        height,
        rgba,
    };
    let (min, _) = grid.bounds();
    let pixel = |p: DVec2| {
        let p = (p - min) / grid.size * scale as f64;
        DVec2::new(p.x, height as f64 - p.y)
    };
    for wall in coverage.walls() {
        picture.draw_line(pixel(wall.a), pixel(wall.b));
    }
    picture
}

impl Picture {
    /// Draws a line, two pixels wide. Both ends are in the picture or near it: the cells are around
    /// all walls.
    fn draw_line(&mut self, from: DVec2, to: DVec2) {
        let steps = (to - from).abs().max_element().ceil().max(1.0);
        let mut step = 0.0;
        while step <= steps {
            let p = from + (to - from) * (step / steps);
            for offset in [DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::ONE] {
                self.set(p - offset);
            }
            step += 1.0;
        }
    }

    fn set(&mut self, p: DVec2) {
        let p = p.floor();
        let size = DVec2::new(self.width as f64, self.height as f64);
        if p.cmpge(DVec2::ZERO).all() && p.cmplt(size).all() {
            let at = (p.y as usize * self.width + p.x as usize) * 4;
            self.rgba[at..at + 3].copy_from_slice(&WALL);
        }
    }
}
