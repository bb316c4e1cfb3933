//! Agents at exactly the same position, which part by their ids.

use crate::lanes::Simd;
use glam::DVec2;
use std::cmp::Ordering;

/// Whether the agents in some lanes are at the position of another, as a loop over their neighbors
/// finds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stacks<S: Simd> {
    /// The least squared distance of others.
    nearest: S::F64s,
    /// How many agents are at this position, among those that the agent itself is one of.
    here: S::F64s,
}

impl<S: Simd> Stacks<S> {
    #[inline(always)]
    pub(super) fn none(s: S) -> Self {
        Self {
            nearest: s.splat(f64::INFINITY),
            here: s.splat(0.0),
        }
    }

    /// Looks at another agent at this squared distance.
    #[inline(always)]
    pub(super) fn look(&mut self, s: S, squared: S::F64s) {
        self.nearest = s.min(self.nearest, squared);
    }

    /// Looks at agents at this squared distance, which the agent itself may be among.
    #[inline(always)]
    pub(super) fn count(&mut self, s: S, squared: S::F64s, agents: u32) {
        let is_here = s.less_or_equal(squared, s.splat(0.0));
        self.here = self.here + s.keep(is_here, s.splat(f64::from(agents)));
    }

    /// A bit for each lane that has another agent at its position, or so near that the square of
    /// the distance is 0.
    #[inline(always)]
    pub(super) fn lanes(&self, s: S) -> u64 {
        let zero = s.splat(0.0);
        s.bits(s.less_or_equal(self.nearest, zero) | s.less(s.splat(1.0), self.here))
    }
}

/// How many agents at exactly this position have a higher index than `own`, and thus a higher id,
/// less those with a lower one.
pub(super) fn balance(
    own: u32,
    position: DVec2,
    others: impl Iterator<Item = (u32, DVec2)>,
) -> i64 {
    let here = others.filter(|&(_, place)| place == position);
    here.map(|(other, _)| match other.cmp(&own) {
        Ordering::Greater => 1,
        Ordering::Less => -1,
        Ordering::Equal => 0,
    })
    .sum()
}
