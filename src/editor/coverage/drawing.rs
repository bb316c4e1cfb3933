//! Drawing a coverage on the canvas: one texture, and one mesh of hatching over what is never
//! watched.

use crate::editor::canvas::Screen;
use crate::editor::coverage::CoverageView;
use crate::editor::theme;
use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, pos2};
use glam::DVec2;
use std::sync::Arc;
use steerwright_analysis::coverage::Coverage;

/// The least distance of the lines along the rows, points.
const SPACING: f32 = 9.0;
/// The width of the lines, points.
const WIDTH: f32 = 1.0;

/// The mesh of the hatching. It is kept while the view and the coverage stay.
#[derive(Default)]
pub(super) struct Hatching {
    shown: Option<(Arc<Coverage>, Screen, Color32)>,
    mesh: Arc<Mesh>,
}

impl CoverageView {
    /// Draws the cells.
    pub fn draw(&mut self, painter: &Painter, screen: &Screen) {
        let (Some(coverage), Some(texture)) = (&self.coverage, self.texture.handle()) else {
            return;
        };
        let (min, max) = coverage.grid().bounds();
        let rect = Rect::from_two_pos(screen.pos(min), screen.pos(max));
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture.id(), rect, whole, Color32::WHITE);
        let color = theme::colors(painter.ctx()).text_weak.gamma_multiply(0.6);
        self.hatching.draw(painter, screen, coverage, color);
    }
}

impl Hatching {
    fn draw(
        &mut self,
        painter: &Painter,
        screen: &Screen,
        coverage: &Arc<Coverage>,
        color: Color32,
    ) {
        let is_shown = self.shown.as_ref().is_some_and(|(of, on, in_color)| {
            Arc::ptr_eq(of, coverage) && on == screen && *in_color == color
        });
        if !is_shown {
            self.mesh = Arc::new(mesh(screen, coverage, color));
            self.shown = Some((Arc::clone(coverage), *screen, color));
        }
        painter.add(Shape::Mesh(Arc::clone(&self.mesh)));
    }
}

/// The columns and rows that the screen shows, without their ends.
fn visible_cells(screen: &Screen, coverage: &Coverage) -> [std::ops::Range<usize>; 2] {
    let grid = coverage.grid();
    let shown = screen.bounds();
    let (min, max) = grid.bounds();
    let last = max - DVec2::splat(grid.size / 2.0);
    let is_apart = shown.min.cmpgt(max).any() || shown.max.cmplt(min).any();
    let place = |p: DVec2| grid.cell_at(p.clamp(min, last)).unwrap_or((0, 0));
    if is_apart {
        return [0..0, 0..0];
    }
    let (first, end) = (place(shown.min), place(shown.max));
    [first.0..end.0 + 1, first.1..end.1 + 1]
}

/// Lines from lower left to upper right over all cells that are never watched. They continue from
/// one cell to the next.
fn mesh(screen: &Screen, coverage: &Coverage, color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    let grid = coverage.grid();
    let [columns, rows] = visible_cells(screen, coverage);
    let cell = screen.points(grid.size);
    if !(cell > 0.0) || columns.is_empty() || rows.is_empty() {
        return mesh;
    }
    let is_never = |column: usize, row: usize| {
        columns.contains(&column) && rows.contains(&row) && coverage.is_never_watched(column, row)
    };
    let origin = screen.pos(grid.bounds().0);
    let corner = |x: f32, y: f32| pos2(origin.x + x * cell, origin.y - y * cell);
    if cell >= 2.0 * SPACING {
        let lines = (cell / SPACING) as usize;
        for (column, row) in rows
            .clone()
            .flat_map(|r| columns.clone().map(move |c| (c, r)))
        {
            if is_never(column, row) {
                let (x, y) = (column as f32, row as f32);
                for line in 0..lines {
                    let at = line as f32 / lines as f32;
                    push_line(
                        &mut mesh,
                        corner(x + at, y),
                        corner(x + 1.0, y + 1.0 - at),
                        color,
                    );
                    push_line(
                        &mut mesh,
                        corner(x, y + 1.0 - at),
                        corner(x + at, y + 1.0),
                        color,
                    );
                }
            }
        }
        return mesh;
    }
    // One line for many cells. A diagonal starts at the lower or at the left border.
    let every = (SPACING / cell).ceil().max(1.0) as usize;
    let starts = (1..rows.len())
        .rev()
        .map(|up| (columns.start, rows.start + up));
    let starts = starts.chain(columns.clone().map(|column| (column, rows.start)));
    for (column, row) in
        starts.filter(|(column, row)| (column + every * row - row).is_multiple_of(every))
    {
        let mut run: Option<usize> = None;
        let length = (columns.end - column).min(rows.end - row);
        for step in 0..=length {
            match (run, step < length && is_never(column + step, row + step)) {
                (None, true) => run = Some(step),
                (Some(first), false) => {
                    let at = |step: usize| corner((column + step) as f32, (row + step) as f32);
                    push_line(&mut mesh, at(first), at(step), color);
                    run = None;
                }
                (None, false) | (Some(_), true) => {}
            }
        }
    }
    mesh
}

fn push_line(mesh: &mut Mesh, from: Pos2, to: Pos2, color: Color32) {
    let along = to - from;
    let length = along.length();
    if !(length > 0.0) {
        return;
    }
    let side = along.rot90() * (WIDTH / 2.0 / length);
    let first = mesh.vertices.len() as u32;
    for corner in [from + side, to + side, to - side, from - side] {
        mesh.colored_vertex(corner, color);
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
}
