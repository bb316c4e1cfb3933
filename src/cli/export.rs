//! `steerwright export`: exports scenes for a game engine.

use crate::cli::output;
use crate::cli::output::Failure;
use crate::config;
use crate::confirmed_exports::ConfirmedExports;
use crate::overwriting;
use crate::resolved_path::resolved;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use glam::DVec2;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use steerwright_export::{self as export, ExportError, ExportFile, ExportTarget, SceneExport};
use steerwright_format::{load_scene, sanitize_for_display};
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Plane, Scene};

/// Export scenes for a game engine
///
/// Exported files are named after their scenes, and their paths are printed. With one target, the
/// files go to DIR; with several, each target gets a subfolder of DIR. Existing files are
/// replaced atomically, and files that would not change are not touched. Axes, scale and origin
/// come from the options below, from the export settings saved in the scene, or from the target's
/// defaults, in this order. Files that an earlier export of the same scene file wrote, and that the
/// scene no longer has because it was renamed, are removed if they are unchanged.
///
/// Without --to, each scene is exported to the targets and folders saved in it. Scene files can
/// come from untrusted sources, so a target and folder must have been confirmed on this computer:
/// in the editor, or with --confirm. Folders outside the folder of the scene file require
/// --allow-outside instead. Both are remembered.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright export guard.scene.json --to json --out assets
  steerwright export guard.scene.json --to godot4 --out game --scale 64 --trace 10
  steerwright export scenes/*.scene.json --to godot4,unity --out build
  steerwright export guard.scene.json --confirm
  steerwright export guard.scene.json")]
pub struct Export {
    /// The scene files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The targets, separated by commas
    #[arg(long, value_name = "TARGET", value_delimiter = ',', value_parser = target(), requires = "out")]
    to: Vec<ExportTarget>,
    /// The output folder, created if it does not exist
    #[arg(long, value_name = "DIR", requires = "to")]
    out: Option<PathBuf>,
    /// Without --out, confirm the saved exports to the folder of the scene file and folders in it
    #[arg(long, conflicts_with = "out")]
    confirm: bool,
    /// Without --out, confirm all saved exports, also to other folders
    #[arg(long, conflicts_with = "out")]
    allow_outside: bool,
    #[command(flatten)]
    placement: Placement,
}

/// The options for how a scene is placed in the game.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Placement in the game")]
struct Placement {
    /// Make y point down, or in the x-z plane, z toward the viewer
    #[arg(long, overrides_with = "y_up")]
    y_down: bool,
    /// Make y point up, or in the x-z plane, z away from the viewer
    #[arg(long, overrides_with = "y_down")]
    y_up: bool,
    /// The plane of the game in which the scene lies
    #[arg(long, value_name = "PLANE", value_parser = plane())]
    plane: Option<Plane>,
    /// Game units per scene unit
    #[arg(long, value_name = "K", value_parser = output::scale, allow_negative_numbers = true)]
    scale: Option<f64>,
    /// The scene position that becomes the game's origin, like 3,-2.5
    #[arg(long, value_name = "X,Y", value_parser = output::point, allow_hyphen_values = true)]
    origin: Option<DVec2>,
    /// Also write a trace of this many seconds, to compare with the motion in the game
    #[arg(long, value_name = "SECONDS", value_parser = output::seconds, allow_negative_numbers = true)]
    trace: Option<f64>,
}

impl Placement {
    fn applied_to(&self, saved: ExportOptions) -> ExportOptions {
        ExportOptions {
            y_down: self.y_down || (saved.y_down && !self.y_up),
            plane: self.plane.unwrap_or(saved.plane),
            scale: self.scale.unwrap_or(saved.scale),
            origin: self.origin.unwrap_or(saved.origin),
            with_trace: self.trace.or(saved.with_trace),
        }
    }
}

fn target() -> impl TypedValueParser<Value = ExportTarget> {
    let values =
        ExportTarget::ALL.map(|target| PossibleValue::new(target.id()).help(target.description()));
    clap::builder::PossibleValuesParser::new(values)
        .try_map(|id| ExportTarget::by_id(&id).ok_or_else(|| format!("unknown target {id:?}")))
}

fn plane() -> impl TypedValueParser<Value = Plane> {
    let values = [
        PossibleValue::new("xy").help("For 2D games"),
        PossibleValue::new("xz").help("For 3D games with y up: the ground"),
    ];
    clap::builder::PossibleValuesParser::new(values)
        .map(|plane| if plane == "xz" { Plane::Xz } else { Plane::Xy })
}

/// What is exported to a folder.
#[derive(Default)]
struct Folder {
    /// The files, with the scene file that each comes from.
    files: Vec<(PathBuf, ExportFile)>,
    exports: Vec<SceneExport>,
}

type Folders = BTreeMap<PathBuf, Folder>;

pub(super) fn run(arguments: &Export) -> Result<(), Failure> {
    let mut folders = Folders::new();
    let mut all_valid = true;
    for file in &arguments.files {
        if let Err(failure) = collect(file, arguments, &mut folders) {
            output::message(failure);
            all_valid = false;
        }
    }
    // Check all folders before the first file is written.
    let folders = folders
        .into_iter()
        .map(|(path, folder)| Ok((path, without_duplicates(folder.files)?, folder.exports)))
        .collect::<Result<Vec<_>, Failure>>()?;
    for (folder, files, _) in &folders {
        for output in files {
            let inputs = arguments.files.iter().map(PathBuf::as_path);
            overwriting::refuse_input(&folder.join(output.name()), inputs)?;
        }
    }
    for (folder, files, exports) in folders {
        for path in export::stage_files(&files, &folder, &|| true)?.commit()? {
            writeln!(io::stdout(), "{}", path.display())?;
        }
        let former = export::remove_former_files(&folder, &exports).map_err(ExportError::from)?;
        if let Some(lost) = former.lost_list {
            output::message(lost);
        }
        for replaced in former.replaced {
            output::message(replaced);
        }
        for file in former.not_removed {
            output::message(file);
        }
        for path in former.removed {
            output::message(format_args!(
                "removed {}, which the scene no longer has",
                path.display()
            ));
        }
    }
    if all_valid {
        Ok(())
    } else {
        Err(Failure::Reported)
    }
}

/// Adds the files to which the scene in `file` is exported.
fn collect(file: &Path, arguments: &Export, folders: &mut Folders) -> Result<(), Failure> {
    let loaded = load_scene(file)?;
    output::warn_of_unknown_fields(file, &loaded.unknown_fields);
    let scene = &loaded.value;
    let targets = targets(file, scene, arguments)?;
    let mut exported = Vec::new();
    for (target, folder) in targets {
        let options = arguments
            .placement
            .applied_to(export::saved_options(scene, target));
        let files = export::export_files(scene, target, &options, &|| true);
        let files = files.map_err(|error| Failure::Scene {
            path: file.to_owned(),
            error,
        })?;
        exported.push((target, folder, files));
    }
    for (target, folder, files) in exported {
        let folder = folders.entry(normalized(&folder)).or_default();
        folder.exports.push(SceneExport {
            scene: file.to_owned(),
            name: scene.name.clone(),
            target,
            files: files.iter().map(|file| file.name().to_owned()).collect(),
        });
        let files = files.into_iter().map(|output| (file.to_owned(), output));
        folder.files.extend(files);
    }
    Ok(())
}

fn targets(
    file: &Path,
    scene: &Scene,
    arguments: &Export,
) -> Result<Vec<(ExportTarget, PathBuf)>, Failure> {
    if let Some(out) = &arguments.out {
        let several = arguments.to.iter().any(|target| *target != arguments.to[0]);
        let folder = |target: ExportTarget| {
            if several {
                out.join(target.id())
            } else {
                out.clone()
            }
        };
        let mut targets: Vec<(ExportTarget, PathBuf)> = arguments
            .to
            .iter()
            .map(|&target| (target, folder(target)))
            .collect();
        targets.dedup();
        return Ok(targets);
    }
    if scene.editor.exports.is_empty() {
        return Err(Failure::NoExportSettings {
            path: file.to_owned(),
        });
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut confirmed = ConfirmedExports::load_from(config::config_dir().as_deref());
    let mut targets = Vec::new();
    let mut unconfirmed = Vec::new();
    for setup in &scene.editor.exports {
        let target = ExportTarget::by_id(&setup.to).ok_or_else(|| Failure::UnknownTarget {
            path: file.to_owned(),
            target: setup.to.clone(),
        })?;
        let to = folder.join(&setup.folder);
        if !confirmed.contains(file, setup) {
            if !arguments.allow_outside && !is_within(&to, folder) {
                return Err(Failure::OutsideFolder {
                    path: file.to_owned(),
                    folder: setup.folder.clone(),
                });
            }
            let to = if to.as_os_str().is_empty() {
                Path::new(".")
            } else {
                to.as_path()
            };
            unconfirmed.push(format!("{} to {}", setup.to, to.display()));
        }
        targets.push((target, to));
    }
    if arguments.confirm || arguments.allow_outside {
        // The user is asked again.
        if let Err(error) = confirmed.confirm(file, &scene.editor.exports) {
            output::message(error);
        }
    } else if !unconfirmed.is_empty() {
        return Err(Failure::Unconfirmed {
            path: file.to_owned(),
            exports: sanitize_for_display(&unconfirmed.join(", ")),
        });
    }
    Ok(targets)
}

/// Whether files in `folder` are written below `home`, wherever symbolic links lead.
fn is_within(folder: &Path, home: &Path) -> bool {
    match (resolved(folder), resolved(home)) {
        (Some(folder), Some(home)) => folder.starts_with(home),
        _ => false,
    }
}

/// `folder` without "x/..", so that scenes in different folders that export to the same folder
/// share one entry.
fn normalized(folder: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in folder.components() {
        match (part, normalized.components().next_back()) {
            // The parent of a symbolic link's target may be another folder.
            (Component::ParentDir, Some(Component::Normal(_))) if !normalized.is_symlink() => {
                normalized.pop();
            }
            (Component::CurDir, _) => {}
            _ => normalized.push(part),
        }
    }
    if normalized.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        normalized
    }
}

/// Removes duplicates of the files that several scenes share. Different files whose names differ
/// only in case or in composed letters are an error.
pub(super) fn without_duplicates(
    files: Vec<(PathBuf, ExportFile)>,
) -> Result<Vec<ExportFile>, Failure> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<(PathBuf, ExportFile)> = Vec::new();
    for (source, file) in files {
        match seen
            .get(&export::name_key(file.name()))
            .map(|&at| &kept[at])
        {
            Some((_, known)) if *known == file => {}
            Some((first, _)) => {
                let (first, second) = (first.display().to_string(), source.display().to_string());
                return Err(ExportError::SameName {
                    first,
                    second,
                    name: file.name().to_owned(),
                }
                .into());
            }
            None => {
                seen.insert(export::name_key(file.name()), kept.len());
                kept.push((source, file));
            }
        }
    }
    Ok(kept.into_iter().map(|(_, file)| file).collect())
}
