//! The legend of a coverage: what its colors and its hatching stand for.

use crate::editor::theme;
use egui::{Color32, Mesh, Rect, RichText, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use steerwright_analysis::coverage::{Coverage, CoverageLayer, color_at};

/// The steps of the bar of colors.
const STEPS: usize = 32;

/// Draws the legend of a layer.
pub(super) fn legend_ui(ui: &mut Ui, coverage: &Coverage, layer: CoverageLayer) {
    let colors = theme::colors(ui);
    let scale = coverage.scale(layer);
    let text = |value: f64| match layer {
        CoverageLayer::Share | CoverageLayer::NeverWatched => format!("{:.0}%", value * 100.0),
        CoverageLayer::LongestGap | CoverageLayer::SinceWatched => format!("{value:.1} s"),
    };
    ui.horizontal(|ui| {
        if layer != CoverageLayer::NeverWatched {
            let dark = match layer {
                CoverageLayer::Share | CoverageLayer::NeverWatched => text(scale.dark),
                CoverageLayer::LongestGap | CoverageLayer::SinceWatched => {
                    format!("≥ {}", text(scale.dark))
                }
            };
            ui.label(RichText::new(dark.as_str()).color(colors.text_weak));
            bar_ui(ui, &format!("From {dark} to {}", text(scale.light)));
            ui.label(RichText::new(text(scale.light)).color(colors.text_weak));
            ui.add_space(6.0);
        }
        swatch_ui(ui);
        ui.label(RichText::new("never watched").color(colors.text_weak));
    });
}

fn bar_ui(ui: &mut Ui, name: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(72.0, 10.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, name));
    let mut mesh = Mesh::default();
    for step in 0..=STEPS {
        let fraction = step as f32 / STEPS as f32;
        let [red, green, blue] = color_at(f64::from(fraction));
        let color = Color32::from_rgb(red, green, blue);
        let x = rect.left() + rect.width() * fraction;
        mesh.colored_vertex(pos2(x, rect.top()), color);
        mesh.colored_vertex(pos2(x, rect.bottom()), color);
        if step > 0 {
            let first = 2 * step as u32 - 2;
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 1, first + 2, first + 3);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// A hatched square.
fn swatch_ui(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(14.0, 10.0), Sense::hover());
    let colors = theme::colors(ui);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, colors.canvas);
    let stroke = Stroke::new(1.0, colors.text_weak);
    let mut x = rect.left() - rect.height();
    while x < rect.right() {
        let up = Rect::from_min_size(pos2(x, rect.top()), vec2(rect.height(), rect.height()));
        painter.line_segment([up.left_bottom(), up.right_top()], stroke);
        x += 4.0;
    }
}
