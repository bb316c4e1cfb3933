//! Opening and saving files without losing changes.

use super::modals::ModalDialog;
use super::open_elsewhere::OpenState;
use super::reading::Reading;
use super::{App, Start};
use crate::editor::backups::Backups;
use crate::editor::config;
use crate::editor::export_runs::ExportRuns;
use crate::editor::file_dialog::{Answer, Ask, FileDialogs};
use crate::editor::file_stamp::FileStamp;
use crate::editor::journal;
use crate::editor::journal::{INTERVAL, Journal, JournalState, RecoveryCopy};
use crate::editor::recent::RecentFiles;
use egui::{Context, ViewportCommand};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_authoring::{Command, Item, Session, edit};
use steerwright_format::sanitize_for_display;
use steerwright_format::{self as format, PRESET_EXTENSION, SCENE_EXTENSION};
use steerwright_runtime::scene::{PresetId, Scene};

/// With more agents than this, a tick may take longer than a frame.
const LARGE_SCENE_AGENTS: usize = 10_000;

/// The state of files, dialogs and exports.
pub(super) struct Documents {
    pub(super) dialogs: FileDialogs,
    /// The exports that are being written.
    pub(super) exports: ExportRuns,
    recent: Option<RecentFiles>,
    pub(super) journal: Option<Journal>,
    pub(super) backups: Option<Backups>,
    /// The folder with notes about open files.
    pub(super) open_folder: Option<PathBuf>,
    pub(super) open_file: OpenState,
    /// The file that is being read.
    pub(super) reading: Option<Reading>,
    /// The version of the file that the session started from. `None` if it is unknown or there is
    /// no file.
    pub(super) stamp: Option<FileStamp>,
    /// The version of the file before the last reload.
    pub(super) stamp_before_reload: Option<FileStamp>,
    /// A version of the file on disk that the user decided not to load.
    pub(super) ignored: Option<FileStamp>,
    /// When to check the file for changes again, in seconds.
    pub(super) next_check: f64,
    /// What to do after the scene is saved.
    after_save: Option<PendingAction>,
    pub(super) modal: Option<ModalDialog>,
    pub(super) recovery_copies: Vec<RecoveryCopy>,
    /// The copy that the scene was recovered from, until there is a new one.
    pub(super) recovered: Option<RecoveryCopy>,
    /// The scene that was recovered, until it is saved. An undo of the recovery leaves it only in the history.
    pub(super) recovered_scene: Option<Scene>,
    /// How many edits the recovered copy had.
    pub(super) recovered_edits: u64,
    pub(super) last_edit: LastEdit,
    quitting: bool,
    /// The revision that was opened or saved.
    pub(super) saved_revision: u64,
    /// The scene last recorded in the journal, which may be in the middle of a gesture. `None` if it has to be recorded again.
    pub(super) journaled: Option<Scene>,
    /// The number of that record.
    pub(super) journal_entry: u64,
}

/// When the session was last edited.
pub(super) struct LastEdit {
    /// The session's revision.
    pub(super) revision: u64,
    pub(super) at: SystemTime,
    /// Whether it was recovered after a crash and has not been saved since.
    pub(super) recovered: bool,
}

impl LastEdit {
    /// Updates the time if `revision` is new.
    pub(super) fn update(&mut self, revision: u64) {
        if self.revision != revision {
            (self.revision, self.at) = (revision, SystemTime::now());
        }
    }
}

/// An action that replaces the scene, after unsaved changes are handled.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PendingAction {
    /// An empty scene.
    New,
    /// Opens a file chosen in a dialog.
    OpenDialog,
    /// Opens a file.
    Open(PathBuf),
    /// Imports a file chosen in a dialog.
    ImportDialog,
    /// Imports a file.
    Import(PathBuf),
    /// A built-in sample.
    Sample(usize),
    /// Recovers the first recovery copy.
    Recovered,
    /// Closes the editor.
    Quit,
}

impl Documents {
    pub(super) fn new(start: &Start) -> Self {
        let data_folder = start
            .data_folder
            .clone()
            .or_else(|| start.keeps_records.then(config::data_dir).flatten());
        let in_data = |name: &str| data_folder.as_ref().map(|folder| folder.join(name));
        let journal_folder = start.journal_folder.clone().or_else(|| in_data("journal"));
        Self {
            dialogs: if start.own_dialogs {
                FileDialogs::typed_only()
            } else {
                FileDialogs::new()
            },
            exports: ExportRuns::default(),
            recent: start.keeps_records.then(RecentFiles::load),
            // Look for copies left by a crash before the journal creates its own.
            recovery_copies: journal_folder
                .as_deref()
                .map(journal::find_recovery_copies)
                .unwrap_or_default(),
            journal: match &journal_folder {
                Some(folder) => Some(Journal::open_in(folder, INTERVAL)),
                None => start.keeps_records.then(Journal::disabled),
            },
            backups: in_data("backups").map(|folder| Backups::in_folder(&folder)),
            open_folder: in_data("open"),
            open_file: OpenState::default(),
            reading: None,
            stamp: None,
            stamp_before_reload: None,
            ignored: None,
            next_check: 0.0,
            after_save: None,
            modal: None,
            recovered: None,
            recovered_scene: None,
            recovered_edits: 0,
            last_edit: LastEdit {
                revision: 0,
                at: SystemTime::now(),
                recovered: false,
            },
            quitting: false,
            saved_revision: 0,
            journaled: None,
            journal_entry: 0,
        }
    }

    pub(super) fn recent_paths(&self) -> Vec<PathBuf> {
        self.recent.as_ref().map_or(vec![], |recent| {
            recent
                .list()
                .into_iter()
                .filter(|file| file.exists)
                .map(|file| file.path)
                .collect()
        })
    }

    pub(super) fn clear_recent(&mut self) {
        if let Some(recent) = &mut self.recent {
            recent.clear();
        }
    }

    pub(super) fn journal_state(&self) -> JournalState {
        self.journal
            .as_ref()
            .map_or(JournalState::Clean, Journal::state)
    }

    /// Lets the window close in any state.
    pub(super) fn quit_without_asking(&mut self) {
        self.quitting = true;
    }

    /// Cancels the action that was to follow the next save.
    pub(super) fn cancel_after_save(&mut self) {
        self.after_save = None;
    }

    /// Stores that the session belongs to the file at `path` in this version.
    pub(super) fn remember(&mut self, path: &Path, stamp: Option<FileStamp>) {
        self.stamp = stamp;
        if let Some(recent) = &mut self.recent {
            recent.add(path);
        }
    }
}

impl App {
    pub(super) fn perform_with_files(&mut self, command: Command, ctx: &Context) {
        if self.documents.dialogs.is_open() {
            return;
        }
        match command {
            Command::New => self.confirm_and_run(PendingAction::New, ctx),
            Command::Open => self.confirm_and_run(PendingAction::OpenDialog, ctx),
            Command::Import => self.confirm_and_run(PendingAction::ImportDialog, ctx),
            Command::Quit => self.confirm_and_run(PendingAction::Quit, ctx),
            Command::Save => self.save(ctx),
            Command::SaveAs => self.save_as_dialog(ctx),
            Command::RestoreBackup => self.open_backups(),
            Command::LoadPreset => self.documents.dialogs.ask(Ask::LoadPreset, ctx),
            Command::SavePreset => {
                if let Some(preset) = self
                    .selected_preset()
                    .and_then(|id| self.session.scene.preset(id))
                {
                    let suggested = self.beside(&format!(
                        "{}.{PRESET_EXTENSION}",
                        steerwright_export::file_name(&preset.name)
                    ));
                    self.documents
                        .dialogs
                        .ask(Ask::SavePreset { suggested }, ctx);
                }
            }
            _ => {}
        }
    }

    /// A path in the folder of the session's file.
    fn beside(&self, name: &str) -> PathBuf {
        self.session
            .path()
            .and_then(Path::parent)
            .map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
    }

    /// Runs an action, or asks first if there are unsaved changes.
    pub(super) fn confirm_and_run(&mut self, next: PendingAction, ctx: &Context) {
        self.cancel_open_edits();
        self.session.commit();
        if self.session.is_dirty() {
            self.documents.modal = Some(ModalDialog::Unsaved(next));
        } else {
            self.run_pending(next, ctx);
        }
    }

    /// Runs an action and discards unsaved changes.
    pub(super) fn run_pending(&mut self, next: PendingAction, ctx: &Context) {
        match next {
            PendingAction::New => {
                self.show_session(Session::new(Scene::default()));
                self.documents.stamp = None;
                self.clear_journal();
            }
            PendingAction::OpenDialog => self.documents.dialogs.ask(Ask::OpenScene, ctx),
            PendingAction::Open(path) => self.open_file(&path, ctx),
            PendingAction::ImportDialog => self.documents.dialogs.ask(Ask::Import, ctx),
            PendingAction::Import(path) => self.import_file(&path, ctx),
            PendingAction::Sample(index) => self.open_sample(index),
            PendingAction::Recovered => self.recover(),
            PendingAction::Quit => {
                self.clear_journal();
                self.documents.quitting = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    fn open_sample(&mut self, index: usize) {
        if let Some((_, scene)) = self.view.samples.get(index) {
            let session = Session::new(scene.clone());
            self.show_session(session);
            self.documents.stamp = None;
            self.clear_journal();
            self.select_first_agent();
            self.playback.play();
        }
    }

    /// Opens a scene file. If it is invalid, nothing changes.
    pub(super) fn open_file(&mut self, path: &Path, ctx: &Context) {
        if path.to_string_lossy().ends_with(PRESET_EXTENSION) {
            self.load_preset(path);
        } else {
            self.read_scene_file(path, ctx);
        }
    }

    /// Shows a scene that was read from the file at `path`.
    pub(super) fn show_opened(
        &mut self,
        session: Session,
        path: &Path,
        stamp: Option<FileStamp>,
        unknown: &[String],
    ) {
        self.show_session(session);
        self.clear_journal();
        self.documents.remember(path, stamp);
        self.select_first_agent();
        let agents = self.session.scene.agents.len();
        if agents > LARGE_SCENE_AGENTS {
            self.notify(format!(
                "Opened paused: with {agents} agents, playing can be slow"
            ));
        }
        self.warn_about_unknown_fields(path, unknown);
    }

    pub(super) fn warn_about_unknown_fields(&mut self, path: &Path, unknown: &[String]) {
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

    pub(super) fn load_preset(&mut self, path: &Path) {
        match format::load_preset(path) {
            Ok(loaded) => {
                let name = loaded.value.name.clone();
                let id: PresetId = edit::add_preset(&mut self.session.scene, loaded.value);
                self.session.name_step("Load preset");
                self.session.selection.set(Item::Preset(id));
                self.preset = Some(id);
                self.notify(format!("Loaded preset {name}"));
                self.warn_about_unknown_fields(path, &loaded.unknown_fields);
            }
            Err(error) => self.show_error("The preset was not loaded", error.to_string()),
        }
    }

    pub(super) fn save_as_dialog(&mut self, ctx: &Context) {
        let suggested = match self.session.path() {
            Some(path) => path.to_owned(),
            None => PathBuf::from(format!(
                "{}.{SCENE_EXTENSION}",
                steerwright_export::file_name(&self.session.scene.name)
            )),
        };
        self.documents
            .dialogs
            .ask(Ask::SaveScene { suggested }, ctx);
    }

    /// Saves to `path` without asking. Returns whether it succeeded.
    pub(super) fn save_to(&mut self, path: &Path, ctx: &Context) -> bool {
        self.keep_backup(path);
        match self.session.save_as(path) {
            Ok(()) => {
                self.keep_backup(path);
                self.documents.saved_revision = self.session.revision();
                self.documents.remember(path, FileStamp::of(path));
                self.documents.last_edit.recovered = false;
                self.clear_journal();
                self.notify(format!("Saved {}", path.display()));
                self.export_on_save(ctx);
                if let Some(next) = self.documents.after_save.take() {
                    self.run_pending(next, ctx);
                }
                true
            }
            Err(error) => {
                self.documents.after_save = None;
                self.show_error("The scene was not saved", error.to_string());
                false
            }
        }
    }

    /// Saves, then runs an action.
    pub(super) fn save_then(&mut self, next: PendingAction, ctx: &Context) {
        self.documents.after_save = Some(next);
        self.save(ctx);
    }

    /// Handles the answers of file dialogs.
    pub(super) fn handle_file_dialogs(&mut self, ctx: &Context) {
        match self.documents.dialogs.ui(ctx) {
            Some(Answer::Picked(Ask::OpenScene, path)) => self.open_file(&path, ctx),
            Some(Answer::Picked(Ask::Import, path)) => self.import_file(&path, ctx),
            Some(Answer::Picked(Ask::SaveScene { .. }, path)) => {
                let path = crate::editor::typed_path::with_extension(&path, Some(SCENE_EXTENSION));
                // The dialog asks before replacing a file, but it does not know the version that
                // the session started from.
                if self.session.path() == Some(&path) {
                    self.save(ctx);
                } else {
                    self.save_to(&path, ctx);
                }
            }
            Some(Answer::Picked(Ask::LoadPreset, path)) => self.load_preset(&path),
            Some(Answer::Picked(Ask::SavePreset { .. }, path)) => self.save_preset(&path),
            Some(Answer::Picked(Ask::ExportFolder { .. }, folder)) => {
                self.view.export.set_folder(folder)
            }
            Some(Answer::Canceled(_)) => self.documents.after_save = None,
            None => {}
        }
    }

    fn save_preset(&mut self, path: &Path) {
        let path = crate::editor::typed_path::with_extension(path, Some(PRESET_EXTENSION));
        let Some(preset) = self
            .selected_preset()
            .and_then(|id| self.session.scene.preset(id))
        else {
            return;
        };
        match format::save_preset(preset, &path) {
            Ok(()) => self.notify(format!("Saved {}", path.display())),
            Err(error) => self.show_error("The preset was not saved", error.to_string()),
        }
    }

    pub(super) fn choose_export_folder(&mut self, ctx: &Context) {
        self.documents.dialogs.ask(
            Ask::ExportFolder {
                suggested: self.export_folder(),
            },
            ctx,
        );
    }

    /// Asks about unsaved changes before the window closes.
    pub(super) fn confirm_closing(&mut self, ctx: &Context) {
        if ctx.input(|i| i.viewport().close_requested()) && !self.documents.quitting {
            self.cancel_open_edits();
            self.session.commit();
            if self.session.is_dirty() {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.documents.modal = Some(ModalDialog::Unsaved(PendingAction::Quit));
            } else {
                self.clear_journal();
            }
        }
    }
}
