//! Whether an agent stops at its target, measured by a straight approach at max speed.

use super::{Rule, Severity, short};
use crate::probe::{
    Approach, Budget, NoRadius, NotMeasured, Settling, critical_slow_radius, leaving,
    slow_radius_of, straight_approach,
};
use steerwright_runtime::scene::{Behavior, Preset};
use steerwright_runtime::steering::Body;
use steerwright_runtime::steering::arrive::Ramp;

/// An overshoot up to this part of the slow radius is not worth a hint.
const UNNOTICED: f64 = 0.01;
/// Above this part of the slow radius, an overshoot is a warning.
const WARNING: f64 = 0.05;

/// The damping ratio of a linear ramp whose force is never cut off: below 1 it oscillates around its target, at 1 it arrives as
/// fast as possible without oscillating, and above 1 it arrives more slowly.
///
/// Inside the slow radius R the agent is a damped spring: `m * tau * x'' + x' + (max_speed / R) * x = 0`, whose damping ratio is
/// `zeta = 0.5 * sqrt((R / max_speed) / (m * tau))`. It is infinite for an agent without speed, mass or lag. It explains a verdict
/// and is none: the other ramps, the limit of the force, the target radius and the length of a tick are not in it.
///
/// ```
/// use steerwright_analysis::lint::damping_ratio;
/// use steerwright_runtime::steering::Body;
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

/// The distance (u) in which a ramp slows an agent down from max speed at no more than full force. A square-root ramp brakes with
/// the same force all the way: `mass * max_speed^2 / (2 * max_force)`. A linear ramp asks for the most at the slow radius, and a
/// quadratic ramp for twice that, so they need two and four times the distance.
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
    let found = match preset.behaviors().nth(behavior)? {
        Behavior::Arrive(_) | Behavior::FollowLeader(_) => {
            stops_late(preset, behavior, ticks_per_second, unit, budget)
        }
        Behavior::FollowPath(_) if end_of_path => {
            stops_late(preset, behavior, ticks_per_second, unit, budget)
        }
        Behavior::Leave(_) => never_stops(preset, behavior, ticks_per_second, budget),
        Behavior::FollowPath(_)
        | Behavior::Seek {}
        | Behavior::Flee(_)
        | Behavior::Pursue(_)
        | Behavior::Evade(_)
        | Behavior::Separation(_)
        | Behavior::HomingWalk(_)
        | Behavior::AvoidWalls(_)
        | Behavior::FollowWall(_)
        | Behavior::Search(_) => Ok(None),
    };
    found.unwrap_or_else(|NotMeasured| {
        Some(Finding {
            rule: Rule::NotMeasured,
            severity: Severity::Hint,
            key: slow_radius_of(preset.behaviors().nth(behavior)?)
                .map_or("danger_radius", |_| "slow_radius"),
            message: "was not measured: it takes very long to come to rest.".into(),
            help: "Lower the mass or the max speed, or raise the max force.".into(),
        })
    })
}

fn stops_late(
    preset: &Preset,
    behavior: usize,
    ticks_per_second: f64,
    unit: &str,
    budget: &mut Budget,
) -> Result<Option<Finding>, NotMeasured> {
    let Some(approach) = straight_approach(preset, behavior, ticks_per_second, budget)? else {
        return Ok(None);
    };
    let worst = &approach.worst;
    if !worst.overshoots() || worst.overshoot <= UNNOTICED * worst.slow_radius {
        return Ok(None);
    }
    Ok(overshoot(
        preset,
        behavior,
        ticks_per_second,
        worst,
        unit,
        budget,
    ))
}

fn overshoot(
    preset: &Preset,
    index: usize,
    ticks_per_second: f64,
    approach: &Approach,
    unit: &str,
    budget: &mut Budget,
) -> Option<Finding> {
    let behavior = preset.behaviors().nth(index)?;
    let slow_radius = slow_radius_of(behavior)?;
    let never = match approach.settling {
        Settling::Never => " and never stops",
        Settling::After(_) | Settling::NotWithin(_) => "",
    };
    let why = reason(&preset.body, behavior, slow_radius, unit);
    let help = match critical_slow_radius(preset, index, ticks_per_second, budget) {
        Ok(radius) if radius > slow_radius => format!(
            "Raise the slow radius to {} {unit}, or lower the max speed.",
            short(radius)
        ),
        Err(NoRadius::Coasts) => "Set it to brake at the target.".into(),
        // A longer one may do.
        Err(NoRadius::NotMeasured) => "Raise the slow radius, or lower the max speed.".into(),
        Ok(_) | Err(NoRadius::DoesNotStop | NoRadius::CannotMove | NoRadius::Overshoots(_)) => {
            "Lower the max speed, or raise the target radius.".into()
        }
    };
    Some(Finding {
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
        help,
    })
}

/// The part of a formula that explains an overshoot best.
fn reason(body: &Body, behavior: &Behavior, slow_radius: f64, unit: &str) -> String {
    let (ramp, own_time) = match behavior {
        Behavior::Arrive(arrive) => (arrive.ramp, arrive.time_to_target),
        Behavior::FollowPath(follow) => (Ramp::Linear, follow.time_to_target),
        Behavior::FollowLeader(_)
        | Behavior::Seek {}
        | Behavior::Flee(_)
        | Behavior::Leave(_)
        | Behavior::Pursue(_)
        | Behavior::Evade(_)
        | Behavior::Separation(_)
        | Behavior::HomingWalk(_)
        | Behavior::AvoidWalls(_)
        | Behavior::FollowWall(_)
        | Behavior::Search(_) => (Ramp::Linear, None),
    };
    let body = &Body {
        time_to_target: own_time.unwrap_or(body.time_to_target),
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
    let measured = leaving(preset, behavior, ticks_per_second, budget)?;
    let never = measured.is_some_and(|measured| measured.settling == Settling::Never);
    Ok(never.then(|| Finding {
        rule: Rule::NeverStops,
        severity: Severity::Hint,
        key: "danger_radius",
        message: "never stops once it has left the danger radius.".into(),
        help: "To make it stop, set Idle to Brake.".into(),
    }))
}
