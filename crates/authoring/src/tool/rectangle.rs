//! The tools Wall rectangle and Area rectangle: a drag from corner to corner draws a closed wall or an area.

use crate::bounds::clamp_position;
use crate::tool::line;
use crate::tool::{Hints, PointerEvent, PointerKind};
use crate::{CanvasContext, Item, areas, edit, walls};
use glam::DVec2;
use steerwright_runtime::scene::Scene;

/// The tool that draws rectangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rectangle {
    /// What it draws.
    pub draws: RectangleKind,
    state: State,
}

/// What a rectangle becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RectangleKind {
    /// A closed wall.
    #[default]
    Wall,
    /// An area.
    Area,
}

impl RectangleKind {
    fn add(self, scene: &mut Scene, a: DVec2, b: DVec2) -> Item {
        match self {
            Self::Wall => Item::Wall(walls::add_rectangle(scene, a, b)),
            Self::Area => Item::Area(areas::add_rectangle(scene, a, b)),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// The button is down. The corner opposite to `from` follows the pointer.
    Drawing { drawn: Item, from: DVec2 },
}

impl Rectangle {
    /// A tool that draws rectangles of a kind.
    pub fn new(draws: RectangleKind) -> Self {
        Self {
            draws,
            ..Self::default()
        }
    }

    pub(super) fn cancel_drag(&mut self) {
        self.state = State::Ready;
    }

    pub(super) fn pointer(&mut self, event: PointerEvent, context: &mut CanvasContext<'_>) {
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => {
                let targets = context.targets(|_| false);
                let from = context.snap(event.at, &targets, None, event.modifiers);
                let drawn = self.draws.add(&mut context.session.scene, from, from);
                context.session.name_step(match self.draws {
                    RectangleKind::Wall => "Draw wall",
                    RectangleKind::Area => "Draw area",
                });
                context.session.selection.set(drawn);
                State::Drawing { drawn, from }
            }
            (State::Drawing { drawn, from }, PointerKind::Move) => {
                let targets = context.targets(|item| item == drawn);
                // Angles would leave only squares.
                let to = context.snap(event.at, &targets, None, event.modifiers);
                let to = clamp_position(square(from, to, event.modifiers.shift));
                let scene = &mut context.session.scene;
                for (index, corner) in walls::rectangle(from, to).into_iter().enumerate() {
                    if let Some((node, _)) = line::node(scene, drawn, index) {
                        line::move_node(scene, node, corner);
                    }
                }
                State::Drawing { drawn, from }
            }
            (State::Drawing { drawn, .. }, PointerKind::Release) => {
                if is_flat(drawn, context) {
                    edit::delete(&mut context.session.scene, &[drawn]);
                    context.session.selection.clear();
                    context.session.roll_back();
                }
                State::Ready
            }
            (State::Drawing { .. }, PointerKind::SecondaryPress) => {
                context.session.roll_back();
                context.snapped = None;
                State::Ready
            }
            (state, _) => state,
        };
    }

    pub(super) fn is_busy(&self) -> bool {
        self.state != State::Ready
    }

    pub(super) fn hints(&self) -> Hints {
        match self.state {
            State::Ready => Hints::idle(match self.draws {
                RectangleKind::Wall => &[("Drag", "Draw rectangular wall")],
                RectangleKind::Area => &[("Drag", "Draw rectangular area")],
            }),
            State::Drawing { .. } => Hints::by_pointer(&[
                ("Release", "Finish"),
                ("Shift", "Square"),
                ("Ctrl", "Disable snapping"),
                ("Right-click or Esc", "Cancel"),
            ]),
        }
    }
}

/// The corner opposite to `from`: `to`, or for a square the nearest corner that encloses it.
fn square(from: DVec2, to: DVec2, is_square: bool) -> DVec2 {
    if !is_square {
        return to;
    }
    let d = to - from;
    from + DVec2::splat(d.abs().max_element()) * d.signum()
}

/// Whether a rectangle is smaller than a drag in one direction, as after a click.
fn is_flat(drawn: Item, context: &CanvasContext<'_>) -> bool {
    let least = context.length_from_points(context.settings.drag_points);
    let corner = |index| line::node(&context.session.scene, drawn, index).map(|(_, p)| p);
    let (Some(from), Some(to)) = (corner(0), corner(2)) else {
        return true;
    };
    (to - from).abs().min_element() < least
}
