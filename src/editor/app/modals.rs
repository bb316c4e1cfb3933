//! Modal dialogs, notifications and floating windows.

use super::App;
use super::conflicts::Conflict;
use super::documents::PendingAction;
use super::recovery::Recovery;
use crate::editor::backup_dialog::BackupDialog;
use crate::editor::link_panel::LinkAction;
use crate::editor::open_files::Owner;
use crate::editor::simplify_dialog::{SimplifyDialog, SimplifyResult};
use crate::editor::{key_sheet, theme, welcome};
use egui::{Context, Id, Modal, RichText, ScrollArea, Ui};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use steerwright_authoring::{Command, editable};
use steerwright_format::limits::LISTED_ERRORS;

/// A modal dialog.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ModalDialog {
    /// There are unsaved changes that this action would replace.
    Unsaved(PendingAction),
    /// The file to save to was changed by another program.
    ChangedOnDisk(Conflict),
    /// The session's file was changed by another program while there are unsaved changes.
    ChangedOutside(Conflict),
    /// A crashed editor left a recovery copy.
    Recovery(Box<Recovery>),
    /// The file to save to is open in another editor; which one, if known.
    OpenElsewhere(Option<Owner>),
    /// The earlier versions of the scene's file.
    Backups(Box<BackupDialog>),
    /// The scene exports on save to folders that the user has not exported to yet.
    ExportOutside(Vec<PathBuf>),
    /// An error.
    Error { title: String, text: String },
}

impl App {
    /// Whether a dialog is open that blocks the rest of the window.
    pub(super) fn is_modal_open(&self) -> bool {
        self.documents.modal.is_some()
            || !self.documents.recovery_copies.is_empty()
            || self.documents.dialogs.is_open()
            || self.documents.reading.is_some()
            || self.view.palette.is_open()
            || self.view.key_editor.is_open()
            || self.view.export.is_open()
            || self.view.simplify.is_some()
    }

    /// Shows a notification.
    pub(super) fn notify(&mut self, text: String) {
        const DURATION: Duration = Duration::from_secs(4);
        // Holding a key down would repeat the same notification.
        if self
            .view
            .last_notification
            .as_ref()
            .is_some_and(|(last_notification, when)| {
                *last_notification == text && when.elapsed() < DURATION
            })
        {
            return;
        }
        self.view.last_notification = Some((text.clone(), Instant::now()));
        // The icons of the library are not in our fonts. Notifications close by themselves and need
        // no close button.
        let sign = egui_material_icons::icons::ICON_INFO.codepoint.to_owned();
        self.view
            .toasts
            .custom(text, sign, theme::TARGET)
            .closable(false)
            .duration(Some(DURATION));
    }

    /// Shows an error in a dialog.
    pub(super) fn show_error(&mut self, title: &str, text: String) {
        // The last of them counts the errors that are not listed.
        const MAX_LINES: usize = LISTED_ERRORS.max as usize + 1;
        let more = text.lines().count().saturating_sub(MAX_LINES);
        let mut text = text;
        if more > 0 {
            text = text.lines().take(MAX_LINES).collect::<Vec<_>>().join("\n");
            text += &format!("\nand {more} more lines; run \"steerwright check\" to see all");
        }
        self.documents.modal = Some(ModalDialog::Error {
            title: title.to_owned(),
            text,
        });
    }

    pub(super) fn modals_ui(&mut self, ctx: &Context, commands: &mut Vec<Command>) {
        self.handle_file_dialogs(ctx);
        self.reading_ui(ctx);
        self.resimulating_ui(ctx);
        self.export_dialog_ui(ctx);
        let mut palette = std::mem::take(&mut self.view.palette);
        commands.extend(palette.ui(ctx, &self.view.keys, &|command| self.is_enabled(command)));
        self.view.palette = palette;
        let edit_shortcuts =
            key_sheet::key_sheet_ui(ctx, &mut self.view.shortcuts_open, &self.view.keys)
                | self
                    .view
                    .settings
                    .window_ui(ctx, &mut self.view.settings_open);
        if edit_shortcuts {
            commands.push(Command::EditShortcuts);
        }
        self.view.key_editor.ui(ctx, &mut self.view.keys);
        self.link_ui(ctx);
        welcome::getting_started_ui(ctx, &mut self.view.getting_started_open, &self.view.keys);
        self.simplify_ui(ctx);
        match self.documents.modal.take() {
            Some(ModalDialog::Unsaved(next)) => self.unsaved_ui(ctx, next),
            Some(ModalDialog::ChangedOnDisk(conflict)) => self.changed_on_disk_ui(ctx, conflict),
            Some(ModalDialog::ChangedOutside(conflict)) => self.changed_outside_ui(ctx, conflict),
            Some(ModalDialog::Recovery(recovery)) => self.recovery_ui(ctx, *recovery),
            Some(ModalDialog::OpenElsewhere(owner)) => self.open_elsewhere_ui(ctx, owner),
            Some(ModalDialog::Backups(dialog)) => self.backups_ui(ctx, dialog),
            Some(ModalDialog::ExportOutside(folders)) => self.export_outside_ui(ctx, folders),
            Some(ModalDialog::Error { title, text }) => self.error_ui(ctx, title, text),
            None if !self.documents.dialogs.is_open() && self.documents.reading.is_none() => {
                self.offer_recovery(ctx)
            }
            None => {}
        }
    }

    /// Discards changes of a drag or a dialog that are not part of the scene yet.
    pub(super) fn cancel_open_edits(&mut self) {
        self.cancel_tool_drag();
        if self.view.simplify.take().is_some() {
            self.session.roll_back();
        }
    }

    pub(super) fn open_simplify(&mut self) {
        self.cancel_tool_drag();
        let paths = editable::paths(&self.session.scene, &self.session.selection);
        self.view.simplify = Some(SimplifyDialog::open(&mut self.session, paths));
    }

    fn link_ui(&mut self, ctx: &Context) {
        if let Some(LinkAction::Copy(address)) = self.view.link.ui(ctx, &mut self.view.settings) {
            ctx.copy_text(address);
            self.notify("Copied the link address".into());
        }
    }

    fn simplify_ui(&mut self, ctx: &Context) {
        let Some(dialog) = &mut self.view.simplify else {
            return;
        };
        match dialog.ui(ctx, &mut self.session) {
            None => return,
            Some(SimplifyResult::Apply) => {}
            Some(SimplifyResult::Cancel) => self.session.roll_back(),
        }
        self.view.simplify = None;
    }

    /// The progress of a long resimulation, with a button to cancel it.
    fn resimulating_ui(&mut self, ctx: &Context) {
        let Some(progress) = self.playback.resimulation_progress() else {
            return;
        };
        let place = egui::Align2::CENTER_BOTTOM;
        egui::Window::new("Resimulating")
            .anchor(place, [0.0, -48.0])
            .title_bar(false)
            .resizable(false)
            .show(ctx, |ui| {
                ui.horizontal(|ui| {
                    ui.label("Resimulating…");
                    ui.add(
                        egui::ProgressBar::new(progress as f32)
                            .desired_width(180.0)
                            .show_percentage(),
                    );
                    if ui
                        .button("Cancel")
                        .on_hover_text("Keeps the run from before the edit.")
                        .clicked()
                    {
                        self.playback.cancel_resimulation();
                    }
                });
            });
    }

    fn unsaved_ui(&mut self, ctx: &Context, next: PendingAction) {
        let name = self.session.title();
        let modal = Modal::new(Id::unique("unsaved")).show(ctx, |ui| {
            ui.set_width(360.0);
            ui.heading(format!("Save changes to {name}?"));
            ui.label(RichText::new("Unsaved changes will be lost.").color(theme::TEXT_WEAK));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                (
                    default_button_ui(ui, "Save changes"),
                    ui.button("Discard").clicked(),
                    ui.button("Cancel").clicked(),
                )
            })
            .inner
        });
        match modal.inner {
            (true, ..) => self.save_then(next, ctx),
            (_, true, _) => self.run_pending(next, ctx),
            (_, _, true) => {}
            _ if modal.should_close() => {}
            _ => self.documents.modal = Some(ModalDialog::Unsaved(next)),
        }
    }

    fn export_outside_ui(&mut self, ctx: &Context, folders: Vec<PathBuf>) {
        let modal = Modal::new(Id::unique("export outside")).show(ctx, |ui| {
            ui.set_width(440.0);
            ui.heading("Export outside the scene's folder?");
            ui.label(
                RichText::new(
                    "The scene was saved. It also exports to these folders on every save:",
                )
                .color(theme::TEXT_WEAK),
            );
            for folder in &folders {
                ui.label(RichText::new(folder.display().to_string()).monospace());
            }
            ui.label(
                RichText::new("You have not exported to them on this computer yet.")
                    .color(theme::TEXT_WEAK),
            );
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                (
                    ui.button("Always export there").clicked(),
                    default_button_ui(ui, "Not now"),
                )
            })
            .inner
        });
        match modal.inner {
            (true, _) => self.allow_and_export(&folders, ctx),
            (_, true) => {}
            _ if modal.should_close() => {}
            _ => self.documents.modal = Some(ModalDialog::ExportOutside(folders)),
        }
    }

    fn error_ui(&mut self, ctx: &Context, title: String, text: String) {
        let modal = Modal::new(Id::unique("error")).show(ctx, |ui| {
            ui.set_width(520.0);
            ui.heading(title.as_str());
            ui.add_space(4.0);
            ScrollArea::vertical()
                .max_height(260.0)
                .show(ui, |ui| ui.label(RichText::new(text.as_str()).monospace()));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let ok = default_button_ui(ui, "OK");
                if ui.button("Copy").clicked() {
                    ui.ctx().copy_text(text.clone());
                }
                ok
            })
            .inner
        });
        if !modal.inner && !modal.should_close() {
            self.documents.modal = Some(ModalDialog::Error { title, text });
        }
    }
}

/// The default button, which Enter activates while nothing else has the focus.
pub(super) fn default_button_ui(ui: &mut Ui, label: &str) -> bool {
    let button = ui.button(label);
    if ui.memory(|memory| memory.focused()).is_none() {
        button.request_focus();
    }
    button.clicked()
}
