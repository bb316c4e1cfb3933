//! The application: its parts, and the order of a frame.

mod clip;
mod conflicts;
mod documents;
mod exporting;
mod file_watch;
mod importing;
mod modals;
mod on_path;
mod on_selection;
mod outline_commands;
mod panels;
mod perform;
mod recovery;

use crate::editor::canvas::Canvas;
use crate::editor::export_dialog::ExportDialog;
use crate::editor::history_panel::HistoryPanel;
use crate::editor::key_editor::KeyEditor;
use crate::editor::key_map::KeyMap;
use crate::editor::link_panel::LinkPanel;
use crate::editor::nudge::Nudges;
use crate::editor::outliner::Outliner;
use crate::editor::palette::Palette;
use crate::editor::settings::Settings;
use crate::editor::simplify_dialog::SimplifyDialog;
use crate::editor::timeline::TimelineState;
use crate::editor::{canvas, keys, nudge, theme};
use clip::AskedFor;
use documents::{Documents, LastEdit};
use egui::{Key, PointerButton, Ui};
use egui_notify::{Anchor, Toasts};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};
use steerwright_analysis::lint;
use steerwright_analysis::lint::Diagnostic;
use steerwright_authoring::command::Shortcut;
use steerwright_authoring::sample;
use steerwright_authoring::tool::{Outcome, Tool, ToolKey};
use steerwright_authoring::{Command, Playback, Routes, Session};
use steerwright_runtime::scene::{Preset, PresetId, Scene};

/// A tick of the clock is never taken as longer than this, s: a window that was hidden does not leap.
const LONGEST_FRAME: f64 = 0.1;

/// A frame spends no longer than this on moving agents.
const SIMULATION_BUDGET: Duration = Duration::from_millis(25);

/// The editor.
pub struct App {
    session: Session,
    playback: Playback,
    routes: Routes,
    tool: Tool,
    preset: Option<PresetId>,
    findings: Vec<Diagnostic>,
    /// The revision of the scene that they are about.
    checked: u64,
    documents: Documents,
    /// What to do with what the clipboard answers.
    asked_for: Option<AskedFor>,
    pixels_per_point: f64,
    nudges: Nudges,
    /// Whether a drag in a panel was canceled in this frame.
    drag_canceled: bool,
    view: View,
}

/// What is shown and how; nothing of it is saved with the scene.
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
    /// What was told last in passing, and when.
    said: Option<(String, Instant)>,
    keys_open: bool,
    settings_open: bool,
    history_open: bool,
    first_steps_open: bool,
    /// Whether a widget had the keyboard at the end of the last frame: egui takes it away on Escape before anybody is asked.
    typing: bool,
    title: String,
    library: Vec<Preset>,
    samples: Vec<(String, Scene)>,
}

/// How an [`App`] starts.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The file to open; none for the sample scene.
    pub file: Option<PathBuf>,
    /// Whether the journal and the list of recent files are kept in the user's folders. Tests keep nothing.
    pub keeps_records: bool,
    /// Where the journal is kept instead of the user's folder.
    pub journal_folder: Option<PathBuf>,
    /// Where settings and changed keys are kept; none to keep nothing.
    pub settings_folder: Option<PathBuf>,
    /// Whether files are asked for by the editor's own dialog even where the system has one.
    pub own_dialogs: bool,
}

impl App {
    /// An editor with its look applied to `ctx`.
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
            said: None,
            keys_open: false,
            settings_open: false,
            history_open: false,
            first_steps_open: false,
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
            findings: Vec::new(),
            checked: 0,
            asked_for: None,
            pixels_per_point: 1.0,
            nudges: Nudges::default(),
            drag_canceled: false,
            documents: Documents::new(&start),
            view,
        };
        app.show_session(Session::new(scene));
        app.select_first_agent();
        app.playback.play();
        if let Some(file) = start.file {
            app.open_file(&file);
        }
        app
    }

    /// The session, for those who watch the editor from outside.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The run being watched.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The tool in hand.
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

    /// One frame: what came from outside, keys, time, panels, windows, commands, and at last the undo step.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.pixels_per_point = f64::from(ctx.pixels_per_point());
        // A hand that went to another window has let go of what it held here.
        if ctx.input(|i| i.events.contains(&egui::Event::WindowFocused(false))) {
            self.cancel_drag(&ctx);
        }
        let typing_ended = end_typing(&ctx, &self.view.keys.keys(Command::Save));
        self.take_dropped_files(&ctx);
        self.guard_closing(&ctx);
        let mut commands = self.take_keys(&ctx);
        self.advance_simulation(&ctx);

        self.panels_ui(ui, &mut commands);
        // A slider whose drag was canceled is set once more in that frame.
        if std::mem::take(&mut self.drag_canceled) {
            self.session.roll_back();
        }
        // What was typed is a step of its own, whatever the press that ended it goes on to.
        if typing_ended && !self.tool.is_busy() {
            self.session.commit();
        }
        self.questions_ui(&ctx, &mut commands);
        self.view.toasts.show(&ctx);

        for command in commands {
            self.perform(command, &ctx);
        }
        self.look_outside(&ctx);
        self.end_frame(&ctx);
    }

    /// Lets the keys do what they are for: the tool takes those it wants, arrows nudge, the clipboard answers. The rest are commands.
    fn take_keys(&mut self, ctx: &egui::Context) -> Vec<Command> {
        if self.is_asking() {
            return Vec::new();
        }
        let cancels = ctx.input(|i| {
            i.key_pressed(Key::Escape) || i.pointer.button_pressed(PointerButton::Secondary)
        });
        if cancels && !self.tool.is_busy() && self.cancel_drag(ctx) {
            ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
        }
        // An open menu has the keys; Escape closes it and does nothing else.
        if egui::Popup::is_any_open(ctx) || self.view.outliner.opens_field() {
            return Vec::new();
        }
        if !ctx.egui_wants_keyboard_input() && !self.view.typing {
            for (key, meaning) in [
                (Key::Enter, ToolKey::Enter),
                (Key::Escape, ToolKey::Escape),
                (Key::Backspace, ToolKey::Backspace),
            ] {
                // A window over the canvas is closed first.
                if key == Key::Escape && self.has_window_open() && !self.tool.is_busy() {
                    continue;
                }
                if ctx.input(|i| i.key_pressed(key)) && self.tool_key(meaning) {
                    ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
                }
                // Escape leads outward, at last to Select.
                if key == Key::Escape
                    && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key))
                {
                    self.tool = Tool::default();
                }
            }
        }
        let arrows = nudge::arrows(ctx, || self.is_enabled(Command::MirrorX));
        // What the hand drags is not for the arrows.
        if !self.tool.is_busy() && ctx.dragged_id().is_none() {
            self.nudge(&arrows, ctx.input(|i| i.time));
        }
        let mut commands = keys::pressed_commands(ctx, &self.view.keys);
        commands.extend(arrows.commands);
        self.clipboard_events(ctx, &mut commands);
        commands.extend(keys::space_tapped(
            ctx,
            &self.view.keys,
            self.view.canvas.space_dragged(),
        ));
        commands
    }

    fn tool_key(&mut self, key: ToolKey) -> bool {
        let agents = self.playback.positions();
        let mut tool = std::mem::take(&mut self.tool);
        let (used, outcome) = tool.key(key, &mut self.bench(&agents));
        self.tool = tool;
        self.view.canvas.forget_snap();
        self.note_outcome(outcome);
        used
    }

    fn has_window_open(&self) -> bool {
        self.view.keys_open
            || self.view.settings_open
            || self.view.first_steps_open
            || self.view.link.is_open()
    }

    /// Takes back what the hand drags, on the canvas or in a panel. Whether it dragged anything.
    fn cancel_drag(&mut self, ctx: &egui::Context) -> bool {
        if self.cancel_tool_drag() {
            return true;
        }
        // A text being selected is not taken back.
        let drags =
            ctx.dragged_id().or(ctx.drag_stopped_id()).is_some() && !ctx.text_edit_focused();
        if drags {
            ctx.stop_dragging();
            egui::DragAndDrop::clear_payload(ctx);
            self.session.roll_back();
            self.drag_canceled = true;
        }
        drags
    }

    fn cancel_tool_drag(&mut self) -> bool {
        let agents = self.playback.positions();
        let mut tool = std::mem::take(&mut self.tool);
        let held = tool.cancel_drag(&mut self.bench(&agents));
        self.tool = tool;
        self.view.canvas.forget_snap();
        held
    }

    fn note_outcome(&mut self, outcome: Option<Outcome>) {
        if outcome == Some(Outcome::PathFinished) {
            self.session.commit();
            self.playback.follow(&self.session.scene, false);
            self.playback.play();
        }
    }

    /// Lets time go by, with the pointer where it is; no more of it than leaves the window quick.
    fn advance_simulation(&mut self, ctx: &egui::Context) {
        let started = Instant::now();
        let in_time = || started.elapsed() < SIMULATION_BUDGET;
        if self.playback.resimulated_part().is_some() {
            self.playback.resimulate_while(in_time);
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
        let seconds = f64::from(ctx.input(|i| i.stable_dt)).min(LONGEST_FRAME);
        self.playback.advance_while(seconds, in_time);
        ctx.request_repaint();
    }

    /// Ends a frame: once nothing is held, what changed becomes an undo step; the run follows the scene.
    fn end_frame(&mut self, ctx: &egui::Context) {
        let arrows = [
            Key::ArrowLeft,
            Key::ArrowRight,
            Key::ArrowUp,
            Key::ArrowDown,
        ];
        let nudging = ctx.input(|i| arrows.iter().any(|&key| i.key_down(key)));
        let held = nudging
            || ctx.input(|i| i.pointer.any_down())
            || ctx.text_edit_focused()
            || self.tool.is_busy();
        let held = held || self.view.simplify.is_some();
        if held {
            self.session.selection.retain_existing(&self.session.scene);
        } else {
            self.session.commit();
        }
        self.routes.update(&self.session.scene);
        self.playback.follow(&self.session.scene, held);
        // Steps are recorded elsewhere too, where a tool ends.
        if self.session.revision() != self.checked {
            self.check();
            ctx.request_repaint();
        }
        self.view.link.publish(&self.session.scene);
        self.view.typing = ctx.egui_wants_keyboard_input();
        self.keep_journal(ctx);
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
        self.documents.last_edit = LastEdit {
            revision: self.session.revision(),
            at: SystemTime::now(),
            recovered: false,
        };
        self.tool = Tool::default();
        self.preset = None;
        self.playback = Playback::new(&self.session.scene);
        self.routes.update(&self.session.scene);
        self.check();
        self.view.canvas.refit();
        self.view.timeline = TimelineState::default();
        self.view.outliner.start_afresh();
        self.view.export.start_afresh();
        self.view.simplify = None;
    }

    fn check(&mut self) {
        self.findings = lint::diagnostics(&self.session.scene);
        self.checked = self.session.revision();
    }

    fn select_first_agent(&mut self) {
        if let Some(agent) = self.session.scene.agents.first() {
            self.session
                .selection
                .set(steerwright_authoring::Item::Agent(agent.id));
        }
    }
}

/// A press beside the field being typed into, or a save, ends the typing before anything is drawn: what was typed still finds its
/// field, though the press may select something else. Whether it did.
fn end_typing(ctx: &egui::Context, saves: &[Shortcut]) -> bool {
    if !ctx.text_edit_focused() {
        return false;
    }
    let Some(field) = ctx.memory(|memory| memory.focused()) else {
        return false;
    };
    let around = ctx
        .read_response(field)
        .map_or(egui::Rect::NOTHING, |field| field.rect);
    let pressed_beside = ctx.input(|i| {
        i.events.iter().any(|event| matches!(event, egui::Event::PointerButton { pos, pressed: true, .. } if !around.contains(*pos)))
    });
    let ends = pressed_beside || keys::is_pressed(ctx, saves);
    if ends {
        ctx.memory_mut(|memory| memory.surrender_focus(field));
    }
    ends
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }
}
