//! The Place tool: clicks place agents and markers, strokes block or unblock cells.

use crate::edit::place;
use crate::tool::{Hints, PointerEvent, PointerKind, Preview};
use crate::{CanvasContext, Item};
use glam::DVec2;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::{MarkerKind, Role, Target};

/// The Place tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// What it places.
    pub what: Placeable,
    state: State,
    preview: Option<Preview>,
}

/// What a [`Place`] tool places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placeable {
    /// An agent with the current preset.
    Agent,
    /// A target or a danger.
    Marker(MarkerKind),
    /// Blocked cells.
    Cells,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Ready,
    /// The button is down on the item just placed, which follows the pointer.
    Adjusting(Item),
    /// The button is down and blocks or unblocks cells.
    Painting {
        blocked: bool,
        last: Cell,
    },
}

impl Place {
    /// A tool that places `what`.
    pub fn new(what: Placeable) -> Self {
        Self {
            what,
            state: State::Ready,
            preview: None,
        }
    }

    pub(super) fn pointer(&mut self, event: PointerEvent, context: &mut CanvasContext<'_>) {
        let at = if self.what == Placeable::Cells {
            event.at
        } else {
            self.place_for(event, context)
        };
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => match self.what {
                Placeable::Agent => place_agent(at, context).map_or(State::Ready, State::Adjusting),
                Placeable::Marker(kind) => State::Adjusting(place_marker(kind, at, context)),
                Placeable::Cells => {
                    let cell = place::cell_at(&context.session.scene, event.at);
                    let blocked = !context.session.scene.cells.blocked.contains(&cell);
                    paint(cell, cell, blocked, context)
                }
            },
            (State::Adjusting(item), PointerKind::Move) => {
                put(item, at, context);
                State::Adjusting(item)
            }
            (State::Painting { blocked, last }, PointerKind::Move) => {
                let cell = place::cell_at(&context.session.scene, event.at);
                paint(last, cell, blocked, context)
            }
            (State::Adjusting(_) | State::Painting { .. }, PointerKind::SecondaryPress) => {
                context.session.roll_back();
                State::Ready
            }
            (State::Adjusting(_) | State::Painting { .. }, PointerKind::Release) => State::Ready,
            (state, _) => state,
        };
        self.preview = (self.what == Placeable::Cells).then(|| {
            let cell = place::cell_at(&context.session.scene, event.at);
            let blocks = !context.session.scene.cells.blocked.contains(&cell);
            Preview::Cell(cell, blocks)
        });
    }

    fn place_for(&self, event: PointerEvent, context: &mut CanvasContext<'_>) -> DVec2 {
        let placed = match self.state {
            State::Adjusting(item) => Some(item),
            State::Ready | State::Painting { .. } => None,
        };
        let targets = context.targets(|item| Some(item) == placed);
        context.snap(event.at, &targets, None, event.modifiers)
    }

    pub(super) fn is_busy(&self) -> bool {
        self.state != State::Ready
    }

    pub(super) fn hints(&self) -> Hints {
        match self.what {
            Placeable::Agent => {
                Hints::idle(&[("Click", "Place agent"), ("Drag", "Place and move agent")])
            }
            Placeable::Marker(MarkerKind::Target) => Hints::idle(&[("Click", "Place target")]),
            Placeable::Marker(MarkerKind::Danger) => Hints::idle(&[("Click", "Place danger")]),
            Placeable::Cells => Hints::idle(&[
                ("Drag", "Block or unblock cells"),
                ("Right-click while dragging", "Cancel"),
            ]),
        }
    }

    pub(super) fn clear_hover(&mut self) {
        self.preview = None;
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}

fn place_agent(at: DVec2, context: &mut CanvasContext<'_>) -> Option<Item> {
    let scene = &mut context.session.scene;
    let preset = match context
        .session
        .agent_preset
        .filter(|&id| scene.preset(id).is_some())
    {
        Some(preset) => preset,
        None => place::path_preset(scene, None),
    };
    // The new agent uses the selected path or marker.
    let selected = context.session.selection.clone();
    let id = place::add_agent(scene, preset, at)?;
    let roles = scene
        .preset(preset)
        .map(steerwright_runtime::scene::Preset::roles)
        .unwrap_or_default();
    let marker = selected.primary().and_then(|item| match item {
        Item::Marker(marker) => scene
            .marker(marker)
            .map(|marker| (marker.kind, Target::Marker(marker.id))),
        _ => None,
    });
    let agent = scene.agent_mut(id)?;
    if let Some(path) = selected.path().filter(|_| roles.contains(&Role::Path)) {
        agent.path = Some(path);
    }
    match marker {
        Some((MarkerKind::Target, marker)) if roles.contains(&Role::Target) => {
            agent.target = Some(marker)
        }
        Some((MarkerKind::Danger, marker)) if roles.contains(&Role::Danger) => {
            agent.danger = Some(marker)
        }
        Some((MarkerKind::Target | MarkerKind::Danger, _)) | None => {}
    }
    context.session.name_step("Place agent");
    context.session.selection.set(Item::Agent(id));
    Some(Item::Agent(id))
}

fn place_marker(kind: MarkerKind, at: DVec2, context: &mut CanvasContext<'_>) -> Item {
    let id = place::add_marker(&mut context.session.scene, kind, at);
    let item = Item::Marker(id);
    context.session.name_step(match kind {
        MarkerKind::Target => "Place target",
        MarkerKind::Danger => "Place danger",
    });
    context.session.selection.set(item);
    item
}

fn put(item: Item, at: DVec2, context: &mut CanvasContext<'_>) {
    match item {
        Item::Agent(id) => {
            if let Some(agent) = context.session.scene.agent_mut(id) {
                agent.position = at;
            }
        }
        Item::Marker(id) => {
            if let Some(marker) = context.session.scene.marker_mut(id) {
                marker.position = at;
            }
        }
        _ => {}
    }
}

/// Paints every cell between `from` and `to`, so that fast strokes have no gaps.
fn paint(from: Cell, to: Cell, blocked: bool, context: &mut CanvasContext<'_>) -> State {
    const MAX_CELLS: usize = 10_000;
    let scene = &mut context.session.scene;
    let cells = steerwright_runtime::geometry::cells::line(from, to).take(MAX_CELLS);
    place::set_blocked(scene, std::iter::once(from).chain(cells), blocked);
    context.session.name_step(if blocked {
        "Block cells"
    } else {
        "Unblock cells"
    });
    State::Painting { blocked, last: to }
}
