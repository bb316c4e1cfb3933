//! The program as people and scripts call it.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod export;
mod runtimes;
mod startup;
mod usage;
