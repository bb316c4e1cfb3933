//! The window that tunes the selected preset to a goal.

use crate::editor::checks::verdicts::Subject;
use crate::editor::theme;
use crate::editor::tuning::goal_form::{GoalForm, agents_of};
use crate::editor::tuning::goal_result::{ApplyState, result_ui};
use crate::editor::tuning::job::{Job, State, threads};
use crate::editor::tuning::present_figures::PresentFigures;
use crate::editor::widgets::dialog;
use crate::editor::widgets::expression_field::number_field;
use egui::{Context, Key, Modifiers, RichText, ScrollArea, Ui};
use std::ops::RangeInclusive;
use std::sync::Arc;
use steerwright_analysis::measure::Metric;
use steerwright_analysis::tune::{TuneOptions, TuneProgress, Tuned, max_trials, tune};
use steerwright_authoring::Session;
use steerwright_authoring::session::same_simulation::same_simulation;
use steerwright_runtime::scene::{Preset, Scene};

/// The longest run, s.
const MAX_SECONDS: f64 = 120.0;
/// The width of the window, in points.
const WIDTH: f32 = 440.0;
/// The heights of the list of parameters and of the result: what a screen of 900 points leaves for
/// them, and less on a smaller one.
const LIST_HEIGHTS: RangeInclusive<f32> = 76.0..=190.0;
const RESULT_HEIGHTS: RangeInclusive<f32> = 90.0..=330.0;
/// What is above and below them, in points.
const OTHER_HEIGHT: f32 = 420.0;

/// The most seeds.
const MAX_SEEDS: u64 = 10_000;

/// The search for values that meet goals, and its window.
pub struct GoalWindow {
    open: bool,
    form: GoalForm,
    /// The goal for which it was opened, until it is in the form.
    metric_to_check: Option<Metric>,
    seeds: u64,
    seconds: f64,
    working: Option<Search>,
    found: Option<Found>,
    canceled: bool,
    present: PresentFigures,
}

struct Search {
    scene: Scene,
    options: TuneOptions,
    progress: Arc<TuneProgress>,
    job: Job<Tuned>,
}

struct Found {
    scene: Scene,
    options: TuneOptions,
    tuned: Tuned,
}

impl Default for GoalWindow {
    fn default() -> Self {
        Self {
            open: false,
            form: GoalForm::default(),
            metric_to_check: None,
            seeds: 100,
            seconds: 10.0,
            working: None,
            found: None,
            canceled: false,
            present: PresentFigures::default(),
        }
    }
}

impl GoalWindow {
    /// Opens the window.
    pub fn open(&mut self) {
        self.open = true;
    }

    /// Opens the window with a goal for this metric.
    pub fn open_for(&mut self, metric: Metric) {
        self.open = true;
        self.metric_to_check = Some(metric);
    }

    /// Forgets the goals and the results of another scene.
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
        self.metric_to_check = None;
    }

    /// Draws the window if it is open.
    pub fn ui(&mut self, ctx: &Context, session: &mut Session) {
        if !self.open {
            return;
        }
        self.follow(ctx, session);
        if !ctx.text_edit_focused()
            && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape))
        {
            return self.close();
        }
        let mut open = true;
        dialog::window_beside_agent(ctx, "Tune to a goal").show(ctx, |ui| {
            dialog::fit_width(ui, WIDTH);
            let title = "Tune to a goal";
            dialog::tall_contents_ui(ui, title, &mut open, |ui| self.contents_ui(ui, session));
        });
        if !open {
            self.close();
        }
    }

    /// Takes over results, and follows the selection unless a search is at work.
    fn follow(&mut self, ctx: &Context, session: &Session) {
        let scene = &session.scene;
        if let Some(mut search) = self.working.take() {
            match search.job.poll(ctx) {
                State::Working => self.working = Some(search),
                State::Done(tuned) => {
                    self.found = Some(Found {
                        scene: search.scene.clone(),
                        options: search.options.clone(),
                        tuned,
                    });
                }
                State::Ended => self.canceled = true,
            }
        }
        let subject = Subject::of(scene, &session.selection);
        if let Some(subject) = subject.filter(|_| self.working.is_none()) {
            if self.form.subject != Some(subject) {
                self.found = None;
                self.canceled = false;
            }
            self.form.offer(scene, subject);
            let ticks = self.ticks(scene);
            self.present
                .update(ctx, scene, agents_of(scene, subject), ticks);
            self.form.propose(self.present.metrics());
            if let (Some(metric), Some(preset)) =
                (self.metric_to_check, scene.preset(subject.preset))
            {
                self.form.check(metric, preset);
                self.metric_to_check = None;
            }
        }
    }

    fn ticks(&self, scene: &Scene) -> u64 {
        (self.seconds / scene.dt()).round() as u64
    }

    fn contents_ui(&mut self, ui: &mut Ui, session: &mut Session) {
        let scene = &session.scene;
        let Some((subject, preset)) = self
            .form
            .subject
            .and_then(|subject| Some((subject, scene.preset(subject.preset)?)))
        else {
            weak_ui(ui, "Select an agent or a preset to tune.");
            return;
        };
        let agents = agents_of(scene, subject);
        weak_ui(ui, &about(scene, subject, agents.len()));
        if agents.is_empty() {
            theme::status_ui(
                ui,
                false,
                "No agent uses this preset, so nothing can be measured.",
            );
            return;
        }
        if !self.form.has_parameters() || !self.form.has_goals() {
            theme::status_ui(
                ui,
                false,
                "This preset has no numbers that can be tuned to a goal.",
            );
            return;
        }
        let idle = self.working.is_none();
        ui.add_enabled_ui(idle, |ui| {
            title_ui(ui, "Goals");
            self.form.goals_ui(ui, scene, self.present.metrics());
            title_ui(ui, "Parameters and the ranges to search");
            let height = height_in(ui, 0.4, LIST_HEIGHTS);
            self.form.parameters_ui(ui, scene, preset, height);
        });
        ui.add_space(6.0);
        self.run_ui(ui, scene, subject);
        if let Some(search) = &self.working {
            search_ui(ui, search);
            return;
        }
        if self.canceled {
            weak_ui(ui, "Canceled. Nothing was changed.");
        }
        let Some(found) = &self.found else {
            return;
        };
        ui.separator();
        let state = found.state(scene, preset);
        let area = ScrollArea::both()
            .id_salt("result")
            .max_height(height_in(ui, 0.6, RESULT_HEIGHTS))
            .min_scrolled_height(height_in(ui, 0.6, RESULT_HEIGHTS))
            .auto_shrink([false, true]);
        let applies = area.show(ui, |ui| {
            result_ui(ui, scene, &found.options, &found.tuned, state)
        });
        if applies.inner {
            apply(session, &found.tuned);
        }
    }

    /// Draws how many runs to make, and the button that starts or cancels the search.
    fn run_ui(&mut self, ui: &mut Ui, scene: &Scene, subject: Subject) {
        let (goals, parameters) = (self.form.goals(), self.form.parameters());
        ui.horizontal(|ui| {
            let idle = self.working.is_none();
            let label = ui
                .label(RichText::new("Seeds").color(theme::colors(ui).text_weak))
                .id;
            let field = number_field(ui, &mut self.seeds, "")
                .range(1..=MAX_SEEDS)
                .speed(1.0);
            ui.add_enabled(idle, field)
                .labelled_by(label)
                .on_hover_text(
                    "The number of runs, which all have to meet the goals. Their seeds start at 1.",
                );
            let label = ui
                .label(RichText::new("Length").color(theme::colors(ui).text_weak))
                .id;
            let field = number_field(ui, &mut self.seconds, " s")
                .range(0.1..=MAX_SECONDS)
                .speed(0.1)
                .max_decimals(1);
            ui.add_enabled(idle, field)
                .labelled_by(label)
                .on_hover_text("The length of each run.");
            if !idle {
                if ui.button("Cancel").clicked() {
                    self.working = None;
                    self.canceled = true;
                }
                return;
            }
            let why = match (goals.is_empty(), parameters.is_empty()) {
                (true, _) => "Check at least one goal.",
                (_, true) => "Check at least one parameter.",
                (false, false) => "",
            };
            let search = theme::primary_button(ui, why.is_empty(), egui::Button::new("Search"))
                .on_hover_text("Searches for values with which every run meets the goals.")
                .on_disabled_hover_text(why);
            if !why.is_empty() {
                weak_ui(ui, why);
            }
            if search.clicked() {
                self.start(
                    ui.ctx(),
                    scene,
                    TuneOptions {
                        preset: subject.preset,
                        agents: agents_of(scene, subject),
                        goals,
                        parameters,
                        seeds: self.seeds,
                        ticks: self.ticks(scene),
                        threads: threads(),
                    },
                );
            }
        });
    }

    fn start(&mut self, ctx: &Context, scene: &Scene, options: TuneOptions) {
        let progress = Arc::new(TuneProgress::default());
        let (copy, chosen) = (scene.clone(), options.clone());
        let job = Job::start(
            ctx,
            "tune to a goal",
            max_trials(scene, &options),
            Arc::clone(&progress),
            move |progress| tune(&copy, &chosen, progress),
        );
        self.found = None;
        self.canceled = false;
        self.working = Some(Search {
            scene: scene.clone(),
            options,
            progress,
            job,
        });
    }
}

impl Found {
    /// Whether the values can be applied to the scene as it is now.
    fn state(&self, scene: &Scene, preset: &Preset) -> ApplyState {
        let tuned = &self.tuned.preset;
        if same_simulation(&self.scene, scene) {
            ApplyState::Ready
        } else if preset.body == tuned.body && preset.motion == tuned.motion {
            ApplyState::Applied
        } else {
            ApplyState::Outdated
        }
    }
}

/// Sets the values that were found, as one step.
fn apply(session: &mut Session, tuned: &Tuned) {
    session.commit();
    let id = tuned.preset.id;
    if let Some(preset) = session.scene.presets.iter_mut().find(|p| p.id == id) {
        // Names and colors may have changed since.
        let preset = Arc::make_mut(preset);
        preset.body = tuned.preset.body;
        preset.motion = tuned.preset.motion.clone();
        session.name_step("Tune to a goal");
    }
}

/// What is tuned, in a sentence.
fn about(scene: &Scene, subject: Subject, agents: usize) -> String {
    let preset = scene
        .preset(subject.preset)
        .map_or("", |preset| &preset.name);
    let users = scene
        .agents
        .iter()
        .filter(|agent| agent.preset == subject.preset);
    match subject.agent.and_then(|agent| scene.agent(agent)) {
        Some(agent) => match users.count() - 1 {
            0 => format!(
                "Tunes the preset {preset} until {} meets the goals.",
                agent.name
            ),
            others => format!(
                "Tunes the preset {preset} until {} meets the goals. This also changes {others} other {} with this preset.",
                agent.name,
                if others == 1 { "agent" } else { "agents" },
            ),
        },
        None => match agents {
            1 => format!("Tunes the preset {preset} until its agent meets the goals."),
            _ => format!(
                "Tunes the preset {preset} until all {agents} agents with it meet the goals."
            ),
        },
    }
}

/// Draws how far the search is.
fn search_ui(ui: &mut Ui, search: &Search) {
    search.job.progress_ui(ui, "sets of values at most");
    let Some(best) = search.progress.best() else {
        weak_ui(ui, "Measuring…");
        return;
    };
    let text = match best.runs {
        1 => {
            let met = best.goals.iter().filter(|goal| goal.met > 0).count();
            format!(
                "The best values so far meet {met} of {} goals.",
                best.goals.len()
            )
        }
        runs => format!(
            "The best values so far meet the goals in {} of {runs} runs.",
            best.met
        ),
    };
    weak_ui(ui, &text);
}

/// A part of what the screen leaves, within limits.
fn height_in(ui: &Ui, part: f32, limits: RangeInclusive<f32>) -> f32 {
    let left = ui.ctx().content_rect().height() - OTHER_HEIGHT;
    (part * left).clamp(*limits.start(), *limits.end())
}

fn title_ui(ui: &mut Ui, title: &str) {
    ui.add_space(6.0);
    ui.label(
        RichText::new(title)
            .color(theme::colors(ui).text_strong)
            .strong(),
    );
}

fn weak_ui(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).color(theme::colors(ui).text_weak)).wrap());
}
