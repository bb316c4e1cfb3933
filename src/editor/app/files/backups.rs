//! Keeping and restoring backups of the scene's file.

use crate::editor::app::App;
use crate::editor::app::files::Files;
use crate::editor::app::messages::ModalDialog;
use crate::editor::files::backup_dialog::{BackupChoice, BackupDialog};
use egui::Context;
use std::path::Path;

impl Files {
    /// Keeps the version on disk as a backup. A failure does not prevent saving.
    pub(crate) fn keep_backup(&self, path: &Path) {
        if let Some(backups) = &self.backups
            && let Err(error) = backups.keep(path)
        {
            ::log::warn!("no backup was saved: {error}");
        }
    }
}

impl App {
    pub(crate) fn open_backups(&mut self) {
        let backups = match (&self.files.backups, self.document.session.path()) {
            (Some(backups), Some(path)) => backups.list(path),
            _ => Vec::new(),
        };
        self.messages
            .ask(ModalDialog::Backups(Box::new(BackupDialog::new(backups))));
    }

    pub(crate) fn backups_ui(&mut self, ctx: &Context, mut dialog: Box<BackupDialog>) {
        let session = &mut self.document.session;
        match dialog.ui(ctx) {
            None => self.messages.ask(ModalDialog::Backups(dialog)),
            Some(BackupChoice::Close) => {}
            Some(BackupChoice::Restore(scene, time)) => {
                session.commit();
                session.scene = *scene;
                session.name_step("Restore backup");
                session.commit();
                self.messages
                    .notify(format!("Restored the backup: {time}. Save to keep it."));
            }
        }
    }
}
