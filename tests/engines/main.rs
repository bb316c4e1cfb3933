//! Exports and runtimes in the real engines and languages.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod code;
mod gamemaker;
mod godot;
mod godot_import;
mod love;
mod phaser;
mod pygame;
mod runtimes;
mod threejs;
mod tiled;
mod tiled_edits;
mod trace;
mod unity;
mod unreal;
