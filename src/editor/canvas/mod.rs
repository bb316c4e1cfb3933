//! The canvas, which shows the scene and its simulation and handles pointer input.
//!
//! One widget takes all input and does its own hit testing, so that a press and a drag within one
//! frame are not missed. Drawing order: pictures, grid, coverage, cells, areas, walls, paths, trails, rings, markers,
//! spawners, agents, preview.

mod agent_crowd;
mod agent_scene;
mod agent_shape;
mod agents;
mod areas;
mod cells;
mod crowd;
mod cursor;
mod direction_marks;
mod dots;
mod feelers;
mod game_press;
mod grid;
mod input;
mod keyboard_cursor;
mod layers;
mod markers;
mod menu;
mod names;
mod node_captions;
mod path_layer;
mod paths;
mod pictures;
mod preview;
mod rings;
mod screen;
mod shapes;
mod sight;
mod snapped;
mod spawners;
mod trails;
mod transform_box;
mod tubes;
mod verdict;
mod version_view;
mod walls;

pub use agents::uses_pointer;
pub use game_press::GamePress;
pub use input::CanvasInput;
pub use keyboard_cursor::{CursorKeys, KeyboardCursor};
pub use layers::Layers;
pub use menu::{ContextMenu, ContextMenuInput};
pub use pictures::words as problem_words;
pub use screen::Screen;

use crate::editor::checks::Checks;
use crate::editor::coverage::CoverageView;
use crate::editor::pictures::Pictures;
use crate::editor::settings::Wheel;
use crate::editor::theme;
use crate::editor::verdicts::VerdictCache;
use agent_crowd::AgentCrowd;
use agent_scene::{AgentScene, ShownRun, spawned_agents};
use egui::{Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo};
use glam::DVec2;
use markers::MarkerLayer;
use path_layer::PathLayer;
use paths::PathScene;
use std::path::Path;
use steerwright_authoring::snap::Snapped;
use steerwright_authoring::tool::{Outcome, PointerEvent, PointerKind, Preview, Tool};
use steerwright_authoring::{
    CanvasContext, CanvasView, Command, Playback, Routes, Session, ToolSettings, Viewport, bounds,
};
use steerwright_runtime::scene::Scene;
use version_view::{VersionInputs, VersionView};

/// Ring labels avoid up to this many nodes and agents.
const MAX_LABEL_OBSTACLES: usize = 400;

/// The state of the canvas.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    /// The visible part of the world.
    pub viewport: Viewport,
    /// The optional layers.
    pub layers: Layers,
    /// The pointer position over the canvas, in units.
    pub pointer: Option<DVec2>,
    /// Whether the game has the button.
    pub press: GamePress,
    /// Where the canvas was drawn last.
    rect: Option<Rect>,
    input: CanvasInput,
    /// The keyboard cursor.
    pub keyboard: KeyboardCursor,
    /// Whether a comparison is shown with A at the left of the canvas.
    pub side_by_side: bool,
    version_a: VersionView,
    menu: ContextMenu,
    /// Whether the view was fitted to the scene since it was opened.
    fitted: bool,
    /// The size of the canvas for which it was.
    fitted_size: DVec2,
    /// Whether a key or a button was pressed, or the wheel turned, since the window opened.
    was_used: bool,
    crowd: AgentCrowd,
    markers: MarkerLayer,
    paths: PathLayer,
}

/// What the canvas draws and edits.
pub struct CanvasInputs<'a> {
    /// The scene being edited.
    pub session: &'a mut Session,
    /// The playback.
    pub playback: &'a Playback,
    /// The lines of the paths.
    pub routes: &'a Routes,
    /// The active tool.
    pub tool: &'a mut Tool,
    /// What the last tool position snapped to.
    pub snapped: &'a mut Option<Snapped>,
    /// The user's settings of tools.
    pub settings: ToolSettings,
    /// What the mouse wheel does.
    pub wheel: Wheel,
    /// What is measured about the selection.
    pub verdicts: &'a mut VerdictCache,
    /// What is wrong with the scene.
    pub checks: &'a Checks,
    /// The images of the pictures.
    pub pictures: &'a Pictures,
    /// What agents see of the level.
    pub coverage: &'a mut CoverageView,
}

impl Canvas {
    /// Fits the view to the scene in the next frame.
    pub fn refit(&mut self) {
        self.fitted = false;
    }

    /// The position on the canvas under a point of the window, in units. `None` beside the canvas.
    pub fn point_at(&self, pos: Pos2) -> Option<DVec2> {
        let screen = Screen::new(self.viewport, self.rect?);
        screen.rect.contains(pos).then(|| screen.world(pos))
    }

    /// Whether Space was used to pan or to click since it was pressed.
    pub fn space_used(&self) -> bool {
        self.input.space_dragged() || self.keyboard.used_space()
    }

    /// The position where the context menu was opened, in units, while it is open.
    pub fn menu_point(&self) -> Option<DVec2> {
        self.menu.point()
    }

    /// Where the canvas was drawn last, and version A at its left.
    pub fn areas(&self) -> (Option<Rect>, Option<Rect>) {
        (self.rect, self.version_a.rect())
    }

    /// Shows the context menu if it is open and returns the chosen command. Call after
    /// [`Canvas::ui`].
    pub fn menu_ui(&mut self, input: &ContextMenuInput<'_>) -> Option<Command> {
        self.menu.ui(input)
    }

    /// Draws the canvas in the whole of `ui` and passes input to the tool.
    pub fn ui(&mut self, ui: &mut Ui, inputs: CanvasInputs<'_>) -> Option<Outcome> {
        let compared = inputs.playback.comparison().filter(|_| self.side_by_side);
        let beside = (self.version_a).allocate(ui, compared.is_some(), &mut self.viewport);
        let (rect, response) = match &beside {
            Some((_, rest)) => (*rest, ui.allocate_rect(*rest, Sense::click_and_drag())),
            None => ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag()),
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Canvas"));
        self.rect = Some(rect);
        self.take_focus(ui, &response);
        self.viewport.size = DVec2::new(
            f64::from(rect.width().max(1.0)),
            f64::from(rect.height().max(1.0)),
        );
        // A window may still get its size after it has opened.
        let opens = !self.was_used && self.viewport.size != self.fitted_size;
        if !self.fitted || opens {
            self.fitted = true;
            self.fitted_size = self.viewport.size;
            self.fit(&inputs.session.scene);
        }
        self.was_used |= ui.input(|input| input.events.iter().any(cursor::is_use));
        let CanvasInputs {
            session,
            playback,
            routes,
            tool,
            snapped,
            settings,
            wheel,
            verdicts,
            checks,
            pictures,
            coverage,
        } = inputs;
        let pans = matches!(tool, Tool::Pan);
        self.version_a
            .handle_input(ui, beside.map(|(a, _)| a), &mut self.viewport, wheel);
        let events = self
            .input
            .read(ui, &response, &mut self.viewport, pans, wheel);
        self.keyboard.give_way(ui, &response);
        let place = self.keyboard.place(tool, &session.selection);
        self.pointer = place.or(self.input.pointer());
        let view = CanvasView::new(routes, playback, &self.viewport);
        let mut context = CanvasContext::new(session, view, settings);
        context.snapped.clone_from(snapped);
        let is_playing = playback.is_playing();
        let outcome = self.perform_keys_and_pointer(ui, events, tool, &mut context, is_playing);
        if context.snapped != *snapped {
            // The status bar was already drawn in this frame.
            ui.ctx().request_repaint();
        }
        verdicts.update(ui.ctx(), &context.session.scene, &context.session.selection);
        self.menu.attach(&response);
        if let Some(comparison) = compared {
            let inputs = VersionInputs {
                playback,
                comparison,
                routes,
                selection: &context.session.selection,
                layers: self.layers,
            };
            self.version_a.draw(ui, self.viewport, &inputs);
        }
        let measured = (&*verdicts, checks, pictures, coverage);
        self.draw(ui, &response, &context, tool, playback, measured);
        self.draw_keyboard_cursor(ui, &response, tool, &context);
        self.set_cursor(ui, &response, tool);
        *snapped = context.snapped;
        outcome
    }

    /// Fits the whole scene in the view.
    pub fn fit(&mut self, scene: &Scene) {
        match bounds::bounds(scene) {
            Some((min, max)) => self.viewport.fit(min, max),
            None => {
                self.viewport = Viewport {
                    size: self.viewport.size,
                    ..Viewport::default()
                }
            }
        }
    }

    fn handle_events(
        &mut self,
        events: Vec<PointerEvent>,
        tool: &mut Tool,
        context: &mut CanvasContext<'_>,
        is_playing: bool,
    ) -> Option<Outcome> {
        let mut outcome = None;
        for event in events {
            if self.press.takes(event, tool, context, is_playing) {
                continue;
            }
            // The secondary button opens the menu, unless the tool uses it.
            if event.kind == PointerKind::SecondaryPress && !tool.uses_secondary_button() {
                self.menu.open_at(event.at, context);
                continue;
            }
            outcome = tool.pointer(event, context).or(outcome);
        }
        outcome
    }

    fn draw(
        &mut self,
        ui: &Ui,
        response: &Response,
        context: &CanvasContext<'_>,
        tool: &Tool,
        playback: &Playback,
        (verdicts, checks, images, coverage): (
            &VerdictCache,
            &Checks,
            &Pictures,
            &mut CoverageView,
        ),
    ) {
        let painter = ui.painter_at(response.rect);
        let screen = Screen::new(self.viewport, response.rect);
        let scene = &context.session.scene;
        let selection = &context.session.selection;
        painter.rect_filled(response.rect, 0.0, theme::colors(ui).canvas);
        let beside = context.session.path().and_then(Path::parent);
        pictures::draw(&painter, &screen, scene, (images, beside));
        if self.layers.grid {
            grid::draw(&painter, &screen, &scene.unit);
        }
        if self.layers.coverage {
            coverage.draw(&painter, &screen);
        }
        cells::draw(&painter, &screen, scene, tool);
        let hovered = match tool {
            Tool::Select(select) => select.hovered(),
            Tool::Pen(_)
            | Tool::Freehand(_)
            | Tool::Rectangle(_)
            | Tool::Place(_)
            | Tool::Spawner(_)
            | Tool::PictureScale(_)
            | Tool::Pan => None,
        };
        let emphasis = paths::Emphasis { selection, hovered };
        pictures::draw_frames(&painter, &screen, scene, &emphasis);
        areas::draw(&painter, &screen, scene, &emphasis, checks);
        walls::draw(&painter, &screen, scene, &emphasis);
        tubes::draw(&painter, &screen, scene, checks.tight_stretches());
        let path_scene = PathScene {
            scene,
            routes: context.view.routes,
            emphasis: &emphasis,
            colors: theme::colors(ui),
        };
        // Labels keep off one another, and off the numbers of the grid.
        let numbers = self.layers.grid.then(|| grid::numbers_area(&screen));
        let mut taken: Vec<_> = numbers.into_iter().collect();
        self.markers
            .update(&screen, scene, selection, theme::colors(ui));
        let mut captions = Vec::new();
        if self.layers.names {
            taken.extend(self.markers.caption_areas(&screen, scene));
            captions = areas::place_captions(&painter, &screen, scene, checks, &mut taken);
        }
        self.paths.draw(&painter, &screen, &path_scene, &mut taken);
        areas::draw_captions(&painter, captions);
        let shown = ShownRun::of(playback, self.version_a.rect().is_some());
        let agent_scene = AgentScene {
            spawned: spawned_agents(scene, shown.run()),
            shown,
            scene,
            selection,
            hovered,
        };
        self.crowd
            .update(&screen, &agent_scene, self.layers.trails, theme::colors(ui));
        if self.layers.trails {
            match self.crowd.in_full() {
                Some(_) => self.crowd.draw_trails(&painter),
                None => {
                    trails::draw_ghosts(&painter, &screen, &agent_scene);
                    trails::draw_trails(&painter, &screen, &agent_scene);
                }
            }
        }
        if self.layers.view {
            sight::draw(&painter, &screen, &agent_scene);
            feelers::draw(&painter, &screen, &agent_scene);
        }
        let rings = context.rings();
        rings::draw_circles(&painter, &screen, &rings, tool.preview());
        self.markers
            .draw(&painter, &screen, scene, &emphasis, self.layers.names);
        let spawners = steerwright_authoring::spawners::shown(scene, &context.view);
        let style = (self.layers.names, playback.is_playing());
        let spawner_names = spawners::draw(&painter, &screen, scene, &spawners, &emphasis, style);
        let pointer = uses_pointer(scene)
            .then(|| agents::draw_pointer(&painter, &screen, context.view.pointer));
        taken.extend(pointer);
        taken.extend(rings::handle_areas(&screen, &rings, tool.preview()));
        taken.extend(spawner_names);
        agents::draw(
            &painter,
            &screen,
            &agent_scene,
            self.layers,
            &self.crowd,
            &mut taken,
        );
        let nodes = selection
            .path()
            .and_then(|id| scene.path(id))
            .into_iter()
            .flat_map(|path| path.nodes.iter().map(|node| node.position));
        let obstacles: Vec<DVec2> = nodes
            .chain(context.view.agents.iter().map(|(_, p)| *p))
            .take(MAX_LABEL_OBSTACLES)
            .collect();
        rings::draw_handles(
            &painter,
            &screen,
            &rings,
            tool.preview(),
            &scene.unit,
            (&obstacles, &mut taken),
        );
        let pointer = context.view.pointer;
        verdict::draw(
            &painter, &screen, scene, selection, verdicts, pointer, &mut taken,
        );
        let box_selecting = matches!(tool.preview(), Some(Preview::SelectionBox(..)));
        let selecting = matches!(tool, Tool::Select(_)) && !box_selecting;
        let transform_box = selecting.then(|| context.transform_box()).flatten();
        if let Some(transform_box) = &transform_box {
            transform_box::draw(&painter, &screen, transform_box, tool.preview());
        }
        let ends = if selecting {
            context.end_dots()
        } else {
            vec![]
        };
        transform_box::draw_end_dots(&painter, &screen, &ends, tool.preview());
        preview::draw(&painter, &screen, tool.preview(), scene);
        if let Some(snapped) = &context.snapped {
            snapped::draw(&painter, &screen, snapped, scene);
        }
        let handles = transform_box.map_or(vec![], |transform_box| {
            transform_box.handles(context.view.unit_per_point)
        });
        names::expose(
            ui,
            &screen,
            response,
            &names::NamedItems {
                scene,
                selection,
                agents: &context.view.agents,
                rings: &rings,
                handles: &handles,
                ends: &ends,
                spawners: &spawners,
            },
        );
    }
}
