//! How the behaviors of a program become one force per agent.

use crate::geometry::vector;
use crate::lanes::{Pair, Scalar, Simd, for_each_row};
use crate::simulation::neighborhood::lists::NeighborLists;
use crate::simulation::program::{BehaviorKernel, WeightedKernel};
use crate::simulation::store::columns::NONE;
use crate::simulation::store::memory::MemoryMut;
use crate::simulation::tick::block::{Block, SLOTS};
use crate::simulation::tick::homing_walk::HomingWalkKernel;
use crate::simulation::tick::kernel::{Context, Kernel};
use crate::simulation::tick::neighbor_mean::NeighborMeanKernel;
use crate::simulation::tick::search::SearchKernel;
use crate::simulation::tick::share::Memories;
use crate::simulation::tick::shared::Shared;
use crate::simulation::tick::toward_target::{
    ArriveKernel, EvadeKernel, FleeKernel, LeaveKernel, PursueKernel, SeekKernel,
};
use crate::steering::agent_lanes::Asked;
use crate::steering::combine::NEGLIGIBLE;
use crate::steering::follow_path::Progress;
use crate::steering::{BlendMode, Idle, Kinematic};
use glam::DVec2;
use std::ops::Range;

/// The forces of a block, before truncation.
pub(super) struct Forces {
    pub(super) x: [f64; SLOTS],
    pub(super) y: [f64; SLOTS],
}

/// What the behaviors of a block have in common.
pub(super) struct BehaviorRun<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) neighbors: &'a NeighborLists,
    /// The leader following whose separation forces are in the force column.
    pub(super) grouped: Option<usize>,
    /// The rows of the block in its program.
    pub(super) rows: Range<usize>,
}

/// Calls `$run` with the kernel of a behavior: with each its own loop is compiled.
macro_rules! with_kernel {
    ($kernel:expr, $name:ident => $run:expr) => {
        match $kernel {
            BehaviorKernel::Seek => {
                let $name = &SeekKernel;
                $run
            }
            BehaviorKernel::Flee(flee) => {
                let $name = &FleeKernel(*flee);
                $run
            }
            BehaviorKernel::Arrive(arrive) => {
                let $name = &ArriveKernel(*arrive);
                $run
            }
            BehaviorKernel::Leave(leave) => {
                let $name = &LeaveKernel(*leave);
                $run
            }
            BehaviorKernel::Pursue(pursue) => {
                let $name = &PursueKernel(*pursue);
                $run
            }
            BehaviorKernel::Evade(evade) => {
                let $name = &EvadeKernel(*evade);
                $run
            }
            BehaviorKernel::FollowPath($name) => $run,
            BehaviorKernel::Separation($name) => $run,
            BehaviorKernel::FollowLeader($name) => $run,
            BehaviorKernel::HomingWalk(walk) => {
                let $name = &HomingWalkKernel(*walk);
                $run
            }
            BehaviorKernel::AvoidWalls($name) => $run,
            BehaviorKernel::FollowWall($name) => $run,
            BehaviorKernel::Wander($name) => $run,
            BehaviorKernel::Alignment(law) => {
                let $name = &NeighborMeanKernel(law);
                $run
            }
            BehaviorKernel::Cohesion(law) => {
                let $name = &NeighborMeanKernel(law);
                $run
            }
            BehaviorKernel::Search(search) => {
                let $name = &SearchKernel(*search);
                $run
            }
        }
    };
}

impl BehaviorRun<'_> {
    fn context(&self, behavior: usize, weighted: &WeightedKernel, asked: u64) -> Context<'_> {
        Context {
            shared: self.shared,
            neighbors: self.neighbors,
            first_row: self.rows.start,
            behavior,
            goal: weighted.goal,
            is_routed: weighted.is_routed,
            asked,
            is_separated: self.grouped == Some(behavior),
        }
    }

    /// The forces that the behaviors ask for, blended.
    #[inline(always)]
    pub(super) fn forces<S: Simd>(
        &self,
        s: S,
        block: &mut Block,
        blend_mode: BlendMode,
        behaviors: &[WeightedKernel],
        memories: &mut Memories,
    ) -> Forces {
        let mut forces = Forces {
            x: [0.0; SLOTS],
            y: [0.0; SLOTS],
        };
        let asked = match blend_mode {
            BlendMode::WeightedSum => {
                let mut asked = 0;
                for (index, weighted) in behaviors.iter().enumerate() {
                    let context = self.context(index, weighted, asked);
                    let Some(mut memory) = memories.view(index, self.rows.clone()) else {
                        break;
                    };
                    asked |= with_kernel!(&weighted.kernel, kernel => add_weighted(
                        s, &context, block, kernel, weighted.weight, &mut memory, &mut forces,
                    ));
                }
                asked
            }
            BlendMode::Priority => self.first_forces(block, behaviors, memories, &mut forces),
        };
        if !behaviors.is_empty() {
            for_each_row(block.live & !asked, |row| {
                let force = idle_force(self.shared, block, row);
                (forces.x[row], forces.y[row]) = (force.x, force.y);
            });
        }
        forces
    }

    /// For each agent the first force that is not negligible. Returns a bit for each agent that a
    /// behavior asks for.
    fn first_forces(
        &self,
        block: &mut Block,
        behaviors: &[WeightedKernel],
        memories: &mut Memories,
        forces: &mut Forces,
    ) -> u64 {
        let mut asked = 0;
        for_each_row(block.live, |row| {
            block.columns.node[row] = NONE;
            for (index, weighted) in behaviors.iter().enumerate() {
                let context = self.context(index, weighted, 0);
                let Some(mut memory) = memories.view(index, self.rows.clone()) else {
                    break;
                };
                let answer = with_kernel!(&weighted.kernel, kernel => kernel.force(
                    Scalar, &context, block, &mut memory, row,
                ));
                if answer.lanes == 0 {
                    continue;
                }
                if let (BehaviorKernel::FollowPath(follow), MemoryMut::FollowPath(memory)) =
                    (&weighted.kernel, &memory)
                    && follow.is_reported
                {
                    block.columns.node[row] =
                        Progress::from(memory.progress[row]).target_node as u32;
                }
                if weighted.weight == 0.0 {
                    continue;
                }
                asked |= 1 << row;
                let force = DVec2::new(answer.force.x, answer.force.y) * weighted.weight;
                if vector::length(force) > NEGLIGIBLE {
                    (forces.x[row], forces.y[row]) = (force.x, force.y);
                    break;
                }
            }
        });
        asked
    }
}

/// Adds the weighted forces of a behavior. Returns a bit for each agent it asks for.
#[inline(always)]
fn add_weighted<S: Simd, K: Kernel>(
    s: S,
    context: &Context,
    block: &mut Block,
    kernel: &K,
    weight: f64,
    memory: &mut MemoryMut,
    forces: &mut Forces,
) -> u64 {
    let mut asked = 0;
    let weights = s.splat(weight);
    for i in (0..block.len).step_by(S::LANES) {
        let Asked { force, lanes } = kernel.force(s, context, block, memory, i);
        if weight != 0.0 {
            let sum = Pair::load(s, [&forces.x, &forces.y], i) + force.times(weights);
            sum.store(s, &mut [&mut forces.x, &mut forces.y], i);
            asked |= lanes << i;
        }
    }
    asked
}

/// The force of an agent whose behaviors ask for nothing.
#[cold]
fn idle_force(shared: &Shared, block: &Block, row: usize) -> DVec2 {
    let slot = block.at + row;
    let body = shared.body(slot);
    match body.idle {
        Idle::Coast => DVec2::ZERO,
        Idle::Brake => Kinematic {
            position: shared.position(slot),
            velocity: block.velocity(row),
            body,
        }
        .idle_force(),
    }
}
