//! A disposable run of a scene. Nothing here is saved.
//!
//! [`World`] moves the agents tick by tick. What a game does to it can be written down as
//! [commands](command).

// Here, a new variant of an enum is a decision at each match, which `_` would take silently.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod clock;
pub mod command;
pub mod event;
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
mod door_switches;
mod edit;
mod error;
mod groups;
mod instructions;
mod measure;
mod meetings;
mod memory;
mod neighbor_lists;
mod neighborhood;
mod observed;
mod path_memory;
mod path_progress;
mod path_scripts;
mod population;
mod program;
mod program_slots;
mod reason;
mod roster;
mod routes;
mod row_column;
mod save;
mod script_rows;
mod senses;
mod spawners;
mod states;
mod threads;
mod tick;
mod turning;

pub use clock::Clock;
pub use error::WorldError;
pub use event::{Emitted, Event, EventKind, Importance};
pub use reason::{Fact, Reason, ReasonOf};
pub use save::SaveError;
pub use world::{AgentView, CurrentState, Senses, TargetSight, World};
