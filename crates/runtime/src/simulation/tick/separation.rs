//! Separation in lanes: agents side by side, their neighbors one after the other.
//!
//! The terms of the sums are rounded as the contract says, so neither the order of the neighbors
//! nor the number of lanes changes a bit of the result.

use crate::lanes::{ExactSum, Pair, Simd, WIDEST};
use crate::simulation::neighborhood::cells::CrowdPosition;
use crate::simulation::neighborhood::lists::Near;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::shared::Shared;
use crate::simulation::tick::stacks::{Stacks, balance};
use crate::steering::agent_lanes::Asked;
use crate::steering::separation::{Falloff, PreparedSeparation, PushLaw};
use std::ops::Range;

/// What the neighbors of the agents in some lanes add up to.
pub(super) struct Pushes<S: Simd> {
    sum: ExactSum<S>,
    /// How many agents were looked at.
    terms: usize,
    /// How many of them are within the radius, if they are counted.
    within: S::F64s,
    stacks: Stacks<S>,
}

impl<S: Simd> Pushes<S> {
    /// Adds the pushes of agents at exactly the same position.
    #[inline(always)]
    pub(super) fn part(&mut self, s: S, parting: &[u64; WIDEST]) {
        self.sum.add_multiples(s, parting);
    }

    #[inline(always)]
    pub(super) fn none(s: S) -> Self {
        Self {
            sum: ExactSum::new(s),
            terms: 0,
            within: s.splat(0.0),
            stacks: Stacks::none(s),
        }
    }

    /// A bit for each lane whose agent is at exactly the position of another.
    #[inline(always)]
    pub(super) fn stacked(&self, s: S) -> u64 {
        self.stacks.lanes(s)
    }
}

impl PreparedSeparation {
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
        for CrowdPosition { x, y, agents, .. } in others {
            let other = Pair {
                x: s.splat(x),
                y: s.splat(y),
            };
            let push = law.push(s, position, other);
            if C::SEVERAL {
                self.sum.add_times(s, push.term, agents);
                self.terms += agents as usize;
            } else {
                self.sum.add(s, push.term);
                self.terms += 1;
            }
            if C::FINDS_STACKS {
                self.stacks.count(s, push.squared, agents);
            }
            if C::COUNTS {
                let agents = s.splat(f64::from(agents));
                self.within = self.within + s.keep(push.is_within, agents);
            }
        }
    }
}

/// Whether those within the radius are counted, whether there may be several at one position, and
/// whether those at the position of an agent are counted, which may be one of them.
pub(super) trait Counter {
    const COUNTS: bool;
    const SEVERAL: bool;
    const FINDS_STACKS: bool;
}

/// One agent after the other, which are not counted.
struct Uncounted;

impl Counter for Uncounted {
    const COUNTS: bool = false;
    const SEVERAL: bool = false;
    const FINDS_STACKS: bool = false;
}

/// One agent after the other.
struct Counted;

impl Counter for Counted {
    const COUNTS: bool = true;
    const SEVERAL: bool = false;
    const FINDS_STACKS: bool = false;
}

/// One agent after the other, of which only those at the position are counted.
pub(super) struct Stacked;

impl Counter for Stacked {
    const COUNTS: bool = false;
    const SEVERAL: bool = false;
    const FINDS_STACKS: bool = true;
}

/// One position after the other.
struct Crowded;

impl Counter for Crowded {
    const COUNTS: bool = true;
    const SEVERAL: bool = true;
    const FINDS_STACKS: bool = true;
}

/// One agent at a position.
#[inline(always)]
pub(super) fn one(x: f64, y: f64) -> CrowdPosition {
    CrowdPosition {
        x,
        y,
        agents: 1,
        first: 0,
    }
}

impl Kernel for PreparedSeparation {
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
            .map(|&slot| one(xs[slot as usize], ys[slot as usize]));
        let is_asked = near.runs.is_empty() && Block::lanes_of::<S>(context.asked, i) == S::ALL;
        let slots = block.at + i..block.at + i + S::LANES;
        let are_stacked = near.close.iter().any(|&(slot, other)| {
            let (slot, other) = (slot as usize, other as usize);
            xs[slot] == xs[other] && ys[slot] == ys[other]
        });
        if are_stacked {
            pushes.part(s, &self.parting_of(context, slots.clone(), near));
        }
        if is_asked {
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
        if pushes.stacked(s) & Block::lanes_of::<S>(block.live, i) != 0 {
            pushes.part(s, &self.parting_of(context, slots, near));
        }
        // Everyone with a radius is within it.
        let lanes = s.bits(s.less(s.splat(1.0), pushes.within));
        Asked {
            force: self.force_of(s, &pushes).keep(s, s.mask(lanes)),
            lanes,
        }
    }
}

impl PreparedSeparation {
    /// [`parting`](Self::parting) for the agents in the slots of a vector.
    #[cold]
    #[inline(never)]
    fn parting_of(&self, context: &Context, slots: Range<usize>, near: Near) -> [u64; WIDEST] {
        let Shared { agent, cells, .. } = context.shared;
        let mut balances = [0; WIDEST];
        for (balance_of_lane, slot) in balances.iter_mut().zip(slots) {
            // The last lanes may have no agent.
            let Some(&own) = agent.get(slot) else { break };
            let position = context.shared.position(slot);
            let close = near.close.iter().filter(|&&(own, _)| own as usize == slot);
            let others = close.map(|&(_, other)| other as usize);
            let others = others.map(|other| (agent[other], context.shared.position(other)));
            let runs = near.runs.iter();
            let in_runs = runs.map(|&run| cells.balance_in(run, own, position));
            *balance_of_lane = balance(own, position, others) + in_runs.sum::<i64>();
        }
        self.parting(balances)
    }
}
