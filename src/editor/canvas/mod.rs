//! The canvas, which shows the scene and its simulation and handles pointer input.
//!
//! One widget takes all input and does its own hit testing, so that a press and a drag within one
//! frame are not missed. Drawing order: grid, cells, paths, trails, rings, markers, agents,
//! preview.

mod agents;
mod cells;
mod crowd;
mod direction_marks;
mod grid;
mod input;
mod markers;
mod menu;
mod names;
mod paths;
mod preview;
mod rings;
mod screen;
mod snapped;
mod transform_box;
mod verdict;

pub use input::CanvasInput;
pub use menu::{ContextMenu, ContextMenuInput};
pub use screen::Screen;

use crate::editor::settings::Settings;
use crate::editor::theme;
use crate::editor::verdicts::VerdictCache;
use egui::{CursorIcon, Response, Role, Sense, Ui, WidgetInfo};
use glam::DVec2;
use steerwright_authoring::handles;
use steerwright_authoring::handles::TransformBox;
use steerwright_authoring::snap::{Snap, Snapped};
use steerwright_authoring::tool::{Cursor, Outcome, PointerKind, Preview, Tool, ToolContext};
use steerwright_authoring::{Command, Playback, Routes, Session, Viewport, bounds};
use steerwright_runtime::scene::{AgentId, PresetId, Scene, Target};

/// Ring labels avoid up to this many nodes and agents.
const MAX_LABEL_OBSTACLES: usize = 400;

/// The optional layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The grid and its labels.
    pub grid: bool,
    /// Names of agents, markers and paths.
    pub names: bool,
    /// Where agents have been, colored by speed.
    pub trails: bool,
    /// Velocities as arrows.
    pub velocity: bool,
    /// Steering forces as arrows.
    pub force: bool,
    /// Fields of view as cones.
    pub view: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            grid: true,
            names: true,
            trails: true,
            velocity: true,
            force: true,
            view: true,
        }
    }
}

/// The state of the canvas.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    /// The visible part of the world.
    pub viewport: Viewport,
    /// The optional layers.
    pub layers: Layers,
    /// The pointer position over the canvas, in units.
    pub pointer: Option<DVec2>,
    input: CanvasInput,
    /// What the last tool position snapped to.
    snapped: Option<Snapped>,
    menu: ContextMenu,
    /// Whether the view was fitted to the scene since it was opened.
    fitted: bool,
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
    /// The preset of new agents.
    pub preset: Option<PresetId>,
    /// The snap settings.
    pub snap: Snap,
    /// The editor settings.
    pub settings: &'a Settings,
    /// What is measured about the selection.
    pub verdicts: &'a mut VerdictCache,
}

impl Canvas {
    /// Fits the view to the scene in the next frame.
    pub fn refit(&mut self) {
        self.fitted = false;
    }

    /// Whether Space was used to pan since it was pressed.
    pub fn space_dragged(&self) -> bool {
        self.input.space_dragged()
    }

    /// What the last tool position snapped to.
    pub fn snapped(&self) -> Option<&Snapped> {
        self.snapped.as_ref()
    }

    /// Clears the snap preview.
    pub fn clear_snap(&mut self) {
        self.snapped = None;
    }

    /// The position where the context menu was opened, in units, while it is open.
    pub fn menu_point(&self) -> Option<DVec2> {
        self.menu.point()
    }

    /// Shows the context menu if it is open and returns the chosen command. Call after
    /// [`Canvas::ui`].
    pub fn menu_ui(&mut self, input: &ContextMenuInput<'_>) -> Option<Command> {
        self.menu.ui(input)
    }

    /// Draws the canvas in the whole of `ui` and passes input to the tool.
    pub fn ui(&mut self, ui: &mut Ui, mut inputs: CanvasInputs<'_>) -> Option<Outcome> {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Canvas"));
        self.viewport.size = DVec2::new(
            f64::from(rect.width().max(1.0)),
            f64::from(rect.height().max(1.0)),
        );
        if !self.fitted {
            self.fitted = true;
            self.fit(&inputs.session.scene);
        }
        let agents = inputs.playback.positions();
        let before = self.snapped.clone();
        let outcome = self.handle_input(ui, &response, &mut inputs, &agents);
        if self.snapped != before {
            // The status bar was already drawn in this frame.
            ui.ctx().request_repaint();
        }
        inputs
            .verdicts
            .update(ui.ctx(), &inputs.session.scene, &inputs.session.selection);
        self.menu.attach(&response);
        self.draw(ui, &response, &inputs, &agents);
        self.set_cursor(ui, &response, inputs.tool);
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

    fn handle_input(
        &mut self,
        ui: &Ui,
        response: &Response,
        inputs: &mut CanvasInputs<'_>,
        agents: &[(AgentId, DVec2)],
    ) -> Option<Outcome> {
        let events = self.input.read(
            ui,
            response,
            &mut self.viewport,
            matches!(inputs.tool, Tool::Pan),
            inputs.settings.wheel,
        );
        self.pointer = self.input.pointer();
        let mut context = ToolContext {
            session: inputs.session,
            routes: inputs.routes,
            agents,
            unit_per_point: self.viewport.length_from_points(1.0),
            grab_points: inputs.settings.grab_points,
            drag_points: inputs.settings.drag_points,
            pointer: inputs.playback.pointer(),
            shown: self.viewport.bounds(),
            snap: inputs.snap,
            preset: inputs.preset,
            snapped: self.snapped.take(),
        };
        let mut outcome = None;
        for event in events {
            // The secondary button opens the menu, unless the tool uses it.
            if event.kind == PointerKind::SecondaryPress && !inputs.tool.uses_secondary_button() {
                self.menu.open_at(event.at, &mut context);
                continue;
            }
            outcome = inputs.tool.pointer(event, &mut context).or(outcome);
        }
        self.snapped = context.snapped.take();
        outcome
    }

    fn set_cursor(&self, ui: &Ui, response: &Response, tool: &Tool) {
        let panning = self.input.is_panning();
        if !response.contains_pointer() && !panning {
            return;
        }
        // Space switches to panning, but not during a drag.
        let space = !tool.is_busy()
            && !ui.ctx().egui_wants_keyboard_input()
            && ui.input(|i| i.key_down(egui::Key::Space));
        ui.ctx().set_cursor_icon(match tool.cursor() {
            _ if panning => CursorIcon::Grabbing,
            _ if space => CursorIcon::Grab,
            Cursor::Default => CursorIcon::Default,
            Cursor::Crosshair => CursorIcon::Crosshair,
            Cursor::PointingHand => CursorIcon::PointingHand,
            Cursor::Grab => CursorIcon::Grab,
            Cursor::Grabbing => CursorIcon::Grabbing,
            Cursor::Rotate => CursorIcon::Alias,
            Cursor::Resize(0, _) => CursorIcon::ResizeVertical,
            Cursor::Resize(_, 0) => CursorIcon::ResizeHorizontal,
            Cursor::Resize(x, y) if x == y => CursorIcon::ResizeNeSw,
            Cursor::Resize(..) => CursorIcon::ResizeNwSe,
        });
    }

    fn draw(
        &self,
        ui: &Ui,
        response: &Response,
        inputs: &CanvasInputs<'_>,
        agents: &[(AgentId, DVec2)],
    ) {
        let painter = ui.painter_at(response.rect);
        let screen = Screen::new(self.viewport, response.rect);
        let scene = &inputs.session.scene;
        let selection = &inputs.session.selection;
        painter.rect_filled(response.rect, 0.0, theme::CANVAS);
        if self.layers.grid {
            grid::draw(&painter, &screen, &scene.unit);
        }
        cells::draw(&painter, &screen, scene, inputs.tool);
        let hovered = match &*inputs.tool {
            Tool::Select(select) => select.hovered(),
            _ => None,
        };
        paths::draw(
            &painter,
            &screen,
            scene,
            inputs.routes,
            &paths::Emphasis { selection, hovered },
        );
        let agent_scene = agents::AgentScene {
            playback: inputs.playback,
            scene,
            selection,
            hovered,
        };
        if self.layers.trails {
            agents::draw_ghosts(&painter, &screen, &agent_scene);
            agents::draw_trails(&painter, &screen, &agent_scene);
        }
        let view = steerwright_authoring::hit::ViewContext {
            scene,
            routes: inputs.routes,
            agents,
            unit_per_point: self.viewport.length_from_points(1.0),
            grab_points: inputs.settings.grab_points,
            pointer: inputs.playback.pointer(),
            shown: self.viewport.bounds(),
        };
        let rings = steerwright_authoring::ring::rings(&view, selection);
        rings::draw_circles(&painter, &screen, &rings, inputs.tool.preview());
        markers::draw(
            &painter,
            &screen,
            scene,
            &paths::Emphasis { selection, hovered },
            self.layers.names,
        );
        if uses_pointer(scene) {
            agents::draw_pointer(&painter, &screen, inputs.playback.pointer());
        }
        agents::draw(&painter, &screen, &agent_scene, self.layers);
        let nodes = selection
            .path()
            .and_then(|id| scene.path(id))
            .into_iter()
            .flat_map(|path| path.nodes.iter().map(|node| node.position));
        let obstacles: Vec<DVec2> = nodes
            .chain(agents.iter().map(|(_, p)| *p))
            .take(MAX_LABEL_OBSTACLES)
            .collect();
        let mut taken = rings::draw_handles(
            &painter,
            &screen,
            &rings,
            inputs.tool.preview(),
            &scene.unit,
            &obstacles,
        );
        if self.layers.names {
            taken.extend(markers::caption_areas(&screen, scene));
        }
        verdict::draw(
            &painter,
            &screen,
            scene,
            selection,
            inputs.verdicts,
            &mut taken,
        );
        let box_selecting = matches!(inputs.tool.preview(), Some(Preview::SelectionBox(..)));
        let selecting = matches!(inputs.tool, Tool::Select(_)) && !box_selecting;
        let transform_box = selecting
            .then(|| TransformBox::of(scene, selection))
            .flatten();
        if let Some(transform_box) = &transform_box {
            transform_box::draw(&painter, &screen, transform_box, inputs.tool.preview());
        }
        let ends = if selecting {
            handles::end_dots(&view, selection)
        } else {
            vec![]
        };
        transform_box::draw_end_dots(&painter, &screen, &ends, inputs.tool.preview());
        preview::draw(&painter, &screen, inputs.tool.preview(), scene);
        if let Some(snapped) = &self.snapped {
            snapped::draw(&painter, &screen, snapped, scene);
        }
        let handles = transform_box.map_or(vec![], |transform_box| {
            transform_box.handles(view.unit_per_point)
        });
        names::expose(
            ui,
            &screen,
            response,
            &names::NamedItems {
                scene,
                selection,
                agents,
                rings: &rings,
                handles: &handles,
                ends: &ends,
            },
        );
    }
}

/// Whether any agent targets or flees from the pointer.
pub fn uses_pointer(scene: &Scene) -> bool {
    let pointer = Some(Target::Pointer);
    scene
        .agents
        .iter()
        .any(|agent| agent.target == pointer || agent.danger == pointer)
}
