//! The Pen, Wall and Area tools: clicks add nodes, clicking the first node closes the line, Enter
//! or a right-click finishes it.

use crate::edit;
use crate::edit::place;
use crate::line::{self, LineKind, NodeLine};
use crate::tool::{Hints, Outcome, PointerEvent, PointerKind, Preview, ToolKey};
use crate::{CanvasContext, Item, Line, Selection, Session};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{NodeId, PathId, Scene};

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
    Adjusting(Drawing, NodeId),
}

/// The names of the steps that drawing makes.
const OWN_STEPS: [&str; 2] = ["Add node", "Remove last node"];

/// The line being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawing {
    line: Line,
    /// The number of steps before drawing began.
    initial_steps: usize,
    /// The number of nodes before drawing began.
    initial_nodes: usize,
    /// Whether nodes are added before the first one rather than after the last.
    at_start: bool,
}

impl Drawing {
    /// The number of nodes. `None` if the line is gone.
    fn count(self, scene: &Scene) -> Option<usize> {
        self.line.of(scene).map(NodeLine::count)
    }

    /// The node that is `steps` before the one that the next node connects to, with its position.
    fn before_end(self, scene: &Scene, steps: usize) -> Option<(NodeId, DVec2)> {
        let line = self.line.of(scene)?;
        let last = line.count().checked_sub(1)?;
        line.node(if self.at_start {
            steps
        } else {
            last.checked_sub(steps)?
        })
    }

    /// The node that the next one connects to.
    fn end(self, scene: &Scene) -> Option<(NodeId, DVec2)> {
        self.before_end(scene, 0)
    }

    /// The node at the other end. Clicking it closes the line.
    fn far_end(self, scene: &Scene) -> Option<(NodeId, DVec2)> {
        let line = self.line.of(scene)?;
        let last = line.count().checked_sub(1)?;
        line.node(if self.at_start { last } else { 0 })
    }

    /// The nodes added so far.
    fn added(self, scene: &Scene) -> Vec<Item> {
        let count = self.count(scene).unwrap_or(0);
        let before = self.initial_nodes.min(count);
        let from = if self.at_start { 0 } else { before };
        let nodes = self.line.items(scene);
        nodes.skip(from).take(count - before).collect()
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
                line::set_closed(&mut context.session.scene, drawing.line, true);
                outcome = finish(drawing, &self.step("Close"), context.session);
                State::Ready
            }
            (State::Drawing(drawing), PointerKind::Press) => {
                add(self.draws, Some(drawing), event, context)
            }
            (State::Adjusting(drawing, node), PointerKind::Move) => {
                let at = place_for(drawing, Some(node), event, context);
                line::move_node(&mut context.session.scene, drawing.line, node, at);
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
                if drawing
                    .count(&session.scene)
                    .is_some_and(|count| count <= drawing.initial_nodes) =>
            {
                self.state = State::Drawing(drawing);
            }
            ToolKey::Backspace => {
                let scene = &mut session.scene;
                let last = drawing.end(scene);
                let last = last.map(|(node, _)| Item::Node(drawing.line, node));
                edit::delete(scene, last.as_slice());
                session.name_step("Remove last node");
                if drawing.line.of(&session.scene).is_some() {
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

    /// The line being drawn.
    pub fn drawing(&self) -> Option<Line> {
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
        let least = drawing.initial_nodes.max(1);
        if drawing.count(scene).is_none_or(|count| count < least) {
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
    placed: Option<NodeId>,
    event: PointerEvent,
    context: &mut CanvasContext<'_>,
) -> DVec2 {
    let scene = &context.session.scene;
    let end = drawing.end(scene);
    let end = end.map(|(node, _)| Item::Node(drawing.line, node));
    // Angles are measured from the previous node.
    let from = drawing.before_end(scene, usize::from(placed.is_some()));
    let from = from.map(|(_, position)| position);
    let targets = context.targets(|item| Some(item) == end);
    context.snap(event.at, &targets, from, event.modifiers)
}

/// The event at the center of the node under the pointer, if there is one.
fn at_node(event: PointerEvent, context: &CanvasContext<'_>) -> PointerEvent {
    let scene = &context.session.scene;
    let node = context.item_at(event.at).filter(|item| item.is_node());
    let place = node.and_then(|node| node.position(scene));
    PointerEvent {
        at: place.unwrap_or(event.at),
        ..event
    }
}

/// Extends the line whose open end was clicked. `None` if a new one begins.
fn begin(draws: LineKind, event: PointerEvent, context: &mut CanvasContext<'_>) -> Option<Drawing> {
    let Some(Item::Node(line, clicked)) = context.item_at(event.at) else {
        return None;
    };
    let node_line = line.of(&context.session.scene)?;
    if draws != line.kind() || node_line.is_closed() {
        return None;
    }
    let initial_nodes = node_line.count();
    let is_clicked = |index: usize| {
        node_line
            .node(index)
            .is_some_and(|(node, _)| node == clicked)
    };
    let at_end = is_clicked(initial_nodes.checked_sub(1)?);
    if !at_end && !is_clicked(0) {
        return None;
    }
    let initial_steps = context.session.history().steps().1;
    context.session.selection.set(line.into());
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
        drawing.count(scene) == Some(drawing.initial_nodes)
            && drawing
                .end(scene)
                .is_some_and(|(_, end)| vector::distance(end, event.at) <= context.grab_radius())
    });
    let drawing = drawing.unwrap_or_else(|| {
        let initial_steps = context.session.history().steps().1;
        Drawing {
            line: line::add(&mut context.session.scene, draws),
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
    let node = line::insert_node(&mut context.session.scene, drawing.line, index, at);
    let Some(node) = node else {
        return State::Ready;
    };
    context.session.selection.set(drawing.line.into());
    context.session.name_step("Add node");
    State::Adjusting(drawing, node)
}

fn closes(drawing: Drawing, event: PointerEvent, context: &CanvasContext<'_>) -> bool {
    let scene = &context.session.scene;
    let reach = context.grab_radius();
    drawing.count(scene).is_some_and(|count| count > 2)
        && drawing
            .far_end(scene)
            .is_some_and(|(_, end)| vector::distance(end, event.at) <= reach)
}

fn finish(drawing: Drawing, step: &str, session: &mut Session) -> Option<Outcome> {
    if let Line::Path(path) = drawing.line {
        return finish_path(path, drawing.initial_nodes == 0, step, session);
    }
    session.name_step(step);
    let least = drawing.line.kind().min_nodes();
    let count = drawing.count(&session.scene);
    if drawing.initial_nodes == 0 && count.is_some_and(|count| count < least) {
        edit::delete(&mut session.scene, &[drawing.line.into()]);
        session.selection.clear();
    } else {
        session.selection.set(drawing.line.into());
    }
    None
}

/// Finishes a path. In a scene without agents a new one gets an agent, which shows immediately what
/// paths are for. Later paths get theirs by the command that adds an agent.
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
