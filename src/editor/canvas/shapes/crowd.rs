//! Cheap shapes for scenes with very many items: all items of a kind in one mesh, without
//! antialiasing.

use egui::{Color32, Mesh, Painter, Pos2, Shape, Vec2};
use std::sync::Arc;

/// Longer segments are jumps, or too long for the precision of positions on the screen, in points.
const LONGEST: f32 = 1e4;

/// Less than the precision of clip rectangles on the screen, in points.
const CLIP_MARGIN: f32 = 1e-3;

/// A mesh whose memory is reused: the system would have to clear the memory of a large new one in
/// every frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptMesh(Arc<Mesh>);

impl KeptMesh {
    /// Removes everything, to fill the mesh again.
    pub(crate) fn restart(&mut self) -> &mut Mesh {
        if Arc::get_mut(&mut self.0).is_none() {
            self.0 = Arc::default();
        }
        let mesh = Arc::make_mut(&mut self.0);
        mesh.vertices.clear();
        mesh.indices.clear();
        mesh
    }

    /// Draws the current contents.
    pub(crate) fn draw(&self, painter: &Painter) {
        if self.0.is_empty() {
            return;
        }
        // egui joins shapes with the same clip rectangle, and would copy all shapes before and
        // after this one. A larger rectangle would be cut to that of the painter.
        let clip = painter.clip_rect();
        painter
            .with_clip_rect(clip.shrink(CLIP_MARGIN))
            .add(Shape::Mesh(Arc::clone(&self.0)));
        // Nor is it joined with another mesh that follows it.
        painter.add(Shape::Noop);
    }
}

/// Adds a line without points closer than `min_distance` to the point before.
pub(crate) fn push_line(
    mesh: &mut Mesh,
    points: impl Iterator<Item = Pos2>,
    min_distance: f32,
    color: Color32,
) {
    let mut before: Option<Pos2> = None;
    for at in points {
        match before {
            Some(from) if from.distance_sq(at) < min_distance * min_distance => continue,
            Some(from) => push_segment(mesh, from, at, 1.0, color),
            None => {}
        }
        before = Some(at);
    }
}

/// Adds a quad along a segment.
pub(crate) fn push_segment(mesh: &mut Mesh, a: Pos2, b: Pos2, width: f32, color: Color32) {
    let along = b - a;
    let length = along.length();
    if !(length > 0.05 && length < LONGEST) {
        return;
    }
    let side = along.rot90() / length * (width / 2.0);
    push_polygon(mesh, &[a + side, b + side, b - side, a - side], color);
}

/// Adds a polygon whose corners are all visible from the first one, such as a convex polygon.
pub(crate) fn push_polygon(mesh: &mut Mesh, corners: &[Pos2], color: Color32) {
    let first = mesh.vertices.len() as u32;
    corners.iter().for_each(|&p| mesh.colored_vertex(p, color));
    for i in 2..corners.len() as u32 {
        mesh.add_triangle(first, first + i - 1, first + i);
    }
}

/// Adds a line whose segments share their corners, with a color for each point.
pub(crate) fn push_ribbon(mesh: &mut Mesh, points: &[(Pos2, Color32)], width: f32) {
    let mut before: Option<Pos2> = None;
    for (index, &(at, color)) in points.iter().enumerate() {
        let next = points.get(index + 1).map_or(at, |&(next, _)| next);
        let along = next - before.unwrap_or(at);
        let length = along.length();
        let side = if length > 0.0 {
            along.rot90() * (width / 2.0 / length)
        } else {
            Vec2::ZERO
        };
        let first = mesh.vertices.len() as u32;
        mesh.colored_vertex(at + side, color);
        mesh.colored_vertex(at - side, color);
        if before.is_some_and(|before| before.distance_sq(at) < LONGEST * LONGEST) {
            mesh.add_triangle(first - 2, first - 1, first);
            mesh.add_triangle(first - 1, first + 1, first);
        }
        before = Some(at);
    }
}

/// The corners of a hexagon, as which small circles are drawn.
pub(crate) fn hexagon(center: Pos2, radius: f32) -> [Pos2; 6] {
    // The corners of a hexagon of radius 1.
    const HALF: f32 = 0.5;
    const HEIGHT: f32 = 0.866_025_4;
    [
        Vec2::new(1.0, 0.0),
        Vec2::new(HALF, HEIGHT),
        Vec2::new(-HALF, HEIGHT),
        Vec2::new(-1.0, 0.0),
        Vec2::new(-HALF, -HEIGHT),
        Vec2::new(HALF, -HEIGHT),
    ]
    .map(|corner| center + corner * radius)
}
