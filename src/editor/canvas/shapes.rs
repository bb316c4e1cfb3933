//! Shapes that are drawn in several places: discs and captions.

use crate::editor::theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2};

/// Draws a disc with an outline as two discs, which is faster than an outlined circle.
pub fn disc(painter: &Painter, at: Pos2, radius: f32, fill: Color32, stroke: Stroke) {
    painter.extend(disc_shapes(at, radius, fill, stroke));
}

/// A disc with an outline as two discs.
pub fn disc_shapes(at: Pos2, radius: f32, fill: Color32, stroke: Stroke) -> [Shape; 2] {
    let half = stroke.width / 2.0;
    [(radius + half, stroke.color), (radius - half, fill)]
        .map(|(radius, color)| Shape::circle_filled(at, radius, color))
}

/// Draws small text with a dark outline and returns its rectangle.
pub fn caption(painter: &Painter, at: Pos2, align: Align2, text: &str, color: Color32) -> Rect {
    let galley = painter.layout_no_wrap(
        text.to_owned(),
        FontId::proportional(theme::SMALL_SIZE),
        color,
    );
    let rect = align.anchor_size(at, galley.size());
    for edge in [
        Vec2::new(1.0, 1.0),
        Vec2::new(-1.0, 1.0),
        Vec2::new(1.0, -1.0),
        Vec2::new(-1.0, -1.0),
    ] {
        painter.galley_with_override_text_color(
            rect.min + edge,
            galley.clone(),
            theme::colors(painter.ctx()).canvas,
        );
    }
    painter.galley(rect.min, galley, color);
    rect
}
