//! The runtime through its public interface.

// Tests stop at the first surprise, and check the formulas by other means than they use.
#![allow(clippy::disallowed_methods)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod allocation;
mod avoid_walls;
mod behavior_memory;
mod determinism;
mod edge_cases;
mod editor_data;
mod edits;
mod facing;
mod golden;
mod lanes;
mod level;
mod level_random;
mod level_reading;
mod level_worlds;
mod live_world;
mod meetings;
mod path_actions;
mod properties;
mod reference;
mod routes;
mod saves;
mod senses;
mod soak;
mod spawners;
mod states;
mod threads;
mod world_edit;
