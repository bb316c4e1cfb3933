//! What agents with states remember of them.

use crate::scene::StateId;
use crate::simulation::random::Stream;
use crate::simulation::states::table::{RandomTime, ResolvedState};
use crate::simulation::store::path_progress::PathProgress;

/// What an agent remembers of its state and of those in which it was.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateMemory {
    /// The index of its state.
    pub(crate) state: u32,
    /// For how many ticks it has been in the state.
    pub(crate) ticks: u32,
    /// Whether it has entered without a transition, and the actions are still to come.
    pub(crate) is_entering: bool,
    /// The times that were drawn when it entered, in ticks.
    pub(crate) times: Vec<u32>,
    /// Where it left its paths: for each `follow_path` of all states. `None` for those of its
    /// state, and where it never was.
    pub(crate) left: Vec<Option<PathProgress>>,
}

impl StateMemory {
    /// That of an agent that enters its first state, of a preset with `paths` times `follow_path`
    /// in all of its states.
    pub(crate) fn new(state: &ResolvedState, paths: usize, stream: &mut Stream) -> Self {
        let mut memory = Self {
            is_entering: true,
            left: vec![None; paths],
            ..Self::default()
        };
        memory.draw_times(state, stream);
        memory
    }

    /// Draws the times of a state that it enters.
    pub(crate) fn draw_times(&mut self, state: &ResolvedState, stream: &mut Stream) {
        self.times.clear();
        self.times
            .extend(state.random_times().map(|time| time.draw(stream)));
    }

    /// Keeps the times of an edited state that were drawn for terms at the same places in the state
    /// before.
    pub(crate) fn keep_times(&mut self, before: &ResolvedState, now: &ResolvedState) {
        let mut times = Vec::new();
        for (at, transition) in now.transitions.iter().enumerate() {
            for term in 0..transition.terms.len() {
                let Some(time) = now.random_time_at(at, term) else {
                    continue;
                };
                let known = before.random_time_at(at, term);
                let drawn = known.and_then(|known| self.times.get(known.place));
                times.push(drawn.map_or(time.min, |&drawn| time.limit(drawn)));
            }
        }
        self.times = times;
    }
}

impl RandomTime {
    fn draw(self, stream: &mut Stream) -> u32 {
        let Self { min, max, .. } = self;
        if max > min {
            let choices = f64::from(max) - f64::from(min) + 1.0;
            min + (stream.next_f64() * choices).floor() as u32
        } else {
            min
        }
    }

    fn limit(self, ticks: u32) -> u32 {
        if ticks > self.max {
            self.max
        } else if ticks < self.min {
            self.min
        } else {
            ticks
        }
    }
}

/// What concerns the states of one agent, while it is in no slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentStates {
    /// What it remembers, if it has states.
    pub(crate) memory: Option<StateMemory>,
    /// The state that the game has asked it to enter.
    pub(crate) asked: Option<StateId>,
    /// Whether others have told it what they saw, in the last tick.
    pub(crate) is_told: bool,
}

/// What concerns the states of all agents. Lists are sorted by the index of the agent.
#[derive(Clone, Debug, Default)]
pub(crate) struct StateStore {
    /// The agents with states.
    agents: Vec<u32>,
    memories: Vec<StateMemory>,
    /// The states that the game has asked agents to enter.
    pub(super) asked: Vec<(u32, StateId)>,
    /// The agents that others have told what they saw, in the last tick.
    pub(super) told: Vec<u32>,
    /// Those that are told in this tick, in any order.
    pub(super) told_next: Vec<u32>,
}

impl StateStore {
    /// The agents with states, by index, in order.
    pub(crate) fn agents(&self) -> &[u32] {
        &self.agents
    }

    /// Whether a tick has nothing to do with states, unless the game has sent names.
    pub(crate) fn is_idle(&self) -> bool {
        self.agents.is_empty() && self.asked.is_empty() && self.told.is_empty()
    }

    /// The next agent, by index, that has states or is asked to enter one. The numbers say how many
    /// of each list were before it.
    pub(super) fn next(&self, [agents, asked]: &mut [usize; 2]) -> Option<usize> {
        let heads = [
            self.agents.get(*agents).copied(),
            self.asked.get(*asked).map(|&(agent, _)| agent),
        ];
        let next = heads.into_iter().flatten().min()?;
        *agents += usize::from(heads[0] == Some(next));
        *asked += usize::from(heads[1] == Some(next));
        Some(next as usize)
    }

    /// The state that the agent with this index is asked to enter.
    pub(crate) fn asked(&self, index: usize) -> Option<StateId> {
        let at = self
            .asked
            .binary_search_by_key(&(index as u32), |&(agent, _)| agent);
        at.ok().map(|at| self.asked[at].1)
    }

    /// What the agent with this index remembers, if it has states.
    pub(crate) fn get(&self, index: usize) -> Option<&StateMemory> {
        let at = self.agents.binary_search(&(index as u32)).ok()?;
        self.memories.get(at)
    }

    /// What the agent with this index remembers, to change.
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut StateMemory> {
        let at = self.agents.binary_search(&(index as u32)).ok()?;
        self.memories.get_mut(at)
    }

    /// Whether the agent with this index was told something in the last tick.
    pub(crate) fn is_told(&self, index: usize) -> bool {
        self.told.binary_search(&(index as u32)).is_ok()
    }

    /// Replaces what concerns the agent with this index.
    pub(crate) fn put(&mut self, index: usize, states: AgentStates) {
        self.take(index);
        let AgentStates {
            memory,
            asked,
            is_told,
        } = states;
        if let Some(memory) = memory {
            let at = self.agents.partition_point(|&agent| agent < index as u32);
            self.agents.insert(at, index as u32);
            self.memories.insert(at, memory);
        }
        if let Some(asked) = asked {
            self.ask(index, asked);
        }
        if is_told {
            let at = self.told.partition_point(|&agent| agent < index as u32);
            self.told.insert(at, index as u32);
        }
    }

    /// Takes out what concerns the agent with this index.
    pub(crate) fn take(&mut self, index: usize) -> AgentStates {
        let index = index as u32;
        let memory = self.agents.binary_search(&index).ok().map(|at| {
            self.agents.remove(at);
            self.memories.remove(at)
        });
        let asked = self.asked.binary_search_by_key(&index, |&(agent, _)| agent);
        let told = self.told.binary_search(&index);
        AgentStates {
            memory,
            asked: asked.ok().map(|at| self.asked.remove(at).1),
            is_told: told.map(|at| self.told.remove(at)).is_ok(),
        }
    }

    /// Forgets the agent with this index, which is removed; those behind it move up by one.
    pub(crate) fn forget(&mut self, removed: usize) {
        self.take(removed);
        let asked = self.asked.iter_mut().map(|(agent, _)| agent);
        for agent in self.agents.iter_mut().chain(&mut self.told).chain(asked) {
            *agent -= u32::from(*agent > removed as u32);
        }
    }

    /// Notes that the agent with this index is to enter a state.
    pub(crate) fn ask(&mut self, index: usize, state: StateId) {
        let index = index as u32;
        match self.asked.binary_search_by_key(&index, |&(agent, _)| agent) {
            Ok(at) => self.asked[at].1 = state,
            Err(at) => self.asked.insert(at, (index, state)),
        }
    }

    /// Ends a tick: those who were told in it know so in the next.
    pub(super) fn end_tick(&mut self) {
        std::mem::swap(&mut self.told, &mut self.told_next);
        self.told_next.clear();
        self.told.sort_unstable();
        self.told.dedup();
    }
}
