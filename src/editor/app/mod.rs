//! The application and the order of a frame.

mod backups;
mod clip;
mod conflicts;
mod crash;
mod documents;
mod exporting;
mod file_watch;
mod importing;
mod input;
mod modals;
mod on_path;
mod on_selection;
mod open_elsewhere;
mod outline_commands;
mod panels;
mod perform;
mod reading;
mod recovery;

use crate::editor::canvas::Canvas;
use crate::editor::checks::Checks;
use crate::editor::export_dialog::ExportDialog;
use crate::editor::history_panel::HistoryPanel;
use crate::editor::key_editor::KeyEditor;
use crate::editor::key_map::KeyMap;
use crate::editor::link_panel::LinkPanel;
use crate::editor::missing_glyphs::MissingGlyphs;
use crate::editor::nudge::Nudges;
use crate::editor::outliner::Outliner;
use crate::editor::palette::Palette;
use crate::editor::settings::Settings;
use crate::editor::simplify_dialog::SimplifyDialog;
use crate::editor::timeline::TimelineState;
use crate::editor::verdicts::VerdictCache;
use crate::editor::{canvas, theme};
use clip::PendingPaste;
use documents::{Documents, LastEdit};
use egui::{Key, Ui};
use egui_notify::{Anchor, Toasts};
use input::end_typing;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};
use steerwright_authoring::sample;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{Command, Playback, Routes, Session};
use steerwright_runtime::scene::{Preset, PresetId, Scene};

/// The longest time step of a frame, in seconds, so that agents do not jump after the window was
/// hidden.
const MAX_FRAME_SECONDS: f64 = 0.1;

/// The time budget of a frame for the simulation.
const SIMULATION_BUDGET: Duration = Duration::from_millis(10);

/// The editor.
pub struct App {
    session: Session,
    playback: Playback,
    routes: Routes,
    tool: Tool,
    preset: Option<PresetId>,
    checks: Checks,
    documents: Documents,
    /// The paste that waits for the clipboard.
    pending_paste: Option<PendingPaste>,
    pixels_per_point: f64,
    nudges: Nudges,
    /// Whether a drag in a panel was canceled in this frame.
    drag_canceled: bool,
    view: View,
    /// What to show instead of the window after an internal error.
    crashed: Option<String>,
}

/// The state of the view. None of it is saved with the scene.
struct View {
    canvas: Canvas,
    outliner: Outliner,
    timeline: TimelineState,
    export: ExportDialog,
    palette: Palette,
    simplify: Option<SimplifyDialog>,
    keys: KeyMap,
    key_editor: KeyEditor,
    settings: Settings,
    history: HistoryPanel,
    link: LinkPanel,
    toasts: Toasts,
    verdicts: VerdictCache,
    missing_glyphs: MissingGlyphs,
    /// The last notification and its time.
    last_notification: Option<(String, Instant)>,
    shortcuts_open: bool,
    settings_open: bool,
    history_open: bool,
    getting_started_open: bool,
    /// Whether a widget had the keyboard focus at the end of the last frame. egui removes it on
    /// Escape before it can be queried.
    typing: bool,
    title: String,
    library: Vec<Preset>,
    samples: Vec<(String, Scene)>,
}

/// How an [`App`] starts.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The file to open. `None` for the sample scene.
    pub file: Option<PathBuf>,
    /// Whether the journal and recent files are kept in the user's folders. Tests disable it.
    pub keeps_records: bool,
    /// The folder for the journal instead of the user's folder.
    pub journal_folder: Option<PathBuf>,
    /// The folder for the journal, backups and notes about open files instead of the user's folder.
    pub data_folder: Option<PathBuf>,
    /// The folder for settings and shortcuts. `None` to keep nothing.
    pub settings_folder: Option<PathBuf>,
    /// Whether to use the editor's own file dialog even if the system has one.
    pub own_dialogs: bool,
}

impl App {
    /// Creates the editor and applies its theme to `ctx`.
    pub fn new(ctx: &egui::Context, start: Start) -> Self {
        theme::apply(ctx);
        let scene = sample::first_scene();
        let view = View {
            canvas: Canvas::default(),
            outliner: Outliner::default(),
            timeline: TimelineState::default(),
            export: ExportDialog::default(),
            palette: Palette::default(),
            simplify: None,
            keys: start
                .settings_folder
                .as_deref()
                .map(KeyMap::load_from)
                .unwrap_or_default(),
            key_editor: KeyEditor::default(),
            settings: start
                .settings_folder
                .as_deref()
                .map(Settings::load_from)
                .unwrap_or_default(),
            history: HistoryPanel::default(),
            link: LinkPanel::default(),
            toasts: Toasts::default()
                .with_anchor(Anchor::BottomRight)
                .with_margin(egui::vec2(12.0, 40.0)),
            verdicts: VerdictCache::default(),
            missing_glyphs: MissingGlyphs::watch(ctx),
            last_notification: None,
            shortcuts_open: false,
            settings_open: false,
            history_open: false,
            getting_started_open: false,
            typing: false,
            title: String::new(),
            library: sample::agents(),
            samples: sample::scenes(),
        };
        let mut app = Self {
            playback: Playback::new(&scene),
            session: Session::new(Scene::default()),
            routes: Routes::default(),
            tool: Tool::default(),
            preset: None,
            checks: Checks::default(),
            pending_paste: None,
            pixels_per_point: 1.0,
            nudges: Nudges::default(),
            drag_canceled: false,
            documents: Documents::new(&start),
            view,
            crashed: None,
        };
        app.show_session(Session::new(scene));
        app.select_first_agent();
        app.playback.play();
        if let Some(file) = start.file {
            app.open_file(&file, ctx);
        }
        app
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The playback.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The active tool.
    pub fn tool(&self) -> &Tool {
        &self.tool
    }

    /// The live link.
    pub fn link(&self) -> &LinkPanel {
        &self.view.link
    }

    /// The canvas.
    pub fn canvas(&self) -> &Canvas {
        &self.view.canvas
    }

    /// Runs one frame: file events, keys, simulation, panels, windows, commands, and finally the
    /// undo step.
    fn draw_frame(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.pixels_per_point = f64::from(ctx.pixels_per_point());
        // A window that loses focus does not see the button being released.
        if ctx.input(|i| i.events.contains(&egui::Event::WindowFocused(false))) {
            self.cancel_drag(&ctx);
        }
        let typing_ended = end_typing(&ctx, &self.view.keys.keys(Command::Save));
        self.open_dropped_files(&ctx);
        self.confirm_closing(&ctx);
        let mut commands = self.handle_keys(&ctx);
        self.advance_simulation(&ctx);

        self.panels_ui(ui, &mut commands);
        // A slider whose drag was canceled sets its value once more in this frame.
        if std::mem::take(&mut self.drag_canceled) {
            self.session.roll_back();
        }
        // Typed text is a step of its own, even if the click that ended it starts another edit.
        if typing_ended && !self.tool.is_busy() {
            self.session.commit();
        }
        self.modals_ui(&ctx, &mut commands);
        self.view.toasts.show(&ctx);

        for command in commands {
            self.perform(command, &ctx);
        }
        self.check_file(&ctx);
        for message in self.view.missing_glyphs.take_messages() {
            self.notify(message);
        }
        self.end_frame(&ctx);
    }

    /// Advances the simulation within the time budget of the frame.
    fn advance_simulation(&mut self, ctx: &egui::Context) {
        let started = Instant::now();
        let within_budget = || started.elapsed() < SIMULATION_BUDGET;
        if self.playback.resimulation_progress().is_some() {
            self.playback.resimulate_while(within_budget);
            ctx.request_repaint();
        }
        if self.session.scene.agents.is_empty() {
            self.playback.pause();
        }
        if !self.playback.is_playing() {
            return;
        }
        if let Some(pointer) = self
            .view
            .canvas
            .pointer
            .filter(|_| canvas::uses_pointer(&self.session.scene))
        {
            self.playback.set_pointer(pointer);
        }
        let seconds = f64::from(ctx.input(|i| i.stable_dt)).min(MAX_FRAME_SECONDS);
        self.playback.advance_while(seconds, within_budget);
        ctx.request_repaint();
    }

    /// Ends a frame: commits the undo step when no edit is in progress and updates the simulation.
    fn end_frame(&mut self, ctx: &egui::Context) {
        let arrows = [
            Key::ArrowLeft,
            Key::ArrowRight,
            Key::ArrowUp,
            Key::ArrowDown,
        ];
        let nudging = ctx.input(|i| arrows.iter().any(|&key| i.key_down(key)));
        let editing = nudging
            || ctx.input(|i| i.pointer.any_down())
            || ctx.text_edit_focused()
            || self.tool.is_busy();
        let editing = editing || self.view.simplify.is_some();
        if editing {
            self.session.selection.retain_existing(&self.session.scene);
        } else {
            self.session.commit();
        }
        self.routes.update(&self.session.scene);
        if self.tool.is_busy() {
            self.playback.show_moved_start(&self.session.scene);
        }
        self.playback.apply_scene(&self.session.scene, editing);
        // Steps are also recorded elsewhere, for example when a tool finishes.
        self.checks
            .update(ctx, &self.session.scene, self.session.revision());
        self.view.link.publish(&self.session.scene);
        self.view.typing = ctx.egui_wants_keyboard_input();
        self.update_journal(ctx);
        self.update_open_file();
        self.set_title(ctx);
    }

    fn set_title(&mut self, ctx: &egui::Context) {
        let mark = if self.session.is_dirty() { "• " } else { "" };
        let title = format!("{mark}{} – Steerwright", self.session.title());
        if title != self.view.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.view.title = title;
        }
    }

    fn show_session(&mut self, session: Session) {
        self.session = session;
        self.documents.saved_revision = self.session.revision();
        self.documents.stamp_before_reload = None;
        self.documents.recovered_scene = None;
        self.documents.last_edit = LastEdit {
            revision: self.session.revision(),
            at: SystemTime::now(),
            recovered: false,
        };
        self.tool = Tool::default();
        self.preset = None;
        self.playback = Playback::new(&self.session.scene);
        self.routes.update(&self.session.scene);
        self.checks = Checks::default();
        self.view.canvas.refit();
        self.view.timeline = TimelineState::default();
        self.view.outliner.reset();
        self.view.export.reset();
        self.view.simplify = None;
    }

    fn select_first_agent(&mut self) {
        if let Some(agent) = self.session.scene.agents.first() {
            self.session
                .selection
                .set(steerwright_authoring::Item::Agent(agent.id));
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }
}
