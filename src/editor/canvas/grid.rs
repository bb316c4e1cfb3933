//! The grid, with labels along the bottom and left edges.

use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Align2, FontId, Painter, Pos2, Rect, Stroke, Vec2};
use glam::DVec2;
use steerwright_authoring::bounds::Bounds;

/// The minimum distance between lines, in points.
const MIN_SPACING: f64 = 18.0;
/// The minimum distance between labels, in points.
const MIN_LABEL_SPACING: f64 = 70.0;

/// Draws the grid lines, axes and labels with `unit`.
pub fn draw(painter: &Painter, screen: &Screen, unit: &str) {
    let colors = theme::colors(painter.ctx());
    let Bounds { min, max } = screen.bounds();
    let fine = screen.grid_step(MIN_SPACING);
    let coarse = screen.grid_step(MIN_LABEL_SPACING);
    let rect = screen.rect;
    for (step, color) in [(fine, colors.grid), (coarse, colors.grid_major)] {
        for i in lines(min.x, max.x, step) {
            let x = screen.pos(DVec2::new(i * step, 0.0)).x;
            painter.vline(x, rect.y_range(), Stroke::new(1.0, color));
        }
        for i in lines(min.y, max.y, step) {
            let y = screen.pos(DVec2::new(0.0, i * step)).y;
            painter.hline(rect.x_range(), y, Stroke::new(1.0, color));
        }
    }
    let origin = screen.pos(DVec2::ZERO);
    let axis = Stroke::new(1.0, colors.outline);
    painter.vline(origin.x, rect.y_range(), axis);
    painter.hline(rect.x_range(), origin.y, axis);

    let font = FontId::proportional(theme::SMALL_SIZE);
    let label = |value: f64| format!("{} {unit}", format_value(value, coarse));
    for i in lines(min.x, max.x, coarse) {
        let x = screen.pos(DVec2::new(i * coarse, 0.0)).x;
        if x > rect.left() + 40.0 && x < rect.right() - 44.0 {
            painter.text(
                Pos2::new(x + 3.0, rect.bottom() - 3.0),
                Align2::LEFT_BOTTOM,
                label(i * coarse),
                font.clone(),
                colors.text_weak,
            );
        }
    }
    for (at, text) in left_numbers(screen, unit) {
        let align = Align2::LEFT_BOTTOM;
        painter.text(at, align, text, font.clone(), colors.text_weak);
    }
}

/// The numbers along the left edge, and their lower left corners.
fn left_numbers(screen: &Screen, unit: &str) -> impl Iterator<Item = (Pos2, String)> {
    let Bounds { min, max } = screen.bounds();
    let coarse = screen.grid_step(MIN_LABEL_SPACING);
    let (screen, rect) = (*screen, screen.rect);
    lines(min.y, max.y, coarse).filter_map(move |i| {
        let y = screen.pos(DVec2::new(0.0, i * coarse)).y;
        let has_room = y > rect.top() + theme::SMALL_SIZE + 5.0 && y < rect.bottom() - 24.0;
        let text = || format!("{} {unit}", format_value(i * coarse, coarse));
        has_room.then(|| (Pos2::new(rect.left() + 4.0, y - 2.0), text()))
    })
}

/// About where the numbers are: the strip along the bottom edge, and each at the left edge.
pub fn number_areas(screen: &Screen, unit: &str) -> Vec<Rect> {
    let mut bottom = screen.rect;
    bottom.min.y = bottom.max.y - theme::SMALL_SIZE - 6.0;
    let left = left_numbers(screen, unit).map(|(at, text)| {
        let width = text.chars().count() as f32 * theme::SMALL_SIZE * 0.55;
        Align2::LEFT_BOTTOM.anchor_size(at, Vec2::new(width, theme::SMALL_SIZE))
    });
    std::iter::once(bottom).chain(left).collect()
}

/// The multiples of `step` between two numbers, up to a limit.
fn lines(min: f64, max: f64, step: f64) -> impl Iterator<Item = f64> {
    const MAX_LINES: f64 = 2000.0;
    let first = (min / step).ceil();
    let count = ((max / step).floor() - first + 1.0).clamp(0.0, MAX_LINES) as u32;
    (0..count).map(move |i| first + f64::from(i))
}

/// Formats a number with the decimals that its grid needs.
fn format_value(value: f64, step: f64) -> String {
    let places = if step >= 1.0 {
        0
    } else {
        (-step.log10()).ceil().clamp(0.0, 9.0) as usize
    };
    format!("{:.places$}", if value == 0.0 { 0.0 } else { value })
}
