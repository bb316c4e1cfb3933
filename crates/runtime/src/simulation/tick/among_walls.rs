//! The behaviors that look at walls, agent by agent: each has its own segments near it.

use crate::lanes::{Pair, Simd, WIDEST};
use crate::simulation::program::AvoidWallsKernel;
use crate::simulation::store::columns::heading;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::steering::agent_lanes::Asked;
use crate::steering::avoid_walls::avoid_walls;
use crate::steering::follow_wall::follow_wall;
use crate::steering::{FollowWall, Kinematic};
use glam::DVec2;

impl Kernel for AvoidWallsKernel {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let Self { parameters, side } = self;
        let (walls, skin) = (context.shared.barrier, context.shared.skin);
        each_agent(s, context, block, i, |agent, heading| {
            avoid_walls(agent, heading, walls, skin, parameters, *side)
        })
    }
}

impl Kernel for FollowWall {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        _: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let (walls, skin) = (context.shared.barrier, context.shared.skin);
        each_agent(s, context, block, i, |agent, heading| {
            follow_wall(agent, heading, walls, skin, self)
        })
    }
}

/// The forces of the agents in the lanes from row `i` of the block on, one after the other: by
/// their state and heading.
#[inline(always)]
fn each_agent<S: Simd>(
    s: S,
    context: &Context,
    block: &Block,
    i: usize,
    force: impl Fn(&Kinematic, DVec2) -> Option<DVec2>,
) -> Asked<S> {
    let (mut x, mut y) = ([0.0; WIDEST], [0.0; WIDEST]);
    let mut lanes = 0;
    for lane in 0..S::LANES {
        let row = i + lane;
        if (block.live >> row) & 1 == 0 {
            continue;
        }
        let slot = block.at + row;
        let velocity = block.velocity(row);
        let agent = Kinematic {
            position: context.shared.position(slot),
            velocity,
            body: context.shared.body(slot),
        };
        let heading = heading(velocity, block.kept_heading(row));
        if let Some(force) = force(&agent, heading) {
            (x[lane], y[lane]) = (force.x, force.y);
            lanes |= 1 << lane;
        }
    }
    Asked {
        force: Pair::load(s, [&x, &y], 0),
        lanes,
    }
}
