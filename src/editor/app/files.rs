//! The file of the session: its version, its recovery copy, recent files and file dialogs.

use super::conflict::Conflict;
use super::open_elsewhere::OpenState;
use super::pending_action::PendingAction;
use super::reading::Reading;
use super::start::Start;
use super::versions;
use crate::config;
use crate::editor::backups::Backups;
use crate::editor::coverage::CoverageFile;
use crate::editor::file_dialog::{Ask, FileDialogs};
use crate::editor::file_stamp::FileStamp;
use crate::editor::journal;
use crate::editor::journal::{DamagedCopy, INTERVAL, Journal, JournalState, RecoveryCopy};
use crate::editor::recent::RecentFiles;
use egui::{Context, Ui};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_authoring::Session;
use steerwright_format::{PRESET_EXTENSION, SCENE_EXTENSION};
use steerwright_runtime::scene::{Preset, Scene};

/// The file of the session, what is known about its version on disk, and the recovery copy.
pub(super) struct Files {
    pub(super) dialogs: FileDialogs,
    recent: Option<RecentFiles>,
    pub(super) journal: Option<Journal>,
    pub(super) backups: Option<Backups>,
    /// The folder with notes about open files.
    pub(super) open_folder: Option<PathBuf>,
    pub(super) open_file: OpenState,
    /// The file that is being read.
    pub(super) reading: Option<Reading>,
    pub(super) disk: DiskState,
    /// What to do after the scene is saved.
    pub(super) after_save: Option<PendingAction>,
    pub(super) recovery: RecoveryState,
    pub(super) last_edit: LastEdit,
    pub(super) quitting: bool,
    /// The revision that was opened or saved.
    pub(super) saved_revision: u64,
    /// The scene last recorded in the journal, which may be in the middle of a gesture. `None` if
    /// it has to be recorded again.
    pub(super) journaled: Option<Scene>,
    /// The number of that record.
    pub(super) journal_entry: u64,
}

/// What is known about the session's file on disk.
#[derive(Default)]
pub(super) struct DiskState {
    /// The version of the file that the session started from. `None` if it is unknown or there is
    /// no file.
    pub(super) stamp: Option<FileStamp>,
    /// The version of the file before the last reload.
    pub(super) stamp_before_reload: Option<FileStamp>,
    /// A version of the file on disk that the user decided not to load.
    pub(super) ignored: Option<FileStamp>,
    /// When to check the file for changes again, in seconds.
    pub(super) next_check: f64,
}

/// Recovery after a crash.
#[derive(Default)]
pub(super) struct RecoveryState {
    /// The copies that the user has not decided about.
    pub(super) copies: Vec<RecoveryCopy>,
    /// The copies that cannot be read, to be reported once.
    pub(super) damaged: Vec<DamagedCopy>,
    /// The copy that the scene was recovered from, until there is a new one.
    pub(super) copy: Option<RecoveryCopy>,
    /// The scene that was recovered, until it is saved. An undo of the recovery leaves it only in
    /// the history.
    pub(super) scene: Option<Scene>,
    /// How many edits the recovered copy had.
    pub(super) edits: u64,
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

impl Files {
    pub(super) fn new(start: &Start) -> Self {
        let data_folder = start
            .data_folder
            .clone()
            .or_else(|| start.keeps_records.then(config::data_dir).flatten());
        let in_data = |name: &str| data_folder.as_ref().map(|folder| folder.join(name));
        let journal_folder = start.journal_folder.clone().or_else(|| in_data("journal"));
        // Look for copies left by a crash before the journal creates its own.
        let found = journal_folder.as_deref().map(journal::find_recovery_copies);
        let found = found.unwrap_or_default();
        Self {
            dialogs: if start.own_dialogs {
                FileDialogs::typed_only()
            } else {
                FileDialogs::new()
            },
            recent: start.keeps_records.then(RecentFiles::load),
            recovery: RecoveryState {
                copies: found.copies,
                damaged: found.damaged,
                ..RecoveryState::default()
            },
            journal: match &journal_folder {
                Some(folder) => Some(Journal::open_in(folder, INTERVAL)),
                None => start.keeps_records.then(Journal::disabled),
            },
            backups: in_data("backups").map(|folder| Backups::in_folder(&folder)),
            open_folder: in_data("open"),
            open_file: OpenState::default(),
            reading: None,
            disk: DiskState::default(),
            after_save: None,
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

    /// Cancels the action that was to follow the next save.
    pub(super) fn cancel_after_save(&mut self) {
        self.after_save = None;
    }

    /// Stores that the session belongs to the file at `path` in this version.
    pub(super) fn remember(&mut self, path: &Path, stamp: Option<FileStamp>) {
        self.disk.stamp = stamp;
        if let Some(recent) = &mut self.recent {
            recent.add(path);
        }
    }

    /// Forgets the previous session. The new one has no known version on disk.
    pub(super) fn reset(&mut self, session: &Session) {
        self.disk.stamp = None;
        self.disk.stamp_before_reload = None;
        self.saved_revision = session.revision();
        self.last_edit = LastEdit {
            revision: session.revision(),
            at: SystemTime::now(),
            recovered: false,
        };
        self.clear_journal(session);
    }

    /// Ignores the version on disk. Saving asks before it overwrites it.
    pub(super) fn ignore_disk_version(&mut self, path: &Path) {
        self.disk.ignored = FileStamp::of(path);
    }

    /// Checks whether saving would overwrite changes of another program.
    pub(super) fn find_conflict(&self, session: &Session) -> Option<Conflict> {
        Conflict::find(session.path()?, self.base(session))
    }

    /// The version of the file that the scene is based on, if known.
    pub(super) fn base(&self, session: &Session) -> Option<&FileStamp> {
        // After the undo of a reload, the scene is based on the version before it.
        if session.is_reload_undone() {
            self.disk.stamp_before_reload.as_ref()
        } else {
            self.disk.stamp.as_ref()
        }
    }

    /// Shows when the version in the editor and the one on disk were last changed.
    pub(super) fn versions_ui(&self, ui: &mut Ui, on_disk: Option<&FileStamp>) {
        let mine = if self.last_edit.recovered {
            "Your recovered version:"
        } else {
            "Your version:"
        };
        versions::versions_ui(ui, mine, Some(self.last_edit.at), on_disk);
    }

    /// Asks where to save the scene.
    pub(super) fn ask_where_to_save(&mut self, session: &Session, ctx: &Context) {
        let suggested = match session.path() {
            Some(path) => path.to_owned(),
            None => PathBuf::from(format!(
                "{}.{SCENE_EXTENSION}",
                steerwright_export::file_name(&session.scene.name)
            )),
        };
        self.dialogs.ask(Ask::SaveScene { suggested }, ctx);
    }

    /// Asks where to save the coverage. Suggests the folder of the session's file.
    pub(super) fn ask_where_to_save_coverage(
        &mut self,
        file: CoverageFile,
        session: &Session,
        ctx: &Context,
    ) {
        let name = steerwright_export::file_name(&session.scene.name);
        let name = format!("{name}-coverage.{}", file.extension());
        let folder = session.path().and_then(Path::parent);
        let suggested = folder.map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
        self.dialogs.ask(Ask::SaveCoverage { file, suggested }, ctx);
    }

    /// Asks where to save a preset. Suggests the folder of the session's file.
    pub(super) fn ask_where_to_save_preset(
        &mut self,
        preset: &Preset,
        session: &Session,
        ctx: &Context,
    ) {
        let name = format!(
            "{}.{PRESET_EXTENSION}",
            steerwright_export::file_name(&preset.name)
        );
        let folder = session.path().and_then(Path::parent);
        let suggested = folder.map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
        self.dialogs.ask(Ask::SavePreset { suggested }, ctx);
    }
}
