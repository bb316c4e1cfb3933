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

/// The room of the plate of a caption at the sides of its text, in points.
const PLATE: Vec2 = Vec2::new(3.0, 0.0);

/// Draws small text on a plate, which keeps it readable over pictures and heat maps. Returns the rectangle of the text.
pub fn caption(painter: &Painter, at: Pos2, align: Align2, text: &str, color: Color32) -> Rect {
    caption_within(painter, Rect::EVERYTHING, (at, align), text, color)
}

/// Draws a caption as [`caption`] does, moved to a side where it would not be within `bounds`.
pub fn caption_within(
    painter: &Painter,
    bounds: Rect,
    (at, align): (Pos2, Align2),
    text: &str,
    color: Color32,
) -> Rect {
    let galley = painter.layout_no_wrap(
        text.to_owned(),
        FontId::proportional(theme::SMALL_SIZE),
        color,
    );
    let rect = moved_sideways_into(bounds, align.anchor_size(at, galley.size()));
    let plate = theme::colors(painter.ctx()).canvas.gamma_multiply(0.75);
    painter.rect_filled(rect.expand2(PLATE), 3.0, plate);
    painter.galley(rect.min, galley, color);
    rect
}

/// Moves a rectangle to a side until it is within `bounds`. If it is wider than these, it begins where they do.
pub fn moved_sideways_into(bounds: Rect, rect: Rect) -> Rect {
    let back = (bounds.right() - rect.right()).min(0.0);
    let ahead = (bounds.left() - rect.left() - back).max(0.0);
    rect.translate(Vec2::new(back + ahead, 0.0))
}
