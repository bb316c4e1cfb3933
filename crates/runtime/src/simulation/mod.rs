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
pub mod world;

mod contacts;
mod error;
mod neighborhood;
mod population;
mod program;
mod reason;
mod resolved;
mod save;
mod senses;
mod spawners;
mod states;
mod store;
mod tick;

pub use clock::Clock;
pub use error::WorldError;
pub use event::{Emitted, Event, EventKind, Importance};
pub use reason::{Fact, Reason, ReasonOf};
pub use save::SaveError;
pub use world::{AgentView, CurrentState, Senses, TargetSight, World};
