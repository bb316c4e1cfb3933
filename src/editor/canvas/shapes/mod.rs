//! Shapes that are drawn in several places: discs and captions.

pub(crate) mod crowd;
pub(crate) mod dots;

use crate::editor::theme;
use egui::epaint::TextShape;
use egui::{Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use std::sync::Arc;

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

/// Where copies of a text make its edge, in points.
const EDGE: [Vec2; 12] = [
    Vec2::new(-1.0, -1.0),
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, -1.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 1.0),
    Vec2::new(0.0, 1.0),
    Vec2::new(1.0, 1.0),
    Vec2::new(0.0, -2.0),
    Vec2::new(0.0, 2.0),
    Vec2::new(-2.0, 0.0),
    Vec2::new(2.0, 0.0),
];

/// Draws text with an edge in the color of the canvas, which keeps it readable over lines, pictures
/// and heat maps without covering what is beside the letters.
pub fn text_with_edge(painter: &Painter, at: Pos2, galley: Arc<Galley>, color: Color32) {
    let edge = theme::colors(painter.ctx()).canvas;
    let copy = |offset: &Vec2| {
        let copy = TextShape::new(at + *offset, Arc::clone(&galley), edge);
        Shape::Text(copy.with_override_text_color(edge))
    };
    painter.add(Shape::Vec(EDGE.iter().map(copy).collect()));
    painter.galley(at, galley, color);
}

/// Text that has a place.
pub struct Caption {
    /// The place.
    pub rect: Rect,
    galley: Arc<Galley>,
    color: Color32,
}

impl Caption {
    /// Small text at a place.
    pub fn new(painter: &Painter, at: Pos2, align: Align2, text: &str, color: Color32) -> Self {
        let font = FontId::proportional(theme::SMALL_SIZE);
        let galley = painter.layout_no_wrap(text.to_owned(), font, color);
        let rect = align.anchor_size(at, galley.size());
        Self::of(galley, rect, color)
    }

    /// Text that is laid out, at a place of its size.
    pub fn of(galley: Arc<Galley>, rect: Rect, color: Color32) -> Self {
        Self {
            rect,
            galley,
            color,
        }
    }

    /// Draws it with an edge.
    pub fn draw(&self, painter: &Painter) {
        let galley = Arc::clone(&self.galley);
        text_with_edge(painter, self.rect.min, galley, self.color);
    }
}

/// Moves a rectangle to a side until it is within `bounds`. If it is wider than these, it begins
/// where they do.
pub fn moved_sideways_into(bounds: Rect, rect: Rect) -> Rect {
    let back = (bounds.right() - rect.right()).min(0.0);
    let ahead = (bounds.left() - rect.left() - back).max(0.0);
    rect.translate(Vec2::new(back + ahead, 0.0))
}
