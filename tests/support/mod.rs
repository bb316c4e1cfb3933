//! What several tests share.

#![allow(dead_code)] // each test uses its part

#[cfg(feature = "editor")]
pub mod cpu_renderer;
pub mod engine;
pub mod exported;
pub mod godot;
pub mod hard_scenes;
pub mod web;
