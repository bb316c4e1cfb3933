//! Measures how an agent stops at a target.

use super::{REST_SPEED, negligible_overshoot};
use glam::DVec2;
use steerwright_runtime::geometry::vector;

/// The maximum number of stored points of a path past the target.
const MAX_PATH: usize = 1_000;
/// The maximum number of stored points of a whole way.
const MAX_WAY: usize = 256;

/// Where an agent should stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The center of the target, u.
    pub center: DVec2,
    /// Within this distance (u) the agent has arrived.
    pub target_radius: f64,
    /// Within this distance (u) it slows down.
    pub slow_radius: f64,
    /// Within this distance (u) it may come to rest.
    pub settle_radius: f64,
    /// Whether it keeps its velocity inside the target radius. Its overshoot is then measured from
    /// the target radius on.
    pub coasts: bool,
    /// The highest speed of the agent, u/s.
    pub max_speed: f64,
}

impl Goal {
    /// A goal with the settle radius of an arrival: its target radius, or 1 % of the slow radius if
    /// it is 0, because an agent comes near a point but never exactly to it.
    pub fn new(
        center: DVec2,
        target_radius: f64,
        slow_radius: f64,
        coasts: bool,
        max_speed: f64,
    ) -> Self {
        Self {
            center,
            target_radius,
            slow_radius,
            settle_radius: if target_radius > 0.0 {
                target_radius
            } else {
                0.01 * slow_radius
            },
            coasts,
            max_speed,
        }
    }
}

/// When an agent came to rest at its target: below 1 % of its max speed and inside the settle
/// radius from then on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Settling {
    /// After this many seconds.
    After(f64),
    /// Never: its state repeats.
    Never,
    /// Not before the measurement ended, after this many seconds.
    NotWithin(f64),
}

/// A measured approach to a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// The farthest distance beyond the center of the target along the approach, u; for an agent
    /// that coasts, beyond its target radius. 0 if it never got that far.
    pub overshoot: f64,
    /// When it came to rest, counted from the start of the measurement.
    pub settling: Settling,
    /// The largest steering force.
    pub peak_force: f64,
    /// Where it rests at the end, u; `None` if it still moved.
    pub stop: Option<DVec2>,
    /// Its path from the target radius on, one point per tick, until it came to rest; at most 1,000
    /// points.
    pub path_past: Vec<DVec2>,
    /// Points along its whole way, in order: at most 256.
    pub way: Vec<DVec2>,
    /// The slow radius it was measured with, u.
    pub slow_radius: f64,
    /// Whether it was still approaching the target slowly from outside at the end, and so will not
    /// overshoot.
    pub(super) creeps: bool,
}

impl Approach {
    /// Whether its overshoot is large enough to see.
    pub fn overshoots(&self) -> bool {
        self.overshoot > negligible_overshoot(self.slow_radius)
    }

    /// Whether it stops at the target without passing it.
    pub fn stops_in_time(&self) -> bool {
        !self.overshoots() && (matches!(self.settling, Settling::After(_)) || self.creeps)
    }
}

/// Measures an approach, tick by tick.
#[derive(Clone, Debug)]
pub struct ApproachMeter {
    goal: Goal,
    dt: f64,
    /// The number of samples read.
    samples: u64,
    last: Option<State>,
    /// The direction in which it entered the slow radius.
    direction: Option<DVec2>,
    beyond: f64,
    peak_force: f64,
    /// The sample since which it has been at rest.
    at_rest_since: Option<u64>,
    reached: bool,
    overshoot_ended: bool,
    path_past: Vec<DVec2>,
    way: Way,
    /// An earlier state, to notice that the motion repeats itself (Brent's cycle detection).
    landmark: Option<State>,
    next_landmark: u64,
    ended: Option<Ended>,
}

/// Samples of a way at equal steps, so that a long one has no more points than a short one.
#[derive(Clone, Debug)]
struct Way {
    points: Vec<DVec2>,
    stride: u64,
    read: u64,
}

impl Way {
    fn push(&mut self, position: DVec2) {
        if self.read.is_multiple_of(self.stride) {
            if self.points.len() >= MAX_WAY {
                let mut index = 0_usize;
                self.points.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                self.stride *= 2;
            }
            self.points.push(position);
        }
        self.read += 1;
    }
}

/// Position and velocity.
type State = (DVec2, DVec2);

/// Why the rest of the motion is known.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ended {
    Still,
    Repeats,
}

impl ApproachMeter {
    /// A measurement before its first sample; `dt` is the duration of a tick, s.
    pub fn new(goal: Goal, dt: f64) -> Self {
        Self {
            goal,
            dt,
            samples: 0,
            last: None,
            direction: None,
            beyond: 0.0,
            peak_force: 0.0,
            at_rest_since: None,
            reached: false,
            overshoot_ended: false,
            path_past: Vec::new(),
            way: Way {
                points: Vec::new(),
                stride: 1,
                read: 0,
            },
            landmark: None,
            next_landmark: 1,
            ended: None,
        }
    }

    /// Reads the state at the next tick. Returns whether it may still change: `false` once the
    /// agent is at rest at its target or repeats a state. A repeated state proves that nothing new
    /// follows only if the motion depends on nothing but position and velocity.
    pub fn read(&mut self, position: DVec2, velocity: DVec2, force: f64) -> bool {
        let Goal {
            center,
            target_radius,
            slow_radius,
            settle_radius,
            coasts,
            max_speed,
        } = self.goal;
        let before = self.last.replace((position, velocity));
        let was_over = self.ended.take().is_some();
        let from = before.map_or(position, |(place, _)| place);
        let nearest = vector::segment_distance(from, position, center);
        let speed = vector::length(velocity);
        let is_slow = speed < REST_SPEED * max_speed;
        if self.direction.is_none() && nearest <= slow_radius.max(target_radius) {
            self.direction = Some(vector::direction(center - from));
        }
        if let Some(direction) = self.direction {
            let past = position - center;
            let along = past.x * direction.x + past.y * direction.y;
            let beyond = if coasts { along - target_radius } else { along };
            let farther = beyond > self.beyond;
            // It begins again if the agent gets farther than before.
            self.overshoot_ended = self.beyond > 0.0 && (!farther || is_slow);
            self.beyond = self.beyond.max(beyond);
        }
        self.reached |= nearest <= target_radius || self.beyond > 0.0;
        if self.reached && self.path_past.len() < MAX_PATH && !was_over {
            self.path_past.push(position);
        }
        self.way.push(position);
        self.peak_force = self.peak_force.max(force);

        let at_rest = is_slow && vector::distance(position, center) < settle_radius;
        self.at_rest_since = at_rest.then(|| self.at_rest_since.unwrap_or(self.samples));
        let lies_still = before.is_some_and(|(place, velocity_before)| {
            place == position && speed <= vector::length(velocity_before)
        });
        if at_rest && lies_still {
            self.ended = Some(Ended::Still);
        } else if self.landmark == Some((position, velocity)) {
            self.ended = Some(Ended::Repeats);
        }
        if self.samples >= self.next_landmark {
            self.landmark = Some((position, velocity));
            self.next_landmark = 2 * self.samples;
        }
        self.samples += 1;
        self.ended.is_none()
    }

    /// Counts a tick in which the agent is not on its way to the goal yet.
    pub fn skip(&mut self, force: f64) {
        self.peak_force = self.peak_force.max(force);
        self.samples += 1;
    }

    /// Records that the motion of the agent repeats forever.
    pub(super) fn end_without_rest(&mut self) {
        self.ended = Some(Ended::Repeats);
    }

    /// Records that the agent goes on, however slow it is.
    pub(super) fn clear_rest(&mut self) {
        self.at_rest_since = None;
    }

    /// How far it has moved past the target, u.
    pub fn overshoot(&self) -> f64 {
        self.beyond
    }

    /// Whether it has stopped past the target, or turned back to it.
    pub fn has_overshoot_ended(&self) -> bool {
        self.overshoot_ended
    }

    /// The seconds from the first sample to the one since which it has been at rest.
    pub fn at_rest_after(&self) -> Option<f64> {
        self.at_rest_since.map(|sample| sample as f64 * self.dt)
    }

    /// The number of samples since it has been at rest.
    pub(super) fn samples_at_rest(&self) -> u64 {
        self.at_rest_since.map_or(0, |since| self.samples - since)
    }

    /// What was measured.
    pub fn finish(self) -> Approach {
        let speed = self
            .last
            .map_or(0.0, |(_, velocity)| vector::length(velocity));
        // A coasting agent that still moves leaves its target radius again, however slow it is.
        let leaves = self.goal.coasts && speed > 0.0 && self.ended != Some(Ended::Still);
        let at_rest_after = self.at_rest_after().filter(|_| !leaves);
        let settling = match (at_rest_after, self.ended) {
            (Some(seconds), _) => Settling::After(seconds),
            (None, Some(Ended::Still | Ended::Repeats)) => Settling::Never,
            (None, None) => Settling::NotWithin(self.samples as f64 * self.dt),
        };
        let stands = speed == 0.0 && self.ended.is_some();
        let slow = speed < REST_SPEED * self.goal.max_speed;
        Approach {
            overshoot: self.beyond,
            settling,
            peak_force: self.peak_force,
            stop: self
                .last
                .filter(|_| stands || at_rest_after.is_some())
                .map(|(position, _)| position),
            path_past: self.path_past,
            way: self.way.points,
            slow_radius: self.goal.slow_radius,
            creeps: !self.reached && slow && self.direction.is_some() && self.ended.is_none(),
        }
    }
}
