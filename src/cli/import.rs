//! `steerwright import`: converts exported files back into scenes.

use crate::cli::output;
use crate::cli::output::Failure;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use steerwright_export as export;
use steerwright_format::{FileError, SCENE_EXTENSION, load_text, save_scene};

/// Convert exported files back into scenes
///
/// Use this after changes in Tiled or Godot, for example. A scene contains what the format of the
/// file can represent. Each is written to NAME.scene.json in its authored units and axes, and its
/// path is printed.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright import courtyard.tmx --out scenes
  steerwright import build/*.steer.json --out scenes")]
pub struct Import {
    /// The exported files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The output folder, created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace existing scene files
    #[arg(long)]
    force: bool,
}

pub(super) fn run(arguments: &Import) -> Result<(), Failure> {
    std::fs::create_dir_all(&arguments.out).map_err(|source| export::ExportError::Folder {
        folder: arguments.out.clone(),
        source,
    })?;
    let mut all_succeeded = true;
    for file in &arguments.files {
        match import_file(file, arguments) {
            Ok(written) => writeln!(io::stdout(), "{}", written.display())?,
            Err(failure) => {
                output::message(failure);
                all_succeeded = false;
            }
        }
    }
    if all_succeeded {
        Ok(())
    } else {
        Err(Failure::Reported)
    }
}

fn import_file(file: &Path, arguments: &Import) -> Result<PathBuf, Failure> {
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let lower = name.to_lowercase();
    let Some(extension) =
        export::importable().find(|extension| lower.ends_with(&format!(".{extension}")))
    else {
        let known = export::importable().collect::<Vec<_>>().join(", ");
        return Err(Failure::NotImportable {
            path: file.to_owned(),
            known,
        });
    };
    let out = arguments.out.join(format!(
        "{}.{SCENE_EXTENSION}",
        &name[..name.len() - extension.len() - 1]
    ));
    if out.exists() && !arguments.force {
        return Err(Failure::Exists { path: out });
    }
    let in_file = |error| FileError::new(file, error);
    let text = load_text(file).map_err(in_file)?;
    if let Some(read) = export::import(&name, &text) {
        save_scene(&read.map_err(in_file)?, &out)?;
    }
    Ok(out)
}
