//! Sums of multiples of 2^-32, in integers.
//!
//! The contract rounds each term of a separation to a multiple of 2^-32: `q(x) = (x + SHIFT) -
//! SHIFT`. The bits of `x + SHIFT` count those multiples, so adding the bits adds the terms,
//! exactly and in any order.

use super::{Pair, Simd, WIDEST};

/// Near this number, neighboring doubles are 2^-32 apart: 1.5 * 2^20.
const SHIFT: f64 = 1_572_864.0;

/// The sum of terms, each rounded to a multiple of 2^-32 and less than 2^19 in size.
///
/// What is added exactly is the result while it stays below 2^31 in size; as a double it has 53
/// bits, so it is the exact sum below 2^21 and the nearest double to it above.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactSum<S: Simd> {
    x: S::U64s,
    y: S::U64s,
}

impl<S: Simd> ExactSum<S> {
    #[inline(always)]
    pub(crate) fn new(s: S) -> Self {
        Self {
            x: s.splat_bits(0),
            y: s.splat_bits(0),
        }
    }

    /// Adds a term.
    #[inline(always)]
    pub(crate) fn add(&mut self, s: S, term: Pair<S>) {
        let shift = s.splat(SHIFT);
        self.x = self.x + s.to_bits(term.x + shift);
        self.y = self.y + s.to_bits(term.y + shift);
    }

    /// Adds a term to this sum and to another.
    #[inline(always)]
    pub(crate) fn add_to_both(&mut self, s: S, term: Pair<S>, other: &mut Self) {
        let shift = s.splat(SHIFT);
        let (x, y) = (s.to_bits(term.x + shift), s.to_bits(term.y + shift));
        self.x = self.x + x;
        self.y = self.y + y;
        other.x = other.x + x;
        other.y = other.y + y;
    }

    /// Subtracts another sum, with its terms: they no longer count.
    #[inline(always)]
    pub(crate) fn subtract(&mut self, other: Self) {
        self.x = self.x - other.x;
        self.y = self.y - other.y;
    }

    /// A sum that was stored.
    #[inline(always)]
    pub(crate) fn load(s: S, [x, y]: [&[u64]; 2]) -> Self {
        Self {
            x: s.load_bits(x),
            y: s.load_bits(y),
        }
    }

    /// What is stored for a sum of this many zeros.
    pub(crate) fn zeros(terms: usize) -> u64 {
        SHIFT.to_bits().wrapping_mul(terms as u64)
    }

    /// Stores the sum as integers.
    #[inline(always)]
    pub(crate) fn store(self, s: S, [x, y]: [&mut [u64]; 2]) {
        s.store_bits(self.x, x);
        s.store_bits(self.y, y);
    }

    /// Adds a term as often as `times` says.
    #[inline(always)]
    pub(crate) fn add_times(&mut self, s: S, term: Pair<S>, times: u32) {
        let shift = s.splat(SHIFT);
        self.x = self.x + s.times(s.to_bits(term.x + shift), times);
        self.y = self.y + s.times(s.to_bits(term.y + shift), times);
    }

    /// Adds to x what [`multiples`] returned. It does not count as a term.
    #[inline(always)]
    pub(crate) fn add_multiples(&mut self, s: S, multiples: &[u64; WIDEST]) {
        self.x = self.x + s.load_bits(multiples);
    }

    /// The sum, after `terms` terms.
    #[inline(always)]
    pub(crate) fn total(self, s: S, terms: usize) -> Pair<S> {
        Pair {
            x: number(s, self.x, terms),
            y: number(s, self.y, terms),
        }
    }
}

/// For each lane, a term as often as it says, and its opposite for less than 0 times.
pub(crate) fn multiples(term: f64, times: [i64; WIDEST]) -> [u64; WIDEST] {
    let multiple = (term + SHIFT).to_bits().wrapping_sub(SHIFT.to_bits());
    times.map(|times| multiple.wrapping_mul(times.cast_unsigned()))
}

/// The number that a sum of the bits of `terms` terms represents.
#[inline(always)]
fn number<S: Simd>(s: S, sum: S::U64s, terms: usize) -> S::F64s {
    let shift_bits = SHIFT.to_bits();
    // The bits of SHIFT plus the sum, as long as that is in the same binade: from 2^20 to below
    // 2^21.
    let shifted =
        sum - s.splat_bits(shift_bits.wrapping_mul(terms as u64)) + s.splat_bits(shift_bits);
    let near = s.number_of_bits(shifted);
    let same_binade =
        s.less_or_equal(s.splat(1_048_576.0), near) & s.less(near, s.splat(2_097_152.0));
    if s.bits(same_binade) == S::ALL {
        near - s.splat(SHIFT)
    } else {
        far_number(s, shifted)
    }
}

/// [`number`] for sums of any size.
#[cold]
#[inline(never)]
fn far_number<S: Simd>(s: S, shifted: S::U64s) -> S::F64s {
    let mut lanes = [0.0; WIDEST];
    s.store(s.number_of_bits(shifted), &mut lanes, 0);
    for lane in &mut lanes {
        let multiples = lane.to_bits().wrapping_sub(SHIFT.to_bits()).cast_signed();
        *lane = multiples as f64 * (1.0 / 4_294_967_296.0);
    }
    s.load(&lanes, 0)
}
