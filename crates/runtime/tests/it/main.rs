//! The runtime through its public interface.

mod allocation;
mod behavior_memory;
mod determinism;
mod edge_cases;
mod golden;
mod live_world;
mod properties;
mod reference;
