//! Programs: what the agents do that share a list of behaviors.

mod kernel;
mod key;

use crate::lanes::WIDEST;
use crate::scene::{Motion, Steered};
use crate::simulation::neighborhood::lists::NeighborLists;
use crate::simulation::store::behavior_state::BehaviorState;
use crate::simulation::store::columns::Scratch;
use crate::simulation::store::memory::Memory;
use crate::steering::description::Neighbors;
use crate::steering::separation::PreparedSeparation;
use crate::steering::{BlendMode, GridChase};
pub(super) use kernel::{
    AvoidWallsKernel, BehaviorKernel, FollowLeaderKernel, FollowPathKernel, WeightedKernel,
};
pub(super) use key::{body_key, key};
use std::ops::Range;

/// What a run of slots does, and what its agents remember.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// The states of its agents have the same.
    pub(super) key: String,
    pub(super) motion: ProgramMotion,
    /// Which other agents its agents look at: they have slots side by side.
    pub(super) looks_at: Neighbors,
    /// Its first slot.
    pub(super) first: usize,
    /// How many agents it has.
    pub(super) agents: usize,
    /// How many slots it has; a multiple of [`WIDEST`].
    pub(super) slots: usize,
    /// One per behavior; empty until the first agent enters.
    pub(super) memories: Vec<Memory>,
    pub(super) neighbors: NeighborLists,
}

/// How the agents of a program move.
#[derive(Clone, Debug)]
pub(super) enum ProgramMotion {
    Steered {
        blend_mode: BlendMode,
        behaviors: Vec<WeightedKernel>,
    },
    GridChase(GridChase),
}

impl Program {
    /// A program of the behaviors of a motion, without slots. `key` is that of the motion.
    pub(super) fn new(motion: &Motion, key: String) -> Self {
        let behaviors = motion.behaviors().iter();
        let looks_at = behaviors
            .map(|weighted| weighted.behavior.description().neighbors)
            .fold(Neighbors::None, Neighbors::max);
        Self {
            key,
            motion: ProgramMotion::new(motion),
            looks_at,
            first: 0,
            agents: 0,
            slots: 0,
            memories: Vec::new(),
            neighbors: NeighborLists::default(),
        }
    }

    /// How far its agents look for neighbors, at most; 0 if they do not.
    pub(super) fn neighbor_radius(&self) -> f64 {
        let ProgramMotion::Steered { behaviors, .. } = &self.motion else {
            return 0.0;
        };
        let radii = behaviors
            .iter()
            .map(|weighted| weighted.kernel.neighbor_radius());
        radii.fold(
            0.0,
            |widest, radius| if radius > widest { radius } else { widest },
        )
    }

    /// Whether its agents look at the velocities of neighbors.
    pub(super) fn looks_at_velocities(&self) -> bool {
        let ProgramMotion::Steered { behaviors, .. } = &self.motion else {
            return false;
        };
        behaviors
            .iter()
            .any(|weighted| weighted.kernel.neighbor_view().is_some())
    }

    /// Whether its agents follow leaders.
    pub(super) fn follows_leaders(&self) -> bool {
        self.looks_at == Neighbors::SameLeader
    }

    /// The slots with agents.
    pub(super) fn occupied(&self) -> Range<usize> {
        self.first..self.first + self.agents
    }

    /// The end of the slots that full vectors with agents fill.
    pub(super) fn padded_end(&self) -> usize {
        self.first + self.agents.next_multiple_of(WIDEST)
    }

    /// Assigns slots from `first` on, for `agents` agents that will be added. Returns the first
    /// slot after them.
    pub(super) fn place(&mut self, first: usize, agents: usize) -> usize {
        self.first = first;
        self.agents = 0;
        self.slots = agents.next_multiple_of(WIDEST);
        self.memories.clear();
        first + self.slots
    }

    /// Moves it to at least `slots` slots from `first` on, no fewer than it has.
    pub(super) fn move_to(&mut self, first: usize, slots: usize) {
        self.first = first;
        self.slots = slots.next_multiple_of(WIDEST);
        for memory in &mut self.memories {
            memory.resize(self.slots);
        }
    }

    /// Takes in what an agent remembers, in the next free slot, which it returns.
    pub(super) fn enter(&mut self, states: impl Iterator<Item = BehaviorState>) -> usize {
        let row = self.agents;
        self.agents += 1;
        for (behavior, state) in states.enumerate() {
            if behavior == self.memories.len() {
                self.memories.push(Memory::like(&state, self.slots));
            }
            self.memories[behavior].insert(row, state);
        }
        self.first + row
    }

    /// Puts the memories into another order.
    pub(super) fn gather(&mut self, order: &[u32], scratch: &mut Scratch) {
        for memory in &mut self.memories {
            memory.gather(order, scratch);
        }
    }
}

impl ProgramMotion {
    fn new(motion: &Motion) -> Self {
        match motion {
            Motion::GridChase(chase) => Self::GridChase(*chase),
            Motion::Steered(Steered {
                blend_mode,
                behaviors,
            }) => {
                let mut is_first_path = true;
                Self::Steered {
                    blend_mode: *blend_mode,
                    behaviors: behaviors
                        .iter()
                        .map(|weighted| WeightedKernel {
                            weight: weighted.weight,
                            goal: weighted.goal,
                            is_routed: weighted.goes_around_walls(),
                            kernel: BehaviorKernel::new(weighted.behavior, &mut is_first_path),
                        })
                        .collect(),
                }
            }
        }
    }

    /// Whether the behavior with this index goes around walls by routes.
    pub(super) fn has_routes_of(&self, behavior: usize) -> bool {
        match self {
            Self::Steered { behaviors, .. } => behaviors
                .get(behavior)
                .is_some_and(|weighted| weighted.is_routed),
            Self::GridChase(_) => false,
        }
    }

    /// The first leader following and its separation, if the forces of all behaviors are added.
    pub(super) fn group_separation(&self) -> Option<(usize, &PreparedSeparation)> {
        let Self::Steered {
            blend_mode: BlendMode::WeightedSum,
            behaviors,
        } = self
        else {
            return None;
        };
        let kernels = behaviors.iter().map(|weighted| &weighted.kernel);
        kernels.enumerate().find_map(|(index, kernel)| {
            if let BehaviorKernel::FollowLeader(follow) = kernel {
                Some((index, &follow.separation))
            } else {
                None
            }
        })
    }
}
