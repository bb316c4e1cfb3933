//! The pushes of separation: what each neighbor adds, and the force of their sum.

use crate::lanes::{Pair, Scalar, Simd, WIDEST, multiples};
use crate::steering::separation::{Falloff, Separation};
use glam::DVec2;

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
