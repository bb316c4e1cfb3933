//! What a search found, in words and figures.

use crate::editor::theme::{self, Colors};
use crate::editor::tuning::goal_form::shown;
use egui::{Align, Color32, Grid, Layout, RichText, Ui, vec2};
use steerwright_analysis::tune::{Ending, GoalResult, Trial, TuneOptions, Tuned};
use steerwright_runtime::scene::Scene;

/// The width of a column of numbers, in points.
const NUMBER_WIDTH: f32 = 96.0;

/// Draws the result. Returns whether the values are to be applied.
pub(super) fn result_ui(
    ui: &mut Ui,
    scene: &Scene,
    options: &TuneOptions,
    tuned: &Tuned,
    state: ApplyState,
) -> bool {
    let best = &tuned.best;
    theme::status_ui(
        ui,
        tuned.ending != Ending::NotMet,
        headline(tuned.ending, best),
    );
    let end = format!("{} s", short(options.ticks as f64 * scene.dt()));
    for line in failures(scene, best, &end) {
        ui.label(RichText::new(line).color(theme::colors(ui).text));
    }
    if tuned.ending == Ending::NotMet {
        weak_ui(
            ui,
            "Widen a range, choose more parameters, or relax a goal.",
        );
    }
    let applies = tuned.ending != Ending::AlreadyMet && apply_ui(ui, tuned.ending, state);
    goals_ui(ui, scene, tuned, &end);
    if tuned.ending != Ending::AlreadyMet {
        changes_ui(ui, scene, options, tuned);
    }
    applies
}

/// Draws the button that applies the values. Returns whether it was clicked.
fn apply_ui(ui: &mut Ui, ending: Ending, state: ApplyState) -> bool {
    ui.horizontal(|ui| {
        let label = match ending {
            Ending::NotMet => "Apply the closest values",
            Ending::Met | Ending::AlreadyMet => "Apply",
        };
        let why = match state {
            ApplyState::Ready => "",
            ApplyState::Applied => "Applied. Undo reverts it.",
            ApplyState::Outdated => "The scene has changed. Search again.",
        };
        let button = ui
            .add_enabled(state == ApplyState::Ready, egui::Button::new(label))
            .on_hover_text("Applies the values to the preset as one step.")
            .on_disabled_hover_text(why);
        if !why.is_empty() {
            weak_ui(ui, why);
        }
        button.clicked()
    })
    .inner
}

/// Whether the values found can be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ApplyState {
    Ready,
    Applied,
    Outdated,
}

fn headline(ending: Ending, best: &Trial) -> String {
    let runs = match best.runs {
        1 => String::new(),
        runs => format!(" in all {runs} runs"),
    };
    match ending {
        Ending::AlreadyMet => format!("The current values already meet the goals{runs}."),
        Ending::Met => format!("These values meet the goals{runs}."),
        Ending::NotMet if best.runs == 1 => {
            "The search found no values that meet all goals.".into()
        }
        Ending::NotMet => format!(
            "The search found no values that meet all goals. The closest ones do in {} of {} runs.",
            best.met, best.runs
        ),
    }
}

/// Which goals fail, and by how much.
fn failures(scene: &Scene, best: &Trial, end: &str) -> Vec<String> {
    best.goals
        .iter()
        .filter(|result| result.met < best.runs)
        .map(|result| {
            let metric = result.goal.metric;
            let unit = metric.unit().suffix(&scene.unit);
            let label = metric.label();
            match result.worst {
                Some(worst) => {
                    let excess = worst - result.goal.limit;
                    // The sentence must not say that 0.00 is too much.
                    let (worst, excess) = if excess < 0.005 {
                        (format!("{worst:.4}"), "less than 0.01".to_owned())
                    } else {
                        (format!("{worst:.2}"), format!("{excess:.2}"))
                    };
                    format!("{label} is {worst}{unit}, {excess}{unit} too much.")
                }
                None if best.runs == 1 => format!("{label}: not reached within {end}."),
                None => format!(
                    "{label}: not reached within {end} in {} of {} runs.",
                    best.runs - result.met,
                    best.runs
                ),
            }
        })
        .collect()
}

/// Draws the figures of the goals, before and after.
fn goals_ui(ui: &mut Ui, scene: &Scene, tuned: &Tuned, end: &str) {
    ui.add_space(4.0);
    Grid::new("goal results")
        .num_columns(4)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            heading_ui(ui, ["Goal", "Limit", "Before", "After"]);
            for (before, after) in tuned.before.goals.iter().zip(&tuned.best.goals) {
                let unit = after.goal.metric.unit().suffix(&scene.unit);
                ui.label(after.goal.metric.label());
                number_ui(
                    ui,
                    format!("{:.2}{unit}", after.goal.limit),
                    theme::colors(ui).text_weak,
                );
                for result in [before, after] {
                    number_ui(
                        ui,
                        value_text(result, &unit, end),
                        value_color(result, theme::colors(ui)),
                    );
                }
                ui.end_row();
            }
        });
}

/// Draws the values of the parameters, before and after.
fn changes_ui(ui: &mut Ui, scene: &Scene, options: &TuneOptions, tuned: &Tuned) {
    ui.add_space(4.0);
    Grid::new("tuned values")
        .num_columns(3)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            heading_ui(ui, ["Parameter", "Before", "After"]);
            for (index, parameter) in options.parameters.iter().enumerate() {
                let values = (tuned.before.values.get(index), tuned.best.values.get(index));
                let (Some(before), Some(after)) = values else {
                    continue;
                };
                let Some(shown) = shown(&tuned.preset, parameter.place) else {
                    continue;
                };
                let unit = shown.unit.suffix(&scene.unit);
                ui.label(shown.label);
                number_ui(
                    ui,
                    format!("{}{unit}", short(*before)),
                    theme::colors(ui).text_weak,
                );
                if before == after {
                    number_ui(ui, "same".into(), theme::colors(ui).text_weak);
                } else {
                    number_ui(
                        ui,
                        format!("{}{unit}", short(*after)),
                        theme::colors(ui).text_strong,
                    );
                }
                ui.end_row();
            }
        });
}

fn heading_ui<const N: usize>(ui: &mut Ui, titles: [&str; N]) {
    for (index, title) in titles.into_iter().enumerate() {
        let text = RichText::new(title)
            .small()
            .color(theme::colors(ui).text_weak);
        if index == 0 {
            ui.label(text);
        } else {
            right_cell_ui(ui, text);
        }
    }
    ui.end_row();
}

fn number_ui(ui: &mut Ui, text: String, color: egui::Color32) {
    right_cell_ui(ui, RichText::new(text).color(color));
}

/// Draws a cell of a column of numbers. In the last column, the rest of the row would be used
/// otherwise.
fn right_cell_ui(ui: &mut Ui, text: RichText) {
    let layout = Layout::right_to_left(Align::Center);
    let font = egui::TextStyle::Body.resolve(ui.style());
    let galley = (ui.painter()).layout_no_wrap(text.text().to_owned(), font, Color32::PLACEHOLDER);
    // A long number must not reach into the column before it.
    let width = galley.size().x.max(NUMBER_WIDTH);
    ui.allocate_ui_with_layout(vec2(width, 18.0), layout, |ui| ui.label(text));
}

fn value_text(result: &GoalResult, unit: &str, end: &str) -> String {
    result.worst.map_or_else(
        || format!("not in {end}"),
        |worst| format!("{worst:.2}{unit}"),
    )
}

fn value_color(result: &GoalResult, colors: &Colors) -> egui::Color32 {
    if result.worst.is_some_and(|worst| worst <= result.goal.limit) {
        colors.ok
    } else {
        colors.warn
    }
}

/// A value with as many decimals as it needs, at most four.
fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0');
    text.trim_end_matches('.').to_owned()
}

fn weak_ui(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).color(theme::colors(ui).text_weak)).wrap());
}
