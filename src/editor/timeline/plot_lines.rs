//! The lines of the plots: points, colors and limits.

use crate::editor::theme;
use crate::editor::timeline::quantity::Quantity;
use crate::editor::timeline::{TimelineInput, TimelineState};
use egui::Color32;

/// The color of an agent's line: that of the quantity for one agent, otherwise a shade of its
/// preset's color, the same in all plots.
pub(super) fn line_color(input: &TimelineInput<'_>, quantity: Quantity, index: usize) -> Color32 {
    let colors = input.colors;
    if input.agents.len() == 1 {
        return quantity.color(colors);
    }
    let preset = |index: usize| input.preset(input.agents[index]);
    let Some(shown) = preset(index) else {
        return quantity.color(colors);
    };
    let base = colors.item(shown.color);
    let same_before = (0..index)
        .filter(|other| preset(*other).is_some_and(|preset| preset.id == shown.id))
        .count();
    match same_before % 4 {
        0 => base,
        1 => theme::blend(base, colors.text_strong, 0.45),
        2 => theme::blend(base, colors.canvas, 0.4),
        _ => theme::blend(base, colors.target, 0.6),
    }
}

/// The limits of the plotted agents, without duplicates.
pub(super) fn limits(input: &TimelineInput<'_>, quantity: Quantity) -> Vec<f64> {
    let mut limits: Vec<f64> = input
        .agents
        .iter()
        .filter_map(|agent| input.preset(*agent))
        .flat_map(|preset| quantity.marks(preset))
        .collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    limits
}

/// A line of a plot.
pub(super) struct PlotLine {
    pub points: Vec<[f64; 2]>,
    pub color: Color32,
    pub ghost: bool,
}

pub(super) fn lines(
    state: &TimelineState,
    input: &TimelineInput<'_>,
    quantity: Quantity,
) -> Vec<PlotLine> {
    let window = state.window;
    let ticks = |dt: f64| {
        (
            (window.from / dt).floor().max(0.0) as u64,
            (window.to / dt).ceil().max(0.0) as u64,
        )
    };
    let mut lines = Vec::new();
    if let Some(ghost) = input.ghost.filter(|_| state.shown_runs.ghost()) {
        let (from, to) = ticks(ghost.dt());
        for (agent, curve) in input
            .agents
            .iter()
            .filter(|&&agent| state.shows_curve(input, agent))
            .filter_map(|&agent| Some((agent, state.curves.ghost(agent)?)))
        {
            lines.push(PlotLine {
                points: curve.points(ghost, agent, quantity, from, to),
                color: input.colors.ghost,
                ghost: true,
            });
        }
    }
    if state.shown_runs.now() || input.ghost.is_none() {
        let (from, to) = ticks(input.recording.dt());
        for (index, &agent) in input.agents.iter().enumerate() {
            if !state.shows_curve(input, agent) {
                continue;
            }
            if let Some(curve) = state.curves.run(agent) {
                let points = curve.points(input.recording, agent, quantity, from, to);
                lines.push(PlotLine {
                    points,
                    color: line_color(input, quantity, index),
                    ghost: false,
                });
            }
        }
    }
    lines
}
