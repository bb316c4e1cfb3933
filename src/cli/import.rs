//! `steerwright import`: an exported file back into a scene.

use crate::cli::output;
use crate::cli::output::Failure;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use steerwright_export as export;
use steerwright_format::{FileError, SCENE_EXTENSION, load_text, save_scene};

/// Arguments of `import`.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Turn exported files back into scenes, as far as their format carries them: after a change in Tiled, in Godot or by hand. Each \
scene is written as NAME.scene.json after the exported file, in the units and axes it was authored in, and its path is printed.",
    after_help = "Examples:
  steerwright import yard.tmx --out scenes
  steerwright import build/*.steer.json --out scenes"
)]
pub struct Import {
    /// The exported files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder to write into; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace scene files that are there already
    #[arg(long)]
    force: bool,
}

pub(super) fn run(arguments: &Import) -> Result<(), Failure> {
    std::fs::create_dir_all(&arguments.out).map_err(|source| export::ExportError::Folder {
        folder: arguments.out.clone(),
        source,
    })?;
    let mut all_good = true;
    for file in &arguments.files {
        match one(file, arguments) {
            Ok(written) => writeln!(io::stdout(), "{}", written.display())?,
            Err(failure) => {
                output::message(failure);
                all_good = false;
            }
        }
    }
    if all_good {
        Ok(())
    } else {
        Err(Failure::Reported)
    }
}

fn one(file: &Path, arguments: &Import) -> Result<PathBuf, Failure> {
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let lower = name.to_lowercase();
    let Some(ending) = export::importable().find(|ending| lower.ends_with(&format!(".{ending}")))
    else {
        let known = export::importable().collect::<Vec<_>>().join(", ");
        return Err(Failure::NotImportable {
            path: file.to_owned(),
            known,
        });
    };
    let out = arguments.out.join(format!(
        "{}.{SCENE_EXTENSION}",
        &name[..name.len() - ending.len() - 1]
    ));
    if out.exists() && !arguments.force {
        return Err(Failure::Exists { path: out });
    }
    let at_fault = |error| FileError::new(file, error);
    let text = load_text(file).map_err(at_fault)?;
    if let Some(read) = export::import(&name, &text) {
        save_scene(&read.map_err(at_fault)?, &out)?;
    }
    Ok(out)
}
