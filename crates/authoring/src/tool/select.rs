//! The Select tool: selects, moves and transforms items, inserts nodes, extends paths and resizes
//! rings.

mod press;

use crate::canvas::cone::ConeHandle;
use crate::canvas::handles::Handle;
use crate::canvas::ring::RingId;
use crate::command::{PlaybackCommand, ToolCommand, ViewCommand};
use crate::tool::drag;
use crate::tool::drag::{Moving, Reshaping};
use crate::tool::hit_target::{HitTarget, hit_target, over_handle};
use crate::tool::{Cursor, Hints, PointerEvent, PointerKind, Preview, ToolKey};
use crate::{CanvasContext, Command, Item, Line, Session};
use glam::DVec2;
pub use press::is_free_for_game;
use press::{clicked, dragged, press, select_nodes_of};
use steerwright_runtime::geometry::vector;

/// The Select tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Select {
    state: State,
    preview: Option<Preview>,
    /// The item below the one under the pointer.
    below: Option<Item>,
}

#[derive(Clone, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    Hovering(HitTarget),
    /// The button is down and the pointer has not moved beyond the drag threshold.
    Pressed {
        at: DVec2,
        on_click: OnClick,
        on_drag: OnDrag,
    },
    Moving(Box<Moving>),
    /// A node inserted into a segment of a path or wall follows the pointer.
    Inserting(Line, Box<Moving>),
    Reshaping(Box<Reshaping>),
    /// A ring is being resized. It was grabbed this far outside its line, in units.
    Resizing(RingId, f64),
    /// An edge of a field of view follows the pointer.
    Spreading(ConeHandle),
    Boxing {
        from: DVec2,
        adds: bool,
    },
}

impl State {
    /// Whether the button is down.
    fn is_busy(&self) -> bool {
        !matches!(self, Self::Ready | Self::Hovering(_))
    }
}

/// What a press does if it becomes a click.
#[derive(Clone, Copy, Debug, PartialEq)]
enum OnClick {
    /// Selects only this item.
    Select(Item),
    /// Adds or removes this item.
    Toggle(Item),
    /// Selects the item below the selected one.
    Below,
    /// Adds or removes both ends of a segment.
    ToggleEnds([Item; 2]),
    /// Selects only both ends of a segment.
    SelectEnds([Item; 2]),
    /// Nothing.
    Nothing,
}

/// What a press does if it becomes a drag.
#[derive(Clone, Copy, Debug, PartialEq)]
enum OnDrag {
    /// Moves this item, with the rest of the selection if it is selected.
    Move(Item),
    /// Moves the selection.
    MoveSelected,
    /// Moves both ends of a segment with the rest of the selection.
    MoveEnds([Item; 2]),
    /// Scales or rotates the selection.
    Reshape(Handle),
    /// Resizes a ring that was grabbed this far outside its line, in units.
    Resize(RingId, f64),
    /// Moves an edge of a field of view.
    Spread(ConeHandle),
    /// Draws a selection box.
    Box,
}

impl Select {
    pub(super) fn pointer(&mut self, mut event: PointerEvent, context: &mut CanvasContext<'_>) {
        if event.kind == PointerKind::SecondRelease {
            event.kind = PointerKind::Release;
            if let Some(line) = self.line_under_press() {
                select_nodes_of(line, context);
                self.state = State::Ready;
            }
        }
        self.state = match (std::mem::take(&mut self.state), event.kind) {
            (State::Ready | State::Hovering(_), PointerKind::Move) => {
                hit_target(context, event).map_or(State::Ready, State::Hovering)
            }
            (State::Ready | State::Hovering(_), PointerKind::Press) => press(event, context),
            (
                State::Pressed {
                    at,
                    on_click,
                    on_drag,
                },
                PointerKind::Move,
            ) => {
                if vector::distance(at, event.at)
                    < context.length_from_points(context.settings.drag_points)
                {
                    State::Pressed {
                        at,
                        on_click,
                        on_drag,
                    }
                } else {
                    dragged(at, on_drag, event, context)
                }
            }
            (State::Pressed { on_click, .. }, PointerKind::Release) => {
                clicked(on_click, event, context);
                hit_target(context, event).map_or(State::Ready, State::Hovering)
            }
            (State::Moving(mut moving), PointerKind::Move) => {
                moving.drag_to(event, context);
                State::Moving(moving)
            }
            (State::Inserting(line, mut moving), PointerKind::Move) => {
                moving.drag_to(event, context);
                State::Inserting(line, moving)
            }
            (State::Reshaping(mut reshaping), PointerKind::Move) => {
                reshaping.drag_to(event, context);
                State::Reshaping(reshaping)
            }
            (State::Resizing(id, inside), PointerKind::Move) => {
                drag::resize(id, inside, event, context);
                State::Resizing(id, inside)
            }
            (State::Spreading(cone), PointerKind::Move) => {
                drag::spread(&cone, event, context);
                State::Spreading(cone)
            }
            (State::Boxing { from, adds }, PointerKind::Release) => {
                let items = context.items_within(from, event.at);
                let selection = &mut context.session.selection;
                if adds {
                    selection.add_all(items);
                } else {
                    selection.set_all(items);
                }
                State::Ready
            }
            // The secondary button only cancels a drag.
            (state, PointerKind::SecondaryPress) if state.is_busy() => {
                context.session.roll_back();
                context.snapped = None;
                State::Ready
            }
            (state, PointerKind::Release) if state.is_busy() => State::Ready,
            (state, _) => state,
        };
        let hovers = matches!(self.state, State::Hovering(HitTarget::Item(_)));
        let under = hovers.then(|| context.click_target_at(event.at)).flatten();
        self.below = under.and_then(|(_, below)| below);
        self.preview = match &self.state {
            State::Hovering(HitTarget::Insertion(_, at)) => Some(Preview::Insert(*at)),
            State::Hovering(HitTarget::EndDot(dot)) => Some(Preview::Extend(dot.end, dot.position)),
            State::Hovering(HitTarget::Ring(ring)) => Some(Preview::Ring(ring.id)),
            State::Hovering(HitTarget::Cone(cone))
            | State::Spreading(cone)
            | State::Pressed {
                on_drag: OnDrag::Spread(cone),
                ..
            } => Some(Preview::Cone {
                is_left: cone.is_left,
            }),
            State::Hovering(HitTarget::Handle(handle))
            | State::Pressed {
                on_drag: OnDrag::Reshape(handle),
                ..
            } => Some(Preview::Handle(*handle, None)),
            State::Hovering(HitTarget::Segment { line, .. }) => {
                Some(Preview::SegmentEnds(line.clone()))
            }
            State::Reshaping(reshaping) => Some(Preview::Handle(
                reshaping.handle(),
                Some(reshaping.transform()),
            )),
            State::Resizing(id, _)
            | State::Pressed {
                on_drag: OnDrag::Resize(id, _),
                ..
            } => Some(Preview::Ring(*id)),
            State::Boxing { from, .. } => Some(Preview::SelectionBox(*from, event.at)),
            _ => None,
        };
    }

    pub(super) fn clear_hover(&mut self) {
        if matches!(self.state, State::Hovering(_)) {
            *self = Self::default();
        }
    }

    pub(super) fn key(&mut self, key: ToolKey, session: &mut Session) -> bool {
        if key != ToolKey::Escape {
            return false;
        }
        self.preview = None;
        if self.is_busy() {
            session.roll_back();
            self.state = State::Ready;
            return true;
        }
        let selection = &mut session.selection;
        // One level up: from nodes to their paths and walls, from these to nothing.
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

    /// The line that was pressed.
    fn line_under_press(&self) -> Option<Line> {
        match self.state {
            State::Inserting(line, _) => Some(line),
            State::Pressed {
                on_click: OnClick::Select(item),
                ..
            } if !item.is_node() => item.line(),
            _ => None,
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.state.is_busy()
    }

    /// The item below the one under the pointer.
    pub fn below(&self) -> Option<Item> {
        self.below
    }

    /// The item under the pointer.
    pub fn hovered(&self) -> Option<Item> {
        match &self.state {
            State::Hovering(HitTarget::Item(item)) => Some(*item),
            State::Pressed {
                on_click: OnClick::Select(item) | OnClick::Toggle(item),
                ..
            } => Some(*item),
            State::Hovering(HitTarget::Line(hit)) => Some(hit.line.into()),
            _ => None,
        }
    }

    pub(super) fn hints(&self) -> Hints {
        match &self.state {
            State::Ready => Hints {
                by_pointer: &[("Click", "Select"), ("Drag", "Box select")],
                by_command: &[
                    (Command::Tool(ToolCommand::PenTool), "Pen"),
                    (Command::Playback(PlaybackCommand::PlayPause), "Play/pause"),
                    (Command::View(ViewCommand::ZoomToFit), "Zoom to fit"),
                ],
            },
            State::Hovering(under) => under.hints(),
            State::Reshaping(_)
            | State::Pressed {
                on_drag: OnDrag::Reshape(_),
                ..
            } => Hints::by_pointer(&[
                ("Release", "Apply"),
                ("Right-click or Esc", "Cancel"),
                ("Shift", "Snap to steps"),
                ("Alt", "Use center"),
                ("Ctrl", "Disable snapping"),
            ]),
            State::Resizing(..)
            | State::Pressed {
                on_drag: OnDrag::Resize(..),
                ..
            } => Hints::by_pointer(&[
                ("Release", "Set radius"),
                ("Right-click or Esc", "Cancel"),
                ("Ctrl", "Fine steps"),
            ]),
            State::Spreading(_)
            | State::Pressed {
                on_drag: OnDrag::Spread(_),
                ..
            } => Hints::by_pointer(&[
                ("Release", "Set field of view"),
                ("Right-click or Esc", "Cancel"),
                ("Ctrl", "Fine steps"),
            ]),
            State::Pressed { .. } | State::Moving(_) | State::Inserting(..) => {
                Hints::by_pointer(&[
                    ("Release", "Place"),
                    ("Right-click or Esc", "Cancel"),
                    ("Shift", "Snap to 15° steps"),
                    ("Ctrl", "Disable snapping"),
                ])
            }
            State::Boxing { .. } => {
                Hints::by_pointer(&[("Release", "Select items inside"), ("Esc", "Cancel")])
            }
        }
    }

    pub(super) fn cursor(&self) -> Cursor {
        match &self.state {
            State::Ready | State::Boxing { .. } => Cursor::Default,
            State::Hovering(under) => under.cursor(),
            State::Reshaping(reshaping) => over_handle(reshaping.handle()),
            State::Pressed {
                on_drag: OnDrag::Reshape(handle),
                ..
            } => over_handle(*handle),
            State::Pressed { .. }
            | State::Moving(_)
            | State::Inserting(..)
            | State::Resizing(..)
            | State::Spreading(_) => Cursor::Grabbing,
        }
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}
