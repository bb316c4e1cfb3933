//! Verdicts under the numbers that they judge.

use crate::editor::checks::verdict_words;
use crate::editor::checks::verdict_words::Words;
use crate::editor::checks::verdicts::{Measured, VerdictCache};
use crate::editor::theme;
use egui::{RichText, Ui};
use steerwright_analysis::lint;
use steerwright_analysis::probe::{BehaviorVerdict, with_slow_radius};
use steerwright_authoring::edit::naming::sentence;
use steerwright_runtime::scene::Behavior;
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::description::Verdict;
use steerwright_runtime::steering::{Arrive, Body};

/// Draws what was measured of the behavior with index `index`, and a button for the shortest slow
/// radius. Returns the name of the step if it was clicked.
pub fn verdict_ui(
    ui: &mut Ui,
    cache: &VerdictCache,
    index: usize,
    behavior: &mut Behavior,
    body: &Body,
    unit: &str,
) -> Option<String> {
    let judged = behavior.description().verdict?;
    match cache.verdicts() {
        Measured::Nothing => return None,
        Measured::Measuring => {
            weak_ui(ui, "Measuring…");
        }
        Measured::Ready(verdicts) => {
            if let Some(verdict) = verdicts.behaviors.get(index) {
                alone_ui(ui, verdict, behavior, body, unit);
            }
            let in_scene = match judged {
                Verdict::Approach => {
                    let coasts = stops_by(behavior) == Stop::Coast;
                    let approach = verdicts.approach.as_ref();
                    approach.map(|approach| verdict_words::own(approach, coasts, unit))
                }
                Verdict::Walk => {
                    let walk = verdicts.walk.as_ref();
                    walk.map(|walk| verdict_words::walk(walk, unit))
                }
                Verdict::Following => {
                    let following = verdicts.following.as_ref();
                    following.map(|following| verdict_words::following(following, unit))
                }
                Verdict::Leaving => {
                    let leaving = verdicts.leaving.as_ref();
                    leaving.map(|leaving| verdict_words::leaving(leaving, unit))
                }
            };
            if let Some(words) = in_scene {
                words_ui(
                    ui,
                    "In this scene",
                    &words,
                    "Measured in a run of this scene.",
                );
            }
        }
    }
    critical_ui(ui, cache, index, behavior, unit)
}

/// Draws the verdict about the behavior alone.
fn alone_ui(ui: &mut Ui, verdict: &BehaviorVerdict, behavior: &Behavior, body: &Body, unit: &str) {
    let coasts = stops_by(behavior) == Stop::Coast;
    if let Some(straight) = &verdict.straight {
        let words = verdict_words::straight(straight, coasts, unit);
        let title = match behavior {
            Behavior::FollowPath(_) => "At the end",
            Behavior::FollowLeader(_) => "Behind a stationary leader",
            _ => "Straight at max speed",
        };
        words_ui(ui, title, &words, &explanation(behavior, body, unit));
    }
    if verdict.is_unmeasured {
        weak_ui(ui, verdict_words::NOT_MEASURED);
    }
    if let Some(leaving) = &verdict.leaving {
        let words = verdict_words::leaving(leaving, unit);
        let tip = "Measured from the escape radius at max speed, straight away from the danger.";
        words_ui(ui, "Straight at max speed", &words, tip);
    }
}

/// What the agent does where it stops.
fn stops_by(behavior: &Behavior) -> Stop {
    behavior.arrival().unwrap_or_default().stop
}

/// The formula behind a verdict.
fn explanation(behavior: &Behavior, body: &Body, unit: &str) -> String {
    let Arrive {
        slow_radius,
        ramp,
        time_to_target,
        ..
    } = behavior.arrival().unwrap_or_default();
    let body = Body {
        time_to_target: time_to_target.unwrap_or(body.time_to_target),
        ..*body
    };
    let room = lint::braking_distance(&body, ramp);
    let mut text = format!(
        "Measured in a run that starts outside the slow radius. At max force, this ramp needs a slow radius of at least {room:.2} {unit}."
    );
    if ramp == Ramp::Linear {
        let ratio = lint::damping_ratio(&body, slow_radius);
        text.push_str(&format!(
            " Its damping ratio without a force limit is {ratio:.2}; below 1, it oscillates."
        ));
    }
    text
}

fn words_ui(ui: &mut Ui, title: &str, words: &Words, tip: &str) {
    weak_ui(ui, title);
    theme::status_ui(ui, words.good, sentence(&words.headline)).on_hover_text(tip);
    if !words.figures.is_empty() {
        weak_ui(ui, &sentence(&words.figures));
    }
}

fn weak_ui(ui: &mut Ui, text: &str) {
    ui.label(
        RichText::new(text)
            .small()
            .color(theme::colors(ui).text_weak),
    );
}

/// Whether a behavior is tuned by its slow radius alone: an arrival, or the end of a path that an
/// agent walks once.
fn has_critical_radius(cache: &VerdictCache, index: usize, behavior: &Behavior) -> bool {
    match behavior {
        Behavior::Arrive(_) => true,
        Behavior::FollowPath(_) => {
            let Measured::Ready(verdicts) = cache.verdicts() else {
                return false;
            };
            let verdict = verdicts.behaviors.get(index);
            verdict.is_some_and(|verdict| verdict.straight.is_some())
        }
        _ => false,
    }
}

/// Draws a button that sets the shortest slow radius without overshoot, or says why there is none.
fn critical_ui(
    ui: &mut Ui,
    cache: &VerdictCache,
    index: usize,
    behavior: &mut Behavior,
    unit: &str,
) -> Option<String> {
    if !has_critical_radius(cache, index, behavior) {
        return None;
    }
    let (found, tip) = match cache.critical() {
        Measured::Nothing => return None,
        Measured::Measuring => (None, "Measuring the shortest slow radius…".to_owned()),
        Measured::Ready(radii) => match radii.get(index)? {
            Ok(radius) => (
                Some(*radius),
                format!(
                    "Sets the slow radius to {radius:.2} {unit}, the shortest without overshoot."
                ),
            ),
            Err(reason) => (None, verdict_words::no_radius(*reason, unit)),
        },
    };
    let button = ui
        .add_enabled(found.is_some(), egui::Button::new("Critically damped"))
        .on_hover_text(&tip)
        .on_disabled_hover_text(&tip);
    if found.is_none() && matches!(cache.critical(), Measured::Ready(_)) {
        weak_ui(ui, &tip);
    }
    let radius = found.filter(|_| button.clicked())?;
    *behavior = with_slow_radius(*behavior, radius);
    Some("Critically damped".into())
}
