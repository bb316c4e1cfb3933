//! Recovering after a crash, and the recovery copy for the current session.

use crate::editor::app::App;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::files::recovery_preview::RecoveryPreview;
use crate::editor::app::files::versions::versions_ui;
use crate::editor::app::files::{Files, LastEdit};
use crate::editor::app::messages::ModalDialog;
use crate::editor::files::journal::{CopyInfo, JournalState, RecoveryCopy};
use crate::editor::theme;
use crate::editor::theme::default_button_ui;
use crate::editor::widgets::dialog;
use crate::editor::widgets::time_text;
use egui::{Context, Id, Modal, RichText};
use std::path::Path;
use std::time::{Duration, SystemTime};
use steerwright_authoring::Session;
use steerwright_format as format;

/// How long writing a recovery copy may take before the status bar is updated.
const JOURNAL_DELAY: Duration = Duration::from_millis(800);

impl Files {
    /// Keeps a recovery copy of unsaved changes.
    pub(crate) fn update_journal(&mut self, session: &Session, ctx: &Context) {
        self.last_edit.update(session.revision());
        let info = self.copy_info(session);
        let Some(journal) = &mut self.journal else {
            return;
        };
        // The copy that was recovered is removed only when there is a new one.
        if journal.state() == JournalState::Pending {
            ctx.request_repaint_after(JOURNAL_DELAY);
        }
        if journal.state() == JournalState::Saved
            && let Some(copy) = self.recovery.copy.take()
        {
            copy.discard();
        }
        // Also in the middle of a gesture, which can be long.
        if self.journaled.as_ref() == Some(&session.scene) {
            return;
        }
        self.journaled = Some(session.scene.clone());
        self.journal_entry += 1;
        let unsaved = if session.is_dirty() {
            Some(session.scene.clone())
        } else {
            self.recovery.scene.clone()
        };
        match unsaved {
            Some(scene) => {
                let text = move || format::write_scene(&scene).map_err(|fault| fault.to_string());
                journal.record(text, info, self.journal_entry);
            }
            None => journal.clear(),
        }
    }

    /// What a recovery copy says about the session.
    pub(crate) fn copy_info(&self, session: &Session) -> CopyInfo {
        // A copy is written in the middle of a gesture too, before that is a step.
        let gesture = u64::from(session.scene != *session.history().present());
        let edits = session.revision() - self.saved_revision + gesture;
        CopyInfo {
            source: session.path().map(Path::to_owned),
            stamp: self.disk.stamp.clone(),
            edited: Some(self.last_edit.at),
            edits: Some(edits + self.recovery.edits),
        }
    }

    /// Removes the recovery copy, because the changes were saved or discarded.
    pub(crate) fn clear_journal(&mut self, session: &Session) {
        if let Some(journal) = &mut self.journal {
            journal.clear();
        }
        if let Some(copy) = self.recovery.copy.take() {
            copy.discard();
        }
        self.recovery.scene = None;
        self.recovery.edits = 0;
        self.journaled = Some(session.scene.clone());
    }
}

impl App {
    /// Offers the first recovery copy.
    pub(crate) fn offer_recovery(&mut self, ctx: &Context) {
        let Some(copy) = self.files.recovery.copies.first() else {
            return;
        };
        let recovery = RecoveryPreview::of(copy, ctx);
        self.recovery_ui(ctx, recovery);
    }

    pub(crate) fn recovery_ui(&mut self, ctx: &Context, recovery: RecoveryPreview) {
        let Some(copy) = self.files.recovery.copies.first() else {
            return;
        };
        let modal = Modal::new(Id::unique("recovery")).show(ctx, |ui| {
            dialog::fit_width(ui, 460.0);
            ui.heading("Recover unsaved changes?");
            let color = theme::colors(ui).text_weak;
            let weak = |text: String| RichText::new(text).color(color);
            let name = name_of(copy);
            dialog::body_ui(ui, |ui| {
            ui.label(weak(format!("Steerwright did not close properly while {name} was being edited. A recovery copy was saved.")));
            if let Some(edits) = copy.info.edits.filter(|edits| *edits > 0) {
                let steps = if edits == 1 { "1 edit is".to_owned() } else { format!("{edits} edits are") };
                ui.label(weak(format!("{steps} not saved.")));
            }
            match (&recovery.conflict, edited(copy)) {
                (Some(conflict), edited) => {
                    versions_ui(ui, "Your unsaved version:", edited, conflict.on_disk.as_ref());
                    ui.add_space(6.0);
                    ui.label(format!("{} Recovering does not change it. Saving asks before overwriting it.", conflict.text("The file")));
                }
                (None, Some(edited)) => {
                    ui.label(weak(format!("Last edited: {}.", time_text::local_time(edited))));
                }
                (None, None) => {}
            }
            if copy.relative_source.is_some() {
                ui.add_space(6.0);
                ui.label("The recovery copy does not contain the folder of the file. Saving will ask where to save it.");
            }
            recovery.pictures_ui(ui);
            });
            ui.add_space(10.0);
            ui.horizontal(|ui| (default_button_ui(ui, "Recover"), ui.button("Discard copy").clicked(), ui.button("Later").clicked()))
                .inner
        });
        match modal.inner {
            (true, ..) => self.confirm_and_run(PendingAction::Recovered, ctx),
            (_, true, _) => self.files.recovery.copies.remove(0).discard(),
            answer if answer.2 || modal.should_close() => self.files.recovery.copies.clear(),
            _ => self.messages.ask(ModalDialog::Recovery(Box::new(recovery))),
        }
    }

    /// Recovers the first recovery copy. The session gets the file version stored in the copy, so
    /// that later changes on disk are detected.
    pub(crate) fn recover(&mut self) {
        if self.files.recovery.copies.is_empty() {
            return;
        }
        let copy = self.files.recovery.copies.remove(0);
        match format::read_scene(&copy.scene_text) {
            Ok(loaded) => {
                let scene = loaded.value.clone();
                self.show_session(Session::recovered(loaded.value, copy.info.source.clone()));
                self.files.recovery.scene = Some(scene);
                self.files.recovery.edits = copy.info.edits.unwrap_or(0);
                self.files.disk.stamp = copy.info.stamp.clone();
                let at = edited(&copy).unwrap_or_else(SystemTime::now);
                self.files.last_edit = LastEdit {
                    revision: self.document.session.revision(),
                    at,
                    recovered: true,
                };
                self.files.journaled = None;
                self.files.recovery.copy = Some(copy);
                let conflict = self.files.find_conflict(&self.document.session);
                let advice = if conflict.is_some() {
                    "Saving asks before overwriting the file."
                } else {
                    "Save the scene to keep the changes."
                };
                self.messages.notify(format!("Recovered. {advice}"));
                // The dialog mentioned the conflict, so ask again only when saving.
                self.files.disk.ignored = conflict.and_then(|conflict| conflict.on_disk);
            }
            Err(fault) => self.messages.show_error(
                "The recovery copy cannot be read",
                copy.damaged(fault.to_string()).to_string(),
            ),
        }
    }
}

fn name_of(copy: &RecoveryCopy) -> String {
    let path = copy.info.source.as_ref().or(copy.relative_source.as_ref());
    path.map_or_else(
        || "an unsaved scene".to_owned(),
        |path| path.display().to_string(),
    )
}

/// When the copied work was last edited. Old copies do not store it; they were written shortly
/// after.
fn edited(copy: &RecoveryCopy) -> Option<SystemTime> {
    copy.info.edited.or(copy.written)
}
