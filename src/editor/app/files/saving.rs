//! Saving scenes and presets, and the answers of file dialogs.

use crate::editor::app::App;
use crate::editor::app::document::Document;
use crate::editor::app::files::conflict::Conflict;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::files::reading::ImportConsent;
use crate::editor::app::messages::{Messages, ModalDialog};
use crate::editor::coverage::CoverageFile;
use crate::editor::files::dialog::{Answer, Ask};
use crate::editor::files::stamp::FileStamp;
use crate::editor::files::typed_path::with_extension;
use crate::overwriting;
use egui::Context;
use std::path::Path;
use steerwright_authoring::command::FileCommand;
use steerwright_format::{self as format, PRESET_EXTENSION, PresetFile, SCENE_EXTENSION};

impl App {
    pub(crate) fn perform_on_files(&mut self, command: FileCommand, ctx: &Context) {
        // Saving in the middle of a drag would make part of it permanent.
        self.document.cancel_tool_drag();
        if self.files.dialogs.is_open() {
            return;
        }
        match command {
            FileCommand::New => self.confirm_and_run(PendingAction::New, ctx),
            FileCommand::Open => self.confirm_and_run(PendingAction::OpenDialog, ctx),
            FileCommand::Import => self.files.dialogs.ask(Ask::Import, ctx),
            FileCommand::Quit => self.confirm_and_run(PendingAction::Quit, ctx),
            FileCommand::Save => self.save(ctx),
            FileCommand::SaveAs => self.files.ask_where_to_save(&self.document.session, ctx),
            FileCommand::RestoreBackup => self.open_backups(),
            FileCommand::LoadPreset => self.files.dialogs.ask(Ask::LoadPreset, ctx),
            FileCommand::SavePreset => {
                let session = &self.document.session;
                let preset = self.document.selected_preset();
                if let Some(preset) = preset.and_then(|id| session.scene.preset(id)) {
                    self.files.ask_where_to_save_preset(preset, session, ctx);
                }
            }
            FileCommand::AddToLibrary => {
                let preset = self.document.selected_preset();
                let scene = &self.document.session.scene;
                if let Some(file) = preset.and_then(|id| PresetFile::of(scene, id)) {
                    self.library.add(&file, &mut self.messages, ctx);
                }
            }
        }
    }

    /// Saves to the session's file, or asks first if another program changed it or has it open.
    pub(crate) fn save(&mut self, ctx: &Context) {
        if self.document.session.path().is_none() {
            return self.files.ask_where_to_save(&self.document.session, ctx);
        }
        match self.other_editor() {
            Some(owner) => self.messages.ask(ModalDialog::OpenElsewhere(owner)),
            None => self.save_unless_changed(ctx),
        }
    }

    /// Saves to the session's file, or asks first if its content changed.
    pub(crate) fn save_unless_changed(&mut self, ctx: &Context) {
        let Some(path) = self.document.session.path().map(Path::to_owned) else {
            return;
        };
        match self.files.find_conflict(&self.document.session) {
            Some(conflict) => self.messages.ask(ModalDialog::ChangedOnDisk(conflict)),
            None => {
                let base = self.files.base(&self.document.session).cloned();
                self.save_over(&path, base.as_ref(), ctx);
            }
        }
    }

    /// Saves to `path` without asking. Returns whether it succeeded.
    pub(crate) fn save_to(&mut self, path: &Path, ctx: &Context) -> bool {
        self.save_if(path, || None, ctx)
    }

    /// Saves to `path` if that overwrites only the version `expected`, and asks otherwise. It was
    /// compared before, but another program may replace the file while the backup and the new text
    /// are written.
    pub(crate) fn save_over(&mut self, path: &Path, expected: Option<&FileStamp>, ctx: &Context) {
        self.save_if(path, || Conflict::find(path, expected), ctx);
    }

    /// Saves to `path` unless `conflict` finds one right before the file is replaced. Returns
    /// whether it succeeded.
    fn save_if(
        &mut self,
        path: &Path,
        conflict: impl FnOnce() -> Option<Conflict>,
        ctx: &Context,
    ) -> bool {
        self.files.keep_backup(path);
        let mut found = None;
        let may_replace = || {
            found = conflict();
            found.is_none()
        };
        match self.document.session.save_as_if(path, may_replace) {
            Ok(None) => {
                if let Some(conflict) = found {
                    self.messages.ask(ModalDialog::ChangedOnDisk(conflict));
                }
                false
            }
            Ok(Some(text)) => {
                // First, so that a crash now does not offer what was saved.
                self.files.clear_journal(&self.document.session);
                self.files.saved_revision = self.document.session.revision();
                self.files
                    .remember(path, FileStamp::of_written(path, text.as_bytes()));
                self.files.last_edit.recovered = false;
                self.files.keep_backup(path);
                self.messages.notify(format!("Saved {}", path.display()));
                self.exports
                    .run_on_save(&self.document.session, &mut self.messages, ctx);
                if let Some(next) = self.files.after_save.take() {
                    self.run_pending(next, ctx);
                }
                true
            }
            Err(error) => {
                self.files.after_save = None;
                self.messages
                    .show_error("The scene was not saved", error.to_string());
                false
            }
        }
    }

    /// Saves, then runs an action.
    pub(crate) fn save_then(&mut self, next: PendingAction, ctx: &Context) {
        self.files.after_save = Some(next);
        self.save(ctx);
    }

    /// Asks where to save the coverage.
    pub(crate) fn ask_where_to_save_coverage(&mut self, file: CoverageFile, ctx: &Context) {
        if self.panels.coverage.is_measured() {
            let session = &self.document.session;
            self.files.ask_where_to_save_coverage(file, session, ctx);
        } else {
            let text = "There is no coverage to save yet. Show it with View › Coverage.";
            self.messages.notify(text.into());
        }
    }

    /// Says whether the coverage was saved.
    fn report_saved_coverage(&mut self) {
        match self.panels.coverage.take_saved() {
            None => {}
            Some(Ok(path)) => self.messages.notify(format!("Saved {}", path.display())),
            Some(Err(error)) => {
                let text = error.to_string();
                self.messages.show_error("The coverage was not saved", text);
            }
        }
    }

    /// Handles the answers of file dialogs.
    pub(crate) fn handle_file_dialogs(&mut self, ctx: &Context) {
        self.report_saved_coverage();
        match self.files.dialogs.ui(ctx) {
            Some(Answer::Picked(Ask::OpenScene, path)) => self.open_file(&path, ctx),
            Some(Answer::Picked(Ask::Import, path)) => {
                self.import_file(&path, ImportConsent::Ask, ctx);
            }
            Some(Answer::Picked(Ask::AddPicture, path)) => self.add_pictures(vec![path], None),
            Some(Answer::Picked(Ask::LocatePicture(id), path)) => self.relocate_picture(id, &path),
            Some(Answer::Picked(Ask::SaveScene { .. }, path)) => {
                let path = with_extension(&path, Some(SCENE_EXTENSION));
                // The dialog asks before replacing a file, but it does not know the version that
                // the session started from.
                if self.document.session.path() == Some(&path) {
                    self.save(ctx);
                } else {
                    self.save_to(&path, ctx);
                }
            }
            Some(Answer::Picked(Ask::LoadPreset, path)) => {
                self.load_presets(vec![path], None, ctx);
            }
            Some(Answer::Picked(Ask::SavePreset { .. }, path)) => {
                save_preset(&path, &self.document, &mut self.messages)
            }
            Some(Answer::Picked(Ask::ExportFolder { .. }, folder)) => {
                self.exports.dialog.set_folder(folder)
            }
            Some(Answer::Picked(Ask::SaveCoverage { file, .. }, path)) => {
                let path = with_extension(&path, Some(file.extension()));
                match overwriting::refuse_input(&path, self.document.session.path()) {
                    Ok(()) => self.panels.coverage.save(ctx, file, &path),
                    Err(error) => {
                        let text = error.to_string();
                        self.messages.show_error("The coverage was not saved", text);
                    }
                }
            }
            Some(Answer::Canceled(_)) => self.files.after_save = None,
            None => {}
        }
    }
}

/// Saves the selected preset to a file.
fn save_preset(path: &Path, document: &Document, messages: &mut Messages) {
    let path = with_extension(path, Some(PRESET_EXTENSION));
    let Some(file) = document
        .selected_preset()
        .and_then(|id| PresetFile::of(&document.session.scene, id))
    else {
        return;
    };
    let saved = overwriting::refuse_input(&path, document.session.path())
        .map_err(|error| error.to_string())
        .and_then(|()| format::save_preset_file(&file, &path).map_err(|error| error.to_string()));
    match saved {
        Ok(()) => messages.notify(format!("Saved {}", path.display())),
        Err(error) => messages.show_error("The preset was not saved", error),
    }
}
