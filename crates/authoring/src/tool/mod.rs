//! Tools: state machines that turn pointer events on the canvas into edits.
//!
//! A tool receives [`PointerEvent`]s in world units and a [`CanvasContext`] to work on. Each state
//! has its own hints and cursor. The session commits the changes as one undo step after the button
//! is released.

mod drag;
mod freehand;
mod hit_target;
pub mod pen;
mod picture_scale;
pub mod place;
mod rectangle;
pub mod select;
mod spawner;

use crate::canvas::handles::Handle;
use crate::canvas::ring::RingId;
use crate::command::ToolCommand;
use crate::line::LineKind;
use crate::transform::motion::Transform;
use crate::{CanvasContext, Command, Session, bounds};
use glam::DVec2;
use steerwright_runtime::scene::MarkerKind;

pub use crate::canvas::input::{Modifiers, PointerEvent, PointerKind, ToolKey};
pub use freehand::Freehand;
pub use pen::Pen;
pub use picture_scale::PictureScale;
pub use place::{Place, Placeable};
pub use rectangle::Rectangle;
pub use select::Select;
pub use spawner::SpawnerTool;

/// The active tool.
#[derive(Clone, Debug, PartialEq)]
pub enum Tool {
    /// Selects, moves, inserts and resizes.
    Select(Select),
    /// Draws paths, walls or areas.
    Pen(Pen),
    /// Draws rectangular walls or areas.
    Rectangle(Rectangle),
    /// Draws paths in one stroke.
    Freehand(Freehand),
    /// Places agents, markers and blocked cells.
    Place(Place),
    /// Places spawners.
    Spawner(SpawnerTool),
    /// Scales a picture by a distance in it.
    PictureScale(PictureScale),
    /// Pans the view.
    Pan,
}

/// What a tool reports in addition to its edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A path was finished, and an agent was added on it because the scene had none.
    FirstAgentAdded,
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
    Ring(RingId),
    /// The left or right edge of a field of view under the pointer or being dragged.
    Cone {
        /// Whether it is the left one, as the agent faces.
        is_left: bool,
    },
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
            by_command: &[(Command::Tool(ToolCommand::SelectTool), "Select tool")],
        }
    }
}

impl Default for Tool {
    fn default() -> Self {
        Self::Select(Select::default())
    }
}

impl Tool {
    /// The tool that a command activates.
    pub fn activated_by(command: ToolCommand) -> Self {
        let place = |what| Self::Place(Place::new(what));
        match command {
            ToolCommand::SelectTool => Self::Select(Select::default()),
            ToolCommand::PenTool => Self::Pen(Pen::new(LineKind::Path)),
            ToolCommand::WallTool => Self::Pen(Pen::new(LineKind::Wall)),
            ToolCommand::WallRectangleTool => Self::Rectangle(Rectangle::new(LineKind::Wall)),
            ToolCommand::AreaTool => Self::Pen(Pen::new(LineKind::Area)),
            ToolCommand::AreaRectangleTool => Self::Rectangle(Rectangle::new(LineKind::Area)),
            ToolCommand::FreehandTool => Self::Freehand(Freehand::default()),
            ToolCommand::AgentTool => place(Placeable::Agent),
            ToolCommand::TargetTool => place(Placeable::Marker(MarkerKind::Target)),
            ToolCommand::DangerTool => place(Placeable::Marker(MarkerKind::Danger)),
            ToolCommand::CellTool => place(Placeable::Cells),
            ToolCommand::SpawnerTool => Self::Spawner(SpawnerTool::default()),
            ToolCommand::PictureScaleTool => Self::PictureScale(PictureScale::default()),
            ToolCommand::PanTool => Self::Pan,
        }
    }

    /// The command that activates this tool.
    pub fn command(&self) -> ToolCommand {
        match self {
            Self::Select(_) => ToolCommand::SelectTool,
            Self::Pen(pen) => match pen.draws {
                LineKind::Path => ToolCommand::PenTool,
                LineKind::Wall => ToolCommand::WallTool,
                LineKind::Area => ToolCommand::AreaTool,
            },
            Self::Rectangle(rectangle) => match rectangle.draws {
                LineKind::Area => ToolCommand::AreaRectangleTool,
                LineKind::Wall | LineKind::Path => ToolCommand::WallRectangleTool,
            },
            Self::Freehand(_) => ToolCommand::FreehandTool,
            Self::Place(place) => match place.what {
                Placeable::Agent => ToolCommand::AgentTool,
                Placeable::Marker(MarkerKind::Target) => ToolCommand::TargetTool,
                Placeable::Marker(MarkerKind::Danger) => ToolCommand::DangerTool,
                Placeable::Cells => ToolCommand::CellTool,
            },
            Self::Spawner(_) => ToolCommand::SpawnerTool,
            Self::PictureScale(_) => ToolCommand::PictureScaleTool,
            Self::Pan => ToolCommand::PanTool,
        }
    }

    /// Handles a pointer event.
    pub fn pointer(
        &mut self,
        event: PointerEvent,
        context: &mut CanvasContext<'_>,
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
            Self::Rectangle(rectangle) => {
                rectangle.pointer(event, context);
                None
            }
            Self::Place(place) => {
                place.pointer(event, context);
                None
            }
            Self::Spawner(spawner) => {
                spawner.pointer(event, context);
                None
            }
            Self::PictureScale(scale) => {
                scale.pointer(event, context);
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
            _ => {}
        }
    }

    /// Handles a key. Returns whether the tool used it.
    pub fn key(&mut self, key: ToolKey, session: &mut Session) -> (bool, Option<Outcome>) {
        match self {
            Self::Select(select) => (select.key(key, session), None),
            Self::Pen(pen) => pen.key(key, session),
            Self::PictureScale(scale) => (scale.key(key), None),
            Self::Place(_) | Self::Freehand(_) | Self::Rectangle(_) | Self::Spawner(_)
                if key == ToolKey::Escape =>
            {
                (self.cancel_drag(session), None)
            }
            _ => (false, None),
        }
    }

    /// Cancels the current drag. Returns whether there was one.
    pub fn cancel_drag(&mut self, session: &mut Session) -> bool {
        let busy = self.is_busy();
        if busy {
            session.roll_back();
            match self {
                Self::Select(select) => *select = Select::default(),
                Self::Pen(pen) => pen.cancel_drag(),
                Self::Freehand(freehand) => *freehand = Freehand::default(),
                Self::Rectangle(rectangle) => rectangle.cancel_drag(),
                Self::Place(place) => *place = Place::new(place.what),
                Self::Spawner(spawner) => spawner.cancel_drag(),
                Self::PictureScale(_) | Self::Pan => {}
            }
        }
        busy
    }

    /// Finishes an operation that continues between clicks, such as drawing a path.
    pub fn finish(&mut self, session: &mut Session) -> Option<Outcome> {
        match self {
            Self::Pen(pen) => pen.key(ToolKey::Enter, session).1,
            _ => None,
        }
    }

    /// Whether a drag is in progress. Steps are recorded only after it.
    pub fn is_busy(&self) -> bool {
        match self {
            Self::Select(select) => select.is_busy(),
            Self::Pen(pen) => pen.is_busy(),
            Self::Freehand(freehand) => freehand.is_busy(),
            Self::Rectangle(rectangle) => rectangle.is_busy(),
            Self::Place(place) => place.is_busy(),
            Self::Spawner(spawner) => spawner.is_busy(),
            Self::PictureScale(_) | Self::Pan => false,
        }
    }

    /// Whether a line is being drawn, which is not finished yet.
    pub fn is_drawing(&self) -> bool {
        match self {
            Self::Pen(pen) => pen.drawing().is_some(),
            Self::Freehand(_) => self.is_busy(),
            _ => false,
        }
    }

    /// Whether the tool works by drags rather than clicks. From the keyboard, the button is then
    /// held down until a key is pressed again.
    pub fn is_dragged(&self) -> bool {
        match self {
            Self::Freehand(_) | Self::Rectangle(_) => true,
            Self::Place(place) => place.what == Placeable::Cells,
            _ => false,
        }
    }

    /// Whether the secondary button cancels or finishes something; otherwise it opens a menu.
    pub fn uses_secondary_button(&self) -> bool {
        self.is_busy()
            || matches!(self, Self::Pen(pen) if pen.drawing().is_some())
            || matches!(self, Self::PictureScale(scale) if scale.has_started())
    }

    /// The hints to show.
    pub fn hints(&self) -> Hints {
        match self {
            Self::Select(select) => select.hints(),
            Self::Pen(pen) => pen.hints(),
            Self::Freehand(freehand) => freehand.hints(),
            Self::Rectangle(rectangle) => rectangle.hints(),
            Self::Place(place) => place.hints(),
            Self::Spawner(spawner) => spawner.hints(),
            Self::PictureScale(scale) => scale.hints(),
            Self::Pan => Hints::idle(&[("Drag", "Pan"), ("Wheel", "Zoom")]),
        }
    }

    /// The cursor to show.
    pub fn cursor(&self) -> Cursor {
        match self {
            Self::Select(select) => select.cursor(),
            Self::Pan => Cursor::Grab,
            _ => Cursor::Crosshair,
        }
    }

    /// The preview to show.
    pub fn preview(&self) -> Option<&Preview> {
        match self {
            Self::Select(select) => select.preview(),
            Self::Pen(pen) => pen.preview(),
            Self::Freehand(freehand) => freehand.preview(),
            Self::Place(place) => place.preview(),
            Self::PictureScale(scale) => scale.preview(),
            Self::Rectangle(_) | Self::Spawner(_) | Self::Pan => None,
        }
    }
}
