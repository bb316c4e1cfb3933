//! Pen: a click adds a node, a click on the first closes the loop, Enter or the second button ends.

use crate::authoring::tool::{Bench, Hints, Outcome, PointerEvent, PointerKind, Preview, ToolKey};
use crate::authoring::{Item, edit, place};
use crate::geometry::vector;
use crate::scene::{NodeId, PathId};

/// The Pen tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pen {
    state: State,
    preview: Option<Preview>,
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

/// The path being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawing {
    path: PathId,
    /// How many nodes it had before.
    had: usize,
}

impl Pen {
    pub(super) fn pointer(&mut self, event: PointerEvent, bench: &mut Bench<'_>) -> Option<Outcome> {
        self.forget_what_is_gone(bench);
        let mut outcome = None;
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => add(begin(event, bench), event, bench),
            (State::Drawing(drawing), PointerKind::Press) if closes(drawing, event, bench) => {
                edit::set_closed(&mut bench.session.scene, drawing.path, true);
                outcome = finish(drawing, "Close path", bench);
                State::Ready
            }
            (State::Drawing(drawing), PointerKind::Press) => add(Some(drawing), event, bench),
            (State::Adjusting(drawing, node), PointerKind::Move) => {
                let at = bench.snap.apply(event.at, event.free);
                if let Some(node) = bench.session.scene.node_mut(drawing.path, node) {
                    (node.x, node.y) = (at.x, at.y);
                }
                State::Adjusting(drawing, node)
            }
            (State::Adjusting(drawing, _), PointerKind::Release) => State::Drawing(drawing),
            (State::Drawing(drawing) | State::Adjusting(drawing, _), PointerKind::SecondaryPress) => {
                outcome = finish(drawing, "Finish path", bench);
                State::Ready
            }
            (state, _) => state,
        };
        self.preview = self.preview_at(event, bench);
        outcome
    }

    pub(super) fn key(&mut self, key: ToolKey, bench: &mut Bench<'_>) -> (bool, Option<Outcome>) {
        self.forget_what_is_gone(bench);
        let (State::Drawing(drawing) | State::Adjusting(drawing, _)) = self.state else { return (false, None) };
        self.preview = None;
        self.state = State::Ready;
        let scene = &mut bench.session.scene;
        match key {
            ToolKey::Enter => return (true, finish(drawing, "Finish path", bench)),
            ToolKey::Escape => {
                let added: Vec<Item> = scene
                    .path(drawing.path)
                    .map_or(vec![], |path| path.nodes.iter().skip(drawing.had).map(|node| Item::Node(path.id, node.id)).collect());
                edit::delete(scene, &added);
                bench.session.name_step("Cancel path");
            }
            // What was there before the drawing began is not taken back.
            ToolKey::Backspace if scene.path(drawing.path).is_some_and(|path| path.nodes.len() <= drawing.had) => {
                self.state = State::Drawing(drawing);
            }
            ToolKey::Backspace => {
                let last = scene.path(drawing.path).and_then(|path| path.nodes.last().map(|node| Item::Node(path.id, node.id)));
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
    pub(super) fn let_go(&mut self) {
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
            (State::Ready, _) => &[("Click", "sets the first node"), ("Click an end", "goes on with that path"), ("V", "back to Select")],
            (_, Some(Preview::Close(_))) => &[("Click", "closes the loop")],
            _ => &[
                ("Click", "adds a node"),
                ("Click the first", "closes the loop"),
                ("Enter or right-click", "ends"),
                ("Backspace", "takes the last back"),
                ("Esc", "cancels"),
            ],
        }
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// An undo may have removed the path being drawn.
    fn forget_what_is_gone(&mut self, bench: &Bench<'_>) {
        if self.drawing().is_some_and(|path| bench.session.scene.path(path).is_none()) {
            *self = Self::default();
        }
    }

    fn preview_at(&self, event: PointerEvent, bench: &Bench<'_>) -> Option<Preview> {
        let State::Drawing(drawing) = self.state else { return None };
        let nodes = &bench.session.scene.path(drawing.path)?.nodes;
        if closes(drawing, event, bench) {
            return nodes.first().map(|node| Preview::Close(node.position()));
        }
        let from = nodes.last()?.position();
        Some(Preview::Segment(from, bench.snap.apply(event.at, event.free)))
    }
}

/// Goes on with the path whose open end was clicked, or begins a new one.
fn begin(event: PointerEvent, bench: &mut Bench<'_>) -> Option<Drawing> {
    if let Some(Item::Node(id, node)) = bench.stage().item_at(event.at) {
        let path = bench.session.scene.path(id)?;
        if !path.is_closed() && path.nodes.last().is_some_and(|last| last.id == node) {
            let had = path.nodes.len();
            bench.session.selection.set(Item::Path(id));
            return Some(Drawing { path: id, had });
        }
    }
    None
}

fn add(drawing: Option<Drawing>, event: PointerEvent, bench: &mut Bench<'_>) -> State {
    let going_on = drawing.is_some_and(|drawing| {
        let path = bench.session.scene.path(drawing.path);
        let end = path.and_then(|path| path.nodes.last());
        let grab = bench.grab_points * bench.unit_per_point;
        path.is_some_and(|path| path.nodes.len() == drawing.had)
            && end.is_some_and(|end| vector::distance(end.position(), event.at) <= grab)
    });
    let drawing = drawing.unwrap_or_else(|| Drawing { path: edit::add_path(&mut bench.session.scene), had: 0 });
    if going_on {
        // The click that takes up an end adds nothing yet.
        return State::Drawing(drawing);
    }
    let at = bench.snap.apply(event.at, event.free);
    let Some(node) = edit::insert_node(&mut bench.session.scene, drawing.path, usize::MAX, at) else { return State::Ready };
    bench.session.selection.set(Item::Path(drawing.path));
    bench.session.name_step("Add node");
    State::Adjusting(drawing, node)
}

fn closes(drawing: Drawing, event: PointerEvent, bench: &Bench<'_>) -> bool {
    let Some(path) = bench.session.scene.path(drawing.path) else { return false };
    let grab = bench.grab_points * bench.unit_per_point;
    path.nodes.len() > 2 && path.nodes.first().is_some_and(|first| vector::distance(first.position(), event.at) <= grab)
}

/// Ends a path; a new one that nobody walks gets a walker, so that it is seen to work at once.
fn finish(drawing: Drawing, step: &str, bench: &mut Bench<'_>) -> Option<Outcome> {
    let session = &mut *bench.session;
    session.name_step(step);
    session.selection.set(Item::Path(drawing.path));
    let nodes = session.scene.path(drawing.path).map_or(0, |path| path.nodes.len());
    let walked = session.scene.agents.iter().any(|agent| agent.path == Some(drawing.path));
    if drawing.had == 0 && nodes > 1 && !walked {
        let preset = place::walker_preset(&mut session.scene);
        place::add_walker(&mut session.scene, drawing.path, preset);
    }
    (nodes > 1).then_some(Outcome::PathFinished)
}
