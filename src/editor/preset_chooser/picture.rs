//! Pictures of the motion of presets: the way of an agent in a short run.

use crate::editor::background::{Background, Progress};
use crate::editor::theme;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Context, FontId, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo, vec2,
};
use glam::DVec2;
use steerwright_authoring::bounds::Bounds;
use steerwright_authoring::presets::library::example_run;
use steerwright_runtime::scene::{Motion, Preset};
use steerwright_runtime::steering::Body;

/// The size of a picture with its name, in points.
const TILE: Vec2 = vec2(94.0, 74.0);
/// The height of the name, in points.
const NAME: f32 = 18.0;
/// The space beside the name, in points.
const NAME_MARGIN: f32 = 4.0;
/// The number of dots that show where the agent is after equal times: they are close where it is
/// slow.
const DOTS: usize = 16;

/// What decides how a preset moves.
type Conduct = (Body, Motion);

/// The ways of presets, simulated in the background when they are first shown.
#[derive(Debug, Default)]
pub struct Pictures {
    ways: Vec<(Conduct, Way)>,
}

#[derive(Debug)]
enum Way {
    Running(Background<Vec<DVec2>>),
    Known(Vec<DVec2>),
}

impl Pictures {
    /// The way of a preset. Empty until it is known.
    pub fn of(&mut self, ctx: &Context, preset: &Preset) -> &[DVec2] {
        /// Edited presets leave their old pictures behind.
        const MAX_PICTURES: usize = 200;
        let is_known =
            |(conduct, _): &(Conduct, Way)| conduct.0 == preset.body && conduct.1 == preset.motion;
        let index = self.ways.iter().position(is_known).unwrap_or_else(|| {
            if self.ways.len() >= MAX_PICTURES {
                self.ways.remove(0);
            }
            let subject = preset.clone();
            let work = Background::start(ctx, "preset picture", move || example_run(&subject));
            let conduct = (preset.body, preset.motion.clone());
            self.ways.push((conduct, Way::Running(work)));
            self.ways.len() - 1
        });
        let Some((_, way)) = self.ways.get_mut(index) else {
            return &[];
        };
        if let Way::Running(work) = way {
            match work.poll() {
                Progress::Working => {}
                Progress::Done(known) => *way = Way::Known(known),
                Progress::Lost => *way = Way::Known(Vec::new()),
            }
        }
        match way {
            Way::Running(_) => &[],
            Way::Known(known) => known,
        }
    }
}

/// A preset as a button: the way with an arrow at its end, and the name below.
pub fn tile_ui(ui: &mut Ui, preset: &Preset, way: &[DVec2], selected: bool) -> Response {
    let colors = theme::colors(ui);
    let (rect, response) = ui.allocate_exact_size(TILE, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &preset.name));
    let mut frame = rect;
    frame.max.y -= NAME;
    let rounding = f32::from(theme::ROUNDING);
    ui.painter().rect_filled(frame, rounding, colors.canvas);
    let color = colors.item(preset.color);
    ui.painter_at(frame)
        .extend(shapes(way, frame.shrink(8.0), color));
    let stroke = match (selected, response.hovered() || response.has_focus()) {
        (true, _) => Stroke::new(2.0, colors.accent),
        (false, true) => Stroke::new(1.0, colors.text_strong),
        (false, false) => Stroke::new(1.0, colors.outline),
    };
    ui.painter()
        .rect_stroke(frame, rounding, stroke, StrokeKind::Inside);
    let below = Rect::from_min_max(frame.left_bottom(), rect.max);
    let text = if selected {
        colors.text_strong
    } else {
        colors.text
    };
    let font = FontId::proportional(theme::SMALL_SIZE);
    let mut job = LayoutJob::simple_singleline(preset.name.clone(), font, text);
    job.wrap = TextWrapping::truncate_at_width(below.width() - 2.0 * NAME_MARGIN);
    let name = ui.painter().layout_job(job);
    let place = Align2::CENTER_CENTER.anchor_size(below.center(), name.size());
    ui.painter_at(below).galley(place.min, name, text);
    response
}

fn shapes(way: &[DVec2], area: Rect, color: egui::Color32) -> Vec<Shape> {
    let Some(bounds) = Bounds::of(way.iter().copied()) else {
        return vec![];
    };
    let extent = bounds.size().max(DVec2::splat(2.0));
    let scale = (f64::from(area.width()) / extent.x).min(f64::from(area.height()) / extent.y);
    let center = bounds.center();
    let screen = |p: DVec2| -> Pos2 {
        let offset = (p - center) * scale;
        area.center() + vec2(offset.x as f32, -offset.y as f32)
    };
    let points: Vec<Pos2> = way.iter().map(|&p| screen(p)).collect();
    let mut shapes = Vec::new();
    if let Some(&start) = points.first() {
        shapes.push(Shape::circle_filled(start, 2.5, color));
    }
    let step = points.len().div_ceil(DOTS).max(1);
    let dots = points.iter().step_by(step);
    shapes.extend(dots.map(|&dot| Shape::circle_filled(dot, 1.6, color)));
    if let Some(&tip) = points.last() {
        // The direction is that of the last stretch that is long enough to see.
        let from = points.iter().rev().find(|point| point.distance(tip) > 4.0);
        if let Some(&from) = from {
            let ahead = (tip - from).normalized();
            let side = ahead.rot90() * 3.5;
            let corners = vec![
                tip + ahead * 4.0,
                tip - ahead * 4.0 + side,
                tip - ahead * 4.0 - side,
            ];
            shapes.push(Shape::convex_polygon(corners, color, Stroke::NONE));
        }
    }
    shapes.push(Shape::line(
        points,
        Stroke::new(1.0, color.gamma_multiply(0.6)),
    ));
    shapes
}
