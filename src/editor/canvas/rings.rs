//! Rings with their handles; the value shows on the one under the pointer.

use crate::authoring::ring::{Ring, Tone};
use crate::authoring::tool::Preview;
use crate::editor::canvas::Screen;
use crate::editor::theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2};

/// The colour of what a ring is about.
pub fn color_of(tone: Tone) -> Color32 {
    match tone {
        Tone::Target => theme::TARGET,
        Tone::Danger => theme::DANGER,
        Tone::Path => theme::ACCENT,
        Tone::Others => theme::OK,
        Tone::Sight => theme::FOV,
    }
}

/// Draws the rings; `unit` stands behind their values.
pub fn draw(painter: &Painter, screen: &Screen, rings: &[Ring], preview: Option<&Preview>, unit: &str) {
    for ring in rings {
        let active = matches!(preview, Some(Preview::Ring(id)) if *id == ring.id);
        let color = color_of(ring.tone);
        let center = screen.pos(ring.center);
        let fill = color.gamma_multiply(if active { 0.10 } else { 0.035 });
        painter.circle(center, screen.points(ring.radius), fill, Stroke::new(if active { 2.5 } else { 1.5 }, color.gamma_multiply(0.85)));
        let handle = screen.pos(ring.handle());
        painter.add(diamond(handle, if active { 7.0 } else { 5.5 }, color));
        let text = format!("{} {:.2} {unit}", ring.label, ring.radius);
        let size = if active { theme::BODY_SIZE } else { theme::SMALL_SIZE };
        label(painter, screen, handle, ring.toward.x < -0.5, &text, size, color);
    }
}

fn diamond(at: Pos2, size: f32, color: Color32) -> Shape {
    let corners = [Vec2::new(0.0, -size), Vec2::new(size, 0.0), Vec2::new(0.0, size), Vec2::new(-size, 0.0)];
    Shape::convex_polygon(corners.iter().map(|&corner| at + corner).collect(), color, Stroke::new(1.5, theme::CANVAS))
}

/// Text on a ground of its own, so that it can be read over anything; kept inside the canvas.
fn label(painter: &Painter, screen: &Screen, at: Pos2, to_the_left: bool, text: &str, size: f32, color: Color32) {
    if !screen.rect.contains(at) {
        return;
    }
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), color);
    let (align, gap) = if to_the_left { (Align2::RIGHT_CENTER, -12.0) } else { (Align2::LEFT_CENTER, 12.0) };
    let mut rect = align.anchor_size(at + Vec2::new(gap, 0.0), galley.size());
    let room = screen.rect.shrink(4.0);
    if rect.right() > room.right() {
        rect = Rect::from_min_size(Pos2::new(at.x - 12.0 - rect.width(), rect.top()), rect.size());
    }
    painter.rect_filled(rect.expand2(Vec2::new(4.0, 2.0)), 3.0, theme::CANVAS.gamma_multiply(0.85));
    painter.galley(rect.min, galley, color);
}
