//! The canvas, which shows the scene and its simulation and handles pointer input.
//!
//! One widget takes all input and does its own hit testing, so that a press and a drag within one
//! frame are not missed.

mod agents;
mod draw;
mod frame;
mod grid;
mod handles;
mod input;
mod items;
mod labels;
mod layers;
mod names;
mod paths;
mod screen;
mod shapes;
mod verdict;
mod version_view;

pub use crate::editor::canvas::agents::scene::spawned_agents;
pub use crate::editor::canvas::agents::uses_pointer;
pub use crate::editor::canvas::input::CanvasInput;
pub use crate::editor::canvas::input::game_press::GamePress;
pub use crate::editor::canvas::input::keyboard_cursor::{CursorKeys, KeyboardCursor};
pub use crate::editor::canvas::input::menu::{ContextMenu, ContextMenuInput};
pub use crate::editor::canvas::items::pictures::words as problem_words;
pub use layers::Layers;
pub use screen::Screen;

use crate::editor::canvas::agents::crowd::AgentCrowd;
use crate::editor::canvas::input::fit::LastFit;
use crate::editor::canvas::items::markers::MarkerLayer;
use crate::editor::canvas::labels::KeptSides;
use crate::editor::canvas::paths::layer::PathLayer;
use crate::editor::checks::Checks;
use crate::editor::checks::verdicts::VerdictCache;
use crate::editor::coverage::CoverageView;
use crate::editor::pictures::Pictures;
use crate::editor::preferences::settings::Wheel;
use egui::{Pos2, Rect, Role, Sense, Ui, WidgetInfo};
use frame::Measured;
use glam::DVec2;
use steerwright_analysis::recording::Replay;
use steerwright_authoring::canvas::ring::RingId;
use steerwright_authoring::canvas::ring_handles::KeptHandles;
use steerwright_authoring::paths::cache::PathCache;
use steerwright_authoring::paths::junction_arrows::JunctionArrow;
use steerwright_authoring::paths::meetings::Meeting;
use steerwright_authoring::snap::Snapped;
use steerwright_authoring::tool::{Outcome, PointerEvent, PointerKind, Tool};
use steerwright_authoring::{
    CanvasContext, CanvasView, Command, Playback, Routes, Session, ToolSettings, Viewport,
};
use version_view::{VersionInputs, VersionView};

/// After this many frames, the panels around an opened scene have their sizes.
const OPENING_FRAMES: u8 = 6;

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
    /// What was drawn over the canvas in the last frame. Labels keep off it.
    pub covered: [Option<Rect>; 3],
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
    /// For this many frames, the view is fitted again if the canvas gets another size.
    opening_frames: u8,
    last_fit: LastFit,
    /// Whether a key or a button was pressed, or the wheel turned, since the window opened.
    was_used: bool,
    crowd: AgentCrowd,
    markers: MarkerLayer,
    meetings: PathCache<Vec<Meeting>>,
    junction_arrows: PathCache<Vec<JunctionArrow>>,
    paths: PathLayer,
    /// An earlier tick that was run again.
    planned: Replay,
    /// Where the handles of rings were drawn last.
    handles: KeptHandles,
    /// At which sides their labels were.
    label_sides: KeptSides,
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
        self.opening_frames = OPENING_FRAMES;
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

    /// The ring on which the context menu was opened, while it is open.
    pub fn menu_ring(&self) -> Option<RingId> {
        self.menu.ring()
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
        // Panels may get theirs from what the scene shows.
        let opens = !self.was_used || self.opening_frames > 0;
        self.opening_frames = self.opening_frames.saturating_sub(1);
        if !self.fitted || (opens && self.viewport.size != self.fitted_size) {
            self.fitted = true;
            self.fitted_size = self.viewport.size;
            self.fit(inputs.session, inputs.playback, inputs.routes);
        }
        self.was_used |= ui.input(|input| input.events.iter().any(input::cursor::is_use));
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
        let mut view = CanvasView::new(routes, playback, &self.viewport);
        view.handles.clone_from(&self.handles);
        view.handles.stay = playback.is_playing() || tool.is_busy();
        let mut context = CanvasContext::new(session, view, settings);
        context.snapped.clone_from(snapped);
        let is_playing = playback.is_playing();
        self.press.has_player = playback.is_taken_over();
        let outcome = self.perform_keys_and_pointer(ui, events, tool, &mut context, is_playing);
        if context.snapped != *snapped {
            // The status bar was already drawn in this frame.
            ui.ctx().request_repaint();
        }
        let edited = context.session.edited_state;
        verdicts.update(
            ui.ctx(),
            &context.session.scene,
            &context.session.selection,
            edited,
        );
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
        let measured = Measured {
            verdicts,
            checks,
            pictures,
            coverage,
        };
        self.draw(ui, &response, &context, tool, playback, measured);
        self.draw_keyboard_cursor(ui, &response, tool, &context);
        self.set_cursor(ui, &response, tool);
        *snapped = context.snapped;
        outcome
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
                // The tool shows nothing that such a press would not do.
                let leaves = PointerEvent {
                    kind: PointerKind::Leave,
                    ..event
                };
                tool.pointer(leaves, context);
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
}
