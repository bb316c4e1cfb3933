//! Whether an agent stops at its target or overshoots it.

use super::{Severity, short};
use steerwright_runtime::scene::Behavior;
use steerwright_runtime::steering::Body;
use steerwright_runtime::steering::arrive::Ramp;

/// The damping ratio of an arrival with a linear ramp: below 1 the agent overshoots, at 1 it arrives as fast as possible without
/// overshooting, and above 1 it arrives more slowly.
///
/// Inside the slow radius R the agent is a damped spring: `m * tau * x'' + x' + (max_speed / R) * x = 0`, whose damping ratio is
/// `zeta = 0.5 * sqrt((R / max_speed) / (m * tau))`. It is infinite for an agent without speed, mass or lag.
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

/// The smallest slow radius (u) from which the agent stops at its target with a linear ramp: it gives a damping ratio of 1
/// (`4 * mass * time_to_target * max_speed`) and enough distance to brake at full force.
pub fn critical_slow_radius(body: &Body) -> f64 {
    let damped = 4.0 * body.mass * body.time_to_target * body.max_speed;
    let room = braking_distance(body);
    if room > damped { room } else { damped }
}

/// The distance (u) that the agent needs to stop from full speed at full force: `max_speed^2 / (2 * max_force / mass)`.
fn braking_distance(body: &Body) -> f64 {
    if body.max_force > 0.0 {
        body.max_speed * body.max_speed * body.mass / (2.0 * body.max_force)
    } else {
        0.0
    }
}

/// Why an agent overshoots the target of `behavior`, and how to fix it; `None` if it does not.
pub(super) fn overshoot(
    body: &Body,
    behavior: &Behavior,
    end_of_path: bool,
    unit: &str,
) -> Option<(Severity, String, String)> {
    let (slow_radius, ramp, time_to_target) = match behavior {
        Behavior::Arrive(arrive) => (arrive.slow_radius, arrive.ramp, arrive.time_to_target),
        Behavior::FollowPath(follow) if end_of_path => {
            (follow.slow_radius, Ramp::Linear, follow.time_to_target)
        }
        Behavior::FollowLeader(follow) => (follow.slow_radius, Ramp::Linear, None),
        Behavior::Seek {}
        | Behavior::Flee(_)
        | Behavior::Leave(_)
        | Behavior::Pursue(_)
        | Behavior::Evade(_)
        | Behavior::FollowPath(_)
        | Behavior::Separation(_)
        | Behavior::HomingWalk(_) => return None,
    };
    let body = &Body {
        time_to_target: time_to_target.unwrap_or(body.time_to_target),
        ..*body
    };
    if body.max_speed <= 0.0 || body.max_force <= 0.0 {
        return None;
    }
    let critical = critical_slow_radius(body);
    let raise = format!(
        "Raise the slow radius to {} {unit}, or lower the max speed.",
        short(rounded_up(critical))
    );
    let room = braking_distance(body);
    let speed = short(body.max_speed);
    if room > slow_radius {
        let room = short(room);
        let why = format!(
            "it needs {room} {unit} to brake from {speed} {unit}/s, but the slow radius is {} {unit}.",
            short(slow_radius)
        );
        return Some((Severity::Warning, why, raise));
    }
    let zeta = damping_ratio(body, slow_radius);
    if ramp != Ramp::Linear || zeta >= 1.0 {
        return None;
    }
    let lag = short(body.mass * body.time_to_target);
    let why = format!(
        "its damping ratio is {}, and it oscillates below 1. Its response time is {lag} s, and it has {} s to slow down from {speed} {unit}/s.",
        short(zeta),
        short(slow_radius / body.max_speed)
    );
    // Above this, the overshoot is less than a twentieth of the slow radius.
    let severity = if zeta < 0.7 {
        Severity::Warning
    } else {
        Severity::Hint
    };
    Some((severity, why, raise))
}

/// Rounds up to three digits, so that the displayed value is sufficient.
fn rounded_up(x: f64) -> f64 {
    let digits = if x >= 100.0 {
        1.0
    } else if x >= 10.0 {
        10.0
    } else {
        100.0
    };
    (x * digits).ceil() / digits
}
