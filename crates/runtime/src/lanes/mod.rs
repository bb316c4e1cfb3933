//! Numbers side by side: the operations that formulas are written in, for every instruction set and
//! for a single number.
//!
//! Only operations that IEEE 754 rounds exactly are offered, and no fused ones, so a formula
//! gives the same bits whatever the number of lanes.

mod pair;
mod scalar;
mod sum;
#[cfg(feature = "simd")]
mod vector;

pub(crate) use pair::Pair;
pub(crate) use scalar::Scalar;
pub(crate) use sum::{ExactSum, multiples};
#[cfg(feature = "simd")]
pub(crate) use vector::Vector;

use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// The most lanes there are; [`Simd::LANES`] divides it.
pub(crate) const WIDEST: usize = 8;

/// An instruction set.
pub(crate) trait Simd: Copy {
    /// How many numbers one instruction handles.
    const LANES: usize;
    /// A number per lane.
    type F64s: Copy
        + Add<Output = Self::F64s>
        + Sub<Output = Self::F64s>
        + Mul<Output = Self::F64s>
        + Div<Output = Self::F64s>
        + Neg<Output = Self::F64s>;
    /// A condition per lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;
    /// An integer per lane, which wraps.
    type U64s: Copy + Add<Output = Self::U64s> + Sub<Output = Self::U64s>;

    /// `x` in every lane.
    fn splat(self, x: f64) -> Self::F64s;
    /// The numbers of `column` from `at` on.
    fn load(self, column: &[f64], at: usize) -> Self::F64s;
    /// Writes the lanes to `column` from `at` on.
    fn store(self, lanes: Self::F64s, column: &mut [f64], at: usize);
    fn sqrt(self, a: Self::F64s) -> Self::F64s;
    /// `a > b ? a : b`, where neither is NaN.
    fn max(self, a: Self::F64s, b: Self::F64s) -> Self::F64s;
    /// `a < b ? a : b`, where neither is NaN.
    fn min(self, a: Self::F64s, b: Self::F64s) -> Self::F64s;
    fn less(self, a: Self::F64s, b: Self::F64s) -> Self::Mask;
    fn less_or_equal(self, a: Self::F64s, b: Self::F64s) -> Self::Mask;
    fn select(self, condition: Self::Mask, yes: Self::F64s, no: Self::F64s) -> Self::F64s;
    /// A bit per lane, the lowest for the first.
    fn bits(self, mask: Self::Mask) -> u64;
    /// The mask that has these [`bits`](Self::bits).
    fn mask(self, bits: u64) -> Self::Mask;
    fn splat_bits(self, bits: u64) -> Self::U64s;
    /// The first integers of `column`.
    fn load_bits(self, column: &[u64]) -> Self::U64s;
    /// Writes the lanes to the start of `column`.
    fn store_bits(self, lanes: Self::U64s, column: &mut [u64]);
    /// `a` times a factor, wrapping.
    fn times(self, a: Self::U64s, factor: u32) -> Self::U64s;
    fn to_bits(self, a: Self::F64s) -> Self::U64s;
    fn number_of_bits(self, a: Self::U64s) -> Self::F64s;

    /// The bits of a mask that holds in every lane.
    const ALL: u64 = (1 << Self::LANES) - 1;

    /// `a` where the condition holds, else 0.
    #[inline(always)]
    fn keep(self, condition: Self::Mask, a: Self::F64s) -> Self::F64s {
        self.select(condition, a, self.splat(0.0))
    }

    /// Whether the condition holds in any lane.
    #[inline(always)]
    fn any(self, mask: Self::Mask) -> bool {
        self.bits(mask) != 0
    }

    /// Which lanes are finite numbers.
    #[inline(always)]
    fn finite(self, a: Self::F64s) -> Self::Mask {
        let infinity = self.splat(f64::INFINITY);
        self.less(a, infinity) & self.less(-infinity, a)
    }
}

/// Calls `visit` with each row that has a bit.
pub(crate) fn for_each_row(bits: u64, mut visit: impl FnMut(usize)) {
    let mut left = bits;
    while left != 0 {
        visit(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}
