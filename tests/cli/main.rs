//! The program as people and scripts call it.

mod export;
mod runtimes;
mod startup;
mod usage;
