//! The command line interface.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod coverage;
mod export;
mod export_renamed;
mod export_trust;
mod files;
mod hostile;
mod import;
mod import_godot;
mod import_level;
mod import_nothing;
mod import_several;
mod import_tile_maps;
mod outputs;
mod runtimes;
mod score;
mod simulate;
mod startup;
mod support;
mod tracks;
mod usage;
mod worst_cases;
