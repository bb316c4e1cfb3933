//! The Pen tool: clicks add nodes, clicking the first node closes the loop, Enter or a right-click
//! finishes the path.

use crate::tool::{Hints, Outcome, PointerEvent, PointerKind, Preview, ToolKey};
use crate::{CanvasContext, Item, Selection, Session, edit, path_ops, place};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Node, NodeId, PathId, Scene};

/// The Pen tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pen {
    state: State,
    preview: Option<Preview>,
    /// The selection before the path was begun.
    selected_before: Selection,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// A path is being drawn; the next click adds a node.
    Drawing(Drawing),
    /// The button is down on the node just added, which follows the pointer.
    Adjusting(Drawing, NodeId),
}

/// The names of the steps that drawing makes.
const OWN_STEPS: [&str; 2] = ["Add node", "Remove last node"];

/// The path being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawing {
    path: PathId,
    /// The number of steps before drawing began.
    initial_steps: usize,
    /// The number of nodes before drawing began.
    initial_nodes: usize,
    /// Whether nodes are added before the first one rather than after the last.
    at_start: bool,
}

impl Drawing {
    /// The node that the next one connects to.
    fn end(self, scene: &Scene) -> Option<&Node> {
        let nodes = &scene.path(self.path)?.nodes;
        if self.at_start {
            nodes.first()
        } else {
            nodes.last()
        }
    }

    /// The node at the other end. Clicking it closes the loop.
    fn far_end(self, scene: &Scene) -> Option<&Node> {
        let nodes = &scene.path(self.path)?.nodes;
        if self.at_start {
            nodes.last()
        } else {
            nodes.first()
        }
    }

    /// The nodes added so far.
    fn added(self, scene: &Scene) -> Vec<Item> {
        let Some(path) = scene.path(self.path) else {
            return vec![];
        };
        let count = path.nodes.len().saturating_sub(self.initial_nodes);
        let from = if self.at_start { 0 } else { self.initial_nodes };
        path.nodes
            .iter()
            .skip(from)
            .take(count)
            .map(|node| Item::Node(path.id, node.id))
            .collect()
    }
}

impl Pen {
    pub(super) fn pointer(
        &mut self,
        event: PointerEvent,
        context: &mut CanvasContext<'_>,
    ) -> Option<Outcome> {
        self.stop_if_path_is_gone(&context.session.scene);
        let mut outcome = None;
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => {
                self.selected_before = context.session.selection.clone();
                add(begin(event, context), event, context)
            }
            (State::Drawing(drawing), PointerKind::Press) if closes(drawing, event, context) => {
                path_ops::set_closed(&mut context.session.scene, drawing.path, true);
                outcome = finish(drawing, "Close path", context.session);
                State::Ready
            }
            (State::Drawing(drawing), PointerKind::Press) => add(Some(drawing), event, context),
            (State::Adjusting(drawing, node), PointerKind::Move) => {
                let at = place_for(drawing, Some(node), event, context);
                if let Some(node) = context.session.scene.node_mut(drawing.path, node) {
                    node.position = at;
                }
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
                outcome = finish(drawing, "Finish path", context.session);
                State::Ready
            }
            (state, _) => state,
        };
        self.stop_if_path_is_gone(&context.session.scene);
        self.preview = self.preview_at(event, context);
        outcome
    }

    pub(super) fn key(&mut self, key: ToolKey, session: &mut Session) -> (bool, Option<Outcome>) {
        self.stop_if_path_is_gone(&session.scene);
        let (State::Drawing(drawing) | State::Adjusting(drawing, _)) = self.state else {
            return (false, None);
        };
        self.preview = None;
        self.state = State::Ready;
        match key {
            ToolKey::Enter => return (true, finish(drawing, "Finish path", session)),
            ToolKey::Escape => {
                let selected = std::mem::take(&mut self.selected_before);
                session.undo_to(drawing.initial_steps, &OWN_STEPS);
                // Delete nodes that cannot be undone because other edits followed.
                let added = drawing.added(&session.scene);
                if !added.is_empty() {
                    edit::delete(&mut session.scene, &added);
                    session.name_step("Cancel path");
                }
                session.selection = selected;
            }
            // Nodes from before drawing began are kept.
            ToolKey::Backspace
                if session
                    .scene
                    .path(drawing.path)
                    .is_some_and(|path| path.nodes.len() <= drawing.initial_nodes) =>
            {
                self.state = State::Drawing(drawing);
            }
            ToolKey::Backspace => {
                let scene = &mut session.scene;
                let last = drawing
                    .end(scene)
                    .map(|node| Item::Node(drawing.path, node.id));
                edit::delete(scene, last.as_slice());
                session.name_step("Remove last node");
                if session.scene.path(drawing.path).is_some() {
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

    /// The path being drawn.
    pub fn drawing(&self) -> Option<PathId> {
        match self.state {
            State::Ready => None,
            State::Drawing(drawing) | State::Adjusting(drawing, _) => Some(drawing.path),
        }
    }

    pub(super) fn hints(&self) -> Hints {
        match (&self.state, &self.preview) {
            (State::Ready, _) => Hints::idle(&[
                ("Click", "Add first node"),
                ("Click an end", "Extend that path"),
            ]),
            (_, Some(Preview::Close(_))) => Hints::by_pointer(&[("Click", "Close loop")]),
            _ => Hints::by_pointer(&[
                ("Click", "Add node"),
                ("Click first node", "Close loop"),
                ("Enter or right-click", "Finish"),
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

    /// Stops drawing if an undo removed the path or went back to before it was begun.
    fn stop_if_path_is_gone(&mut self, scene: &Scene) {
        let (State::Drawing(drawing) | State::Adjusting(drawing, _)) = self.state else {
            return;
        };
        if scene
            .path(drawing.path)
            .is_none_or(|path| path.nodes.len() < drawing.initial_nodes.max(1))
        {
            *self = Self::default();
        }
    }

    fn preview_at(&self, event: PointerEvent, context: &mut CanvasContext<'_>) -> Option<Preview> {
        let State::Drawing(drawing) = self.state else {
            return None;
        };
        if closes(drawing, event, context) {
            return drawing
                .far_end(&context.session.scene)
                .map(|node| Preview::Close(node.position));
        }
        let from = drawing.end(&context.session.scene)?.position;
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
    let end = drawing
        .end(scene)
        .map(|node| Item::Node(drawing.path, node.id));
    let nodes = scene.path(drawing.path).map_or(&[][..], |path| &path.nodes);
    // Angles are measured from the previous node.
    let before = placed.and_then(|_| {
        if drawing.at_start {
            nodes.get(1)
        } else {
            nodes.len().checked_sub(2).and_then(|i| nodes.get(i))
        }
    });
    let from = if placed.is_some() {
        before
    } else {
        drawing.end(scene)
    };
    let from = from.map(|node| node.position);
    let targets = context.targets(|item| Some(item) == end);
    context.snap(event.at, &targets, from, event.modifiers)
}

/// Extends the path whose open end was clicked. `None` if a new one begins.
fn begin(event: PointerEvent, context: &mut CanvasContext<'_>) -> Option<Drawing> {
    let Some(Item::Node(id, node)) = context.item_at(event.at) else {
        return None;
    };
    let path = context
        .session
        .scene
        .path(id)
        .filter(|path| !path.is_closed())?;
    let is_clicked = |end: Option<&Node>| end.is_some_and(|end| end.id == node);
    let (first, last) = (
        is_clicked(path.nodes.first()),
        is_clicked(path.nodes.last()),
    );
    if !first && !last {
        return None;
    }
    let initial_nodes = path.nodes.len();
    let initial_steps = context.session.history().steps().1;
    context.session.selection.set(Item::Path(id));
    Some(Drawing {
        path: id,
        initial_steps,
        initial_nodes,
        at_start: !last,
    })
}

fn add(drawing: Option<Drawing>, event: PointerEvent, context: &mut CanvasContext<'_>) -> State {
    let resuming = drawing.is_some_and(|drawing| {
        let path = context.session.scene.path(drawing.path);
        let end = drawing.end(&context.session.scene);
        path.is_some_and(|path| path.nodes.len() == drawing.initial_nodes)
            && end.is_some_and(|end| {
                vector::distance(end.position, event.at) <= context.grab_radius()
            })
    });
    let drawing = drawing.unwrap_or_else(|| {
        let initial_steps = context.session.history().steps().1;
        Drawing {
            path: edit::add_path(&mut context.session.scene),
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
    let Some(node) = edit::insert_node(&mut context.session.scene, drawing.path, index, at) else {
        return State::Ready;
    };
    context.session.selection.set(Item::Path(drawing.path));
    context.session.name_step("Add node");
    State::Adjusting(drawing, node)
}

fn closes(drawing: Drawing, event: PointerEvent, context: &CanvasContext<'_>) -> bool {
    let scene = &context.session.scene;
    let nodes = scene.path(drawing.path).map_or(0, |path| path.nodes.len());
    let reach = context.grab_radius();
    nodes > 2
        && drawing
            .far_end(scene)
            .is_some_and(|end| vector::distance(end.position, event.at) <= reach)
}

fn finish(drawing: Drawing, step: &str, session: &mut Session) -> Option<Outcome> {
    finish_path(drawing.path, drawing.initial_nodes == 0, step, session)
}

/// Finishes a path. A new path without agents gets one, so that it can be seen working immediately.
pub(super) fn finish_path(
    path: PathId,
    is_new: bool,
    step: &str,
    session: &mut Session,
) -> Option<Outcome> {
    session.name_step(step);
    session.selection.set(Item::Path(path));
    let nodes = session.scene.path(path).map_or(0, |path| path.nodes.len());
    let is_used = session
        .scene
        .agents
        .iter()
        .any(|agent| agent.path == Some(path));
    if is_new && nodes > 1 && !is_used {
        let preset = place::path_preset(&mut session.scene);
        place::add_agent_on_path(&mut session.scene, path, preset);
    }
    (nodes > 1).then_some(Outcome::PathFinished)
}
