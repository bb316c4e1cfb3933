//! Run and ghost side by side in metrics.

use super::{TimelineInput, TimelineState};
use crate::editor::theme;
use egui::{Align, Color32, Layout, RichText, ScrollArea, Ui};
use steerwright_analysis::Recording;
use steerwright_analysis::measure::{MetricsReader, RunMetrics};
use steerwright_runtime::scene::{AgentId, Scene};

/// Distances measured a frame at most; a longer recording is measured over several frames.
const STEPS_A_FRAME: u64 = 60_000;

/// Which of run and ghost are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compared {
    /// Both, the ghost dotted.
    #[default]
    Both,
    /// The run alone.
    Now,
    /// The ghost alone.
    Ghost,
}

impl Compared {
    pub(super) fn now(self) -> bool {
        self != Self::Ghost
    }

    pub(super) fn ghost(self) -> bool {
        self != Self::Now
    }
}

/// RunMetrics that are kept until the run they were read from turns out to be another one.
#[derive(Default)]
pub(super) struct Cache {
    now: Option<Kept>,
    ghost: Option<Kept>,
}

struct Kept {
    agent: AgentId,
    scene: Scene,
    revision: u64,
    measure: MetricsReader,
}

/// Reads on in a recording, from its start if anything changed but its length.
fn keep_up(
    kept: &mut Option<Kept>,
    recording: &Recording,
    scene: &Scene,
    agent: AgentId,
    revision: u64,
) -> Option<(RunMetrics, bool)> {
    let fits = |kept: &Kept| {
        let same_run = kept.revision == revision && !kept.measure.is_ahead_of(recording);
        kept.agent == agent && same_run && concerns_same(&kept.scene, scene, agent)
    };
    if !kept.as_ref().is_some_and(fits) {
        let measure = MetricsReader::new(recording, scene, agent)?;
        *kept = Some(Kept {
            agent,
            scene: scene.clone(),
            revision,
            measure,
        });
    }
    let kept = kept.as_mut()?;
    let up_to_date = kept.measure.read(recording, STEPS_A_FRAME);
    kept.measure.metrics().map(|metrics| (metrics, up_to_date))
}

/// Whether the metrics of an agent would be measured the same way. Unchanged parts of scenes are shared, so this is cheap.
fn concerns_same(a: &Scene, b: &Scene, agent: AgentId) -> bool {
    use std::sync::Arc;
    let same_paths = a.paths.len() == b.paths.len()
        && a.paths.iter().zip(&b.paths).all(|(a, b)| Arc::ptr_eq(a, b));
    let same_markers = Arc::ptr_eq(&a.markers, &b.markers);
    let same_agent = Arc::ptr_eq(&a.agents, &b.agents) || a.agent(agent) == b.agent(agent);
    let behaviors = |scene: &Scene| -> Option<Vec<&'static str>> {
        Some(
            scene
                .preset(scene.agent(agent)?.preset)?
                .behaviors()
                .map(steerwright_runtime::scene::Behavior::label)
                .collect(),
        )
    };
    same_paths && same_markers && same_agent && behaviors(a) == behaviors(b)
}

/// Draws the table into all of `ui`'s space.
pub(super) fn compare_ui(
    ui: &mut Ui,
    state: &mut TimelineState,
    input: &TimelineInput<'_>,
    ghost: &Recording,
    agent: AgentId,
) {
    ui.horizontal(|ui| {
        let name = input.agent_name(agent);
        theme::right_ui(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for (compared, label, what) in [
                (Compared::Ghost, "Ghost", "Draws the ghost alone."),
                (Compared::Now, "Now", "Draws this run alone."),
                (
                    Compared::Both,
                    "Both",
                    "Draws this run, and the ghost dotted.",
                ),
            ] {
                if ui
                    .selectable_label(state.compared == compared, RichText::new(label).small())
                    .on_hover_text(what)
                    .clicked()
                {
                    state.compared = compared;
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
            });
        });
    });
    let revision =
        |curve: Option<&super::curve::Curve>| curve.map_or(0, super::curve::Curve::revision);
    let of_now = revision(state.curves.run(agent));
    let of_ghost = revision(state.curves.ghost(agent));
    let now = keep_up(
        &mut state.metrics.now,
        input.recording,
        input.scene,
        agent,
        of_now,
    );
    let before = keep_up(
        &mut state.metrics.ghost,
        ghost,
        input.scene,
        agent,
        of_ghost,
    );
    let (Some((now, now_read)), Some((before, ghost_read))) = (now, before) else {
        ui.label(RichText::new("Only one of the two runs has this agent").color(theme::TEXT_WEAK));
        return;
    };
    if !(now_read && ghost_read) {
        ui.ctx().request_repaint();
        ui.label(RichText::new("Measuring…").color(theme::TEXT_WEAK));
        return;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        table_ui(ui, &rows(&now, &before, &input.scene.unit))
    });
}

/// A line of the table.
struct Row {
    label: &'static str,
    now: Option<f64>,
    ghost: Option<f64>,
    unit: String,
    /// Whether less of it is better; `None` where neither is.
    less_is_better: Option<bool>,
}

fn rows(now: &RunMetrics, ghost: &RunMetrics, unit: &str) -> Vec<Row> {
    let row = |label, now, ghost, unit: String, less_is_better| Row {
        label,
        now,
        ghost,
        unit,
        less_is_better,
    };
    let speed = steerwright_format::parameter::Unit::Speed.suffix(unit);
    let force = steerwright_format::parameter::Unit::Force.suffix(unit);
    let length = steerwright_format::parameter::Unit::Length.suffix(unit);
    let rows = vec![
        row(
            "Lap time",
            now.lap_time,
            ghost.lap_time,
            " s".into(),
            Some(true),
        ),
        row(
            "Off path, max",
            now.off_path_max,
            ghost.off_path_max,
            length.clone(),
            Some(true),
        ),
        row(
            "Overshoot",
            now.overshoot,
            ghost.overshoot,
            length,
            Some(true),
        ),
        row(
            "Arrived at",
            now.arrived_at,
            ghost.arrived_at,
            " s".into(),
            Some(true),
        ),
        row(
            "Peak steering",
            Some(now.peak_steering),
            Some(ghost.peak_steering),
            force,
            Some(true),
        ),
        row(
            "Peak speed",
            Some(now.peak_speed),
            Some(ghost.peak_speed),
            speed,
            None,
        ),
    ];
    rows.into_iter()
        .filter(|row| row.now.is_some() || row.ghost.is_some())
        .collect()
}

impl Row {
    /// The difference and its color: better, worse, or neither.
    fn difference(&self) -> Option<(String, Color32)> {
        let difference = self.now? - self.ghost?;
        if difference.abs() < 0.005 {
            return Some(("same".into(), theme::TEXT_WEAK));
        }
        let color = match self.less_is_better {
            Some(less) if less == (difference < 0.0) => theme::OK,
            Some(_) => theme::WARN,
            None => theme::TEXT,
        };
        Some((format!("{difference:+.2}").replace('-', "−"), color))
    }
}

fn table_ui(ui: &mut Ui, rows: &[Row]) {
    ui.spacing_mut().item_spacing.y = 3.0;
    let width = ui.available_width();
    let columns = [0.36, 0.28, 0.17, 0.19].map(|part| part * width);
    let line_ui = |ui: &mut Ui, cells: [RichText; 4]| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (index, (cell, width)) in cells.into_iter().zip(columns).enumerate() {
                let layout = if index == 0 {
                    Layout::left_to_right(Align::Center)
                } else {
                    Layout::right_to_left(Align::Center)
                };
                ui.allocate_ui_with_layout(egui::vec2(width, 17.0), layout, |ui| {
                    ui.set_min_width(width);
                    ui.add(egui::Label::new(cell).selectable(false).extend());
                });
            }
        });
    };
    let head = |text: &str| RichText::new(text).small().color(theme::TEXT_WEAK);
    line_ui(
        ui,
        [head("Figure"), head("now"), head("ghost"), head("change")],
    );
    for row in rows {
        let number = |value: Option<f64>| value.map_or("–".into(), |value| format!("{value:.2}"));
        let (difference, color) = row.difference().unwrap_or(("–".into(), theme::TEXT_WEAK));
        let now = if row.now.is_some() {
            format!("{}{}", number(row.now), row.unit)
        } else {
            number(None)
        };
        line_ui(
            ui,
            [
                RichText::new(row.label).color(theme::TEXT_WEAK),
                RichText::new(now).color(theme::TEXT),
                RichText::new(number(row.ghost)).color(theme::GHOST),
                RichText::new(difference).color(color),
            ],
        );
    }
}
