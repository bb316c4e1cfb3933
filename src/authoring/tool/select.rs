//! Select: click, drag to move, box, insert on a segment, continue a path, scale and turn by handles, drag a ring.

use crate::authoring::handles::{self, EndDot, Handle};
use crate::authoring::hit::SegmentHit;
use crate::authoring::ring::{Ring, RingId};
use crate::authoring::snap::Targets;
use crate::authoring::tool::drag::{self, Moving, Reshaping};
use crate::authoring::tool::{Bench, Cursor, Held, Hints, PointerEvent, PointerKind, Preview, ToolKey};
use crate::authoring::{Item, Selection, edit, reach};
use crate::geometry::vector;
use crate::scene::PathId;
use glam::DVec2;

/// A press that moves less than this (points on the screen) is a click.
const CLICK_POINTS: f64 = 4.0;

/// A node that is put in snaps no further off the line than this, points on the screen.
const INSERT_POINTS: f64 = 8.0;

/// The Select tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Select {
    state: State,
    preview: Option<Preview>,
}

#[derive(Clone, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    Hovering(Under),
    /// The button is down and has hardly moved.
    Pressed {
        at: DVec2,
        on_click: OnClick,
        on_drag: OnDrag,
    },
    Moving(Box<Moving>),
    /// A node put into a segment follows the hand.
    Inserting(PathId, Box<Moving>),
    Reshaping(Box<Reshaping>),
    Resizing(RingId),
    Boxing {
        from: DVec2,
        adds: bool,
    },
}

/// What a press becomes that is let go where it was.
#[derive(Clone, Copy, Debug, PartialEq)]
enum OnClick {
    /// This item alone is selected.
    Select(Item),
    /// This item is added, or taken out.
    Toggle(Item),
    /// What lies below the item selected here is selected.
    Below,
}

/// What a press becomes that is dragged away.
#[derive(Clone, Copy, Debug, PartialEq)]
enum OnDrag {
    /// This item moves, with everything selected if it is itself.
    Move(Item),
    /// What is selected moves.
    MoveSelected,
    /// A box is drawn.
    Box,
}

/// What lies under the pointer, in the order in which it is taken.
#[derive(Clone, Debug, PartialEq)]
enum Under {
    Item(Item),
    Ring(Ring),
    Handle(Handle),
    End(EndDot),
    /// A place on the selected path where a node can be put in, and where it would come to lie.
    Insertion(SegmentHit, DVec2),
    Path(SegmentHit),
}

impl Select {
    pub(super) fn pointer(&mut self, mut event: PointerEvent, bench: &mut Bench<'_>) {
        if event.kind == PointerKind::SecondRelease {
            event.kind = PointerKind::Release;
            if let Some(path) = self.path_under_press() {
                open_path(path, bench);
                self.state = State::Ready;
            }
        }
        self.state = match (std::mem::take(&mut self.state), event.kind) {
            (State::Ready | State::Hovering(_), PointerKind::Move) => under(bench, event).map_or(State::Ready, State::Hovering),
            (State::Ready | State::Hovering(_), PointerKind::Press) => press(event, bench),
            (State::Pressed { at, on_click, on_drag }, PointerKind::Move) => {
                if vector::distance(at, event.at) < CLICK_POINTS * bench.unit_per_point {
                    State::Pressed { at, on_click, on_drag }
                } else {
                    dragged(at, on_drag, event, bench)
                }
            }
            (State::Pressed { on_click, .. }, PointerKind::Release) => {
                clicked(on_click, event, bench);
                under(bench, event).map_or(State::Ready, State::Hovering)
            }
            (State::Moving(mut moving), PointerKind::Move) => {
                moving.to(event, bench);
                State::Moving(moving)
            }
            (State::Inserting(path, mut moving), PointerKind::Move) => {
                moving.to(event, bench);
                State::Inserting(path, moving)
            }
            (State::Reshaping(mut reshaping), PointerKind::Move) => {
                reshaping.to(event, bench);
                State::Reshaping(reshaping)
            }
            (State::Resizing(id), PointerKind::Move) => {
                drag::resize(id, event, bench);
                State::Resizing(id)
            }
            (State::Boxing { from, adds }, PointerKind::Release) => {
                let items = bench.stage().items_within(from, event.at);
                let before: Vec<Item> = if adds { bench.session.selection.iter().collect() } else { vec![] };
                bench.session.selection.set_all(before.into_iter().chain(items));
                State::Ready
            }
            // A second button during a drag cancels it and never does anything else.
            (
                State::Moving(_)
                | State::Inserting(..)
                | State::Reshaping(_)
                | State::Resizing(_)
                | State::Boxing { .. }
                | State::Pressed { .. },
                PointerKind::SecondaryPress,
            ) => {
                bench.session.roll_back();
                bench.snapped = None;
                State::Ready
            }
            (State::Moving(_) | State::Inserting(..) | State::Reshaping(_) | State::Resizing(_), PointerKind::Release) => State::Ready,
            (state, _) => state,
        };
        self.preview = match &self.state {
            State::Hovering(Under::Insertion(_, at)) => Some(Preview::Insert(*at)),
            State::Hovering(Under::End(dot)) => Some(Preview::Extend(dot.end, dot.position)),
            State::Hovering(Under::Ring(ring)) => Some(Preview::Ring(ring.id)),
            State::Hovering(Under::Handle(handle)) => Some(Preview::Handle(*handle, None)),
            State::Reshaping(reshaping) => Some(Preview::Handle(reshaping.handle(), Some(reshaping.done()))),
            State::Resizing(id) => Some(Preview::Ring(*id)),
            State::Boxing { from, .. } => Some(Preview::Marquee(*from, event.at)),
            _ => None,
        };
    }

    pub(super) fn key(&mut self, key: ToolKey, bench: &mut Bench<'_>) -> bool {
        if key != ToolKey::Escape {
            return false;
        }
        self.preview = None;
        if self.is_busy() {
            bench.session.roll_back();
            self.state = State::Ready;
            return true;
        }
        let selection = &mut bench.session.selection;
        // One step outward: from nodes to their paths, from these to nothing.
        let whole = |item: Item| item.path().map_or(item, Item::Path);
        let outward: Vec<Item> = selection.iter().chain(selection.primary()).map(whole).collect();
        if selection.iter().any(|item| item != whole(item)) {
            selection.set_all(outward);
            return true;
        }
        let had_selection = !selection.is_empty();
        selection.clear();
        had_selection
    }

    /// The path whose line the button went down on.
    fn path_under_press(&self) -> Option<PathId> {
        match self.state {
            State::Inserting(path, _) | State::Pressed { on_click: OnClick::Select(Item::Path(path)), .. } => Some(path),
            _ => None,
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        !matches!(self.state, State::Ready | State::Hovering(_))
    }

    /// What lies under the pointer, if that is an item.
    pub fn hovered(&self) -> Option<Item> {
        match &self.state {
            State::Hovering(Under::Item(item)) => Some(*item),
            State::Pressed { on_click: OnClick::Select(item) | OnClick::Toggle(item), .. } => Some(*item),
            State::Hovering(Under::Path(hit)) => Some(Item::Path(hit.path)),
            _ => None,
        }
    }

    pub(super) fn hints(&self) -> Hints {
        match &self.state {
            State::Ready => &[("Click", "selects"), ("Drag", "draws a box"), ("P", "pen"), ("Space", "play or pause"), ("F", "fit")],
            State::Hovering(Under::Item(_)) => &[
                ("Click", "selects"),
                ("Drag", "moves"),
                ("Shift+click", "adds"),
                ("Alt+click", "takes what lies below"),
                ("Shift+drag", "draws a box"),
            ],
            State::Hovering(Under::Ring(_)) => &[("Drag", "sets the radius"), ("Right-click while dragging", "cancels")],
            State::Hovering(Under::Handle(Handle::Turn)) => &[("Drag", "turns"), ("Shift", "in steps of 15°")],
            State::Hovering(Under::Handle(_)) => &[("Drag", "scales"), ("Shift", "keeps the proportions"), ("Alt", "about the middle")],
            State::Hovering(Under::End(_)) => &[("Drag", "continues the path")],
            State::Hovering(Under::Insertion(..)) => &[("Click", "inserts a node here"), ("Drag", "inserts and moves it")],
            State::Hovering(Under::Path(_)) => {
                &[("Click", "selects the path; once more inserts a node"), ("Double-click", "selects its nodes")]
            }
            State::Pressed { .. } | State::Moving(_) | State::Inserting(..) => {
                &[("Release", "drops"), ("Right-click or Esc", "cancels"), ("Shift", "in steps of 15°"), ("Ctrl", "without snapping")]
            }
            State::Reshaping(_) => &[
                ("Release", "keeps it"),
                ("Right-click or Esc", "cancels"),
                ("Shift", "in even steps"),
                ("Alt", "about the middle"),
                ("Ctrl", "without snapping"),
            ],
            State::Resizing(_) => &[("Release", "keeps the radius"), ("Right-click or Esc", "cancels"), ("Ctrl", "finer")],
            State::Boxing { .. } => &[("Release", "selects what is inside"), ("Esc", "cancels")],
        }
    }

    pub(super) fn cursor(&self) -> Cursor {
        match &self.state {
            State::Ready | State::Boxing { .. } => Cursor::Arrow,
            State::Hovering(Under::Item(_)) => Cursor::Open,
            State::Hovering(Under::Handle(handle)) => over_handle(*handle),
            State::Hovering(_) => Cursor::Point,
            State::Reshaping(reshaping) => over_handle(reshaping.handle()),
            State::Pressed { .. } | State::Moving(_) | State::Inserting(..) | State::Resizing(_) => Cursor::Closed,
        }
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}

fn over_handle(handle: Handle) -> Cursor {
    match handle {
        Handle::Turn => Cursor::Turn,
        Handle::Scale(x, y) => Cursor::Scale(x, y),
    }
}

/// Nodes before handles before segments before rings.
fn under(bench: &mut Bench<'_>, event: PointerEvent) -> Option<Under> {
    let at = event.at;
    let (stage, selection) = (bench.stage(), &bench.session.selection);
    if let Some(item) = stage.item_at(at) {
        return Some(Under::Item(item));
    }
    let rings = bench.rings();
    if let Some(index) = stage.ring_handle_at(at, &rings) {
        return Some(Under::Ring(rings[index].clone()));
    }
    if let Some(dot) = handles::end_dot_at(&stage, selection, at) {
        return Some(Under::End(dot));
    }
    if let Some(handle) = bench.frame().and_then(|frame| frame.handle_at(at, bench.grab_points, bench.unit_per_point)) {
        return Some(Under::Handle(handle));
    }
    if let Some(hit) = stage.segment_at(at) {
        // Of several things selected, any takes all along; of one path alone, its line takes new nodes.
        let alone = !selection.is_empty() && selection.iter().all(|item| item.path() == Some(hit.path));
        let plain = !(event.held.shift || event.held.ctrl || event.held.alt);
        return Some(if alone && plain { insertion(hit, event.held, bench) } else { Under::Path(hit) });
    }
    stage.ring_line_at(at, &rings).map(|index| Under::Ring(rings[index].clone()))
}

/// The place on the segment, or what lies so near that it snaps there. Guides would only lead off the line.
fn insertion(hit: SegmentHit, held: Held, bench: &mut Bench<'_>) -> Under {
    let targets = bench.targets(|item| item == Item::Path(hit.path));
    let guides = std::mem::take(&mut bench.snap.to_guides);
    let near = bench.snap(hit.position, &targets, None, held);
    bench.snap.to_guides = guides;
    let leads_off = vector::distance(near, hit.position) > INSERT_POINTS * bench.unit_per_point;
    if leads_off {
        bench.snapped = None;
    }
    Under::Insertion(hit, if leads_off { hit.position } else { near })
}

fn press(event: PointerEvent, bench: &mut Bench<'_>) -> State {
    let (at, held) = (event.at, event.held);
    let selected = !bench.session.selection.is_empty();
    match under(bench, event) {
        Some(Under::Item(item)) => press_item(item, event, bench),
        Some(Under::Path(hit)) => press_item(Item::Path(hit.path), event, bench),
        Some(Under::Ring(ring)) => State::Resizing(ring.id),
        Some(Under::Handle(handle)) => {
            Reshaping::new(handle, at, bench).map_or(State::Ready, |reshaping| State::Reshaping(Box::new(reshaping)))
        }
        Some(Under::End(dot)) => {
            let index = if dot.at_start { 0 } else { usize::MAX };
            put_in((dot.path, index), dot.position, "Continue path", event, bench).map_or(State::Ready, State::Moving)
        }
        Some(Under::Insertion(hit, position)) => put_in((hit.path, hit.index), position, "Insert node", event, bench)
            .map_or(State::Ready, |moving| State::Inserting(hit.path, moving)),
        None if held.alt && selected => State::Pressed { at, on_click: OnClick::Below, on_drag: OnDrag::MoveSelected },
        None => {
            let adds = held.shift || held.ctrl;
            if !adds {
                bench.session.selection.clear();
            }
            State::Boxing { from: at, adds }
        }
    }
}

/// Puts a node into a path; it follows the hand until the button is up.
fn put_in((path, index): (PathId, usize), position: DVec2, step: &str, event: PointerEvent, bench: &mut Bench<'_>) -> Option<Box<Moving>> {
    let node = edit::insert_node(&mut bench.session.scene, path, index, position)?;
    let item = Item::Node(path, node);
    bench.session.selection.set(item);
    bench.session.name_step(step);
    // Its own segments are new, and no line of theirs is known yet.
    let targets: Targets = bench.targets(|other| other == item);
    Some(Box::new(Moving::of_new(item, position, event.at, targets, bench)))
}

/// Selects the nodes of a path that was clicked twice; what the second click put in is taken back.
fn open_path(path: PathId, bench: &mut Bench<'_>) {
    bench.session.roll_back();
    bench.snapped = None;
    let nodes = reach::nodes_of_paths(&bench.session.scene, &Selection::of([Item::Path(path)]));
    bench.session.selection.set_all(nodes);
}

fn press_item(item: Item, event: PointerEvent, bench: &mut Bench<'_>) -> State {
    let (at, held) = (event.at, event.held);
    let selection = &mut bench.session.selection;
    if held.alt {
        let on_drag = if selection.is_empty() { OnDrag::Move(item) } else { OnDrag::MoveSelected };
        return State::Pressed { at, on_click: OnClick::Below, on_drag };
    }
    if held.shift {
        return State::Pressed { at, on_click: OnClick::Toggle(item), on_drag: OnDrag::Box };
    }
    if held.ctrl {
        return State::Pressed { at, on_click: OnClick::Toggle(item), on_drag: OnDrag::Move(item) };
    }
    if !selection.contains(item) {
        selection.set(item);
    }
    State::Pressed { at, on_click: OnClick::Select(item), on_drag: OnDrag::Move(item) }
}

fn clicked(on_click: OnClick, event: PointerEvent, bench: &mut Bench<'_>) {
    match on_click {
        OnClick::Select(item) => bench.session.selection.set(item),
        OnClick::Toggle(item) => bench.session.selection.toggle(item),
        OnClick::Below => {
            let items = bench.stage().items_at(event.at);
            let present = bench.session.selection.primary().and_then(|item| items.iter().position(|&other| other == item));
            let next = present.map_or(0, |index| (index + 1) % items.len().max(1));
            if let Some(&item) = items.get(next) {
                bench.session.selection.set(item);
            }
        }
    }
}

fn dragged(from: DVec2, on_drag: OnDrag, event: PointerEvent, bench: &mut Bench<'_>) -> State {
    let mut moving = match on_drag {
        OnDrag::Box => return State::Boxing { from, adds: true },
        OnDrag::Move(item) => {
            if !bench.session.selection.contains(item) {
                bench.session.selection.set(item);
            }
            Moving::of_selected(Some(item), from, bench)
        }
        OnDrag::MoveSelected => Moving::of_selected(None, from, bench),
    };
    moving.to(event, bench);
    State::Moving(Box::new(moving))
}
