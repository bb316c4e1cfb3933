//! Verdicts by measurement: short runs of a behavior with its own numbers.
//!
//! Whether an agent overshoots depends on the ramp, the radii, the mass, the limits, the tick rate
//! and on what the agent does at the target. No formula covers all of them, so a verdict runs the
//! behavior and measures. Each run ends after [`MAX_TICKS`]; what has not happened by then is
//! reported as such. Several runs share a [`Budget`].

mod approach;
mod budget;
mod critical;
mod following;
mod leaving;
mod own_run;
mod path_walk;
mod straight;
mod verdicts;

pub use approach::{Approach, ApproachMeter, Goal, Settling};
pub use budget::{Budget, NotMeasured};
pub use critical::{NoRadius, critical_slow_radius};
pub use following::{Following, own_following};
pub use leaving::{Leaving, leaving};
pub use own_run::{own_approach, own_leaving};
pub use path_walk::{Corner, Leg, PathWalk, WalkExtent, WalkStart, own_path_walk};
pub use straight::{StraightApproach, straight_approach, with_slow_radius};
pub use verdicts::{BehaviorVerdict, Verdicts, verdicts};

pub(crate) use path_walk::{Walker, follow_of, own_path_walk_within};
pub(crate) use verdicts::walks_to_an_end;

use steerwright_runtime::steering::Body;

/// No probe runs longer, in ticks: some 20 ms.
pub const MAX_TICKS: u64 = 120_000;

/// Below this part of the max speed an agent counts as at rest.
pub const REST_SPEED: f64 = 0.01;

/// An overshoot (u) that is too small to see: 0.1 % of the slow radius, and at most 0.005 u.
pub fn negligible_overshoot(slow_radius: f64) -> f64 {
    (0.001 * slow_radius).min(0.005)
}

/// The ticks a probe may take for a way of `distance` u: a hundred times what the way and one stop
/// at the limits of the body take, and ten seconds.
fn longest_run(body: &Body, time_to_target: f64, distance: f64, dt: f64) -> u64 {
    let stop = body.mass * body.max_speed / body.max_force;
    let seconds = distance / body.max_speed + body.mass * time_to_target + stop;
    // `as` saturates, and what is not a number becomes 0.
    (((100.0 * seconds + 10.0) / dt) as u64).min(MAX_TICKS)
}
