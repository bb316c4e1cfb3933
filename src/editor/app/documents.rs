//! Files: opening, saving, and never losing anything on the way.

use super::modals::Question;
use super::{App, Start};
use crate::editor::config;
use crate::editor::export_runs::ExportRuns;
use crate::editor::file_dialog::{Answer, Ask, FileDialogs};
use crate::editor::file_stamp::FileStamp;
use crate::editor::journal;
use crate::editor::journal::{INTERVAL, Journal, JournalState, Orphan};
use crate::editor::recent::RecentFiles;
use egui::{Context, ViewportCommand};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use steerwright_authoring::{Command, Item, Session, edit};
use steerwright_format::sanitize_for_display;
use steerwright_format::{self as format, PRESET_EXTENSION, SCENE_EXTENSION};
use steerwright_runtime::scene::{PresetId, Scene};

/// What goes on around files.
pub(super) struct Documents {
    pub(super) dialogs: FileDialogs,
    /// What is on its way to the disk.
    pub(super) exports: ExportRuns,
    recent: Option<RecentFiles>,
    pub(super) journal: Option<Journal>,
    /// What the session's file was like when it was read or written: the version that the work here began from. `None` if that is not
    /// known, or there is no file.
    pub(super) stamp: Option<FileStamp>,
    /// What another program made of the file, and was not taken in.
    pub(super) declined: Option<FileStamp>,
    /// When to look at the file again, s.
    pub(super) look_again: f64,
    /// What to do once the scene is saved.
    after_save: Option<Next>,
    pub(super) question: Option<Question>,
    pub(super) orphans: Vec<Orphan>,
    /// The copy that the scene was recovered from, until there is a new one.
    pub(super) recovered: Option<Orphan>,
    pub(super) last_edit: LastEdit,
    quitting: bool,
    /// The revision last written to the journal.
    pub(super) noted: Option<u64>,
}

/// When the version here was last edited.
pub(super) struct LastEdit {
    /// The session's revision.
    pub(super) revision: u64,
    pub(super) at: SystemTime,
    /// Whether the work was recovered after a crash, and not saved since.
    pub(super) recovered: bool,
}

impl LastEdit {
    /// The session is at this revision now.
    pub(super) fn note(&mut self, revision: u64) {
        if self.revision != revision {
            (self.revision, self.at) = (revision, SystemTime::now());
        }
    }
}

/// What replaces the scene, after unsaved changes were cared for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Next {
    /// An empty scene.
    New,
    /// A file that the dialog asks for.
    OpenDialog,
    /// A file.
    Open(PathBuf),
    /// A file to import that the dialog asks for.
    ImportDialog,
    /// A file to import.
    Import(PathBuf),
    /// A built-in sample.
    Sample(usize),
    /// The first of the safety copies.
    Recovered,
    /// The end.
    Quit,
}

impl Documents {
    pub(super) fn new(start: &Start) -> Self {
        let journal_folder = start
            .journal_folder
            .clone()
            .or_else(|| start.keeps_records.then(config::journal_dir).flatten());
        Self {
            dialogs: if start.own_dialogs {
                FileDialogs::typed_only()
            } else {
                FileDialogs::new()
            },
            exports: ExportRuns::default(),
            recent: start.keeps_records.then(RecentFiles::load),
            // The copies of others are looked for before there is one of its own.
            orphans: journal_folder
                .as_deref()
                .map(journal::find_orphans_in)
                .unwrap_or_default(),
            journal: match &journal_folder {
                Some(folder) => Some(Journal::open_in(folder, INTERVAL)),
                None => start.keeps_records.then(Journal::nowhere),
            },
            stamp: None,
            declined: None,
            look_again: 0.0,
            after_save: None,
            question: None,
            recovered: None,
            last_edit: LastEdit {
                revision: 0,
                at: SystemTime::now(),
                recovered: false,
            },
            quitting: false,
            noted: None,
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

    /// Nothing replaces the scene, however the next save ends.
    pub(super) fn stay(&mut self) {
        self.after_save = None;
    }

    /// The file at `path` is the session's, and it was like this when it was read or written.
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
            Command::New => self.go_on_to(Next::New, ctx),
            Command::Open => self.go_on_to(Next::OpenDialog, ctx),
            Command::Import => self.go_on_to(Next::ImportDialog, ctx),
            Command::Quit => self.go_on_to(Next::Quit, ctx),
            Command::Save => self.save(ctx),
            Command::SaveAs => self.save_as_dialog(ctx),
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

    /// A file name in the folder of the session's file.
    fn beside(&self, name: &str) -> PathBuf {
        self.session
            .path()
            .and_then(Path::parent)
            .map_or_else(|| PathBuf::from(name), |folder| folder.join(name))
    }

    /// Goes on to another scene, or asks first if there are unsaved changes.
    pub(super) fn go_on_to(&mut self, next: Next, ctx: &Context) {
        self.take_back_what_is_open();
        self.session.commit();
        if self.session.is_dirty() {
            self.documents.question = Some(Question::Unsaved(next));
        } else {
            self.replace_scene(next, ctx);
        }
    }

    /// Replaces the scene; unsaved changes are given up.
    pub(super) fn replace_scene(&mut self, next: Next, ctx: &Context) {
        match next {
            Next::New => {
                self.show_session(Session::new(Scene::default()));
                self.documents.stamp = None;
                self.forget_journal();
            }
            Next::OpenDialog => self.documents.dialogs.ask(Ask::OpenScene, ctx),
            Next::Open(path) => self.open_file(&path),
            Next::ImportDialog => self.documents.dialogs.ask(Ask::Import, ctx),
            Next::Import(path) => self.import_file(&path),
            Next::Sample(index) => self.open_sample(index),
            Next::Recovered => self.recover(),
            Next::Quit => {
                self.forget_journal();
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
            self.forget_journal();
            self.select_first_agent();
            self.playback.play();
        }
    }

    /// Opens a scene file in place of the scene; a broken one changes nothing.
    pub(super) fn open_file(&mut self, path: &Path) {
        if path.to_string_lossy().ends_with(PRESET_EXTENSION) {
            self.load_preset(path);
            return;
        }
        // Before reading: if it changes in between, the next save asks.
        let stamp = FileStamp::of(path);
        match Session::open(path) {
            Ok((session, unknown)) => {
                self.show_session(session);
                self.forget_journal();
                self.documents.remember(path, stamp);
                self.select_first_agent();
                self.warn_of_unknown(path, &unknown);
            }
            Err(error) => self.report("The file was not opened", error.to_string()),
        }
    }

    pub(super) fn warn_of_unknown(&mut self, path: &Path, unknown: &[String]) {
        if !unknown.is_empty() {
            let list = unknown
                .iter()
                .take(12)
                .map(|pointer| sanitize_for_display(pointer))
                .collect::<Vec<_>>()
                .join("\n");
            let text = format!(
                "{} has fields that this version does not know:\n{list}\nThey would be left out when the scene is saved. Save it under another name to keep them.",
                path.display()
            );
            self.report("Some fields are unknown", text);
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
                self.notify(format!("Loaded the preset {name}"));
                self.warn_of_unknown(path, &loaded.unknown_fields);
            }
            Err(error) => self.report("The preset was not loaded", error.to_string()),
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

    /// Saves at `path`, whatever is there. Returns whether it did.
    pub(super) fn save_to(&mut self, path: &Path, ctx: &Context) -> bool {
        match self.session.save_as(path) {
            Ok(()) => {
                self.documents.remember(path, FileStamp::of(path));
                self.documents.last_edit.recovered = false;
                self.forget_journal();
                self.notify(format!("Saved {}", path.display()));
                self.export_on_save(ctx);
                if let Some(next) = self.documents.after_save.take() {
                    self.replace_scene(next, ctx);
                }
                true
            }
            Err(error) => {
                self.documents.after_save = None;
                self.report("The scene was not saved", error.to_string());
                false
            }
        }
    }

    /// Saves, and then goes on.
    pub(super) fn save_then(&mut self, next: Next, ctx: &Context) {
        self.documents.after_save = Some(next);
        self.save(ctx);
    }

    /// What the file dialogs answered.
    pub(super) fn take_answers(&mut self, ctx: &Context) {
        match self.documents.dialogs.ui(ctx) {
            Some(Answer::Picked(Ask::OpenScene, path)) => self.open_file(&path),
            Some(Answer::Picked(Ask::Import, path)) => self.import_file(&path),
            Some(Answer::Picked(Ask::SaveScene { .. }, path)) => {
                let path = crate::editor::typed_path::with_extension(&path, Some(SCENE_EXTENSION));
                // The dialog asks about replacing a file, but not with what it knows of the session's own.
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
            Err(error) => self.report("The preset was not saved", error.to_string()),
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

    /// The window is asked to close: unsaved changes are asked about first.
    pub(super) fn guard_closing(&mut self, ctx: &Context) {
        if ctx.input(|i| i.viewport().close_requested()) && !self.documents.quitting {
            self.take_back_what_is_open();
            self.session.commit();
            if self.session.is_dirty() {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.documents.question = Some(Question::Unsaved(Next::Quit));
            } else {
                self.forget_journal();
            }
        }
    }
}
