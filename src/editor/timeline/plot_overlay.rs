//! What is drawn over the plots: axis numbers, values at the playhead, and the tooltip.

use crate::editor::theme;
use crate::editor::timeline::events::{self, Marks};
use crate::editor::timeline::plot_lines::line_color;
use crate::editor::timeline::quantity::Quantity;
use crate::editor::timeline::view::Window;
use crate::editor::timeline::{TimelineInput, TimelineState, ruler};
use egui::{
    Align, Align2, Color32, FontId, Label, Layout, Rect, Response, RichText, Role, Stroke, Ui,
    UiBuilder, WidgetInfo, pos2,
};
use egui_plot::PlotTransform;
use steerwright_runtime::scene::AgentId;

/// The width of the axis numbers, in points.
const NUMBER_WIDTH: f32 = 52.0;

/// The maximum number of agents in the tooltip.
const MAX_TOOLTIP_AGENTS: usize = 8;

/// The numbers to the left of a plot.
pub(super) struct AxisNumbers<'a> {
    /// The limits of the plotted agents, lowest first.
    pub limits: &'a [f64],
    /// The highest value.
    pub top: f64,
    /// The distance between two numbers.
    pub step: f64,
}

/// Draws the numbers to the left of a plot: limits, zero, and those of the grid lines between them.
pub(super) fn numbers_ui(
    ui: &mut Ui,
    rect: Rect,
    quantity: Quantity,
    numbers: &AxisNumbers<'_>,
    transform: &PlotTransform,
    input: &TimelineInput<'_>,
) {
    let mut above = f32::NEG_INFINITY;
    let number_ui = |ui: &mut Ui, y: f32, text: String, name: String, color: Color32| {
        let position = Rect::from_min_max(
            pos2(rect.left() - NUMBER_WIDTH, y - 8.0),
            pos2(rect.left() - 5.0, y + 8.0),
        );
        let layout = Layout::right_to_left(Align::Center);
        let response = ui
            .scope_builder(UiBuilder::new().max_rect(position).layout(layout), |ui| {
                ui.add(
                    Label::new(RichText::new(text).small().color(color))
                        .extend()
                        .selectable(false),
                )
            })
            .inner;
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
        response.on_hover_text(name);
    };
    let unit = quantity.unit().suffix(&input.scene.unit);
    let zero = transform.position_from_point_y(0.0);
    let mut taken = vec![zero];
    for limit in numbers.limits.iter().rev() {
        let y = transform
            .position_from_point_y(*limit)
            .max(rect.top() + 6.0);
        if y - above >= 12.0 && zero - y >= 12.0 {
            let number = quantity.axis_text(*limit);
            let (text, name) = if quantity == Quantity::Alert {
                (
                    number.clone(),
                    format!("Threshold of the alert meter: {number}"),
                )
            } else {
                let name = format!("Max {}: {limit}{unit}", quantity.name());
                (format!("max {number}"), name)
            };
            number_ui(ui, y, text, name, quantity.color(input.colors));
            above = y;
            taken.push(y);
        }
    }
    let colors = theme::colors(ui);
    let count = (numbers.top / numbers.step).floor() as usize;
    for value in (1..=count).map(|number| number as f64 * numbers.step) {
        let y = transform.position_from_point_y(value);
        if y >= rect.top() + 5.0 && taken.iter().all(|other| (y - other).abs() >= 12.0) {
            ui.painter().text(
                pos2(rect.left() - 5.0, y),
                Align2::RIGHT_CENTER,
                quantity.axis_text(value),
                FontId::proportional(theme::SMALL_SIZE),
                colors.text_weak,
            );
        }
    }
    ui.painter().text(
        pos2(rect.left() - 5.0, zero.min(rect.bottom() - 5.0)),
        Align2::RIGHT_CENTER,
        "0",
        FontId::proportional(theme::SMALL_SIZE),
        colors.text_weak,
    );
}

/// Draws dots where the playhead crosses the curves.
pub(super) fn dots(
    ui: &Ui,
    rect: Rect,
    quantity: Quantity,
    transform: &PlotTransform,
    state: &TimelineState,
    input: &TimelineInput<'_>,
) {
    let tick = input.shown_tick();
    let x = transform.position_from_point_x(input.seconds(tick));
    if !rect.x_range().contains(x) {
        return;
    }
    let shown = |(_, agent): &(usize, &AgentId)| state.shows_curve(input, **agent);
    for (index, agent) in input.agents.iter().enumerate().filter(shown) {
        if let Some(value) = input
            .recording
            .sample(tick, *agent)
            .and_then(|sample| quantity.of(&sample))
        {
            let position = pos2(x, transform.position_from_point_y(value));
            ui.painter_at(rect).circle(
                position,
                3.5,
                line_color(input, quantity, index),
                Stroke::new(1.5, theme::colors(ui).canvas),
            );
        }
    }
}

/// Shows the time, values and events under the pointer.
pub(super) fn hover_ui(
    response: &Response,
    rect: Rect,
    quantity: Quantity,
    window: Window,
    input: &TimelineInput<'_>,
    marks: &Marks,
) {
    let Some(position) = response.hover_pos() else {
        return;
    };
    let seconds = ruler::time_at(position.x, window, rect);
    let max_distance = 4.0 * window.width() / f64::from(rect.width().max(1.0));
    response.clone().on_hover_ui_at_pointer(|ui| {
        let tick = input.tick_at(seconds);
        ui.label(RichText::new(format!("{:.2} s", input.seconds(tick))).strong());
        for (index, agent) in input.agents.iter().enumerate().take(MAX_TOOLTIP_AGENTS) {
            value_ui(ui, input, quantity, tick, index, *agent);
        }
        let more = input.agents.len().saturating_sub(MAX_TOOLTIP_AGENTS);
        if more > 0 {
            ui.label(RichText::new(format!("and {more} more")).color(theme::colors(ui).text_weak));
        }
        for line in events::descriptions_near(input, marks, seconds, max_distance) {
            ui.label(RichText::new(line).color(theme::colors(ui).text_weak));
        }
    });
}

fn value_ui(
    ui: &mut Ui,
    input: &TimelineInput<'_>,
    quantity: Quantity,
    tick: u64,
    index: usize,
    agent: AgentId,
) {
    let unit = quantity.unit().suffix(&input.scene.unit);
    let of = |recording: &steerwright_analysis::Recording| {
        recording
            .sample(tick, agent)
            .filter(|_| tick <= recording.last_tick())
            .and_then(|sample| quantity.text(&sample, &unit))
    };
    let Some(value) = of(input.recording) else {
        return;
    };
    let ghost = input
        .ghost
        .and_then(of)
        .map(|value| format!(" (ghost {value})"))
        .unwrap_or_default();
    let name = if input.agents.len() > 1 {
        input.agent_name(agent)
    } else {
        quantity.label()
    };
    ui.label(
        RichText::new(format!("{name} {value}{ghost}")).color(line_color(input, quantity, index)),
    );
}
