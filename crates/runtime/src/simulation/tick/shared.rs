//! The state at the start of a tick.

use crate::geometry::CellGrid;
use crate::level::Barrier;
use crate::simulation::cells::Cells;
use crate::simulation::columns::NONE;
use crate::simulation::event::{Event, EventKind};
use crate::simulation::groups::Groups;
use crate::simulation::observed::ObservedState;
use crate::simulation::resolved_scene::ResolvedAgent;
use crate::simulation::row_column::RowColumn;
use crate::steering::Body;
use crate::steering::follow_path::Route;
use glam::DVec2;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The state at the start of a tick, which everyone reads.
#[derive(Clone, Copy)]
pub(in crate::simulation) struct Shared<'a> {
    pub(in crate::simulation) tick: u64,
    pub(in crate::simulation) dt: f64,
    /// By slot.
    pub(in crate::simulation) position: [&'a [f64]; 2],
    pub(in crate::simulation) agent: &'a [u32],
    pub(in crate::simulation) body: &'a [u32],
    pub(in crate::simulation) route: &'a [u32],
    pub(in crate::simulation) target: &'a RowColumn,
    pub(in crate::simulation) danger: &'a RowColumn,
    pub(in crate::simulation) leader: &'a RowColumn,
    pub(in crate::simulation) driven: &'a [bool],
    /// By index of the agent.
    pub(in crate::simulation) agents: &'a [ResolvedAgent],
    /// Where the game puts the agents that it drives, by index.
    pub(in crate::simulation) places: &'a BTreeMap<u32, DVec2>,
    pub(in crate::simulation) bodies: &'a [Body],
    pub(in crate::simulation) routes: &'a [Arc<Route>],
    pub(in crate::simulation) observed: &'a [ObservedState],
    pub(in crate::simulation) groups: &'a Groups,
    pub(in crate::simulation) cells: &'a Cells,
    pub(in crate::simulation) grid: &'a CellGrid,
    /// What blocks motion.
    pub(in crate::simulation) barrier: &'a Barrier,
    /// The distance that bodies keep from it.
    pub(in crate::simulation) skin: f64,
}

impl<'a> Shared<'a> {
    /// The route of the agent in a slot, if it has nodes.
    pub(in crate::simulation) fn route(&self, slot: usize) -> Option<&'a Route> {
        self.routes
            .get(self.route[slot] as usize)
            .map(Arc::as_ref)
            .filter(|route| !route.is_empty())
    }

    /// What the agent sees in a row of the observed table.
    pub(in crate::simulation) fn seen(&self, row: u32) -> Option<&'a ObservedState> {
        (row != NONE).then(|| &self.observed[row as usize])
    }

    pub(in crate::simulation) fn position(&self, slot: usize) -> DVec2 {
        DVec2::new(self.position[0][slot], self.position[1][slot])
    }

    pub(in crate::simulation) fn body(&self, slot: usize) -> &'a Body {
        &self.bodies[self.body[slot] as usize]
    }

    /// The event of the behavior with this index, of the agent in a slot.
    pub(in crate::simulation) fn event(
        &self,
        slot: usize,
        behavior: usize,
        kind: EventKind,
    ) -> Event {
        Event {
            tick: self.tick,
            agent: self.agents[self.agent[slot] as usize].id,
            behavior: Some(behavior),
            kind,
        }
    }
}
