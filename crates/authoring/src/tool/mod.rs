//! Tools: state machines that turn what a hand does on the canvas into edits.
//!
//! A tool sees [`PointerEvent`]s in world units and a [`ToolContext`] to work on. Each state has its own hint for the status bar and
//! its own cursor. What a tool changes becomes one undo step when the session commits, after the button is up.

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

/// What the hand holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Tool {
    /// Selects, moves, inserts, drags rings.
    Select(Select),
    /// Draws paths.
    Pen(Pen),
    /// Draws paths in one stroke.
    Freehand(Freehand),
    /// Puts agents, markers and blocked cells down.
    Place(Place),
    /// Moves the view.
    Hand,
}

/// Something the pointer did, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerEvent {
    /// What it did.
    pub kind: PointerKind,
    /// Where, u.
    pub at: DVec2,
    /// What is held with it.
    pub held: Modifiers,
}

/// Keys held while the pointer does something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift: adds to the selection, forces a box, keeps to angles and proportions.
    pub shift: bool,
    /// Ctrl, or the platform's own command key: adds to the selection, suspends snapping.
    pub ctrl: bool,
    /// Alt: takes what lies below, moves the selection from anywhere, scales about the middle.
    pub alt: bool,
}

/// What the pointer did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerKind {
    /// The main button went down.
    Press,
    /// It moved, the main button down or not.
    Move,
    /// The main button went up.
    Release,
    /// It went up once more, right after and right where it had: a double-click.
    SecondRelease,
    /// The second button went down.
    SecondaryPress,
    /// It left the canvas.
    Leave,
}

/// A key that means something to a tool in the middle of its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolKey {
    /// Ends.
    Enter,
    /// Cancels.
    Escape,
    /// Takes the last bit back.
    Backspace,
}

/// A press that moves less than this (points on the screen) is a click, unless the person says otherwise.
pub const DRAG_POINTS: f64 = 4.0;

/// What a tool works on.
pub struct ToolContext<'a> {
    /// The scene being edited.
    pub session: &'a mut Session,
    /// The lines of its paths.
    pub routes: &'a Routes,
    /// Where each agent is shown, by id.
    pub agents: &'a [(AgentId, DVec2)],
    /// Units that one point on the screen is.
    pub unit_per_point: f64,
    /// How near the pointer has to be to a node, agent, marker or handle, points on the screen.
    pub grab_points: f64,
    /// A press that moves less than this is a click, points on the screen.
    pub drag_points: f64,
    /// Where the pointer that agents go for is shown, u.
    pub pointer: DVec2,
    /// The corners of what is shown, u: lower left, upper right.
    pub shown: (DVec2, DVec2),
    /// What positions snap to.
    pub snap: Snap,
    /// The preset that new agents get.
    pub preset: Option<PresetId>,
    /// What the last position snapped to; none while nothing is placed.
    pub snapped: Option<Snapped>,
}

impl ToolContext<'_> {
    /// The scene with everything where it is shown.
    pub fn stage(&self) -> ViewContext<'_> {
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

    /// What there is to snap to, but for what `moves`.
    pub fn targets(&self, moves: impl Fn(Item) -> bool) -> Targets {
        Targets::of(&self.stage(), moves)
    }

    /// Where a hand at `at` means to put something. Shift keeps to angles about `from` (or lets go of them, if
    /// they are kept anyway), Ctrl suspends snapping.
    pub fn snap(
        &mut self,
        at: DVec2,
        targets: &Targets,
        from: Option<DVec2>,
        held: Modifiers,
    ) -> DVec2 {
        if held.ctrl {
            self.snapped = None;
            return at;
        }
        let wish = SnapQuery {
            at,
            targets,
            from: from.filter(|_| held.shift != self.snap.to_angles),
            unit_per_point: self.unit_per_point,
        };
        let snapped = self.snap.find(&wish, self.routes);
        let position = bounds::within_reach(snapped.position);
        self.snapped = Some(snapped);
        position
    }

    /// The box with handles around what is selected.
    pub fn frame(&self) -> Option<TransformBox> {
        TransformBox::of(&self.session.scene, &self.session.selection)
    }

    /// The rings of what is selected.
    pub fn rings(&self) -> Vec<Ring> {
        ring::rings(&self.stage(), &self.session.selection)
    }
}

/// What a tool reports beyond its edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A path was drawn to its end.
    PathFinished,
}

/// What a tool shows on the canvas before anything is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Preview {
    /// A segment from here to there would be added.
    Segment(DVec2, DVec2),
    /// A click closes the loop at this point.
    Close(DVec2),
    /// A click inserts a node here.
    Insert(DVec2),
    /// A click takes both ends of the segment with this line, u.
    Ends(Vec<DVec2>),
    /// A click or drag continues a path from its end to here.
    Extend(DVec2, DVec2),
    /// A line drawn by hand so far.
    Stroke(Vec<DVec2>),
    /// A box is being drawn between two corners.
    Marquee(DVec2, DVec2),
    /// A handle of the selection's box is under the pointer or held; once it is dragged, what it has done.
    Handle(Handle, Option<Transform>),
    /// A ring is being dragged.
    Ring(ring::RingId),
    /// A cell would be blocked or freed.
    Cell(steerwright_runtime::geometry::Cell, bool),
}

/// The shape of the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cursor {
    /// An arrow.
    Arrow,
    /// A cross.
    Cross,
    /// A hand that points.
    Point,
    /// Arrows toward a side or corner, as its handle says.
    Scale(i8, i8),
    /// A hand that turns.
    Turn,
    /// An open hand.
    Open,
    /// A closed hand.
    Closed,
}

/// What the hand and its keys will do, for the status bar: the hand first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// What the hand does, with keys that never change, and what that means.
    pub by_hand: &'static [(&'static str, &'static str)],
    /// Commands, asked for by whatever keys the person gave them, and what they mean here.
    pub by_command: &'static [(Command, &'static str)],
}

impl Hints {
    /// Of the hand alone.
    const fn by_hand(by_hand: &'static [(&'static str, &'static str)]) -> Self {
        Self {
            by_hand,
            by_command: &[],
        }
    }

    /// Of a tool at rest: how to get back to Select, too.
    const fn at_rest(by_hand: &'static [(&'static str, &'static str)]) -> Self {
        Self {
            by_hand,
            by_command: &[(Command::SelectTool, "back to Select")],
        }
    }
}

impl Default for Tool {
    fn default() -> Self {
        Self::Select(Select::default())
    }
}

impl Tool {
    /// Lets the tool act on what the pointer did.
    pub fn pointer(&mut self, event: PointerEvent, bench: &mut ToolContext<'_>) -> Option<Outcome> {
        let event = PointerEvent {
            at: bounds::within_reach(event.at),
            ..event
        };
        bench.snapped = None;
        if event.kind == PointerKind::Press && !self.is_busy() {
            bench.session.begin_gesture();
        }
        if event.kind == PointerKind::Leave {
            self.forget_hover();
            return None;
        }
        if let Self::Select(select) = self {
            select.pointer(event, bench);
            return None;
        }
        // Only to Select is a double-click more than two clicks.
        let kind = if event.kind == PointerKind::SecondRelease {
            PointerKind::Release
        } else {
            event.kind
        };
        let event = PointerEvent { kind, ..event };
        match self {
            Self::Pen(pen) => pen.pointer(event, bench),
            Self::Freehand(freehand) => freehand.pointer(event, bench),
            Self::Place(place) => {
                place.pointer(event, bench);
                None
            }
            Self::Select(_) | Self::Hand => None,
        }
    }

    /// Nothing is under the pointer any more.
    fn forget_hover(&mut self) {
        match self {
            Self::Select(select) => select.forget_hover(),
            Self::Pen(pen) => pen.forget_hover(),
            Self::Place(place) => place.forget_hover(),
            Self::Freehand(_) | Self::Hand => {}
        }
    }

    /// Offers a key; says whether the tool used it.
    pub fn key(&mut self, key: ToolKey, bench: &mut ToolContext<'_>) -> (bool, Option<Outcome>) {
        match self {
            Self::Select(select) => (select.key(key, bench), None),
            Self::Pen(pen) => pen.key(key, bench),
            Self::Place(_) | Self::Freehand(_) if key == ToolKey::Escape => {
                (self.cancel_drag(bench), None)
            }
            Self::Place(_) | Self::Freehand(_) | Self::Hand => (false, None),
        }
    }

    /// Takes back what the main button holds, if it holds anything: the rest of that drag does nothing.
    pub fn cancel_drag(&mut self, bench: &mut ToolContext<'_>) -> bool {
        let held = self.is_busy();
        if held {
            bench.session.roll_back();
            match self {
                Self::Select(select) => *select = Select::default(),
                Self::Pen(pen) => pen.cancel_drag(),
                Self::Freehand(freehand) => *freehand = Freehand::default(),
                Self::Place(place) => *place = Place::new(place.what),
                Self::Hand => {}
            }
        }
        held
    }

    /// Ends what the tool is about and holds nothing of: a path being drawn is then as long as it is.
    pub fn finish(&mut self, bench: &mut ToolContext<'_>) -> Option<Outcome> {
        match self {
            Self::Pen(pen) => pen.key(ToolKey::Enter, bench).1,
            Self::Select(_) | Self::Place(_) | Self::Freehand(_) | Self::Hand => None,
        }
    }

    /// Whether the main button holds something: no step is recorded until it lets go.
    pub fn is_busy(&self) -> bool {
        match self {
            Self::Select(select) => select.is_busy(),
            Self::Pen(pen) => pen.is_busy(),
            Self::Freehand(freehand) => freehand.is_busy(),
            Self::Place(place) => place.is_busy(),
            Self::Hand => false,
        }
    }

    /// Whether the second button takes back or ends what is going on; else it is free for a menu.
    pub fn takes_second_button(&self) -> bool {
        self.is_busy() || matches!(self, Self::Pen(pen) if pen.drawing().is_some())
    }

    /// What keys and clicks will do now.
    pub fn hints(&self) -> Hints {
        match self {
            Self::Select(select) => select.hints(),
            Self::Pen(pen) => pen.hints(),
            Self::Freehand(freehand) => freehand.hints(),
            Self::Place(place) => place.hints(),
            Self::Hand => Hints::at_rest(&[("Drag", "moves the view"), ("Wheel", "zooms")]),
        }
    }

    /// The shape of the pointer now.
    pub fn cursor(&self) -> Cursor {
        match self {
            Self::Select(select) => select.cursor(),
            Self::Pen(_) | Self::Freehand(_) | Self::Place(_) => Cursor::Cross,
            Self::Hand => Cursor::Open,
        }
    }

    /// What to show before anything is done.
    pub fn preview(&self) -> Option<&Preview> {
        match self {
            Self::Select(select) => select.preview(),
            Self::Pen(pen) => pen.preview(),
            Self::Freehand(freehand) => freehand.preview(),
            Self::Place(place) => place.preview(),
            Self::Hand => None,
        }
    }
}
