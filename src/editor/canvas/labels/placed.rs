//! Rectangles that are found by the cells of a grid that they touch: thousands of labels look for
//! room among thousands.

use egui::{Rect, Vec2};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The size of the cells, in points: about that of a label.
const CELL: Vec2 = Vec2::new(48.0, 16.0);

/// Rectangles, by the cells that they touch. None may be much larger than the window.
#[derive(Default)]
pub struct Placed {
    /// By row and column.
    cells: BTreeMap<(i32, i32), Vec<Rect>>,
}

impl Placed {
    /// Whether a rectangle overlaps none.
    pub fn is_free(&self, rect: Rect) -> bool {
        let columns = columns_of(rect);
        rows_of(rect).all(|row| {
            let near = (self.cells).range((row, *columns.start())..=(row, *columns.end()));
            !near
                .flat_map(|(_, rects)| rects)
                .any(|other| other.intersects(rect))
        })
    }

    /// Adds a rectangle.
    pub fn insert(&mut self, rect: Rect) {
        for row in rows_of(rect) {
            for column in columns_of(rect) {
                self.cells.entry((row, column)).or_default().push(rect);
            }
        }
    }
}

fn rows_of(rect: Rect) -> RangeInclusive<i32> {
    let row = |y: f32| (y / CELL.y).floor() as i32;
    row(rect.top())..=row(rect.bottom())
}

fn columns_of(rect: Rect) -> RangeInclusive<i32> {
    let column = |x: f32| (x / CELL.x).floor() as i32;
    column(rect.left())..=column(rect.right())
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn what_touches_a_rectangle_is_found_in_each_of_its_cells() {
        let mut placed = Placed::default();
        let large = Rect::from_min_size(pos2(-100.0, 5.0), Vec2::new(300.0, 70.0));
        placed.insert(large);
        let small = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), Vec2::splat(4.0));
        for (x, y) in [(-100.0, 5.0), (199.0, 40.0), (30.0, 73.0), (-102.0, 30.0)] {
            assert!(!placed.is_free(small(x, y)), "{x} {y}");
        }
        for (x, y) in [(-105.0, 30.0), (201.0, 40.0), (30.0, 76.0), (30.0, 0.0)] {
            assert!(placed.is_free(small(x, y)), "{x} {y}");
        }
    }
}
