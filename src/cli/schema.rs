//! `steerwright schema`: prints the JSON Schema of a file format.

use crate::cli::output::Failure;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use steerwright_export::schema;

/// Print the JSON Schema of a file format
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright schema > scene.schema.json
  steerwright schema preset > preset.schema.json
  steerwright schema export > export.schema.json")]
pub struct Schema {
    /// The file format
    #[arg(value_enum, default_value = "scene")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// A whole scene, *.scene.json
    Scene,
    /// One agent preset, *.preset.json
    Preset,
    /// A scene exported for a game, *.steer.json
    Export,
}

pub(super) fn run(arguments: &Schema) -> Result<(), Failure> {
    let schema = match arguments.format {
        Format::Scene => schema::SCENE,
        Format::Preset => schema::PRESET,
        Format::Export => schema::EXPORT,
    };
    let mut stdout = io::stdout().lock();
    stdout.write_all(schema.as_bytes())?;
    Ok(stdout.flush()?)
}
