//! The state at the start of a tick.

use crate::geometry::CellGrid;
use crate::level::Barrier;
use crate::level::net::RouteNets;
use crate::simulation::event::{Event, EventKind};
use crate::simulation::neighborhood::cells::Cells;
use crate::simulation::resolved::{ResolvedAgent, ResolvedScene};
use crate::simulation::senses::{GoalState, Knowledge};
use crate::simulation::states::StateStore;
use crate::simulation::store::columns::NONE;
use crate::simulation::store::groups::Groups;
use crate::simulation::store::observed::ObservedState;
use crate::simulation::store::routes::RouteSurroundings;
use crate::simulation::store::row_column::RowColumn;
use crate::steering::facing::Toward;
use crate::steering::follow_path::Route;
use crate::steering::{Body, Goal};
use glam::DVec2;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The state at the start of a tick, which everyone reads.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) tick: u64,
    pub(crate) dt: f64,
    /// By slot.
    pub(crate) position: [&'a [f64]; 2],
    /// The velocities, if some behavior looks at those of neighbors; else empty.
    pub(crate) neighbor_velocity: [&'a [f64]; 2],
    pub(crate) agent: &'a [u32],
    pub(crate) body: &'a [u32],
    pub(crate) route: &'a [u32],
    pub(crate) target: &'a RowColumn,
    pub(crate) danger: &'a RowColumn,
    pub(crate) leader: &'a RowColumn,
    pub(crate) driven: &'a [bool],
    /// By index of the agent.
    pub(crate) agents: &'a [ResolvedAgent],
    /// Where the game puts the agents that it drives, by index.
    pub(crate) places: &'a BTreeMap<u32, DVec2>,
    pub(crate) bodies: &'a [Body],
    pub(crate) routes: &'a [Arc<Route>],
    pub(crate) resolved: &'a ResolvedScene,
    /// How many agents wait at each meeting.
    pub(crate) meetings: &'a [u32],
    pub(crate) observed: &'a [ObservedState],
    pub(crate) knowledge: Knowledge<'a>,
    pub(crate) states: &'a StateStore,
    pub(crate) groups: &'a Groups,
    pub(crate) cells: &'a Cells,
    pub(crate) grid: &'a CellGrid,
    /// What blocks motion.
    pub(crate) barrier: &'a Barrier,
    /// The distance that bodies keep from it.
    pub(crate) skin: f64,
    /// How far from the points of their way bodies may be, u.
    pub(crate) route_tolerance: f64,
    /// How far a goal moves until a route to it is planned again, u.
    pub(crate) repath_distance: f64,
    pub(crate) nets: &'a RouteNets,
}

impl<'a> Shared<'a> {
    /// The route of the agent in a slot, if it has nodes.
    pub(crate) fn route(&self, slot: usize) -> Option<&'a Route> {
        self.routes
            .get(self.route[slot] as usize)
            .map(Arc::as_ref)
            .filter(|route| !route.is_empty())
    }

    /// What the agent sees in a row of the observed table.
    pub(crate) fn seen(&self, row: u32) -> Option<&'a ObservedState> {
        (row != NONE).then(|| &self.observed[row as usize])
    }

    /// The goal of a behavior of the agent in a slot; `row` is that of its target or danger.
    pub(crate) fn goal(&self, goal: Goal, row: u32, slot: usize) -> Option<GoalState> {
        if goal.is_reference() {
            return self.seen(row).map(|seen| GoalState {
                position: seen.position,
                velocity: seen.velocity,
            });
        }
        self.knowledge.goal(goal, slot)
    }

    /// What plans of routes look at.
    pub(crate) fn route_surroundings(&self) -> RouteSurroundings<'a> {
        RouteSurroundings {
            nets: self.nets,
            barrier: self.barrier,
            repath_distance: self.repath_distance,
            tolerance: self.route_tolerance,
        }
    }

    /// Whether the agent in a slot looks where actions and searches ask it to.
    pub(crate) fn faces_action(&self, slot: usize) -> bool {
        let index = self.agent[slot] as usize;
        let state = self.states.get(index).map_or(0, |memory| memory.state);
        let row = self.resolved.states.row(self.agents[index].preset, state);
        self.resolved.states.state(row).toward == Toward::Action
    }

    pub(crate) fn position(&self, slot: usize) -> DVec2 {
        DVec2::new(self.position[0][slot], self.position[1][slot])
    }

    pub(crate) fn body(&self, slot: usize) -> &'a Body {
        &self.bodies[self.body[slot] as usize]
    }

    /// The event of the behavior with this index, of the agent in a slot.
    pub(crate) fn event(&self, slot: usize, behavior: usize, kind: EventKind) -> Event {
        Event {
            tick: self.tick,
            agent: self.agents[self.agent[slot] as usize].id,
            behavior: Some(behavior),
            kind,
        }
    }
}
