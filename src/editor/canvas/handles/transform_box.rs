//! Drawing the transform box with its handles, and the extend dots of a path.

use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Align2, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};
use steerwright_authoring::canvas::handles::{EndDot, Handle, TransformBox};
use steerwright_authoring::snap;
use steerwright_authoring::tool::Preview;
use steerwright_authoring::transform::Transform;

/// Draws the box with its handles, and the transform while a handle is dragged.
pub fn draw(
    painter: &Painter,
    screen: &Screen,
    transform_box: &TransformBox,
    preview: Option<&Preview>,
) {
    let colors = theme::colors(painter.ctx());
    let unit_per_point = screen.unit_per_point();
    let drawn = transform_box.drawn(unit_per_point);
    let rect = Rect::from_two_pos(screen.pos(drawn.min), screen.pos(drawn.max));
    let line = Stroke::new(1.0, colors.accent.gamma_multiply(0.55));
    let (active, transform) = if let Some(Preview::Handle(handle, transform)) = preview {
        (Some(*handle), *transform)
    } else {
        (None, None)
    };
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
        rect.left_top(),
    ];
    if transform_box.nose.is_none() {
        painter.extend(screen.dashed_line(corners, line, 4.0, 4.0));
    }
    for (handle, at) in transform_box.handles(unit_per_point) {
        let at = screen.pos(at);
        let size = if active == Some(handle) { 6.0 } else { 4.5 };
        let stroke = Stroke::new(1.5, colors.accent);
        let fill = if active == Some(handle) {
            colors.accent
        } else {
            colors.canvas
        };
        if handle == Handle::Rotate {
            let from = transform_box
                .nose
                .map_or(Pos2::new(at.x, rect.top()), |nose| screen.pos(nose));
            painter.line_segment([from, at], line);
            painter.circle(at, size + 0.5, fill, stroke);
        } else {
            painter.rect(
                Rect::from_center_size(at, Vec2::splat(2.0 * size)),
                1.0,
                fill,
                stroke,
                StrokeKind::Middle,
            );
        }
    }
    // An agent is turned to an angle, anything else by one.
    let heading = |nose| format!("{:.1}°", snap::degrees_of(nose - transform_box.center()));
    let text = |transform| {
        transform_box
            .nose
            .map(heading)
            .or_else(|| text_of(transform))
    };
    if let Some(transform) = transform.and_then(text) {
        let font = FontId::proportional(theme::BODY_SIZE);
        painter.text(
            rect.center_bottom() + Vec2::new(0.0, 10.0),
            Align2::CENTER_TOP,
            transform,
            font,
            colors.accent,
        );
    }
}

/// The text of a transform: "45.0°", "120% × 80%".
fn text_of(transform: Transform) -> Option<String> {
    match transform {
        Transform::Move(_) => None,
        Transform::Rotate { degrees, .. } => Some(format!("{degrees:.1}°")),
        Transform::Scale { factors, .. } if factors.x == factors.y => {
            Some(format!("{:.0}%", factors.x * 100.0))
        }
        Transform::Scale { factors, .. } => Some(format!(
            "{:.0}% × {:.0}%",
            factors.x * 100.0,
            factors.y * 100.0
        )),
    }
}

/// Draws the dots beyond the ends of a path.
pub fn draw_end_dots(
    painter: &Painter,
    screen: &Screen,
    dots: &[EndDot],
    preview: Option<&Preview>,
) {
    let colors = theme::colors(painter.ctx());
    for dot in dots {
        let active = matches!(preview, Some(Preview::Extend(end, _)) if *end == dot.end);
        let (end, at) = (screen.pos(dot.end), screen.pos(dot.position));
        let stroke = Stroke::new(
            if active { 2.0 } else { 1.0 },
            colors.accent.gamma_multiply(if active { 1.0 } else { 0.6 }),
        );
        painter.extend(screen.dashed_line([end, at], stroke, 3.0, 3.0));
        let size = if active { 7.0 } else { 5.0 };
        painter.circle(at, size, colors.canvas, stroke);
        painter.line_segment(
            [at - Vec2::X * (size - 2.0), at + Vec2::X * (size - 2.0)],
            stroke,
        );
        painter.line_segment(
            [at - Vec2::Y * (size - 2.0), at + Vec2::Y * (size - 2.0)],
            stroke,
        );
    }
}
