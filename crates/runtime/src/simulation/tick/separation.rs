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

impl SeparationKernel {
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
                let squared_radius = s.splat(self.squared_radius);
                let inverse = s.splat(self.inverse_radius);
                for other in others {
                    let offset = Pair {
                        x: s.splat(other.x) - position.x,
                        y: s.splat(other.y) - position.y,
                    };
                    let within = s.less_or_equal(offset.squared(), squared_radius);
                    pushes.add::<C>(s, offset.times(inverse), within, other.agents);
                }
            }
            Falloff::InverseSquare => {
                let squared_radius = s.splat(self.squared_radius);
                // A radius whose floor is too small for an `f64` has no push.
                let (radius, floor) = if self.floor > 0.0 {
                    (s.splat(self.parameters.radius), s.splat(self.floor))
                } else {
                    (s.splat(0.0), s.splat(1.0))
                };
                for other in others {
                    let offset = Pair {
                        x: position.x - s.splat(other.x),
                        y: position.y - s.splat(other.y),
                    };
                    let squared = offset.squared();
                    let within = s.less_or_equal(squared, squared_radius);
                    let push = offset.times(radius / s.max(squared, floor));
                    pushes.add::<C>(s, push, within, other.agents);
                }
            }
        }
    }

    /// The force that the pushes make.
    #[inline(always)]
    pub(super) fn force_of<S: Simd>(&self, s: S, pushes: &Pushes<S>) -> Pair<S> {
        let Separation {
            radius,
            max_separation,
            falloff,
        } = self.parameters;
        let sum = pushes.sum.total(s, pushes.terms);
        let force = match falloff {
            Falloff::None => (-sum.direction(s)).times(s.splat(max_separation)),
            Falloff::InverseSquare => sum.times(s.splat(max_separation / radius)),
        };
        force.keep(s, force.finite(s))
    }
}

impl<S: Simd> Pushes<S> {
    #[inline(always)]
    fn add<C: Counter>(&mut self, s: S, push: Pair<S>, within: S::Mask, agents: u32) {
        let push = push.keep(s, within);
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
