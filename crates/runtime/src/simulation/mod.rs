//! A disposable run of a scene. Nothing here is saved.
//!
//! [`World`] moves the agents tick by tick (what a game may do to it is in [`live`], and written down in [`command`]).

pub mod clock;
pub mod command;
pub mod event;
pub mod live;
pub mod neighbors;
pub mod random;
mod resolved_scene;
mod scene_check;
mod spawn;
pub mod world;

mod advance_store;
mod agent_store;
mod behavior_state;
mod cells;
mod columns;
mod contacts;
mod edit;
mod error;
mod groups;
mod instructions;
mod lanes;
mod memory;
mod neighbor_lists;
mod neighborhood;
mod observed;
mod program;
mod program_slots;
mod roster;
mod row_column;
mod spawners;
mod threads;
mod tick;
mod turning;
mod watch;

pub use clock::Clock;
pub use error::WorldError;
pub use event::{Event, EventKind};
pub use watch::TargetSight;
pub use world::{AgentView, World};
