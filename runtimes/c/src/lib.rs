//! The Steerwright runtime behind a C ABI. `include/steerwright.h` says what every function does and what it asks of its caller;
//! here is only how.
//!
//! In the order of reading: [`status`], how calls fail; `guard`, the border that lets nothing in unchecked and no panic out;
//! [`world`], the handle; then what is done with it, section by section of the header.
//!
//! # Safety
//! Said once for every exported function: a pointer that is not null points to as much memory as the header says, which nobody
//! else writes to meanwhile (nor reads, where the function writes); a world comes from `sw_world_load` or `sw_world_open` and is
//! not freed yet.

#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![warn(missing_docs)]
#![allow(clippy::missing_safety_doc)] // it is above

pub mod agents;
pub mod calls;
pub mod events;
mod guard;
pub mod library;
pub mod link;
pub mod names;
pub mod paths;
pub mod status;
pub mod world;

pub use agents::Agent;
pub use events::Event;
pub use link::LinkState;
pub use paths::{Path, Place, Point};
pub use status::Status;
pub use world::World;
