//! What to tune and for what: the goals and the parameters of the goal window.

use crate::editor::checks::verdicts::Subject;
use crate::editor::theme;
use crate::editor::widgets::expression_field::number_field;
use egui::{Grid, Id, RichText, ScrollArea, Ui};
use steerwright_analysis::measure::{Metric, RunMetrics};
use steerwright_analysis::tune::{Goal, ParameterPlace, TunedParameter, tunable_parameters};
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::Unit;
use steerwright_runtime::scene::{AgentId, Preset, Scene};

/// The numbers that are tuned unless others are chosen.
const USUAL: [&str; 3] = ["max_force", "time_to_target", "slow_radius"];

/// What to tune and for what.
#[derive(Clone, Debug, Default)]
pub(super) struct GoalForm {
    pub subject: Option<Subject>,
    goals: Vec<GoalRow>,
    parameters: Vec<ParameterRow>,
}

#[derive(Clone, Debug)]
struct GoalRow {
    goal: Goal,
    on: bool,
    limit: LimitOrigin,
}

/// Where the limit of a goal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LimitOrigin {
    /// What is usual.
    Usual,
    /// The present figures.
    Proposed,
    /// The author.
    Author,
}

#[derive(Clone, Debug)]
struct ParameterRow {
    place: ParameterPlace,
    range: (f64, f64),
    on: bool,
}

/// A parameter as it is shown.
pub(super) struct Shown {
    pub label: String,
    pub help: &'static str,
    pub unit: Unit,
    slider_range: Option<(f64, f64)>,
}

impl GoalForm {
    /// Offers the goals and parameters of another agent or preset. Limits and choices for the same
    /// goals stay.
    pub fn offer(&mut self, scene: &Scene, subject: Subject) {
        let Some(preset) = scene.preset(subject.preset) else {
            return;
        };
        let same_preset = self.subject.is_some_and(|known| known.preset == preset.id);
        let agents = agents_of(scene, subject);
        let metrics = Metric::ALL.into_iter().filter(|metric| {
            goal_label(*metric).is_some()
                && agents.iter().any(|&agent| metric.applies_to(scene, agent))
        });
        let mut goals: Vec<GoalRow> = metrics
            .map(|metric| {
                let same = |row: &&GoalRow| {
                    row.goal.metric == metric && (row.limit == LimitOrigin::Author || same_preset)
                };
                let known = self.goals.iter().find(same);
                known.cloned().unwrap_or(GoalRow {
                    goal: Goal {
                        metric,
                        limit: usual_limit(metric, preset),
                    },
                    on: false,
                    limit: LimitOrigin::Usual,
                })
            })
            .collect();
        // The author may have unchecked the last one.
        let is_new = self.subject != Some(subject);
        if is_new && !goals.iter().any(|row| row.on) {
            let usual = [Metric::Overshoot, Metric::OffPath, Metric::ArrivalTime];
            let first = usual
                .into_iter()
                .find_map(|metric| goals.iter().position(|row| row.goal.metric == metric));
            if let Some(row) = first.and_then(|index| goals.get_mut(index)) {
                row.on = true;
            }
        }
        let parameters = tunable_parameters(preset).into_iter().map(|place| {
            let same = |row: &&ParameterRow| row.place == place;
            let known = self.parameters.iter().find(same);
            let kept = known.filter(|_| same_preset);
            kept.cloned().unwrap_or_else(|| ParameterRow {
                place,
                range: usual_range(preset, place),
                on: is_usual(place),
            })
        });
        self.parameters = parameters.collect();
        // What is usually tuned is in view without scrolling.
        self.parameters.sort_by_key(|row| !is_usual(row.place));
        self.goals = goals;
        self.subject = Some(subject);
    }

    /// Proposes limits somewhat better than the present figures, where the author has set none.
    pub fn propose(&mut self, now: &[Option<RunMetrics>]) {
        let unset = |row: &&mut GoalRow| row.limit == LimitOrigin::Usual;
        for row in self.goals.iter_mut().filter(unset) {
            let worst = worst_of(row.goal.metric, now).filter(|worst| *worst > 0.0);
            let (Some(worst), Some(part)) = (worst, proposed_part(row.goal.metric)) else {
                continue;
            };
            // Two decimals, as it is shown.
            row.goal.limit = (part * worst * 100.0).ceil() / 100.0;
            row.limit = LimitOrigin::Proposed;
        }
    }

    /// Checks the goal for a metric, with the usual limit unless the author has set one.
    pub fn check(&mut self, metric: Metric, preset: &Preset) {
        let mut rows = self.goals.iter_mut();
        if let Some(row) = rows.find(|row| row.goal.metric == metric) {
            row.on = true;
            if row.limit != LimitOrigin::Author {
                row.goal.limit = usual_limit(metric, preset);
            }
        }
    }

    /// The goals that count.
    pub fn goals(&self) -> Vec<Goal> {
        let rows = self.goals.iter().filter(|row| row.on);
        rows.map(|row| row.goal).collect()
    }

    /// The parameters to tune.
    pub fn parameters(&self) -> Vec<TunedParameter> {
        let rows = self.parameters.iter().filter(|row| row.on);
        rows.map(|row| TunedParameter {
            place: row.place,
            range: row.range,
        })
        .collect()
    }

    /// Whether any goal can be set.
    pub fn has_goals(&self) -> bool {
        !self.goals.is_empty()
    }

    /// Whether the preset has numbers to tune.
    pub fn has_parameters(&self) -> bool {
        !self.parameters.is_empty()
    }

    /// Draws a row for each goal, with the present figures of the agents.
    pub fn goals_ui(&mut self, ui: &mut Ui, scene: &Scene, now: &[Option<RunMetrics>]) {
        Grid::new("goals")
            .num_columns(3)
            .spacing([14.0, 4.0])
            .show(ui, |ui| {
                for GoalRow { goal, on, limit } in &mut self.goals {
                    let label = goal_label(goal.metric).unwrap_or_default();
                    let name = theme::checkbox_ui(ui, on, label)
                        .on_hover_text(goal.metric.help())
                        .id;
                    let suffix = goal.metric.unit().suffix(&scene.unit);
                    let field = number_field(ui, &mut goal.limit, &suffix)
                        .range(0.0..=1e6)
                        .speed(0.01)
                        .max_decimals(3);
                    if ui.add_enabled(*on, field).labelled_by(name).changed() {
                        *limit = LimitOrigin::Author;
                    }
                    present_ui(ui, *goal, *on, now, &scene.unit);
                    ui.end_row();
                }
            });
    }

    /// Draws a row for each parameter, with its current value and the range to search, at most
    /// `height` points high.
    pub fn parameters_ui(&mut self, ui: &mut Ui, scene: &Scene, preset: &Preset, height: f32) {
        let area = ScrollArea::both()
            .id_salt("tuned parameters")
            .max_height(height)
            .min_scrolled_height(height)
            .auto_shrink([false, true]);
        area.show(ui, |ui| {
            Grid::new("parameters")
                .num_columns(4)
                .spacing([10.0, 4.0])
                .show(ui, |ui| {
                    for ParameterRow { place, range, on } in &mut self.parameters {
                        let Some(shown) = shown(preset, *place) else {
                            continue;
                        };
                        let suffix = shown.unit.suffix(&scene.unit);
                        let name = theme::checkbox_ui(ui, on, &shown.label)
                            .on_hover_text(shown.help)
                            .id;
                        let value = place.get(preset).unwrap_or_default();
                        theme::right_ui(ui, |ui| {
                            ui.label(
                                RichText::new(format!("{value:.2}{suffix}"))
                                    .color(theme::colors(ui).text_weak),
                            )
                            .on_hover_text("The current value.");
                        });
                        let limits = place.limits(preset).unwrap_or((0.0, 1e6));
                        let (low, high) = (&mut range.0, &mut range.1);
                        limit_ui(
                            ui,
                            name,
                            *on,
                            low,
                            (limits.0, *high),
                            "The lowest value to try.",
                        );
                        ui.horizontal(|ui| {
                            ui.label(RichText::new("to").color(theme::colors(ui).text_weak));
                            limit_ui(
                                ui,
                                name,
                                *on,
                                high,
                                (*low, limits.1),
                                "The highest value to try.",
                            );
                        });
                        ui.end_row();
                    }
                });
        });
    }
}

fn limit_ui(ui: &mut Ui, name: Id, on: bool, value: &mut f64, range: (f64, f64), tip: &str) {
    let field = number_field(ui, value, "")
        .range(range.0..=range.1)
        .speed(0.05)
        .max_decimals(3);
    ui.add_enabled(on, field)
        .labelled_by(name)
        .on_hover_text(tip);
}

/// Draws what the current values give, in the color of whether it meets the goal.
fn present_ui(ui: &mut Ui, goal: Goal, on: bool, now: &[Option<RunMetrics>], unit: &str) {
    let metric = goal.metric;
    if now.is_empty() {
        ui.label("");
        return;
    }
    let worst = worst_of(metric, now);
    let text = match worst {
        Some(worst) => format!("now {worst:.2}{}", metric.unit().suffix(unit)),
        None => "not reached".into(),
    };
    let color = match worst.is_some_and(|worst| worst <= goal.limit) {
        _ if !on => theme::colors(ui).text_weak,
        true => theme::colors(ui).ok,
        false => theme::colors(ui).warn,
    };
    ui.label(RichText::new(text).color(color))
        .on_hover_text("With the current values and the seed of the scene.");
}

/// The highest value among the agents. `None` if one of them has none.
fn worst_of(metric: Metric, now: &[Option<RunMetrics>]) -> Option<f64> {
    let mut values = now
        .iter()
        .map(|metrics| metrics.and_then(|metrics| metric.of(&metrics)));
    let first = values.next()??;
    values.try_fold(first, |worst, value| Some(worst.max(value?)))
}

/// The part of its current value that is proposed as the limit of a metric. `None` if a fixed one
/// is.
fn proposed_part(metric: Metric) -> Option<f64> {
    match metric {
        Metric::LapTime | Metric::SettledAt | Metric::ArrivalTime => Some(0.8),
        Metric::OffPath => Some(0.5),
        Metric::PeakForce | Metric::PeakSpeed => Some(1.0),
        Metric::Overshoot | Metric::WaitTime => None,
    }
}

/// The agents that have to meet the goals: the selected one, or all with the preset.
pub(super) fn agents_of(scene: &Scene, subject: Subject) -> Vec<AgentId> {
    match subject.agent {
        Some(agent) => vec![agent],
        None => {
            let agents = scene.agents.iter();
            agents
                .filter(|agent| agent.preset == subject.preset)
                .map(|agent| agent.id)
                .collect()
        }
    }
}

/// A goal in words. `None` for a metric that cannot be a goal.
pub(super) fn goal_label(metric: Metric) -> Option<&'static str> {
    match metric {
        Metric::LapTime => Some("Lap within"),
        Metric::OffPath => Some("Path deviation under"),
        Metric::Overshoot => Some("Overshoot under"),
        Metric::SettledAt => Some("Settle within"),
        Metric::ArrivalTime => Some("Arrive within"),
        Metric::PeakForce => Some("Peak force under"),
        Metric::PeakSpeed => Some("Peak speed under"),
        Metric::WaitTime => None,
    }
}

fn usual_limit(metric: Metric, preset: &Preset) -> f64 {
    match metric {
        Metric::LapTime => 20.0,
        Metric::OffPath => 0.3,
        Metric::Overshoot => 0.05,
        Metric::SettledAt => 3.0,
        Metric::WaitTime => 1.0,
        Metric::ArrivalTime => 2.5,
        Metric::PeakForce => preset.body.max_force,
        Metric::PeakSpeed => preset.body.max_speed,
    }
}

/// Whether it is tuned unless others are chosen.
fn is_usual(place: ParameterPlace) -> bool {
    match place {
        ParameterPlace::Body(key) | ParameterPlace::Behavior(_, key) => USUAL.contains(&key),
        ParameterPlace::Weight(_) => false,
    }
}

/// Where to search unless the author says otherwise: on the slider, and around the current value.
fn usual_range(preset: &Preset, place: ParameterPlace) -> (f64, f64) {
    let value = place.get(preset).unwrap_or_default();
    let (low, high) = place.limits(preset).unwrap_or((0.0, 1e6));
    let slider = shown(preset, place).and_then(|shown| shown.slider_range);
    let (from, to) = slider.unwrap_or((0.25 * value, 4.0 * value));
    (from.min(value).max(low), to.max(value).min(high))
}

/// How a parameter is shown.
pub(super) fn shown(preset: &Preset, place: ParameterPlace) -> Option<Shown> {
    let behavior = |index: usize| preset.behaviors().nth(index);
    let (help, unit, of) = match place {
        ParameterPlace::Body(key) => {
            let parameter = parameter::BODY.find(key)?;
            (parameter.presentation, parameter.unit, None)
        }
        ParameterPlace::Behavior(index, key) => {
            let behavior = behavior(index)?;
            let parameter = behavior.parameters().find(key)?;
            (parameter.presentation, parameter.unit, Some(behavior))
        }
        ParameterPlace::Weight(index) => {
            let parameter = parameter::WEIGHT.find("weight")?;
            let behavior = behavior(index)?;
            (parameter.presentation, parameter.unit, Some(behavior))
        }
    };
    Some(Shown {
        label: match of {
            Some(behavior) => format!(
                "{}: {}",
                behavior.description().label,
                help.label.to_lowercase()
            ),
            None => help.label.to_owned(),
        },
        help: help.help,
        unit,
        slider_range: help.slider_range,
    })
}
