//! The state at the start of a tick.

use crate::geometry::CellGrid;
use crate::level::Barrier;
use crate::level::net::RouteNets;
use crate::simulation::cells::Cells;
use crate::simulation::columns::NONE;
use crate::simulation::event::{Event, EventKind};
use crate::simulation::groups::Groups;
use crate::simulation::observed::ObservedState;
use crate::simulation::resolved_scene::{ResolvedAgent, ResolvedScene};
use crate::simulation::routes::RouteSurroundings;
use crate::simulation::row_column::RowColumn;
use crate::simulation::senses::{GoalState, Knowledge};
use crate::simulation::states::StateStore;
use crate::steering::facing::Toward;
use crate::steering::follow_path::Route;
use crate::steering::{Body, Goal};
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
    pub(in crate::simulation) resolved: &'a ResolvedScene,
    /// How many agents wait at each meeting.
    pub(in crate::simulation) meetings: &'a [u32],
    pub(in crate::simulation) observed: &'a [ObservedState],
    pub(in crate::simulation) knowledge: Knowledge<'a>,
    pub(in crate::simulation) states: &'a StateStore,
    pub(in crate::simulation) groups: &'a Groups,
    pub(in crate::simulation) cells: &'a Cells,
    pub(in crate::simulation) grid: &'a CellGrid,
    /// What blocks motion.
    pub(in crate::simulation) barrier: &'a Barrier,
    /// The distance that bodies keep from it.
    pub(in crate::simulation) skin: f64,
    /// How far from the points of their way bodies may be, u.
    pub(in crate::simulation) route_tolerance: f64,
    /// How far a goal moves until a route to it is planned again, u.
    pub(in crate::simulation) repath_distance: f64,
    pub(in crate::simulation) nets: &'a RouteNets,
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

    /// The goal of a behavior of the agent in a slot; `row` is that of its target or danger.
    pub(in crate::simulation) fn goal(
        &self,
        goal: Goal,
        row: u32,
        slot: usize,
    ) -> Option<GoalState> {
        if goal.is_reference() {
            return self.seen(row).map(|seen| GoalState {
                position: seen.position,
                velocity: seen.velocity,
            });
        }
        self.knowledge.goal(goal, slot)
    }

    /// What plans of routes look at.
    pub(in crate::simulation) fn route_surroundings(&self) -> RouteSurroundings<'a> {
        RouteSurroundings {
            nets: self.nets,
            barrier: self.barrier,
            repath_distance: self.repath_distance,
            tolerance: self.route_tolerance,
        }
    }

    /// Whether the agent in a slot looks where actions and searches ask it to.
    pub(in crate::simulation) fn faces_action(&self, slot: usize) -> bool {
        let index = self.agent[slot] as usize;
        let state = self.states.get(index).map_or(0, |memory| memory.state);
        let row = self.resolved.states.row(self.agents[index].preset, state);
        self.resolved.states.state(row).toward == Toward::Action
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
