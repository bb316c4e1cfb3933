//! What a game asks of the states of agents in a running [`World`], and does to them.

use crate::scene::{AgentId, StateId};
use crate::simulation::World;
use crate::simulation::error::WorldError;
use crate::simulation::states::{MAX_NAMES, SentName};

/// The state in which an agent is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurrentState<'a> {
    /// The id of the state, unique within its preset.
    pub id: StateId,
    /// The index of the state in its preset, counted from 0.
    pub index: usize,
    /// The display name, which may be empty.
    pub name: &'a str,
    /// For how many ticks the agent has been in the state. 0 in the tick in which it entered. It
    /// does not count while the game drives the agent, and stays 0 without
    /// [states](crate::scene::Preset::has_states).
    pub ticks: u32,
}

impl World {
    /// The state of an agent. `None` if it does not exist.
    #[must_use]
    pub fn state(&self, id: AgentId) -> Option<CurrentState<'_>> {
        let index = self.population.resolved.index_of(id)?;
        let memory = self.population.store.states.get(index);
        let state = memory.map_or(0, |memory| memory.state as usize);
        let rules = self
            .population
            .resolved
            .preset(index)
            .state_at(state)?
            .rules;
        Some(CurrentState {
            id: rules.id,
            index: state,
            name: &rules.name,
            ticks: memory.map_or(0, |memory| memory.ticks),
        })
    }

    /// The id of the state with this name in the preset of an agent; of several, the first. None
    /// also if there is no such agent.
    #[must_use]
    pub fn find_state(&self, id: AgentId, name: &str) -> Option<StateId> {
        let preset = self
            .population
            .resolved
            .preset(self.population.resolved.index_of(id)?);
        let mut states = preset.all_states();
        states
            .find(|state| state.rules.name == name)
            .map(|state| state.rules.id)
    }

    /// Lets an agent enter a state of its preset at the end of the next tick, instead of a
    /// transition. It can be the one in which it is: its behaviors start again. Of several calls
    /// before a tick the last counts; while the game drives the agent, the call waits.
    ///
    /// ```
    /// use steerwright_runtime::glam::DVec2;
    /// use steerwright_runtime::scene::{
    ///     Agent, AgentId, Behavior, Preset, PresetId, Scene, State, StateId, StateRules,
    /// };
    /// use steerwright_runtime::simulation::{EventKind, World};
    /// let mut guard = Preset::steered(PresetId(1), "Guard", [Behavior::Seek {}]);
    /// let asleep = StateRules { id: StateId(2), name: "Asleep".into(), ..StateRules::default() };
    /// guard.states = vec![State { rules: asleep, ..State::default() }];
    /// let ann = Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO);
    /// let mut world = World::new(&Scene {
    ///     presets: vec![guard.into()],
    ///     agents: vec![ann].into(),
    ///     ..Scene::default()
    /// });
    ///
    /// world.set_state(AgentId(1), StateId(2))?;
    /// world.step();
    /// assert!(matches!(world.events()[0].kind, EventKind::StateEntered { .. }));
    /// assert_eq!(world.state(AgentId(1)).map(|state| state.name), Some("Asleep"));
    /// # Ok::<(), steerwright_runtime::simulation::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::Agent`]; [`WorldError::State`] if the preset of the agent has no state with
    /// this id.
    pub fn set_state(&mut self, id: AgentId, state: StateId) -> Result<(), WorldError> {
        let index = self.index(id)?;
        let known = self.population.resolved.preset(index).state_index(state);
        known.ok_or(WorldError::State(state))?;
        self.population.store.states.ask(index, state);
        Ok(())
    }

    /// Sends the name of an event to an agent, or to all agents: in the next tick, the terms
    /// [`event`](crate::scene::Term::Event) with this name hold for those that are there and that
    /// the game does not drive.
    ///
    /// # Errors
    /// [`WorldError::Agent`]; [`WorldError::EventName`] if the name is empty; [`WorldError::Names`]
    /// if 1,000 names already wait for the next tick.
    pub fn force_event(&mut self, id: Option<AgentId>, name: &str) -> Result<(), WorldError> {
        if let Some(id) = id {
            self.index(id)?;
        }
        if name.is_empty() {
            return Err(WorldError::EventName);
        }
        if self.state_changes.names.len() >= MAX_NAMES {
            return Err(WorldError::Names);
        }
        let name = name.to_owned();
        self.state_changes.names.push(SentName { agent: id, name });
        Ok(())
    }
}
