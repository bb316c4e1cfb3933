//! A picture of what a map contains: what is imported in color, and the rest in gray.

use crate::editor::theme;
use egui::{CornerRadius, Pos2, Rect, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo};
use steerwright_export::level::{Becomes, Level};
use steerwright_runtime::glam::DVec2;

/// The most points that are drawn. Of larger maps, every n-th item is.
const MAX_POINTS: usize = 20_000;
const MARGIN: f32 = 8.0;
const DOT: f32 = 3.0;

/// Where the map is.
pub(super) struct Picture {
    low: DVec2,
    high: DVec2,
    /// The number of shapes of which one is drawn.
    every: usize,
}

impl Picture {
    pub(super) fn of(level: &Level) -> Self {
        let points = || level.found.iter().flat_map(|found| &found.shapes);
        let (low, high) = points().flat_map(|shape| &shape.points).fold(
            (DVec2::INFINITY, DVec2::NEG_INFINITY),
            |(low, high), point| (low.min(*point), high.max(*point)),
        );
        let count: usize = points().map(|shape| shape.points.len()).sum();
        Self {
            low,
            high,
            every: count.div_ceil(MAX_POINTS).max(1),
        }
    }

    pub(super) fn ui(&self, ui: &mut Ui, level: &Level, choices: &[Becomes], size: Vec2) {
        let (response, painter) = ui.allocate_painter(size, Sense::hover());
        let chosen = choices
            .iter()
            .filter(|becomes| **becomes != Becomes::Nothing)
            .count();
        response.widget_info(|| {
            let text = format!("Picture of the map: {chosen} of {} imported", choices.len());
            WidgetInfo::labeled(egui::Role::Image, true, text)
        });
        let colors = theme::colors(ui);
        painter.rect_filled(response.rect, CornerRadius::same(4), colors.canvas);
        if !(self.low.x <= self.high.x) {
            return;
        }
        let painter = painter.with_clip_rect(response.rect.intersect(painter.clip_rect()));
        let extent = self.high - self.low;
        let inner = response.rect.shrink(MARGIN);
        let scale = (f64::from(inner.width()) / extent.x.max(1e-6))
            .min(f64::from(inner.height()) / extent.y.max(1e-6));
        let center = (self.low + self.high) / 2.0;
        let up = if level.y_up { -1.0 } else { 1.0 };
        let screen = |place: DVec2| -> Pos2 {
            let offset = (place - center) * scale;
            inner.center() + Vec2::new(offset.x as f32, (offset.y * up) as f32)
        };
        // What is not imported lies below.
        for pass in [false, true] {
            for (found, &becomes) in level.found.iter().zip(choices) {
                if (becomes != Becomes::Nothing) != pass {
                    continue;
                }
                let color = match becomes {
                    Becomes::Wall | Becomes::Door => colors.wall,
                    Becomes::Path => colors.path,
                    Becomes::Marker => colors.target,
                    Becomes::Agent => colors.accent,
                    Becomes::BlockedCells => colors.danger,
                    Becomes::Nothing => colors.grid_major,
                };
                let width = if pass { 1.5 } else { 1.0 };
                for shape in found.shapes.iter().step_by(self.every) {
                    let points: Vec<Pos2> =
                        shape.points.iter().map(|&point| screen(point)).collect();
                    let stroke = Stroke::new(width, color);
                    match points.as_slice() {
                        [] => {}
                        [at] => painter.extend(cross(*at, stroke)),
                        _ if matches!(becomes, Becomes::Marker | Becomes::Agent) => {
                            let center = Rect::from_points(&points).center();
                            painter.extend(cross(center, stroke));
                        }
                        _ if shape.closed => {
                            painter.add(Shape::closed_line(points, stroke));
                        }
                        _ => {
                            painter.add(Shape::line(points, stroke));
                        }
                    }
                }
            }
        }
    }
}

fn cross(at: Pos2, stroke: Stroke) -> [Shape; 2] {
    [Vec2::new(DOT, DOT), Vec2::new(DOT, -DOT)]
        .map(|arm| Shape::line_segment([at - arm, at + arm], stroke))
}
