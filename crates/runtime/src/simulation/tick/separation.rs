//! Separation in lanes: agents side by side, their neighbors one after the other.
//!
//! The terms of the sums are rounded as the contract says, so neither the order of the neighbors nor the number of lanes changes a
//! bit of the result.

use crate::simulation::cells::CrowdPosition;
use crate::simulation::lanes::{ExactSum, Pair, Simd};
use crate::simulation::memory::MemoryMut;
use crate::simulation::program::SeparationKernel;
use crate::simulation::tick::block::{Asked, Block};
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::steering::Separation;
use crate::steering::separation::Falloff;

/// What the neighbors of the agents in some lanes add up to.
pub(super) struct Pushes<S: Simd> {
    sum: ExactSum<S>,
    /// How many agents were looked at.
    terms: usize,
    /// How many of them are within the radius, if they are counted.
    within: S::F64s,
}

impl<S: Simd> Pushes<S> {
    #[inline(always)]
    pub(super) fn none(s: S) -> Self {
        Self {
            sum: ExactSum::new(s),
            terms: 0,
            within: s.splat(0.0),
        }
    }
}

/// The push of one agent on others, for one falloff.
pub(super) trait PushLaw<S: Simd>: Copy {
    /// The push of an agent at `other` on those at `position`, and which of them are within the radius. Both agents push each other
    /// alike, with opposite signs. Rounded, the two are still opposite.
    fn push(self, s: S, position: Pair<S>, other: Pair<S>) -> (Pair<S>, S::Mask);
}

/// [`Falloff::None`].
#[derive(Clone, Copy)]
pub(super) struct EvenPush<S: Simd> {
    squared_radius: S::F64s,
    inverse: S::F64s,
}

impl<S: Simd> PushLaw<S> for EvenPush<S> {
    #[inline(always)]
    fn push(self, s: S, position: Pair<S>, other: Pair<S>) -> (Pair<S>, S::Mask) {
        let offset = other - position;
        let within = s.less_or_equal(offset.squared(), self.squared_radius);
        (offset.times(self.inverse).keep(s, within), within)
    }
}

/// [`Falloff::InverseSquare`].
#[derive(Clone, Copy)]
pub(super) struct InverseSquarePush<S: Simd> {
    squared_radius: S::F64s,
    radius: S::F64s,
    floor: S::F64s,
}

impl<S: Simd> PushLaw<S> for InverseSquarePush<S> {
    #[inline(always)]
    fn push(self, s: S, position: Pair<S>, other: Pair<S>) -> (Pair<S>, S::Mask) {
        let offset = position - other;
        let squared = offset.squared();
        let within = s.less_or_equal(squared, self.squared_radius);
        let push = offset.times(self.radius / s.max(squared, self.floor));
        (push.keep(s, within), within)
    }
}

impl SeparationKernel {
    #[inline(always)]
    pub(super) fn even_push<S: Simd>(&self, s: S) -> EvenPush<S> {
        EvenPush {
            squared_radius: s.splat(self.squared_radius),
            inverse: s.splat(self.inverse_radius),
        }
    }

    #[inline(always)]
    pub(super) fn inverse_square_push<S: Simd>(&self, s: S) -> InverseSquarePush<S> {
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

    /// Adds the pushes of `others` on the agents at `position`. An agent that meets itself adds 0.
    #[inline(always)]
    pub(super) fn add<S: Simd, C: Counter>(
        &self,
        s: S,
        pushes: &mut Pushes<S>,
        position: Pair<S>,
        others: impl Iterator<Item = CrowdPosition>,
    ) {
        match self.parameters.falloff {
            Falloff::None => {
                let law = self.even_push(s);
                pushes.add_all::<C>(s, law, position, others);
            }
            Falloff::InverseSquare => {
                let law = self.inverse_square_push(s);
                pushes.add_all::<C>(s, law, position, others);
            }
        }
    }

    /// The force that the pushes make.
    #[inline(always)]
    pub(super) fn force_of<S: Simd>(&self, s: S, pushes: &Pushes<S>) -> Pair<S> {
        self.force_of_sum(s, pushes.sum.total(s, pushes.terms))
    }

    /// The force that a sum of pushes makes.
    #[inline(always)]
    pub(super) fn force_of_sum<S: Simd>(&self, s: S, sum: Pair<S>) -> Pair<S> {
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

impl<S: Simd> Pushes<S> {
    #[inline(always)]
    fn add_all<C: Counter>(
        &mut self,
        s: S,
        law: impl PushLaw<S>,
        position: Pair<S>,
        others: impl Iterator<Item = CrowdPosition>,
    ) {
        for CrowdPosition { x, y, agents } in others {
            let other = Pair {
                x: s.splat(x),
                y: s.splat(y),
            };
            let (push, within) = law.push(s, position, other);
            if C::SEVERAL {
                self.sum.add_times(s, push, agents);
                self.terms += agents as usize;
            } else {
                self.sum.add(s, push);
                self.terms += 1;
            }
            if C::COUNTS {
                let agents = s.splat(f64::from(agents));
                self.within = self.within + s.keep(within, agents);
            }
        }
    }
}

/// Whether those within the radius are counted, and whether there may be several at one position.
pub(super) trait Counter {
    const COUNTS: bool;
    const SEVERAL: bool;
}

/// One agent after the other, which are not counted.
pub(super) struct Uncounted;

impl Counter for Uncounted {
    const COUNTS: bool = false;
    const SEVERAL: bool = false;
}

/// One agent after the other.
struct Counted;

impl Counter for Counted {
    const COUNTS: bool = true;
    const SEVERAL: bool = false;
}

/// One position after the other.
struct Crowded;

impl Counter for Crowded {
    const COUNTS: bool = true;
    const SEVERAL: bool = true;
}

/// One agent at a position.
#[inline(always)]
pub(super) fn one((x, y): (f64, f64)) -> CrowdPosition {
    CrowdPosition { x, y, agents: 1 }
}

impl Kernel for SeparationKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        if self.radius() == 0.0 {
            return Asked::nothing(s);
        }
        let position = block.positions(s, i);
        let mut pushes = Pushes::none(s);
        let [xs, ys] = context.shared.position;
        let (xs, ys) = (xs, &ys[..xs.len()]);
        let near = context.neighbors.of(context.first_row + i);
        let listed = near
            .slots
            .iter()
            .map(|&slot| one((xs[slot as usize], ys[slot as usize])));
        if near.runs.is_empty() && Block::lanes_of::<S>(context.asked, i) == S::ALL {
            self.add::<S, Uncounted>(s, &mut pushes, position, listed);
            return Asked {
                force: self.force_of(s, &pushes),
                lanes: S::ALL,
            };
        }
        self.add::<S, Counted>(s, &mut pushes, position, listed);
        for &run in near.runs {
            let crowd = context.shared.cells.positions_in(run).iter().copied();
            self.add::<S, Crowded>(s, &mut pushes, position, crowd);
        }
        // Everyone with a radius is within it.
        let lanes = s.bits(s.less(s.splat(1.0), pushes.within));
        Asked {
            force: self.force_of(s, &pushes).keep(s, s.mask(lanes)),
            lanes,
        }
    }
}
