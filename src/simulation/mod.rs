//! Floor 4: a disposable run of a scene. Nothing here is saved.
//!
//! [`World`] moves the agents tick by tick; [`Run`] adds a recording, so that time can be scrubbed.

pub mod cast;
pub mod event;
pub mod measure;
pub mod neighbors;
pub mod random;
pub mod recording;
pub mod run;
mod thinking;
pub mod trace;
pub mod world;

pub use event::{Event, Happening};
pub use recording::{Recording, Sample};
pub use run::Run;
pub use world::{AgentView, World};
