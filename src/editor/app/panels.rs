//! The layout of the panels, and handling their actions.

use super::App;
use super::documents::PendingAction;
use crate::editor::canvas::{CanvasInputs, ContextMenuInput};
use crate::editor::inspector::{InspectorInput, inspector_ui};
use crate::editor::journal::JournalState;
use crate::editor::menu_bar::{MenuChoice, MenuInput, menu_bar_ui};
use crate::editor::menu_entry::CommandState;
use crate::editor::outliner::OutlinerAction;
use crate::editor::status_bar::{StatusInput, status_bar_ui};
use crate::editor::theme;
use crate::editor::timeline::{TimelineAction, TimelineInput, timeline_ui};
use crate::editor::toolbar::toolbar_ui;
use crate::editor::welcome;
use crate::editor::welcome::WelcomeAction;
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use glam::DVec2;
use steerwright_authoring::command::on_canvas;
use steerwright_authoring::playback::Repeat;
use steerwright_authoring::tool::{Tool, ToolContext};
use steerwright_authoring::{Command, Item, edit};
use steerwright_runtime::scene::AgentId;

/// The maximum number of agents in the plots.
const MAX_PLOTTED: usize = 12;

impl App {
    pub(super) fn panels_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let bar = Frame::new()
            .fill(theme::PANEL)
            .inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu")
            .frame(bar)
            .show(ui, |ui| self.menu_ui(ui, commands));
        Panel::bottom("status")
            .frame(bar)
            .show(ui, |ui| self.status_ui(ui));
        let strip = Frame::new()
            .fill(theme::PANEL)
            .inner_margin(Margin::symmetric(4, 8));
        Panel::left("tools")
            .frame(strip)
            .exact_size(44.0)
            .resizable(false)
            .show(ui, |ui| {
                toolbar_ui(
                    ui,
                    &self.tool,
                    &self.view.settings,
                    &self.view.keys,
                    commands,
                )
            });
        let side = Frame::new()
            .fill(theme::PANEL)
            .inner_margin(Margin::same(8));
        Panel::left("outliner")
            .frame(side)
            .default_size(276.0)
            .size_range(200.0..=480.0)
            .resizable(true)
            .show(ui, |ui| self.outliner_ui(ui, commands));
        Panel::right("inspector")
            .frame(side)
            .default_size(316.0)
            .size_range(270.0..=520.0)
            .resizable(true)
            .show(ui, |ui| {
                let input = InspectorInput {
                    diagnostics: self.checks.diagnostics(),
                    keys: &self.view.keys,
                };
                inspector_ui(
                    ui,
                    &mut self.session,
                    &input,
                    &mut self.view.verdicts,
                    commands,
                );
            });
        let height = (ui.available_height() * 0.32).clamp(190.0, 330.0);
        Panel::bottom("timeline")
            .frame(side)
            .default_size(height)
            .size_range(120.0..=600.0)
            .resizable(true)
            .show(ui, |ui| self.timeline_panel_ui(ui));
        CentralPanel::no_frame().show(ui, |ui| self.canvas_ui(ui, commands));
    }

    fn menu_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let samples: Vec<(String, String)> = self
            .view
            .samples
            .iter()
            .map(|(file, scene)| (file.clone(), scene.name.clone()))
            .collect();
        let (title, dirty) = (self.session.title(), self.session.is_dirty());
        let history = self.session.history();
        let input = MenuInput {
            state: CommandState {
                enabled: &|command| self.is_enabled(command),
                checked: &|command| self.is_on(command),
                keys: &self.view.keys,
            },
            undo: history.undo_name(),
            redo: history.redo_name(),
            recent: &|| self.documents.recent_paths(),
            samples: &samples,
            title: &title,
            dirty,
        };
        match menu_bar_ui(ui, &input) {
            Some(MenuChoice::Command(command)) => commands.push(command),
            Some(MenuChoice::Recent(path)) => {
                self.confirm_and_run(PendingAction::Open(path), ui.ctx())
            }
            Some(MenuChoice::ClearRecent) => self.documents.clear_recent(),
            Some(MenuChoice::Sample(index)) => {
                self.confirm_and_run(PendingAction::Sample(index), ui.ctx())
            }
            None => {}
        }
    }

    fn status_ui(&mut self, ui: &mut Ui) {
        let journal = match self.documents.journal_state() {
            JournalState::Clean => String::new(),
            JournalState::Pending | JournalState::Saved => "Unsaved changes are backed up".into(),
            JournalState::Failed(why) => format!("No recovery copy: {why}"),
        };
        let link = self.view.link.status();
        let input = StatusInput {
            tool: &self.tool,
            session: &self.session,
            viewport: &self.view.canvas.viewport,
            pointer: self.view.canvas.pointer,
            snapped: self.view.canvas.snapped(),
            diagnostics: self.checks.diagnostics().len(),
            link: link.as_deref(),
            keys: &self.view.keys,
            journal: &journal,
        };
        if status_bar_ui(ui, &input) {
            self.view.link.toggle();
        }
    }

    fn outliner_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        if self.view.history_open {
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
            let clicked_step = panel
                .show(ui, |ui| {
                    self.view.history.ui(ui, self.session.history(), "Opened")
                })
                .inner;
            if let Some(done) = clicked_step {
                self.cancel_tool_drag();
                self.session.commit();
                self.session.go_to_step(done);
            }
        }
        for action in
            self.view
                .outliner
                .ui(ui, &mut self.session, &self.view.library, &self.view.keys)
        {
            match action {
                OutlinerAction::Command(command) => commands.push(command),
                OutlinerAction::UsePreset(preset) => {
                    self.preset = Some(preset);
                    commands.push(Command::AgentTool);
                }
                OutlinerAction::AddPreset(preset) => {
                    let id = edit::add_preset(&mut self.session.scene, *preset);
                    self.session.name_step("Add preset");
                    self.session.selection.set(Item::Preset(id));
                    self.preset = Some(id);
                    commands.push(Command::AgentTool);
                }
                OutlinerAction::Reveal(item) => {
                    self.session.selection.set(item);
                    commands.push(Command::ZoomToSelection);
                }
            }
        }
    }

    /// The agents to plot: selected, with the selected preset, or on the selected path.
    fn plotted(&self) -> Vec<AgentId> {
        let selection = &self.session.selection;
        let is_plotted = |agent: &steerwright_runtime::scene::Agent| {
            selection.contains(Item::Agent(agent.id))
                || selection.contains(Item::Preset(agent.preset))
                || agent
                    .path
                    .is_some_and(|path| selection.path() == Some(path))
        };
        self.session
            .scene
            .agents
            .iter()
            .filter(|agent| is_plotted(agent))
            .map(|agent| agent.id)
            .take(MAX_PLOTTED)
            .collect()
    }

    fn timeline_panel_ui(&mut self, ui: &mut Ui) {
        let agents = self.plotted();
        self.playback.watch(&agents);
        let input = TimelineInput {
            recording: self.playback.recording(),
            ghost: self.playback.ghost(),
            scene: &self.session.scene,
            agents: &agents,
            tick: self.playback.tick(),
            playing: self.playback.is_playing(),
            speed: self.playback.speed(),
            seed: self.session.scene.seed,
            repeat: self.playback.repeat(),
            keys: &self.view.keys,
        };
        for action in timeline_ui(ui, &mut self.view.timeline, &input) {
            self.handle_timeline_action(action);
        }
    }

    fn handle_timeline_action(&mut self, action: TimelineAction) {
        match action {
            TimelineAction::Play => self.playback.play(),
            TimelineAction::Pause => self.playback.pause(),
            TimelineAction::StepBack => self.playback.step_back(),
            TimelineAction::StepForward => self.playback.step_forward(),
            TimelineAction::Restart => self.playback.restart(),
            TimelineAction::Seek(tick) => self.playback.seek(tick),
            TimelineAction::SetSpeed(speed) => self.playback.set_speed(speed),
            TimelineAction::SetSeed(seed) => {
                self.session.scene.seed = seed;
                self.session.name_field_step("Set seed");
                self.playback.apply_scene(&self.session.scene, false);
                self.playback.restart();
            }
            TimelineAction::KeepGhost => self.playback.keep_ghost(),
            TimelineAction::ClearGhost => self.playback.clear_ghost(),
            TimelineAction::SetRepeat(repeat) => {
                self.playback.set_repeat(repeat);
                if repeat != Repeat::Off {
                    self.playback.play();
                }
            }
        }
    }

    fn canvas_ui(&mut self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let rect = ui.available_rect_before_wrap();
        let work = CanvasInputs {
            session: &mut self.session,
            playback: &self.playback,
            routes: &self.routes,
            tool: &mut self.tool,
            preset: self.preset,
            snap: self.view.settings.snap,
            settings: &self.view.settings,
            verdicts: &mut self.view.verdicts,
        };
        let outcome = self.view.canvas.ui(ui, work);
        self.handle_outcome(outcome);
        self.context_menu_ui(commands);
        if self.session.scene.is_empty() && matches!(self.tool, Tool::Select(_)) {
            match welcome::empty_canvas_ui(ui, rect, &self.view.keys) {
                Some(WelcomeAction::Draw) => commands.push(Command::PenTool),
                Some(WelcomeAction::Sample) => {
                    self.confirm_and_run(PendingAction::Sample(0), ui.ctx())
                }
                None => {}
            }
        }
    }

    /// The context for the active tool.
    pub(super) fn tool_context<'a>(
        &'a mut self,
        agents: &'a [(AgentId, DVec2)],
    ) -> ToolContext<'a> {
        ToolContext {
            session: &mut self.session,
            routes: &self.routes,
            agents,
            unit_per_point: self.view.canvas.viewport.length_from_points(1.0),
            grab_points: self.view.settings.grab_points,
            drag_points: self.view.settings.drag_points,
            pointer: self.playback.pointer(),
            shown: self.view.canvas.viewport.bounds(),
            snap: self.view.settings.snap,
            preset: self.preset,
            snapped: None,
        }
    }

    fn context_menu_ui(&mut self, commands: &mut Vec<Command>) {
        let opened = self.view.canvas.menu_point().is_some();
        let entries = if opened {
            on_canvas(&self.session.scene, &self.session.selection)
        } else {
            vec![]
        };
        let mut canvas = std::mem::take(&mut self.view.canvas);
        let input = ContextMenuInput {
            entries: &entries,
            state: CommandState {
                enabled: &|command| self.is_enabled(command),
                checked: &|command| self.is_on(command),
                keys: &self.view.keys,
            },
        };
        commands.extend(canvas.menu_ui(&input));
        self.view.canvas = canvas;
    }
}
