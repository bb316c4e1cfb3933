//! The panels around the canvas, and what their actions do.

use super::App;
use super::command_state::CommandStates;
use super::compare_commands;
use super::document::{Document, shown_diagnostics};
use super::files::Files;
use super::layout::{PanelLayout, Right, Timeline};
use super::library::Library;
use super::pending_action::PendingAction;
use super::preferences::Preferences;
use super::timeline_actions::handle_timeline_action;
use crate::editor::canvas::{Canvas, CanvasInputs, ContextMenuInput, Screen};
use crate::editor::coverage;
use crate::editor::coverage::{CoverageAction, CoverageFile, CoverageView};
use crate::editor::gallery::{Gallery, GalleryChoice};
use crate::editor::history_panel::HistoryPanel;
use crate::editor::inspector::{InspectorInput, inspector_ui};
use crate::editor::key_map::KeyMap;
use crate::editor::menu_entry::CommandState;
use crate::editor::notes::NotesCard;
use crate::editor::outliner::{Outliner, OutlinerAction};
use crate::editor::pictures::Pictures;
use crate::editor::preset_chooser::{PresetChoice, PresetChooser, PresetSources};
use crate::editor::theme;
use crate::editor::timeline::{
    TimelineAction, TimelineInput, TimelineState, Versions, controls_ui, timeline_ui,
};
use crate::editor::toolbar::toolbar_ui;
use crate::editor::verdicts::VerdictCache;
use crate::editor::welcome;
use crate::editor::welcome::WelcomeAction;
use egui::{CentralPanel, Frame, Margin, Panel, Rect, Ui};
use std::path::Path;
use steerwright_authoring::command::{
    ExportCommand, LayerCommand, ToolCommand, ViewCommand, on_canvas,
};
use steerwright_authoring::tool::{Placeable, Tool};
use steerwright_authoring::{Command, Item, Session, edit};
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{Preset, PresetId};

/// The state of the panels. None of it is saved with the scene.
#[derive(Default)]
pub(super) struct Panels {
    pub(super) canvas: Canvas,
    pub(super) outliner: Outliner,
    timeline: TimelineState,
    gallery: Gallery,
    chooser: PresetChooser,
    notes: NotesCard,
    history: HistoryPanel,
    pub(super) history_open: bool,
    /// What is measured about the selection.
    verdicts: VerdictCache,
    pub(super) coverage: CoverageView,
}

impl Panels {
    /// Resets the panels for another scene.
    pub(super) fn reset(&mut self) {
        self.canvas.refit();
        self.timeline = TimelineState::default();
        self.gallery.refresh();
        self.notes = NotesCard::default();
        self.outliner.reset();
        self.coverage.reset();
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
        library: PresetSources<'_>,
        keys: &KeyMap,
        commands: &mut Vec<Command>,
    ) {
        if self.history_open {
            self.history_ui(ui, document);
        }
        let session = &mut document.session;
        for action in self.outliner.ui(ui, session, library, keys) {
            match action {
                OutlinerAction::Command(command) => commands.push(command),
                OutlinerAction::UsePreset(preset) => {
                    session.agent_preset = Some(preset);
                    commands.push(Command::Tool(ToolCommand::AgentTool));
                }
                OutlinerAction::AddPreset(preset) => {
                    add_preset(session, *preset);
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
        plots: bool,
        commands: &mut Vec<Command>,
    ) {
        let agents = document.plotted_agents();
        document.playback.watch(&document.selected_agents());
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
            colors: theme::colors(ui),
        };
        let actions = if plots {
            timeline_ui(ui, &mut self.timeline, &input)
        } else {
            controls_ui(ui, &mut self.timeline, &input)
        };
        for action in actions {
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
        (library, files, pictures): (&Library, &Files, &Pictures),
        commands: &mut Vec<Command>,
    ) -> Option<PendingAction> {
        let rect = ui.available_rect_before_wrap();
        let shows_coverage = self.canvas.layers.coverage;
        let (scene, tick) = (&document.session.scene, document.playback.tick());
        self.coverage.update(ui.ctx(), scene, tick, shows_coverage);
        let inputs = CanvasInputs {
            session: &mut document.session,
            playback: &document.playback,
            routes: &document.routes,
            tool: &mut document.tool,
            snapped: &mut document.snapped,
            settings: preferences.settings.tools(),
            wheel: preferences.settings.wheel,
            verdicts: &mut self.verdicts,
            pictures,
            coverage: &mut self.coverage,
        };
        let outcome = self.canvas.ui(ui, inputs);
        document.handle_outcome(outcome);
        self.context_menu_ui(document, preferences, pictures, commands);
        if matches!(&document.tool, Tool::Place(place) if place.what == Placeable::Agent) {
            let session = &mut document.session;
            match self.chooser.ui(ui, rect, session, library.sources()) {
                Some(PresetChoice::Use(preset)) => session.agent_preset = Some(preset),
                Some(PresetChoice::Add(preset)) => add_preset(session, *preset),
                None => {}
            }
        }
        self.coverage_ui(ui, rect, document, commands);
        let scene = &document.session.scene;
        let nodes = scene.paths.iter().flat_map(|path| &path.nodes);
        let wall_nodes = scene.walls.iter().flat_map(|wall| &wall.nodes);
        let items = (nodes.map(|node| node.position))
            .chain(wall_nodes.map(|node| node.position))
            .chain(scene.agents.iter().map(|agent| agent.position))
            .chain(scene.markers.iter().map(|marker| marker.position));
        let screen = Screen::new(self.canvas.viewport, rect);
        let beside = if shows_coverage {
            coverage::beside_card(rect)
        } else {
            rect
        };
        self.notes
            .ui(ui, beside, &scene.notes, items.map(|item| screen.pos(item)));
        if !document.session.scene.is_empty() || !matches!(document.tool, Tool::Select(_)) {
            return None;
        }
        let gallery = &mut self.gallery;
        let action = welcome::empty_canvas_ui(ui, rect, &preferences.keys, |ui| {
            gallery.ui(ui, &library.samples, &|| files.recent_paths())
        });
        match action {
            Some(WelcomeAction::Draw) => {
                commands.push(Command::Tool(ToolCommand::PenTool));
                None
            }
            Some(WelcomeAction::Open(GalleryChoice::Sample(index))) => {
                Some(PendingAction::Sample(index))
            }
            Some(WelcomeAction::Open(GalleryChoice::Recent(path))) => {
                Some(PendingAction::Open(path))
            }
            None => None,
        }
    }

    /// Draws the card of the coverage, or the button that shows it.
    fn coverage_ui(
        &mut self,
        ui: &Ui,
        rect: Rect,
        document: &mut Document,
        commands: &mut Vec<Command>,
    ) {
        let (scene, pointer) = (&document.session.scene, self.canvas.pointer);
        let is_shown = self.canvas.layers.coverage;
        let command = match self.coverage.ui(ui, rect, scene, pointer, is_shown) {
            Some(CoverageAction::Toggle) => Command::Layer(LayerCommand::ToggleCoverage),
            Some(CoverageAction::Save(CoverageFile::Picture)) => {
                Command::Export(ExportCommand::CoveragePicture)
            }
            Some(CoverageAction::Save(CoverageFile::Table)) => {
                Command::Export(ExportCommand::CoverageTable)
            }
            Some(CoverageAction::AddSight(preset)) => {
                add_sight(&mut document.session, preset);
                return;
            }
            None => return,
        };
        commands.push(command);
    }

    fn context_menu_ui(
        &mut self,
        document: &Document,
        preferences: &Preferences,
        pictures: &Pictures,
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
            pictures,
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

/// Gives sight to a preset.
fn add_sight(session: &mut Session, preset: PresetId) {
    if let Some(preset) = session.scene.preset_mut(preset) {
        preset.sight = Some(Sight::default());
        session.name_step("Set sight");
    }
}

/// Adds a preset to the scene, for the next agents.
fn add_preset(session: &mut Session, preset: Preset) {
    let id = edit::add_preset(&mut session.scene, preset);
    session.name_step("Add preset");
    session.selection.set(Item::Preset(id));
    session.agent_preset = Some(id);
}

impl App {
    /// Draws all panels. Returns the commands chosen in them.
    pub(super) fn panels_ui(&mut self, ui: &mut Ui) -> Vec<Command> {
        let colors = theme::colors(ui);
        let mut commands = Vec::new();
        let bar = Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu")
            .frame(bar)
            .show(ui, |ui| self.menu_ui(ui, &mut commands));
        Panel::bottom("status")
            .frame(bar)
            .show(ui, |ui| self.status_ui(ui, &mut commands));
        let strip = Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::symmetric(4, 8));
        let Preferences { settings, keys } = &self.preferences;
        let (document, panels) = (&mut self.document, &mut self.panels);
        let beside = document.session.path().and_then(Path::parent);
        panels.outliner.broken_pictures =
            (self.pictures).with_problems(&document.session.scene, beside);
        let side = Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::same(8));
        let layout = PanelLayout::of(settings.interface, ui.ctx().content_rect().size());
        if layout.timeline == Timeline::ControlsOnly {
            Panel::bottom("controls")
                .frame(side)
                .resizable(false)
                .show(ui, |ui| {
                    panels.timeline_ui(ui, document, keys, false, &mut commands)
                });
        }
        Panel::left("tools")
            .frame(strip)
            .exact_size(44.0)
            .resizable(false)
            .show(ui, |ui| {
                toolbar_ui(ui, &document.tool, settings, keys, &mut commands)
            });
        let library = self.library.sources();
        if layout.left {
            Panel::left("outliner")
                .frame(side)
                .default_size(276.0)
                .size_range(200.0..=480.0)
                .resizable(true)
                .show(ui, |ui| {
                    panels.outliner_ui(ui, document, library, keys, &mut commands)
                });
        }
        if layout.right != Right::Nothing {
            // Each arrangement keeps its own width.
            let id = if layout.two_sides {
                "inspector"
            } else {
                "side"
            };
            let (width, [min, max]) = layout.right_width;
            Panel::right(id)
                .frame(side)
                .default_size(width)
                .size_range(min..=max)
                .resizable(min < max)
                .show(ui, |ui| {
                    if layout.right == Right::Both {
                        let height = (ui.available_height() * 0.36).max(120.0);
                        let frame = Frame::new().inner_margin(Margin {
                            bottom: 6,
                            ..Margin::ZERO
                        });
                        Panel::top("outliner above")
                            .frame(frame)
                            .default_size(height)
                            .size_range(80.0..=ui.available_height() - 120.0)
                            .resizable(true)
                            .show(ui, |ui| {
                                panels.outliner_ui(ui, document, library, keys, &mut commands)
                            });
                        ui.add_space(6.0);
                    }
                    if layout.right == Right::Outliner {
                        panels.outliner_ui(ui, document, library, keys, &mut commands);
                    } else {
                        let input = InspectorInput {
                            diagnostics: shown_diagnostics(&document.tool, &document.checks),
                            library,
                            keys,
                            pictures: &self.pictures,
                        };
                        let verdicts = &mut panels.verdicts;
                        inspector_ui(ui, &mut document.session, &input, verdicts, &mut commands);
                    }
                });
        }
        if let Timeline::WithPlots(height) = layout.timeline {
            let id = if layout.two_sides {
                "timeline"
            } else {
                "timeline below"
            };
            Panel::bottom(id)
                .frame(side)
                .default_size(height)
                .size_range(100.0..=600.0)
                .resizable(true)
                .show(ui, |ui| {
                    panels.timeline_ui(ui, document, keys, true, &mut commands)
                });
        }
        let action = CentralPanel::no_frame()
            .show(ui, |ui| {
                let sources = (&self.library, &self.files, &self.pictures);
                panels.canvas_ui(ui, document, &self.preferences, sources, &mut commands)
            })
            .inner;
        if let Some(action) = action {
            self.confirm_and_run(action, ui.ctx());
        }
        commands
    }
}
