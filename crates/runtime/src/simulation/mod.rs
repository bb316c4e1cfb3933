//! A disposable run of a scene. Nothing here is saved.
//!
//! [`World`] moves the agents tick by tick (what a game may do to it is in [`live`], and written down in [`command`]).

mod behavior_state;
pub mod clock;
pub mod command;
pub mod event;
pub mod live;
pub mod neighbors;
pub mod random;
pub mod resolved_scene;
mod soundness;
mod spawn;
mod tick_context;
pub mod world;

pub use clock::Clock;
pub use event::{Event, EventKind};
pub use live::WorldError;
pub use world::{AgentView, World};
