//! The session's file was changed by another program: nothing is overwritten unasked, and both versions can be kept.

use super::App;
use super::modals::{Question, first_button_ui};
use crate::editor::file_stamp::FileStamp;
use crate::editor::{theme, time_text};
use egui::{Context, Grid, Id, Modal, RichText, Ui};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_format::SCENE_EXTENSION;

/// A file that is not, or may not be, the version that the work here began from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Conflict {
    pub(super) path: PathBuf,
    /// What is there now; `None` if it cannot be read.
    pub(super) on_disk: Option<FileStamp>,
    /// Whether it is known which version the work began from. Old recovery copies do not say.
    base_known: bool,
}

impl Conflict {
    /// Whether saving at `path` would overwrite anything but the version `base`, which the work began from.
    pub(super) fn find(path: &Path, base: Option<&FileStamp>) -> Option<Self> {
        let conflicts = base.map_or_else(|| path.is_file(), |base| base.differs(path));
        conflicts.then(|| Self {
            path: path.to_owned(),
            on_disk: FileStamp::of(path),
            base_known: base.is_some(),
        })
    }

    /// What happened to the file, which is called `name` here.
    pub(super) fn text(&self, name: &str) -> String {
        if self.base_known {
            format!("{name} is no longer the version that your work began from.")
        } else {
            format!(
                "{name} may not be the version that your work began from: the safety copy is from an older Steerwright."
            )
        }
    }
}

impl App {
    /// Saves to the session's file; asks first if that would overwrite what another program wrote.
    pub(super) fn save(&mut self, ctx: &Context) {
        let Some(path) = self.session.path().map(Path::to_owned) else {
            return self.save_as_dialog(ctx);
        };
        match self.find_conflict() {
            Some(conflict) => self.documents.question = Some(Question::ChangedOnDisk(conflict)),
            None => {
                self.save_to(&path, ctx);
            }
        }
    }

    /// Whether saving the session would overwrite what another program wrote.
    pub(super) fn find_conflict(&self) -> Option<Conflict> {
        Conflict::find(self.session.path()?, self.documents.stamp.as_ref())
    }

    pub(super) fn changed_on_disk_ui(&mut self, ctx: &Context, conflict: Conflict) {
        let modal = Modal::new(Id::unique("changed on disk")).show(ctx, |ui| {
            ui.set_width(460.0);
            ui.heading("The file has changed on disk");
            let what = conflict.text(&conflict.path.display().to_string());
            let text = format!("{what} Keep both saves your version beside it under a new name.");
            ui.label(RichText::new(text).color(theme::TEXT_WEAK));
            self.versions_ui(ui, conflict.on_disk.as_ref());
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let keeps_both = first_button_ui(ui, "Keep both");
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
            // Told once: the same change is not asked about again until the next save.
            answer if answer.2 || modal.should_close() => {
                self.documents.stay();
                self.decline(&conflict.path);
            }
            _ => self.documents.question = Some(Question::ChangedOnDisk(conflict)),
        }
    }

    pub(super) fn changed_outside_ui(&mut self, ctx: &Context, conflict: Conflict) {
        let modal = Modal::new(Id::unique("changed outside")).show(ctx, |ui| {
            ui.set_width(460.0);
            ui.heading("Another program changed the file");
            let path = conflict.path.display();
            let text = format!("{path} has changed, and so has the scene here. Reloading is one step: undo brings back what is here.");
            ui.label(RichText::new(text).color(theme::TEXT_WEAK));
            self.versions_ui(ui, conflict.on_disk.as_ref());
            ui.add_space(10.0);
            ui.horizontal(|ui| (first_button_ui(ui, "Reload"), ui.button("Keep mine").clicked())).inner
        });
        match modal.inner {
            (true, _) => self.reload(&conflict.path),
            (_, true) => self.decline(&conflict.path),
            _ if modal.should_close() => self.decline(&conflict.path),
            _ => self.documents.question = Some(Question::ChangedOutside(conflict)),
        }
    }

    /// When the version here and the one on the disk were last changed.
    fn versions_ui(&self, ui: &mut Ui, on_disk: Option<&FileStamp>) {
        let mine = if self.documents.last_edit.recovered {
            "Your recovered work:"
        } else {
            "Your version:"
        };
        versions_ui(ui, (mine, Some(self.documents.last_edit.at)), on_disk);
    }

    fn overwrite(&mut self, conflict: &Conflict, ctx: &Context) {
        match self.find_conflict() {
            // What is there now is not what the question was about.
            Some(now) if now != *conflict => {
                self.documents.question = Some(Question::ChangedOnDisk(now))
            }
            _ => {
                self.save_to(&conflict.path, ctx);
            }
        }
    }

    /// Saves under a fresh name beside the file at `path`, and goes on with the new file.
    fn keep_both(&mut self, path: &Path, ctx: &Context) {
        let note = if self.documents.last_edit.recovered {
            "recovered"
        } else {
            "copy"
        };
        match create_beside(path, note) {
            Ok(fresh) => {
                if !self.save_to(&fresh, ctx) {
                    remove_if_empty(&fresh);
                }
            }
            Err(error) => {
                self.documents.stay();
                let text = format!(
                    "{}: no file can be made beside it: {error}; save the scene in another folder",
                    path.display()
                );
                self.report("The scene was not saved", text);
            }
        }
    }
}

/// Two versions and their times, one below the other.
pub(super) fn versions_ui(
    ui: &mut Ui,
    (mine, edited): (&str, Option<SystemTime>),
    on_disk: Option<&FileStamp>,
) {
    let text = |time: Option<SystemTime>| {
        time.map_or_else(|| "an unknown time".to_owned(), time_text::local_time)
    };
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

/// Makes an empty file beside the one at `path`: `guard (recovered).scene.json`, or with a number if there is such a file. Made here
/// and now, so that no file of that name can be overwritten.
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
        let fresh =
            path.with_file_name(OsString::from(format!("{file_name} ({note}{number}){end}")));
        match File::create_new(&fresh) {
            Ok(_) => return Ok(fresh),
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
