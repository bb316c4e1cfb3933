//! Conflicts with other programs that change the file of the session. Nothing is overwritten
//! without asking, and both versions can be kept.

use crate::editor::app::App;
use crate::editor::app::files::conflict::Conflict;
use crate::editor::app::files::versions::{create_beside, remove_if_empty};
use crate::editor::app::messages::ModalDialog;
use crate::editor::theme;
use crate::editor::theme::default_button_ui;
use crate::editor::widgets::dialog;
use egui::{Context, Id, Modal, RichText};
use std::path::Path;
use steerwright_format::io_message;

impl App {
    pub(crate) fn changed_on_disk_ui(&mut self, ctx: &Context, conflict: Conflict) {
        let modal = Modal::new(Id::unique("changed on disk")).show(ctx, |ui| {
            dialog::fit_width(ui, 460.0);
            ui.heading("The file has changed on disk");
            let what = conflict.text(&conflict.path.display().to_string());
            let text = format!("{what} Keep both saves your version next to it under a new name.");
            dialog::body_ui(ui, |ui| {
                ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
                self.files.versions_ui(ui, conflict.on_disk.as_ref());
            });
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
                self.files.cancel_after_save();
                self.files.ignore_disk_version(&conflict.path);
            }
            _ => self.messages.ask(ModalDialog::ChangedOnDisk(conflict)),
        }
    }

    pub(crate) fn changed_outside_ui(&mut self, ctx: &Context, conflict: Conflict) {
        let modal = Modal::new(Id::unique("changed outside")).show(ctx, |ui| {
            dialog::fit_width(ui, 460.0);
            ui.heading("Another program changed the file");
            let path = conflict.path.display();
            let text = format!(
                "{path} has changed, and you have unsaved changes. You can undo reloading."
            );
            dialog::body_ui(ui, |ui| {
                ui.label(RichText::new(text).color(theme::colors(ui).text_weak));
                self.files.versions_ui(ui, conflict.on_disk.as_ref());
            });
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                (
                    default_button_ui(ui, "Reload"),
                    ui.button("Keep mine").clicked(),
                )
            })
            .inner
        });
        match modal.inner {
            (true, _) => self.reload(&conflict.path, ctx),
            (_, true) => self.files.ignore_disk_version(&conflict.path),
            _ if modal.should_close() => self.files.ignore_disk_version(&conflict.path),
            _ => self.messages.ask(ModalDialog::ChangedOutside(conflict)),
        }
    }

    fn overwrite(&mut self, conflict: &Conflict, ctx: &Context) {
        match self.files.find_conflict(&self.document.session) {
            // The file changed again after the dialog was opened.
            Some(now) if now != *conflict => self.messages.ask(ModalDialog::ChangedOnDisk(now)),
            _ if conflict.on_disk.is_some() => {
                self.save_over(&conflict.path, conflict.on_disk.as_ref(), ctx);
            }
            // Gone, or not readable: there is nothing to compare.
            _ => {
                self.save_to(&conflict.path, ctx);
            }
        }
    }

    /// Saves next to the file at `path` under a new name and continues with the new file.
    fn keep_both(&mut self, path: &Path, ctx: &Context) {
        let note = if self.files.last_edit.recovered {
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
                self.files.cancel_after_save();
                let text = format!(
                    "{}: cannot create a file next to it: {}; save the scene in another folder",
                    path.display(),
                    io_message(&error)
                );
                self.messages.show_error("The scene was not saved", text);
            }
        }
    }
}
