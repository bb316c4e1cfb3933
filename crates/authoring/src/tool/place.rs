//! Place: a click puts an agent or marker down, a stroke blocks or frees cells.

use crate::tool::{Hints, PointerEvent, PointerKind, Preview, ToolContext};
use crate::{Item, place};
use glam::DVec2;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::scene::{MarkerKind, Role, Target};

/// The Place tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// What it puts down.
    pub what: What,
    state: State,
    preview: Option<Preview>,
}

/// What a [`Place`] puts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An agent of the preset in use.
    Agent,
    /// Something to go for, or to run from.
    Marker(MarkerKind),
    /// Blocked cells.
    Cells,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Ready,
    /// The button is down on what was just placed, which follows the pointer.
    Adjusting(Item),
    /// The button is down and paints cells blocked, or free.
    Painting {
        blocked: bool,
        last: Cell,
    },
}

impl Place {
    /// A tool that puts `what` down.
    pub fn new(what: What) -> Self {
        Self {
            what,
            state: State::Ready,
            preview: None,
        }
    }

    pub(super) fn pointer(&mut self, event: PointerEvent, bench: &mut ToolContext<'_>) {
        let at = if self.what == What::Cells {
            event.at
        } else {
            self.place_for(event, bench)
        };
        self.state = match (self.state, event.kind) {
            (State::Ready, PointerKind::Press) => match self.what {
                What::Agent => place_agent(at, bench).map_or(State::Ready, State::Adjusting),
                What::Marker(kind) => State::Adjusting(place_marker(kind, at, bench)),
                What::Cells => {
                    let cell = place::cell_at(&bench.session.scene, event.at);
                    let blocked = !bench
                        .session
                        .scene
                        .cells
                        .blocked
                        .contains(&[cell.column, cell.row]);
                    paint(cell, cell, blocked, bench)
                }
            },
            (State::Adjusting(item), PointerKind::Move) => {
                put(item, at, bench);
                State::Adjusting(item)
            }
            (State::Painting { blocked, last }, PointerKind::Move) => {
                let cell = place::cell_at(&bench.session.scene, event.at);
                paint(last, cell, blocked, bench)
            }
            (State::Adjusting(_) | State::Painting { .. }, PointerKind::SecondaryPress) => {
                bench.session.roll_back();
                State::Ready
            }
            (State::Adjusting(_) | State::Painting { .. }, PointerKind::Release) => State::Ready,
            (state, _) => state,
        };
        self.preview = (self.what == What::Cells).then(|| {
            let cell = place::cell_at(&bench.session.scene, event.at);
            let blocks = !bench
                .session
                .scene
                .cells
                .blocked
                .contains(&[cell.column, cell.row]);
            Preview::Cell(cell, blocks)
        });
    }

    fn place_for(&self, event: PointerEvent, bench: &mut ToolContext<'_>) -> DVec2 {
        let held = match self.state {
            State::Adjusting(item) => Some(item),
            _ => None,
        };
        let targets = bench.targets(|item| Some(item) == held);
        bench.snap(event.at, &targets, None, event.held)
    }

    pub(super) fn is_busy(&self) -> bool {
        self.state != State::Ready
    }

    pub(super) fn hints(&self) -> Hints {
        match self.what {
            What::Agent => Hints::at_rest(&[
                ("Click", "puts an agent down"),
                ("Drag", "moves it before it is dropped"),
            ]),
            What::Marker(MarkerKind::Target) => Hints::at_rest(&[("Click", "puts a target down")]),
            What::Marker(MarkerKind::Danger) => Hints::at_rest(&[("Click", "puts a danger down")]),
            What::Cells => Hints::at_rest(&[
                ("Drag", "blocks cells, or frees blocked ones"),
                ("Right-click while dragging", "cancels"),
            ]),
        }
    }

    pub(super) fn forget_hover(&mut self) {
        self.preview = None;
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}

fn place_agent(at: DVec2, bench: &mut ToolContext<'_>) -> Option<Item> {
    let scene = &mut bench.session.scene;
    let preset = match bench.preset.filter(|&id| scene.preset(id).is_some()) {
        Some(preset) => preset,
        None => place::walker_preset(scene),
    };
    // A path or marker that is selected is what the new agent is for.
    let selected = bench.session.selection.clone();
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
        _ => {}
    }
    bench.session.name_step("Place agent");
    bench.session.selection.set(Item::Agent(id));
    Some(Item::Agent(id))
}

fn place_marker(kind: MarkerKind, at: DVec2, bench: &mut ToolContext<'_>) -> Item {
    let id = place::add_marker(&mut bench.session.scene, kind, at);
    let item = Item::Marker(id);
    bench.session.name_step(match kind {
        MarkerKind::Target => "Place target",
        MarkerKind::Danger => "Place danger",
    });
    bench.session.selection.set(item);
    item
}

fn put(item: Item, at: DVec2, bench: &mut ToolContext<'_>) {
    match item {
        Item::Agent(id) => {
            if let Some(agent) = bench.session.scene.agent_mut(id) {
                (agent.x, agent.y) = (at.x, at.y);
            }
        }
        Item::Marker(id) => {
            if let Some(marker) = bench.session.scene.marker_mut(id) {
                (marker.x, marker.y) = (at.x, at.y);
            }
        }
        Item::Path(_) | Item::Node(..) | Item::Preset(_) => {}
    }
}

/// Paints every cell on the way from `from` to `to`, so that a quick stroke leaves no gaps.
fn paint(from: Cell, to: Cell, blocked: bool, bench: &mut ToolContext<'_>) -> State {
    const LONGEST_STROKE: usize = 10_000;
    let scene = &mut bench.session.scene;
    let way = steerwright_runtime::geometry::cells::line(from, to).take(LONGEST_STROKE);
    place::set_blocked(scene, std::iter::once(from).chain(way), blocked);
    bench
        .session
        .name_step(if blocked { "Block cells" } else { "Free cells" });
    State::Painting { blocked, last: to }
}
