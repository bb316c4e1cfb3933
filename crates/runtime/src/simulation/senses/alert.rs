//! The meter that tells how alert an agent is.

use crate::level::Sight;
use crate::scene::Alert;

/// The meter after a tick of `dt` seconds. `seen`: the distance from the one that the agent sees,
/// u, if it sees one.
pub(super) fn meter(
    alert: &Alert,
    sight: Option<&Sight>,
    meter: f64,
    seen: Option<f64>,
    dt: f64,
) -> f64 {
    match (seen, sight) {
        (Some(distance), Some(sight)) => {
            let rise = alert.rise_near + (alert.rise_far - alert.rise_near) * part(distance, sight);
            at_most_one(meter + rise * dt)
        }
        _ => {
            let fallen = meter - alert.fall * dt;
            if fallen > 0.0 { fallen } else { 0.0 }
        }
    }
}

/// The meter after a noise was heard.
pub(super) fn after_noise(alert: &Alert, meter: f64) -> f64 {
    at_most_one(meter + alert.noise_rise)
}

/// How far away a distance is, 0 within the near distance and 1 at the range.
fn part(distance: f64, Sight { near, range, .. }: &Sight) -> f64 {
    if near < range && distance > *near {
        at_most_one((distance - near) / (range - near))
    } else {
        0.0
    }
}

fn at_most_one(x: f64) -> f64 {
    if x > 1.0 { 1.0 } else { x }
}
