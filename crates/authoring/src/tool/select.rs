//! Select: click, drag to move, box, insert on a segment, continue a path, scale and turn by handles, drag a ring.

use crate::handles::Handle;
use crate::ring::RingId;
use crate::snap::Targets;
use crate::tool::drag;
use crate::tool::drag::{Moving, Reshaping};
use crate::tool::hit_target::{HitTarget, hit_target, over_handle};
use crate::tool::{Cursor, Hints, PointerEvent, PointerKind, Preview, ToolContext, ToolKey};
use crate::{Command, Item, Selection, edit, editable};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::PathId;

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
    Hovering(HitTarget),
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
    /// A ring whose line keeps this far inside the hand, u.
    Resizing(RingId, f64),
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
    /// Both ends of a segment are added, or taken out.
    ToggleEnds([Item; 2]),
    /// Both ends of a segment are selected, and nothing else.
    SelectEnds([Item; 2]),
    /// Nothing.
    Nothing,
}

/// What a press becomes that is dragged away.
#[derive(Clone, Copy, Debug, PartialEq)]
enum OnDrag {
    /// This item moves, with everything selected if it is itself.
    Move(Item),
    /// What is selected moves.
    MoveSelected,
    /// Both ends of a segment move, with what else is selected.
    MoveEnds([Item; 2]),
    /// What is selected is scaled or turned.
    Reshape(Handle),
    /// A ring is made larger or smaller; its line keeps this far inside the hand, u.
    Resize(RingId, f64),
    /// A box is drawn.
    Box,
}

impl Select {
    pub(super) fn pointer(&mut self, mut event: PointerEvent, bench: &mut ToolContext<'_>) {
        if event.kind == PointerKind::SecondRelease {
            event.kind = PointerKind::Release;
            if let Some(path) = self.path_under_press() {
                open_path(path, bench);
                self.state = State::Ready;
            }
        }
        self.state = match (std::mem::take(&mut self.state), event.kind) {
            (State::Ready | State::Hovering(_), PointerKind::Move) => {
                hit_target(bench, event).map_or(State::Ready, State::Hovering)
            }
            (State::Ready | State::Hovering(_), PointerKind::Press) => press(event, bench),
            (
                State::Pressed {
                    at,
                    on_click,
                    on_drag,
                },
                PointerKind::Move,
            ) => {
                if vector::distance(at, event.at) < bench.drag_points * bench.unit_per_point {
                    State::Pressed {
                        at,
                        on_click,
                        on_drag,
                    }
                } else {
                    dragged(at, on_drag, event, bench)
                }
            }
            (State::Pressed { on_click, .. }, PointerKind::Release) => {
                clicked(on_click, event, bench);
                hit_target(bench, event).map_or(State::Ready, State::Hovering)
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
            (State::Resizing(id, inside), PointerKind::Move) => {
                drag::resize(id, inside, event, bench);
                State::Resizing(id, inside)
            }
            (State::Boxing { from, adds }, PointerKind::Release) => {
                let items = bench.stage().items_within(from, event.at);
                let selection = &mut bench.session.selection;
                if adds {
                    selection.add_all(items);
                } else {
                    selection.set_all(items);
                }
                State::Ready
            }
            // A second button during a drag cancels it and never does anything else.
            (
                State::Moving(_)
                | State::Inserting(..)
                | State::Reshaping(_)
                | State::Resizing(..)
                | State::Boxing { .. }
                | State::Pressed { .. },
                PointerKind::SecondaryPress,
            ) => {
                bench.session.roll_back();
                bench.snapped = None;
                State::Ready
            }
            (
                State::Moving(_) | State::Inserting(..) | State::Reshaping(_) | State::Resizing(..),
                PointerKind::Release,
            ) => State::Ready,
            (state, _) => state,
        };
        self.preview = match &self.state {
            State::Hovering(HitTarget::Insertion(_, at)) => Some(Preview::Insert(*at)),
            State::Hovering(HitTarget::End(dot)) => Some(Preview::Extend(dot.end, dot.position)),
            State::Hovering(HitTarget::Ring(ring)) => Some(Preview::Ring(ring.id)),
            State::Hovering(HitTarget::Handle(handle))
            | State::Pressed {
                on_drag: OnDrag::Reshape(handle),
                ..
            } => Some(Preview::Handle(*handle, None)),
            State::Hovering(HitTarget::Segment { line, .. }) => Some(Preview::Ends(line.clone())),
            State::Reshaping(reshaping) => {
                Some(Preview::Handle(reshaping.handle(), Some(reshaping.done())))
            }
            State::Resizing(id, _)
            | State::Pressed {
                on_drag: OnDrag::Resize(id, _),
                ..
            } => Some(Preview::Ring(*id)),
            State::Boxing { from, .. } => Some(Preview::Marquee(*from, event.at)),
            _ => None,
        };
    }

    pub(super) fn forget_hover(&mut self) {
        if matches!(self.state, State::Hovering(_)) {
            *self = Self::default();
        }
    }

    pub(super) fn key(&mut self, key: ToolKey, bench: &mut ToolContext<'_>) -> bool {
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
        let outward: Vec<Item> = selection
            .iter()
            .chain(selection.primary())
            .map(Item::whole)
            .collect();
        if selection.iter().any(|item| item != item.whole()) {
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
            State::Inserting(path, _)
            | State::Pressed {
                on_click: OnClick::Select(Item::Path(path)),
                ..
            } => Some(path),
            _ => None,
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        !matches!(self.state, State::Ready | State::Hovering(_))
    }

    /// What lies under the pointer, if that is an item.
    pub fn hovered(&self) -> Option<Item> {
        match &self.state {
            State::Hovering(HitTarget::Item(item)) => Some(*item),
            State::Pressed {
                on_click: OnClick::Select(item) | OnClick::Toggle(item),
                ..
            } => Some(*item),
            State::Hovering(HitTarget::Path(hit)) => Some(Item::Path(hit.path)),
            _ => None,
        }
    }

    pub(super) fn hints(&self) -> Hints {
        match &self.state {
            State::Ready => Hints {
                by_hand: &[("Click", "selects"), ("Drag", "draws a box")],
                by_command: &[
                    (Command::PenTool, "pen"),
                    (Command::PlayPause, "play or pause"),
                    (Command::Fit, "fit"),
                ],
            },
            State::Hovering(under) => under.hints(),
            State::Reshaping(_)
            | State::Pressed {
                on_drag: OnDrag::Reshape(_),
                ..
            } => Hints::by_hand(&[
                ("Release", "keeps it"),
                ("Right-click or Esc", "cancels"),
                ("Shift", "in even steps"),
                ("Alt", "about the middle"),
                ("Ctrl", "without snapping"),
            ]),
            State::Resizing(..)
            | State::Pressed {
                on_drag: OnDrag::Resize(..),
                ..
            } => Hints::by_hand(&[
                ("Release", "keeps the radius"),
                ("Right-click or Esc", "cancels"),
                ("Ctrl", "finer"),
            ]),
            State::Pressed { .. } | State::Moving(_) | State::Inserting(..) => Hints::by_hand(&[
                ("Release", "drops"),
                ("Right-click or Esc", "cancels"),
                ("Shift", "in steps of 15°"),
                ("Ctrl", "without snapping"),
            ]),
            State::Boxing { .. } => {
                Hints::by_hand(&[("Release", "selects what is inside"), ("Esc", "cancels")])
            }
        }
    }

    pub(super) fn cursor(&self) -> Cursor {
        match &self.state {
            State::Ready | State::Boxing { .. } => Cursor::Arrow,
            State::Hovering(under) => under.cursor(),
            State::Reshaping(reshaping) => over_handle(reshaping.handle()),
            State::Pressed {
                on_drag: OnDrag::Reshape(handle),
                ..
            } => over_handle(*handle),
            State::Pressed { .. }
            | State::Moving(_)
            | State::Inserting(..)
            | State::Resizing(..) => Cursor::Closed,
        }
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}

fn press(event: PointerEvent, bench: &mut ToolContext<'_>) -> State {
    let (at, held) = (event.at, event.held);
    let selected = !bench.session.selection.is_empty();
    match hit_target(bench, event) {
        Some(HitTarget::Item(item)) => press_item(item, event, bench),
        Some(HitTarget::Path(hit)) => press_item(Item::Path(hit.path), event, bench),
        Some(HitTarget::Ring(_)) if held.shift => State::Pressed {
            at,
            on_click: OnClick::Nothing,
            on_drag: OnDrag::Box,
        },
        Some(HitTarget::Ring(ring)) => {
            let inside = vector::distance(ring.center, at) - ring.radius;
            State::Pressed {
                at,
                on_click: OnClick::Nothing,
                on_drag: OnDrag::Resize(ring.id, inside),
            }
        }
        Some(HitTarget::Handle(handle)) => State::Pressed {
            at,
            on_click: OnClick::Nothing,
            on_drag: OnDrag::Reshape(handle),
        },
        Some(HitTarget::Segment { ends, .. }) => {
            let on_click = if held.ctrl {
                OnClick::ToggleEnds(ends)
            } else {
                OnClick::SelectEnds(ends)
            };
            State::Pressed {
                at,
                on_click,
                on_drag: OnDrag::MoveEnds(ends),
            }
        }
        Some(HitTarget::End(dot)) => {
            let index = if dot.at_start { 0 } else { usize::MAX };
            put_in(
                (dot.path, index),
                dot.position,
                "Continue path",
                event,
                bench,
            )
            .map_or(State::Ready, State::Moving)
        }
        Some(HitTarget::Insertion(hit, position)) => {
            put_in((hit.path, hit.index), position, "Insert node", event, bench)
                .map_or(State::Ready, |moving| State::Inserting(hit.path, moving))
        }
        None if held.alt && selected => State::Pressed {
            at,
            on_click: OnClick::Below,
            on_drag: OnDrag::MoveSelected,
        },
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
fn put_in(
    (path, index): (PathId, usize),
    position: DVec2,
    step: &str,
    event: PointerEvent,
    bench: &mut ToolContext<'_>,
) -> Option<Box<Moving>> {
    let node = edit::insert_node(&mut bench.session.scene, path, index, position)?;
    let item = Item::Node(path, node);
    bench.session.selection.set(item);
    bench.session.name_step(step);
    // Its own segments are new, and no line of theirs is known yet.
    let targets: Targets = bench.targets(|other| other == item);
    Some(Box::new(Moving::of_new(
        item, position, event.at, targets, bench,
    )))
}

/// Selects the nodes of a path that was clicked twice; what the second click put in is taken back.
fn open_path(path: PathId, bench: &mut ToolContext<'_>) {
    bench.session.roll_back();
    bench.snapped = None;
    let nodes = editable::nodes_of_paths(&bench.session.scene, &Selection::of([Item::Path(path)]));
    bench.session.selection.set_all(nodes);
}

fn press_item(item: Item, event: PointerEvent, bench: &mut ToolContext<'_>) -> State {
    let (at, held) = (event.at, event.held);
    let selection = &bench.session.selection;
    if held.alt {
        let on_drag = if selection.is_empty() {
            OnDrag::Move(item)
        } else {
            OnDrag::MoveSelected
        };
        return State::Pressed {
            at,
            on_click: OnClick::Below,
            on_drag,
        };
    }
    if held.shift {
        return State::Pressed {
            at,
            on_click: OnClick::Toggle(item),
            on_drag: OnDrag::Box,
        };
    }
    if held.ctrl {
        return State::Pressed {
            at,
            on_click: OnClick::Toggle(item),
            on_drag: OnDrag::Move(item),
        };
    }
    // What is selected is dragged, though something else lies above it. A path is so by its nodes only if more than it is selected:
    // else each moves by itself, and so does an agent on its line.
    let by_nodes = selection.len() > 1 && matches!(item, Item::Node(..));
    let counts = |below: &Item| *below == item || by_nodes || !matches!(below, Item::Path(_));
    let below = || bench.stage().items_at(at).into_iter().filter(counts);
    let held = below().find(|&below| bench.session.selection.contains(below));
    if held.is_none() {
        bench.session.selection.set(item);
    }
    State::Pressed {
        at,
        on_click: OnClick::Select(item),
        on_drag: OnDrag::Move(held.unwrap_or(item)),
    }
}

fn clicked(on_click: OnClick, event: PointerEvent, bench: &mut ToolContext<'_>) {
    match on_click {
        OnClick::Select(item) => bench.session.selection.set(item),
        OnClick::Toggle(item) => bench.session.selection.toggle(item),
        OnClick::Below => {
            let items = bench.stage().items_at(event.at);
            let present = bench
                .session
                .selection
                .primary()
                .and_then(|item| items.iter().position(|&other| other == item));
            let next = present.map_or(0, |index| (index + 1) % items.len().max(1));
            if let Some(&item) = items.get(next) {
                bench.session.selection.set(item);
            }
        }
        OnClick::ToggleEnds(ends) => {
            let selection = &mut bench.session.selection;
            if ends.iter().all(|&end| selection.contains(end)) {
                ends.into_iter().for_each(|end| selection.toggle(end));
            } else {
                add_ends(selection, ends);
            }
        }
        OnClick::SelectEnds(ends) => bench.session.selection.set_all(ends),
        OnClick::Nothing => {}
    }
}

/// Adds both ends of a segment to what is selected. Of the whole path, they alone stay.
fn add_ends(selection: &mut Selection, ends: [Item; 2]) {
    if ends[0]
        .path()
        .is_some_and(|path| selection.contains(Item::Path(path)))
    {
        selection.clear();
    }
    for end in ends {
        if !selection.contains(end) {
            selection.toggle(end);
        }
    }
}

fn dragged(
    from: DVec2,
    on_drag: OnDrag,
    event: PointerEvent,
    bench: &mut ToolContext<'_>,
) -> State {
    let mut moving = match on_drag {
        OnDrag::Box => return State::Boxing { from, adds: true },
        OnDrag::Resize(id, inside) => {
            drag::resize(id, inside, event, bench);
            return State::Resizing(id, inside);
        }
        OnDrag::Reshape(handle) => {
            let Some(mut reshaping) = Reshaping::new(handle, from, bench) else {
                return State::Ready;
            };
            reshaping.to(event, bench);
            return State::Reshaping(Box::new(reshaping));
        }
        OnDrag::MoveEnds(ends) => {
            add_ends(&mut bench.session.selection, ends);
            Moving::of_selected(None, from, bench)
        }
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
