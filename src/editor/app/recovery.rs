//! What an editor that crashed left behind, and the copy that this one keeps in case it does.

use super::App;
use super::conflicts::{Conflict, versions_ui};
use super::documents::{LastEdit, Next};
use super::modals::{Question, first_button_ui};
use crate::editor::journal::{CopyInfo, JournalState, Orphan};
use crate::editor::{theme, time_text};
use egui::{Context, Id, Modal, RichText};
use std::path::Path;
use std::time::{Duration, SystemTime};
use steerwright_authoring::Session;
use steerwright_format as format;

/// How long a safety copy may take to be written; then the status bar says how it went.
const JOURNAL_PAUSE: Duration = Duration::from_millis(2500);

impl App {
    /// Keeps a safety copy of unsaved changes.
    pub(super) fn keep_journal(&mut self, ctx: &Context) {
        let revision = self.session.revision();
        self.documents.last_edit.note(revision);
        let Some(journal) = &mut self.documents.journal else {
            return;
        };
        // The copy recovered from is dropped only once there is another.
        if journal.state() == JournalState::Pending {
            ctx.request_repaint_after(JOURNAL_PAUSE);
        }
        if journal.state() == JournalState::Saved
            && let Some(orphan) = self.documents.recovered.take()
        {
            orphan.discard();
        }
        if self.documents.noted == Some(revision) {
            return;
        }
        self.documents.noted = Some(revision);
        if self.session.is_dirty() {
            let scene = self.session.history().present().clone();
            let text = move || format::write_scene(&scene).map_err(|fault| fault.to_string());
            let info = CopyInfo {
                source: self.session.path().map(Path::to_owned),
                stamp: self.documents.stamp.clone(),
                edited: Some(self.documents.last_edit.at),
            };
            journal.note(text, info, revision);
        } else {
            journal.clear();
        }
    }

    /// The work is saved, or given up: no copy of it is needed any more.
    pub(super) fn forget_journal(&mut self) {
        if let Some(journal) = &mut self.documents.journal {
            journal.clear();
        }
        if let Some(orphan) = self.documents.recovered.take() {
            orphan.discard();
        }
        self.documents.noted = Some(self.session.revision());
    }

    /// Offers the first of the safety copies.
    pub(super) fn offer_recovery(&mut self, ctx: &Context) {
        let Some(orphan) = self.documents.orphans.first() else {
            return;
        };
        let conflict = orphan
            .info
            .source
            .as_deref()
            .and_then(|path| Conflict::find(path, orphan.info.stamp.as_ref()));
        self.recovery_ui(ctx, conflict);
    }

    pub(super) fn recovery_ui(&mut self, ctx: &Context, conflict: Option<Conflict>) {
        let Some(orphan) = self.documents.orphans.first() else {
            return;
        };
        let modal = Modal::new(Id::unique("recovery")).show(ctx, |ui| {
            ui.set_width(460.0);
            ui.heading("Unsaved changes were found");
            let weak = |text: String| RichText::new(text).color(theme::TEXT_WEAK);
            let name = name_of(orphan);
            ui.label(weak(format!("The editor did not end properly while {name} was being edited. A safety copy was kept.")));
            match (&conflict, edited(orphan)) {
                (Some(conflict), edited) => {
                    versions_ui(ui, ("Your unsaved work:", edited), conflict.on_disk.as_ref());
                    ui.add_space(6.0);
                    ui.label(format!("{} Recovering leaves it alone; saving asks before it overwrites it.", conflict.text("The file")));
                }
                (None, Some(edited)) => {
                    ui.label(weak(format!("Last edited: {}.", time_text::local_time(edited))));
                }
                (None, None) => {}
            }
            if orphan.relative_source.is_some() {
                ui.add_space(6.0);
                ui.label("The safety copy does not say which folder the file was in. Once recovered, saving asks where to save it.");
            }
            ui.add_space(10.0);
            ui.horizontal(|ui| (first_button_ui(ui, "Recover"), ui.button("Discard the copy").clicked(), ui.button("Later").clicked()))
                .inner
        });
        match modal.inner {
            (true, ..) => self.go_on_to(Next::Recovered, ctx),
            (_, true, _) => self.documents.orphans.remove(0).discard(),
            answer if answer.2 || modal.should_close() => self.documents.orphans.clear(),
            _ => self.documents.question = Some(Question::Recovery(conflict)),
        }
    }

    /// Goes on with what an editor that did not end properly left behind. The file's stamp is that of the copy: what the work began
    /// from, whatever has become of the file since.
    pub(super) fn recover(&mut self) {
        if self.documents.orphans.is_empty() {
            return;
        }
        let orphan = self.documents.orphans.remove(0);
        match format::read_scene(&orphan.scene_text) {
            Ok(loaded) => {
                self.show_session(Session::recovered(loaded.value, orphan.info.source.clone()));
                self.forget_journal();
                self.documents.stamp = orphan.info.stamp.clone();
                let at = edited(&orphan).unwrap_or_else(SystemTime::now);
                self.documents.last_edit = LastEdit {
                    revision: self.session.revision(),
                    at,
                    recovered: true,
                };
                self.documents.noted = None;
                self.documents.recovered = Some(orphan);
                let conflict = self.find_conflict();
                let advice = if conflict.is_some() {
                    "saving asks before it overwrites the file"
                } else {
                    "save it to keep it"
                };
                self.notify(format!("Recovered; {advice}"));
                // Told here, so it is not asked about while working; only when saving.
                self.documents.declined = conflict.and_then(|conflict| conflict.on_disk);
            }
            Err(fault) => self.report("The safety copy cannot be read", fault.to_string()),
        }
    }
}

fn name_of(orphan: &Orphan) -> String {
    let path = orphan
        .info
        .source
        .as_ref()
        .or(orphan.relative_source.as_ref());
    path.map_or_else(
        || "an unsaved scene".to_owned(),
        |path| path.display().to_string(),
    )
}

/// When the work in a copy was last edited. Old copies do not say; they were written shortly after.
fn edited(orphan: &Orphan) -> Option<SystemTime> {
    orphan.info.edited.or(orphan.written)
}
