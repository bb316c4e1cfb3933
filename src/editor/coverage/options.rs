//! What the user chooses to measure.

use crate::editor::inspector::field::row_ui;
use crate::editor::theme;
use crate::editor::widgets::expression_field::number_field;
use egui::{CollapsingHeader, ScrollArea, Ui};
use std::collections::BTreeSet;
use steerwright_analysis::coverage::{CoverageOptions, MAX_SECONDS, MIN_CELL, agents_with_sight};
use steerwright_runtime::scene::{AgentId, Scene};

/// The largest cells, u.
const MAX_CELL: f64 = 1000.0;

/// What the user chose.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    /// The agents that are not measured.
    excluded: BTreeSet<AgentId>,
    seconds: f64,
    cell: Option<f64>,
    whole_loop: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            excluded: BTreeSet::new(),
            seconds: CoverageOptions::default().seconds,
            cell: None,
            whole_loop: true,
        }
    }
}

impl Choices {
    /// Forgets agents that are gone.
    pub(super) fn retain_existing(&mut self, scene: &Scene) {
        self.excluded.retain(|&id| scene.agent(id).is_some());
    }

    pub(super) fn options(&self, scene: &Scene, threads: usize) -> CoverageOptions {
        let agents = agents_with_sight(scene);
        let chosen = agents.filter(|id| !self.excluded.contains(id));
        CoverageOptions {
            agents: (!self.excluded.is_empty()).then(|| chosen.collect()),
            seconds: self.seconds,
            cell: self.cell,
            whole_loop: self.whole_loop,
            threads,
        }
    }

    /// Whether agents with sight were all excluded.
    pub(super) fn excludes_all(&self, scene: &Scene) -> bool {
        agents_with_sight(scene).all(|id| self.excluded.contains(&id))
    }

    /// Draws what can be chosen. `usual_cell` is the size of cells if none is chosen.
    pub(super) fn ui(&mut self, ui: &mut Ui, scene: &Scene, usual_cell: f64) {
        CollapsingHeader::new("Options")
            .default_open(false)
            .show(ui, |ui| {
                self.numbers_ui(ui, &scene.unit, usual_cell);
                theme::checkbox_ui(ui, &mut self.whole_loop, "Count one whole loop")
                    .on_hover_text("If the agents repeat themselves, only one repetition counts.");
                self.agents_ui(ui, scene);
            });
    }

    fn numbers_ui(&mut self, ui: &mut Ui, unit: &str, usual_cell: f64) {
        let help = "The length of the run that is measured, from its start.";
        row_ui(ui, "Length", help, |ui, name| {
            let seconds = number_field(ui, &mut self.seconds, " s");
            let seconds = seconds.range(1.0..=MAX_SECONDS).speed(0.5).max_decimals(1);
            ui.add(seconds).labelled_by(name);
        });
        let help = "The side of the cells. Small ones show more detail and take longer.";
        row_ui(ui, "Cells", help, |ui, name| {
            let mut size = self.cell.unwrap_or(usual_cell);
            let field = number_field(ui, &mut size, &format!(" {unit}"));
            let field = field.range(MIN_CELL..=MAX_CELL).speed(0.01).max_decimals(3);
            if ui.add(field).labelled_by(name).changed() {
                self.cell = Some(size);
            }
            if self.cell.is_some() && ui.small_button("Automatic").clicked() {
                self.cell = None;
            }
        });
    }

    fn agents_ui(&mut self, ui: &mut Ui, scene: &Scene) {
        let with_sight: BTreeSet<AgentId> = agents_with_sight(scene).collect();
        let agents: Vec<_> = scene
            .agents
            .iter()
            .filter(|agent| with_sight.contains(&agent.id))
            .collect();
        let height = ui.spacing().interact_size.y;
        ScrollArea::vertical().max_height(height * 6.0).show_rows(
            ui,
            height,
            agents.len(),
            |ui, rows| {
                for agent in &agents[rows] {
                    let mut chosen = !self.excluded.contains(&agent.id);
                    if theme::checkbox_ui(ui, &mut chosen, agent.name.as_str()).changed() {
                        if chosen {
                            self.excluded.remove(&agent.id);
                        } else {
                            self.excluded.insert(agent.id);
                        }
                    }
                }
            },
        );
    }
}
