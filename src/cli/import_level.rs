//! `steerwright import` of maps that others made.

use super::import::Import;
use crate::cli::output;
use crate::cli::output::Failure;
use std::io::{self, Write};
use std::path::Path;
use steerwright_authoring::remembered::imports;
use steerwright_export::level::{self, Becomes, Level, Placing, Rule};
use steerwright_format::{
    FileError, FormatError, load_scene, load_text, lock_for_update, sanitize_for_display,
    save_text_if, write_scene,
};
use steerwright_runtime::scene::Scene;

/// Lines of each list that are printed.
const LISTED: usize = 100;

/// Brings the map at `file` into the scene at `out`, which is created if it does not exist or if
/// `replaces`.
pub(super) fn import_level(
    file: &Path,
    out: &Path,
    replaces: bool,
    arguments: &Import,
) -> Result<(), Failure> {
    let in_file = |error| FileError::new(file, error);
    let level = level::read(file, arguments.allow_outside).map_err(in_file)?;
    if !level.outside.is_empty() {
        let files = level
            .outside
            .iter()
            .map(|file| sanitize_for_display(&file.display().to_string()));
        return Err(Failure::MapNamesOutside {
            path: file.to_owned(),
            files: files.collect::<Vec<_>>().join(", "),
        });
    }
    // Another run may import into the same scene.
    let _lock = lock_for_update(out)?;
    let before = match replaces {
        true => None,
        false => text_of(out)?,
    };
    let mut scene = Scene {
        name: file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        ..Scene::default()
    };
    if before.is_some() {
        let loaded = load_scene(out)?;
        output::warn_of_unknown_fields(out, &loaded.unknown_fields);
        scene = loaded.value;
    }
    let remembered = imports::remembered(&scene, file, Some(out));
    let mut placing = remembered.map_or(Placing::of(&level), |import| Placing {
        pixels_per_unit: import.pixels_per_unit,
        at: import.at,
    });
    placing.pixels_per_unit = arguments.pixels_per_unit.unwrap_or(placing.pixels_per_unit);
    placing.at = arguments.at.unwrap_or(placing.at);
    let becomes = remembered.map(|import| import.becomes.clone());
    let choices = level.choices(&arguments.rules, &becomes.unwrap_or_default());
    let import = level::Import {
        file: imports::file_text(&scene, file, Some(out)),
        placing,
        choices,
        delete_gone: arguments.delete_gone,
        with_deleted: arguments.with_deleted,
    };
    let changes = level::merge(&mut scene, &level, &import).map_err(in_file)?;
    let text = write_scene(&scene).map_err(|error| FileError::new(out, error))?;
    // The editor does not wait for the lock.
    let mut now = Ok(None);
    let is_unchanged = || {
        now = text_of(out);
        replaces || now.as_ref().is_ok_and(|now| *now == before)
    };
    if !save_text_if(&text, out, is_unchanged)? {
        now?;
        return Err(Failure::ChangedMeanwhile { path: out.into() });
    }
    let mut to = io::stdout().lock();
    writeln!(to, "{}", out.display())?;
    writeln!(to, "  {}: {}", file.display(), changes.summary())?;
    for (list, what) in [
        (&level.notes, "note"),
        (&changes.added, "added"),
        (&changes.updated, "updated"),
        (&changes.kept, "kept as edited"),
        (&changes.gone, "gone from the map, but kept"),
        (&changes.deleted, "deleted"),
        (
            &changes.not_restored,
            "deleted in the scene, use --with-deleted to import it again",
        ),
        (&not_chosen(&level, &import.choices), "not imported"),
        (&lines(&changes.left_out), "left out"),
    ] {
        for line in list.iter().take(LISTED) {
            writeln!(to, "  {what}: {}", sanitize_for_display(line))?;
        }
        if list.len() > LISTED {
            writeln!(to, "  {what}: {} more", list.len() - LISTED)?;
        }
    }
    Ok(())
}

/// The text of a file, or `None` if there is no such file.
fn text_of(path: &Path) -> Result<Option<String>, FileError> {
    match load_text(path) {
        Err(FormatError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some).map_err(|error| FileError::new(path, error)),
    }
}

fn lines(left_out: &[level::LeftOut]) -> Vec<String> {
    left_out.iter().map(ToString::to_string).collect()
}

/// What the map contains that becomes nothing, and how to import it.
fn not_chosen(level: &Level, choices: &[Becomes]) -> Vec<String> {
    let found = level.found.iter().zip(choices);
    found
        .filter(|(_, becomes)| **becomes == Becomes::Nothing)
        .map(|(found, _)| {
            let first = found.choices().first().copied().unwrap_or_default();
            let name = if found.name.is_empty() {
                &found.source
            } else {
                &found.name
            };
            format!(
                "{} {name:?} ({}); use --as \"{}={}\" to import it",
                found.kind.label(),
                found.source,
                found.source,
                first.word()
            )
        })
        .collect()
}

/// Parses NAME=KIND.
pub(super) fn rule(text: &str) -> Result<Rule, String> {
    let parsed = text.rsplit_once('=').and_then(|(of, kind)| {
        let becomes = Becomes::ALL
            .into_iter()
            .find(|becomes| becomes.word() == kind)?;
        Some(Rule {
            of: of.to_owned(),
            becomes,
        })
    });
    parsed.ok_or_else(|| {
        let words = Becomes::ALL.map(Becomes::word).join(", ");
        format!("use NAME=KIND, where KIND is one of {words}")
    })
}
