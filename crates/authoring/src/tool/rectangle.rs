//! The tools Wall rectangle and Area rectangle: a drag from corner to corner draws a closed wall or
//! an area.

use crate::bounds::clamp_position;
use crate::edit;
use crate::line::{self, LineKind};
use crate::tool::{Hints, PointerEvent, PointerKind};
use crate::{CanvasContext, Line};
use glam::DVec2;

/// The tool that draws rectangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Rectangle {
    /// What it draws: walls or areas.
    pub draws: LineKind,
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// The button is down. The corner opposite to `from` follows the pointer.
    Drawing { drawn: Line, from: DVec2 },
}

impl Rectangle {
    /// A tool that draws rectangles of a kind.
    pub fn new(draws: LineKind) -> Self {
        Self {
            draws,
            state: State::Ready,
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
                let scene = &mut context.session.scene;
                let drawn = line::add_rectangle(scene, self.draws, from, from);
                let kind = self.draws.name();
                context.session.name_step(format!("Draw {kind}"));
                context.session.selection.set(drawn.into());
                State::Drawing { drawn, from }
            }
            (State::Drawing { drawn, from }, PointerKind::Move) => {
                let targets = context.targets(|item| item == drawn.into());
                // Angles would leave only squares.
                let to = context.snap(event.at, &targets, None, event.modifiers);
                let to = clamp_position(square(from, to, event.modifiers.shift));
                let scene = &mut context.session.scene;
                let mut corners = line::rectangle(from, to).into_iter().enumerate();
                line::move_nodes(scene, drawn, &mut corners);
                State::Drawing { drawn, from }
            }
            (State::Drawing { drawn, .. }, PointerKind::Release) => {
                if is_flat(drawn, context) {
                    edit::delete(&mut context.session.scene, &[drawn.into()]);
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
                LineKind::Area => &[("Drag", "Draw rectangular area")],
                LineKind::Wall | LineKind::Path => &[("Drag", "Draw rectangular wall")],
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
fn is_flat(drawn: Line, context: &CanvasContext<'_>) -> bool {
    let least = context.length_from_points(context.settings.drag_points);
    let drawn = drawn.of(&context.session.scene);
    let corner = |index| drawn?.node(index).map(|(_, position)| position);
    let (Some(from), Some(to)) = (corner(0), corner(2)) else {
        return true;
    };
    (to - from).abs().min_element() < least
}
