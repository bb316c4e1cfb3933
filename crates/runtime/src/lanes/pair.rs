//! Vectors of the plane, one per lane.

use super::{Scalar, Simd};
use glam::DVec2;
use std::ops::{Add, Neg, Sub};

/// An x and a y per lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<S: Simd> {
    pub(crate) x: S::F64s,
    pub(crate) y: S::F64s,
}

impl<S: Simd> Add for Pair<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

impl<S: Simd> Sub for Pair<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }
}

impl<S: Simd> Neg for Pair<S> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
        }
    }
}

impl From<DVec2> for Pair<Scalar> {
    #[inline(always)]
    fn from(DVec2 { x, y }: DVec2) -> Self {
        Self { x, y }
    }
}

impl From<Pair<Scalar>> for DVec2 {
    #[inline(always)]
    fn from(Pair { x, y }: Pair<Scalar>) -> Self {
        Self { x, y }
    }
}

impl<S: Simd> Pair<S> {
    #[inline(always)]
    pub(crate) fn zero(s: S) -> Self {
        Self::splat(s, DVec2::ZERO)
    }

    #[inline(always)]
    pub(crate) fn splat(s: S, v: DVec2) -> Self {
        Self {
            x: s.splat(v.x),
            y: s.splat(v.y),
        }
    }

    #[inline(always)]
    pub(crate) fn load(s: S, columns: [&[f64]; 2], at: usize) -> Self {
        Self {
            x: s.load(columns[0], at),
            y: s.load(columns[1], at),
        }
    }

    #[inline(always)]
    pub(crate) fn store(self, s: S, columns: &mut [&mut [f64]; 2], at: usize) {
        s.store(self.x, columns[0], at);
        s.store(self.y, columns[1], at);
    }

    #[inline(always)]
    pub(crate) fn times(self, factor: S::F64s) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
        }
    }

    #[inline(always)]
    pub(crate) fn over(self, divisor: S::F64s) -> Self {
        Self {
            x: self.x / divisor,
            y: self.y / divisor,
        }
    }

    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> S::F64s {
        self.x * other.x + self.y * other.y
    }

    #[inline(always)]
    pub(crate) fn cross(self, other: Self) -> S::F64s {
        self.x * other.y - self.y * other.x
    }

    /// The square of the length.
    #[inline(always)]
    pub(crate) fn squared(self) -> S::F64s {
        self.dot(self)
    }

    #[inline(always)]
    pub(crate) fn length(self, s: S) -> S::F64s {
        s.sqrt(self.squared())
    }

    #[inline(always)]
    pub(crate) fn finite(self, s: S) -> S::Mask {
        s.finite(self.x) & s.finite(self.y)
    }

    #[inline(always)]
    pub(crate) fn select(s: S, condition: S::Mask, yes: Self, no: Self) -> Self {
        Self {
            x: s.select(condition, yes.x, no.x),
            y: s.select(condition, yes.y, no.y),
        }
    }

    /// This where the condition holds, else 0.
    #[inline(always)]
    pub(crate) fn keep(self, s: S, condition: S::Mask) -> Self {
        Self {
            x: s.keep(condition, self.x),
            y: s.keep(condition, self.y),
        }
    }

    /// [`vector::direction_given_length`](crate::geometry::vector::direction_given_length).
    #[inline(always)]
    pub(crate) fn direction_given_length(self, s: S, length: S::F64s) -> Self {
        let some = s.less(s.splat(0.0), length) & s.less(length, s.splat(f64::INFINITY));
        self.over(length).keep(s, some)
    }

    /// [`vector::direction`](crate::geometry::vector::direction).
    #[inline(always)]
    pub(crate) fn direction(self, s: S) -> Self {
        self.direction_given_length(s, self.length(s))
    }

    /// [`vector::truncate`](crate::geometry::vector::truncate). Root and quotient are left out
    /// where no lane needs them.
    #[inline(always)]
    pub(crate) fn truncate(self, s: S, limit: S::F64s) -> Self {
        let (squared, infinity) = (self.squared(), s.splat(f64::INFINITY));
        let fits = s.less_or_equal(squared, limit * limit) & s.less(squared, infinity);
        if s.bits(fits) == S::ALL {
            return self;
        }
        let length = s.sqrt(squared);
        let shortened = self.times(limit / length).keep(s, s.less(length, infinity));
        Self::select(s, fits, self, shortened)
    }
}
