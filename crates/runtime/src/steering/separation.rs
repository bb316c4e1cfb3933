//! Separation: keep a distance from neighbors. Sources: Bevilacqua, *Leader Following*; Reynolds
//! 1999, *Separation*, OpenSteer and gdx-ai for the inverse square.

use crate::lanes::{ExactSum, Scalar};
use crate::parameter::{Anchor, Parameter, ParameterTable, Unit};
use crate::scene::Behavior;
use crate::steering::description::{Description, Neighbors};
use crate::steering::push::PreparedSeparation;
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
