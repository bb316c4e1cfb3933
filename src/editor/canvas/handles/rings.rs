//! Rings with handles and labels.

use crate::editor::canvas::labels;
use crate::editor::canvas::labels::{Label, LabelContext, LabelOf, Text};
use crate::editor::canvas::screen::Screen;
use crate::editor::theme::{self, Colors};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use glam::DVec2;
use steerwright_authoring::canvas::cone::ConeHandle;
use steerwright_authoring::canvas::ring::{Ring, RingKind};
use steerwright_authoring::tool::Preview;

/// The size of a handle, in points.
const HANDLE: Vec2 = Vec2::splat(12.0);

/// Whether a path is being drawn. Rings are hidden then.
fn is_drawing(preview: Option<&Preview>) -> bool {
    matches!(preview, Some(Preview::Segment(..) | Preview::Close(_)))
}

fn is_active(ring: &Ring, preview: Option<&Preview>) -> bool {
    matches!(preview, Some(Preview::Ring(id)) if *id == ring.id)
}

/// Draws the circles below the agents.
pub fn draw_circles(painter: &Painter, screen: &Screen, rings: &[Ring], preview: Option<&Preview>) {
    let colors = theme::colors(painter.ctx());
    for ring in rings.iter().filter(|_| !is_drawing(preview)) {
        let active = is_active(ring, preview);
        let color = colors.of_ring(ring.kind);
        let fill = color.gamma_multiply(if active { 0.10 } else { 0.035 });
        let stroke = Stroke::new(if active { 2.5 } else { 1.5 }, color.gamma_multiply(0.85));
        painter.circle(
            screen.pos(ring.center),
            screen.points(ring.radius),
            fill,
            stroke,
        );
    }
}

/// The areas of the handles, which no label should cover.
pub fn handle_areas<'a>(
    screen: &'a Screen,
    rings: &'a [Ring],
    preview: Option<&Preview>,
) -> impl Iterator<Item = Rect> + 'a {
    let drawn = if is_drawing(preview) { &[] } else { rings };
    (drawn.iter()).map(|ring| handle_area(screen, ring.handle()))
}

/// The area of a handle.
pub fn handle_area(screen: &Screen, place: DVec2) -> Rect {
    Rect::from_center_size(screen.pos(place), HANDLE)
}

/// Draws handles above everything else, with a line to the ring where one is outside of it.
pub fn draw_handles(painter: &Painter, screen: &Screen, rings: &[Ring], preview: Option<&Preview>) {
    if is_drawing(preview) {
        return;
    }
    let colors = theme::colors(painter.ctx());
    for ring in rings {
        let color = colors.of_ring(ring.kind);
        let at = screen.pos(ring.handle());
        if ring.handle_outward > 0.0 {
            let on_line = screen.pos(ring.center + ring.handle_dir * ring.radius);
            painter.line_segment([on_line, at], Stroke::new(1.0, color));
        }
        painter.add(diamond(
            at,
            if is_active(ring, preview) { 7.0 } else { 5.5 },
            color,
            colors.canvas,
        ));
    }
}

/// Places the label of each ring beside the place of its handle: "Slow radius 1.80 m".
pub fn place_labels(
    painter: &Painter,
    screen: &Screen,
    rings: &[Ring],
    preview: Option<&Preview>,
    unit: &str,
    context: &mut LabelContext<'_>,
) -> Vec<Label> {
    if is_drawing(preview) {
        return vec![];
    }
    let colors = theme::colors(painter.ctx());
    let mut labels = Vec::new();
    for ring in rings {
        let text = Text {
            of: LabelOf::Ring(ring.id),
            text: &format!("{} {:.2} {unit}", ring.label, ring.radius),
            color: text_color(ring.kind, is_active(ring, preview), colors),
            is_needed: true,
            path: None,
        };
        let (at, to_the_left) = (screen.pos(ring.handle()), ring.handle_dir.x < -0.5);
        labels.extend(labels::place(
            painter,
            screen,
            at,
            to_the_left,
            &text,
            context,
        ));
    }
    labels
}

/// Places the labels of the handles of a field of view: "Field of view 90°" at the left one, "90°"
/// at the right one.
pub fn place_cone_labels(
    painter: &Painter,
    screen: &Screen,
    cones: &[ConeHandle],
    preview: Option<&Preview>,
    context: &mut LabelContext<'_>,
) -> Vec<Label> {
    if is_drawing(preview) {
        return vec![];
    }
    let colors = theme::colors(painter.ctx());
    let mut labels = Vec::new();
    for cone in cones {
        let degrees = (cone.degrees * 10.0).round() / 10.0;
        let text = if cone.is_left {
            format!("Field of view {degrees}°")
        } else {
            format!("{degrees}°")
        };
        let text = Text {
            of: LabelOf::Cone(cone.is_left),
            text: &text,
            color: text_color(RingKind::Perception, is_active_cone(cone, preview), colors),
            is_needed: true,
            path: None,
        };
        let (at, to_the_left) = (screen.pos(cone.position), cone.position.x < cone.eye.x);
        labels.extend(labels::place(
            painter,
            screen,
            at,
            to_the_left,
            &text,
            context,
        ));
    }
    labels
}

/// The color of a label: brighter while its handle is hovered or dragged.
fn text_color(kind: RingKind, is_active: bool, colors: &Colors) -> Color32 {
    let color = colors.of_ring(kind);
    if is_active {
        theme::blend(color, colors.text_strong, 0.6)
    } else {
        color
    }
}

fn is_active_cone(cone: &ConeHandle, preview: Option<&Preview>) -> bool {
    matches!(preview, Some(Preview::Cone { is_left }) if *is_left == cone.is_left)
}

/// Draws the handles of a field of view.
pub fn draw_cone_handles(
    painter: &Painter,
    screen: &Screen,
    cones: &[ConeHandle],
    preview: Option<&Preview>,
) {
    if is_drawing(preview) {
        return;
    }
    let colors = theme::colors(painter.ctx());
    let color = colors.of_ring(RingKind::Perception);
    for cone in cones {
        let size = if is_active_cone(cone, preview) {
            7.0
        } else {
            5.5
        };
        painter.add(diamond(
            screen.pos(cone.position),
            size,
            color,
            colors.canvas,
        ));
    }
}

fn diamond(at: Pos2, size: f32, color: Color32, edge: Color32) -> Shape {
    let corners = [
        Vec2::new(0.0, -size),
        Vec2::new(size, 0.0),
        Vec2::new(0.0, size),
        Vec2::new(-size, 0.0),
    ];
    Shape::convex_polygon(
        corners.iter().map(|&corner| at + corner).collect(),
        color,
        Stroke::new(1.5, edge),
    )
}
