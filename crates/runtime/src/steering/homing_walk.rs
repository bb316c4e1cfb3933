//! The homing walk: to the target through random waypoints inside a field of view that narrows with distance.
//!
//! Source: the game-development answer named "Homing walk" in the contract; its published run is one of the tests.

use crate::geometry::rotation;
use crate::geometry::rotation::RADIANS_PER_DEGREE;
use crate::geometry::{Polyline, catmull_rom, vector};
use crate::steering::{Arrive, Kinematic, arrive, seek};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Parameters of the homing walk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct HomingWalk {
    /// A step covers this part of the distance to the target, 0 to 1.
    pub step_fraction: f64,
    /// No step is shorter, u; nearer than this the walk goes straight to the target.
    pub min_step: f64,
    /// No step is longer, u.
    pub max_step: f64,
    /// From this distance (u) on the field of view is as wide as it gets.
    pub aggro_radius: f64,
    /// The widest full field of view, degrees, 0 to 360.
    pub max_fov_deg: f64,
    /// Within this distance (u) of a waypoint the next one is picked.
    pub reach_radius: f64,
    /// Whether all waypoints are picked ahead and a curve through them is walked.
    pub smooth: bool,
    /// Each step is longer or shorter by a random part of up to this, 0 to 1.
    pub step_jitter: f64,
    /// Every so many seconds a waypoint is picked even if the last one is not reached; 0: only when one is due.
    pub repick_interval: f64,
}

impl Default for HomingWalk {
    fn default() -> Self {
        Self {
            step_fraction: 0.5,
            min_step: 1.0,
            max_step: 10.0,
            aggro_radius: 30.0,
            max_fov_deg: 90.0,
            reach_radius: 0.25,
            smooth: false,
            step_jitter: 0.0,
            repick_interval: 0.0,
        }
    }
}

/// A smooth walk never picks more waypoints ahead than this.
const MAX_WAYPOINTS: usize = 256;
/// How far a smooth walk may stray from its curve, in reach radii. A length of its own would not scale with the scene.
const CURVE_TOLERANCE: f64 = 0.2;

impl HomingWalk {
    /// The length (u) of a step at `distance` u from the target, without jitter:
    /// `clamp(distance * step_fraction, min_step, max_step)`.
    #[must_use]
    pub fn step(&self, distance: f64) -> f64 {
        self.clamped_step(distance * self.step_fraction)
    }

    /// The shortest step wins over the longest one.
    fn clamped_step(&self, step: f64) -> f64 {
        let step = if step < self.max_step {
            step
        } else {
            self.max_step
        };
        if step > self.min_step {
            step
        } else {
            self.min_step
        }
    }

    /// Half the field of view at `distance` u from the target, in radians.
    #[must_use]
    pub fn half_fov(&self, distance: f64) -> f64 {
        let near = if distance < self.aggro_radius {
            distance
        } else {
            self.aggro_radius
        };
        let max_fov = self.max_fov_deg * RADIANS_PER_DEGREE;
        if self.aggro_radius > 0.0 {
            0.5 * max_fov * near / self.aggro_radius
        } else {
            0.5 * max_fov
        }
    }

    /// [`repick_interval`](Self::repick_interval) in ticks of `dt` seconds; 0 for never, else at least 1.
    #[must_use]
    pub fn repick_ticks(&self, dt: f64) -> u32 {
        if self.repick_interval > 0.0 {
            // `as` saturates.
            ((self.repick_interval / dt).round() as u32).max(1)
        } else {
            0
        }
    }

    /// Picks the next waypoint. With jitter it draws a number for that first; then, only if the walk does not go straight, one
    /// for the angle and one for the side.
    #[must_use]
    pub fn pick(
        &self,
        position: DVec2,
        target: DVec2,
        next_u32: &mut impl FnMut() -> u32,
    ) -> Waypoint {
        let to_target = target - position;
        let distance = vector::length(to_target);
        let mut step = distance * self.step_fraction;
        if self.step_jitter > 0.0 {
            step *= 1.0 + self.step_jitter * (2.0 * unit_interval(next_u32()) - 1.0);
        }
        let step = self.clamped_step(step);
        if step > distance {
            return Waypoint {
                position: target,
                straight: true,
            };
        }
        let angle = self.half_fov(distance) * unit_interval(next_u32());
        let angle = if next_u32().is_multiple_of(2) {
            -angle
        } else {
            angle
        };
        let straight_ahead = vector::direction_given_length(to_target, distance) * step;
        Waypoint {
            position: position + rotation::rotate(straight_ahead, angle),
            straight: false,
        }
    }
}

/// A random word as a number from 0 to below 1.
fn unit_interval(word: u32) -> f64 {
    f64::from(word) * (1.0 / 4_294_967_296.0)
}

/// Where the walk goes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// Where it lies, u.
    pub position: DVec2,
    /// Whether it is the target itself.
    pub straight: bool,
}

/// What a homing walk remembers between ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HomingWalkState {
    /// Where the walk goes; none before the first tick.
    pub waypoint: Option<Waypoint>,
    /// Ticks since the last pick.
    since_pick: u32,
    /// A smooth walk's points still to pass, the next one first.
    ahead: Vec<DVec2>,
    planned_for: DVec2,
    /// The waypoints of the last plan. The next plan reuses the buffer.
    controls: Vec<DVec2>,
}

impl HomingWalkState {
    /// Whether the walk goes straight to the target.
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.waypoint.is_some_and(|waypoint| waypoint.straight)
    }

    /// The points a smooth walk has before it.
    pub fn ahead(&self) -> &[DVec2] {
        &self.ahead
    }

    /// One tick of `dt` seconds: picks a waypoint if one is due. Returns whether it did.
    ///
    /// A waypoint is due at first, within the reach radius of the last one, when a target that was walked to straight has moved
    /// further off than twice the shortest step, and every [`repick_interval`](HomingWalk::repick_interval). A smooth walk is
    /// planned again at that interval, and when the target has moved further than that from where it was planned for.
    pub fn advance(
        &mut self,
        position: DVec2,
        target: DVec2,
        parameters: &HomingWalk,
        dt: f64,
        next_u32: &mut impl FnMut() -> u32,
    ) -> bool {
        if self.waypoint.is_some() {
            self.since_pick = self.since_pick.saturating_add(1);
        }
        let repick_ticks = parameters.repick_ticks(dt);
        let repick = repick_ticks > 0 && self.since_pick >= repick_ticks;
        let due = if parameters.smooth {
            self.advance_smooth(position, target, parameters, repick, next_u32)
        } else {
            self.advance_stepwise(position, target, parameters, repick, next_u32)
        };
        if due {
            self.since_pick = 0;
        }
        due
    }

    fn advance_stepwise(
        &mut self,
        position: DVec2,
        target: DVec2,
        parameters: &HomingWalk,
        repick: bool,
        next_u32: &mut impl FnMut() -> u32,
    ) -> bool {
        let due = match self.waypoint {
            None => true,
            Some(_) if repick => true,
            Some(Waypoint { straight: true, .. }) => {
                let distance = vector::distance(position, target);
                distance <= parameters.reach_radius || distance > 2.0 * parameters.min_step
            }
            Some(waypoint) => {
                vector::distance(position, waypoint.position) <= parameters.reach_radius
            }
        };
        if due {
            self.waypoint = Some(parameters.pick(position, target, next_u32));
        }
        due
    }

    fn advance_smooth(
        &mut self,
        position: DVec2,
        target: DVec2,
        parameters: &HomingWalk,
        repick: bool,
        next_u32: &mut impl FnMut() -> u32,
    ) -> bool {
        let due = self.waypoint.is_none()
            || repick
            || vector::distance(self.planned_for, target) > 2.0 * parameters.min_step;
        if due {
            self.planned_for = target;
            self.plan(position, target, parameters, next_u32);
        }
        let passed = self
            .ahead
            .iter()
            .take_while(|&&point| vector::distance(position, point) <= parameters.reach_radius)
            .count();
        // The last point is the target's: it is arrived at, never passed.
        self.ahead
            .drain(..passed.min(self.ahead.len().saturating_sub(1)));
        let next = self.ahead.first().copied().unwrap_or(target);
        self.waypoint = Some(Waypoint {
            position: next,
            straight: self.ahead.len() <= 1,
        });
        due
    }

    /// Picks waypoints up to the target and lays a curve through them.
    fn plan(
        &mut self,
        position: DVec2,
        target: DVec2,
        parameters: &HomingWalk,
        next_u32: &mut impl FnMut() -> u32,
    ) {
        self.controls.clear();
        self.controls.push(position);
        let mut from = position;
        while self.controls.len() < MAX_WAYPOINTS {
            let picked = parameters.pick(from, target, next_u32);
            self.controls.push(picked.position);
            from = picked.position;
            if picked.straight {
                break;
            }
        }
        self.ahead.clear();
        catmull_rom::for_each_point(
            &self.controls,
            false,
            CURVE_TOLERANCE * parameters.reach_radius,
            &mut |point| {
                // The first control is where the walker stands.
                if point.control != Some(0) {
                    self.ahead.push(point.position);
                }
            },
        );
    }

    /// The line still to walk from `position`, for drawing.
    pub fn line(&self, position: DVec2) -> Polyline {
        let waypoint = self.waypoint.map(|w| w.position);
        let rest = if self.ahead.is_empty() {
            waypoint.into_iter().collect()
        } else {
            self.ahead.clone()
        };
        Polyline::new(std::iter::once(position).chain(rest).collect(), false)
    }
}

/// The force of the walk: seek the waypoint, or arrive at the target when going straight (target radius: the reach radius;
/// slow radius: the shortest step, if that is larger).
#[must_use]
pub fn walk(
    agent: &Kinematic,
    target: DVec2,
    walk: &HomingWalkState,
    parameters: &HomingWalk,
) -> DVec2 {
    match walk.waypoint {
        None => DVec2::ZERO,
        Some(Waypoint { straight: true, .. }) => {
            let reach = parameters.reach_radius;
            let slow_radius = if parameters.min_step > reach {
                parameters.min_step
            } else {
                reach
            };
            arrive::arrive(
                agent,
                target,
                &Arrive {
                    target_radius: reach,
                    slow_radius,
                    ..Arrive::default()
                },
            )
        }
        Some(waypoint) => seek::seek(agent, waypoint.position),
    }
}
