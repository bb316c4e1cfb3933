//! The Wall rectangle tool: a drag from corner to corner draws a closed wall.

use crate::bounds::clamp_position;
use crate::tool::{Hints, PointerEvent, PointerKind};
use crate::{CanvasContext, Item, edit, walls};
use glam::DVec2;
use steerwright_runtime::scene::WallId;

/// The Wall rectangle tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WallRectangle {
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// The button is down. The corner opposite to `from` follows the pointer.
    Drawing { wall: WallId, from: DVec2 },
}

impl WallRectangle {
    pub(super) fn pointer(&mut self, event: PointerEvent, context: &mut CanvasContext<'_>) {
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => {
                let targets = context.targets(|_| false);
                let from = context.snap(event.at, &targets, None, event.modifiers);
                let wall = walls::add_rectangle(&mut context.session.scene, from, from);
                context.session.name_step("Draw wall");
                context.session.selection.set(Item::Wall(wall));
                State::Drawing { wall, from }
            }
            (State::Drawing { wall, from }, PointerKind::Move) => {
                let targets = context.targets(|item| item == Item::Wall(wall));
                // Angles would leave only squares.
                let to = context.snap(event.at, &targets, None, event.modifiers);
                let to = clamp_position(square(from, to, event.modifiers.shift));
                let corners = walls::rectangle(from, to);
                if let Some(wall) = context.session.scene.wall_mut(wall) {
                    for (node, corner) in wall.nodes.iter_mut().zip(corners) {
                        node.position = corner;
                    }
                }
                State::Drawing { wall, from }
            }
            (State::Drawing { wall, .. }, PointerKind::Release) => {
                if is_flat(wall, context) {
                    edit::delete(&mut context.session.scene, &[Item::Wall(wall)]);
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
            State::Ready => Hints::idle(&[("Drag", "Draw rectangular wall")]),
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
fn is_flat(wall: WallId, context: &CanvasContext<'_>) -> bool {
    let least = context.length_from_points(context.settings.drag_points);
    let Some(wall) = context.session.scene.wall(wall) else {
        return true;
    };
    let [from, _, to, _] = wall.nodes[..] else {
        return true;
    };
    (to.position - from.position).abs().min_element() < least
}
