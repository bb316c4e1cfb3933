//! The end of a tick, when agents change their states.

use crate::geometry::vector::dot;
use crate::scene::{Agent, Marker};
use crate::simulation::World;
use crate::simulation::agent_store::AgentStore;
use crate::simulation::door_switches::DoorSwitch;
use crate::simulation::event::{Event, EventKind};
use crate::simulation::measure::Measured;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::simulation::states::table::{ResolvedEnter, ResolvedTransition};
use crate::simulation::states::terms::Conditions;
use glam::DVec2;
use std::sync::Arc;

/// What changes the states of agents, and what they change with them.
struct StateChanges<'a> {
    tick: u64,
    resolved: &'a ResolvedScene,
    agents: &'a [Agent],
    markers: &'a [Marker],
    store: &'a mut AgentStore,
    /// The events of the agents that change.
    events: &'a mut Vec<Event>,
}

impl World {
    /// Lets agents change their states. The events of the tick start with the one at `first`, and
    /// are in order.
    pub(in crate::simulation) fn change_states(&mut self, first: usize) {
        let tick = self.tick();
        let Self {
            scene,
            resolved,
            store,
            events,
            names,
            ..
        } = self;
        let mut new_events = std::mem::take(&mut store.states.events);
        let conditions = Conditions {
            tick,
            resolved,
            names,
            events: &events[first..],
        };
        let mut changes = StateChanges {
            tick,
            resolved,
            agents: &scene.agents,
            markers: &scene.markers,
            store,
            events: &mut new_events,
        };
        let mut before = [0, 0];
        while let Some(index) = changes.store.states.next(&mut before) {
            if !changes.store.places.contains_key(&(index as u32)) {
                changes.update(&conditions, index);
            }
        }
        let is_driven = |index: &u32| store.places.contains_key(index);
        store.states.asked.retain(|(index, _)| is_driven(index));
        store.states.end_tick();
        names.clear();
        if !new_events.is_empty() {
            events.append(&mut new_events);
            store.sort_events(&mut events[first..]);
        }
        store.states.events = new_events;
    }
}

impl StateChanges<'_> {
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
        let mut reasons = std::mem::take(&mut self.store.reasons);
        let measured = Measured {
            store: self.store,
            tick: self.tick,
            ids: &|known| known.target(&self.resolved.agents, self.markers),
        };
        if let Some(memory) = self.store.states.get(index) {
            conditions.explain(&measured, index, memory, taken, &mut reasons);
        }
        self.store.reasons = reasons;
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
                    self.store.switches.push(switch);
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
