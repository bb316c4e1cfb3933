//! A disposable run of a scene. Nothing here is saved.
//!
//! [`World`] moves the agents tick by tick (what a game may do to it is in [`live`], and written down in [`call`]).

pub mod call;
pub mod cast;
pub mod clock;
mod entrance;
pub mod event;
pub mod live;
pub mod neighbors;
pub mod random;
mod thinking;
pub mod world;

pub use clock::Clock;
pub use event::{Event, Happening};
pub use live::Refusal;
pub use world::{AgentView, World};
