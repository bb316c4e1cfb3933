//! The Steerwright runtime behind a C ABI. `include/steerwright.h` documents every function and
//! what it requires of its caller.
//!
//! Suggested reading order: [`status`], how calls fail; `pointers`, which checks pointers before
//! they are followed; `handle`, the world of a caller; `ffi_boundary`, which catches panics; then
//! the exported functions, one module per section of the header.
//!
//! Types of the header have its names: `SwWorld` is `sw_world`. The runtime's `World` and `Agent`
//! keep theirs.
//!
//! # Safety
//! This holds for every exported function: a pointer that is not null points to as much memory as
//! the header says. No other thread writes to that memory during the call, or reads it where the
//! function writes. A world comes from `sw_world_load` or `sw_world_open`, a snapshot from
//! `sw_world_snapshot`, and neither has been freed.

#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![warn(missing_docs)]
#![allow(clippy::missing_safety_doc)] // it is above

pub mod agents;
pub mod calls;
pub mod cells;
pub mod events;
mod ffi_boundary;
mod float_mode;
pub mod guards;
mod handle;
pub mod library;
pub mod link;
pub mod names;
pub mod paths;
mod pointers;
pub mod properties;
pub mod routes;
pub mod saves;
pub mod status;
pub mod world;

pub use agents::SwAgent;
pub use cells::SwCell;
pub use events::SwEvent;
pub use guards::{SwSenses, SwState};
pub use handle::{SwSnapshot, SwWorld};
pub use link::SwLinkState;
pub use paths::{SwPath, SwPlace, SwPoint};
pub use properties::SwProperty;
pub use status::SwStatus;
