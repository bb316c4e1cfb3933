//! Fixtures and harnesses that several test programs share.

#[cfg(feature = "cases")]
pub mod cases;
#[cfg(feature = "engines")]
pub mod engine;
#[cfg(feature = "engines")]
pub mod engine_test;
#[cfg(feature = "export")]
pub mod everything;
#[cfg(feature = "export")]
pub mod exported;
mod full_guard;
pub mod full_properties;
pub mod full_scene;
#[cfg(feature = "export")]
pub mod godot;
pub mod hard_metadata;
pub mod hard_scenes;
#[cfg(feature = "export")]
pub mod pictured_scene;
pub mod shipped;
pub mod varied_behavior;
#[cfg(feature = "export")]
pub mod walled_scene;
#[cfg(feature = "export")]
pub mod web;

use std::path::PathBuf;

/// The folder of the repository.
pub fn root() -> PathBuf {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.ancestors().nth(2).expect("the workspace").to_owned()
}
