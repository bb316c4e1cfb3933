//! The end of a tick, when agents change their states.

use crate::geometry::vector::dot;
use crate::scene::{Agent, AgentId, Marker};
use crate::simulation::event::{Event, EventKind};
use crate::simulation::population::Population;
use crate::simulation::population::door_switches::DoorSwitch;
use crate::simulation::reason::Reason;
use crate::simulation::reason::measure::Measured;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::states::table::{ResolvedEnter, ResolvedTransition};
use crate::simulation::states::terms::Conditions;
use crate::simulation::store::AgentStore;
use crate::simulation::tick::TickOutput;
use glam::DVec2;
use std::sync::Arc;

/// The most names of events that the game can send in a tick.
pub(crate) const MAX_NAMES: usize = 1000;

/// The name of an event that the game has sent.
#[derive(Clone, Debug)]
pub(crate) struct SentName {
    /// The receiver; `None` for all.
    pub(crate) agent: Option<AgentId>,
    pub(crate) name: String,
}

/// The changes of states at the end of a tick.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateChanges {
    /// The names of events that the game has sent for the next tick.
    pub(crate) names: Vec<SentName>,
    /// The events of the agents that change.
    events: Vec<Event>,
}

/// What changes the states of agents, and what they change with them.
struct Change<'a> {
    tick: u64,
    resolved: &'a ResolvedScene,
    agents: &'a [Agent],
    markers: &'a [Marker],
    store: &'a mut AgentStore,
    events: &'a mut Vec<Event>,
    switches: &'a mut Vec<DoorSwitch>,
    reasons: &'a mut Vec<Reason>,
}

impl StateChanges {
    /// Lets agents change their states. The events of the tick start with the one at `first`, and
    /// are in order.
    pub(crate) fn run(
        &mut self,
        population: &mut Population,
        tick: u64,
        output: &mut TickOutput,
        first: usize,
        reasons: &mut Vec<Reason>,
    ) {
        let Population {
            scene,
            resolved,
            store,
            ..
        } = population;
        if store.states.is_idle() && self.names.is_empty() {
            return;
        }
        let conditions = Conditions {
            tick,
            resolved,
            names: &self.names,
            events: &output.events[first..],
        };
        let mut change = Change {
            tick,
            resolved,
            agents: &scene.agents,
            markers: &scene.markers,
            store,
            events: &mut self.events,
            switches: &mut output.switches,
            reasons,
        };
        let mut before = [0, 0];
        while let Some(index) = change.store.states.next(&mut before) {
            if !change.store.places.contains_key(&(index as u32)) {
                change.update(&conditions, index);
            }
        }
        let is_driven = |index: &u32| store.places.contains_key(index);
        store.states.asked.retain(|(index, _)| is_driven(index));
        store.states.end_tick();
        self.names.clear();
        if !self.events.is_empty() {
            output.events.append(&mut self.events);
            store.sort_events(&mut output.events[first..]);
        }
    }
}

impl Change<'_> {
    /// Ends the tick of the agent with this index.
    fn update(&mut self, conditions: &Conditions, index: usize) {
        let mut is_entering = false;
        if let Some(memory) = self.store.states.get_mut(index) {
            memory.ticks = memory.ticks.saturating_add(1);
            is_entering = std::mem::take(&mut memory.is_entering);
        }
        if is_entering {
            self.act(index);
        }
        let asked = self.store.states.asked(index);
        if let Some(asked) = asked {
            let known = self.resolved.preset(index).state_index(asked);
            return known.map_or((), |state| self.enter(index, state as u32, None));
        }
        let Some(memory) = self.store.states.get(index) else {
            return;
        };
        let state = self
            .resolved
            .states
            .state(self.store.state_row(self.resolved, index));
        let first = conditions.first(self.store, index, memory, &state.transitions);
        if let Some((transition, to)) = first {
            let taken = &state.transitions[transition];
            self.explain(conditions, index, taken);
            self.enter(index, to, Some(transition as u32));
        }
    }

    /// Notes why the agent with this index takes a transition.
    fn explain(&mut self, conditions: &Conditions, index: usize, taken: &ResolvedTransition) {
        let measured = Measured {
            store: self.store,
            tick: self.tick,
            ids: &|known| known.target(&self.resolved.agents, self.markers),
        };
        if let Some(memory) = self.store.states.get(index) {
            conditions.explain(&measured, index, memory, taken, self.reasons);
        }
    }

    /// Lets the agent with this index enter a state, by the transition with the index `reason` or
    /// because the game wants it.
    fn enter(&mut self, index: usize, to: u32, reason: Option<u32>) {
        let agent = &self.agents[self.resolved.agents[index].authored as usize];
        self.store.enter_state(self.resolved, agent, index, to);
        self.act(index);
        let state = self
            .resolved
            .states
            .state(self.store.state_row(self.resolved, index));
        let name = Arc::clone(&state.name);
        self.report(index, EventKind::StateEntered { name, reason });
    }

    /// Executes the actions of the state of the agent with this index.
    fn act(&mut self, index: usize) {
        let state = self
            .resolved
            .states
            .state(self.store.state_row(self.resolved, index));
        for action in &state.enter {
            match action {
                ResolvedEnter::Emit(emitted) => {
                    self.report(index, EventKind::Emitted(Arc::clone(emitted)));
                }
                ResolvedEnter::SetWall(wall, open) => {
                    let agent = self.resolved.agents[index].id;
                    let switch = DoorSwitch::by_state(agent, *wall, *open);
                    self.switches.push(switch);
                }
                ResolvedEnter::Share(radius) => self.share(index, *radius),
            }
        }
    }

    /// Tells the others of the team of the agent with this index, up to `radius` u away, what it
    /// saw last.
    fn share(&mut self, index: usize, radius: f64) {
        let Some(row) = self.store.sense_row(index) else {
            return;
        };
        let (agents, rows) = (self.agents, &self.store.senses.rows);
        let authored = |index: usize| &agents[self.resolved.agents[index].authored as usize];
        let (Some(mut sighting), Some(team)) = (rows.states[row].last_seen, &authored(index).team)
        else {
            return;
        };
        let who = rows.who[row];
        sighting.tick = self.tick;
        let place = self.position(index);
        for other in 0..self.resolved.agents.len() {
            let way = self.position(other) - place;
            let is_near = dot(way, way) <= radius * radius;
            let agent = authored(other);
            if !is_near || other == index || agent.team.as_ref() != Some(team) {
                continue;
            }
            let row = self.store.sense_row_of(self.resolved, agent, other);
            let rows = &mut self.store.senses.rows;
            (rows.states[row].last_seen, rows.who[row]) = (Some(sighting), who);
            self.store.states.told_next.push(other as u32);
        }
    }

    fn position(&self, index: usize) -> DVec2 {
        self.store.columns.position(self.store.slot(index))
    }

    fn report(&mut self, index: usize, kind: EventKind) {
        self.events.push(Event {
            tick: self.tick,
            agent: self.resolved.agents[index].id,
            behavior: None,
            kind,
        });
    }
}

impl AgentStore {
    /// Notes where the agent with this index, authored as `agent`, leaves its path.
    pub(super) fn set_left_path(
        &mut self,
        resolved: &ResolvedScene,
        agent: &Agent,
        index: usize,
        place: DVec2,
    ) {
        let row = self.sense_row_of(resolved, agent, index);
        self.senses.rows.states[row].left_path = Some(place);
    }
}
