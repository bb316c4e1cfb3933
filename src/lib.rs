//! Steerwright: author how game characters move, and move them the same way in the game.
//!
//! Floors, lowest first; a file imports only from floors below its own: [`geometry`], [`steering`], [`scene`] and
//! [`simulation`] are the runtime that games embed (no default features needed); `authoring` and `export`, `link`, `editor`,
//! and `cli` are the tool.
//!
//! # In a game
//!
//! Depend on it with `default-features = false`, and with the feature `files` to read what the editor saves. There are two ways to
//! use it:
//!
//! - **The whole run.** A [`World`](simulation::World) is made from a [`Scene`](scene::Scene); [`advance`](simulation::World::advance)
//!   it by the seconds of each frame, read [`agents`](simulation::World::agents) and [`events`](simulation::World::events), and change
//!   it as the game goes: what a game may do to it is in [`simulation::live`]. A steady step allocates nothing.
//! - **Only the formulas.** [`steering`] has one family of behaviours a file: parameters, and functions from an agent and what it sees
//!   to a force. Keep your own entities, and move them with [`body::integrate`](steering::body::integrate).
//!
//! Either way the same input gives the same bits on every machine. Lengths are in the scene's unit ("u"), times in seconds, angles in
//! radians unless a name ends in `_deg`.
//!
//! ```
//! use steerwright::{scene::Scene, simulation::World};
//! let scene = Scene::default();
//! let mut world = World::new(&scene);
//! for _ in 0..60 {
//!     world.step();
//! }
//! assert_eq!(world.time(), 1.0);
//! ```

#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub use glam;

pub mod geometry;
pub mod steering;

pub mod scene;
pub mod simulation;

#[cfg(feature = "files")]
pub mod authoring;
#[cfg(feature = "files")]
pub mod export;

// A browser has no sockets.
#[cfg(all(feature = "files", not(target_family = "wasm")))]
pub mod link;

#[cfg(feature = "editor")]
pub mod editor;

#[cfg(feature = "cli")]
pub mod cli;

/// The examples in the README, compiled and run with the tests.
#[cfg(all(doctest, feature = "files"))]
#[doc = include_str!("../README.md")]
struct Readme;
