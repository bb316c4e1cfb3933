//! Keeping and restoring backups of the scene's file.

use super::App;
use super::modals::ModalDialog;
use crate::editor::backup_dialog::{BackupChoice, BackupDialog};
use egui::Context;
use std::path::Path;

impl App {
    /// Keeps the version on disk as a backup. A failure does not prevent saving.
    pub(super) fn keep_backup(&mut self, path: &Path) {
        if let Some(backups) = &self.documents.backups
            && let Err(error) = backups.keep(path)
        {
            ::log::warn!("no backup was kept: {error}");
        }
    }

    pub(super) fn open_backups(&mut self) {
        let backups = match (&self.documents.backups, self.session.path()) {
            (Some(backups), Some(path)) => backups.list(path),
            _ => Vec::new(),
        };
        self.documents.modal = Some(ModalDialog::Backups(Box::new(BackupDialog::new(backups))));
    }

    pub(super) fn backups_ui(&mut self, ctx: &Context, mut dialog: Box<BackupDialog>) {
        match dialog.ui(ctx) {
            None => self.documents.modal = Some(ModalDialog::Backups(dialog)),
            Some(BackupChoice::Close) => {}
            Some(BackupChoice::Restore(scene, time)) => {
                self.session.commit();
                self.session.scene = *scene;
                self.session.name_step("Restore backup");
                self.session.commit();
                self.notify(format!("Restored the version of {time}. Save to keep it."));
            }
        }
    }
}
