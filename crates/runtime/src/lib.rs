//! Moves game characters exactly as they were authored in Steerwright.
//!
//! There are two ways to use it:
//!
//! - **The whole run.** A [`World`](simulation::World) is made from a [`Scene`](scene::Scene);
//!   [`advance`](simulation::World::advance) it by the seconds of each frame, read [`agents`](simulation::World::agents)
//!   and [`events`](simulation::World::events), and change it while the game runs: see [`simulation::live`]. A steady step
//!   allocates nothing.
//! - **Only the formulas.** [`steering`] has one family of behaviors per file: parameters, and functions from an agent and
//!   what it sees to a force. Keep your own entities, and move them with [`body::integrate`](steering::body::integrate).
//!
//! Either way the same input gives the same bits on every machine. Lengths are in the scene's unit ("u"), times in seconds,
//! angles in radians unless a name ends in `_deg`. Scene files are read by the crate `steerwright-format`.
//!
//! ```
//! use steerwright_runtime::{scene::Scene, simulation::World};
//! let scene = Scene::default();
//! let mut world = World::new(&scene);
//! for _ in 0..60 {
//!     world.step();
//! }
//! assert_eq!(world.time(), 1.0);
//! ```

// A new variant of an enum is a decision at each match, which `_` would take silently.
#![warn(clippy::wildcard_enum_match_arm)]

pub use glam;

pub mod geometry;
pub mod steering;

pub mod scene;
#[allow(clippy::wildcard_enum_match_arm)]
pub mod simulation;
