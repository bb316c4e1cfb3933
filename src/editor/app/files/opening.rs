//! Opening scenes and presets, and actions that replace the scene.

use crate::editor::app::App;
use crate::editor::app::document::Document;
use crate::editor::app::files::importing::is_of_another_program;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::files::reading::{ImportConsent, ReadPreset};
use crate::editor::app::messages::ModalDialog;
use crate::editor::files::dialog::Ask;
use crate::editor::files::stamp::FileStamp;
use egui::{Context, ViewportCommand};
use std::path::Path;
use steerwright_authoring::{Item, Session, properties};
use steerwright_format::PRESET_EXTENSION;
use steerwright_runtime::scene::Scene;

/// With more agents than this, a tick may take longer than a frame.
const LARGE_SCENE_AGENTS: usize = 10_000;

impl App {
    /// Shows a session instead of the present one. It has no known version on disk.
    pub(crate) fn show_session(&mut self, session: Session) {
        self.document = Document::new(session);
        self.files.reset(&self.document.session);
        self.panels.reset();
        self.pictures.reset();
        self.exports.reset();
        self.windows.scorecard.reset();
        self.windows.goal.reset();
        self.windows.simplify = None;
        self.windows.level = None;
    }

    /// Runs an action, or asks first if there are unsaved changes.
    pub(crate) fn confirm_and_run(&mut self, next: PendingAction, ctx: &Context) {
        self.cancel_open_edits();
        self.document.session.commit();
        if self.document.session.is_dirty() {
            self.messages.ask(ModalDialog::Unsaved(next));
        } else {
            self.run_pending(next, ctx);
        }
    }

    /// Runs an action and discards unsaved changes.
    pub(crate) fn run_pending(&mut self, next: PendingAction, ctx: &Context) {
        match next {
            PendingAction::New => self.show_session(Session::new(Scene::default())),
            PendingAction::OpenDialog => self.files.dialogs.ask(Ask::OpenScene, ctx),
            PendingAction::Open(path) => self.open_file(&path, ctx),
            PendingAction::Import(path) => self.import_file(&path, ImportConsent::Replace, ctx),
            PendingAction::Sample(index) => self.open_sample(index),
            PendingAction::Recovered => self.recover(),
            PendingAction::Quit => {
                self.files.clear_journal(&self.document.session);
                self.files.quitting = true;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    fn open_sample(&mut self, index: usize) {
        if let Some((_, scene)) = self.library.samples.get(index) {
            let session = Session::new(scene.clone());
            self.show_session(session);
            self.document.select_first_agent();
            self.document.playback.play();
        }
    }

    /// Opens a scene file, or imports the file of another program. If it is invalid, nothing
    /// changes.
    pub(crate) fn open_file(&mut self, path: &Path, ctx: &Context) {
        if path.to_string_lossy().ends_with(PRESET_EXTENSION) {
            self.load_presets(vec![path.to_owned()], None, ctx);
        } else if is_of_another_program(path) {
            self.import_file(path, ImportConsent::Replace, ctx);
        } else {
            self.read_scene_file(path, ctx);
        }
    }

    /// Shows a scene that was read from the file at `path`.
    pub(crate) fn show_opened(
        &mut self,
        session: Session,
        path: &Path,
        stamp: Option<FileStamp>,
        unknown: &[String],
    ) {
        self.show_session(session);
        self.files.remember(path, stamp);
        self.document.select_first_agent();
        let agents = self.document.session.scene.agents.len();
        if agents > LARGE_SCENE_AGENTS {
            self.messages.notify(format!(
                "Opened paused: {agents} agents can be slow to simulate"
            ));
        }
        if let Some(text) = self.document.refusal_text() {
            self.messages.notify_until_dismissed(text);
        }
        self.messages.warn_about_unknown_fields(path, unknown);
    }

    /// Adds presets that were read from files to the scene.
    pub(crate) fn add_presets(&mut self, presets: Vec<ReadPreset>) {
        let session = &mut self.document.session;
        for (path, loaded) in presets {
            match loaded {
                Ok(loaded) => {
                    let name = loaded.value.preset.name.clone();
                    let (id, adapted) =
                        properties::add_preset_file(&mut session.scene, loaded.value);
                    session.name_step("Load preset");
                    session.selection.set(Item::Preset(id));
                    session.agent_preset = Some(id);
                    self.messages.notify(format!("Loaded preset {name}"));
                    if let Some(text) = properties::adapted_text(&adapted) {
                        self.messages.notify(text);
                    }
                    self.messages
                        .warn_about_unknown_fields(&path, &loaded.unknown_fields);
                }
                Err(error) => self
                    .messages
                    .show_error("The preset was not loaded", error.to_string()),
            }
        }
    }

    /// Asks about unsaved changes before the window closes.
    pub(crate) fn confirm_closing(&mut self, ctx: &Context) {
        if ctx.input(|i| i.viewport().close_requested()) && !self.files.quitting {
            self.cancel_open_edits();
            self.document.session.commit();
            if self.document.session.is_dirty() {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.messages.ask(ModalDialog::Unsaved(PendingAction::Quit));
            } else {
                self.files.clear_journal(&self.document.session);
            }
        }
    }
}
