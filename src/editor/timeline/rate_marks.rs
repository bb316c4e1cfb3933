//! The rates of an alert meter, as lines in its plot whose ends are dragged: how long it takes to
//! rise and to fall, and how much a noise raises it.

use crate::editor::theme;
use crate::editor::timeline::{TimelineAction, TimelineInput};
use egui::{
    Align2, Color32, CursorIcon, EventFilter, FontId, Key, Pos2, Rect, Response, Sense, Stroke, Ui,
    Vec2, WidgetInfo, pos2,
};
use egui_plot::PlotTransform;
use steerwright_authoring::presets::alert_rates::AlertRate;
use steerwright_runtime::scene::{Alert, Preset};

/// The distance of the lines from the left edge of the plot, and of the last handle from the right,
/// in points.
const START: f32 = 10.0;
const END: f32 = 60.0;
/// The size of a handle, in points.
const HANDLE: f32 = 11.0;
/// Handles keep this distance from the edges of the plot, in points.
const INSIDE: f32 = 5.0;
/// The distance between words, in points.
const WORDS_GAP: f32 = 6.0;
/// An arrow key changes a rate by this factor, and what a noise adds by this much.
const FACTOR: f64 = 1.05;
const STEP: f64 = 0.01;

/// Draws the lines of the first plotted preset with an alert meter, while the pointer is in the row
/// of the plot or one has the focus.
pub(super) fn marks_ui(
    ui: &mut Ui,
    plot: Rect,
    transform: &PlotTransform,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    let mut presets = input.agents.iter().filter_map(|agent| input.preset(*agent));
    let found = presets.find_map(|preset| Some((preset, preset.alert.as_ref()?)));
    let Some((preset, alert)) = found else {
        return;
    };
    let lines = Lines::of(plot, transform);
    if lines.longest <= 0.0 {
        return;
    }
    let mut marks = Marks {
        preset,
        alert,
        is_pointed_at: is_pointed_at(ui, plot),
        taken: handles_of(&lines, alert),
        lines,
    };
    for rate in AlertRate::ALL {
        let set = marks.mark_ui(ui, rate);
        if let Some(value) = set {
            actions.push(TimelineAction::SetAlertRate(preset.id, rate, value));
        }
    }
}

/// Where the handles are, which words keep off.
fn handles_of(lines: &Lines, alert: &Alert) -> Vec<Rect> {
    let handle = |rate: AlertRate| {
        let [_, to] = lines.ends(rate, rate.of(alert));
        Rect::from_center_size(lines.inside.clamp(to), Vec2::splat(HANDLE))
    };
    AlertRate::ALL.map(handle).to_vec()
}

/// Whether the pointer is in the row of a plot, also beside it, at its label.
pub(super) fn is_pointed_at(ui: &Ui, plot: Rect) -> bool {
    ui.rect_contains_pointer(
        plot.with_min_x(plot.left() - crate::editor::timeline::plot_labels::LABEL_WIDTH),
    )
}

/// Where the lines are.
struct Lines {
    start: f32,
    /// Where the meter is full and where it is empty.
    full: f32,
    empty: f32,
    /// The area that handles are in.
    inside: Rect,
    points_per_second: f32,
    /// The length of the longest line, in points.
    longest: f32,
}

impl Lines {
    fn of(plot: Rect, transform: &PlotTransform) -> Self {
        let second = transform.position_from_point_x(1.0) - transform.position_from_point_x(0.0);
        Self {
            start: plot.left() + START,
            full: transform.position_from_point_y(1.0),
            empty: transform.position_from_point_y(0.0),
            inside: plot.shrink(INSIDE),
            points_per_second: second,
            longest: plot.width() - START - END,
        }
    }

    /// The two ends of the line of a rate.
    fn ends(&self, rate: AlertRate, value: f64) -> [Pos2; 2] {
        let across = || {
            let seconds = (1.0 / value) as f32;
            // Slow ones end at the edge.
            self.start + (seconds * self.points_per_second).min(self.longest)
        };
        let height = |meter: f64| self.empty + (self.full - self.empty) * meter as f32;
        match rate {
            AlertRate::RiseNear | AlertRate::RiseFar => {
                [pos2(self.start, self.empty), pos2(across(), self.full)]
            }
            AlertRate::Fall => [pos2(self.start, self.full), pos2(across(), self.empty)],
            AlertRate::NoiseRise => [
                pos2(self.start, self.empty),
                pos2(self.start, height(value)),
            ],
        }
    }

    /// The value at which the line of a rate ends at the pointer.
    fn value_at(&self, rate: AlertRate, pointer: Pos2) -> f64 {
        if rate == AlertRate::NoiseRise {
            let share = (pointer.y - self.empty) / (self.full - self.empty);
            return (f64::from(share).clamp(0.0, 1.0) * 100.0).round() / 100.0;
        }
        let seconds = (pointer.x - self.start).max(1.0) / self.points_per_second;
        let rate = 1.0 / f64::from(seconds);
        (rate * 1000.0).round() / 1000.0
    }
}

/// The lines of a preset.
struct Marks<'a> {
    preset: &'a Preset,
    alert: &'a Alert,
    lines: Lines,
    is_pointed_at: bool,
    /// The handles and words so far.
    taken: Vec<Rect>,
}

impl Marks<'_> {
    /// Draws the line of one rate. Returns the value that it is set to.
    fn mark_ui(&mut self, ui: &mut Ui, rate: AlertRate) -> Option<f64> {
        let (preset, alert, lines) = (self.preset, self.alert, &self.lines);
        let value = rate.of(alert);
        let [from, to] = lines.ends(rate, value);
        let handle = lines.inside.clamp(to);
        let area = Rect::from_center_size(handle, Vec2::splat(HANDLE));
        let id = ui.scope_id().with(("alert rate", preset.id.0, rate.key()));
        let response = ui.interact(area, id, Sense::click_and_drag());
        let text = rate.describe(alert);
        let label = format!("Alert rate of {}: {text}", preset.name);
        response.widget_info(|| WidgetInfo::slider(true, value, &label));
        let dragged = response.dragged().then(|| response.interact_pointer_pos());
        let set = match dragged.flatten() {
            Some(pointer) => Some(lines.value_at(rate, pointer)),
            None => stepped(ui, &response, rate, value),
        };
        let is_active = response.hovered() || response.dragged() || response.has_focus();
        if is_active || self.is_pointed_at {
            draw(ui, lines, [from, to], handle, is_active);
            self.draw_words(ui, handle, rate, value, is_active);
        }
        let cursor = match rate {
            AlertRate::NoiseRise => CursorIcon::ResizeVertical,
            AlertRate::RiseNear | AlertRate::RiseFar | AlertRate::Fall => {
                CursorIcon::ResizeHorizontal
            }
        };
        response
            .on_hover_cursor(cursor)
            .on_hover_text(format!("{text}\nDrag, or use the arrow keys."));
        set.filter(|set| *set != value)
    }

    /// Writes what a rate is beside its handle, "rises 27 %/s", and keeps off other words. Where there
    /// is no room, it is left to the tooltip.
    fn draw_words(&mut self, ui: &Ui, handle: Pos2, rate: AlertRate, value: f64, is_active: bool) {
        let percent = (value * 1000.0).round() / 10.0;
        let words = match rate {
            AlertRate::RiseNear => format!("rises {percent} %/s near"),
            AlertRate::RiseFar => format!("rises {percent} %/s far"),
            AlertRate::Fall => format!("falls {percent} %/s"),
            AlertRate::NoiseRise => format!("noise {percent} %"),
        };
        let colors = theme::colors(ui);
        let color = if is_active {
            colors.text_strong
        } else {
            colors.text
        };
        let font = FontId::proportional(theme::SMALL_SIZE);
        let galley = ui.painter().layout_no_wrap(words, font, color);
        let at = pos2(handle.x + HANDLE / 2.0 + 3.0, handle.y);
        let inside = self.lines.inside.expand(INSIDE);
        let mut place = Align2::LEFT_CENTER.anchor_size(at, galley.size());
        let up = (inside.bottom() - place.bottom()).min(0.0);
        let down = (inside.top() - place.top()).max(0.0);
        place = place.translate(Vec2::new(0.0, up + down));
        while let Some(other) = self.taken.iter().find(|other| other.intersects(place)) {
            place = place.translate(Vec2::new(other.right() + WORDS_GAP - place.left(), 0.0));
        }
        if place.right() > inside.right() {
            return;
        }
        self.taken.push(place);
        let plate = colors.canvas.gamma_multiply(0.85);
        let painter = ui.painter();
        painter.rect_filled(place.expand2(Vec2::new(2.0, 0.0)), 3.0, plate);
        painter.galley(place.min, galley, color);
    }
}

fn draw(ui: &Ui, lines: &Lines, line: [Pos2; 2], handle: Pos2, is_active: bool) {
    let colors = theme::colors(ui);
    let opacity = if is_active { 1.0 } else { 0.55 };
    let color: Color32 = colors.warn.gamma_multiply(opacity);
    let width = if is_active { 1.8 } else { 1.0 };
    let painter = ui.painter_at(lines.inside.expand(INSIDE));
    painter.extend(egui::Shape::dashed_line(
        &line,
        Stroke::new(width, color),
        5.0,
        4.0,
    ));
    let radius = if is_active { 5.0 } else { 3.5 };
    painter.circle(handle, radius, colors.canvas, Stroke::new(1.5, color));
}

/// The value after the arrow keys that were pressed while the handle has the focus: right and up
/// make it slower, as dragging does.
fn stepped(ui: &Ui, response: &Response, rate: AlertRate, value: f64) -> Option<f64> {
    if !response.has_focus() {
        return None;
    }
    let filter = EventFilter {
        vertical_arrows: true,
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let steps = ui.input(|input| {
        let presses = |key| input.num_presses(key) as i32;
        let up = presses(Key::ArrowUp) + presses(Key::ArrowRight);
        up - presses(Key::ArrowDown) - presses(Key::ArrowLeft)
    });
    if steps == 0 {
        return None;
    }
    Some(match rate {
        AlertRate::NoiseRise => (value + f64::from(steps) * STEP).clamp(0.0, 1.0),
        AlertRate::RiseNear | AlertRate::RiseFar | AlertRate::Fall => {
            value.max(1e-3) * FACTOR.powi(-steps)
        }
    })
}
