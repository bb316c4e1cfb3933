//! The canvas: what is authored, what moves, and the hand's work on both.
//!
//! One widget takes all input and hit-tests by itself, so that a quick press and drag within one frame is not missed. Drawing
//! order: grid, cells, paths, trails, rings, markers, agents, preview.

mod agents;
mod cells;
mod grid;
mod input;
mod menu;
mod names;
mod paths;
mod preview;
mod rings;
mod screen;
mod snapped;
mod transform_box;

pub use input::CanvasInput;
pub use menu::{ContextMenu, Offers};
pub use screen::Screen;

use crate::editor::settings::Settings;
use crate::editor::theme;
use egui::{CursorIcon, Response, Role, Sense, Ui, WidgetInfo};
use glam::DVec2;
use steerwright_authoring::handles;
use steerwright_authoring::handles::TransformBox;
use steerwright_authoring::snap::{Snap, Snapped};
use steerwright_authoring::tool::{Cursor, Outcome, PointerKind, Preview, Tool, ToolContext};
use steerwright_authoring::{Command, Playback, Routes, Session, Viewport, bounds};
use steerwright_runtime::scene::{AgentId, Node, PresetId, Scene, Target};

/// Labels of rings keep off so many nodes and agents.
const MOST_KEPT_CLEAR: usize = 400;

/// What is drawn when wanted.
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

/// The canvas's own state: what it shows and what the hand is in the middle of.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    /// What part of the plane is shown.
    pub viewport: Viewport,
    /// What is drawn when wanted.
    pub layers: Layers,
    /// Where the pointer is over the canvas, u.
    pub pointer: Option<DVec2>,
    input: CanvasInput,
    /// What the hand's last place snapped to.
    snapped: Option<Snapped>,
    menu: ContextMenu,
    /// Whether the view has been fitted to the scene since it was opened.
    fitted: bool,
}

/// What the canvas works on.
pub struct CanvasWork<'a> {
    /// The scene being edited.
    pub session: &'a mut Session,
    /// The run being watched.
    pub playback: &'a Playback,
    /// The lines of the paths.
    pub routes: &'a Routes,
    /// What the hand holds.
    pub tool: &'a mut Tool,
    /// The preset that new agents get.
    pub preset: Option<PresetId>,
    /// What positions snap to.
    pub snap: Snap,
    /// How near is near, and what the wheel does.
    pub settings: &'a Settings,
}

impl Canvas {
    /// Fits the view to the scene the next time it is drawn.
    pub fn refit(&mut self) {
        self.fitted = false;
    }

    /// Whether Space was used to drag the view since it went down.
    pub fn space_dragged(&self) -> bool {
        self.input.space_dragged()
    }

    /// What the hand's last place snapped to.
    pub fn snapped(&self) -> Option<&Snapped> {
        self.snapped.as_ref()
    }

    /// Nothing is being placed any more.
    pub fn forget_snap(&mut self) {
        self.snapped = None;
    }

    /// Where the menu at the pointer was opened, u, while it is open.
    pub fn menu_point(&self) -> Option<DVec2> {
        self.menu.point()
    }

    /// The menu at the pointer, if it is open; returns the command chosen. Belongs after [`Canvas::ui`].
    pub fn menu_ui(&mut self, offers: &Offers<'_>) -> Option<Command> {
        self.menu.ui(offers)
    }

    /// Draws the canvas over the whole of `ui` and lets the tool work.
    pub fn ui(&mut self, ui: &mut Ui, mut work: CanvasWork<'_>) -> Option<Outcome> {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Canvas"));
        self.viewport.size = DVec2::new(
            f64::from(rect.width().max(1.0)),
            f64::from(rect.height().max(1.0)),
        );
        if !self.fitted {
            self.fitted = true;
            self.fit(&work.session.scene);
        }
        let agents = work.playback.positions();
        let before = self.snapped.clone();
        let outcome = self.handle_input(ui, &response, &mut work, &agents);
        if self.snapped != before {
            // The status bar has been drawn already.
            ui.ctx().request_repaint();
        }
        self.menu.attach(&response);
        self.draw(ui, &response, &work, &agents);
        self.set_cursor(ui, &response, work.tool);
        outcome
    }

    /// Shows the whole scene.
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
        work: &mut CanvasWork<'_>,
        agents: &[(AgentId, DVec2)],
    ) -> Option<Outcome> {
        let events = self.input.read(
            ui,
            response,
            &mut self.viewport,
            matches!(work.tool, Tool::Hand),
            work.settings.wheel,
        );
        self.pointer = self.input.pointer();
        let mut bench = ToolContext {
            session: work.session,
            routes: work.routes,
            agents,
            unit_per_point: self.viewport.length_from_points(1.0),
            grab_points: work.settings.grab_points,
            drag_points: work.settings.drag_points,
            pointer: work.playback.pointer(),
            shown: self.viewport.bounds(),
            snap: work.snap,
            preset: work.preset,
            snapped: self.snapped.take(),
        };
        let mut outcome = None;
        for event in events {
            // The second button opens the menu, unless it takes back or ends what the tool is about.
            if event.kind == PointerKind::SecondaryPress && !work.tool.takes_second_button() {
                self.menu.wanted(event.at, &mut bench);
                continue;
            }
            outcome = work.tool.pointer(event, &mut bench).or(outcome);
        }
        self.snapped = bench.snapped.take();
        outcome
    }

    fn set_cursor(&self, ui: &Ui, response: &Response, tool: &Tool) {
        let panning = self.input.is_panning();
        if !response.contains_pointer() && !panning {
            return;
        }
        // Space held takes up the hand, but not out of a drag.
        let space = !tool.is_busy()
            && !ui.ctx().egui_wants_keyboard_input()
            && ui.input(|i| i.key_down(egui::Key::Space));
        ui.ctx().set_cursor_icon(match tool.cursor() {
            _ if panning => CursorIcon::Grabbing,
            _ if space => CursorIcon::Grab,
            Cursor::Arrow => CursorIcon::Default,
            Cursor::Cross => CursorIcon::Crosshair,
            Cursor::Point => CursorIcon::PointingHand,
            Cursor::Open => CursorIcon::Grab,
            Cursor::Closed => CursorIcon::Grabbing,
            Cursor::Turn => CursorIcon::Alias,
            Cursor::Scale(0, _) => CursorIcon::ResizeVertical,
            Cursor::Scale(_, 0) => CursorIcon::ResizeHorizontal,
            Cursor::Scale(x, y) if x == y => CursorIcon::ResizeNeSw,
            Cursor::Scale(..) => CursorIcon::ResizeNwSe,
        });
    }

    fn draw(
        &self,
        ui: &Ui,
        response: &Response,
        work: &CanvasWork<'_>,
        agents: &[(AgentId, DVec2)],
    ) {
        let painter = ui.painter_at(response.rect);
        let screen = Screen::new(self.viewport, response.rect);
        let scene = &work.session.scene;
        let selection = &work.session.selection;
        painter.rect_filled(response.rect, 0.0, theme::CANVAS);
        if self.layers.grid {
            grid::draw(&painter, &screen, &scene.unit);
        }
        cells::draw(&painter, &screen, scene, work.tool);
        let hovered = match &*work.tool {
            Tool::Select(select) => select.hovered(),
            _ => None,
        };
        paths::draw(
            &painter,
            &screen,
            scene,
            work.routes,
            &paths::Emphasis { selection, hovered },
        );
        let live = agents::Live {
            playback: work.playback,
            scene,
            selection,
            hovered,
        };
        if self.layers.trails {
            agents::draw_ghosts(&painter, &screen, &live);
            agents::draw_trails(&painter, &screen, &live);
        }
        let stage = steerwright_authoring::hit::ViewContext {
            scene,
            routes: work.routes,
            agents,
            unit_per_point: self.viewport.length_from_points(1.0),
            grab_points: work.settings.grab_points,
            pointer: work.playback.pointer(),
            shown: self.viewport.bounds(),
        };
        let rings = steerwright_authoring::ring::rings(&stage, selection);
        rings::draw_circles(&painter, &screen, &rings, work.tool.preview());
        paths::draw_markers(
            &painter,
            &screen,
            scene,
            &paths::Emphasis { selection, hovered },
            self.layers.names,
        );
        if uses_pointer(scene) {
            agents::draw_pointer(&painter, &screen, work.playback.pointer());
        }
        agents::draw(&painter, &screen, &live, self.layers);
        let nodes = selection
            .path()
            .and_then(|id| scene.path(id))
            .into_iter()
            .flat_map(|path| path.nodes.iter().map(Node::position));
        let things: Vec<DVec2> = nodes
            .chain(agents.iter().map(|(_, p)| *p))
            .take(MOST_KEPT_CLEAR)
            .collect();
        rings::draw_handles(
            &painter,
            &screen,
            &rings,
            work.tool.preview(),
            &scene.unit,
            &things,
        );
        let boxing = matches!(work.tool.preview(), Some(Preview::Marquee(..)));
        let selecting = matches!(work.tool, Tool::Select(_)) && !boxing;
        let frame = selecting
            .then(|| TransformBox::of(scene, selection))
            .flatten();
        if let Some(frame) = &frame {
            transform_box::draw(&painter, &screen, frame, work.tool.preview());
        }
        let ends = if selecting {
            handles::end_dots(&stage, selection)
        } else {
            vec![]
        };
        transform_box::draw_end_dots(&painter, &screen, &ends, work.tool.preview());
        preview::draw(&painter, &screen, work.tool.preview(), scene);
        if let Some(snapped) = &self.snapped {
            snapped::draw(&painter, &screen, snapped, scene);
        }
        let grips = frame.map_or(vec![], |frame| frame.handles(stage.unit_per_point));
        names::expose(
            ui,
            &screen,
            response,
            &names::Things {
                scene,
                selection,
                agents,
                rings: &rings,
                handles: &grips,
                ends: &ends,
            },
        );
    }
}

/// Whether any agent goes for the pointer or runs from it.
pub fn uses_pointer(scene: &Scene) -> bool {
    let pointer = Some(Target::Pointer);
    scene
        .agents
        .iter()
        .any(|agent| agent.target == pointer || agent.danger == pointer)
}
