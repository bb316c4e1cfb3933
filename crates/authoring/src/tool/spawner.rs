//! The Spawner tool: a click places a spawner, on an agent or a marker at that item; a drag draws
//! the rectangle at whose edge agents enter.

use crate::bounds::clamp_position;
use crate::tool::{Hints, PointerEvent, PointerKind};
use crate::{CanvasContext, Item, spawners};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{SpawnEdge, SpawnPlace, SpawnerId};

/// The Spawner tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpawnerTool {
    state: State,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// The button is down. Beyond the drag threshold, the corner opposite to `from` follows the
    /// pointer.
    Placing {
        spawner: SpawnerId,
        from: DVec2,
        drags: bool,
    },
}

impl SpawnerTool {
    pub(super) fn cancel_drag(&mut self) {
        self.state = State::Ready;
    }

    pub(super) fn pointer(&mut self, event: PointerEvent, context: &mut CanvasContext<'_>) {
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => press(event, context),
            (
                State::Placing {
                    spawner,
                    from,
                    drags,
                },
                PointerKind::Move,
            ) => {
                let threshold = context.length_from_points(context.settings.drag_points);
                let drags = drags || vector::distance(from, event.at) >= threshold;
                if drags {
                    drag(spawner, from, event, context);
                }
                State::Placing {
                    spawner,
                    from,
                    drags,
                }
            }
            (State::Placing { .. }, PointerKind::SecondaryPress) => {
                context.session.roll_back();
                context.snapped = None;
                State::Ready
            }
            (State::Placing { .. }, PointerKind::Release) => State::Ready,
            (state, _) => state,
        };
    }

    pub(super) fn is_busy(&self) -> bool {
        self.state != State::Ready
    }

    pub(super) fn hints(&self) -> Hints {
        match self.state {
            State::Ready => Hints::idle(&[
                ("Click", "Place spawner"),
                ("Click agent or marker", "Place spawner at it"),
                ("Drag", "Draw edge where agents enter"),
            ]),
            State::Placing { .. } => Hints::by_pointer(&[
                ("Release", "Finish"),
                ("Shift", "Square"),
                ("Ctrl", "Disable snapping"),
                ("Right-click or Esc", "Cancel"),
            ]),
        }
    }
}

fn press(event: PointerEvent, context: &mut CanvasContext<'_>) -> State {
    let targets = context.targets(|_| false);
    let from = context.snap(event.at, &targets, None, event.modifiers);
    let item = context.item_at(event.at);
    let place = if let Some(Item::Marker(id)) = item {
        SpawnPlace::Marker(id)
    } else if let Some(Item::Agent(id)) = item {
        SpawnPlace::Agent(id)
    } else {
        SpawnPlace::Point(from)
    };
    let chosen = context.session.agent_preset;
    let selected = context.session.selection.primary();
    let scene = &mut context.session.scene;
    let selected = selected.and_then(|item| item.preset(scene));
    let preset = spawners::next_preset(scene, chosen, selected);
    let spawner = spawners::add(scene, preset, place);
    context.session.name_step("Place spawner");
    context.session.selection.set(Item::Spawner(spawner));
    State::Placing {
        spawner,
        from,
        drags: false,
    }
}

fn drag(id: SpawnerId, from: DVec2, event: PointerEvent, context: &mut CanvasContext<'_>) {
    let targets = context.targets(|item| item == Item::Spawner(id));
    let to = context.snap(event.at, &targets, None, event.modifiers);
    let to = clamp_position(if event.modifiers.shift {
        let d = to - from;
        from + DVec2::splat(d.abs().max_element()) * d.signum()
    } else {
        to
    });
    if let Some(spawner) = context.session.scene.spawner_mut(id) {
        spawner.place = SpawnPlace::Edge(SpawnEdge { from, to });
    }
}
