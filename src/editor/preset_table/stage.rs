//! One preset on a course: its track and its agent at the shown time.

use crate::editor::theme;
use egui::{Color32, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, vec2};
use glam::DVec2;
use steerwright_authoring::presets::comparison::{CourseRun, Track};
use steerwright_runtime::scene::{Behavior, Preset};

/// The smallest and the largest height of a stage, in points.
const HEIGHT: (f32, f32) = (84.0, 180.0);
/// The margin around the tracks, in points.
const MARGIN: f32 = 14.0;
/// The smallest size of an agent, in points.
const MIN_RADIUS: f32 = 4.0;

/// Draws a stage. All stages of a run have the same scale.
pub(super) fn stage_ui(
    ui: &mut Ui,
    width: f32,
    run: &CourseRun,
    track: &Track,
    preset: &Preset,
    time: f64,
) {
    let view = View::of(run, width);
    let (rect, response) = ui.allocate_exact_size(vec2(width, view.height), Sense::hover());
    let label = format!("Motion of {}", preset.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let colors = theme::colors(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, f32::from(theme::ROUNDING), colors.canvas);
    let at = |p: DVec2| view.pos(rect, p);
    let path: Vec<Pos2> = run.ground.path.iter().map(|&p| at(p)).collect();
    painter.add(Shape::line(
        path,
        Stroke::new(1.5, colors.path.gamma_multiply(0.6)),
    ));
    let wall: Vec<Pos2> = run.ground.wall.iter().map(|&p| at(p)).collect();
    if track.takes_part {
        painter.add(Shape::line(wall, Stroke::new(2.0, colors.wall)));
    }
    let rings = rings(preset);
    let centers = [
        (run.ground.target, colors.target, rings.target),
        (run.ground.danger, colors.danger, rings.danger),
    ];
    for (center, color, radii) in centers {
        let Some(center) = center.map(at) else {
            continue;
        };
        for radius in radii.into_iter().flatten() {
            let stroke = Stroke::new(1.0, color.gamma_multiply(0.7));
            painter.circle_stroke(center, view.points(radius), stroke);
        }
        painter.circle_filled(center, 2.5, color);
    }
    if !track.takes_part {
        let text = format!("{} does not do this", preset.name);
        let font = egui::FontId::proportional(theme::SMALL_SIZE);
        painter.text(
            rect.center(),
            egui::Align2::CENTER_CENTER,
            text,
            font,
            colors.text_weak,
        );
        return;
    }
    let index = run.index_at(time);
    let color = colors.item(preset.color);
    let points: Vec<Pos2> = track
        .states
        .iter()
        .map(|state| at(state.position))
        .collect();
    let passed = points.get(..=index).unwrap_or(&points).to_vec();
    painter.add(Shape::line(
        points,
        Stroke::new(1.0, color.gamma_multiply(0.35)),
    ));
    painter.add(Shape::line(passed, Stroke::new(2.0, color)));
    let leader = track.leader.get(index).or(track.leader.last());
    if let Some(leader) = leader.map(|&p| at(p)) {
        painter.circle_stroke(leader, MIN_RADIUS + 1.0, Stroke::new(1.5, colors.ok));
    }
    if let Some(state) = track.states.get(index).or(track.states.last()) {
        let radius = view.points(preset.body.radius).max(MIN_RADIUS);
        let heading = vec2(state.heading.x as f32, -state.heading.y as f32);
        draw_body(&painter, at(state.position), radius, heading, color);
    }
}

fn draw_body(painter: &Painter, at: Pos2, radius: f32, heading: egui::Vec2, color: Color32) {
    let canvas = theme::colors(painter.ctx()).canvas;
    painter.circle(
        at,
        radius,
        theme::blend(canvas, color, 0.35),
        Stroke::new(1.5, color),
    );
    painter.line_segment([at, at + heading * radius], Stroke::new(2.0, color));
}

/// The radii (u) that are drawn around a target and a danger.
struct Rings {
    target: [Option<f64>; 2],
    danger: [Option<f64>; 2],
}

fn rings(preset: &Preset) -> Rings {
    let mut rings = Rings {
        target: [None; 2],
        danger: [None; 2],
    };
    for behavior in preset.behaviors() {
        match behavior {
            Behavior::Arrive(arrive) => {
                rings.target = [Some(arrive.target_radius), Some(arrive.slow_radius)];
            }
            Behavior::HomingWalk(walk) => rings.target = [Some(walk.reach_radius), None],
            Behavior::Leave(leave) => {
                rings.danger = [Some(leave.escape_radius), Some(leave.danger_radius)];
            }
            Behavior::Flee(flee) => rings.danger = [flee.panic_distance, None],
            _ => {}
        }
    }
    rings
}

/// The view that all stages of a run share.
struct View {
    center: DVec2,
    /// Points per unit.
    scale: f64,
    height: f32,
}

impl View {
    fn of(run: &CourseRun, width: f32) -> Self {
        let extent = run.bounds.size().max(DVec2::splat(1e-6));
        let inner = f64::from((width - 2.0 * MARGIN).max(10.0));
        let height = (extent.y * inner / extent.x) as f32 + 2.0 * MARGIN;
        let height = height.clamp(HEIGHT.0, HEIGHT.1);
        let tall = f64::from(height - 2.0 * MARGIN);
        Self {
            center: run.bounds.center(),
            scale: (inner / extent.x).min(tall / extent.y),
            height,
        }
    }

    fn pos(&self, rect: Rect, p: DVec2) -> Pos2 {
        let offset = (p - self.center) * self.scale;
        rect.center() + vec2(offset.x as f32, -offset.y as f32)
    }

    fn points(&self, length: f64) -> f32 {
        (length * self.scale) as f32
    }
}
