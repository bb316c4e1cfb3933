//! Whether an agent stops at its target, measured by a straight approach at max speed.

use super::remedy::{BodyChange, sentence, short_above, tried};
use super::{Rule, Severity, short};
use crate::probe::{
    Approach, Budget, NoRadius, NotMeasured, Settling, critical_slow_radius, leaving,
    straight_approach,
};
use steerwright_runtime::scene::{Behavior, Preset};
use steerwright_runtime::steering::arrive::{Ramp, Stop};
use steerwright_runtime::steering::description::Verdict;
use steerwright_runtime::steering::{Arrive, Body, Idle};

/// An overshoot up to this part of the slow radius is not worth a hint.
const UNNOTICED: f64 = 0.01;
/// Above this part of the slow radius, an overshoot is a warning.
const WARNING: f64 = 0.05;

/// The damping ratio of a linear ramp whose force is never cut off: below 1 it oscillates around
/// its target, at 1 it arrives as fast as possible without oscillating, and above 1 it arrives more
/// slowly.
///
/// Inside the slow radius R the agent is a damped spring: `m * tau * x'' + x' + (max_speed / R) * x =
/// 0`, whose damping ratio is `zeta = 0.5 * sqrt((R / max_speed) / (m * tau))`. It is infinite for
/// an agent without speed, mass or lag. It explains a verdict and is none: the other ramps, the
/// limit of the force, the target radius and the length of a tick are not in it.
///
/// ```
/// use steerwright_analysis::lint::damping_ratio;
/// use steerwright_runtime::steering::{Body, Idle};
/// let body = Body { mass: 1.0, max_speed: 5.0, time_to_target: 0.1, ..Body::default() };
/// assert_eq!(damping_ratio(&body, 2.0), 1.0);
/// assert_eq!(damping_ratio(&body, 0.5), 0.5);
/// ```
pub fn damping_ratio(body: &Body, slow_radius: f64) -> f64 {
    let lag = body.mass * body.time_to_target;
    if body.max_speed > 0.0 && lag > 0.0 {
        0.5 * ((slow_radius / body.max_speed) / lag).sqrt()
    } else {
        f64::INFINITY
    }
}

/// The distance (u) in which a ramp slows an agent down from max speed at no more than full force.
/// A square-root ramp brakes with the same force all the way: `mass * max_speed^2 / (2 *
/// max_force)`. A linear ramp asks for the most at the slow radius, and a quadratic ramp for twice
/// that, so they need two and four times the distance.
pub fn braking_distance(body: &Body, ramp: Ramp) -> f64 {
    let shortest = body.max_speed * body.max_speed * body.mass / (2.0 * body.max_force);
    match ramp {
        Ramp::Sqrt => shortest,
        Ramp::Linear => 2.0 * shortest,
        Ramp::Quadratic => 4.0 * shortest,
    }
}

/// What is wrong with how a preset stops.
pub(super) struct Finding {
    pub(super) rule: Rule,
    pub(super) severity: Severity,
    /// The parameter to change.
    pub(super) key: &'static str,
    /// What happens and why, to follow the name of the preset.
    pub(super) message: String,
    pub(super) help: String,
}

/// How the behavior with index `behavior` stops; `None` if well, or if it is not meant to stop.
pub(super) fn check(
    preset: &Preset,
    behavior: usize,
    end_of_path: bool,
    ticks_per_second: f64,
    unit: &str,
    budget: &mut Budget,
) -> Option<Finding> {
    let found = match preset.behaviors().nth(behavior)?.description().verdict {
        Some(Verdict::Walk) if !end_of_path => Ok(None),
        Some(Verdict::Approach | Verdict::Walk | Verdict::Following) => {
            overshoot(preset, behavior, ticks_per_second, unit, budget)
        }
        Some(Verdict::Leaving) => never_stops(preset, behavior, ticks_per_second, budget),
        None => Ok(None),
    };
    found.unwrap_or_else(|NotMeasured| {
        Some(Finding {
            rule: Rule::NotMeasured,
            severity: Severity::Hint,
            key: match preset.behaviors().nth(behavior)?.arrival() {
                Some(_) => "slow_radius",
                None => "danger_radius",
            },
            message: "was not measured: the presets of this file take too long to stop.".into(),
            help: if response_takes_longest(&preset.body) {
                "Try a lower mass or time to target for those that stop slowly."
            } else {
                "Try a lower mass or max speed for those that stop slowly, or a higher max force."
            }
            .into(),
        })
    })
}

/// Whether a body stops slowly because of its response time, and not because of its force.
fn response_takes_longest(body: &Body) -> bool {
    body.mass * body.time_to_target > body.mass * body.max_speed / body.max_force
}

/// How far it passes its target, if that is worth a message.
fn overshoot(
    preset: &Preset,
    index: usize,
    ticks_per_second: f64,
    unit: &str,
    budget: &mut Budget,
) -> Result<Option<Finding>, NotMeasured> {
    let worst = noticed(preset, index, ticks_per_second, budget)?;
    let (Some(approach), Some(behavior)) = (worst, preset.behaviors().nth(index)) else {
        return Ok(None);
    };
    let slow_radius = approach.slow_radius;
    let never = match approach.settling {
        Settling::Never => " and never stops",
        Settling::After(_) | Settling::NotWithin(_) => "",
    };
    let why = reason(&preset.body, behavior, slow_radius, unit);
    Ok(Some(Finding {
        rule: Rule::Overshoot,
        severity: if approach.overshoot > WARNING * slow_radius {
            Severity::Warning
        } else {
            Severity::Hint
        },
        key: "slow_radius",
        message: format!(
            "overshoots its target by {} {unit}{never}: {why}.",
            short(approach.overshoot)
        ),
        help: sentence(&remedies(
            preset,
            index,
            slow_radius,
            ticks_per_second,
            unit,
            budget,
        ))
        .unwrap_or_else(|| {
            "Try a lower max speed and a lower mass: what helps was not found.".to_owned()
        }),
    }))
}

/// How it passes its target, if that is worth a message.
fn noticed(
    preset: &Preset,
    index: usize,
    ticks_per_second: f64,
    budget: &mut Budget,
) -> Result<Option<Approach>, NotMeasured> {
    let measured = straight_approach(preset, index, ticks_per_second, budget)?;
    Ok(measured
        .map(|measured| measured.worst)
        .filter(|worst| worst.overshoots() && worst.overshoot > UNNOTICED * worst.slow_radius))
}

/// What ends an overshoot, as measured: alternatives.
fn remedies(
    preset: &Preset,
    index: usize,
    slow_radius: f64,
    ticks_per_second: f64,
    unit: &str,
    budget: &mut Budget,
) -> Vec<String> {
    let mut advice = Vec::new();
    match budget.with_half(|half| critical_slow_radius(preset, index, ticks_per_second, half)) {
        Ok(radius) if radius > slow_radius => {
            let name = match preset.behaviors().nth(index) {
                Some(Behavior::FollowPath(_)) => "end slow radius",
                Some(_) | None => "slow radius",
            };
            advice.push(format!(
                "raise the {name} to {} {unit}",
                short_above(radius)
            ));
        }
        Err(NoRadius::Coasts) => {
            let brake = "set it to brake at the target".to_owned();
            let braking = braking(preset, index);
            if let Ok(None) = noticed(&braking, index, ticks_per_second, budget) {
                return vec![brake];
            }
            let further = remedies(&braking, index, slow_radius, ticks_per_second, unit, budget);
            let first = further.first();
            return first
                .map(|first| format!("{brake}, and {first}"))
                .into_iter()
                .collect();
        }
        Ok(_)
        | Err(
            NoRadius::DoesNotStop
            | NoRadius::CannotMove
            | NoRadius::Overshoots(_)
            | NoRadius::NotMeasured,
        ) => {}
    }
    let mut helps = |change: &BodyChange| {
        let mut changed = preset.clone();
        change.apply(&mut changed.body);
        matches!(noticed(&changed, index, ticks_per_second, budget), Ok(None))
    };
    let mut change = BodyChange::slower(&preset.body).find(&mut helps);
    if change.is_none() && advice.is_empty() {
        change = BodyChange::stronger(&preset.body).find(&mut helps);
    }
    advice.extend(change.map(|change| change.words(unit)));
    advice
}

/// The same preset, whose behavior brakes at its target.
fn braking(preset: &Preset, behavior: usize) -> Preset {
    let mut preset = preset.clone();
    if let Some(weighted) = preset.motion.behaviors_mut().get_mut(behavior)
        && let Behavior::Arrive(arrive) = &mut weighted.behavior
    {
        arrive.stop = Stop::Brake;
    }
    preset
}

/// The part of a formula that explains an overshoot best.
fn reason(body: &Body, behavior: &Behavior, slow_radius: f64, unit: &str) -> String {
    let Arrive {
        ramp,
        stop,
        time_to_target,
        ..
    } = behavior.arrival().unwrap_or_default();
    if stop == Stop::Coast {
        return "it is set to coast there".to_owned();
    }
    let body = &Body {
        time_to_target: time_to_target.unwrap_or(body.time_to_target),
        ..*body
    };
    let speed = short(body.max_speed);
    let lag = short(body.mass * body.time_to_target);
    let room = braking_distance(body, ramp);
    if room > slow_radius {
        format!(
            "it needs {} {unit} to brake from {speed} {unit}/s, but the slow radius is {} {unit}",
            short(room),
            short(slow_radius)
        )
    } else {
        format!(
            "its response time is {lag} s, and it has {} s to slow down from {speed} {unit}/s",
            short(slow_radius / body.max_speed)
        )
    }
}

fn never_stops(
    preset: &Preset,
    behavior: usize,
    ticks_per_second: f64,
    budget: &mut Budget,
) -> Result<Option<Finding>, NotMeasured> {
    let mut stops = |preset: &Preset| {
        let measured = leaving(preset, behavior, ticks_per_second, budget)?;
        Ok(measured.is_none_or(|measured| measured.settling != Settling::Never))
    };
    if stops(preset)? {
        return Ok(None);
    }
    let mut braking = preset.clone();
    braking.body.idle = Idle::Brake;
    let help = if stops(&braking)? {
        "To make it stop, set Idle to Brake.".to_owned()
    } else {
        // What changes by more than itself in a tick flips for ever.
        let tick = 1.0 / (ticks_per_second * preset.body.mass);
        let mut times = tried(tick, [1.0, 2.0]);
        let found = times.find(|&time| {
            braking.body.time_to_target = time;
            matches!(stops(&braking), Ok(true))
        });
        found.map_or_else(
            || "Try to set Idle to Brake, and to raise the time to target.".to_owned(),
            |time| {
                format!(
                    "To make it stop, set Idle to Brake, and raise the time to target to {} s.",
                    short(time)
                )
            },
        )
    };
    Ok(Some(Finding {
        rule: Rule::NeverStops,
        severity: Severity::Hint,
        key: "danger_radius",
        message: "never stops once it has left the danger radius.".into(),
        help,
    }))
}
