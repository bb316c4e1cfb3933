//! Conflicts with other programs that change the file of the session. Nothing is overwritten
//! without asking, and both versions can be kept.

use super::App;
use super::modals::{ModalDialog, default_button_ui};
use crate::editor::file_stamp::FileStamp;
use crate::editor::{theme, time_text};
use egui::{Context, Grid, Id, Modal, RichText, Ui};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_format::SCENE_EXTENSION;

/// A file that is, or may be, newer than the version that the session started from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Conflict {
    pub(super) path: PathBuf,
    /// The version on disk. `None` if it cannot be read.
    pub(super) on_disk: Option<FileStamp>,
    /// Whether the version that the session started from is known. Old recovery copies do not store
    /// it.
    base_known: bool,
}

impl Conflict {
    /// Checks whether saving to `path` would overwrite anything other than the version `base`.
    pub(super) fn find(path: &Path, base: Option<&FileStamp>) -> Option<Self> {
        let conflicts = base.map_or_else(|| path.is_file(), |base| base.differs(path));
        conflicts.then(|| Self {
            path: path.to_owned(),
            on_disk: FileStamp::of(path),
            base_known: base.is_some(),
        })
    }

    /// Describes the conflict. `name` is the file in a sentence.
    pub(super) fn text(&self, name: &str) -> String {
        if self.base_known {
            format!("{name} was changed after you opened it.")
        } else {
            format!(
                "{name} may have changed after you opened it. The recovery copy is from an older Steerwright, which did not store its version."
            )
        }
    }
}

impl App {
    /// Saves to the session's file, or asks first if another program changed it.
    pub(super) fn save(&mut self, ctx: &Context) {
        if self.session.path().is_none() {
            return self.save_as_dialog(ctx);
        }
        match self.other_editor() {
            Some(owner) => self.documents.modal = Some(ModalDialog::OpenElsewhere(owner)),
            None => self.save_unless_changed(ctx),
        }
    }

    /// Saves to the session's file, or asks first if its content changed.
    pub(super) fn save_unless_changed(&mut self, ctx: &Context) {
        let Some(path) = self.session.path().map(Path::to_owned) else {
            return;
        };
        match self.find_conflict() {
            Some(conflict) => self.documents.modal = Some(ModalDialog::ChangedOnDisk(conflict)),
            None => {
                self.save_to(&path, ctx);
            }
        }
    }

    /// Checks whether saving would overwrite changes of another program.
    pub(super) fn find_conflict(&self) -> Option<Conflict> {
        // After the undo of a reload, the scene is based on the version before it.
        let base = if self.session.is_reload_undone() {
            &self.documents.stamp_before_reload
        } else {
            &self.documents.stamp
        };
        Conflict::find(self.session.path()?, base.as_ref())
    }

    pub(super) fn changed_on_disk_ui(&mut self, ctx: &Context, conflict: Conflict) {
        let modal = Modal::new(Id::unique("changed on disk")).show(ctx, |ui| {
            ui.set_width(460.0);
            ui.heading("The file has changed on disk");
            let what = conflict.text(&conflict.path.display().to_string());
            let text = format!("{what} Keep both saves your version next to it under a new name.");
            ui.label(RichText::new(text).color(theme::TEXT_WEAK));
            self.versions_ui(ui, conflict.on_disk.as_ref());
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let keeps_both = default_button_ui(ui, "Keep both");
                let overwrite = ui
                    .button("Overwrite")
                    .on_hover_text("Replaces the file on disk with your version.");
                (
                    keeps_both,
                    overwrite.clicked(),
                    ui.button("Cancel").clicked(),
                )
            })
            .inner
        });
        match modal.inner {
            (true, ..) => self.keep_both(&conflict.path, ctx),
            (_, true, _) => self.overwrite(&conflict, ctx),
            // Ask only once: the same change is ignored until the next save.
            answer if answer.2 || modal.should_close() => {
                self.documents.cancel_after_save();
                self.ignore_disk_version(&conflict.path);
            }
            _ => self.documents.modal = Some(ModalDialog::ChangedOnDisk(conflict)),
        }
    }

    pub(super) fn changed_outside_ui(&mut self, ctx: &Context, conflict: Conflict) {
        let modal = Modal::new(Id::unique("changed outside")).show(ctx, |ui| {
            ui.set_width(460.0);
            ui.heading("Another program changed the file");
            let path = conflict.path.display();
            let text = format!("{path} has changed, and you have unsaved changes. Reloading is one step: Undo restores your version.");
            ui.label(RichText::new(text).color(theme::TEXT_WEAK));
            self.versions_ui(ui, conflict.on_disk.as_ref());
            ui.add_space(10.0);
            ui.horizontal(|ui| (default_button_ui(ui, "Reload"), ui.button("Keep mine").clicked())).inner
        });
        match modal.inner {
            (true, _) => self.reload(&conflict.path),
            (_, true) => self.ignore_disk_version(&conflict.path),
            _ if modal.should_close() => self.ignore_disk_version(&conflict.path),
            _ => self.documents.modal = Some(ModalDialog::ChangedOutside(conflict)),
        }
    }

    /// Shows when the version in the editor and the one on disk were last changed.
    fn versions_ui(&self, ui: &mut Ui, on_disk: Option<&FileStamp>) {
        let mine = if self.documents.last_edit.recovered {
            "Your recovered version:"
        } else {
            "Your version:"
        };
        versions_ui(ui, (mine, Some(self.documents.last_edit.at)), on_disk);
    }

    fn overwrite(&mut self, conflict: &Conflict, ctx: &Context) {
        match self.find_conflict() {
            // The file changed again after the dialog was opened.
            Some(now) if now != *conflict => {
                self.documents.modal = Some(ModalDialog::ChangedOnDisk(now))
            }
            _ => {
                self.save_to(&conflict.path, ctx);
            }
        }
    }

    /// Saves next to the file at `path` under a new name and continues with the new file.
    fn keep_both(&mut self, path: &Path, ctx: &Context) {
        let note = if self.documents.last_edit.recovered {
            "recovered"
        } else {
            "copy"
        };
        match create_beside(path, note) {
            Ok(new_path) => {
                if !self.save_to(&new_path, ctx) {
                    remove_if_empty(&new_path);
                }
            }
            Err(error) => {
                self.documents.cancel_after_save();
                let text = format!(
                    "{}: cannot create a file next to it: {error}; save the scene in another folder",
                    path.display()
                );
                self.show_error("The scene was not saved", text);
            }
        }
    }
}

/// Two versions with their times.
pub(super) fn versions_ui(
    ui: &mut Ui,
    (mine, edited): (&str, Option<SystemTime>),
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
fn create_beside(path: &Path, note: &str) -> io::Result<PathBuf> {
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

fn remove_if_empty(path: &Path) {
    if std::fs::metadata(path).is_ok_and(|meta| meta.len() == 0)
        && let Err(error) = std::fs::remove_file(path)
    {
        ::log::warn!("cannot remove {}: {error}", path.display());
    }
}
