//! Steerwright: author how game characters move, and move them the same way in the game.
//!
//! Floors, lowest first; a file imports only from floors below its own: [`geometry`], [`steering`], [`scene`] and
//! [`simulation`] are the runtime that games embed (no default features needed); `authoring` and `export`, `editor`, and
//! `cli` are the tool.
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

#[cfg(feature = "editor")]
pub mod editor;

#[cfg(feature = "cli")]
pub mod cli;

/// The examples in the README, compiled and run with the tests.
#[cfg(all(doctest, feature = "files"))]
#[doc = include_str!("../README.md")]
struct Readme;
