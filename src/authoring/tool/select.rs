//! Select: click, drag to move, box, insert on a segment, drag a ring.

use crate::authoring::hit::SegmentHit;
use crate::authoring::ring::{self, Ring, RingId};
use crate::authoring::tool::{Bench, Cursor, Hints, PointerEvent, PointerKind, Preview, ToolKey};
use crate::authoring::{Item, edit};
use crate::geometry::vector;
use glam::DVec2;

/// A press that moves less than this (points on the screen) is a click.
const CLICK_POINTS: f64 = 4.0;

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
    /// The button is down on an item and has hardly moved.
    Pressed {
        at: DVec2,
        item: Item,
        /// On release without a drag, this item alone is selected.
        select_on_click: bool,
    },
    Moving {
        grabbed_at: DVec2,
        /// Where the grabbed item was, for snapping.
        anchor: DVec2,
        moved: DVec2,
        items: Vec<Item>,
    },
    Resizing(RingId),
    Boxing {
        from: DVec2,
        additive: bool,
    },
}

/// What lies under the pointer, in the order in which it is taken.
#[derive(Clone, Debug, PartialEq)]
enum Under {
    Item(Item),
    Ring(Ring),
    Insertion(SegmentHit),
    Path(SegmentHit),
}

impl Select {
    pub(super) fn pointer(&mut self, event: PointerEvent, bench: &mut Bench<'_>) {
        let at = event.at;
        self.state = match (std::mem::take(&mut self.state), event.kind) {
            (State::Ready | State::Hovering(_), PointerKind::Move) => under(bench, at).map_or(State::Ready, State::Hovering),
            (State::Ready | State::Hovering(_), PointerKind::Press) => press(event, bench),
            (State::Pressed { at: from, item, select_on_click }, PointerKind::Move) => {
                if vector::distance(from, at) < CLICK_POINTS * bench.unit_per_point {
                    State::Pressed { at: from, item, select_on_click }
                } else {
                    move_to(start_moving(bench, from, item), event, bench)
                }
            }
            (State::Pressed { item, select_on_click, .. }, PointerKind::Release) => {
                if select_on_click {
                    bench.session.selection.set(item);
                }
                State::Hovering(Under::Item(item))
            }
            (moving @ State::Moving { .. }, PointerKind::Move) => move_to(moving, event, bench),
            (State::Resizing(id), PointerKind::Move) => {
                resize(id, event, bench);
                State::Resizing(id)
            }
            (State::Boxing { from, additive }, PointerKind::Release) => {
                let items = bench.stage().items_within(from, at);
                let before: Vec<Item> = if additive { bench.session.selection.iter().collect() } else { vec![] };
                bench.session.selection.set_all(before.into_iter().chain(items));
                State::Ready
            }
            // A second button during a drag cancels it and never does anything else.
            (State::Moving { .. } | State::Resizing(_) | State::Boxing { .. } | State::Pressed { .. }, PointerKind::SecondaryPress) => {
                bench.session.roll_back();
                State::Ready
            }
            (State::Moving { .. } | State::Resizing(_), PointerKind::Release) => State::Ready,
            (state, _) => state,
        };
        self.preview = match &self.state {
            State::Hovering(Under::Insertion(hit)) => Some(Preview::Insert(hit.position)),
            State::Hovering(Under::Ring(ring)) => Some(Preview::Ring(ring.id)),
            State::Resizing(id) => Some(Preview::Ring(*id)),
            State::Boxing { from, .. } => Some(Preview::Marquee(*from, at)),
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
        let had_selection = !bench.session.selection.is_empty();
        bench.session.selection.clear();
        had_selection
    }

    pub(super) fn is_busy(&self) -> bool {
        !matches!(self.state, State::Ready | State::Hovering(_))
    }

    /// What lies under the pointer, if that is an item.
    pub fn hovered(&self) -> Option<Item> {
        match &self.state {
            State::Hovering(Under::Item(item)) | State::Pressed { item, .. } => Some(*item),
            State::Hovering(Under::Path(hit)) => Some(Item::Path(hit.path)),
            _ => None,
        }
    }

    pub(super) fn hints(&self) -> Hints {
        match &self.state {
            State::Ready => &[("Click", "selects"), ("Drag", "draws a box"), ("P", "pen"), ("Space", "play or pause"), ("F", "fit")],
            State::Hovering(Under::Item(_)) => {
                &[("Click", "selects"), ("Drag", "moves"), ("Shift+click", "adds"), ("Del", "deletes what is selected")]
            }
            State::Hovering(Under::Ring(_)) => &[("Drag", "sets the radius"), ("Right-click while dragging", "cancels")],
            State::Hovering(Under::Insertion(_)) => &[("Click", "inserts a node here"), ("Drag", "inserts and moves it")],
            State::Hovering(Under::Path(_)) => &[("Click", "selects the path; once more inserts a node")],
            State::Pressed { .. } | State::Moving { .. } => {
                &[("Release", "drops"), ("Right-click or Esc", "cancels"), ("Alt", "off the grid")]
            }
            State::Resizing(_) => &[("Release", "keeps the radius"), ("Right-click or Esc", "cancels"), ("Alt", "off the grid")],
            State::Boxing { .. } => &[("Release", "selects what is inside"), ("Esc", "cancels")],
        }
    }

    pub(super) fn cursor(&self) -> Cursor {
        match &self.state {
            State::Ready | State::Boxing { .. } => Cursor::Arrow,
            State::Hovering(Under::Item(_)) => Cursor::Open,
            State::Hovering(_) => Cursor::Point,
            State::Pressed { .. } | State::Moving { .. } | State::Resizing(_) => Cursor::Closed,
        }
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}

fn under(bench: &Bench<'_>, at: DVec2) -> Option<Under> {
    let stage = bench.stage();
    if let Some(item) = stage.item_at(at) {
        return Some(Under::Item(item));
    }
    let rings = bench.rings();
    if let Some(index) = stage.ring_handle_at(at, &rings) {
        return Some(Under::Ring(rings[index].clone()));
    }
    if let Some(hit) = stage.segment_at(at) {
        let selected = bench.session.selection.path() == Some(hit.path);
        return Some(if selected { Under::Insertion(hit) } else { Under::Path(hit) });
    }
    stage.ring_line_at(at, &rings).map(|index| Under::Ring(rings[index].clone()))
}

fn press(event: PointerEvent, bench: &mut Bench<'_>) -> State {
    let at = event.at;
    match under(bench, at) {
        Some(Under::Item(item)) => press_item(item, event, bench),
        Some(Under::Path(hit)) => press_item(Item::Path(hit.path), event, bench),
        Some(Under::Ring(ring)) => State::Resizing(ring.id),
        Some(Under::Insertion(hit)) => {
            let Some(node) = edit::insert_node(&mut bench.session.scene, hit.path, hit.index, hit.position) else { return State::Ready };
            let item = Item::Node(hit.path, node);
            bench.session.selection.set(item);
            bench.session.name_step("Insert node");
            State::Moving { grabbed_at: at, anchor: hit.position, moved: DVec2::ZERO, items: vec![item] }
        }
        None => {
            if !event.additive {
                bench.session.selection.clear();
            }
            State::Boxing { from: at, additive: event.additive }
        }
    }
}

fn press_item(item: Item, event: PointerEvent, bench: &mut Bench<'_>) -> State {
    let selection = &mut bench.session.selection;
    let was_selected = selection.contains(item);
    if event.additive {
        selection.toggle(item);
    } else if !was_selected {
        selection.set(item);
    }
    State::Pressed { at: event.at, item, select_on_click: was_selected && !event.additive }
}

fn start_moving(bench: &mut Bench<'_>, grabbed_at: DVec2, item: Item) -> State {
    let mut items: Vec<Item> = bench.session.selection.iter().collect();
    if !items.contains(&item) {
        items.push(item);
    }
    // A node moves with its path, once.
    let paths: Vec<Item> = items.iter().copied().filter(|item| matches!(item, Item::Path(_))).collect();
    items.retain(|item| !matches!(item, Item::Node(path, _) if paths.contains(&Item::Path(*path))));
    // An agent is taken from where it is shown; dropping it makes that its start.
    for &(id, position) in bench.agents {
        if items.contains(&Item::Agent(id))
            && let Some(agent) = bench.session.scene.agent_mut(id)
        {
            (agent.x, agent.y) = (position.x, position.y);
        }
    }
    let scene = &bench.session.scene;
    let anchor = match item {
        Item::Node(path, node) => scene.node(path, node).map(crate::scene::Node::position),
        Item::Agent(id) => scene.agent(id).map(crate::scene::Agent::position),
        Item::Marker(id) => scene.marker(id).map(crate::scene::Marker::position),
        Item::Path(_) | Item::Preset(_) => None,
    };
    let name = match (items.as_slice(), item) {
        ([_], Item::Node(path, node)) => {
            let number = scene.path(path).and_then(|path| path.index_of(node)).map_or(0, |i| i + 1);
            format!("Move node {number}")
        }
        ([_], Item::Agent(_)) => "Move agent".into(),
        ([_], Item::Marker(_)) => "Move marker".into(),
        ([_], _) => "Move path".into(),
        (several, _) => format!("Move {} items", several.len()),
    };
    bench.session.name_step(name);
    State::Moving { grabbed_at, anchor: anchor.unwrap_or(grabbed_at), moved: DVec2::ZERO, items }
}

fn move_to(state: State, event: PointerEvent, bench: &mut Bench<'_>) -> State {
    let State::Moving { grabbed_at, anchor, moved, items } = state else { return state };
    let wanted = bench.snap.apply(anchor + (event.at - grabbed_at), event.free) - anchor;
    edit::translate(&mut bench.session.scene, items.iter().copied(), wanted - moved);
    State::Moving { grabbed_at, anchor, moved: wanted, items }
}

fn resize(id: RingId, event: PointerEvent, bench: &mut Bench<'_>) {
    let Some(ring) = bench.rings().into_iter().find(|ring| ring.id == id) else { return };
    let radius = vector::distance(ring.center, event.at);
    // To what can be read on the screen: a hundredth, or the grid's tenth.
    let fine = if event.free { 0.001 } else { 0.01 };
    ring::set_radius(&mut bench.session.scene, id, (radius / fine).round() * fine);
    bench.session.name_step(format!("Drag {}", ring.label.to_lowercase()));
}
