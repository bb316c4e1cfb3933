//! `steerwright export`: the files a game reads.

use crate::cli::output;
use crate::cli::output::Failure;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use steerwright_export::{self as export, ExportError, OutputFile, ExportTarget};
use steerwright_format::load_scene;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Plane, Point, Scene};

/// Arguments of `export`.
#[derive(Clone, Debug, Args)]
#[command(
    long_about = "Write the files a game reads, named after the scene, and print their paths.

With one target the files go into DIR; with several, each target has a folder of its own in DIR. Files that are there already
are replaced, each as a whole or not at all; those that would not change are left alone. How a scene is placed in the game is what
the scene remembers for the target, or what suits most games of its kind, unless an option here says otherwise.

Without --to, every target that a scene remembers is exported to the folder it remembers.",
    after_help = "Examples:
  steerwright export guard.scene.json --to json --out assets
  steerwright export guard.scene.json --to godot4 --out game --scale 64 --trace 10
  steerwright export scenes/*.scene.json --to godot4,unity --out build
  steerwright export guard.scene.json"
)]
pub struct Export {
    /// The scene files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What to export to, separated by commas
    #[arg(long, value_name = "TARGET", value_delimiter = ',', value_parser = target(), requires = "out")]
    to: Vec<ExportTarget>,
    /// The folder to write into; it is made if it is not there
    #[arg(long, value_name = "DIR", requires = "to")]
    out: Option<PathBuf>,
    #[command(flatten)]
    placement: Placement,
}

/// What is said on the command line of how a scene is placed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How the scene is placed in the game")]
struct Placement {
    /// Let y grow downward; in the x-z plane, z toward the viewer
    #[arg(long, overrides_with = "y_up")]
    y_down: bool,
    /// Let y grow upward; in the x-z plane, z away from the viewer
    #[arg(long, overrides_with = "y_down")]
    y_up: bool,
    /// The plane of the game that the scene lies in
    #[arg(long, value_name = "PLANE", value_parser = plane())]
    plane: Option<Plane>,
    /// Game units in a unit of the scene
    #[arg(long, value_name = "K", value_parser = output::scale, allow_negative_numbers = true)]
    scale: Option<f64>,
    /// The place of the scene that becomes the game's origin, like 3,-2.5
    #[arg(long, value_name = "X,Y", value_parser = output::point, allow_hyphen_values = true)]
    origin: Option<Point>,
    /// Add the trace of the run over this many seconds: the proof that the game moves the same
    #[arg(long, value_name = "SECONDS", value_parser = output::seconds, allow_negative_numbers = true)]
    trace: Option<f64>,
}

impl Placement {
    fn over(&self, remembered: ExportOptions) -> ExportOptions {
        ExportOptions {
            y_down: self.y_down || (remembered.y_down && !self.y_up),
            plane: self.plane.unwrap_or(remembered.plane),
            scale: self.scale.unwrap_or(remembered.scale),
            origin: self.origin.unwrap_or(remembered.origin),
            with_trace: self.trace.or(remembered.with_trace),
        }
    }
}

fn target() -> impl TypedValueParser<Value = ExportTarget> {
    let values =
        ExportTarget::ALL.map(|target| PossibleValue::new(target.id()).help(target.description()));
    clap::builder::PossibleValuesParser::new(values)
        .try_map(|id| ExportTarget::by_id(&id).ok_or_else(|| format!("there is no target {id:?}")))
}

fn plane() -> impl TypedValueParser<Value = Plane> {
    let values = [
        PossibleValue::new("xy").help("For 2D games"),
        PossibleValue::new("xz").help("For 3D games with y upward: the ground"),
    ];
    clap::builder::PossibleValuesParser::new(values)
        .map(|plane| if plane == "xz" { Plane::Xz } else { Plane::Xy })
}

/// Files by folder, with the scene file each comes from.
type Folders = BTreeMap<PathBuf, Vec<(PathBuf, OutputFile)>>;

pub(super) fn run(arguments: &Export) -> Result<(), Failure> {
    let mut folders = Folders::new();
    let mut all_good = true;
    for file in &arguments.files {
        if let Err(failure) = gather(file, arguments, &mut folders) {
            output::message(failure);
            all_good = false;
        }
    }
    // All of them, before the first is written.
    let folders = folders
        .into_iter()
        .map(|(folder, files)| Ok((folder, distinct(files)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    for (folder, files) in folders {
        for path in export::write_files(&files, &folder)? {
            writeln!(io::stdout(), "{}", path.display())?;
        }
    }
    if all_good {
        Ok(())
    } else {
        Err(Failure::Reported)
    }
}

/// Adds what `file` is exported to.
fn gather(file: &Path, arguments: &Export, folders: &mut Folders) -> Result<(), Failure> {
    let loaded = load_scene(file)?;
    output::warn_of_unknown_fields(file, &loaded.unknown_fields);
    let scene = &loaded.value;
    let targets = targets(file, scene, arguments)?;
    let mut gathered = Vec::new();
    for (target, folder) in targets {
        let options = arguments
            .placement
            .over(export::remembered_options(scene, target));
        let files = export::export(scene, target, &options).map_err(|error| Failure::Scene {
            path: file.to_owned(),
            error,
        })?;
        gathered.push((folder, files));
    }
    for (folder, files) in gathered {
        folders
            .entry(plain(&folder))
            .or_default()
            .extend(files.into_iter().map(|output| (file.to_owned(), output)));
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
    if scene.exports.is_empty() {
        return Err(Failure::NothingRemembered {
            path: file.to_owned(),
        });
    }
    let beside = file.parent().unwrap_or(Path::new(""));
    let known = scene
        .exports
        .iter()
        .map(|setup| match ExportTarget::by_id(&setup.to) {
            Some(target) => Ok((target, beside.join(&setup.folder))),
            None => Err(Failure::UnknownTarget {
                path: file.to_owned(),
                target: setup.to.clone(),
            }),
        });
    known.collect()
}

/// `folder` without the "x/.." in it that scenes of different folders would reach one by in different ways.
fn plain(folder: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in folder.components() {
        match (part, plain.components().next_back()) {
            // A link may lead elsewhere, and so may the way up from there.
            (Component::ParentDir, Some(Component::Normal(_))) if !plain.is_symlink() => {
                plain.pop();
            }
            (Component::CurDir, _) => {}
            _ => plain.push(part),
        }
    }
    if plain.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        plain
    }
}

/// The files without those that several scenes share. Two that differ in more than the case of their names may not share one.
fn distinct(files: Vec<(PathBuf, OutputFile)>) -> Result<Vec<OutputFile>, Failure> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<(PathBuf, OutputFile)> = Vec::new();
    for (source, file) in files {
        match seen.get(&file.name.to_lowercase()).map(|&at| &kept[at]) {
            Some((_, known)) if *known == file => {}
            Some((first, _)) => {
                let (first, second) = (first.display().to_string(), source.display().to_string());
                return Err(ExportError::SameName {
                    first,
                    second,
                    name: file.name,
                }
                .into());
            }
            None => {
                seen.insert(file.name.to_lowercase(), kept.len());
                kept.push((source, file));
            }
        }
    }
    Ok(kept.into_iter().map(|(_, file)| file).collect())
}
