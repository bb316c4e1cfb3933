//! What comes into the window from files of other kinds than scenes: exports, and whatever is dropped on it.

use super::App;
use super::documents::Next;
use egui::Context;
use std::path::{Path, PathBuf};
use steerwright_authoring::Session;
use steerwright_export as export;
use steerwright_format::{FileError, PRESET_EXTENSION, SCENE_EXTENSION, load_text};

impl App {
    pub(super) fn take_dropped_files(&mut self, ctx: &Context) {
        let dropped: Vec<PathBuf> = ctx.input(|i| {
            i.raw
                .dropped_files
                .iter()
                .map(|file| file.path().to_owned())
                .collect()
        });
        // Presets are added to the scene; of several scenes the first is opened.
        let (presets, scenes): (Vec<_>, Vec<_>) = dropped
            .into_iter()
            .partition(|path| path.to_string_lossy().ends_with(PRESET_EXTENSION));
        presets.iter().for_each(|path| self.load_preset(path));
        if let Some(path) = scenes.into_iter().next() {
            let imported = ending_of(&path).is_some_and(|ending| ending != SCENE_EXTENSION);
            self.go_on_to(
                if imported {
                    Next::Import(path)
                } else {
                    Next::Open(path)
                },
                ctx,
            );
        }
    }

    /// Opens what was exported as a new scene that is not saved yet; a broken file changes nothing.
    pub(super) fn import_file(&mut self, path: &Path) {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let read = load_text(path).and_then(|text| export::import(&name, &text).transpose());
        match read {
            Ok(Some(mut scene)) => {
                let file_name = ending_of(path)
                    .and_then(|ending| name.get(..name.len() - ending.len() - 1))
                    .unwrap_or(&name);
                // The name in the file is spelled better than the file's; but a file that was renamed means its own.
                if scene.name.is_empty() || export::file_name(&scene.name) != file_name {
                    scene.name = file_name.to_owned();
                }
                self.show_session(Session::unsaved(scene));
                self.documents.stamp = None;
                self.forget_journal();
                self.documents.noted = None;
                self.select_first_agent();
                self.notify(format!("Imported {name} as a new scene"));
            }
            Ok(None) => {
                let endings: Vec<&str> = export::importable().collect();
                let text = format!(
                    "{}: nothing is known of such files; choose one that ends in .{}",
                    path.display(),
                    endings.join(", .")
                );
                self.report("The file was not imported", text);
            }
            Err(fault) => self.report(
                "The file was not imported",
                FileError::new(path, fault).to_string(),
            ),
        }
    }
}

/// The ending of a file that can be imported.
fn ending_of(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    export::importable().find(|ending| name.ends_with(&format!(".{ending}")))
}
