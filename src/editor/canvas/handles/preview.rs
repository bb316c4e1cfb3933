//! The preview of the active tool.

use crate::editor::canvas::items::cells;
use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Align2, FontId, Painter, Rect, Stroke, Vec2};
use steerwright_authoring::tool::Preview;
use steerwright_runtime::scene::Scene;

/// Draws what a click would do.
pub fn draw(painter: &Painter, screen: &Screen, preview: Option<&Preview>, scene: &Scene) {
    let colors = theme::colors(painter.ctx());
    let stroke = Stroke::new(1.5, colors.accent);
    match preview {
        Some(Preview::Segment(from, to)) => {
            let points = [screen.pos(*from), screen.pos(*to)];
            painter.extend(screen.dashed_line(points, stroke, 6.0, 5.0));
            painter.circle_stroke(points[1], 4.5, stroke);
            let length = steerwright_runtime::geometry::vector::distance(*from, *to);
            let text = format!("{length:.2} {}", scene.unit);
            let font = FontId::proportional(theme::SMALL_SIZE);
            painter.text(
                points[1] + Vec2::new(12.0, -12.0),
                Align2::LEFT_BOTTOM,
                text,
                font,
                colors.text,
            );
        }
        Some(Preview::Close(at)) => {
            let at = screen.pos(*at);
            painter.circle_stroke(at, 11.0, Stroke::new(2.5, colors.accent));
            let font = FontId::proportional(theme::SMALL_SIZE);
            painter.text(
                at + Vec2::new(14.0, -10.0),
                Align2::LEFT_BOTTOM,
                "Close loop",
                font,
                colors.accent,
            );
        }
        Some(Preview::Insert(at)) => {
            let at = screen.pos(*at);
            painter.circle(at, 8.0, colors.canvas, stroke);
            painter.line_segment([at - Vec2::X * 4.0, at + Vec2::X * 4.0], stroke);
            painter.line_segment([at - Vec2::Y * 4.0, at + Vec2::Y * 4.0], stroke);
        }
        Some(Preview::SegmentEnds(line)) => {
            let line: Vec<_> = line.iter().map(|&p| screen.pos(p)).collect();
            let ends = [line.first().copied(), line.last().copied()];
            painter.add(egui::Shape::line(
                line,
                Stroke::new(4.0, colors.accent.gamma_multiply(0.6)),
            ));
            for end in ends.into_iter().flatten() {
                painter.circle_stroke(end, 9.0, Stroke::new(2.0, colors.accent));
            }
        }
        Some(Preview::SelectionBox(from, to)) => {
            let rect = Rect::from_two_pos(screen.pos(*from), screen.pos(*to));
            painter.rect(
                rect,
                0.0,
                colors.accent.gamma_multiply(0.08),
                Stroke::new(1.0, colors.accent),
                egui::StrokeKind::Middle,
            );
        }
        Some(Preview::Cell(cell, blocks)) => {
            let grid = scene.cells.grid();
            let rect = cells::cell_rect(screen, grid.center(*cell), grid.size());
            let color = if *blocks {
                colors.accent
            } else {
                colors.text_weak
            };
            painter.rect(
                rect,
                0.0,
                color.gamma_multiply(0.15),
                Stroke::new(1.5, color),
                egui::StrokeKind::Inside,
            );
        }
        Some(Preview::Stroke(stroke_points)) => {
            let points = stroke_points.iter().map(|&p| screen.pos(p)).collect();
            painter.add(egui::Shape::line(points, Stroke::new(2.0, colors.accent)));
        }
        Some(
            Preview::Ring(_) | Preview::Cone { .. } | Preview::Handle(..) | Preview::Extend(..),
        )
        | None => {}
    }
}
