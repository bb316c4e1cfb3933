//! Steering behaviors: parameters, and pure functions from an agent and what surrounds it to a force.
//!
//! One family of behaviors per file. Nothing here knows worlds or files. A function that returns an `Option` gives `None` where the
//! behavior asks for nothing; see [`combine`](combine::combine) and [`Idle`]. Lengths are in the scene's unit ("u"), times in seconds, angles
//! in radians (degrees where a field is named `_deg`), forces in u/s^2 times mass.

pub mod body;
pub mod combine;

pub mod arrive;
pub mod leave;
pub mod pursue;
pub mod seek;

pub mod follow_leader;
pub mod follow_path;
pub mod grid_chase;
pub mod homing_walk;
mod route;
pub mod separation;

pub use arrive::Arrive;
pub use body::{Body, Idle, Kinematic};
pub use combine::BlendMode;
pub use follow_leader::FollowLeader;
pub use follow_path::FollowPath;
pub use grid_chase::GridChase;
pub use homing_walk::HomingWalk;
pub use leave::Leave;
pub use pursue::Pursue;
pub use seek::Flee;
pub use separation::Separation;
