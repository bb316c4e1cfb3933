//! Items as dots, for scenes with more of them than there is room for.

use egui::{Color32, Mesh, Pos2, Rect, vec2};

/// The side of a dot, in points.
const DOT: f32 = 4.0;

/// The dots of a canvas, at most one for each square of it. They take a time that the size of the
/// canvas limits.
pub(crate) struct Dots {
    canvas: Rect,
    columns: usize,
    squares: Vec<Option<Color32>>,
}

impl Dots {
    /// No dots yet on a canvas of this size.
    pub(crate) fn new(canvas: Rect) -> Self {
        let squares = |length: f32| (length.max(0.0) / DOT) as usize + 1;
        let columns = squares(canvas.width());
        Self {
            canvas,
            columns,
            squares: vec![None; columns * squares(canvas.height())],
        }
    }

    /// Adds a dot, unless it is outside of the canvas. It replaces a dot in the same square.
    pub(crate) fn add(&mut self, at: Pos2, color: Color32) {
        if !self.canvas.contains(at) {
            return;
        }
        let place = (at - self.canvas.min) / DOT;
        let index = place.y as usize * self.columns + place.x as usize;
        if let Some(square) = self.squares.get_mut(index) {
            *square = Some(color);
        }
    }

    /// Adds the dots to a mesh, those side by side as one rectangle.
    pub(crate) fn push_to(&self, mesh: &mut Mesh) {
        for (row, squares) in self.squares.chunks(self.columns).enumerate() {
            let mut column = 0;
            for run in squares.chunk_by(|a, b| a == b) {
                if let Some(Some(color)) = run.first() {
                    let min = vec2(column as f32, row as f32) * DOT;
                    let size = vec2(run.len() as f32, 1.0) * DOT;
                    mesh.add_colored_rect(Rect::from_min_size(self.canvas.min + min, size), *color);
                }
                column += run.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    fn canvas() -> Rect {
        Rect::from_min_size(pos2(100.0, 50.0), vec2(40.0, 20.0))
    }

    fn mesh_of(dots: &Dots) -> Mesh {
        let mut mesh = Mesh::default();
        dots.push_to(&mut mesh);
        mesh
    }

    #[test]
    fn a_dot_covers_its_place() {
        let mut dots = Dots::new(canvas());
        dots.add(pos2(121.0, 63.0), Color32::RED);
        let mesh = mesh_of(&dots);
        assert_eq!(mesh.vertices.len(), 4);
        assert!(mesh.calc_bounds().contains(pos2(121.0, 63.0)));
        assert!(mesh.vertices.iter().all(|v| v.color == Color32::RED));
    }

    #[test]
    fn dots_side_by_side_are_one_rectangle_for_each_color() {
        let mut dots = Dots::new(canvas());
        for x in 0..10 {
            let color = if x < 6 { Color32::RED } else { Color32::GREEN };
            dots.add(pos2(100.0 + 4.0 * x as f32, 51.0), color);
        }
        let mesh = mesh_of(&dots);
        assert_eq!(mesh.vertices.len(), 8);
        assert_eq!(
            mesh.calc_bounds(),
            Rect::from_min_size(pos2(100.0, 50.0), vec2(40.0, 4.0))
        );
    }

    #[test]
    fn any_number_of_dots_fits_into_the_squares_of_the_canvas() {
        let mut dots = Dots::new(canvas());
        for i in 0..10_000 {
            dots.add(
                pos2(90.0 + (i % 70) as f32, 40.0 + (i / 70) as f32),
                Color32::RED,
            );
        }
        // Six rows: five of four points, and the edge.
        assert!(mesh_of(&dots).vertices.len() <= 6 * 4);
    }
}
