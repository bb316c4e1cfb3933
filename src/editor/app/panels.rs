//! The panels around the canvas, and what their actions do.

use super::App;
use super::command_state::CommandStates;
use super::compare_commands;
use super::document::Document;
use super::pending_action::PendingAction;
use super::preferences::Preferences;
use crate::editor::canvas::{Canvas, CanvasInputs, ContextMenuInput};
use crate::editor::history_panel::HistoryPanel;
use crate::editor::inspector::{InspectorInput, inspector_ui};
use crate::editor::journal::JournalState;
use crate::editor::key_map::KeyMap;
use crate::editor::menu_bar::{MenuChoice, MenuInput, menu_bar_ui};
use crate::editor::menu_entry::CommandState;
use crate::editor::outliner::{Outliner, OutlinerAction};
use crate::editor::status_bar::{StatusInput, status_bar_ui};
use crate::editor::theme;
use crate::editor::timeline::{
    TimelineAction, TimelineInput, TimelineState, Versions, timeline_ui,
};
use crate::editor::toolbar::toolbar_ui;
use crate::editor::verdicts::VerdictCache;
use crate::editor::welcome;
use crate::editor::welcome::WelcomeAction;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use steerwright_authoring::command::{ToolCommand, ViewCommand, on_canvas};
use steerwright_authoring::playback::Repeat;
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{Command, Item, edit};
use steerwright_runtime::scene::Preset;

/// The state of the panels. None of it is saved with the scene.
#[derive(Default)]
pub(super) struct Panels {
    pub(super) canvas: Canvas,
    pub(super) outliner: Outliner,
    timeline: TimelineState,
    history: HistoryPanel,
    pub(super) history_open: bool,
    /// What is measured about the selection.
    verdicts: VerdictCache,
}

impl Panels {
    /// Resets the panels for another scene.
    pub(super) fn reset(&mut self) {
        self.canvas.refit();
        self.timeline = TimelineState::default();
        self.outliner.reset();
    }

    fn history_ui(&mut self, ui: &mut Ui, document: &mut Document) {
        let frame = Frame::new().inner_margin(Margin {
            top: 6,
            ..Margin::ZERO
        });
        let height = (ui.available_height() * 0.3).clamp(100.0, 260.0);
        let panel = Panel::bottom("history")
            .frame(frame)
            .default_size(height)
            .size_range(80.0..=600.0)
            .resizable(true);
        let history = document.session.history();
        let clicked_step = panel
            .show(ui, |ui| self.history.ui(ui, history, "Opened"))
            .inner;
        if let Some(done) = clicked_step {
            document.go_to_step(done);
        }
    }

    fn outliner_ui(
        &mut self,
        ui: &mut Ui,
        document: &mut Document,
        library: &[Preset],
        keys: &KeyMap,
        commands: &mut Vec<Command>,
    ) {
        let session = &mut document.session;
        for action in self.outliner.ui(ui, session, library, keys) {
            match action {
                OutlinerAction::Command(command) => commands.push(command),
                OutlinerAction::UsePreset(preset) => {
                    session.agent_preset = Some(preset);
                    commands.push(Command::Tool(ToolCommand::AgentTool));
                }
                OutlinerAction::AddPreset(preset) => {
                    let id = edit::add_preset(&mut session.scene, *preset);
                    session.name_step("Add preset");
                    session.selection.set(Item::Preset(id));
                    session.agent_preset = Some(id);
                    commands.push(Command::Tool(ToolCommand::AgentTool));
                }
                OutlinerAction::Reveal(item) => {
                    session.selection.set(item);
                    commands.push(Command::View(ViewCommand::ZoomToSelection));
                }
            }
        }
    }

    fn timeline_ui(
        &mut self,
        ui: &mut Ui,
        document: &mut Document,
        keys: &KeyMap,
        commands: &mut Vec<Command>,
    ) {
        let agents = document.plotted_agents();
        document.playback.watch(&agents);
        let playback = &document.playback;
        let names = playback.comparison().map(|comparison| {
            compare_commands::names(comparison.variant(), &document.session.scene)
        });
        let versions = playback.comparison().zip(names.as_ref());
        let input = TimelineInput {
            versions: versions.map(|(comparison, (a, b))| Versions {
                a,
                b,
                scene_a: comparison.scene(),
            }),
            recording: playback.recording(),
            ghost: playback.ghost(),
            scene: &document.session.scene,
            agents: &agents,
            tick: playback.tick(),
            playing: playback.is_playing(),
            speed: playback.speed(),
            seed: document.session.scene.seed,
            repeat: playback.repeat(),
            keys,
        };
        for action in timeline_ui(ui, &mut self.timeline, &input) {
            if let TimelineAction::Compare(command) = action {
                commands.push(Command::Compare(command));
            }
            handle_timeline_action(action, document);
        }
    }

    /// Draws the canvas, and the welcome text on an empty one.
    fn canvas_ui(
        &mut self,
        ui: &mut Ui,
        document: &mut Document,
        preferences: &Preferences,
        commands: &mut Vec<Command>,
    ) -> Option<PendingAction> {
        let rect = ui.available_rect_before_wrap();
        let inputs = CanvasInputs {
            session: &mut document.session,
            playback: &document.playback,
            routes: &document.routes,
            tool: &mut document.tool,
            snapped: &mut document.snapped,
            settings: preferences.settings.tools(),
            wheel: preferences.settings.wheel,
            verdicts: &mut self.verdicts,
        };
        let outcome = self.canvas.ui(ui, inputs);
        document.handle_outcome(outcome);
        self.context_menu_ui(document, preferences, commands);
        if !document.session.scene.is_empty() || !matches!(document.tool, Tool::Select(_)) {
            return None;
        }
        match welcome::empty_canvas_ui(ui, rect, &preferences.keys) {
            Some(WelcomeAction::Draw) => {
                commands.push(Command::Tool(ToolCommand::PenTool));
                None
            }
            Some(WelcomeAction::Sample) => Some(PendingAction::Sample(0)),
            None => None,
        }
    }

    fn context_menu_ui(
        &mut self,
        document: &Document,
        preferences: &Preferences,
        commands: &mut Vec<Command>,
    ) {
        let opened = self.canvas.menu_point().is_some();
        let entries = if opened {
            on_canvas(&document.session.scene, &document.session.selection)
        } else {
            vec![]
        };
        let states = CommandStates {
            document,
            outliner: &self.outliner,
            layers: self.canvas.layers,
            snap: preferences.settings.snap,
            interface: preferences.settings.interface,
            history_open: self.history_open,
            // Exporting is not in this menu.
            has_exported: false,
        };
        let input = ContextMenuInput {
            entries: &entries,
            state: CommandState {
                enabled: &|command| states.is_enabled(command),
                checked: &|command| states.is_on(command),
                keys: &preferences.keys,
            },
        };
        commands.extend(self.canvas.menu_ui(&input));
    }
}

fn handle_timeline_action(action: TimelineAction, document: &mut Document) {
    let playback = &mut document.playback;
    match action {
        TimelineAction::Play => playback.play(),
        TimelineAction::Pause => playback.pause(),
        TimelineAction::StepBack => playback.step_back(),
        TimelineAction::StepForward => playback.step_forward(),
        TimelineAction::Restart => playback.restart(),
        TimelineAction::Seek(tick) => playback.seek(tick),
        TimelineAction::SetSpeed(speed) => playback.set_speed(speed),
        TimelineAction::SetSeed(seed) => {
            document.session.scene.seed = seed;
            document.session.name_field_step("Set seed");
            playback.apply_scene(&document.session.scene, false);
            playback.restart();
        }
        TimelineAction::KeepGhost => playback.keep_ghost(),
        TimelineAction::ClearGhost => playback.clear_ghost(),
        // Performed as a command.
        TimelineAction::Compare(_) => {}
        TimelineAction::SetRepeat(repeat) => {
            playback.set_repeat(repeat);
            if repeat != Repeat::Off {
                playback.play();
            }
        }
    }
}

impl App {
    /// Draws all panels. Returns the commands chosen in them.
    pub(super) fn panels_ui(&mut self, ui: &mut Ui) -> Vec<Command> {
        let mut commands = Vec::new();
        let bar = Frame::new()
            .fill(theme::PANEL)
            .inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu")
            .frame(bar)
            .show(ui, |ui| self.menu_ui(ui, &mut commands));
        Panel::bottom("status")
            .frame(bar)
            .show(ui, |ui| self.status_ui(ui));
        let strip = Frame::new()
            .fill(theme::PANEL)
            .inner_margin(Margin::symmetric(4, 8));
        let Preferences { settings, keys } = &self.preferences;
        let (document, panels) = (&mut self.document, &mut self.panels);
        Panel::left("tools")
            .frame(strip)
            .exact_size(44.0)
            .resizable(false)
            .show(ui, |ui| {
                toolbar_ui(ui, &document.tool, settings, keys, &mut commands)
            });
        let side = Frame::new()
            .fill(theme::PANEL)
            .inner_margin(Margin::same(8));
        let interface = settings.interface;
        if interface.outliner {
            Panel::left("outliner")
                .frame(side)
                .default_size(276.0)
                .size_range(200.0..=480.0)
                .resizable(true)
                .show(ui, |ui| {
                    if panels.history_open {
                        panels.history_ui(ui, document);
                    }
                    let library = &self.library.presets;
                    panels.outliner_ui(ui, document, library, keys, &mut commands);
                });
        }
        if interface.inspector {
            Panel::right("inspector")
                .frame(side)
                .default_size(316.0)
                .size_range(270.0..=520.0)
                .resizable(true)
                .show(ui, |ui| {
                    let input = InspectorInput {
                        diagnostics: document.checks.diagnostics(),
                        keys,
                    };
                    let verdicts = &mut panels.verdicts;
                    inspector_ui(ui, &mut document.session, &input, verdicts, &mut commands);
                });
        }
        if interface.timeline {
            let height = (ui.available_height() * 0.32).clamp(190.0, 330.0);
            Panel::bottom("timeline")
                .frame(side)
                .default_size(height)
                .size_range(120.0..=600.0)
                .resizable(true)
                .show(ui, |ui| {
                    panels.timeline_ui(ui, document, keys, &mut commands)
                });
        }
        let action = CentralPanel::no_frame()
            .show(ui, |ui| {
                panels.canvas_ui(ui, document, &self.preferences, &mut commands)
            })
            .inner;
        if let Some(action) = action {
            self.confirm_and_run(action, ui.ctx());
        }
        commands
    }

    fn menu_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let samples = self.library.sample_titles();
        let session = &self.document.session;
        let states = self.states();
        let input = MenuInput {
            state: CommandState {
                enabled: &|command| states.is_enabled(command),
                checked: &|command| states.is_on(command),
                keys: &self.preferences.keys,
            },
            undo: session.history().undo_name(),
            redo: session.history().redo_name(),
            recent: &|| self.files.recent_paths(),
            samples: &samples,
            title: &session.title(),
            dirty: session.is_dirty(),
        };
        match menu_bar_ui(ui, &input) {
            Some(MenuChoice::Command(command)) => commands.push(command),
            Some(MenuChoice::Recent(path)) => {
                self.confirm_and_run(PendingAction::Open(path), ui.ctx())
            }
            Some(MenuChoice::ClearRecent) => self.files.clear_recent(),
            Some(MenuChoice::Sample(index)) => {
                self.confirm_and_run(PendingAction::Sample(index), ui.ctx())
            }
            None => {}
        }
    }

    fn status_ui(&mut self, ui: &mut Ui) {
        let journal = match self.files.journal_state() {
            JournalState::Clean => String::new(),
            JournalState::Pending | JournalState::Saved => "Unsaved changes are backed up".into(),
            JournalState::Failed(why) => format!("No recovery copy: {why}"),
        };
        let link = self.windows.link.status();
        let document = &self.document;
        let input = StatusInput {
            tool: &document.tool,
            session: &document.session,
            viewport: &self.panels.canvas.viewport,
            pointer: self.panels.canvas.pointer,
            snapped: document.snapped.as_ref(),
            diagnostics: document.checks.diagnostics().len(),
            link: link.as_deref(),
            keys: &self.preferences.keys,
            journal: &journal,
        };
        if status_bar_ui(ui, &input) {
            self.windows.link.toggle();
        }
    }
}
