//! The Pen, Wall and Area tools: clicks add nodes, clicking the first node closes the line, Enter or a
//! right-click finishes it.

use crate::tool::line::{self, LineKind};
use crate::tool::{Hints, Outcome, PointerEvent, PointerKind, Preview, ToolKey};
use crate::{CanvasContext, Item, Selection, Session, edit, place};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{PathId, Scene};

/// The Pen tool, which draws paths, and the Wall and the Area tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pen {
    /// What it draws.
    pub draws: LineKind,
    state: State,
    preview: Option<Preview>,
    /// The selection before the line was begun.
    selected_before: Selection,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// A line is being drawn; the next click adds a node.
    Drawing(Drawing),
    /// The button is down on the node just added, which follows the pointer.
    Adjusting(Drawing, Item),
}

/// The names of the steps that drawing makes.
const OWN_STEPS: [&str; 2] = ["Add node", "Remove last node"];

/// The line being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawing {
    /// The path or wall.
    line: Item,
    /// The number of steps before drawing began.
    initial_steps: usize,
    /// The number of nodes before drawing began.
    initial_nodes: usize,
    /// Whether nodes are added before the first one rather than after the last.
    at_start: bool,
}

impl Drawing {
    /// The node that is `steps` before the one that the next node connects to, with its position.
    fn before_end(self, scene: &Scene, steps: usize) -> Option<(Item, DVec2)> {
        let last = line::len(scene, self.line)?.checked_sub(1)?;
        let index = if self.at_start {
            steps
        } else {
            last.checked_sub(steps)?
        };
        line::node(scene, self.line, index)
    }

    /// The node that the next one connects to.
    fn end(self, scene: &Scene) -> Option<(Item, DVec2)> {
        self.before_end(scene, 0)
    }

    /// The node at the other end. Clicking it closes the line.
    fn far_end(self, scene: &Scene) -> Option<(Item, DVec2)> {
        let last = line::len(scene, self.line)?.checked_sub(1)?;
        line::node(scene, self.line, if self.at_start { last } else { 0 })
    }

    /// The nodes added so far.
    fn added(self, scene: &Scene) -> Vec<Item> {
        let count = line::len(scene, self.line).map_or(0, |len| len - self.initial_nodes.min(len));
        let from = if self.at_start { 0 } else { self.initial_nodes };
        (from..from + count)
            .filter_map(|index| line::node(scene, self.line, index))
            .map(|(item, _)| item)
            .collect()
    }
}

impl Pen {
    /// A tool that draws lines of a kind.
    pub fn new(draws: LineKind) -> Self {
        Self {
            draws,
            ..Self::default()
        }
    }

    pub(super) fn pointer(
        &mut self,
        event: PointerEvent,
        context: &mut CanvasContext<'_>,
    ) -> Option<Outcome> {
        self.stop_if_line_is_gone(&context.session.scene);
        let mut outcome = None;
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => {
                self.selected_before = context.session.selection.clone();
                if event.modifiers.ctrl {
                    // A line of its own, which begins at a node: a door between two walls.
                    add(self.draws, None, at_node(event, context), context)
                } else {
                    let drawing = begin(self.draws, event, context);
                    add(self.draws, drawing, event, context)
                }
            }
            (State::Drawing(drawing), PointerKind::Press) if closes(drawing, event, context) => {
                line::close(&mut context.session.scene, drawing.line);
                outcome = finish(drawing, &self.step("Close"), context.session);
                State::Ready
            }
            (State::Drawing(drawing), PointerKind::Press) => {
                add(self.draws, Some(drawing), event, context)
            }
            (State::Adjusting(drawing, node), PointerKind::Move) => {
                let at = place_for(drawing, Some(node), event, context);
                line::move_node(&mut context.session.scene, node, at);
                State::Adjusting(drawing, node)
            }
            (State::Adjusting(drawing, _), PointerKind::Release) => State::Drawing(drawing),
            // While the primary button is down, the secondary button cancels the drag, as in every
            // tool.
            (State::Adjusting(drawing, _), PointerKind::SecondaryPress) => {
                context.session.roll_back();
                context.snapped = None;
                State::Drawing(drawing)
            }
            (State::Drawing(drawing), PointerKind::SecondaryPress) => {
                outcome = finish(drawing, &self.step("Finish"), context.session);
                State::Ready
            }
            (state, _) => state,
        };
        self.stop_if_line_is_gone(&context.session.scene);
        self.preview = self.preview_at(event, context);
        outcome
    }

    pub(super) fn key(&mut self, key: ToolKey, session: &mut Session) -> (bool, Option<Outcome>) {
        self.stop_if_line_is_gone(&session.scene);
        let (State::Drawing(drawing) | State::Adjusting(drawing, _)) = self.state else {
            return (false, None);
        };
        self.preview = None;
        self.state = State::Ready;
        match key {
            ToolKey::Enter => return (true, finish(drawing, &self.step("Finish"), session)),
            ToolKey::Escape => {
                let selected = std::mem::take(&mut self.selected_before);
                session.undo_to(drawing.initial_steps, &OWN_STEPS);
                // Delete nodes that cannot be undone because other edits followed.
                let added = drawing.added(&session.scene);
                if !added.is_empty() {
                    edit::delete(&mut session.scene, &added);
                    session.name_step(self.step("Cancel"));
                }
                session.selection = selected;
            }
            // Nodes from before drawing began are kept.
            ToolKey::Backspace
                if line::len(&session.scene, drawing.line)
                    .is_some_and(|len| len <= drawing.initial_nodes) =>
            {
                self.state = State::Drawing(drawing);
            }
            ToolKey::Backspace => {
                let scene = &mut session.scene;
                let last = drawing.end(scene).map(|(item, _)| item);
                edit::delete(scene, last.as_slice());
                session.name_step("Remove last node");
                if drawing.line.exists(&session.scene) {
                    self.state = State::Drawing(drawing);
                }
            }
        }
        (true, None)
    }

    pub(super) fn is_busy(&self) -> bool {
        matches!(self.state, State::Adjusting(..))
    }

    /// Ends the drag; drawing continues.
    pub(super) fn cancel_drag(&mut self) {
        if let State::Adjusting(drawing, _) = self.state {
            self.state = State::Drawing(drawing);
        }
    }

    /// The path or wall being drawn.
    pub fn drawing(&self) -> Option<Item> {
        match self.state {
            State::Ready => None,
            State::Drawing(drawing) | State::Adjusting(drawing, _) => Some(drawing.line),
        }
    }

    /// The name of a step: "Close wall".
    fn step(&self, action: &str) -> String {
        format!("{action} {}", self.draws.name())
    }

    pub(super) fn hints(&self) -> Hints {
        match (&self.state, &self.preview) {
            (State::Ready, _) => Hints::idle(match self.draws {
                LineKind::Path => &[
                    ("Click", "Add first node"),
                    ("Click an end", "Extend that path"),
                    ("Ctrl+click an end", "Begin another path there"),
                ],
                LineKind::Wall => &[
                    ("Click", "Add first node"),
                    ("Click an end", "Extend that wall"),
                    ("Ctrl+click an end", "Begin another wall there"),
                ],
                LineKind::Area => &[("Click", "Add first corner")],
            }),
            (_, Some(Preview::Close(_))) => Hints::by_pointer(&[("Click", "Close")]),
            _ => Hints::by_pointer(&[
                ("Click", "Add node"),
                ("Enter or right-click", "Finish"),
                ("Click first node", "Close"),
                ("Backspace", "Remove last node"),
                ("Esc", "Cancel"),
                ("Shift", "Snap to 15° steps"),
                ("Ctrl", "Disable snapping"),
            ]),
        }
    }

    pub(super) fn clear_hover(&mut self) {
        self.preview = None;
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// Stops drawing if an undo removed the line or went back to before it was begun.
    fn stop_if_line_is_gone(&mut self, scene: &Scene) {
        let (State::Drawing(drawing) | State::Adjusting(drawing, _)) = self.state else {
            return;
        };
        if line::len(scene, drawing.line).is_none_or(|len| len < drawing.initial_nodes.max(1)) {
            *self = Self::new(self.draws);
        }
    }

    fn preview_at(&self, event: PointerEvent, context: &mut CanvasContext<'_>) -> Option<Preview> {
        let State::Drawing(drawing) = self.state else {
            return None;
        };
        if closes(drawing, event, context) {
            return drawing
                .far_end(&context.session.scene)
                .map(|(_, position)| Preview::Close(position));
        }
        let (_, from) = drawing.end(&context.session.scene)?;
        Some(Preview::Segment(
            from,
            place_for(drawing, None, event, context),
        ))
    }
}

/// The snapped position of the next node, or of the one being `placed`.
fn place_for(
    drawing: Drawing,
    placed: Option<Item>,
    event: PointerEvent,
    context: &mut CanvasContext<'_>,
) -> DVec2 {
    let scene = &context.session.scene;
    let end = drawing.end(scene).map(|(item, _)| item);
    // Angles are measured from the previous node.
    let from = drawing.before_end(scene, usize::from(placed.is_some()));
    let from = from.map(|(_, position)| position);
    let targets = context.targets(|item| Some(item) == end);
    context.snap(event.at, &targets, from, event.modifiers)
}

/// The event at the center of the node under the pointer, if there is one.
fn at_node(event: PointerEvent, context: &CanvasContext<'_>) -> PointerEvent {
    let scene = &context.session.scene;
    let place = context.item_at(event.at).and_then(|node| {
        let line = node.whole();
        let nodes = (0..line::len(scene, line)?).filter_map(|index| line::node(scene, line, index));
        let mut own = nodes.filter(|(item, _)| *item == node);
        own.next().map(|(_, position)| position)
    });
    PointerEvent {
        at: place.unwrap_or(event.at),
        ..event
    }
}

/// Extends the line whose open end was clicked. `None` if a new one begins.
fn begin(draws: LineKind, event: PointerEvent, context: &mut CanvasContext<'_>) -> Option<Drawing> {
    let clicked = context.item_at(event.at).filter(|item| item.is_node())?;
    let line = clicked.whole();
    let scene = &context.session.scene;
    if !draws.is_kind_of(line) || line::is_closed(scene, line) {
        return None;
    }
    let initial_nodes = line::len(scene, line)?;
    let is_clicked =
        |index: usize| line::node(scene, line, index).is_some_and(|(item, _)| item == clicked);
    let at_end = is_clicked(initial_nodes.checked_sub(1)?);
    if !at_end && !is_clicked(0) {
        return None;
    }
    let initial_steps = context.session.history().steps().1;
    context.session.selection.set(line);
    Some(Drawing {
        line,
        initial_steps,
        initial_nodes,
        at_start: !at_end,
    })
}

fn add(
    draws: LineKind,
    drawing: Option<Drawing>,
    event: PointerEvent,
    context: &mut CanvasContext<'_>,
) -> State {
    let resuming = drawing.is_some_and(|drawing| {
        let scene = &context.session.scene;
        line::len(scene, drawing.line) == Some(drawing.initial_nodes)
            && drawing
                .end(scene)
                .is_some_and(|(_, end)| vector::distance(end, event.at) <= context.grab_radius())
    });
    let drawing = drawing.unwrap_or_else(|| {
        let initial_steps = context.session.history().steps().1;
        Drawing {
            line: draws.add(&mut context.session.scene),
            initial_steps,
            initial_nodes: 0,
            at_start: false,
        }
    });
    if resuming {
        // The click that picks an end adds no node.
        return State::Drawing(drawing);
    }
    let at = place_for(drawing, None, event, context);
    let index = if drawing.at_start { 0 } else { usize::MAX };
    let Some(node) = line::insert(&mut context.session.scene, drawing.line, index, at) else {
        return State::Ready;
    };
    context.session.selection.set(drawing.line);
    context.session.name_step("Add node");
    State::Adjusting(drawing, node)
}

fn closes(drawing: Drawing, event: PointerEvent, context: &CanvasContext<'_>) -> bool {
    let scene = &context.session.scene;
    let reach = context.grab_radius();
    line::len(scene, drawing.line).is_some_and(|len| len > 2)
        && drawing
            .far_end(scene)
            .is_some_and(|(_, end)| vector::distance(end, event.at) <= reach)
}

fn finish(drawing: Drawing, step: &str, session: &mut Session) -> Option<Outcome> {
    if let Item::Path(path) = drawing.line {
        return finish_path(path, drawing.initial_nodes == 0, step, session);
    }
    session.name_step(step);
    // A single node blocks nothing, and two corners enclose nothing.
    let least = match drawing.line {
        Item::Area(_) => 3,
        Item::Path(_)
        | Item::Node(..)
        | Item::Wall(_)
        | Item::WallNode(..)
        | Item::AreaNode(..)
        | Item::Agent(_)
        | Item::Preset(_)
        | Item::Spawner(_)
        | Item::Contact(_)
        | Item::Marker(_)
        | Item::Picture(_) => 2,
    };
    let len = line::len(&session.scene, drawing.line);
    if drawing.initial_nodes == 0 && len.is_some_and(|len| len < least) {
        edit::delete(&mut session.scene, &[drawing.line]);
        session.selection.clear();
    } else {
        session.selection.set(drawing.line);
    }
    None
}

/// Finishes a path. In a scene without agents a new one gets an agent, which shows immediately what paths are for. Later
/// paths get theirs by the command that adds an agent.
pub(super) fn finish_path(
    path: PathId,
    is_new: bool,
    step: &str,
    session: &mut Session,
) -> Option<Outcome> {
    session.name_step(step);
    session.selection.set(Item::Path(path));
    let nodes = session.scene.path(path).map_or(0, |path| path.nodes.len());
    if !is_new || nodes < 2 || !session.scene.agents.is_empty() {
        return None;
    }
    let preset = place::path_preset(&mut session.scene, None);
    place::add_agent_on_path(&mut session.scene, path, preset)?;
    Some(Outcome::FirstAgentAdded)
}
