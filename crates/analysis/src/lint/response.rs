//! Times to target so short that a tick changes the velocity by twice what is missing, or more:
//! then its error never decays.

use super::remedy::sentence;
use super::{Diagnostic, Rule, Severity, Subject, named, short};
use steerwright_runtime::scene::{Behavior, Motion, Preset, Scene, WeightedBehavior};
use steerwright_runtime::steering::Idle;

/// The largest `time_to_target`, s, and `ticks_per_second`.
const MAX_TIME: f64 = 1000.0;
const MAX_TICKS_PER_SECOND: f64 = 1000.0;
/// The largest mass.
const MAX_MASS: f64 = 1e6;

/// Where a preset has a time to target.
struct Response {
    /// The index of the behavior among those of the first state, if it is one of these.
    behavior: Option<usize>,
    /// The place in the preset.
    place: String,
    time_to_target: f64,
    /// By what its force is multiplied, above 0.
    weight: f64,
}

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    for (index, preset) in scene.presets.iter().enumerate() {
        let name = named(&preset.name, "Preset", index);
        for response in responses(preset) {
            let Some((message, help)) = verdict(scene, preset.body.mass, &response) else {
                continue;
            };
            found.push(Diagnostic {
                rule: Rule::FlipsEveryTick,
                severity: Severity::Warning,
                subject: Subject::Preset(preset.id, response.behavior),
                moment: None,
                pointer: format!("/presets/{index}/{}/time_to_target", response.place),
                message: format!("{name} {message}"),
                help,
            });
        }
    }
}

/// That of the body, if it is used anywhere, then those that behaviors have of their own.
fn responses(preset: &Preset) -> Vec<Response> {
    let mut heaviest: Option<f64> = None;
    let mut found = Vec::new();
    for (state, view) in preset.all_states().enumerate() {
        let Motion::Steered(steered) = view.motion else {
            continue;
        };
        if preset.body.idle == Idle::Brake && !steered.behaviors.is_empty() {
            heaviest = Some(heaviest.unwrap_or(0.0).max(1.0));
        }
        for (index, weighted) in steered.behaviors.iter().enumerate() {
            let WeightedBehavior {
                weight, behavior, ..
            } = weighted;
            if !(*weight > 0.0) {
                continue;
            }
            let (uses_body, times) = times_of(behavior);
            if uses_body {
                heaviest = Some(heaviest.unwrap_or(0.0).max(*weight));
            }
            let first = state.checked_sub(1);
            let state = first.map_or(String::new(), |other| format!("states/{other}/"));
            let key = behavior.description().key;
            found.extend(times.map(|time_to_target| Response {
                behavior: first.is_none().then_some(index),
                place: format!("{state}motion/steered/behaviors/{index}/behavior/{key}"),
                time_to_target,
                weight: *weight,
            }));
        }
    }
    let of_body = heaviest.map(|weight| Response {
        behavior: None,
        place: "body".into(),
        time_to_target: preset.body.time_to_target,
        weight,
    });
    of_body.into_iter().chain(found).collect()
}

/// Whether a behavior uses the time to target of the body, and its own. A wait uses that of the
/// body.
fn times_of(behavior: &Behavior) -> (bool, Option<f64>) {
    match behavior {
        Behavior::Arrive(arrive) => (arrive.time_to_target.is_none(), arrive.time_to_target),
        Behavior::Leave(leave) => (leave.time_to_target.is_none(), leave.time_to_target),
        Behavior::FollowPath(follow) => (true, follow.time_to_target),
        Behavior::Separation(_) => (false, None),
        _ => (true, None),
    }
}

/// What happens and what helps, if the error of the velocity does not decay: a tick multiplies it
/// by 1 - `share`.
fn verdict(scene: &Scene, mass: f64, response: &Response) -> Option<(String, String)> {
    let Response {
        time_to_target,
        weight,
        ..
    } = *response;
    let dt = scene.dt();
    let rate = weight / (mass * time_to_target);
    let share = dt * rate;
    if !((1.0 - share).abs() >= 1.0) {
        return None;
    }
    let mut causes = format!("a time to target of {} s", short(time_to_target));
    for (name, value) in [("mass", mass), ("weight", weight)] {
        if value != 1.0 {
            causes += &format!(", a {name} of {}", short(value));
        }
    }
    let message = format!(
        "flips its velocity back and forth: with {causes}, every tick of {} s changes it by {} times what is missing.",
        short(dt),
        short(share)
    );
    // A tick then changes it by what is missing.
    let least_time = rounded_up(dt * weight / mass);
    let least_ticks = rate.ceil();
    let mut helps = Vec::new();
    if least_time <= MAX_TIME {
        helps.push(format!(
            "raise the time to target to {} s or more",
            number(least_time)
        ));
    }
    if least_ticks <= MAX_TICKS_PER_SECOND {
        helps.push(format!("use {least_ticks} or more ticks per second"));
    }
    if helps.is_empty() {
        let least_mass = |time: f64| rounded_up(dt * weight / time);
        helps.push(if least_mass(time_to_target) <= MAX_MASS {
            format!(
                "raise the mass to {} or more",
                number(least_mass(time_to_target))
            )
        } else {
            format!(
                "raise the time to target to {MAX_TIME} s, and raise the mass to {} or more",
                number(least_mass(MAX_TIME))
            )
        });
    }
    Some((message, sentence(&helps)?))
}

/// `x` with at most four decimals, rounded up.
fn rounded_up(x: f64) -> f64 {
    (x * 1e4).ceil() / 1e4
}

fn number(x: f64) -> String {
    let text = format!("{x:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
