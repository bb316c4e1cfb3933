//! Floor 5: a scene in, the files a game reads out. Stand-in, not to be merged.
#![allow(missing_docs)]
use crate::scene::Scene;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Json,
    Godot,
    Csv,
}
impl Target {
    pub const ALL: [Self; 3] = [Self::Json, Self::Godot, Self::Csv];
    pub fn id(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Godot => "godot",
            Self::Csv => "csv",
        }
    }
    pub fn label(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Godot => "Godot 4",
            Self::Csv => "CSV trace",
        }
    }
    pub fn description(self) -> &'static str {
        match self {
            Self::Json => "Plain data for any engine: the scene as it is.",
            Self::Godot => "A GDScript that moves a node exactly as here, with its paths.",
            Self::Csv => "The run, a row a tick.",
        }
    }
}
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub y_down: bool,
    pub scale: f64,
    pub with_trace: Option<f64>,
}
impl Default for Options {
    fn default() -> Self {
        Self { y_down: false, scale: 1.0, with_trace: None }
    }
}
#[derive(Clone, Debug)]
pub struct OutputFile {
    pub name: String,
    pub bytes: Vec<u8>,
}
#[derive(Debug, thiserror::Error)]
#[error("the scene has nothing to export; add a path first")]
pub struct ExportError;
pub fn export(scene: &Scene, target: Target, options: &Options) -> Result<Vec<OutputFile>, ExportError> {
    if scene.is_empty() {
        return Err(ExportError);
    }
    let mut text = format!("# {} for {} scale {}\n", scene.name, target.id(), options.scale);
    for i in 0..50 {
        text += &format!("line {i} of the file, y_down {}\n", options.y_down);
    }
    Ok(vec![OutputFile { name: format!("{}.{}", scene.name, target.id()), bytes: text.into_bytes() }])
}
pub fn write_files(_: &[OutputFile], _: &Path) -> Result<Vec<PathBuf>, ExportError> {
    Ok(vec![])
}
