//! The runtime through its public interface.

mod allocation;
mod determinism;
mod edge_cases;
mod golden;
mod live_world;
mod properties;
mod reference;
