//! What the editor tells and asks the user: notifications, and the open modal dialog.

pub(crate) mod notifications;
pub(crate) mod warnings;

use crate::editor::app::files::conflict::Conflict;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::files::recovery_preview::RecoveryPreview;
use crate::editor::app::messages::notifications::Notifications;
use crate::editor::files::backup_dialog::BackupDialog;
use crate::editor::files::open_files::Owner;
use crate::editor::pictures::Chosen;
use crate::editor::theme;
use crate::editor::widgets::dialog;
use egui::{Context, Id, Modal, RichText, ScrollArea};
use std::path::{Path, PathBuf};
use steerwright_authoring::Command;
use steerwright_format::limits::LISTED_ERRORS;
use steerwright_format::sanitize_for_display;
use steerwright_runtime::scene::editor::RememberedExport;

/// A modal dialog.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ModalDialog {
    /// There are unsaved changes that this action would replace.
    Unsaved(PendingAction),
    /// The file to save to was changed by another program.
    ChangedOnDisk(Conflict),
    /// The session's file was changed by another program while there are unsaved changes.
    ChangedOutside(Conflict),
    /// A crashed editor left a recovery copy.
    Recovery(Box<RecoveryPreview>),
    /// The file to save to is open in another editor; which one, if known.
    OpenElsewhere(Option<Owner>),
    /// The earlier versions of the scene's file.
    Backups(Box<BackupDialog>),
    /// The scene stores exports that the user has not confirmed yet.
    ConfirmExports(Vec<RememberedExport>),
    /// A map that was chosen as a picture names these files outside of its folder.
    MapOutside(Chosen, Vec<PathBuf>),
    /// An error.
    Error { title: String, text: String },
}

/// Notifications, and the open modal dialog.
#[derive(Default)]
pub(crate) struct Messages {
    notifications: Notifications,
    /// The open dialog. A new one replaces it.
    pub(crate) modal: Option<ModalDialog>,
}

impl Messages {
    /// Shows a notification.
    pub(crate) fn notify(&mut self, text: String) {
        self.notifications.add(text, false, None);
    }

    /// Shows a notification with a button for what can be done next.
    pub(crate) fn offer(&mut self, text: String, command: Command) {
        self.notifications.add(text, false, Some(command));
    }

    /// Shows a notification that stays until the user dismisses it.
    pub(crate) fn notify_until_dismissed(&mut self, text: String) {
        self.notifications.add_lasting(text);
    }

    /// Shows what was undone or redone, instead of the step before it.
    pub(crate) fn notify_step(&mut self, text: String) {
        self.notifications.add(text, true, None);
    }

    /// Opens a dialog in the next frame.
    pub(crate) fn ask(&mut self, dialog: ModalDialog) {
        self.modal = Some(dialog);
    }

    /// Shows an error in a dialog.
    pub(crate) fn show_error(&mut self, title: &str, text: String) {
        // The last of them counts the errors that are not listed.
        const MAX_LINES: usize = LISTED_ERRORS.max as usize + 1;
        let more = text.lines().count().saturating_sub(MAX_LINES);
        let mut text = text;
        if more > 0 {
            text = text.lines().take(MAX_LINES).collect::<Vec<_>>().join("\n");
            text += &format!("\nand {more} more lines; run \"steerwright check\" to see all");
        }
        self.ask(ModalDialog::Error {
            title: title.to_owned(),
            text,
        });
    }

    /// Warns that saving would remove fields of the file at `path`.
    pub(crate) fn warn_about_unknown_fields(&mut self, path: &Path, unknown: &[String]) {
        if !unknown.is_empty() {
            let list = unknown
                .iter()
                .take(12)
                .map(|pointer| sanitize_for_display(pointer))
                .collect::<Vec<_>>()
                .join("\n");
            let text = format!(
                "{} contains fields that this version of Steerwright does not know:\n{list}\nSaving removes them. Save under another name to keep the original file.",
                path.display()
            );
            self.show_error("Unknown fields", text);
        }
    }

    /// Draws the notifications. Returns the command whose button was clicked.
    pub(crate) fn notifications_ui(&mut self, ctx: &Context) -> Option<Command> {
        self.notifications.ui(ctx)
    }

    /// Draws the dialog of an error until it is closed.
    pub(crate) fn error_ui(&mut self, ctx: &Context, title: String, text: String) {
        let modal = Modal::new(Id::unique("error")).show(ctx, |ui| {
            dialog::fit_width(ui, 520.0);
            ui.heading(title.as_str());
            ui.add_space(4.0);
            ScrollArea::vertical()
                .max_height(dialog::body_height(ctx).min(260.0))
                .show(ui, |ui| ui.label(RichText::new(text.as_str()).monospace()));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let ok = theme::default_button_ui(ui, "OK");
                if ui.button("Copy").clicked() {
                    ui.ctx().copy_text(text.clone());
                }
                ok
            })
            .inner
        });
        if !modal.inner && !modal.should_close() {
            self.ask(ModalDialog::Error { title, text });
        }
    }
}
