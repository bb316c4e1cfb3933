//! Separation among the followers of one leader: each pair of followers is looked at once.
//!
//! Two agents push each other with the same force in opposite directions, and the terms of the sums
//! are rounded alike. So the push on one is added, the same push is subtracted from the other, and
//! no bit differs from looking at the pair twice.

use crate::lanes::{ExactSum, Pair, Simd, WIDEST};
use crate::simulation::store::columns::NONE;
use crate::simulation::tick::block::SlotColumns;
use crate::simulation::tick::shared::Shared;
use crate::simulation::tick::stacks::{Stacks, balance};
use crate::steering::separation::{Falloff, PreparedSeparation, Push, PushLaw};
use std::ops::Range;

/// How many followers of one leader are looked at together. Those of a larger group are looked at
/// in several parts, and pairs of different parts twice.
const MOST: usize = 64;
/// The last vector of a part may reach past its followers.
const ROWS: usize = MOST + WIDEST;

/// Followers of one leader in consecutive slots.
struct Part<'a> {
    shared: &'a Shared<'a>,
    leader: u32,
    slots: Range<usize>,
}

/// Buffers for the followers of a part, a row each.
pub(super) struct Buffers {
    x: [f64; ROWS],
    y: [f64; ROWS],
    force_x: [f64; ROWS],
    force_y: [f64; ROWS],
    /// What the agents so far have pushed those behind them with: per row, a vector of sums of the
    /// bits of its terms.
    reaction_x: [u64; MOST * WIDEST],
    reaction_y: [u64; MOST * WIDEST],
}

impl Default for Buffers {
    fn default() -> Self {
        Self {
            x: [0.0; ROWS],
            y: [0.0; ROWS],
            force_x: [0.0; ROWS],
            force_y: [0.0; ROWS],
            reaction_x: [0; MOST * WIDEST],
            reaction_y: [0; MOST * WIDEST],
        }
    }
}

/// Writes the separation forces of the followers in `slots` to the column of forces, which the move
/// of their block overwrites.
#[inline(always)]
pub(super) fn separate<S: Simd>(
    s: S,
    shared: &Shared,
    separation: &PreparedSeparation,
    slots: Range<usize>,
    columns: &mut SlotColumns,
    buffers: &mut Buffers,
) {
    let leaders = shared.leader.of(slots.clone());
    let mut at = 0;
    while let Some(&leader) = leaders.get(at) {
        let rest = leaders[at..].iter().take(MOST);
        let count = rest.take_while(|&&other| other == leader).count();
        let slots = slots.start + at..slots.start + at + count;
        at += count;
        if leader == NONE {
            continue;
        }
        let rows = slots.start - columns.first..slots.end - columns.first;
        let part = Part {
            shared,
            leader,
            slots,
        };
        match separation.parameters.falloff {
            Falloff::None => {
                let law = separation.even_push(s);
                part.separate(s, separation, law, buffers);
            }
            Falloff::InverseSquare => {
                let law = separation.inverse_square_push(s);
                part.separate(s, separation, law, buffers);
            }
        }
        let count = rows.len();
        columns.force[0][rows.clone()].copy_from_slice(&buffers.force_x[..count]);
        columns.force[1][rows].copy_from_slice(&buffers.force_y[..count]);
    }
}

impl Part<'_> {
    #[inline(always)]
    fn separate<S: Simd>(
        &self,
        s: S,
        separation: &PreparedSeparation,
        law: impl PushLaw<S>,
        buffers: &mut Buffers,
    ) {
        let [slot_xs, slot_ys] = self.shared.position;
        let count = self.slots.len();
        buffers.x[..count].copy_from_slice(&slot_xs[self.slots.clone()]);
        buffers.y[..count].copy_from_slice(&slot_ys[self.slots.clone()]);
        let leader = Pair::splat(s, self.shared.observed[self.leader as usize].position);
        // Whether some follower so far was at the position of another, which may be one behind it.
        let mut is_stacked = false;
        for i in (0..count).step_by(S::LANES) {
            let position = Pair::load(s, [&buffers.x, &buffers.y], i);
            let mut sum = ExactSum::new(s);
            let mut terms = 1 + count - i;
            let mut stacks = Stacks::none(s);
            let mut look = |push: Push<S>| {
                stacks.look(s, push.squared);
                push.term
            };
            sum.add(s, look(law.push(s, position, leader)));
            for run in self.shared.groups.of(self.leader) {
                for slots in self.others(run) {
                    terms += slots.len();
                    let (xs, ys) = (&slot_xs[slots.clone()], &slot_ys[slots]);
                    for (&x, &y) in xs.iter().zip(ys) {
                        sum.add(s, look(law.push(s, position, at(s, x, y))));
                    }
                }
            }
            let behind = (i + S::LANES).min(count);
            let lanes = behind * S::LANES..count * S::LANES;
            let reaction_xs = buffers.reaction_x[lanes.clone()].chunks_exact_mut(S::LANES);
            let reaction_ys = buffers.reaction_y[lanes].chunks_exact_mut(S::LANES);
            let (xs, ys) = (&buffers.x[behind..count], &buffers.y[behind..count]);
            let reactions = reaction_xs.zip(reaction_ys);
            for ((&x, &y), (reaction_x, reaction_y)) in xs.iter().zip(ys).zip(reactions) {
                let push = look(law.push(s, position, at(s, x, y)));
                let mut reaction = ExactSum::load(s, [reaction_x, reaction_y]);
                sum.add_to_both(s, push, &mut reaction);
                reaction.store(s, [reaction_x, reaction_y]);
            }
            let (xs, ys) = (&buffers.x[i..behind], &buffers.y[i..behind]);
            for (&x, &y) in xs.iter().zip(ys) {
                let push = law.push(s, position, at(s, x, y));
                stacks.count(s, push.squared, 1);
                sum.add(s, push.term);
            }
            // Each of the agents before has pushed once.
            sum.subtract(buffers.take_reactions(s, i..behind, i));
            // The last vector of a part may have lanes without followers.
            is_stacked |= stacks.lanes(s) & (S::ALL >> (S::LANES - (behind - i))) != 0;
            if is_stacked {
                let slots = self.slots.start + i..self.slots.start + behind;
                let balances = follower_balances(self.shared, self.leader, slots);
                sum.add_multiples(s, &separation.parting(balances));
            }
            let sum = sum.total(s, terms.wrapping_sub(i));
            let force = separation.force_of_sum(s, sum);
            force.store(s, &mut [&mut buffers.force_x, &mut buffers.force_y], i);
        }
    }

    /// The slots of a run that are not in this part.
    #[inline(always)]
    fn others(&self, run: Range<usize>) -> [Range<usize>; 2] {
        let Range { start, end } = self.slots;
        if run.start <= start && end <= run.end {
            [run.start..start, end..run.end]
        } else {
            [run, 0..0]
        }
    }
}

/// For the followers of a leader in the slots of a vector, how many of their neighbors at exactly
/// their position have a higher id, less those that have a lower one.
#[cold]
#[inline(never)]
pub(super) fn follower_balances(
    shared: &Shared,
    leader: u32,
    slots: Range<usize>,
) -> [i64; WIDEST] {
    let mut balances = [0; WIDEST];
    let leads = &shared.observed[leader as usize];
    for (balance_of_lane, slot) in balances.iter_mut().zip(slots) {
        let followers = shared.groups.of(leader).flatten();
        let followers = followers.map(|slot| (shared.agent[slot], shared.position(slot)));
        let others = followers.chain([(leads.agent, leads.position)]);
        *balance_of_lane = balance(shared.agent[slot], shared.position(slot), others);
    }
    balances
}

impl Buffers {
    /// The sums of `terms` reactions on each agent in a vector of rows, which begin again with 0.
    #[inline(always)]
    fn take_reactions<S: Simd>(&mut self, s: S, rows: Range<usize>, terms: usize) -> ExactSum<S> {
        let mut x = [ExactSum::<S>::zeros(terms); WIDEST];
        let mut y = x;
        for (lane, row) in rows.enumerate() {
            let lanes = row * S::LANES..(row + 1) * S::LANES;
            x[lane] = take_sum(&mut self.reaction_x[lanes.clone()]);
            y[lane] = take_sum(&mut self.reaction_y[lanes]);
        }
        ExactSum::load(s, [&x, &y])
    }
}

#[inline(always)]
fn take_sum(lanes: &mut [u64]) -> u64 {
    let mut sum = 0_u64;
    for lane in lanes {
        sum = sum.wrapping_add(std::mem::take(lane));
    }
    sum
}

/// The same place in every lane.
#[inline(always)]
fn at<S: Simd>(s: S, x: f64, y: f64) -> Pair<S> {
    Pair {
        x: s.splat(x),
        y: s.splat(y),
    }
}
