//! `steerwright conformance`: writes conformance cases, which check that a runtime moves agents
//! exactly.

use crate::cli::export::without_duplicates;
use crate::cli::output;
use crate::cli::output::Failure;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use steerwright_export::conformance;
use steerwright_export::conformance::{CaseScript, CaseStep, SceneEdit};
use steerwright_export::{self as export, ExportTarget, file_name, ticks_in};
use steerwright_format::export_file::read_export;
use steerwright_format::{FileError, load_scene, load_text};
use steerwright_runtime::scene::ExportOptions;

/// Write conformance cases, which check that a runtime moves agents exactly
///
/// For each scene, this writes NAME.cases with its export, every event, and the state of every
/// agent, whose numbers are the hex digits of doubles. The runners in runtimes/ check whether
/// another language or machine computes the same bits.
///
/// A command file may also contain lines like "apply_scene 60 edited.scene.json". At that tick
/// the world applies the edited scene, whose export is in NAME.cases too. The path is relative
/// to the command file; a *.steer.json file is used unchanged.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright conformance guard.scene.json --out cases
  steerwright conformance scenes/*.scene.json --out cases --seconds 30 --y-down --scale 32
  steerwright conformance squad.scene.json --out cases --calls squad.calls")]
pub struct Conformance {
    /// The scene files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The output folder, created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The length of the run in seconds; a command at its end or later makes it longer
    #[arg(long, value_name = "S", value_parser = output::seconds, allow_negative_numbers = true, default_value = "10")]
    seconds: f64,
    /// Write the state every N ticks and at the last tick; events are always written
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), default_value = "10")]
    every: u64,
    /// A command file with one command per line, like "drive 60 2 3.5 -1" (tick, agent, x, y)
    #[arg(long, value_name = "FILE")]
    calls: Option<PathBuf>,
    /// Make the y axis point down
    #[arg(long)]
    y_down: bool,
    /// Game units per scene unit
    #[arg(long, value_name = "K", value_parser = output::scale, allow_negative_numbers = true, default_value = "1")]
    scale: f64,
}

pub(super) fn run(arguments: &Conformance) -> Result<(), Failure> {
    let options = ExportOptions {
        y_down: arguments.y_down,
        scale: arguments.scale,
        ..ExportOptions::default()
    };
    let steps = arguments
        .calls
        .as_deref()
        .map(|path| read_steps(path, &options))
        .transpose()?
        .unwrap_or_default();
    let mut files = Vec::new();
    for file in &arguments.files {
        let loaded = load_scene(file)?;
        output::warn_of_unknown_fields(file, &loaded.unknown_fields);
        let seconds = arguments.seconds;
        let ticks = ticks_in(seconds, loaded.value.dt()).ok_or(Failure::TooLong { seconds })?;
        let script = CaseScript {
            ticks,
            every: arguments.every,
            steps: steps.clone(),
        };
        let case = conformance::case(&loaded.value, &options, &script)?;
        files.push((file.clone(), case.into()));
    }
    let files = without_duplicates(files)?;
    for path in export::stage_files(&files, &arguments.out, &|| true)?.commit()? {
        writeln!(io::stdout(), "{}", path.display())?;
    }
    Ok(())
}

/// Reads a command file. Empty lines and lines that start with "#" are ignored.
fn read_steps(path: &Path, options: &ExportOptions) -> Result<Vec<CaseStep>, Failure> {
    let text = load_text(path).map_err(|error| FileError::new(path, error))?;
    let lines = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim)
        .enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let step = |(i, line): (usize, &str)| {
        let failure = |message| Failure::CommandFile {
            path: path.to_owned(),
            line: i + 1,
            message,
        };
        match line.strip_prefix("apply_scene ") {
            Some(rest) => {
                let parts = rest
                    .split_once(' ')
                    .and_then(|(tick, file)| Some((tick.parse().ok()?, file)));
                let (tick, file) = parts.ok_or_else(|| {
                    failure(
                        "expected a tick and a file, like \"apply_scene 60 edited.scene.json\""
                            .into(),
                    )
                })?;
                scene_edit(
                    tick,
                    &path.parent().unwrap_or(Path::new("")).join(file),
                    options,
                )
                .map(CaseStep::ApplyScene)
            }
            None => line.parse().map_err(failure),
        }
    };
    lines.map(step).collect()
}

/// Exports an edited scene with the same options, or reads an export.
fn scene_edit(tick: u64, file: &Path, options: &ExportOptions) -> Result<SceneEdit, Failure> {
    let whole = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let name = file_name(
        whole
            .split_once('.')
            .map_or(whole.as_str(), |(name, _)| name),
    );
    if whole.to_lowercase().ends_with(".steer.json") {
        let checked = |text: String| read_export(&text).map(|_| text);
        let export = load_text(file)
            .and_then(checked)
            .map_err(|error| FileError::new(file, error))?;
        return Ok(SceneEdit { tick, name, export });
    }
    let loaded = load_scene(file)?;
    output::warn_of_unknown_fields(file, &loaded.unknown_fields);
    let files = export::export(&loaded.value, ExportTarget::Json, options).map_err(|error| {
        Failure::Scene {
            path: file.to_owned(),
            error,
        }
    })?;
    let export = files
        .first()
        .map(|file| String::from_utf8_lossy(&file.bytes).into_owned())
        .unwrap_or_default();
    Ok(SceneEdit { tick, name, export })
}
