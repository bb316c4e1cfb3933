//! The shapes of the nodes of paths.

use crate::editor::canvas::shapes::disc_shapes;
use crate::editor::theme::Colors;
use egui::epaint::RectShape;
use egui::{Color32, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2};
use steerwright_runtime::scene::{Node, PatrolPath};

/// How a node looks.
pub(crate) struct NodeStyle {
    /// Its radius, in points.
    size: f32,
    fill: Color32,
    stroke: Stroke,
    /// The color of the dot in the start.
    dot: Color32,
}

impl NodeStyle {
    pub(crate) fn new(selected: bool, hovered: bool, color: Color32, colors: &Colors) -> Self {
        Self {
            size: if selected || hovered { 6.0 } else { 4.5 },
            fill: if selected {
                colors.accent
            } else {
                colors.canvas
            },
            stroke: Stroke::new(2.0, if hovered { colors.text_strong } else { color }),
            dot: if selected { colors.canvas } else { color },
        }
    }
}

pub(crate) fn add_node(
    shapes: &mut Vec<Shape>,
    at: Pos2,
    path: &PatrolPath,
    index: usize,
    node: &Node,
    style: &NodeStyle,
) {
    let &NodeStyle {
        size,
        fill,
        stroke,
        dot,
    } = style;
    let last = path.nodes.len() - 1;
    if index == 0 {
        // The start: a disc in a ring.
        shapes.extend(disc_shapes(at, size + 2.0, fill, stroke));
        shapes.push(Shape::circle_filled(at, 3.0, dot));
    } else if index == last && !path.is_closed() {
        // The end: a square.
        let rect = Rect::from_center_size(at, Vec2::splat(2.0 * size));
        shapes.push(Shape::Rect(RectShape::new(
            rect,
            1.0,
            fill,
            stroke,
            StrokeKind::Middle,
        )));
    } else {
        shapes.extend(disc_shapes(at, size, fill, stroke));
    }
    if node.wait > 0.0 {
        // A wait: a clock hand.
        let hand = [at, at - Vec2::new(0.0, size - 1.0)];
        shapes.push(Shape::line_segment(hand, Stroke::new(1.5, stroke.color)));
    }
}
