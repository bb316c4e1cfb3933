//! The states of agents: what they remember, and when they change from one to another.
//!
//! An agent that changes its state moves to the program of the other one, into a slot of its own;
//! the agents around it stay where they are.

mod carry;
mod change;
mod memory;
mod table;
mod terms;
mod transitions;

pub(super) use carry::{carry_state, have_same_states};
pub(super) use memory::{AgentStates, StateMemory, StateStore};
pub(super) use table::{ResolvedTerm, StateTable};
pub(super) use transitions::{MAX_NAMES, SentName, StateChanges};
