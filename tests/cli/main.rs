//! The command line interface.

mod export;
mod files;
mod runtimes;
mod simulate;
mod startup;
mod support;
mod usage;
