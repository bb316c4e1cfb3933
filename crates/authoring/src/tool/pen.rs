//! Pen: a click adds a node, a click on the first closes the loop, Enter or the second button ends.

use crate::tool::{Hints, Outcome, PointerEvent, PointerKind, Preview, ToolContext, ToolKey};
use crate::{Item, Selection, edit, path_ops, place};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Node, NodeId, PathId, Scene};

/// The Pen tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pen {
    state: State,
    preview: Option<Preview>,
    /// What was selected before the path was begun.
    selected_before: Selection,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// The button is up; the next click adds to this path.
    Drawing(Drawing),
    /// The button is down on the node just added, which follows the pointer.
    Adjusting(Drawing, NodeId),
}

/// The steps that drawing makes on the way.
const OWN_STEPS: [&str; 2] = ["Add node", "Take back node"];

/// The path being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawing {
    path: PathId,
    /// How many steps there were before.
    steps: usize,
    /// How many nodes it had before.
    had: usize,
    /// Whether it grows at its first node; else at its last.
    at_start: bool,
}

impl Drawing {
    /// The node that the next one follows.
    fn end(self, scene: &Scene) -> Option<&Node> {
        let nodes = &scene.path(self.path)?.nodes;
        if self.at_start {
            nodes.first()
        } else {
            nodes.last()
        }
    }

    /// The node at the other end: a click there closes the loop.
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
        let count = path.nodes.len().saturating_sub(self.had);
        let from = if self.at_start { 0 } else { self.had };
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
        bench: &mut ToolContext<'_>,
    ) -> Option<Outcome> {
        self.forget_what_is_gone(bench);
        let mut outcome = None;
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => {
                self.selected_before = bench.session.selection.clone();
                add(begin(event, bench), event, bench)
            }
            (State::Drawing(drawing), PointerKind::Press) if closes(drawing, event, bench) => {
                path_ops::set_closed(&mut bench.session.scene, drawing.path, true);
                outcome = finish(drawing, "Close path", bench);
                State::Ready
            }
            (State::Drawing(drawing), PointerKind::Press) => add(Some(drawing), event, bench),
            (State::Adjusting(drawing, node), PointerKind::Move) => {
                let at = place_for(drawing, Some(node), event, bench);
                if let Some(node) = bench.session.scene.node_mut(drawing.path, node) {
                    (node.x, node.y) = (at.x, at.y);
                }
                State::Adjusting(drawing, node)
            }
            (State::Adjusting(drawing, _), PointerKind::Release) => State::Drawing(drawing),
            // While the first button is down, the second takes back what that holds, as everywhere.
            (State::Adjusting(drawing, _), PointerKind::SecondaryPress) => {
                bench.session.roll_back();
                bench.snapped = None;
                State::Drawing(drawing)
            }
            (State::Drawing(drawing), PointerKind::SecondaryPress) => {
                outcome = finish(drawing, "Finish path", bench);
                State::Ready
            }
            (state, _) => state,
        };
        self.forget_what_is_gone(bench);
        self.preview = self.preview_at(event, bench);
        outcome
    }

    pub(super) fn key(
        &mut self,
        key: ToolKey,
        bench: &mut ToolContext<'_>,
    ) -> (bool, Option<Outcome>) {
        self.forget_what_is_gone(bench);
        let (State::Drawing(drawing) | State::Adjusting(drawing, _)) = self.state else {
            return (false, None);
        };
        self.preview = None;
        self.state = State::Ready;
        match key {
            ToolKey::Enter => return (true, finish(drawing, "Finish path", bench)),
            ToolKey::Escape => {
                let selected = std::mem::take(&mut self.selected_before);
                bench.session.take_back_to(drawing.steps, &OWN_STEPS);
                // What cannot be taken back, as other things were done in between, is taken away.
                let added = drawing.added(&bench.session.scene);
                if !added.is_empty() {
                    edit::delete(&mut bench.session.scene, &added);
                    bench.session.name_step("Cancel path");
                }
                bench.session.selection = selected;
            }
            // What was there before the drawing began is not taken back.
            ToolKey::Backspace
                if bench
                    .session
                    .scene
                    .path(drawing.path)
                    .is_some_and(|path| path.nodes.len() <= drawing.had) =>
            {
                self.state = State::Drawing(drawing);
            }
            ToolKey::Backspace => {
                let scene = &mut bench.session.scene;
                let last = drawing
                    .end(scene)
                    .map(|node| Item::Node(drawing.path, node.id));
                edit::delete(scene, last.as_slice());
                bench.session.name_step("Take back node");
                if bench.session.scene.path(drawing.path).is_some() {
                    self.state = State::Drawing(drawing);
                }
            }
        }
        (true, None)
    }

    pub(super) fn is_busy(&self) -> bool {
        matches!(self.state, State::Adjusting(..))
    }

    /// The node under the button is gone; drawing goes on.
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
            (State::Ready, _) => Hints::at_rest(&[
                ("Click", "sets the first node"),
                ("Click an end", "goes on with that path"),
            ]),
            (_, Some(Preview::Close(_))) => Hints::by_hand(&[("Click", "closes the loop")]),
            _ => Hints::by_hand(&[
                ("Click", "adds a node"),
                ("Click the first", "closes the loop"),
                ("Enter or right-click", "ends"),
                ("Backspace", "takes the last back"),
                ("Esc", "cancels"),
                ("Shift", "in steps of 15°"),
                ("Ctrl", "without snapping"),
            ]),
        }
    }

    pub(super) fn forget_hover(&mut self) {
        self.preview = None;
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// An undo may have removed the path being drawn, or gone to before it was taken up.
    fn forget_what_is_gone(&mut self, bench: &ToolContext<'_>) {
        let (State::Drawing(drawing) | State::Adjusting(drawing, _)) = self.state else {
            return;
        };
        if bench
            .session
            .scene
            .path(drawing.path)
            .is_none_or(|path| path.nodes.len() < drawing.had.max(1))
        {
            *self = Self::default();
        }
    }

    fn preview_at(&self, event: PointerEvent, bench: &mut ToolContext<'_>) -> Option<Preview> {
        let State::Drawing(drawing) = self.state else {
            return None;
        };
        if closes(drawing, event, bench) {
            return drawing
                .far_end(&bench.session.scene)
                .map(|node| Preview::Close(node.position()));
        }
        let from = drawing.end(&bench.session.scene)?.position();
        Some(Preview::Segment(
            from,
            place_for(drawing, None, event, bench),
        ))
    }
}

/// Where the next node comes to lie, or the one that is being `placed`.
fn place_for(
    drawing: Drawing,
    placed: Option<NodeId>,
    event: PointerEvent,
    bench: &mut ToolContext<'_>,
) -> DVec2 {
    let scene = &bench.session.scene;
    let end = drawing
        .end(scene)
        .map(|node| Item::Node(drawing.path, node.id));
    let nodes = scene.path(drawing.path).map_or(&[][..], |path| &path.nodes);
    // Angles are measured from the node before.
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
    let from = from.map(Node::position);
    let targets = bench.targets(|item| Some(item) == end);
    bench.snap(event.at, &targets, from, event.held)
}

/// Goes on with the path whose open end was clicked, or begins a new one.
fn begin(event: PointerEvent, bench: &mut ToolContext<'_>) -> Option<Drawing> {
    let Some(Item::Node(id, node)) = bench.stage().item_at(event.at) else {
        return None;
    };
    let path = bench
        .session
        .scene
        .path(id)
        .filter(|path| !path.is_closed())?;
    let is = |end: Option<&Node>| end.is_some_and(|end| end.id == node);
    let (first, last) = (is(path.nodes.first()), is(path.nodes.last()));
    if !first && !last {
        return None;
    }
    let had = path.nodes.len();
    let steps = bench.session.history().steps().1;
    bench.session.selection.set(Item::Path(id));
    Some(Drawing {
        path: id,
        steps,
        had,
        at_start: !last,
    })
}

fn add(drawing: Option<Drawing>, event: PointerEvent, bench: &mut ToolContext<'_>) -> State {
    let going_on = drawing.is_some_and(|drawing| {
        let path = bench.session.scene.path(drawing.path);
        let end = drawing.end(&bench.session.scene);
        path.is_some_and(|path| path.nodes.len() == drawing.had)
            && end.is_some_and(|end| {
                vector::distance(end.position(), event.at)
                    <= bench.grab_points * bench.unit_per_point
            })
    });
    let drawing = drawing.unwrap_or_else(|| {
        let steps = bench.session.history().steps().1;
        Drawing {
            path: edit::add_path(&mut bench.session.scene),
            steps,
            had: 0,
            at_start: false,
        }
    });
    if going_on {
        // The click that takes up an end adds nothing yet.
        return State::Drawing(drawing);
    }
    let at = place_for(drawing, None, event, bench);
    let index = if drawing.at_start { 0 } else { usize::MAX };
    let Some(node) = edit::insert_node(&mut bench.session.scene, drawing.path, index, at) else {
        return State::Ready;
    };
    bench.session.selection.set(Item::Path(drawing.path));
    bench.session.name_step("Add node");
    State::Adjusting(drawing, node)
}

fn closes(drawing: Drawing, event: PointerEvent, bench: &ToolContext<'_>) -> bool {
    let scene = &bench.session.scene;
    let nodes = scene.path(drawing.path).map_or(0, |path| path.nodes.len());
    let reach = bench.grab_points * bench.unit_per_point;
    nodes > 2
        && drawing
            .far_end(scene)
            .is_some_and(|end| vector::distance(end.position(), event.at) <= reach)
}

fn finish(drawing: Drawing, step: &str, bench: &mut ToolContext<'_>) -> Option<Outcome> {
    finish_path(drawing.path, drawing.had == 0, step, bench)
}

/// Ends a path that was drawn; a new one that nobody walks gets a walker, so that it is seen to work at once.
pub(super) fn finish_path(
    path: PathId,
    is_new: bool,
    step: &str,
    bench: &mut ToolContext<'_>,
) -> Option<Outcome> {
    let session = &mut *bench.session;
    session.name_step(step);
    session.selection.set(Item::Path(path));
    let nodes = session.scene.path(path).map_or(0, |path| path.nodes.len());
    let walked = session
        .scene
        .agents
        .iter()
        .any(|agent| agent.path == Some(path));
    if is_new && nodes > 1 && !walked {
        let preset = place::walker_preset(&mut session.scene);
        place::add_walker(&mut session.scene, path, preset);
    }
    (nodes > 1).then_some(Outcome::PathFinished)
}
