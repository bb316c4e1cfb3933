//! Leader following in lanes: [`follow_leader::follow`](crate::steering::follow_leader::follow).

use crate::simulation::columns::NONE;
use crate::simulation::lanes::{Pair, Simd, WIDEST};
use crate::simulation::memory::MemoryMut;
use crate::simulation::program::FollowLeaderKernel;
use crate::simulation::tick::block::{Asked, Block};
use crate::simulation::tick::group_separation::follower_balances;
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::separation::{Pushes, Stacked, one};
use crate::simulation::tick::toward_target::{arrive_speed, flee, predicted};
use crate::steering::FollowLeader;
use crate::steering::follow_leader::{Leader, ON_LINE};
use std::ops::Range;

/// What the agents in some lanes see of their leaders.
struct SeenLeaders<S: Simd> {
    position: Pair<S>,
    velocity: Pair<S>,
    heading: Pair<S>,
    ahead: Pair<S>,
    behind: Pair<S>,
}

impl FollowLeaderKernel {
    /// The forces apart from the leader and from each other, for the agents in `lanes`, whose
    /// leaders are `leaders`.
    #[inline(always)]
    fn separation<S: Simd>(
        &self,
        s: S,
        context: &Context,
        position: Pair<S>,
        slots: Range<usize>,
        lanes: u64,
    ) -> Pair<S> {
        let shared = context.shared;
        let [xs, ys] = shared.position;
        let leaders = shared.leader.of(slots.clone());
        let mut force = Pair::zero(s);
        let mut left = lanes;
        // Followers of one leader mostly lie side by side.
        while left != 0 {
            let leader = leaders[left.trailing_zeros() as usize];
            let mut same = 0;
            for (lane, &other) in leaders.iter().enumerate() {
                same |= u64::from(other == leader) << lane;
            }
            let mut pushes = Pushes::none(s);
            let at = shared.observed[leader as usize].position;
            let itself = std::iter::once(one((at.x, at.y)));
            self.separation
                .add::<S, Stacked>(s, &mut pushes, position, itself);
            for range in shared.groups.of(leader) {
                let (xs, ys) = (&xs[range.clone()], &ys[range]);
                let others = xs.iter().copied().zip(ys.iter().copied()).map(one);
                self.separation
                    .add::<S, Stacked>(s, &mut pushes, position, others);
            }
            if pushes.stacked(s) & same & lanes != 0 {
                let balances = follower_balances(shared, leader, slots.clone());
                pushes.part(s, &self.separation.parting(balances));
            }
            let apart = self.separation.force_of(s, &pushes);
            if same & lanes == lanes {
                return apart;
            }
            force = Pair::select(s, s.mask(same), apart, force);
            left &= !same;
        }
        force
    }
}

impl Kernel for FollowLeaderKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let slot = block.at + i;
        let leaders = context.shared.leader.of(slot..slot + S::LANES);
        if leaders.len() != S::LANES {
            return Asked::nothing(s);
        }
        let mut lanes = 0;
        for (lane, &leader) in leaders.iter().enumerate() {
            lanes |= u64::from(leader != NONE) << lane;
        }
        if lanes == 0 {
            return Asked::nothing(s);
        }
        let position = block.positions(s, i);
        let apart = if context.is_separated {
            let [x, y] = &block.columns.force;
            Pair::load(s, [x, y], i)
        } else {
            self.separation(s, context, position, slot..slot + S::LANES, lanes)
        };

        let seen = see(s, context, leaders, &self.parameters);
        let max_speed = s.load(&block.bodies.max_speed, i);
        let to_place = seen.behind - position;
        let distance = to_place.length(s);
        let speed = arrive_speed(s, &self.parameters.arrival(), max_speed, distance);
        let desired = to_place.direction_given_length(s, distance).times(speed);
        let arriving = block.force_toward(s, i, desired);

        let sight = s.splat(self.squared_sight);
        let in_the_way = s.less_or_equal((seen.ahead - position).squared(), sight)
            | s.less_or_equal((seen.position - position).squared(), sight);
        let evading = if s.any(in_the_way) {
            let there = predicted(s, block, i, [seen.position, seen.velocity], None);
            let evading = flee(s, block, i, there);
            let offset = position - seen.position;
            let Pair { x, y } = seen.heading;
            let ahead = x * offset.x + y * offset.y;
            let aside = x * offset.y - y * offset.x;
            let bound = s.splat(ON_LINE) * ahead;
            let zero = s.splat(0.0);
            let on_line = s.less(zero, ahead)
                & s.less_or_equal(-aside, bound)
                & s.less_or_equal(aside, bound);
            if s.any(on_line) {
                let is_left = s.less_or_equal(zero, aside);
                let left = Pair { x: -y, y: x };
                let side = Pair::select(s, is_left, left, -left);
                let stepping = block.force_toward(s, i, side.times(max_speed));
                Pair::select(s, on_line, stepping, evading).keep(s, in_the_way)
            } else {
                evading.keep(s, in_the_way)
            }
        } else {
            Pair::zero(s)
        };
        Asked {
            force: (evading + arriving + apart).keep(s, s.mask(lanes)),
            lanes,
        }
    }
}

/// Looks up the leaders.
#[inline(always)]
fn see<S: Simd>(
    s: S,
    context: &Context,
    leaders: &[u32],
    parameters: &FollowLeader,
) -> SeenLeaders<S> {
    let mut columns = [[0.0; WIDEST]; 10];
    for (lane, &row) in leaders.iter().enumerate() {
        if let Some(state) = context.shared.seen(row) {
            let leader = Leader {
                position: state.position,
                velocity: state.velocity,
                heading: state.heading,
            };
            let points = [
                leader.position,
                leader.velocity,
                leader.heading,
                leader.ahead(parameters),
                leader.behind(parameters),
            ];
            for (columns, point) in columns.chunks_exact_mut(2).zip(points) {
                columns[0][lane] = point.x;
                columns[1][lane] = point.y;
            }
        }
    }
    let at = |k: usize| Pair::load(s, [&columns[k], &columns[k + 1]], 0);
    SeenLeaders {
        position: at(0),
        velocity: at(2),
        heading: at(4),
        ahead: at(6),
        behind: at(8),
    }
}
