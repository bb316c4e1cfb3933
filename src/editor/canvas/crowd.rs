//! Cheap shapes for scenes with more items than there is room for: all of a kind in one mesh, without smooth edges.

use egui::{Color32, Mesh, Pos2};

/// Adds a line without points closer than `min_distance` to the point before.
pub(super) fn push_line(
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
pub(super) fn push_segment(mesh: &mut Mesh, a: Pos2, b: Pos2, width: f32, color: Color32) {
    let along = b - a;
    let length = along.length();
    if !(length > 0.05 && length < 1e4) {
        return;
    }
    let side = along.rot90() / length * (width / 2.0);
    push_polygon(mesh, &[a + side, b + side, b - side, a - side], color);
}

/// Adds a polygon all of whose corners can be seen from its first.
pub(super) fn push_polygon(mesh: &mut Mesh, corners: &[Pos2], color: Color32) {
    let first = mesh.vertices.len() as u32;
    corners.iter().for_each(|&p| mesh.colored_vertex(p, color));
    for i in 2..corners.len() as u32 {
        mesh.add_triangle(first, first + i - 1, first + i);
    }
}
