//! The two versions of a file in a conflict: showing both, and keeping both.

use crate::editor::files::stamp::FileStamp;
use crate::editor::widgets::time_text;
use egui::{Grid, Ui};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_format::SCENE_EXTENSION;

/// Two versions with their times.
pub(crate) fn versions_ui(
    ui: &mut Ui,
    mine: &str,
    edited: Option<SystemTime>,
    on_disk: Option<&FileStamp>,
) {
    let text =
        |time: Option<SystemTime>| time.map_or_else(|| "unknown".to_owned(), time_text::local_time);
    ui.add_space(6.0);
    Grid::new("versions")
        .num_columns(2)
        .spacing([16.0, 4.0])
        .show(ui, |ui| {
            for (label, time) in [
                (mine, edited),
                ("The file on disk:", on_disk.and_then(FileStamp::modified)),
            ] {
                ui.label(label);
                ui.label(text(time));
                ui.end_row();
            }
        });
}

/// Creates an empty file next to the one at `path`: `guard (recovered).scene.json`, or with a
/// number if that exists. Creating it here makes sure that no existing file is overwritten.
pub(crate) fn create_beside(path: &Path, note: &str) -> io::Result<PathBuf> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let scene_end = format!(".{SCENE_EXTENSION}");
    let (file_name, end) = match name.strip_suffix(&scene_end) {
        Some(file_name) => (file_name, scene_end.as_str()),
        None => name.split_at(name.rfind('.').filter(|at| *at > 0).unwrap_or(name.len())),
    };
    let numbers =
        std::iter::once(String::new()).chain((2..1000).map(|number| format!(" {number}")));
    for number in numbers {
        let new_path =
            path.with_file_name(OsString::from(format!("{file_name} ({note}{number}){end}")));
        match File::create_new(&new_path) {
            Ok(_) => return Ok(new_path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Removes a file that was created to be written to, but was not.
pub(crate) fn remove_if_empty(path: &Path) {
    if std::fs::metadata(path).is_ok_and(|meta| meta.len() == 0)
        && let Err(error) = std::fs::remove_file(path)
    {
        ::log::warn!("cannot remove {}: {error}", path.display());
    }
}
