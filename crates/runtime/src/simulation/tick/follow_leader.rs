//! Leader following in lanes: [`follow_leader::follow`](crate::steering::follow_leader::follow).

use crate::lanes::{Pair, Simd, WIDEST};
use crate::simulation::program::FollowLeaderKernel;
use crate::simulation::store::columns::NONE;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::group_separation::follower_balances;
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::separation::{Pushes, Stacked, one};
use crate::steering::FollowLeader;
use crate::steering::agent_lanes::Asked;
use crate::steering::follow_leader::{Leader, LeaderLanes};
use std::ops::Range;

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
            let itself = std::iter::once(one(at.x, at.y));
            self.separation
                .add::<S, Stacked>(s, &mut pushes, position, itself);
            for range in shared.groups.of(leader) {
                let (xs, ys) = (&xs[range.clone()], &ys[range]);
                let others = xs.iter().zip(ys).map(|(&x, &y)| one(x, y));
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

        let leader = see(s, context, leaders, &self.parameters);
        let sight = s.splat(self.squared_sight);
        let is_seen = |place: Pair<S>| s.less_or_equal((place - position).squared(), sight);
        let is_in_the_way = is_seen(leader.ahead) | is_seen(leader.position);
        let agents = block.agents(s, i);
        let force = agents.follow_leader(&leader, is_in_the_way, apart, &self.parameters);
        Asked {
            force: force.keep(s, s.mask(lanes)),
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
) -> LeaderLanes<S> {
    let mut columns = [[[0.0; WIDEST]; 2]; 5];
    for (lane, &row) in leaders.iter().enumerate() {
        if let Some(state) = context.shared.seen(row) {
            let leader = Leader {
                position: state.position,
                velocity: state.velocity,
                heading: state.heading,
            };
            let seen = leader.seen_by_followers(parameters);
            for ([x, y], point) in columns.iter_mut().zip(seen) {
                x[lane] = point.x;
                y[lane] = point.y;
            }
        }
    }
    LeaderLanes::new(columns.each_ref().map(|[x, y]| Pair::load(s, [x, y], 0)))
}
