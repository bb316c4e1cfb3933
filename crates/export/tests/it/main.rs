//! What exports and imports carry.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod custom_properties;
mod foreign_files;
mod godot_scripts;
mod level_again;
mod level_agents;
mod level_godot;
mod level_godot_controls;
mod level_godot_tiles;
mod level_gone;
mod level_node_messages;
mod level_nodes;
mod level_properties;
mod level_svg;
mod level_tables;
mod level_tiles;
mod level_types;
mod level_unset;
mod metadata;
