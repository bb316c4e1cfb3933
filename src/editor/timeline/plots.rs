//! Plots of speed, steering and field of view over a common time axis.

use crate::editor::theme;
use crate::editor::timeline::events::{self, Marks};
use crate::editor::timeline::inapplicable::{applies, nothing_chosen_applies_text};
use crate::editor::timeline::legend::{LEGEND_HEIGHT, MIN_HEIGHT_WITH_LEGEND, legend_ui};
use crate::editor::timeline::plot_labels::{
    LABEL_WIDTH, heading_ui, nothing_to_plot_text, notice_ui,
};
use crate::editor::timeline::plot_lines::{PlotLine, limits, lines};
use crate::editor::timeline::plot_overlay::{AxisNumbers, dots, hover_ui, numbers_ui};
use crate::editor::timeline::quantity::Quantity;
use crate::editor::timeline::{
    TimelineAction, TimelineInput, TimelineState, rate_marks, ruler, state_lanes, threshold_marks,
    track_lanes,
};
use egui::{Rect, Stroke, Ui, UiBuilder, Vec2b, pos2, vec2};
use egui_plot::{GridMark, HLine, Line, LineStyle, Plot, PlotPoints};

/// The least height of a plot, in points.
const MIN_HEIGHT: f32 = 24.0;
/// The gap between two plots.
const GAP: f32 = 5.0;
/// Ghosts in longer time ranges are drawn as thin lines, because dots would merge.
const MAX_DOTTED: f64 = 60.0;

/// Draws the axis and the plots into all available space.
pub(super) fn plots_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    actions: &mut Vec<TimelineAction>,
) {
    let colors = theme::colors(ui);
    let space = ui.available_rect_before_wrap().intersect(ui.clip_rect());
    let axis = Rect::from_min_max(
        pos2(space.left() + LABEL_WIDTH, space.top()),
        pos2(space.right() - 8.0, space.top() + ruler::HEIGHT),
    );
    ruler::ruler_ui(ui, axis, state, input, actions);

    let mut below = Rect::from_min_max(
        pos2(space.left(), axis.bottom() + 1.0),
        pos2(axis.right(), space.bottom() - 4.0),
    );
    if input.agents.len() > 1 && below.height() >= MIN_HEIGHT_WITH_LEGEND {
        below.max.y -= LEGEND_HEIGHT;
        let row = Rect::from_min_max(pos2(axis.left(), below.bottom()), space.max);
        legend_ui(ui, row, state, input);
    }
    if input.agents.is_empty() {
        ui.painter().rect_filled(
            Rect::from_min_max(pos2(axis.left(), below.top()), below.max),
            3.0,
            colors.canvas,
        );
        let plot = Rect::from_min_max(pos2(axis.left(), below.top()), below.max);
        notice_ui(ui, plot, nothing_to_plot_text(input));
        return;
    }
    state
        .curves
        .update(input.recording, input.ghost, input.agents);
    let marks = events::in_view(input, state.window);
    {
        let labels = pos2(space.left(), below.top());
        let lanes = Rect::from_min_max(pos2(axis.left(), below.top()), below.max);
        below.min.y += track_lanes::lanes_ui(ui, labels, lanes, state.window, input, actions);
    }
    if state.plots.states {
        let labels = pos2(space.left(), below.top());
        let lanes = Rect::from_min_max(pos2(axis.left(), below.top()), below.max);
        let used = state_lanes::lanes_ui(ui, labels, lanes, state.window, input, actions);
        below.min.y += used;
    }
    let shown: Vec<Quantity> = Quantity::ALL
        .into_iter()
        .filter(|quantity| state.plots.shows(*quantity))
        .filter(|quantity| applies(*quantity, input))
        .collect();
    if shown.is_empty()
        && below.height() >= MIN_HEIGHT
        && let Some(text) = nothing_chosen_applies_text(state.plots, input)
    {
        let plot = Rect::from_min_max(pos2(axis.left(), below.top()), below.max);
        ui.painter().rect_filled(plot, 3.0, colors.canvas);
        notice_ui(ui, plot, &text);
    }
    // In a very low panel, the first ones.
    let most = ((below.height() + GAP) / (MIN_HEIGHT + GAP)).max(1.0) as usize;
    let shown: Vec<Quantity> = shown.into_iter().take(most).collect();
    let count = shown.len().max(1) as f32;
    let height = ((below.height() - GAP * (count - 1.0)) / count).max(MIN_HEIGHT);

    let mut top = below.top();
    let mut end = axis.bottom();
    for quantity in shown {
        let bottom = top + height;
        let row = Rect::from_min_max(pos2(below.left(), top), pos2(below.right(), bottom));
        let plot = Rect::from_min_max(pos2(axis.left(), top), row.max);
        heading_ui(ui, row, quantity, input);
        plot_ui(ui, plot, quantity, state, input, &marks, actions);
        end = bottom;
        top = bottom + GAP;
    }
    ruler::playhead(ui, axis, end, state.window, input);
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
    let colors = theme::colors(ui);
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
    let value_step = value_step(top, rect.height());
    let dotted = window.width() <= MAX_DOTTED;
    let dt = input.recording.dt();
    let dimmed = quantity.color(input.colors).gamma_multiply(0.55);
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
                .show_grid(Vec2b::TRUE)
                .grid_color(colors.grid_major)
                .grid_fade(0.0)
                .x_grid_spacer(move |grid| grid_marks(grid.bounds, step))
                .y_grid_spacer(move |_| grid_marks((0.0, top), value_step))
                .allow_drag(false)
                .allow_zoom(false)
                .allow_scroll(false)
                .allow_boxed_zoom(false)
                .allow_double_click_reset(false)
                .show_x(true)
                .show_y(false)
                .label_formatter(|_| None)
                .link_cursor(group, Vec2b::new(true, false))
                .cursor_color(colors.text_weak.gamma_multiply(0.5))
                .show(ui, move |plot| {
                    plot.set_plot_bounds_x(window.from..=window.to);
                    plot.set_plot_bounds_y(-0.07 * top..=1.12 * top);
                    events::draw(plot, &drawn_marks, dt, colors);
                    for limit in drawn_limits {
                        plot.hline(
                            HLine::new("", limit)
                                .stroke(Stroke::new(1.0, dimmed))
                                .style(LineStyle::dashed_dense())
                                .allow_hover(false),
                        );
                    }
                    for PlotLine {
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

    let numbers = AxisNumbers {
        limits: &limits,
        top,
        step: value_step,
    };
    numbers_ui(ui, rect, quantity, &numbers, &shown.transform, input);
    if state.shown_runs.now() || input.ghost.is_none() {
        dots(ui, rect, quantity, &shown.transform, state, input);
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
    if quantity == Quantity::Alert {
        rate_marks::marks_ui(ui, rect, &shown.transform, input, actions);
        threshold_marks::marks_ui(ui, rect, &shown.transform, input, actions);
    }
    hover_ui(&shown.response, rect, quantity, window, input, marks);
}

/// The distance of two horizontal grid lines: 1, 2 or 5 times a power of ten, so that there is room
/// for a number at each.
fn value_step(top: f64, height: f32) -> f64 {
    const MIN_DISTANCE: f64 = 20.0;
    let finest = top * MIN_DISTANCE / f64::from(height.max(1.0));
    let power = 10.0_f64.powf(finest.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|&step| step >= finest);
    step.unwrap_or(10.0 * power)
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
