//! The canvas of the window, with what lies over it: context menu, presets to place, coverage,
//! notes and the welcome page.

use crate::editor::app::commands::compare;
use crate::editor::app::commands::state::CommandStates;
use crate::editor::app::document::Document;
use crate::editor::app::files::Files;
use crate::editor::app::files::pending_action::PendingAction;
use crate::editor::app::layout::panels::Panels;
use crate::editor::app::library::Library;
use crate::editor::app::preferences::Preferences;
use crate::editor::canvas::{CanvasInputs, ContextMenuInput, Screen};
use crate::editor::coverage;
use crate::editor::coverage::{CoverageAction, CoverageFile};
use crate::editor::menus::entry::CommandState;
use crate::editor::overlays::gallery::GalleryChoice;
use crate::editor::overlays::notes::UnderNotes;
use crate::editor::overlays::version_titles;
use crate::editor::overlays::welcome;
use crate::editor::overlays::welcome::WelcomeAction;
use crate::editor::pictures::Pictures;
use crate::editor::preset_chooser::PresetChoice;
use crate::editor::widgets::dialog;
use egui::{Rect, Ui};
use glam::DVec2;
use steerwright_authoring::canvas::ring::Ring;
use steerwright_authoring::canvas::rings::rings_of;
use steerwright_authoring::command::{
    ExportCommand, LayerCommand, ToolCommand, WindowCommand, on_canvas,
};
use steerwright_authoring::tool::Tool;
use steerwright_authoring::{CanvasView, Command, Item, Routes, Session, properties, spawners};
use steerwright_format::PresetFile;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{PresetId, Scene, SpawnPlace};

/// The notes keep off points on lines that are this far apart, in points.
const LINE_STEP: f64 = 12.0;
/// The largest number of points on a straight part of a line.
const MAX_STEPS: f64 = 200.0;
/// They keep off this many points on a ring.
const RING_STEPS: u32 = 48;

/// What the canvas and the welcome text show that is no part of the document.
pub(crate) struct CanvasSources<'a> {
    pub(crate) library: &'a Library,
    pub(crate) files: &'a Files,
    pub(crate) pictures: &'a Pictures,
}

impl Panels {
    /// Draws the canvas, and the welcome text on an empty one.
    pub(crate) fn canvas_ui(
        &mut self,
        ui: &mut Ui,
        document: &mut Document,
        preferences: &Preferences,
        sources: &CanvasSources<'_>,
        commands: &mut Vec<Command>,
    ) -> Option<PendingAction> {
        let &CanvasSources {
            library,
            files,
            pictures,
        } = sources;
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
            checks: &document.checks,
            pictures,
            coverage: &mut self.coverage,
        };
        let agents = inputs.session.scene.agents.len();
        // All are drawn above the canvas, which has labels that keep off them.
        let title = match self.canvas.areas() {
            (Some(b), Some(_)) => Some(version_titles::title_area(b)),
            _ => None,
        };
        self.canvas.covered = [self.notes.area(), self.chooser.area(), title];
        let outcome = self.canvas.ui(ui, inputs);
        document.handle_outcome(outcome);
        self.context_menu_ui(document, preferences, pictures, commands);
        let rect = self.versions_ui(ui, rect, document, commands);
        if !document.places_agents() {
            self.chooser.reset();
        } else {
            if document.session.scene.agents.len() > agents {
                self.chooser.close();
            }
            // Off the title of B.
            let free = if self.canvas.areas().1.is_some() {
                version_titles::below(rect)
            } else {
                rect
            };
            let session = &mut document.session;
            match self.chooser.ui(ui, free, session, library.sources()) {
                Some(PresetChoice::Use(preset)) => session.agent_preset = Some(preset),
                Some(PresetChoice::Add(preset)) => {
                    let file = library.sources().file_of(*preset);
                    self.told.extend(add_preset(session, file));
                }
                Some(PresetChoice::Compare) => {
                    commands.push(Command::Window(WindowCommand::PresetTable));
                }
                None => {}
            }
        }
        self.coverage_ui(ui, rect, document, commands);
        let was_fitted = self.canvas.take_fit();
        let beside = if shows_coverage {
            self.coverage.beside_card(rect)
        } else if self.canvas.areas().1.is_some() {
            version_titles::below(rect)
        } else {
            coverage::below_button(rect, &document.session.scene)
        };
        if was_fitted && shows_coverage {
            self.canvas.fit_into(beside);
        }
        let screen = Screen::new(self.canvas.viewport, rect);
        let agent = match document.session.selection.primary() {
            Some(Item::Agent(id)) => document.playback.position_of(id),
            Some(_) | None => None,
        };
        dialog::set_canvas_and_agent(ui.ctx(), rect, agent.map(|agent| screen.pos(agent)));
        let scene = &document.session.scene;
        let items = item_places(scene);
        let lines = line_places(scene, &document.routes, screen.length(LINE_STEP));
        let view = self.canvas.viewport;
        let rings = std::iter::once_with(|| {
            let view = CanvasView::new(&document.routes, &document.playback, &view);
            rings_of(
                scene,
                &document.session.selection,
                document.session.edited_state,
                &view,
            )
        });
        let rings = rings.flatten().flat_map(|ring| ring_places(&ring));
        let under = UnderNotes {
            items: (items.chain(rings).chain(lines))
                .map(|item| screen.pos(item))
                .filter(|item| rect.contains(*item)),
            revision: document.session.revision(),
            draws: !matches!(document.tool, Tool::Select(_) | Tool::Pan),
            was_fitted,
            avoided: self.chooser.area(),
        };
        if let Some(part) = self.notes.ui(ui, beside, &scene.notes, under) {
            self.canvas.fit_into(part);
            ui.ctx().request_repaint();
        }
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

    /// Draws what A and B are above them, if they are side by side. Returns the rectangle of B, or
    /// the whole canvas.
    fn versions_ui(
        &self,
        ui: &mut Ui,
        canvas: Rect,
        document: &Document,
        commands: &mut Vec<Command>,
    ) -> Rect {
        let (Some(b), Some(a)) = self.canvas.areas() else {
            return canvas;
        };
        if let Some(comparison) = document.playback.comparison() {
            let names = compare::names(comparison.variant(), &document.session.scene);
            version_titles::titles_ui(ui, [a, b], &names, commands);
        }
        b
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
            let session = &document.session;
            on_canvas(&session.scene, &session.selection, self.canvas.menu_ring())
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
            keyboard_cursor: self.canvas.keyboard.is_pinned(),
            side_by_side: self.canvas.side_by_side,
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

/// The positions of nodes, agents, markers and spawners. Those of agents and of the ends of paths
/// count several times.
fn item_places(scene: &Scene) -> impl Iterator<Item = DVec2> {
    let nodes = scene.paths.iter().flat_map(|path| &path.nodes);
    let ends = (scene.paths.iter()).flat_map(|path| [path.nodes.first(), path.nodes.last()]);
    let wall_nodes = scene.walls.iter().flat_map(|wall| &wall.nodes);
    let corners = scene.editor.areas.iter().flat_map(|area| &area.nodes);
    let bodies = (scene.agents.iter().map(|agent| agent.position))
        .chain(scene.markers.iter().map(|marker| marker.position))
        .chain(
            scene
                .spawners
                .iter()
                .filter_map(|spawner| spawner.position(scene)),
        )
        .chain(ends.flatten().map(|node| node.position));
    bodies
        .flat_map(|place| [place; 4])
        .chain(nodes.map(|node| node.position))
        .chain(wall_nodes.map(|node| node.position))
        .chain(corners.map(|node| node.position))
}

/// Positions along paths, walls and the edges of spawners, about `step` apart.
fn line_places(scene: &Scene, routes: &Routes, step: f64) -> impl Iterator<Item = DVec2> {
    let walls = scene.walls.iter().flat_map(|wall| wall.nodes.windows(2));
    let walls = walls.map(|ends| (ends[0].position, ends[1].position));
    let edges = scene
        .spawners
        .iter()
        .filter_map(|spawner| match spawner.place {
            SpawnPlace::Edge(edge) => Some(spawners::sides(edge)),
            SpawnPlace::Point(_) | SpawnPlace::Marker(_) | SpawnPlace::Agent(_) => None,
        });
    let edges = edges.flatten().map(|side| (side.a, side.b));
    let paths = routes.lines().iter().flat_map(|line| line.segments());
    let paths = paths.map(|(from, to, _)| (from, to));
    let segments = paths.chain(walls).chain(edges);
    segments.flat_map(move |(from, to)| {
        let count = ((to - from).length() / step).clamp(0.0, MAX_STEPS).ceil() as u32;
        (0..count).map(move |i| from.lerp(to, f64::from(i) / f64::from(count)))
    })
}

/// Positions on a ring.
fn ring_places(ring: &Ring) -> impl Iterator<Item = DVec2> + use<> {
    let (center, radius) = (ring.center, ring.radius);
    (0..RING_STEPS).map(move |i| {
        let angle = std::f64::consts::TAU * f64::from(i) / f64::from(RING_STEPS);
        center + DVec2::from_angle(angle) * radius
    })
}

/// Gives sight to a preset.
fn add_sight(session: &mut Session, preset: PresetId) {
    if let Some(preset) = session.scene.preset_mut(preset) {
        preset.sight = Some(Sight::default());
        session.name_step("Set sight");
    }
}

/// Adds a preset to the scene, for the next agents. Returns what the user must know of its
/// properties.
pub(crate) fn add_preset(session: &mut Session, file: PresetFile) -> Option<String> {
    let (id, adapted) = properties::add_preset_file(&mut session.scene, file);
    session.name_step("Add preset");
    session.selection.set(Item::Preset(id));
    session.agent_preset = Some(id);
    properties::adapted_text(&adapted)
}
