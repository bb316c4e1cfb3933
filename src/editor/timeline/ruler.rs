//! The time axis, and the gestures that it shares with the plots: seek, pan, zoom.

use crate::editor::theme;
use crate::editor::timeline::view::Window;
use crate::editor::timeline::{TimelineAction, TimelineInput, TimelineState, View};
use egui::accesskit::Action;
use egui::{
    Align2, EventFilter, FontId, Key, PointerButton, Rect, Response, Role, Sense, Shape, Stroke,
    Ui, WidgetInfo, pos2, vec2,
};

/// The height of the axis, in points.
pub(super) const HEIGHT: f32 = 20.0;
/// The minimum distance between numbers, in points.
const SPACING: f64 = 80.0;
/// Half the width of the flag of the playhead, in points.
const FLAG: f32 = 5.0;
/// Possible intervals between numbers, in seconds.
const STEPS: [f64; 18] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0,
    1800.0, 3600.0,
];

/// The interval between numbers on an axis of `width` points, in seconds.
pub(super) fn step(window: Window, width: f32) -> f64 {
    let min_step = SPACING * window.width() / f64::from(width.max(1.0));
    STEPS
        .into_iter()
        .find(|step| *step >= min_step)
        .unwrap_or(min_step)
}

/// The screen position of a time.
pub(super) fn x_of(seconds: f64, window: Window, rect: Rect) -> f32 {
    rect.left() + ((seconds - window.from) / window.width()) as f32 * rect.width()
}

/// The time at a screen position, in seconds.
pub(super) fn time_at(x: f32, window: Window, rect: Rect) -> f64 {
    window.from + f64::from((x - rect.left()) / rect.width().max(1.0)) * window.width()
}

/// Draws the axis. While it has the focus, the arrow keys move the playhead.
pub(super) fn ruler_ui(
    ui: &mut Ui,
    rect: Rect,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) -> Response {
    let colors = theme::colors(ui);
    let response = ui.interact(rect, ui.scope_id().with("ruler"), Sense::click_and_drag());
    let tick = input.shown_tick();
    response.widget_info(|| WidgetInfo::slider(true, input.seconds(tick), "Playhead"));
    let window = state.window;
    let painter = ui.painter_at(rect.expand2(vec2(30.0, 0.0)));
    let step = step(window, rect.width());
    let decimals = if step < 0.1 {
        2
    } else {
        usize::from(step < 1.0)
    };
    let flag = x_of(input.seconds(input.tick), window, rect);
    let mut number = (window.from / step - 1e-6).ceil() + 0.0; // + 0.0 removes the sign of negative zero
    while number * step <= window.to {
        let x = x_of(number * step, window, rect);
        painter.vline(
            x,
            rect.bottom() - 4.0..=rect.bottom(),
            Stroke::new(1.0, colors.outline),
        );
        if x < rect.right() - 12.0 {
            let text = format!("{:.decimals$} s", number * step);
            let position = pos2(x, rect.bottom() - 5.0);
            let font = FontId::proportional(theme::SMALL_SIZE);
            let galley = painter.layout_no_wrap(text, font, colors.text_weak);
            let place = Align2::CENTER_BOTTOM.anchor_size(position, galley.size());
            // The playhead does not cover half of a number.
            if !place.expand(FLAG + 1.0).x_range().contains(flag) {
                painter.galley(place.min, galley, colors.text_weak);
            }
        }
        number += 1.0;
    }
    if let Some((from, until)) = input.repeat.range() {
        marks(&painter, rect, window, input, [from, until]);
    }
    if response.has_focus() {
        painter.rect_stroke(
            rect,
            3.0,
            Stroke::new(1.0, colors.accent),
            egui::StrokeKind::Inside,
        );
        keys(ui, &response, input, actions);
    }
    gestures(ui, &response, rect, state, input, actions);
    response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal)
}

/// Draws the part that is repeated, with a bracket at each end.
fn marks(
    painter: &egui::Painter,
    rect: Rect,
    window: Window,
    input: &TimelineInput<'_>,
    ticks: [u64; 2],
) {
    let accent = input.colors.accent;
    let stroke = Stroke::new(2.0, accent);
    let ends = ticks.map(|tick| x_of(input.seconds(tick), window, rect));
    let part = Rect::from_x_y_ranges(ends[0]..=ends[1], rect.y_range()).intersect(rect);
    painter.rect_filled(part, 0.0, accent.gamma_multiply(0.12));
    for (x, inward) in ends.into_iter().zip([5.0, -5.0]) {
        if rect.x_range().contains(x) {
            painter.vline(x, rect.y_range(), stroke);
            for y in [rect.top() + 1.0, rect.bottom() - 1.0] {
                painter.line_segment([pos2(x, y), pos2(x + inward, y)], stroke);
            }
        }
    }
}

fn keys(
    ui: &Ui,
    response: &Response,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    let filter = EventFilter {
        horizontal_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let moved = ui.input_mut(|i| {
        let ticks = if i.modifiers.shift { 10 } else { 1 };
        let pressed =
            |i: &mut egui::InputState, key| i.count_and_consume_key(i.modifiers, key) as i64;
        let requests = |action| i.num_accesskit_action_requests(response.id, action) as i64;
        let from_accessibility = requests(Action::Increment) - requests(Action::Decrement);
        ticks * (pressed(i, Key::ArrowRight) - pressed(i, Key::ArrowLeft)) + from_accessibility
    });
    if moved != 0 {
        actions.push(TimelineAction::Seek(clamp(
            input.shown_tick().saturating_add_signed(moved),
            input,
        )));
    }
}

fn clamp(tick: u64, input: &TimelineInput<'_>) -> u64 {
    tick.clamp(input.recording.first_tick(), input.recording.last_tick())
}

/// Handles gestures: click or drag seeks, Shift or the secondary button pans, the wheel zooms, a
/// double-click shows everything.
pub(super) fn gestures(
    ui: &Ui,
    response: &Response,
    rect: Rect,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    if response.double_clicked() {
        state.view = View::All;
        return;
    }
    let shift = ui.input(|i| i.modifiers.shift);
    let pans = response.dragged_by(PointerButton::Secondary)
        || (response.dragged_by(PointerButton::Primary) && shift);
    if pans {
        let seconds = -f64::from(response.drag_delta().x / rect.width()) * state.window.width();
        state.window.pan(seconds, input);
        state.view = View::Fixed;
    } else if !shift
        && (response.clicked()
            || response.dragged_by(PointerButton::Primary)
            || response.is_pointer_button_down_on())
    {
        let is_pressed = ui.input(|i| i.pointer.primary_down()) || response.clicked();
        if let (true, Some(position)) = (is_pressed, response.interact_pointer_pos()) {
            let tick = input.tick_at(time_at(position.x, state.window, rect));
            if tick != input.tick {
                actions.push(TimelineAction::Seek(tick));
            }
        }
    }
    if let (true, Some(position)) = (
        response.contains_pointer(),
        ui.input(|i| i.pointer.hover_pos()),
    ) {
        let (wheel, pinch) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
        let factor = f64::from(pinch) * (f64::from(wheel.y) / 200.0).exp();
        if factor != 1.0 {
            state
                .window
                .zoom(factor, time_at(position.x, state.window, rect), input);
            state.view = View::Fixed;
        }
        if wheel.x != 0.0 {
            state.window.pan(
                -f64::from(wheel.x / rect.width()) * state.window.width(),
                input,
            );
            state.view = View::Fixed;
        }
    }
}

/// Draws the playhead across all plots.
pub(super) fn playhead(
    ui: &Ui,
    axis: Rect,
    bottom: f32,
    window: Window,
    input: &TimelineInput<'_>,
) {
    let colors = theme::colors(ui);
    let x = x_of(input.seconds(input.tick), window, axis);
    if !(axis.left() - 0.5..=axis.right() + 0.5).contains(&x) {
        return;
    }
    let painter = ui.painter();
    painter.vline(
        x,
        axis.bottom() - 2.0..=bottom,
        Stroke::new(1.5, colors.accent),
    );
    let (top, tip) = (axis.bottom() - 9.0, axis.bottom());
    let handle = vec![
        pos2(x - FLAG, top),
        pos2(x + FLAG, top),
        pos2(x + FLAG, tip - 4.0),
        pos2(x, tip + 1.0),
        pos2(x - FLAG, tip - 4.0),
    ];
    painter.add(Shape::convex_polygon(handle, colors.accent, Stroke::NONE));
}

/// Gives a region an accessible name.
pub(super) fn name(response: &Response, label: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, label));
}
