//! The figures of the current run for each shown agent, compared with those of the ghost if there is one.

use super::{TimelineAction, TimelineInput, TimelineState, version_buttons};
use crate::editor::theme::{self, Colors};
use egui::{Align, Color32, Layout, RichText, ScrollArea, Ui};
use steerwright_analysis::Recording;
use steerwright_analysis::measure::{Metric, RunMetrics};
use steerwright_runtime::scene::AgentId;

/// The height of a row of metrics, in points.
const ROW_HEIGHT: f32 = 16.0;

/// Which runs are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownRuns {
    /// Both runs, the ghost dotted.
    #[default]
    Both,
    /// Only the current run.
    Now,
    /// Only the ghost.
    Ghost,
}

impl ShownRuns {
    pub(super) fn now(self) -> bool {
        self != Self::Ghost
    }

    pub(super) fn ghost(self) -> bool {
        self != Self::Now
    }
}

/// Draws the figures of agents into all available space, one below the other.
pub(super) fn figures_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    agents: &[AgentId],
    actions: &mut Vec<TimelineAction>,
) {
    state.metrics.begin_frame(agents, input.ghost.is_some());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let (Some(_), Some(versions)) = (input.ghost, input.versions) {
            let choice = |ui: &mut Ui| choice_ui(ui, &mut state.shown_runs, true);
            version_buttons::versions_ui(ui, versions, input.keys, actions, choice);
        }
        for (index, &agent) in agents.iter().enumerate() {
            match input.ghost {
                Some(ghost) => compare_ui(ui, state, input, ghost, agent, index == 0),
                None => one_run_ui(ui, state, input, agent),
            }
        }
    });
}

/// Draws the figures of the current run.
fn one_run_ui(ui: &mut Ui, state: &mut TimelineState, input: &TimelineInput<'_>, agent: AgentId) {
    let colors = theme::colors(ui);
    ui.add(egui::Label::new(RichText::new(input.agent_name(agent)).strong()).truncate());
    let revision = revision_of(state.curves.run(agent));
    let whole = (input.recording, input.recording.last_tick());
    let measured = state.metrics.of_run(whole, input.scene, agent, revision);
    match measured {
        None => {
            ui.label(RichText::new("Not in this run").color(colors.text_weak));
        }
        Some((_, false)) => {
            ui.ctx().request_repaint();
            ui.label(RichText::new("Measuring…").color(colors.text_weak));
        }
        Some((metrics, true)) => {
            close_rows(ui);
            for row in rows(&metrics, &metrics, &input.scene.unit) {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(row.label).color(colors.text_weak));
                    theme::right_ui(ui, |ui| {
                        ui.label(row.now_text());
                    });
                });
            }
        }
    }
}

/// The choice of the runs that are drawn, from right to left.
fn choices(versions: bool) -> [(ShownRuns, &'static str, &'static str); 3] {
    if versions {
        [
            (ShownRuns::Both, "Both", "Shows B, and A dotted."),
            (ShownRuns::Now, "B", "Shows only B."),
            (ShownRuns::Ghost, "A", "Shows only A."),
        ]
    } else {
        [
            (ShownRuns::Ghost, "Ghost", "Shows only the ghost."),
            (ShownRuns::Now, "Current", "Shows only the current run."),
            (
                ShownRuns::Both,
                "Both",
                "Shows the current run, and the ghost dotted.",
            ),
        ]
    }
}

/// The choice of the runs that are drawn. `ui` goes from right to left.
fn choice_ui(ui: &mut Ui, shown: &mut ShownRuns, versions: bool) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for (choice, label, tooltip) in choices(versions) {
        ui.selectable_value(shown, choice, RichText::new(label).small())
            .on_hover_text(tooltip);
    }
}

fn revision_of(curve: Option<&super::curve::Curve>) -> u64 {
    curve.map_or(0, super::curve::Curve::revision)
}

/// Draws the figures of both runs, as far as both go, and how they differ.
fn compare_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    ghost: &Recording,
    agent: AgentId,
    is_first: bool,
) {
    let colors = theme::colors(ui);
    let name = input.agent_name(agent);
    // Of versions, the choice is beside their names, and the name of the agent is in the table.
    if input.versions.is_none() {
        ui.horizontal(|ui| {
            theme::right_ui(ui, |ui| {
                if is_first {
                    choice_ui(ui, &mut state.shown_runs, false);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
                });
            });
        });
    }
    let run_revision = revision_of(state.curves.run(agent));
    let ghost_revision = revision_of(state.curves.ghost(agent));
    let lengths = [input.recording.last_tick(), ghost.last_tick()];
    let last = lengths[0].min(lengths[1]);
    let recording = (input.recording, last);
    let now = (state.metrics).of_run(recording, input.scene, agent, run_revision);
    let versions = input.versions;
    let scene_a = versions.map_or(input.scene, |versions| versions.scene_a);
    let ghost_metrics = (state.metrics).of_ghost((ghost, last), scene_a, agent, ghost_revision);
    let (Some((now, now_read)), Some((ghost_metrics, ghost_read))) = (now, ghost_metrics) else {
        ui.label(
            RichText::new("Only one of the two runs contains this agent").color(colors.text_weak),
        );
        return;
    };
    if !(now_read && ghost_read) {
        ui.ctx().request_repaint();
        ui.label(RichText::new("Measuring…").color(colors.text_weak));
        return;
    }
    // One run is longer than the other: only what both have is compared.
    let part = format!("Up to {:.2} s", last as f64 * ghost.dt());
    let is_part = lengths[0] != lengths[1];
    let heads = match (input.versions.is_some(), is_part) {
        (true, _) => [name, "B", "A"],
        (false, true) => [part.as_str(), "current", "ghost"],
        (false, false) => ["Metric", "current", "ghost"],
    };
    table_ui(ui, heads, &rows(&now, &ghost_metrics, &input.scene.unit));
    if is_part && is_first {
        let text = "One run is longer than the other: only what both have is compared.";
        ui.label(RichText::new(text).small().color(colors.text_weak));
    }
}

/// A row of the table.
struct Row {
    label: &'static str,
    now: Option<f64>,
    ghost: Option<f64>,
    unit: String,
    /// Whether lower values are better. `None` if neither is.
    lower_is_better: Option<bool>,
}

fn rows(now: &RunMetrics, ghost: &RunMetrics, unit: &str) -> Vec<Row> {
    // A run without waits has nothing to say about them.
    let value = |metric: Metric, metrics| {
        metric
            .so_far(metrics)
            .filter(|value| metric != Metric::WaitTime || *value > 0.0)
    };
    Metric::ALL
        .into_iter()
        .map(|metric| Row {
            label: metric.label(),
            now: value(metric, now),
            ghost: value(metric, ghost),
            unit: metric.unit().suffix(unit),
            lower_is_better: metric.lower_is_better(),
        })
        .filter(|row| row.now.is_some() || row.ghost.is_some())
        .collect()
}

impl Row {
    fn now_text(&self) -> String {
        self.now
            .map_or("–".into(), |now| format!("{now:.2}{}", self.unit))
    }

    /// The difference and its color: better, worse or neutral.
    fn difference(&self, colors: &Colors) -> Option<(String, Color32)> {
        // Of the numbers as they are shown.
        let shown = |value: f64| (value * 100.0).round() / 100.0;
        let difference = shown(self.now?) - shown(self.ghost?);
        if difference.abs() < 0.005 {
            return Some(("same".into(), colors.text_weak));
        }
        let color = match self.lower_is_better {
            Some(lower) if lower == (difference < 0.0) => colors.ok,
            Some(_) => colors.warn,
            None => colors.text,
        };
        Some((format!("{difference:+.2}").replace('-', "−"), color))
    }
}

/// Puts the rows close to each other, so that all of them fit beside low plots.
fn close_rows(ui: &mut Ui) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = ROW_HEIGHT;
}

fn table_ui(ui: &mut Ui, heads: [&str; 3], rows: &[Row]) {
    let colors = theme::colors(ui);
    close_rows(ui);
    let width = ui.available_width();
    let columns = [0.36, 0.28, 0.17, 0.19].map(|fraction| fraction * width);
    let line_ui = |ui: &mut Ui, cells: [RichText; 4]| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (index, (cell, width)) in cells.into_iter().zip(columns).enumerate() {
                let layout = if index == 0 {
                    Layout::left_to_right(Align::Center)
                } else {
                    Layout::right_to_left(Align::Center)
                };
                ui.allocate_ui_with_layout(egui::vec2(width, ROW_HEIGHT), layout, |ui| {
                    ui.set_min_width(width);
                    // A long name of an agent must not move the numbers.
                    ui.add(egui::Label::new(cell).selectable(false).truncate());
                });
            }
        });
    };
    let head = |text: &str| RichText::new(text).small().color(colors.text_weak);
    line_ui(
        ui,
        [
            head(heads[0]),
            head(heads[1]),
            head(heads[2]),
            head("Change"),
        ],
    );
    for row in rows {
        let number = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}"));
        let (difference, color) = row
            .difference(colors)
            .unwrap_or(("–".into(), colors.text_weak));
        let now = row.now_text();
        line_ui(
            ui,
            [
                RichText::new(row.label).color(colors.text_weak),
                RichText::new(now).color(colors.text),
                RichText::new(number(row.ghost)).color(colors.ghost),
                RichText::new(difference).color(color),
            ],
        );
    }
}
