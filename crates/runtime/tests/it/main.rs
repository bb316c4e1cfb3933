//! The runtime through its public interface.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod allocation;
mod determinism;
mod edge_cases;
mod golden;
mod live_world;
mod properties;
mod reference;
