//! `steerwright check`: finds mistakes in scene and preset files.

use crate::cli::output;
use crate::cli::output::Failure;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use steerwright_analysis::coverage::check_areas;
use steerwright_analysis::lint;
use steerwright_analysis::lint::Diagnostic;
use steerwright_analysis::seeds;
use steerwright_analysis::seeds::Progress;
use steerwright_analysis::tracks::check_tracks;
use steerwright_authoring::{pictures, sample};
use steerwright_format::listed::Listed;
use steerwright_format::validate::ValidationError;
use steerwright_format::{
    FileError, FileKind, FormatError, PRESET_EXTENSION, load_preset, load_scene_to_run,
    sanitize_for_display,
};
use steerwright_runtime::scene::{Preset, Scene};

/// Find mistakes in scene and preset files
///
/// Errors are printed one per line as "file:place: message", and the exit code is 1. Warnings are
/// printed the same way, but do not change the exit code. All files are checked, even after an
/// error.
///
/// The areas of a scene are checked as errors: its agents must watch them as they require. For
/// this, 120 seconds of the scene are run.
///
/// The tracks of a scene are run and reported, and what is expected of them is checked: what is not
/// met is printed as an error.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:
  steerwright check guard.scene.json
  steerwright check scenes/*.scene.json presets/*.preset.json")]
pub struct Check {
    /// Scene and preset files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

enum Checked {
    Scene(Scene),
    Preset(Preset),
}

pub(super) fn run(arguments: &Check) -> Result<(), Failure> {
    let mut all_valid = true;
    // Keep checking after standard output was closed: the exit code still matters.
    let mut written = Ok(());
    for file in &arguments.files {
        match check(file) {
            Ok(checked) => {
                warn(file, &checked);
                let areas_are_met = check_areas_of(file, &checked);
                let (tracks_are_met, lines) = check_tracks_of(file, &checked);
                let is_met = areas_are_met && tracks_are_met;
                all_valid &= is_met;
                for line in lines {
                    written = written.and_then(|()| writeln!(io::stdout(), "{line}"));
                }
                written = written.and_then(|()| {
                    writeln!(
                        io::stdout(),
                        "{}: {} ({})",
                        file.display(),
                        if is_met { "ok" } else { "failed" },
                        summary(&checked)
                    )
                });
            }
            Err(error) => {
                output::message(error);
                all_valid = false;
            }
        }
    }
    match (all_valid, written) {
        (false, _) => Err(Failure::Reported),
        (true, written) => Ok(written?),
    }
}

fn check(file: &Path) -> Result<Checked, FileError> {
    let (checked, unknown_fields) = match load_scene_to_run(file) {
        Ok(loaded) => (Checked::Scene(loaded.value), loaded.unknown_fields),
        Err(FileError {
            source: FormatError::WrongFormat { expected, found },
            path,
        }) => match load_preset(file) {
            Ok(loaded) => (Checked::Preset(loaded.value), loaded.unknown_fields),
            // Neither a scene nor a preset: the file name tells which one to expect.
            Err(FileError {
                source: FormatError::WrongFormat { .. },
                ..
            }) => {
                let meant = if file.to_string_lossy().ends_with(PRESET_EXTENSION) {
                    FileKind::Preset.tag()
                } else {
                    expected
                };
                return Err(FileError {
                    source: FormatError::WrongFormat {
                        expected: meant,
                        found,
                    },
                    path,
                });
            }
            Err(error) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    output::warn_of_unknown_fields(file, &unknown_fields);
    Ok(checked)
}

/// Prints lint diagnostics as `file:place: warning: message`.
fn warn(file: &Path, checked: &Checked) {
    if let Checked::Scene(scene) = checked {
        let mut listed = Listed::default();
        for Diagnostic {
            pointer,
            message,
            help,
            ..
        } in lint::diagnostics(scene)
        {
            listed.add(pointer, format!("{message} {help}"));
        }
        for (index, picture) in scene.editor.pictures.iter().enumerate() {
            if sample::picture(&picture.file).is_none()
                && !pictures::path_of(&picture.file, file.parent()).is_file()
            {
                listed.add(
                    format!("/editor/pictures/{index}"),
                    format!(
                        "The file of the picture {:?} is missing: {}. Put it back, or locate it in the editor.",
                        sanitize_for_display(&picture.name),
                        sanitize_for_display(&picture.file)
                    ),
                );
            }
        }
        for ValidationError { pointer, message } in listed.into_entries("warnings") {
            output::message(format_args!(
                "{}:{pointer}: warning: {message}",
                file.display()
            ));
        }
    }
}

/// Prints errors as `file:place: message`.
fn print_errors(file: &Path, listed: Listed) {
    for ValidationError { pointer, message } in listed.into_entries("errors") {
        output::message(format_args!("{}:{pointer}: {message}", file.display()));
    }
}

/// Checks the areas of a scene, and prints those whose requirements are not met as errors. Returns
/// whether all are met.
fn check_areas_of(file: &Path, checked: &Checked) -> bool {
    let Checked::Scene(scene) = checked else {
        return true;
    };
    let threads = seeds::available_threads();
    // Nothing cancels it.
    let areas = check_areas(scene, threads, None, &Progress::default()).unwrap_or_default();
    let failed = areas.reports.iter().enumerate();
    let mut failed = failed.filter(|(_, report)| !report.holds()).peekable();
    let all_met = failed.peek().is_none();
    let mut listed = Listed::default();
    for (index, report) in failed {
        listed.add(format!("/editor/areas/{index}"), report.message_and_help());
    }
    print_errors(file, listed);
    all_met
}

/// Runs the tracks of a scene, and prints what is not as expected as errors. Returns whether
/// everything is, and the lines that tell what happened and which expectations are met.
fn check_tracks_of(file: &Path, checked: &Checked) -> (bool, Vec<String>) {
    let Checked::Scene(scene) = checked else {
        return (true, Vec::new());
    };
    let threads = seeds::available_threads();
    // Nothing cancels it.
    let tracks = check_tracks(scene, threads, &Progress::default()).unwrap_or_default();
    let (mut lines, mut listed) = (Vec::new(), Listed::default());
    let mut all_met = true;
    for (index, report) in tracks.iter().enumerate() {
        let place = format!("/editor/tracks/{index}");
        lines.push(format!("{}:{place}: {}", file.display(), report.message));
        for (at, expectation) in report.expectations.iter().enumerate() {
            let place = format!("{place}/expectations/{at}");
            if expectation.holds {
                let line = format!("{}:{place}: {}", file.display(), expectation.message);
                lines.push(line);
            } else {
                all_met = false;
                listed.add(place, expectation.message.clone());
            }
        }
    }
    print_errors(file, listed);
    (all_met, lines)
}

fn summary(checked: &Checked) -> String {
    let counted =
        |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    match checked {
        Checked::Scene(scene) => {
            let nodes = scene.paths.iter().map(|path| path.nodes.len()).sum();
            let mut counts = vec![
                counted(scene.paths.len(), "path"),
                counted(nodes, "node"),
                counted(scene.agents.len(), "agent"),
            ];
            if !scene.walls.is_empty() {
                counts.push(counted(scene.walls.len(), "wall"));
            }
            if !scene.editor.areas.is_empty() {
                counts.push(counted(scene.editor.areas.len(), "area"));
            }
            if !scene.editor.tracks.is_empty() {
                counts.push(counted(scene.editor.tracks.len(), "track"));
            }
            counts.join(", ")
        }
        Checked::Preset(preset) => format!(
            "preset, {}",
            counted(preset.behaviors().count(), "behavior")
        ),
    }
}
