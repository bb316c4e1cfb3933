//! Plots of speed over distance for the arrive and leave behaviors.

use crate::editor::theme;
use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Color32, FontId, Pos2, Rangef, Rect, Sense, Shape, Stroke, Ui, vec2};
use steerwright_runtime::steering::{Arrive, Body, Leave, arrive, leave};

/// The height of the plot, in points.
const HEIGHT: f32 = 84.0;
/// The distance between labels, in points.
const GAP: f32 = 6.0;
/// The number of segments of the curve.
const SEGMENTS: usize = 96;

/// Plots speed over the distance to the target.
pub fn arrive_ui(ui: &mut Ui, parameters: &Arrive, body: &Body, unit: &str) {
    let max_distance = parameters
        .slow_radius
        .max(parameters.target_radius)
        .max(0.1)
        * 1.25;
    let speed = |d: f64| {
        if d < parameters.target_radius {
            0.0
        } else {
            arrive::speed_at(parameters, body.max_speed, d)
        }
    };
    let marks = [
        ("target", parameters.target_radius, theme::colors(ui).target),
        ("slow", parameters.slow_radius, theme::colors(ui).target),
    ];
    curve_ui(
        ui,
        "Speed over the distance to the target",
        max_distance,
        body.max_speed,
        speed,
        &marks,
        unit,
    );
}

/// Plots speed over the distance from the danger.
pub fn leave_ui(ui: &mut Ui, parameters: &Leave, body: &Body, unit: &str) {
    let max_distance = parameters.danger_radius.max(0.1) * 1.25;
    let speed = |d: f64| leave::speed_at(parameters, body.max_speed, d);
    let marks = [
        ("escape", parameters.escape_radius, theme::colors(ui).danger),
        ("danger", parameters.danger_radius, theme::colors(ui).danger),
    ];
    curve_ui(
        ui,
        "Speed over the distance from the danger",
        max_distance,
        body.max_speed,
        speed,
        &marks,
        unit,
    );
}

fn curve_ui(
    ui: &mut Ui,
    name: &str,
    max_distance: f64,
    top: f64,
    speed: impl Fn(f64) -> f64,
    marks: &[(&str, f64, Color32)],
    unit: &str,
) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, f32::from(theme::ROUNDING), theme::colors(ui).canvas);
    let font = FontId::proportional(theme::SMALL_SIZE - 1.0);
    let inner = Rect::from_min_max(rect.min + vec2(6.0, 20.0), rect.max - vec2(6.0, 18.0));
    let top = if top > 0.0 { top } else { 1.0 };
    let at = |d: f64, v: f64| {
        Pos2::new(
            inner.left() + (d / max_distance) as f32 * inner.width(),
            inner.bottom() - (v / top) as f32 * inner.height(),
        )
    };
    // The labels are below the marks.
    let mut labels = Vec::new();
    for &(mark, distance, color) in marks {
        let x = at(distance, 0.0).x;
        painter.vline(
            x,
            inner.y_range(),
            Stroke::new(1.0, color.gamma_multiply(0.7)),
        );
        let text = format!("{mark} {distance:.2}");
        labels.push((x, painter.layout_no_wrap(text, font.clone(), color), color));
    }
    let wanted: Vec<(f32, f32)> = labels
        .iter()
        .map(|(x, galley, _)| (*x, galley.size().x))
        .collect();
    let lefts = label_lefts(&wanted, inner.x_range());
    for ((_, galley, color), left) in labels.into_iter().zip(lefts) {
        painter.galley(Pos2::new(left, inner.bottom() + 3.0), galley, color);
    }
    let points: Vec<Pos2> = (0..=SEGMENTS)
        .map(|i| max_distance * i as f64 / SEGMENTS as f64)
        .map(|d| at(d, speed(d)))
        .collect();
    painter.add(Shape::line(
        points,
        Stroke::new(2.0, theme::colors(ui).speed),
    ));
    let corner = Rect::from_min_max(rect.min + vec2(6.0, 3.0), rect.max - vec2(6.0, 3.0));
    let limit = painter.text(
        corner.right_top(),
        Align2::RIGHT_TOP,
        format!("{top:.1} {unit}/s"),
        font.clone(),
        theme::colors(ui).speed,
    );
    let weak = theme::colors(ui).text_weak;
    let mut title = LayoutJob::simple_singleline(name.to_owned(), font, weak);
    title.wrap = TextWrapping::truncate_at_width((limit.left() - GAP - corner.left()).max(0.0));
    painter.galley(corner.left_top(), painter.layout_job(title), weak);
    response.on_hover_text(name);
}

/// The left edges of labels, of which the centers in ascending order and the widths are given.
/// Labels that would overlap are beside each other, all within `range`.
fn label_lefts(labels: &[(f32, f32)], range: Rangef) -> Vec<f32> {
    let mut free = range.min;
    let mut lefts = Vec::with_capacity(labels.len());
    for &(center, width) in labels {
        let left = (center - width / 2.0).max(free);
        free = left + width + GAP;
        lefts.push(left);
    }
    // What is too far to the right moves back, and so do those before it.
    let mut limit = range.max;
    for (left, &(_, width)) in lefts.iter_mut().zip(labels).rev() {
        *left = left.min(limit - width);
        limit = *left - GAP;
    }
    lefts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_equal_radii_are_beside_each_other_within_the_plot() {
        let range = Rangef::new(6.0, 236.0);
        for labels in [
            [(190.0, 55.0), (190.0, 50.0)],
            [(6.0, 55.0), (8.0, 50.0)],
            [(60.0, 55.0), (230.0, 50.0)],
        ] {
            let lefts = label_lefts(&labels, range);
            assert!(lefts[0] >= range.min, "{lefts:?}");
            assert!(lefts[0] + labels[0].1 + GAP <= lefts[1], "{lefts:?}");
            assert!(lefts[1] + labels[1].1 <= range.max, "{lefts:?}");
        }
    }
}
