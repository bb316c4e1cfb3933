//! The curves: speed, steering and field of view of the plotted agents, one below the other over one time axis.

use super::curve::Quantity;
use super::events::{self, Marks};
use super::view::Window;
use super::{TimelineAction, TimelineInput, TimelineState, ruler};
use crate::editor::theme;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Align2, Color32, FontId, Label, Layout, Rect, Response, RichText, Role, Stroke, Ui,
    UiBuilder, Vec2b, WidgetInfo, pos2, vec2,
};
use egui_plot::{GridMark, HLine, Line, LineStyle, Plot, PlotPoints, PlotTransform};
use steerwright_runtime::scene::AgentId;

/// Left of the plots: what they show, and the numbers on their axes.
const GUTTER: f32 = 152.0;
/// The part of it that the numbers take.
const NUMBERS: f32 = 52.0;
/// Between two plots.
const GAP: f32 = 5.0;
/// The height of a plot that has nothing to show.
const EMPTY_HEIGHT: f32 = 26.0;
/// Longer stretches of a ghost are drawn as a thin line: dots would run together.
const MAX_DOTTED: f64 = 60.0;

/// Draws the axis and the plots into all of `ui`'s space.
pub(super) fn plots_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    let space = ui.available_rect_before_wrap().intersect(ui.clip_rect());
    let axis = Rect::from_min_max(
        pos2(space.left() + GUTTER, space.top()),
        pos2(space.right() - 8.0, space.top() + ruler::HEIGHT),
    );
    ruler::ruler_ui(ui, axis, state, input, actions);

    let below = Rect::from_min_max(
        pos2(space.left(), axis.bottom() + 1.0),
        pos2(axis.right(), space.bottom() - 4.0),
    );
    if input.agents.is_empty() {
        ui.painter().rect_filled(
            Rect::from_min_max(pos2(axis.left(), below.top()), below.max),
            3.0,
            theme::CANVAS,
        );
        let plot = Rect::from_min_max(pos2(axis.left(), below.top()), below.max);
        notice_ui(
            ui,
            plot,
            "Select an agent to see its speed, steering and field of view",
        );
        return;
    }
    state
        .curves
        .update(input.recording, input.ghost, input.agents);
    let marks = events::in_view(input, state.window);
    let shown: Vec<Quantity> = Quantity::ALL
        .into_iter()
        .filter(|quantity| is_shown(state, *quantity))
        .collect();
    let empty = |quantity: Quantity| quantity == Quantity::Fov && no_one_looks(input);
    let gaps = GAP * shown.len().saturating_sub(1) as f32;
    let empty_height: f32 = shown
        .iter()
        .filter(|quantity| empty(**quantity))
        .map(|_| EMPTY_HEIGHT)
        .sum();
    let drawn = shown
        .iter()
        .filter(|quantity| !empty(**quantity))
        .count()
        .max(1) as f32;
    let height = ((below.height() - gaps - empty_height) / drawn).max(24.0);

    let mut top = below.top();
    let mut end = axis.bottom();
    for quantity in shown {
        let bottom = top
            + if empty(quantity) {
                EMPTY_HEIGHT
            } else {
                height
            };
        let row = Rect::from_min_max(pos2(below.left(), top), pos2(below.right(), bottom));
        let plot = Rect::from_min_max(pos2(axis.left(), top), row.max);
        if empty(quantity) {
            ui.painter().rect_filled(plot, 3.0, theme::CANVAS);
            heading_ui(ui, row, quantity, "none");
            notice_ui(ui, plot, &no_view_text(input));
        } else {
            heading_ui(ui, row, quantity, &value_text(input, quantity));
            plot_ui(ui, plot, quantity, state, input, &marks, actions);
            end = bottom;
        }
        top = bottom + GAP;
    }
    ruler::playhead(ui, axis, end, state.window, input);
}

fn is_shown(state: &TimelineState, quantity: Quantity) -> bool {
    match quantity {
        Quantity::Speed => state.plots.speed,
        Quantity::Steering => state.plots.steering,
        Quantity::Fov => state.plots.fov,
    }
}

fn no_one_looks(input: &TimelineInput<'_>) -> bool {
    let at = |tick| {
        input.agents.iter().any(|agent| {
            input
                .recording
                .sample(tick, *agent)
                .is_some_and(|sample| sample.fov_deg.is_some())
        })
    };
    !at(input.shown_tick()) && !at(input.recording.last_tick())
}

fn no_view_text(input: &TimelineInput<'_>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in input
        .agents
        .iter()
        .filter_map(|agent| input.preset(*agent))
        .map(|preset| preset.name.as_str())
    {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [] => "No field of view".into(),
        [one] => format!("No field of view: {one} does not look"),
        [many @ .., last] => format!(
            "No field of view: {} and {last} do not look",
            many.join(", ")
        ),
    }
}

fn notice_ui(ui: &mut Ui, rect: Rect, text: &str) {
    let layout = Layout::centered_and_justified(egui::Direction::LeftToRight);
    ui.scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| {
        ui.add(
            Label::new(RichText::new(text).color(theme::TEXT_WEAK))
                .truncate()
                .selectable(false),
        );
    });
}

/// The value at the playhead with its unit; of several agents, the lowest and the highest.
fn value_text(input: &TimelineInput<'_>, quantity: Quantity) -> String {
    let tick = input.shown_tick();
    let values = input.agents.iter().filter_map(|agent| {
        input
            .recording
            .sample(tick, *agent)
            .and_then(|sample| quantity.of(sample))
    });
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return "none".into();
    }
    // A range has less room.
    let decimals = if quantity == Quantity::Fov || high - low >= 0.05 {
        1
    } else {
        2
    };
    let unit = quantity.unit().suffix(&input.scene.unit);
    let (from, to) = (format!("{low:.decimals$}"), format!("{high:.decimals$}"));
    if from == to {
        format!("{from}{unit}")
    } else {
        format!("{from}–{to}{unit}")
    }
}

fn heading_ui(ui: &mut Ui, row: Rect, quantity: Quantity, value: &str) {
    let format = |size, color| TextFormat {
        font_id: FontId::proportional(size),
        color,
        line_height: Some(size + 4.0),
        ..TextFormat::default()
    };
    let one_line = row.height() < 36.0;
    let mut job = LayoutJob::default();
    job.append(
        quantity.label(),
        0.0,
        format(theme::SMALL_SIZE + 1.0, theme::TEXT_WEAK),
    );
    if one_line {
        job.append(value, 8.0, format(theme::BODY_SIZE, quantity.color()));
    } else {
        job.append("\n", 0.0, TextFormat::default());
        job.append(value, 0.0, format(theme::BODY_SIZE, quantity.color()));
    }
    let rect = Rect::from_min_max(
        row.min + vec2(8.0, 2.0),
        pos2(row.left() + GUTTER - 4.0, row.bottom()),
    );
    let align = if one_line { Align::Center } else { Align::Min };
    let layout = Layout::left_to_right(align);
    let response = ui
        .scope_builder(UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            ui.add(Label::new(job).extend().selectable(false))
        })
        .inner;
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, true, format!("{} {value}", quantity.label()))
    });
    let what = match quantity {
        Quantity::Speed => "How fast the agent moves.",
        Quantity::Steering => "How hard it is pushed: the length of its steering force.",
        Quantity::Fov => "How wide it looks: the full cone in which its next waypoint is picked.",
    };
    response.on_hover_text(what);
}

/// The color of an agent's line: the quantity's own for one agent, else its preset's, a shade apart for each agent.
fn line_color(input: &TimelineInput<'_>, quantity: Quantity, index: usize) -> Color32 {
    if input.agents.len() == 1 {
        return quantity.color();
    }
    let preset = |index: usize| input.preset(input.agents[index]);
    let Some(own) = preset(index) else {
        return quantity.color();
    };
    let [r, g, b] = own.color.0;
    let base = theme::blend(Color32::from_rgb(r, g, b), quantity.color(), 0.25);
    let same_before = (0..index)
        .filter(|other| preset(*other).is_some_and(|preset| preset.id == own.id))
        .count();
    match same_before % 4 {
        0 => base,
        1 => theme::blend(base, Color32::WHITE, 0.45),
        2 => theme::blend(base, theme::CANVAS, 0.4),
        _ => theme::blend(base, quantity.color(), 0.6),
    }
}

/// Highest speeds and the like of the plotted agents, each once.
fn limits(input: &TimelineInput<'_>, quantity: Quantity) -> Vec<f64> {
    let mut limits: Vec<f64> = input
        .agents
        .iter()
        .filter_map(|agent| quantity.limit(input.preset(*agent)?))
        .collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    limits
}

/// One line of a plot.
struct Drawn {
    points: Vec<[f64; 2]>,
    color: Color32,
    ghost: bool,
}

fn lines(state: &TimelineState, input: &TimelineInput<'_>, quantity: Quantity) -> Vec<Drawn> {
    let window = state.window;
    let ticks = |dt: f64| {
        (
            (window.from / dt).floor().max(0.0) as u64,
            (window.to / dt).ceil().max(0.0) as u64,
        )
    };
    let mut lines = Vec::new();
    if let Some(ghost) = input.ghost.filter(|_| state.compared.ghost()) {
        let (from, to) = ticks(ghost.dt());
        for (agent, curve) in input
            .agents
            .iter()
            .filter_map(|&agent| Some((agent, state.curves.ghost(agent)?)))
        {
            lines.push(Drawn {
                points: curve.points(ghost, agent, quantity, from, to),
                color: theme::GHOST,
                ghost: true,
            });
        }
    }
    if state.compared.now() || input.ghost.is_none() {
        let (from, to) = ticks(input.recording.dt());
        for (index, &agent) in input.agents.iter().enumerate() {
            if let Some(curve) = state.curves.run(agent) {
                let points = curve.points(input.recording, agent, quantity, from, to);
                lines.push(Drawn {
                    points,
                    color: line_color(input, quantity, index),
                    ghost: false,
                });
            }
        }
    }
    lines
}

fn plot_ui(
    ui: &mut Ui,
    rect: Rect,
    quantity: Quantity,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    marks: &Marks,
    actions: &mut Vec<TimelineAction>,
) {
    let lines = lines(state, input, quantity);
    let limits = limits(input, quantity);
    let highest = lines
        .iter()
        .flat_map(|line| &line.points)
        .fold(0.0_f64, |high, point| high.max(point[1]));
    let top = limits.iter().fold(highest, |high, limit| high.max(*limit));
    let top = if top > 0.0 && top.is_finite() {
        top
    } else {
        1.0
    };
    let window = state.window;
    let step = ruler::step(window, rect.width());
    let dotted = window.width() <= MAX_DOTTED;
    let dt = input.recording.dt();
    let dimmed = quantity.color().gamma_multiply(0.55);
    let drawn_limits = limits.clone();
    let drawn_marks = marks.clone();
    let group = ui.scope_id().with("timeline cursor");

    let shown = ui
        .scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            Plot::new(quantity.label())
                .width(rect.width())
                .height(rect.height())
                .min_size(vec2(16.0, 16.0))
                .show_axes(false)
                .show_grid(Vec2b::new(true, false))
                .grid_color(theme::GRID_MAJOR)
                .grid_fade(0.0)
                .x_grid_spacer(move |grid| grid_marks(grid.bounds, step))
                .allow_drag(false)
                .allow_zoom(false)
                .allow_scroll(false)
                .allow_boxed_zoom(false)
                .allow_double_click_reset(false)
                .show_x(true)
                .show_y(false)
                .label_formatter(|_| None)
                .link_cursor(group, Vec2b::new(true, false))
                .cursor_color(theme::TEXT_WEAK.gamma_multiply(0.5))
                .show(ui, move |plot| {
                    plot.set_plot_bounds_x(window.from..=window.to);
                    plot.set_plot_bounds_y(-0.07 * top..=1.12 * top);
                    events::draw(plot, &drawn_marks, dt);
                    for limit in drawn_limits {
                        plot.hline(
                            HLine::new("", limit)
                                .stroke(Stroke::new(1.0, dimmed))
                                .style(LineStyle::dashed_dense())
                                .allow_hover(false),
                        );
                    }
                    for Drawn {
                        points,
                        color,
                        ghost,
                    } in lines
                    {
                        let line = Line::new("", PlotPoints::from(points)).allow_hover(false);
                        plot.line(match (ghost, dotted) {
                            (true, true) => line
                                .stroke(Stroke::new(0.8, color))
                                .style(LineStyle::Dotted { spacing: 4.5 }),
                            (true, false) => {
                                line.stroke(Stroke::new(1.0, color.gamma_multiply(0.6)))
                            }
                            (false, _) => line.stroke(Stroke::new(1.6, color)),
                        });
                    }
                })
        })
        .inner;

    numbers_ui(ui, rect, quantity, &limits, &shown.transform, input);
    if state.compared.now() || input.ghost.is_none() {
        dots(ui, rect, quantity, &shown.transform, input);
    }
    ruler::name(
        &shown.response,
        &format!(
            "{} plot",
            if quantity == Quantity::Fov {
                "Field of view"
            } else {
                quantity.label()
            }
        ),
    );
    ruler::gestures(ui, &shown.response, rect, state, input, actions);
    hover_ui(&shown.response, rect, quantity, window, input, marks);
}

fn grid_marks(bounds: (f64, f64), step: f64) -> Vec<GridMark> {
    let first = (bounds.0 / step).ceil() as i64;
    let last = (bounds.1 / step).floor() as i64;
    (first..=last)
        .map(|number| GridMark {
            value: number as f64 * step,
            step_size: step,
        })
        .collect()
}

/// The numbers left of a plot: the limits and zero.
fn numbers_ui(
    ui: &mut Ui,
    rect: Rect,
    quantity: Quantity,
    limits: &[f64],
    transform: &PlotTransform,
    input: &TimelineInput<'_>,
) {
    let mut above = f32::NEG_INFINITY;
    let number_ui = |ui: &mut Ui, y: f32, text: String, name: String, color: Color32| {
        let place = Rect::from_min_max(
            pos2(rect.left() - NUMBERS, y - 8.0),
            pos2(rect.left() - 5.0, y + 8.0),
        );
        let layout = Layout::right_to_left(Align::Center);
        let response = ui
            .scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
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
    for limit in limits.iter().rev() {
        let y = transform
            .position_from_point_y(*limit)
            .max(rect.top() + 6.0);
        if y - above >= 12.0 && zero - y >= 12.0 {
            let name = format!(
                "Highest {}: {limit}{unit}",
                quantity
                    .label()
                    .to_lowercase()
                    .replace("fov", "field of view")
            );
            number_ui(
                ui,
                y,
                format!("max {}", short(*limit)),
                name,
                quantity.color(),
            );
            above = y;
        }
    }
    ui.painter().text(
        pos2(rect.left() - 5.0, zero.min(rect.bottom() - 5.0)),
        Align2::RIGHT_CENTER,
        "0",
        FontId::proportional(theme::SMALL_SIZE),
        theme::TEXT_WEAK,
    );
}

fn short(value: f64) -> String {
    if value >= 1e5 {
        format!("{value:.0e}")
    } else {
        format!("{}", (value * 100.0).round() / 100.0)
    }
}

/// Where the playhead cuts the curves.
fn dots(
    ui: &Ui,
    rect: Rect,
    quantity: Quantity,
    transform: &PlotTransform,
    input: &TimelineInput<'_>,
) {
    let tick = input.shown_tick();
    let x = transform.position_from_point_x(input.seconds(tick));
    if !rect.x_range().contains(x) {
        return;
    }
    for (index, agent) in input.agents.iter().enumerate() {
        if let Some(value) = input
            .recording
            .sample(tick, *agent)
            .and_then(|sample| quantity.of(sample))
        {
            let place = pos2(x, transform.position_from_point_y(value));
            ui.painter_at(rect).circle(
                place,
                3.5,
                line_color(input, quantity, index),
                Stroke::new(1.5, theme::CANVAS),
            );
        }
    }
}

/// What the pointer is over: the time, the values there, and what happened.
fn hover_ui(
    response: &Response,
    rect: Rect,
    quantity: Quantity,
    window: Window,
    input: &TimelineInput<'_>,
    marks: &Marks,
) {
    let Some(place) = response.hover_pos() else {
        return;
    };
    let seconds = ruler::time_at(place.x, window, rect);
    let reach = 4.0 * window.width() / f64::from(rect.width().max(1.0));
    response.clone().on_hover_ui_at_pointer(|ui| {
        let tick = input.tick_at(seconds);
        ui.label(RichText::new(format!("{:.2} s", input.seconds(tick))).strong());
        for (index, agent) in input.agents.iter().enumerate().take(8) {
            value_ui(ui, input, quantity, tick, index, *agent);
        }
        if input.agents.len() > 8 {
            ui.label(
                RichText::new(format!("and {} more", input.agents.len() - 8))
                    .color(theme::TEXT_WEAK),
            );
        }
        for line in events::near(input, marks, seconds, reach) {
            ui.label(RichText::new(line).color(theme::TEXT_WEAK));
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
            .and_then(|sample| quantity.of(sample))
    };
    let Some(value) = of(input.recording) else {
        return;
    };
    let ghost = input
        .ghost
        .and_then(of)
        .map(|value| format!(" (ghost {value:.2})"))
        .unwrap_or_default();
    let who = if input.agents.len() > 1 {
        input.agent_name(agent)
    } else {
        quantity.label()
    };
    ui.label(
        RichText::new(format!("{who} {value:.2}{unit}{ghost}"))
            .color(line_color(input, quantity, index)),
    );
}
