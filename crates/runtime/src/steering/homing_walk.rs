//! Homing walk: to the target through random waypoints, in a field of view that narrows as the
//! target gets closer.
//!
//! Source: the game-development answer named "Homing walk" in the contract; its published run is
//! one of the tests.

use crate::geometry::rotation;
use crate::geometry::rotation::RADIANS_PER_DEGREE;
use crate::geometry::{Polyline, catmull_rom, vector};
use crate::parameter::{Anchor, Parameter, ParameterTable, Unit};
use crate::scene::Behavior;
use crate::steering::description::{Description, MemoryKind};
use crate::steering::{Arrive, Kinematic, arrive, seek};
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    is_perception: true,
    memory: MemoryKind::HomingWalk,
    is_random: true,
    ..Description::new(
        "homing_walk",
        "Homing walk",
        "Wanders to the target through random waypoints in a narrowing field of view.",
    )
    .toward_target()
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::number(
        behavior_field!(HomingWalk.step_fraction: f64),
        Unit::Number,
        (0.0, 1.0),
    )
    .shown(
        "Step fraction",
        (0.05, 1.0),
        "The length of a step as a fraction of the remaining distance. With smaller fractions, agents wander more.",
    ),
    // Steps start at the agent, but are no distance from it that the walk looks at.
    Parameter::length(behavior_field!(HomingWalk.min_step: f64), None)
        .shown(
            "Min step",
            (0.0, 5.0),
            "The minimum length of a step. Closer than this, the agent moves straight to the target.",
        ),
    Parameter::length(behavior_field!(HomingWalk.max_step: f64), None)
        .at_least("min_step")
        .shown("Max step", (0.0, 30.0), "The maximum length of a step."),
    Parameter::length(
        behavior_field!(HomingWalk.aggro_radius: f64),
        Some(Anchor::Target),
    )
    .shown(
        "Aggro radius",
        (0.0, 60.0),
        "At this distance and beyond, the field of view is widest. Closer to the target, it narrows.",
    ),
    Parameter::number(
        behavior_field!(HomingWalk.max_fov_deg: f64),
        Unit::Degrees,
        (0.0, 360.0),
    )
    .shown(
        "Max field of view",
        (0.0, 180.0),
        "The full field of view at the aggro radius. With a wider view, agents wander more.",
    ),
    // Of each waypoint, the last of which is the target.
    Parameter::length(
        behavior_field!(HomingWalk.reach_radius: f64),
        Some(Anchor::Target),
    )
    .shown(
        "Reach radius",
        (0.0, 3.0),
        "Within this distance of a waypoint, the agent picks the next one.",
    ),
    Parameter::number(
        behavior_field!(HomingWalk.step_jitter: f64),
        Unit::Number,
        (0.0, 1.0),
    )
    .shown(
        "Step jitter",
        (0.0, 1.0),
        "The largest random change of each step, as a fraction of its length.",
    ),
    Parameter::number(
        behavior_field!(HomingWalk.repick_interval: f64),
        Unit::Time,
        (0.0, 1e4),
    )
    .shown(
        "Re-pick interval",
        (0.0, 10.0),
        "Picks a new waypoint after this time even if the last one is not reached. 0: never.",
    ),
]);

/// Parameters of the homing walk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct HomingWalk {
    /// The length of a step as a fraction of the distance to the target, 0 to 1.
    pub step_fraction: f64,
    /// The minimum length of a step, u, 0 or more. Closer than this, the agent moves straight to
    /// the target.
    pub min_step: f64,
    /// The maximum length of a step, u, at least the minimum.
    pub max_step: f64,
    /// From this distance (u, 0 or more) on, the field of view has its maximum angle.
    pub aggro_radius: f64,
    /// The maximum full field of view, degrees, 0 to 360.
    pub max_fov_deg: f64,
    /// Within this distance (u, 0 or more) of a waypoint, the agent picks the next one.
    pub reach_radius: f64,
    /// Whether all waypoints are picked in advance and connected by a smooth curve.
    pub smooth: bool,
    /// The maximum random change of the length of a step, as a fraction, 0 to 1.
    pub step_jitter: f64,
    /// The interval in which the agent picks a waypoint even if it has not reached the last one, s.
    /// 0: never.
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
/// How far a smooth walk may stray from its curve, in reach radii. A length of its own would not
/// scale with the scene.
const CURVE_TOLERANCE: f64 = 0.2;

impl HomingWalk {
    /// The length of a step (u) at `distance` u from the target, without jitter:
    /// `clamp(distance * step_fraction, min_step, max_step)`.
    #[must_use]
    pub fn step(&self, distance: f64) -> f64 {
        self.clamped_step(distance * self.step_fraction)
    }

    /// If the minimum is above the maximum, the minimum applies.
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

    /// [`repick_interval`](Self::repick_interval) in ticks of `dt` seconds: 0 for never, otherwise
    /// at least 1.
    #[must_use]
    pub fn repick_ticks(&self, dt: f64) -> u32 {
        if self.repick_interval > 0.0 {
            // `as` saturates.
            ((self.repick_interval / dt).round() as u32).max(1)
        } else {
            0
        }
    }

    /// Picks the next waypoint. It draws a random number for the jitter, if there is any; then,
    /// unless the agent moves straight to the target, one for the angle and one for the side.
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

/// The point that the agent moves toward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// The position, u.
    pub position: DVec2,
    /// Whether it is the target itself.
    pub straight: bool,
}

/// The state of a homing walk between ticks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HomingWalkState {
    /// The current waypoint. `None` before the first tick.
    pub waypoint: Option<Waypoint>,
    /// The ticks since a waypoint was last picked.
    pub(crate) since_pick: u32,
    /// The remaining points of a smooth walk, the next one first.
    pub(crate) ahead: Vec<DVec2>,
    pub(crate) planned_for: DVec2,
    /// The waypoints of the last plan. The next plan reuses the buffer.
    controls: Vec<DVec2>,
}

impl HomingWalkState {
    /// Forgets everything, but keeps the memory of the lists.
    pub(crate) fn restart(&mut self) {
        (self.waypoint, self.since_pick, self.planned_for) = Default::default();
        self.ahead.clear();
    }

    /// Whether the agent moves straight to the target.
    #[must_use]
    pub fn is_straight(&self) -> bool {
        self.waypoint.is_some_and(|waypoint| waypoint.straight)
    }

    /// The remaining points of a smooth walk, u, the next one first.
    #[must_use]
    pub fn ahead(&self) -> &[DVec2] {
        &self.ahead
    }

    /// Advances by one tick of `dt` seconds, and picks a waypoint if one is due. Returns whether it
    /// did.
    ///
    /// A waypoint is due in the first tick; within the reach radius of the last one; after moving
    /// straight to a target that is now further away than twice the minimum step; and at every
    /// [`repick_interval`](HomingWalk::repick_interval). A smooth walk is planned again at that
    /// interval, and when the target has moved further than twice the minimum step since it was
    /// planned.
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

    /// The remaining line from `position`, for drawing.
    #[must_use]
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

/// The force of the walk: seek the waypoint, or arrive at the target when moving straight to it.
/// The target radius is then the reach radius, and the slow radius the larger of the reach radius
/// and the minimum step.
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
