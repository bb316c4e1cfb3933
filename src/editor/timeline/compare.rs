//! The figures of the current run for each shown agent, compared with those of the ghost if there
//! is one.

use crate::editor::theme;
use crate::editor::timeline::figures::{Dot, Head, Measured, Table};
use crate::editor::timeline::metrics_cache::RunPart;
use crate::editor::timeline::plot_lines::line_color;
use crate::editor::timeline::quantity::Quantity;
use crate::editor::timeline::{TimelineAction, TimelineInput, TimelineState, version_buttons};
use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};
use steerwright_analysis::Recording;
use steerwright_analysis::measure::{Metric, RunMetrics};
use steerwright_authoring::playback::Repeat;
use steerwright_runtime::scene::AgentId;

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

/// Heads the figures of the last lap of a stretch that repeats.
const LAST_LAP: &str = "last lap";
/// Heads those of a last lap that was edited.
const EDITED_LAP: &str = "last lap, edited";

/// Draws the figures of agents into all available space: of one run as one table, of two a table
/// for each agent.
pub(super) fn figures_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    agents: &[AgentId],
    actions: &mut Vec<TimelineAction>,
) {
    state.metrics.begin_frame(agents, input.ghost.is_some());
    let height = ui.available_height();
    // The scroll bar does not lie on the numbers.
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.floating_allocated_width = scroll.bar_width;
    let area = match input.ghost {
        Some(_) => ScrollArea::vertical(),
        None => ScrollArea::both(),
    };
    area.auto_shrink(false).show(ui, |ui| {
        if let (Some(_), Some(versions)) = (input.ghost, input.versions) {
            let choice = |ui: &mut Ui| choice_ui(ui, &mut state.shown_runs, true);
            version_buttons::versions_ui(ui, versions, input.keys, actions, choice);
        }
        let Some(ghost) = input.ghost.filter(|ghost| !is_part_of_run(ghost, input)) else {
            one_run_ui(ui, state, input, agents, height);
            return;
        };
        edited_ui(ui, input);
        for (index, &agent) in agents.iter().enumerate() {
            if index > 0 {
                ui.add_space(8.0);
            }
            compare_ui(ui, state, input, ghost, agent, index == 0);
        }
    });
}

/// Whether a ghost is what the current run was before it was edited: then the two differ nowhere.
fn is_part_of_run(ghost: &Recording, input: &TimelineInput<'_>) -> bool {
    let first_edit = input.recording.first_edit();
    let is_before = first_edit.is_some_and(|edit| ghost.last_tick() <= edit);
    input.last_lap.is_none() && input.versions.is_none() && is_before
}

/// Says what figures of a run are that was edited while it played.
const EDITED_TIP: &str = "The figures are of a run that had other values until then. Restart it to measure the present values alone.";

/// When the scene was last edited while the shown run played. Then its figures are not those of the
/// present values alone.
fn edited_text(input: &TimelineInput<'_>) -> Option<String> {
    let run = input.last_lap.map_or(input.recording, |(lap, _)| lap);
    let tick = run.last_edit()?;
    Some(format!("Edited at {:.2} s", tick as f64 * run.dt()))
}

/// Says so above tables. Returns the height of that.
fn edited_ui(ui: &mut Ui, input: &TimelineInput<'_>) -> f32 {
    let Some(text) = edited_text(input) else {
        return 0.0;
    };
    let text = RichText::new(text).small().color(theme::colors(ui).warn);
    let label = ui.add(Label::new(text).truncate());
    label.on_hover_text(EDITED_TIP).rect.height()
}

/// Draws the figures of the current run.
fn one_run_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    agents: &[AgentId],
    height: f32,
) {
    let edited = edited_text(input);
    let height = match agents {
        // It is beside the name of the agent.
        [_] => height,
        _ => height - edited_ui(ui, input),
    };
    let mut metrics = Vec::new();
    let mut columns = Vec::new();
    for (index, &agent) in agents.iter().enumerate() {
        let (whole, revision) = measured_run(state, input, agent);
        let measured = state.metrics.of_run(whole, input.scene, agent, revision);
        let measured = known(ui, measured);
        metrics.extend(state.metrics.applying(agent));
        let (text, dot) = match agents.len() {
            // Its name is above the names of the figures.
            1 => {
                let text = match (edited.as_deref(), input.last_lap) {
                    (Some(_), Some(_)) => EDITED_LAP,
                    (None, Some(_)) => LAST_LAP,
                    (text, None) => text.unwrap_or_default(),
                };
                (text, None)
            }
            _ => (
                input.agent_name(agent),
                Some(Dot {
                    color: line_color(input, Quantity::Speed, index),
                    is_hidden: state.hidden.contains(&agent),
                }),
            ),
        };
        columns.push((Head { text, dot }, measured));
    }
    let label = match agents {
        [agent] => input.agent_name(*agent),
        _ => input.last_lap.map_or("", |_| LAST_LAP),
    };
    if let ([_], [(_, Measured::Missing)]) = (agents, columns.as_slice()) {
        ui.add(Label::new(RichText::new(label).strong()).truncate());
        ui.label(RichText::new("Not in this run").color(theme::colors(ui).text_weak));
        return;
    }
    Table {
        label,
        tip: edited.as_ref().map_or("", |_| EDITED_TIP),
        metrics: &in_order(&metrics),
        columns: &columns,
        compares: None,
        unit: &input.scene.unit,
        height,
    }
    .ui(ui)
    .and_then(|column| agents.get(column))
    .into_iter()
    .for_each(|agent| state.toggle_curve(*agent));
}

/// What was measured, with another frame if it is not complete.
fn known(ui: &Ui, measured: Option<(RunMetrics, bool)>) -> Measured {
    match measured {
        None => Measured::Missing,
        Some((_, false)) => {
            ui.ctx().request_repaint();
            Measured::Unfinished
        }
        Some((metrics, true)) => Measured::Known(metrics),
    }
}

/// Each of some metrics once, in the order in which they are shown.
fn in_order(metrics: &[Metric]) -> Vec<Metric> {
    let listed = |metric: &Metric| metrics.contains(metric);
    Metric::ALL.into_iter().filter(listed).collect()
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

/// The recording whose figures are shown as those of the current run, up to its last tick, and what
/// changes with it: while a stretch repeats, that is its last lap, because the lap that plays has
/// no overshoot and no arrival yet.
fn measured_run<'a>(
    state: &TimelineState,
    input: &TimelineInput<'a>,
    agent: AgentId,
) -> (RunPart<'a>, u64) {
    match input.last_lap {
        Some((lap, number)) => (RunPart::all_of(lap), u64::MAX - number),
        None => (
            RunPart::all_of(input.recording),
            revision_of(state.curves.run(agent)),
        ),
    }
}

fn revision_of(curve: Option<&crate::editor::timeline::curve::Curve>) -> u64 {
    curve.map_or(0, crate::editor::timeline::curve::Curve::revision)
}

/// Draws the figures of an agent in both runs, as far as both go, and how they differ. The choice
/// of the runs that are drawn is above the first agent.
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
                    ui.add(Label::new(RichText::new(name).strong()).truncate());
                });
            });
        });
    }
    let (run, run_revision) = measured_run(state, input, agent);
    let ghost_revision = revision_of(state.curves.ghost(agent));
    let whole_ghost = RunPart::all_of(ghost);
    let lengths = [run.last, whole_ghost.last];
    let is_lap = input.last_lap.is_some();
    // One until all rest ends when everything has happened, however long it is.
    let is_whole = is_lap && input.repeat == Repeat::UntilSettled;
    let last = lengths[0].min(lengths[1]);
    let until = if is_whole { lengths } else { [last; 2] };
    let now = (state.metrics).of_run(run.until(until[0]), input.scene, agent, run_revision);
    // The goals of the ghost are those of its own scene.
    let scene = match input.versions {
        Some(versions) => Some(versions.scene_a),
        None => ghost.scene_at(u64::MAX).1,
    };
    // Agents that spawners add are in no scene of a run.
    let scene = scene.filter(|scene| scene.agent(agent).is_some());
    let scene = scene.unwrap_or(input.scene);
    let part = whole_ghost.until(until[1]);
    let before = (state.metrics).of_ghost(part, scene, agent, ghost_revision);
    let (now, before) = (known(ui, now), known(ui, before));
    if let (Measured::Missing, _) | (_, Measured::Missing) = (now, before) {
        let text = "Only one of the two runs contains this agent";
        ui.label(RichText::new(text).color(colors.text_weak));
        return;
    }
    // One run is longer than the other: only what both have is compared.
    let part = format!("Up to {:.2} s", last as f64 * ghost.dt());
    let is_part = until != lengths;
    let runs = |now, before| runs(if is_lap { LAST_LAP } else { "current" }, now, before);
    let head = |text| Head { text, dot: None };
    let (label, columns, compares) = match (input.versions.is_some(), is_part) {
        (true, _) => (name, [(head("A"), before), (head("B"), now)], [1, 0]),
        (false, true) => (part.as_str(), runs(now, before), [0, 1]),
        (false, false) => ("", runs(now, before), [0, 1]),
    };
    let mut metrics = state.metrics.applying(agent).to_vec();
    metrics.extend(state.metrics.applying_to_ghost(agent));
    Table {
        label,
        tip: match is_part {
            true => "One run is longer than the other: only what both have is compared.",
            false => "",
        },
        metrics: &in_order(&metrics),
        columns: &columns,
        compares: Some(compares),
        unit: &input.scene.unit,
        height: 0.0,
    }
    .ui(ui);
    if is_part && is_first && input.versions.is_some() {
        // The label of the table is the name of the agent.
        ui.label(RichText::new(part.as_str()).small().color(colors.text_weak));
    }
}

/// The columns of a run and its ghost.
fn runs(name: &'static str, now: Measured, ghost: Measured) -> [(Head<'static>, Measured); 2] {
    let head = |text| Head { text, dot: None };
    [(head(name), now), (head("ghost"), ghost)]
}
