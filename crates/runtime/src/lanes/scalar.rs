//! One lane: plain numbers, for machines and places without vectors.

use super::Simd;
use std::num::Wrapping;

/// One number at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar;

impl Simd for Scalar {
    const LANES: usize = 1;
    type F64s = f64;
    type Mask = bool;
    type U64s = Wrapping<u64>;

    #[inline(always)]
    fn splat(self, x: f64) -> f64 {
        x
    }
    #[inline(always)]
    fn load(self, column: &[f64], at: usize) -> f64 {
        column[at]
    }
    #[inline(always)]
    fn store(self, lanes: f64, column: &mut [f64], at: usize) {
        column[at] = lanes;
    }
    #[inline(always)]
    fn sqrt(self, a: f64) -> f64 {
        a.sqrt()
    }
    #[inline(always)]
    fn max(self, a: f64, b: f64) -> f64 {
        if a > b { a } else { b }
    }
    #[inline(always)]
    fn min(self, a: f64, b: f64) -> f64 {
        if a < b { a } else { b }
    }
    #[inline(always)]
    fn less(self, a: f64, b: f64) -> bool {
        a < b
    }
    #[inline(always)]
    fn less_or_equal(self, a: f64, b: f64) -> bool {
        a <= b
    }
    #[inline(always)]
    fn select(self, condition: bool, yes: f64, no: f64) -> f64 {
        if condition { yes } else { no }
    }
    #[inline(always)]
    fn bits(self, mask: bool) -> u64 {
        u64::from(mask)
    }
    #[inline(always)]
    fn mask(self, bits: u64) -> bool {
        bits & 1 == 1
    }
    #[inline(always)]
    fn splat_bits(self, bits: u64) -> Wrapping<u64> {
        Wrapping(bits)
    }
    #[inline(always)]
    fn load_bits(self, column: &[u64]) -> Wrapping<u64> {
        Wrapping(column[0])
    }
    #[inline(always)]
    fn store_bits(self, lanes: Wrapping<u64>, column: &mut [u64]) {
        column[0] = lanes.0;
    }
    #[inline(always)]
    fn times(self, a: Wrapping<u64>, factor: u32) -> Wrapping<u64> {
        a * Wrapping(u64::from(factor))
    }
    #[inline(always)]
    fn to_bits(self, a: f64) -> Wrapping<u64> {
        Wrapping(a.to_bits())
    }
    #[inline(always)]
    fn number_of_bits(self, a: Wrapping<u64>) -> f64 {
        f64::from_bits(a.0)
    }
}
