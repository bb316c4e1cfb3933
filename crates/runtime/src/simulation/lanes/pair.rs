//! Vectors of the plane, one per lane: the operations of
//! [`geometry::vector`](crate::geometry::vector).

use super::Simd;
use glam::DVec2;
use std::ops::{Add, Neg, Sub};

/// An x and a y per lane.
#[derive(Clone, Copy, Debug)]
pub(in crate::simulation) struct Pair<S: Simd> {
    pub(in crate::simulation) x: S::F64s,
    pub(in crate::simulation) y: S::F64s,
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

impl<S: Simd> Pair<S> {
    #[inline(always)]
    pub(in crate::simulation) fn zero(s: S) -> Self {
        Self::splat(s, DVec2::ZERO)
    }

    #[inline(always)]
    pub(in crate::simulation) fn splat(s: S, v: DVec2) -> Self {
        Self {
            x: s.splat(v.x),
            y: s.splat(v.y),
        }
    }

    #[inline(always)]
    pub(in crate::simulation) fn load(s: S, columns: [&[f64]; 2], at: usize) -> Self {
        Self {
            x: s.load(columns[0], at),
            y: s.load(columns[1], at),
        }
    }

    #[inline(always)]
    pub(in crate::simulation) fn store(self, s: S, columns: &mut [&mut [f64]; 2], at: usize) {
        s.store(self.x, columns[0], at);
        s.store(self.y, columns[1], at);
    }

    #[inline(always)]
    pub(in crate::simulation) fn times(self, factor: S::F64s) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
        }
    }

    #[inline(always)]
    pub(in crate::simulation) fn over(self, divisor: S::F64s) -> Self {
        Self {
            x: self.x / divisor,
            y: self.y / divisor,
        }
    }

    /// The square of the length.
    #[inline(always)]
    pub(in crate::simulation) fn squared(self) -> S::F64s {
        self.x * self.x + self.y * self.y
    }

    #[inline(always)]
    pub(in crate::simulation) fn length(self, s: S) -> S::F64s {
        s.sqrt(self.squared())
    }

    #[inline(always)]
    pub(in crate::simulation) fn finite(self, s: S) -> S::Mask {
        s.finite(self.x) & s.finite(self.y)
    }

    #[inline(always)]
    pub(in crate::simulation) fn select(s: S, condition: S::Mask, yes: Self, no: Self) -> Self {
        Self {
            x: s.select(condition, yes.x, no.x),
            y: s.select(condition, yes.y, no.y),
        }
    }

    /// This where the condition holds, else 0.
    #[inline(always)]
    pub(in crate::simulation) fn keep(self, s: S, condition: S::Mask) -> Self {
        Self {
            x: s.keep(condition, self.x),
            y: s.keep(condition, self.y),
        }
    }

    /// [`vector::direction_given_length`](crate::geometry::vector::direction_given_length).
    #[inline(always)]
    pub(in crate::simulation) fn direction_given_length(self, s: S, length: S::F64s) -> Self {
        let some = s.less(s.splat(0.0), length) & s.less(length, s.splat(f64::INFINITY));
        self.over(length).keep(s, some)
    }

    /// [`vector::direction`](crate::geometry::vector::direction).
    #[inline(always)]
    pub(in crate::simulation) fn direction(self, s: S) -> Self {
        self.direction_given_length(s, self.length(s))
    }

    /// [`vector::truncate`](crate::geometry::vector::truncate). Root and quotient are left out
    /// where no lane needs them.
    #[inline(always)]
    pub(in crate::simulation) fn truncate(self, s: S, limit: S::F64s) -> Self {
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
