//! `steerwright import`: converts exported files back into scenes, and imports levels.

use crate::cli::import_level;
use crate::cli::output;
use crate::cli::output::Failure;
use crate::overwriting;
use clap::Args;
use glam::DVec2;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use steerwright_export as export;
use steerwright_export::level::Rule;
use steerwright_format::{FileError, SCENE_EXTENSION, save_scene};
use steerwright_runtime::scene::Scene;

/// Convert exported files back into scenes, and import levels from maps that others made
///
/// Use this after changes in Tiled or Godot, for example. A scene contains what the format of the
/// file can represent. Each is written to NAME.scene.json in its authored units and axes, and its
/// path is printed.
///
/// From a map that was not exported by Steerwright, walls, paths, markers, agents and blocked cells
/// are imported. What came in and what was left out is printed. With --into, they are added to an
/// existing scene: importing a map again updates what came from it, and keeps everything else.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright import courtyard.tmx --out scenes
  steerwright import build/*.steer.json --out scenes
  steerwright import level.tmx --into level.scene.json --as Ground=cells --as Doors=nothing")]
pub struct Import {
    /// The exported files or maps
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The output folder, created if it does not exist
    #[arg(long, value_name = "DIR", required_unless_present = "into")]
    out: Option<PathBuf>,
    /// Replace existing scene files
    #[arg(long)]
    force: bool,
    /// Import maps into this scene, which is created if it does not exist
    #[arg(long, value_name = "SCENE", conflicts_with_all = ["out", "force"])]
    into: Option<PathBuf>,
    /// What an item, a layer, an id or an instanced scene of a map becomes: wall, door, path,
    /// marker, agent, cells or nothing; * is everything
    #[arg(long = "as", value_name = "NAME=KIND", value_parser = import_level::rule)]
    pub(super) rules: Vec<Rule>,
    /// The pixels of a map that become one unit [default: the height of a tile]
    #[arg(long, value_name = "PIXELS", value_parser = output::scale)]
    pub(super) pixels_per_unit: Option<f64>,
    /// Where the origin of a map is in the scene
    #[arg(long, value_name = "X,Y", value_parser = output::point, allow_hyphen_values = true)]
    pub(super) at: Option<DVec2>,
    /// Read files that a map names outside its folder
    #[arg(long)]
    pub(super) allow_outside: bool,
    /// Delete what came from a map and is no longer in it, unless the scene still uses it
    #[arg(long)]
    pub(super) delete_gone: bool,
    /// Import items again that came from a map and were deleted in the scene
    #[arg(long)]
    pub(super) with_deleted: bool,
}

pub(super) fn run(arguments: &Import) -> Result<(), Failure> {
    if let Some(out) = &arguments.out {
        std::fs::create_dir_all(out).map_err(|source| export::ExportError::Folder {
            folder: out.clone(),
            source,
        })?;
    }
    refuse_same_names(arguments)?;
    let mut all_succeeded = true;
    for file in &arguments.files {
        match import_file(file, arguments) {
            Ok(()) => {}
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

/// Refuses files of one name, of which only the last would remain.
fn refuse_same_names(arguments: &Import) -> Result<(), Failure> {
    if arguments.into.is_some() {
        return Ok(());
    }
    let mut first: BTreeMap<String, &Path> = BTreeMap::new();
    for file in &arguments.files {
        // Others are reported when it is their turn.
        let Ok(name) = scene_file_name(file) else {
            continue;
        };
        let earlier = *first.entry(export::name_key(&name)).or_insert(file);
        if earlier != file && overwriting::refuse_same(earlier, file).is_ok() {
            return Err(Failure::SameScene {
                first: earlier.to_owned(),
                second: file.to_owned(),
                path: arguments.out.clone().unwrap_or_default().join(name),
            });
        }
    }
    Ok(())
}

/// The name of the scene file that a file becomes.
fn scene_file_name(file: &Path) -> Result<String, Failure> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let end = export::importable_extension(file).ok_or_else(|| not_importable(file))?;
    let stem = name.get(..name.len() - end.len() - 1).unwrap_or(&name);
    Ok(format!("{stem}.{SCENE_EXTENSION}"))
}

fn not_importable(file: &Path) -> Failure {
    Failure::NotImportable {
        path: file.to_owned(),
        why: export::not_importable(file),
    }
}

/// The scene in the text of an export.
fn exported_scene(file: &Path, text: &str) -> Result<Scene, Failure> {
    let read = export::import_file(file, text).ok_or_else(|| not_importable(file))?;
    Ok(read.map_err(|error| FileError::new(file, error))?)
}

fn import_file(file: &Path, arguments: &Import) -> Result<(), Failure> {
    let name = scene_file_name(file)?;
    let in_file = |error| FileError::new(file, error);
    if let Some(into) = &arguments.into {
        overwriting::refuse_input(into, [file])?;
        let text = export::load_import(file).map_err(in_file)?;
        if !export::level::is_level(file, &text) {
            exported_scene(file, &text)?;
            return Err(Failure::NotALevel {
                path: file.to_owned(),
            });
        }
        return import_level::import_level(file, into, false, arguments);
    }
    let out = arguments.out.clone().unwrap_or_default().join(name);
    if !arguments.force {
        let path = out.clone();
        match out.try_exists() {
            Ok(false) => {}
            Ok(true) => return Err(Failure::Exists { path }),
            Err(source) => return Err(Failure::Write { path, source }),
        }
    }
    overwriting::refuse_input(&out, [file])?;
    let text = export::load_import(file).map_err(in_file)?;
    if export::level::is_level(file, &text) {
        return import_level::import_level(file, &out, true, arguments);
    }
    save_scene(&exported_scene(file, &text)?, &out)?;
    writeln!(io::stdout(), "{}", out.display())?;
    Ok(())
}
