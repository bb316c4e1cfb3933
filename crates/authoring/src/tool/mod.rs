//! Tools: state machines that turn pointer events on the canvas into edits.
//!
//! A tool receives [`PointerEvent`]s in world units and a [`ToolContext`] to work on. Each state
//! has its own hints and cursor. The session commits the changes as one undo step after the button
//! is released.

mod drag;
mod freehand;
mod hit_target;
pub mod pen;
pub mod place;
pub mod select;

use crate::handles::{Handle, TransformBox};
use crate::hit::ViewContext;
use crate::ring;
use crate::ring::Ring;
use crate::snap::{Snap, SnapQuery, Snapped, Targets};
use crate::transform::Transform;
use crate::{Command, Item, Routes, Session, bounds};
use glam::DVec2;
use steerwright_runtime::scene::{AgentId, PresetId};

pub use freehand::Freehand;
pub use pen::Pen;
pub use place::Place;
pub use select::Select;

/// The active tool.
#[derive(Clone, Debug, PartialEq)]
pub enum Tool {
    /// Selects, moves, inserts and resizes.
    Select(Select),
    /// Draws paths.
    Pen(Pen),
    /// Draws paths in one stroke.
    Freehand(Freehand),
    /// Places agents, markers and blocked cells.
    Place(Place),
    /// Pans the view.
    Pan,
}

/// A pointer event, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerEvent {
    /// The kind of event.
    pub kind: PointerKind,
    /// The position, in units.
    pub at: DVec2,
    /// The modifier keys.
    pub modifiers: Modifiers,
}

/// Modifier keys held during a pointer event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift: adds to the selection, forces a box, constrains angles and proportions.
    pub shift: bool,
    /// Ctrl, or Command on macOS: adds to the selection, suspends snapping.
    pub ctrl: bool,
    /// Alt: selects the item below, moves the selection from anywhere, scales from the center.
    pub alt: bool,
}

/// The kind of a pointer event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerKind {
    /// The primary button was pressed.
    Press,
    /// The pointer moved, with or without a button.
    Move,
    /// The primary button was released.
    Release,
    /// The primary button was released a second time in the same place: a double-click.
    SecondRelease,
    /// The secondary button was pressed.
    SecondaryPress,
    /// The pointer left the canvas.
    Leave,
}

/// A key that a tool handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKey {
    /// Finishes.
    Enter,
    /// Cancels.
    Escape,
    /// Removes the last node.
    Backspace,
}

/// The default drag threshold: a press that moves less is a click, in points.
pub const DRAG_POINTS: f64 = 4.0;

/// What a tool works on.
pub struct ToolContext<'a> {
    /// The scene being edited.
    pub session: &'a mut Session,
    /// The lines of its paths.
    pub routes: &'a Routes,
    /// The shown position of each agent, sorted by id.
    pub agents: &'a [(AgentId, DVec2)],
    /// Units per point.
    pub unit_per_point: f64,
    /// The grab radius of nodes, agents, markers and handles, in points.
    pub grab_points: f64,
    /// The drag threshold, in points.
    pub drag_points: f64,
    /// The shown position of the pointer target, in units.
    pub pointer: DVec2,
    /// The visible area, in units: lower left and upper right corner.
    pub shown: (DVec2, DVec2),
    /// The snap settings.
    pub snap: Snap,
    /// The preset of new agents.
    pub preset: Option<PresetId>,
    /// What the last position snapped to. `None` if nothing is being placed.
    pub snapped: Option<Snapped>,
}

impl ToolContext<'_> {
    /// The canvas as it is shown.
    pub fn view(&self) -> ViewContext<'_> {
        ViewContext {
            scene: &self.session.scene,
            routes: self.routes,
            agents: self.agents,
            unit_per_point: self.unit_per_point,
            grab_points: self.grab_points,
            pointer: self.pointer,
            shown: self.shown,
        }
    }

    /// The points and lines to snap to, except items for which `moves` returns true.
    pub fn targets(&self, moves: impl Fn(Item) -> bool) -> Targets {
        Targets::of(&self.view(), moves)
    }

    /// Snaps a position. Shift constrains it to angle steps around `from`, or removes the
    /// constraint if snapping to angles is on. Ctrl suspends snapping.
    pub fn snap(
        &mut self,
        at: DVec2,
        targets: &Targets,
        from: Option<DVec2>,
        modifiers: Modifiers,
    ) -> DVec2 {
        if modifiers.ctrl {
            self.snapped = None;
            return at;
        }
        let query = SnapQuery {
            at,
            targets,
            from: from.filter(|_| modifiers.shift != self.snap.to_angles),
            unit_per_point: self.unit_per_point,
        };
        let snapped = self.snap.find(&query, self.routes);
        let position = bounds::clamp_position(snapped.position);
        self.snapped = Some(snapped);
        position
    }

    /// The transform box of the selection.
    pub fn transform_box(&self) -> Option<TransformBox> {
        TransformBox::of(&self.session.scene, &self.session.selection)
    }

    /// The rings of the selection.
    pub fn rings(&self) -> Vec<Ring> {
        ring::rings(&self.view(), &self.session.selection)
    }
}

/// What a tool reports in addition to its edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A path was finished.
    PathFinished,
}

/// What a tool previews on the canvas.
#[derive(Clone, Debug, PartialEq)]
pub enum Preview {
    /// A segment that a click would add.
    Segment(DVec2, DVec2),
    /// A click closes the loop at this position.
    Close(DVec2),
    /// A click inserts a node at this position.
    Insert(DVec2),
    /// A click selects both ends of the segment with these points, in units.
    SegmentEnds(Vec<DVec2>),
    /// A click or drag extends a path from its end to here.
    Extend(DVec2, DVec2),
    /// The freehand stroke so far.
    Stroke(Vec<DVec2>),
    /// A selection box between two corners.
    SelectionBox(DVec2, DVec2),
    /// The handle under the pointer, and the transform while it is dragged.
    Handle(Handle, Option<Transform>),
    /// The ring under the pointer or being dragged.
    Ring(ring::RingId),
    /// The cell that a click would block or unblock.
    Cell(steerwright_runtime::geometry::Cell, bool),
}

/// The mouse cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cursor {
    /// The default arrow.
    Default,
    /// A crosshair.
    Crosshair,
    /// A pointing hand.
    PointingHand,
    /// Arrows toward a side or corner, as in [`Handle::Scale`].
    Resize(i8, i8),
    /// A rotate cursor.
    Rotate,
    /// An open hand, before dragging.
    Grab,
    /// A closed hand, while dragging.
    Grabbing,
}

/// What pointer actions and commands do now, for the status bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// Pointer actions and fixed keys, and what they do.
    pub by_pointer: &'static [(&'static str, &'static str)],
    /// Commands with configurable shortcuts, and what they do.
    pub by_command: &'static [(Command, &'static str)],
}

impl Hints {
    /// Hints without commands.
    const fn by_pointer(by_pointer: &'static [(&'static str, &'static str)]) -> Self {
        Self {
            by_pointer,
            by_command: &[],
        }
    }

    /// Hints of an idle tool, including how to return to Select.
    const fn idle(by_pointer: &'static [(&'static str, &'static str)]) -> Self {
        Self {
            by_pointer,
            by_command: &[(Command::SelectTool, "Select tool")],
        }
    }
}

impl Default for Tool {
    fn default() -> Self {
        Self::Select(Select::default())
    }
}

impl Tool {
    /// Handles a pointer event.
    pub fn pointer(
        &mut self,
        event: PointerEvent,
        context: &mut ToolContext<'_>,
    ) -> Option<Outcome> {
        let event = PointerEvent {
            at: bounds::clamp_position(event.at),
            ..event
        };
        context.snapped = None;
        if event.kind == PointerKind::Press && !self.is_busy() {
            context.session.begin_gesture();
        }
        if event.kind == PointerKind::Leave {
            self.clear_hover();
            return None;
        }
        if let Self::Select(select) = self {
            select.pointer(event, context);
            return None;
        }
        // Only Select treats a double-click specially.
        let kind = if event.kind == PointerKind::SecondRelease {
            PointerKind::Release
        } else {
            event.kind
        };
        let event = PointerEvent { kind, ..event };
        match self {
            Self::Pen(pen) => pen.pointer(event, context),
            Self::Freehand(freehand) => freehand.pointer(event, context),
            Self::Place(place) => {
                place.pointer(event, context);
                None
            }
            Self::Select(_) | Self::Pan => None,
        }
    }

    /// Clears hover previews when the pointer leaves.
    fn clear_hover(&mut self) {
        match self {
            Self::Select(select) => select.clear_hover(),
            Self::Pen(pen) => pen.clear_hover(),
            Self::Place(place) => place.clear_hover(),
            Self::Freehand(_) | Self::Pan => {}
        }
    }

    /// Handles a key. Returns whether the tool used it.
    pub fn key(&mut self, key: ToolKey, context: &mut ToolContext<'_>) -> (bool, Option<Outcome>) {
        match self {
            Self::Select(select) => (select.key(key, context), None),
            Self::Pen(pen) => pen.key(key, context),
            Self::Place(_) | Self::Freehand(_) if key == ToolKey::Escape => {
                (self.cancel_drag(context), None)
            }
            Self::Place(_) | Self::Freehand(_) | Self::Pan => (false, None),
        }
    }

    /// Cancels the current drag. Returns whether there was one.
    pub fn cancel_drag(&mut self, context: &mut ToolContext<'_>) -> bool {
        let busy = self.is_busy();
        if busy {
            context.session.roll_back();
            match self {
                Self::Select(select) => *select = Select::default(),
                Self::Pen(pen) => pen.cancel_drag(),
                Self::Freehand(freehand) => *freehand = Freehand::default(),
                Self::Place(place) => *place = Place::new(place.what),
                Self::Pan => {}
            }
        }
        busy
    }

    /// Finishes an operation that continues between clicks, such as drawing a path.
    pub fn finish(&mut self, context: &mut ToolContext<'_>) -> Option<Outcome> {
        match self {
            Self::Pen(pen) => pen.key(ToolKey::Enter, context).1,
            Self::Select(_) | Self::Place(_) | Self::Freehand(_) | Self::Pan => None,
        }
    }

    /// Whether a drag is in progress. Steps are recorded only after it.
    pub fn is_busy(&self) -> bool {
        match self {
            Self::Select(select) => select.is_busy(),
            Self::Pen(pen) => pen.is_busy(),
            Self::Freehand(freehand) => freehand.is_busy(),
            Self::Place(place) => place.is_busy(),
            Self::Pan => false,
        }
    }

    /// Whether the secondary button cancels or finishes something; otherwise it opens a menu.
    pub fn uses_secondary_button(&self) -> bool {
        self.is_busy() || matches!(self, Self::Pen(pen) if pen.drawing().is_some())
    }

    /// The hints to show.
    pub fn hints(&self) -> Hints {
        match self {
            Self::Select(select) => select.hints(),
            Self::Pen(pen) => pen.hints(),
            Self::Freehand(freehand) => freehand.hints(),
            Self::Place(place) => place.hints(),
            Self::Pan => Hints::idle(&[("Drag", "Pan"), ("Wheel", "Zoom")]),
        }
    }

    /// The cursor to show.
    pub fn cursor(&self) -> Cursor {
        match self {
            Self::Select(select) => select.cursor(),
            Self::Pen(_) | Self::Freehand(_) | Self::Place(_) => Cursor::Crosshair,
            Self::Pan => Cursor::Grab,
        }
    }

    /// The preview to show.
    pub fn preview(&self) -> Option<&Preview> {
        match self {
            Self::Select(select) => select.preview(),
            Self::Pen(pen) => pen.preview(),
            Self::Freehand(freehand) => freehand.preview(),
            Self::Place(place) => place.preview(),
            Self::Pan => None,
        }
    }
}
