//! Chevrons that show the direction of a path.

use egui::{Color32, Pos2, Shape, Stroke, Vec2};
use steerwright_runtime::steering::follow_path::Traversal;

/// The minimum distance between direction marks, in points.
const MARK_SPACING: f32 = 90.0;

/// The minimum length of a segment with a direction mark, in points.
const MIN_MARKED_LENGTH: f32 = 34.0;

/// Chevrons along a line between its nodes, in both directions for ping-pong. `is_node` tells which
/// points are nodes.
pub fn direction_marks(
    points: &[Pos2],
    is_node: &[bool],
    traversal: Traversal,
    color: Color32,
) -> Vec<Shape> {
    let mut marks = Vec::new();
    let mut from = 0;
    let mut skipped = MARK_SPACING;
    for to in 1..points.len() {
        if to + 1 < points.len() && !is_node.get(to).copied().unwrap_or(true) {
            continue;
        }
        let section = &points[from..=to];
        let length: f32 = section
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        from = to;
        // Short sections share a mark.
        skipped += length;
        if !length.is_finite()
            || length < MIN_MARKED_LENGTH
            || (length < MARK_SPACING && skipped < MARK_SPACING / 2.0)
        {
            continue;
        }
        skipped = 0.0;
        // Limit the number of marks on a long segment outside the window.
        const MAX_MARKS_PER_SECTION: f32 = 64.0;
        let count = (length / MARK_SPACING)
            .floor()
            .clamp(1.0, MAX_MARKS_PER_SECTION);
        for i in 0..count as u32 {
            let Some((at, direction)) = along(section, length * (i as f32 + 0.5) / count) else {
                continue;
            };
            if traversal == Traversal::PingPong {
                marks.push(chevron(at + direction * 9.0, direction, color));
                marks.push(chevron(at - direction * 9.0, -direction, color));
            } else {
                marks.push(chevron(at + direction * 3.0, direction, color));
            }
        }
    }
    marks
}

/// The point at `distance` along a line, and the direction there.
fn along(line: &[Pos2], mut distance: f32) -> Option<(Pos2, Vec2)> {
    for pair in line.windows(2) {
        let length = pair[0].distance(pair[1]);
        if distance <= length && length > 0.0 {
            let direction = (pair[1] - pair[0]) / length;
            return Some((pair[0] + direction * distance, direction));
        }
        distance -= length;
    }
    None
}

/// An arrowhead with its tip at `tip`.
pub fn chevron(tip: Pos2, direction: Vec2, color: Color32) -> Shape {
    let side = direction.rot90();
    let back = tip - direction * 6.0;
    Shape::line(
        vec![back + side * 5.0, tip, back - side * 5.0],
        Stroke::new(2.0, color),
    )
}
