//! Importing exported files, and files dropped on the window.

use super::App;
use super::pending_action::PendingAction;
use crate::editor::pictures::is_picture;
use egui::Context;
use std::path::{Path, PathBuf};
use steerwright_authoring::Session;
use steerwright_export as export;
use steerwright_format::{FileError, FormatError, PRESET_EXTENSION, SCENE_EXTENSION};
use steerwright_runtime::scene::Scene;

impl App {
    pub(super) fn open_dropped_files(&mut self, ctx: &Context) {
        let dropped: Vec<PathBuf> = ctx.input(|i| {
            i.raw
                .dropped_files
                .iter()
                .map(|file| file.path().to_owned())
                .collect()
        });
        let (images, dropped): (Vec<_>, Vec<_>) =
            dropped.into_iter().partition(|path| is_picture(path));
        // A file dragged from elsewhere does not move the pointer of every system.
        let at = ctx.input(|i| i.pointer.latest_pos());
        self.add_pictures(images, at.and_then(|at| self.panels.canvas.point_at(at)));
        // Presets are added to the scene. Of several scenes, the first is opened.
        let (presets, scenes): (Vec<_>, Vec<_>) = dropped
            .into_iter()
            .partition(|path| path.to_string_lossy().ends_with(PRESET_EXTENSION));
        let next = scenes.into_iter().next().map(|path| {
            let imported =
                importable_extension(&path).is_some_and(|extension| extension != SCENE_EXTENSION);
            if imported {
                PendingAction::Import(path)
            } else {
                PendingAction::Open(path)
            }
        });
        if !presets.is_empty() {
            self.load_presets(presets, next, ctx);
        } else if let Some(next) = next {
            self.confirm_and_run(next, ctx);
        }
    }

    /// Shows an exported file that was read as a new, unsaved scene. If it is invalid, nothing changes.
    pub(super) fn show_imported(&mut self, path: &Path, read: Result<Option<Scene>, FormatError>) {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        match read {
            Ok(Some(mut scene)) => {
                let file_name = importable_extension(path)
                    .and_then(|extension| name.get(..name.len() - extension.len() - 1))
                    .unwrap_or(&name);
                // Prefer the name in the file, which can contain any character, unless the file was
                // renamed.
                if scene.name.is_empty() || export::file_name(&scene.name) != file_name {
                    scene.name = file_name.to_owned();
                }
                self.show_session(Session::unsaved(scene));
                self.files.journaled = None;
                self.document.select_first_agent();
                self.messages
                    .notify(format!("Imported {name} as a new scene"));
            }
            Ok(None) => {
                let extensions: Vec<&str> = export::importable().collect();
                let text = format!(
                    "{}: unsupported file type; choose a file that ends in .{}",
                    path.display(),
                    extensions.join(", .")
                );
                self.messages.show_error("The file was not imported", text);
            }
            Err(fault) => self.messages.show_error(
                "The file was not imported",
                FileError::new(path, fault).to_string(),
            ),
        }
    }
}

/// The extension of a file that can be imported.
fn importable_extension(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    export::importable().find(|extension| name.ends_with(&format!(".{extension}")))
}
