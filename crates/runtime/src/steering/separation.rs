//! Separation: keep a distance from neighbors. Sources: Bevilacqua, *Leader Following*; Reynolds
//! 1999, *Separation*, OpenSteer and gdx-ai for the inverse square.

use crate::lanes::{ExactSum, Pair, Scalar, Simd, WIDEST, multiples};
use crate::parameter::{Anchor, Parameter, ParameterTable, Unit};
use crate::scene::Behavior;
use crate::steering::description::{Description, Neighbors};
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    neighbors: Neighbors::Near,
    ..Description::new(
        "separation",
        "Separation",
        "Keeps a distance from nearby agents.",
    )
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(behavior_field!(Separation.radius: f64), Some(Anchor::Agent)).shown(
        "Separation radius",
        (0.0, 6.0),
        "Agents closer than this push each other away.",
    ),
    Parameter::number(
        behavior_field!(Separation.max_separation: f64),
        Unit::Force,
        (0.0, 1e9),
    )
    .shown(
        "Max separation",
        (0.0, 40.0),
        "The largest separation force.",
    ),
]);

/// Parameters of [`SeparationAccumulator`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Separation {
    /// Agents within this distance (u, 0 or more) are neighbors. With 0, there are none.
    pub radius: f64,
    /// The length of the force, 0 or more. With the falloff `none`, that of the total force; with
    /// `inverse_square`, that of one neighbor at a distance of 1 u.
    pub max_separation: f64,
    /// How the force of a neighbor decreases with its distance.
    pub falloff: Falloff,
}

impl Default for Separation {
    fn default() -> Self {
        Self {
            radius: 1.5,
            max_separation: 6.0,
            falloff: Falloff::None,
        }
    }
}

/// How the force of a neighbor decreases with its distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Falloff {
    /// The total force has the same length at all distances (Bevilacqua).
    #[default]
    None,
    /// Proportional to the inverse square of the distance (Reynolds, OpenSteer, gdx-ai).
    InverseSquare,
}

/// The sum of the forces of all neighbors on one agent. It does not depend on the order in which
/// they are added.
///
/// ```
/// use steerwright_runtime::glam::DVec2;
/// use steerwright_runtime::steering::Separation;
/// use steerwright_runtime::steering::separation::SeparationAccumulator;
/// let mut crowd = SeparationAccumulator::new(&Separation { radius: 2.0, max_separation: 6.0, ..Separation::default() });
/// crowd.add(DVec2::ZERO, DVec2::new(1.0, 0.0));
/// assert_eq!(crowd.force(), Some(DVec2::new(-6.0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SeparationAccumulator {
    separation: PreparedSeparation,
    sum: ExactSum<Scalar>,
    /// How many neighbors were added.
    neighbors: usize,
}

impl SeparationAccumulator {
    /// An accumulator without neighbors.
    #[inline]
    #[must_use]
    pub fn new(parameters: &Separation) -> Self {
        Self {
            separation: PreparedSeparation::new(parameters),
            sum: ExactSum::new(Scalar),
            neighbors: 0,
        }
    }

    /// Adds an agent at exactly the same position, which counts as one beside it: to the right if
    /// its id is the higher one, else to the left. So agents on one point part, if `has_higher_id`
    /// is true for one of two and false for the other.
    #[inline]
    pub fn add_stacked(&mut self, has_higher_id: bool) {
        let beside = self.separation.beside();
        self.add(DVec2::ZERO, if has_higher_id { beside } else { -beside });
    }

    /// Adds the agent at `other` if it is within the radius of `position`. The agent itself must
    /// not be added. One at exactly `position` is a neighbor without a push: see
    /// [`add_stacked`](Self::add_stacked).
    #[inline]
    pub fn add(&mut self, position: DVec2, other: DVec2) {
        let push = self.separation.push(Scalar, position.into(), other.into());
        if push.is_within {
            self.sum.add(Scalar, push.term);
            self.neighbors += 1;
        }
    }

    /// The force away from all neighbors. `None` without neighbors. Zero if the neighbors coincide
    /// with the agent, or if their forces cancel out.
    #[inline]
    #[must_use]
    pub fn force(&self) -> Option<DVec2> {
        let sum = self.sum.total(Scalar, self.neighbors);
        (self.neighbors > 0).then(|| self.separation.force_of_sum(Scalar, sum).into())
    }
}

/// Separation with what does not depend on the agents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreparedSeparation {
    pub(crate) parameters: Separation,
    squared_radius: f64,
    /// `inverse_square`: the push stops growing below this squared distance; 0 if it is too small
    /// for an `f64`.
    floor: f64,
    /// `none`: 1 / radius.
    inverse_radius: f64,
}

impl PreparedSeparation {
    pub(crate) fn new(parameters: &Separation) -> Self {
        let radius = parameters.radius;
        let near = radius / 1024.0;
        let inverse = 1.0 / radius;
        Self {
            parameters: *parameters,
            squared_radius: if radius > 0.0 {
                (radius * radius).min(f64::MAX)
            } else {
                -1.0
            },
            floor: near * near,
            inverse_radius: if inverse < f64::INFINITY {
                inverse
            } else {
                0.0
            },
        }
    }

    /// Within this distance agents are neighbors, u; 0 for none.
    pub(crate) fn radius(&self) -> f64 {
        if self.parameters.radius > 0.0 {
            self.parameters.radius
        } else {
            0.0
        }
    }

    /// Where an agent counts as that has exactly the position of another with a lower id, seen from
    /// there.
    pub(crate) fn beside(&self) -> DVec2 {
        DVec2::new(self.parameters.radius / 1024.0, 0.0)
    }

    #[inline(always)]
    pub(crate) fn even_push<S: Simd>(&self, s: S) -> EvenPush<S> {
        EvenPush {
            squared_radius: s.splat(self.squared_radius),
            inverse: s.splat(self.inverse_radius),
        }
    }

    #[inline(always)]
    pub(crate) fn inverse_square_push<S: Simd>(&self, s: S) -> InverseSquarePush<S> {
        // A radius whose floor is too small for an `f64` has no push.
        let (radius, floor) = if self.floor > 0.0 {
            (self.parameters.radius, self.floor)
        } else {
            (0.0, 1.0)
        };
        InverseSquarePush {
            squared_radius: s.splat(self.squared_radius),
            radius: s.splat(radius),
            floor: s.splat(floor),
        }
    }

    /// The push of agents at `other` on those at `position`.
    #[inline(always)]
    pub(crate) fn push<S: Simd>(&self, s: S, position: Pair<S>, other: Pair<S>) -> Push<S> {
        match self.parameters.falloff {
            Falloff::None => self.even_push(s).push(s, position, other),
            Falloff::InverseSquare => self.inverse_square_push(s).push(s, position, other),
        }
    }

    /// The pushes of agents at exactly the same position, which count as beside it: `balances` says
    /// for each lane how many of them have a higher id, less those that have a lower one.
    pub(crate) fn parting(&self, balances: [i64; WIDEST]) -> [u64; WIDEST] {
        let push = self.push(Scalar, DVec2::ZERO.into(), self.beside().into());
        multiples(push.term.x, balances)
    }

    /// The force that a sum of pushes makes.
    #[inline(always)]
    pub(crate) fn force_of_sum<S: Simd>(&self, s: S, sum: Pair<S>) -> Pair<S> {
        let Separation {
            radius,
            max_separation,
            falloff,
        } = self.parameters;
        let force = match falloff {
            Falloff::None => (-sum.direction(s)).times(s.splat(max_separation)),
            Falloff::InverseSquare => sum.times(s.splat(max_separation / radius)),
        };
        force.keep(s, force.finite(s))
    }
}

/// The push of one agent on others, for one falloff.
pub(crate) trait PushLaw<S: Simd>: Copy {
    /// The push of an agent at `other` on those at `position`. Both agents push each other alike,
    /// with opposite signs. Rounded, the two are still opposite.
    fn push(self, s: S, position: Pair<S>, other: Pair<S>) -> Push<S>;
}

/// A push, the square of the distance, and which agents are within the radius.
pub(crate) struct Push<S: Simd> {
    pub(crate) term: Pair<S>,
    pub(crate) squared: S::F64s,
    pub(crate) is_within: S::Mask,
}

/// [`Falloff::None`].
#[derive(Clone, Copy)]
pub(crate) struct EvenPush<S: Simd> {
    squared_radius: S::F64s,
    inverse: S::F64s,
}

impl<S: Simd> PushLaw<S> for EvenPush<S> {
    #[inline(always)]
    fn push(self, s: S, position: Pair<S>, other: Pair<S>) -> Push<S> {
        let offset = other - position;
        let squared = offset.squared();
        let is_within = s.less_or_equal(squared, self.squared_radius);
        Push {
            term: offset.times(self.inverse).keep(s, is_within),
            squared,
            is_within,
        }
    }
}

/// [`Falloff::InverseSquare`].
#[derive(Clone, Copy)]
pub(crate) struct InverseSquarePush<S: Simd> {
    squared_radius: S::F64s,
    radius: S::F64s,
    floor: S::F64s,
}

impl<S: Simd> PushLaw<S> for InverseSquarePush<S> {
    #[inline(always)]
    fn push(self, s: S, position: Pair<S>, other: Pair<S>) -> Push<S> {
        let offset = position - other;
        let squared = offset.squared();
        let is_within = s.less_or_equal(squared, self.squared_radius);
        let term = offset.times(self.radius / s.max(squared, self.floor));
        Push {
            term: term.keep(s, is_within),
            squared,
            is_within,
        }
    }
}
