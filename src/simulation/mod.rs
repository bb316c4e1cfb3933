//! Floor 4: a disposable run of a scene. Nothing here is saved.
//!
//! [`World`] moves the agents tick by tick (what a game may do to it is in [`live`], and written down in [`call`]); [`Run`] adds a recording, so that time can be scrubbed.

pub mod call;
pub mod cast;
pub mod clock;
mod entrance;
pub mod event;
pub mod live;
pub mod measure;
pub mod neighbors;
pub mod random;
pub mod recording;
pub mod run;
mod thinking;
pub mod trace;
pub mod world;

pub use clock::Clock;
pub use event::{Event, Happening};
pub use live::Refusal;
pub use recording::{Recording, Sample};
pub use run::Run;
pub use world::{AgentView, World};
