//! The panels around the canvas, and what their actions do.

use crate::editor::app::App;
use crate::editor::app::commands::compare;
use crate::editor::app::commands::timeline::handle_timeline_action;
use crate::editor::app::document::{Document, shown_diagnostics};
use crate::editor::app::layout::canvas_panel::{CanvasSources, add_preset};
use crate::editor::app::layout::{PanelLayout, Right, Timeline};
use crate::editor::app::preferences::Preferences;
use crate::editor::canvas::Canvas;
use crate::editor::checks::verdicts::VerdictCache;
use crate::editor::coverage::CoverageView;
use crate::editor::inspector::{InspectorInput, inspector_ui};
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::outliner::{Outliner, OutlinerAction};
use crate::editor::overlays::gallery::Gallery;
use crate::editor::overlays::notes::NotesCard;
use crate::editor::panels::history::HistoryPanel;
use crate::editor::panels::toolbar::toolbar_ui;
use crate::editor::preferences::panel_sizes::{DrawnPanel, Edge};
use crate::editor::preset_chooser::{PresetChooser, PresetSources};
use crate::editor::theme;
use crate::editor::timeline::{
    TimelineAction, TimelineInput, TimelineState, Versions, controls_ui, timeline_ui,
};
use egui::{CentralPanel, Frame, Margin, Panel, Ui};
use std::path::Path;
use steerwright_analysis::lint::Diagnostic;
use steerwright_authoring::command::{PlaybackCommand, ToolCommand, ViewCommand};
use steerwright_authoring::{Command, Item};

/// The width of the outliner at the left, in points.
const OUTLINER_WIDTH: f32 = 276.0;

/// The state of the panels. None of it is saved with the scene.
#[derive(Default)]
pub(crate) struct Panels {
    pub(crate) canvas: Canvas,
    pub(crate) outliner: Outliner,
    timeline: TimelineState,
    pub(crate) gallery: Gallery,
    pub(crate) chooser: PresetChooser,
    pub(crate) notes: NotesCard,
    history: HistoryPanel,
    pub(crate) history_open: bool,
    /// What is measured about the selection.
    pub(crate) verdicts: VerdictCache,
    pub(crate) coverage: CoverageView,
    /// The names of the panels at whose edge the primary button was pressed, until it is released.
    edges_held: Vec<&'static str>,
    /// Whether the plots of a low window were just shown or hidden.
    shows_plots: Option<bool>,
    /// The warning that was clicked in this frame.
    pub(crate) clicked_warning: Option<Diagnostic>,
    /// What the user is told after the panels are drawn.
    pub(crate) told: Vec<String>,
}

impl Panels {
    /// Resets the panels for another scene.
    pub(crate) fn reset(&mut self) {
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
        // The tool again would open its list of presets.
        let tool = (!document.places_agents()).then_some(Command::Tool(ToolCommand::AgentTool));
        let session = &mut document.session;
        for action in self.outliner.ui(ui, session, library, keys) {
            match action {
                OutlinerAction::Command(command) => commands.push(command),
                OutlinerAction::UsePreset(preset) => {
                    session.agent_preset = Some(preset);
                    commands.extend(tool);
                }
                OutlinerAction::AddPreset(preset) => {
                    self.told
                        .extend(add_preset(session, library.file_of(*preset)));
                    commands.extend(tool);
                }
                OutlinerAction::Reveal(item) => {
                    session.selection.set(item);
                    commands.push(Command::View(ViewCommand::ZoomToSelection));
                }
            }
        }
    }

    /// Draws the panel of the timeline. Returns its size if it can be dragged.
    fn timeline_panel_ui(
        &mut self,
        ui: &mut Ui,
        document: &mut Document,
        preferences: &Preferences,
        layout: PanelLayout,
        commands: &mut Vec<Command>,
    ) -> Option<DrawnPanel> {
        let settings = &preferences.settings;
        let frame = Frame::new()
            .fill(theme::colors(ui).panel)
            .inner_margin(Margin::same(8));
        let Timeline::WithPlots(height) = layout.timeline else {
            let panel = Panel::bottom("controls").frame(frame).resizable(false);
            panel.show(ui, |ui| {
                self.timeline_ui(ui, document, preferences, false, commands)
            });
            return None;
        };
        // Each arrangement keeps its own height.
        let id = match (layout.wide_timeline, layout.two_sides) {
            (true, _) => "timeline of a low window",
            (false, true) => "timeline",
            (false, false) => "timeline below",
        };
        let panel = Panel::bottom(id)
            .frame(frame)
            .default_size(settings.panel_sizes.of(id, height))
            .size_range(height.min(100.0)..=600.0)
            .resizable(true)
            .show(ui, |ui| {
                self.timeline_ui(ui, document, preferences, true, commands)
            });
        Some(DrawnPanel::new(id, height, &panel.response, Edge::Top))
    }

    fn timeline_ui(
        &mut self,
        ui: &mut Ui,
        document: &mut Document,
        preferences: &Preferences,
        plots: bool,
        commands: &mut Vec<Command>,
    ) {
        let plotted = document.plotted();
        document.playback.watch(&document.selected_agents());
        let playback = &document.playback;
        let names = playback
            .comparison()
            .map(|comparison| compare::names(comparison.variant(), &document.session.scene));
        let versions = playback.comparison().zip(names.as_ref());
        let input = TimelineInput {
            versions: versions.map(|(comparison, (a, b))| Versions {
                a,
                b,
                scene_a: comparison.scene(),
            }),
            recording: playback.recording(),
            ghost: playback.ghost(),
            last_lap: playback.last_lap(),
            scene: (plotted.with_spawned.as_ref()).unwrap_or(&document.session.scene),
            agents: &plotted.agents,
            tick: playback.tick(),
            playing: playback.is_playing(),
            speed: playback.speed(),
            seed: document.session.scene.seed,
            repeat: playback.repeat(),
            is_held: playback.is_held(),
            can_take_over: matches!(document.session.selection.primary(), Some(Item::Agent(_))),
            recorded: playback.recorded_track(),
            checks: document.checks.tracks(),
            keys: &preferences.keys,
            offers_plots: preferences.settings.interface.offers_plots(),
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
            if action == TimelineAction::TakeOver {
                commands.push(Command::Playback(PlaybackCommand::TakeOver));
            }
            let starts = [TimelineAction::Play, TimelineAction::StepForward];
            if starts.contains(&action) && document.playback.refusal().is_some() {
                // The command says why.
                commands.push(Command::Playback(PlaybackCommand::PlayPause));
            }
            if let TimelineAction::ShowPlots(shown) = action {
                self.shows_plots = Some(shown);
            }
            handle_timeline_action(action, document);
        }
    }
}

impl App {
    /// Draws all panels. Returns the commands chosen in them.
    pub(crate) fn panels_ui(&mut self, ui: &mut Ui) -> Vec<Command> {
        let colors = theme::colors(ui);
        let mut commands = Vec::new();
        let bar = Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu")
            .frame(bar)
            .show(ui, |ui| self.menu_ui(ui, &mut commands));
        let size = ui.ctx().content_rect().size();
        let interface = self.preferences.settings.interface;
        let layout = PanelLayout::of(interface, size);
        if layout.status_bar {
            Panel::bottom("status")
                .frame(bar)
                .show(ui, |ui| self.status_ui(ui));
        }
        let strip = Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::symmetric(4, 8));
        let Preferences { settings, keys } = &self.preferences;
        let (document, panels) = (&mut self.document, &mut self.panels);
        let beside = document.session.path().and_then(Path::parent);
        panels.outliner.broken_pictures =
            (self.pictures).with_problems(&document.session.scene, beside);
        let not_shown = self.pictures.diagnostics(&document.session.scene, beside);
        document
            .checks
            .set_pictures(&document.session.scene, not_shown);
        let side = Frame::new()
            .fill(colors.panel)
            .inner_margin(Margin::same(8));
        let mut drawn = Vec::new();
        let sizes = &settings.panel_sizes;
        let has_timeline = layout.timeline != Timeline::Hidden;
        if layout.wide_timeline && has_timeline {
            drawn.extend(panels.timeline_panel_ui(
                ui,
                document,
                &self.preferences,
                layout,
                &mut commands,
            ));
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
            let panel = Panel::left("outliner")
                .frame(side)
                .default_size(sizes.of("outliner", OUTLINER_WIDTH))
                .size_range(200.0..=480.0)
                .resizable(true)
                .show(ui, |ui| {
                    panels.outliner_ui(ui, document, library, keys, &mut commands)
                });
            let (response, edge) = (&panel.response, Edge::Right);
            drawn.push(DrawnPanel::new("outliner", OUTLINER_WIDTH, response, edge));
        }
        if layout.right != Right::Nothing {
            // Each arrangement keeps its own width.
            let id = if layout.two_sides {
                "inspector"
            } else {
                "side"
            };
            let (width, [min, max]) = layout.right_width;
            let panel = Panel::right(id)
                .frame(side)
                .default_size(sizes.of(id, width))
                .size_range(min..=max)
                .resizable(min < max)
                .show(ui, |ui| {
                    if layout.right == Right::Both {
                        let height = (ui.available_height() * 0.36).max(120.0);
                        let frame = Frame::new().inner_margin(Margin {
                            bottom: 6,
                            ..Margin::ZERO
                        });
                        let id = "outliner above";
                        let above = Panel::top(id)
                            .frame(frame)
                            .default_size(sizes.of(id, height))
                            .size_range(80.0..=ui.available_height() - 120.0)
                            .resizable(true)
                            .show(ui, |ui| {
                                panels.outliner_ui(ui, document, library, keys, &mut commands)
                            });
                        drawn.push(DrawnPanel::new(id, height, &above.response, Edge::Bottom));
                        ui.add_space(6.0);
                    }
                    if layout.right == Right::Outliner {
                        panels.outliner_ui(ui, document, library, keys, &mut commands);
                    } else {
                        let running = document.running_states();
                        let input = InspectorInput {
                            running: &running,
                            diagnostics: shown_diagnostics(&document.tool, &document.checks),
                            areas: document.checks.areas(),
                            branches: document.checks.branches(),
                            is_taken_over: document.playback.is_taken_over(),
                            tracks: document.checks.tracks(),
                            library,
                            keys,
                            pictures: &self.pictures,
                            view: panels.canvas.viewport.bounds(),
                        };
                        let verdicts = &mut panels.verdicts;
                        settings.folds.begin(ui.ctx());
                        let session = &mut document.session;
                        let clicked = inspector_ui(ui, session, &input, verdicts, &mut commands);
                        panels.clicked_warning = clicked.or(panels.clicked_warning.take());
                    }
                });
            if min < max {
                drawn.push(DrawnPanel::new(id, width, &panel.response, Edge::Left));
            }
        }
        if !layout.wide_timeline && has_timeline {
            drawn.extend(panels.timeline_panel_ui(
                ui,
                document,
                &self.preferences,
                layout,
                &mut commands,
            ));
        }
        let action = CentralPanel::no_frame()
            .show(ui, |ui| {
                let sources = CanvasSources {
                    library: &self.library,
                    files: &self.files,
                    pictures: &self.pictures,
                };
                panels.canvas_ui(ui, document, &self.preferences, &sources, &mut commands)
            })
            .inner;
        // Panels also give way where the window is small. Only sizes that were dragged are kept.
        let pressed = ui.input(|input| {
            let is_pressed = input.pointer.primary_pressed();
            input.pointer.interact_pos().filter(|_| is_pressed)
        });
        if let Some(press) = pressed {
            let pressed = drawn.iter().filter(|panel| panel.is_edge_at(press));
            panels.edges_held = pressed.map(DrawnPanel::name).collect();
        }
        if ui.input(|input| input.pointer.primary_released()) {
            let held = std::mem::take(&mut panels.edges_held);
            drawn.retain(|panel| held.contains(&panel.name()));
            self.preferences.settings.set_panel_sizes(&drawn);
        }
        self.preferences.settings.take_folds(ui.ctx());
        if let Some(shown) = panels.shows_plots.take() {
            self.preferences.settings.show_plots(shown);
        }
        for text in std::mem::take(&mut panels.told) {
            self.messages.notify(text);
        }
        if let Some(action) = action {
            self.confirm_and_run(action, ui.ctx());
        }
        commands
    }
}
