//! Wandering of a block, agent by agent: it draws random numbers, which come one after the other.

use crate::lanes::Simd;
use crate::simulation::store::columns::heading;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::Block;
use crate::simulation::tick::kernel::{Context, Kernel, one_by_one};
use crate::steering::agent_lanes::Asked;
use crate::steering::{Kinematic, Wander};

impl Kernel for Wander {
    #[inline(always)]
    fn force<S: Simd>(
        &self,
        s: S,
        context: &Context,
        block: &mut Block,
        memory: &mut MemoryMut,
        i: usize,
    ) -> Asked<S> {
        let MemoryMut::Wander(memories) = memory else {
            return Asked::nothing(s);
        };
        one_by_one(s, block, i, |block, row| {
            let (shared, slot) = (context.shared, block.at + row);
            let velocity = block.velocity(row);
            let agent = Kinematic {
                position: shared.position(slot),
                velocity,
                body: shared.body(slot),
            };
            let draw = block.columns.stream[row].next_f64();
            memories[row].advance(self, shared.dt, draw);
            let heading = heading(velocity, block.kept_heading(row));
            Some(memories[row].wander(&agent, heading, self))
        })
    }
}
