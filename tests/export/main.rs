//! Exports and imports.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod behaviors;
mod conformance;
mod editor_data;
mod export_watch;
mod files;
mod godot_deleted;
mod map_drawings;
mod map_layers;
mod pictures;
mod placement;
mod ron;
mod schema;
mod tables;
mod targets;
mod tiled_node_scripts;
mod tiled_templates;
mod tiled_walls;
mod traces;
mod written_files;
