//! The lanes of a vector register: SSE2 to AVX-512, NEON and WebAssembly's, through
//! `fearless_simd`.

use super::Simd;
use fearless_simd::prelude::*;

/// An instruction set that the machine was found to have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vector<S>(pub(crate) S);

impl<S: fearless_simd::Simd> Simd for Vector<S> {
    const LANES: usize = <S::f64s as SimdBase<S>>::LEN;
    type F64s = S::f64s;
    type Mask = S::mask64s;
    type U64s = S::u64s;

    #[inline(always)]
    fn splat(self, x: f64) -> S::f64s {
        S::f64s::splat(self.0, x)
    }
    #[inline(always)]
    fn load(self, column: &[f64], at: usize) -> S::f64s {
        S::f64s::from_slice(self.0, &column[at..at + Self::LANES])
    }
    #[inline(always)]
    fn store(self, lanes: S::f64s, column: &mut [f64], at: usize) {
        lanes.store_slice(&mut column[at..at + Self::LANES]);
    }
    #[inline(always)]
    fn sqrt(self, a: S::f64s) -> S::f64s {
        a.sqrt()
    }
    #[inline(always)]
    fn max(self, a: S::f64s, b: S::f64s) -> S::f64s {
        a.max(b)
    }
    #[inline(always)]
    fn min(self, a: S::f64s, b: S::f64s) -> S::f64s {
        a.min(b)
    }
    #[inline(always)]
    fn less(self, a: S::f64s, b: S::f64s) -> S::mask64s {
        a.simd_lt(b)
    }
    #[inline(always)]
    fn less_or_equal(self, a: S::f64s, b: S::f64s) -> S::mask64s {
        a.simd_le(b)
    }
    #[inline(always)]
    fn select(self, condition: S::mask64s, yes: S::f64s, no: S::f64s) -> S::f64s {
        condition.select(yes, no)
    }
    #[inline(always)]
    fn bits(self, mask: S::mask64s) -> u64 {
        mask.to_bitmask()
    }
    #[inline(always)]
    fn mask(self, bits: u64) -> S::mask64s {
        S::mask64s::from_bitmask(self.0, bits)
    }
    #[inline(always)]
    fn splat_bits(self, bits: u64) -> S::u64s {
        S::u64s::splat(self.0, bits)
    }
    #[inline(always)]
    fn load_bits(self, column: &[u64]) -> S::u64s {
        S::u64s::from_slice(self.0, &column[..Self::LANES])
    }
    #[inline(always)]
    fn store_bits(self, lanes: S::u64s, column: &mut [u64]) {
        lanes.store_slice(&mut column[..Self::LANES]);
    }
    #[inline(always)]
    fn times(self, a: S::u64s, factor: u32) -> S::u64s {
        a * u64::from(factor)
    }
    #[inline(always)]
    fn to_bits(self, a: S::f64s) -> S::u64s {
        a.bitcast()
    }
    #[inline(always)]
    fn number_of_bits(self, a: S::u64s) -> S::f64s {
        a.bitcast()
    }
}
