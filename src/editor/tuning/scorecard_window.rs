//! The scorecard window: the metrics of the scene over many seeds.

use crate::editor::theme;
use crate::editor::tuning::job::{Job, State, threads};
use crate::editor::tuning::scorecard_table;
use crate::editor::widgets::dialog;
use crate::editor::widgets::expression_field::number_field;
use egui::{Context, Key, Modifiers, RichText, Ui};
use std::sync::Arc;
use steerwright_analysis::scorecard::{Grouping, MAX_SEEDS, MAX_VALUES, ScoreOptions, Scorecard};
use steerwright_analysis::seeds::Progress;
use steerwright_analysis::{scorecard, seeds};
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_runtime::scene::{AgentId, Scene};

/// The longest run, s.
const MAX_SECONDS: f64 = 600.0;

/// The scorecard and its window.
#[derive(Debug)]
pub struct ScorecardWindow {
    open: bool,
    seeds: u64,
    seconds: f64,
    working: Option<(Scene, Job<Scorecard>)>,
    result: Option<Scored>,
    /// Whether the last measurement was canceled.
    canceled: bool,
}

/// A scorecard with the scene that it was measured in.
#[derive(Debug)]
struct Scored {
    scene: Scene,
    card: Scorecard,
}

/// A seed of the scorecard to open, with the agent to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenSeed {
    /// The seed.
    pub seed: u64,
    /// The agent.
    pub agent: AgentId,
}

impl Default for ScorecardWindow {
    fn default() -> Self {
        Self {
            open: false,
            seeds: 1000,
            seconds: 30.0,
            working: None,
            result: None,
            canceled: false,
        }
    }
}

impl ScorecardWindow {
    /// Opens or closes the window. A scene without an up-to-date scorecard is measured immediately.
    pub fn toggle(&mut self, ctx: &Context, scene: &Scene) {
        if self.open {
            return self.close();
        }
        self.open = true;
        if !scene.agents.is_empty() && !self.result.as_ref().is_some_and(|r| r.is_about(scene)) {
            self.start(ctx, scene);
        }
    }

    /// Forgets the figures of another scene.
    pub fn reset(&mut self) {
        *self = Self {
            open: self.open,
            seeds: self.seeds,
            seconds: self.seconds,
            ..Self::default()
        };
    }

    /// Whether the window is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
        self.working = None;
    }

    fn start(&mut self, ctx: &Context, scene: &Scene) {
        let agents = scene.agents.len();
        let most = (MAX_VALUES / agents.max(1) as u64).max(1);
        let options = ScoreOptions {
            first_seed: 1,
            seeds: scorecard::runs(scene, self.seeds.min(most)),
            ticks: (self.seconds / scene.dt()).round() as u64,
            grouping: Grouping::suitable_for(agents),
            agents: None,
            threads: threads(),
        };
        let copy = scene.clone();
        self.canceled = false;
        let job = Job::start(
            ctx,
            "scorecard",
            options.seeds as usize,
            Arc::new(Progress::default()),
            move |progress| scorecard::score(&copy, &options, progress),
        );
        self.working = Some((scene.clone(), job));
    }

    fn take_result(&mut self, ctx: &Context) {
        let Some((scene, mut job)) = self.working.take() else {
            return;
        };
        match job.poll(ctx) {
            State::Working => self.working = Some((scene, job)),
            State::Done(card) => self.result = Some(Scored { scene, card }),
            State::Ended => self.canceled = true,
        }
    }

    /// Draws the window if it is open. Returns the seed to open, if one was clicked.
    pub fn ui(&mut self, ctx: &Context, scene: &Scene) -> Option<OpenSeed> {
        if !self.open {
            return None;
        }
        self.take_result(ctx);
        if !ctx.text_edit_focused()
            && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape))
        {
            self.close();
            return None;
        }
        let mut open = true;
        let space = ctx.content_rect();
        let shown = dialog::window_beside_agent(ctx, "Scorecard")
            .resizable(true)
            .default_size([660.0, 420.0])
            .max_size(space.size() - egui::vec2(60.0, 100.0))
            .show(ctx, |ui| {
                dialog::contents_ui(ui, "Scorecard", &mut open, |ui| self.contents_ui(ui, scene))
            });
        if !open {
            self.close();
        }
        shown.and_then(|shown| shown.inner).flatten()
    }

    fn contents_ui(&mut self, ui: &mut Ui, scene: &Scene) -> Option<OpenSeed> {
        self.options_ui(ui, scene);
        ui.add_space(4.0);
        if let Some((_, job)) = &self.working {
            job.progress_ui(ui, "seeds");
            ui.add_space(4.0);
        }
        if scene.agents.is_empty() {
            let text = "The scene has no agents to measure. Add one with the Place agent tool.";
            weak_ui(ui, text);
            return None;
        }
        // The figures of an earlier measurement are not those of the one at work.
        let Some(result) = self.result.as_ref().filter(|_| self.working.is_none()) else {
            if self.canceled {
                weak_ui(ui, "Canceled. Run it again to see the figures.");
            } else if self.working.is_none() {
                weak_ui(ui, "Run the scene to see its figures over many seeds.");
            }
            return None;
        };
        if !result.is_about(scene) {
            let text = "The scene has changed. Run it again to update the figures.";
            theme::status_ui(ui, false, text);
        }
        let card = &result.card;
        weak_ui(ui, &summary(card));
        scorecard_table::table_ui(ui, &result.scene, card, scene.seed)
    }

    /// Draws what to run, and the button that runs or cancels it.
    fn options_ui(&mut self, ui: &mut Ui, scene: &Scene) {
        ui.horizontal(|ui| {
            let label = ui
                .label(RichText::new("Seeds").color(theme::colors(ui).text_weak))
                .id;
            let seeds = number_field(ui, &mut self.seeds, "")
                .range(1..=MAX_SEEDS)
                .speed(10.0);
            ui.add(seeds)
                .labelled_by(label)
                .on_hover_text("The number of runs. Their seeds start at 1.");
            ui.add_space(8.0);
            let label = ui
                .label(RichText::new("Length").color(theme::colors(ui).text_weak))
                .id;
            let seconds = number_field(ui, &mut self.seconds, " s")
                .range(0.1..=MAX_SECONDS)
                .speed(0.5)
                .max_decimals(1);
            ui.add(seconds)
                .labelled_by(label)
                .on_hover_text("The length of each run.");
            ui.add_space(8.0);
            if self.working.is_some() {
                if ui.button("Cancel").clicked() {
                    self.working = None;
                    self.canceled = true;
                }
            } else if theme::primary_button(ui, !scene.agents.is_empty(), egui::Button::new("Run"))
                .on_hover_text("Runs the scene with every seed and measures its agents.")
                .on_disabled_hover_text("Add an agent first.")
                .clicked()
            {
                self.start(ui.ctx(), scene);
            }
        });
    }
}

impl Scored {
    /// Whether the scene still moves as it was measured, whatever its seed.
    fn is_about(&self, scene: &Scene) -> bool {
        same_simulation(&self.scene, &seeds::with_seed(scene, self.scene.seed))
    }
}

/// What was run, in a sentence.
fn summary(card: &Scorecard) -> String {
    let seconds = card.seconds;
    if card.depends_on_seed {
        let last = card.first_seed + card.runs - 1;
        format!(
            "Seeds {} to {last}, {seconds:.1} s each. Click a seed to see its run.",
            card.first_seed
        )
    } else {
        format!(
            "One run of {seconds:.1} s: nothing in this scene is random, so every seed gives the same motion."
        )
    }
}

fn weak_ui(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).color(theme::colors(ui).text_weak)).wrap());
}
