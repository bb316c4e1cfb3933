//! Lanes above the plots: a row for each of some agents, with named stretches of time.

use crate::editor::theme;
use crate::editor::timeline::view::Window;
use crate::editor::timeline::{TimelineAction, TimelineInput};
use egui::{
    Align2, Color32, CornerRadius, FontId, Id, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, pos2, vec2,
};
use steerwright_runtime::scene::AgentId;

/// The height of a lane and the gap below it, in points.
const HEIGHT: f32 = 18.0;
const GAP: f32 = 4.0;
/// A narrower stretch has no name, in points.
const MIN_NAMED: f32 = 34.0;
/// How much of its color the fill of a stretch has.
const FILL: f32 = 0.45;

/// Where lanes are drawn, and how many.
pub(super) struct Lanes<'a> {
    /// The upper left corner of the titles.
    pub labels: Pos2,
    /// The place for the lanes.
    pub area: Rect,
    pub window: Window,
    pub input: &'a TimelineInput<'a>,
    /// The most lanes.
    pub most: usize,
    /// Lanes take at most this share of the height.
    pub max_part_of_height: f32,
}

impl Lanes<'_> {
    /// Draws the lanes of agents with these titles, as many as there is room for. `draw_ui` draws
    /// what is in a lane. Returns the height that they take.
    pub fn show(
        &self,
        ui: &mut Ui,
        agents: impl IntoIterator<Item = (AgentId, String)>,
        mut draw_ui: impl FnMut(&mut Ui, &Lane<'_>, AgentId),
    ) -> f32 {
        let area = self.area;
        let room = ((area.height() * self.max_part_of_height) / (HEIGHT + GAP)) as usize;
        let mut top = area.top();
        for (agent, title) in agents.into_iter().take(self.most.min(room)) {
            let lane = Lane {
                rect: Rect::from_min_max(pos2(area.left(), top), pos2(area.right(), top + HEIGHT)),
                window: self.window,
                input: self.input,
            };
            lane.background_ui(ui, pos2(self.labels.x, top), &title);
            draw_ui(ui, &lane, agent);
            lane.playhead_ui(ui);
            top += HEIGHT + GAP;
        }
        top - area.top()
    }
}

/// A lane that is being drawn.
pub(super) struct Lane<'a> {
    pub rect: Rect,
    pub window: Window,
    pub input: &'a TimelineInput<'a>,
}

/// A stretch of time in a lane.
pub(super) struct Stretch<'a> {
    pub id: Id,
    /// The first and the last tick.
    pub ticks: (u64, u64),
    pub color: Color32,
    pub name: &'a str,
    /// What is said of it.
    pub words: String,
}

impl Lane<'_> {
    /// Where a time in seconds is, within the lane.
    pub fn x(&self, seconds: f64) -> f32 {
        let share = (seconds - self.window.from) / self.window.width();
        self.rect.left() + (share.clamp(0.0, 1.0) as f32) * self.rect.width()
    }

    /// Draws a stretch. A click goes to its start.
    pub fn stretch_ui(&self, ui: &mut Ui, stretch: Stretch<'_>, actions: &mut Vec<TimelineAction>) {
        let colors = theme::colors(ui);
        let (first, last) = stretch.ticks;
        let from = self.x(self.input.seconds(first));
        let to = self.x(self.input.seconds(last)).max(from + 2.0);
        let rect = Rect::from_x_y_ranges(from..=to, self.rect.y_range());
        let fill = theme::blend(colors.canvas, stretch.color, FILL);
        ui.painter().rect(
            rect,
            CornerRadius::same(3),
            fill,
            Stroke::new(1.0, stretch.color),
            StrokeKind::Inside,
        );
        if rect.width() > MIN_NAMED {
            ui.painter().with_clip_rect(rect.shrink(3.0)).text(
                rect.left_center() + vec2(6.0, 0.0),
                Align2::LEFT_CENTER,
                stretch.name,
                FontId::proportional(theme::SMALL_SIZE),
                text_on(fill, colors),
            );
        }
        let words = stretch.words;
        let response = ui.interact(rect, stretch.id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        if response.on_hover_text(words).clicked() {
            actions.push(TimelineAction::Seek(first));
        }
    }

    fn background_ui(&self, ui: &Ui, label: Pos2, title: &str) {
        let colors = theme::colors(ui);
        let titles = Rect::from_min_max(label, pos2(self.rect.left() - 4.0, self.rect.bottom()));
        ui.painter().with_clip_rect(titles).text(
            label + vec2(8.0, HEIGHT / 2.0),
            Align2::LEFT_CENTER,
            title,
            FontId::proportional(theme::BODY_SIZE),
            colors.text,
        );
        ui.painter().rect_filled(self.rect, 3.0, colors.canvas);
    }

    fn playhead_ui(&self, ui: &Ui) {
        let at = self.x(self.input.seconds(self.input.shown_tick()));
        let stroke = Stroke::new(1.5, theme::colors(ui).accent);
        ui.painter().vline(at, self.rect.y_range(), stroke);
    }
}

/// A text color that can be read on a fill.
fn text_on(fill: Color32, colors: &theme::Colors) -> Color32 {
    let (light, dark) = (colors.text_strong, colors.canvas);
    if theme::contrast(fill, light) >= theme::contrast(fill, dark) {
        light
    } else {
        dark
    }
}
