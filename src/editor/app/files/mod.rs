//! The file of the session: its version, its recovery copy, recent files and file dialogs.

pub(crate) mod backups;
pub(crate) mod conflict;
pub(crate) mod conflict_dialogs;
pub(crate) mod exports;
pub(crate) mod importing;
pub(crate) mod open_elsewhere;
pub(crate) mod opening;
pub(crate) mod pending_action;
pub(crate) mod reading;
pub(crate) mod recovery;
pub(crate) mod recovery_preview;
pub(crate) mod saving;
pub(crate) mod versions;
pub(crate) mod watch;

use crate::config;
use crate::editor::app::files::conflict::Conflict;
use crate::editor::app::files::open_elsewhere::OpenState;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::files::reading::Reading;
use crate::editor::app::start::Start;
use crate::editor::coverage::CoverageFile;
use crate::editor::files::backups::Backups;
use crate::editor::files::dialog::{Ask, FileDialogs};
use crate::editor::files::journal;
use crate::editor::files::journal::{DamagedCopy, INTERVAL, Journal, JournalState, RecoveryCopy};
use crate::editor::files::recent::RecentFiles;
use crate::editor::files::stamp::FileStamp;
use egui::{Context, Ui};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_authoring::Session;
use steerwright_format::{PRESET_EXTENSION, SCENE_EXTENSION};
use steerwright_runtime::scene::{Preset, Scene};

/// The file of the session, what is known about its version on disk, and the recovery copy.
pub(crate) struct Files {
    pub(crate) dialogs: FileDialogs,
    recent: Option<RecentFiles>,
    pub(crate) journal: Option<Journal>,
    pub(crate) backups: Option<Backups>,
    /// The folder with notes about open files.
    pub(crate) open_folder: Option<PathBuf>,
    pub(crate) open_file: OpenState,
    /// The file that is being read.
    pub(crate) reading: Option<Reading>,
    pub(crate) disk: DiskState,
    /// What to do after the scene is saved.
    pub(crate) after_save: Option<PendingAction>,
    pub(crate) recovery: RecoveryState,
    pub(crate) last_edit: LastEdit,
    pub(crate) quitting: bool,
    /// The revision that was opened or saved.
    pub(crate) saved_revision: u64,
    /// The scene last recorded in the journal, which may be in the middle of a gesture. `None` if
    /// it has to be recorded again.
    pub(crate) journaled: Option<Scene>,
    /// The number of that record.
    pub(crate) journal_entry: u64,
}

/// What is known about the session's file on disk.
#[derive(Default)]
pub(crate) struct DiskState {
    /// The version of the file that the session started from. `None` if it is unknown or there is
    /// no file.
    pub(crate) stamp: Option<FileStamp>,
    /// The version of the file before the last reload.
    pub(crate) stamp_before_reload: Option<FileStamp>,
    /// A version of the file on disk that the user decided not to load.
    pub(crate) ignored: Option<FileStamp>,
    /// When to check the file for changes again, in seconds.
    pub(crate) next_check: f64,
}

/// Recovery after a crash.
#[derive(Default)]
pub(crate) struct RecoveryState {
    /// The copies that the user has not decided about.
    pub(crate) copies: Vec<RecoveryCopy>,
    /// The copies that cannot be read, to be reported once.
    pub(crate) damaged: Vec<DamagedCopy>,
    /// The copy that the scene was recovered from, until there is a new one.
    pub(crate) copy: Option<RecoveryCopy>,
    /// The scene that was recovered, until it is saved. An undo of the recovery leaves it only in
    /// the history.
    pub(crate) scene: Option<Scene>,
    /// How many edits the recovered copy had.
    pub(crate) edits: u64,
}

/// When the session was last edited.
pub(crate) struct LastEdit {
    /// The session's revision.
    pub(crate) revision: u64,
    pub(crate) at: SystemTime,
    /// Whether it was recovered after a crash and has not been saved since.
    pub(crate) recovered: bool,
}

impl LastEdit {
    /// Updates the time if `revision` is new.
    pub(crate) fn update(&mut self, revision: u64) {
        if self.revision != revision {
            (self.revision, self.at) = (revision, SystemTime::now());
        }
    }
}

impl Files {
    pub(crate) fn new(start: &Start) -> Self {
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

    pub(crate) fn recent_paths(&self) -> Vec<PathBuf> {
        self.recent.as_ref().map_or(vec![], |recent| {
            recent
                .list()
                .into_iter()
                .filter(|file| file.exists)
                .map(|file| file.path)
                .collect()
        })
    }

    pub(crate) fn clear_recent(&mut self) {
        if let Some(recent) = &mut self.recent {
            recent.clear();
        }
    }

    pub(crate) fn journal_state(&self) -> JournalState {
        self.journal
            .as_ref()
            .map_or(JournalState::Clean, Journal::state)
    }

    /// Cancels the action that was to follow the next save.
    pub(crate) fn cancel_after_save(&mut self) {
        self.after_save = None;
    }

    /// Stores that the session belongs to the file at `path` in this version.
    pub(crate) fn remember(&mut self, path: &Path, stamp: Option<FileStamp>) {
        self.disk.stamp = stamp;
        if let Some(recent) = &mut self.recent {
            recent.add(path);
        }
    }

    /// Forgets the previous session. The new one has no known version on disk.
    pub(crate) fn reset(&mut self, session: &Session) {
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
    pub(crate) fn ignore_disk_version(&mut self, path: &Path) {
        self.disk.ignored = FileStamp::of(path);
    }

    /// Checks whether saving would overwrite changes of another program.
    pub(crate) fn find_conflict(&self, session: &Session) -> Option<Conflict> {
        Conflict::find(session.path()?, self.base(session))
    }

    /// The version of the file that the scene is based on, if known.
    pub(crate) fn base(&self, session: &Session) -> Option<&FileStamp> {
        // After the undo of a reload, the scene is based on the version before it.
        if session.is_reload_undone() {
            self.disk.stamp_before_reload.as_ref()
        } else {
            self.disk.stamp.as_ref()
        }
    }

    /// Shows when the version in the editor and the one on disk were last changed.
    pub(crate) fn versions_ui(&self, ui: &mut Ui, on_disk: Option<&FileStamp>) {
        let mine = if self.last_edit.recovered {
            "Your recovered version:"
        } else {
            "Your version:"
        };
        versions::versions_ui(ui, mine, Some(self.last_edit.at), on_disk);
    }

    /// Asks where to save the scene.
    pub(crate) fn ask_where_to_save(&mut self, session: &Session, ctx: &Context) {
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
    pub(crate) fn ask_where_to_save_coverage(
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
    pub(crate) fn ask_where_to_save_preset(
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
