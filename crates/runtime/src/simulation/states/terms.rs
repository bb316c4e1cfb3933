//! Whether the conditions of transitions hold.

use crate::geometry::vector::dot;
use crate::scene::AgentId;
use crate::simulation::event::{Event, EventKind};
use crate::simulation::reason::measure::Measured;
use crate::simulation::reason::{Reason, ReasonOf};
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::states::SentName;
use crate::simulation::states::memory::StateMemory;
use crate::simulation::states::table::{ResolvedTerm, ResolvedTransition};
use crate::simulation::store::AgentStore;
use crate::simulation::store::columns::NONE;
use crate::simulation::store::memory::Memory;

/// What the conditions of all agents are about.
#[derive(Clone, Copy)]
pub(super) struct Conditions<'a> {
    pub(super) tick: u64,
    pub(super) resolved: &'a ResolvedScene,
    /// The names that the game has sent.
    pub(super) names: &'a [SentName],
    /// The events of the tick so far, by agent.
    pub(super) events: &'a [Event],
}

impl Conditions<'_> {
    /// The index of the first of these transitions that holds for the agent with this index, and
    /// that of its state.
    pub(super) fn first(
        &self,
        store: &AgentStore,
        index: usize,
        memory: &StateMemory,
        transitions: &[ResolvedTransition],
    ) -> Option<(usize, u32)> {
        let holds = |term| self.holds(store, index, memory, term);
        transitions.iter().enumerate().find_map(|(at, transition)| {
            let mut terms = transition.terms.iter();
            let is_met = match transition.terms.is_empty() {
                true => true,
                false if transition.any => terms.any(holds),
                false => terms.all(holds),
            };
            Some((at, transition.to.filter(|_| is_met)?))
        })
    }

    /// Why the agent with this index takes a transition: a reason for each of its conditions that
    /// holds.
    pub(super) fn explain(
        &self,
        measured: &Measured<'_>,
        index: usize,
        memory: &StateMemory,
        transition: &ResolvedTransition,
        reasons: &mut Vec<Reason>,
    ) {
        let terms = transition.terms.iter();
        let held = terms.filter(|term| self.holds(measured.store, index, memory, term));
        let by_game = |term: &ResolvedTerm| matches!(term, ResolvedTerm::Event(name) if self.game_sent(index, name));
        reasons.extend(held.map(|term| Reason {
            tick: self.tick,
            agent: self.resolved.agents[index].id,
            of: ReasonOf::State,
            fact: measured.fact(index, memory, term, by_game(term)),
        }));
    }

    fn holds(
        &self,
        store: &AgentStore,
        index: usize,
        memory: &StateMemory,
        term: &ResolvedTerm,
    ) -> bool {
        let row = store.columns.senses.get(store.slot(index));
        let senses = (row != NONE).then(|| &store.senses.rows.states[row as usize]);
        match term {
            ResolvedTerm::Sees => senses.is_some_and(|senses| senses.sight.has_noticed),
            ResolvedTerm::SeesNotFor(ticks) => senses.is_some_and(|senses| senses.unseen >= *ticks),
            ResolvedTerm::Hears => {
                let noise = senses.and_then(|senses| senses.last_noise);
                noise.is_some_and(|noise| noise.tick == self.tick)
            }
            ResolvedTerm::Told => store.states.is_told(index),
            ResolvedTerm::Touches => {
                row != NONE && !store.senses.rows.touched[row as usize].is_none()
            }
            ResolvedTerm::MeterAtLeast(least) => {
                senses.is_some_and(|senses| senses.meter >= *least)
            }
            ResolvedTerm::MeterAtMost(most) => senses.is_some_and(|senses| senses.meter <= *most),
            ResolvedTerm::For(time) => {
                let drawn = memory.times.get(time.place);
                drawn.is_some_and(|&drawn| memory.ticks >= drawn)
            }
            ResolvedTerm::Arrived => any_memory(store, index, Memory::has_arrived),
            ResolvedTerm::PathFinished => any_memory(store, index, Memory::is_path_finished),
            ResolvedTerm::Near(goal, radius) => {
                let place = store.goal_position(*goal, index);
                place.is_some_and(|place| {
                    let way = place - store.columns.position(store.slot(index));
                    dot(way, way) <= radius * radius
                })
            }
            ResolvedTerm::Event(name) => self.was_sent(index, name),
            ResolvedTerm::SearchFinished => any_memory(store, index, Memory::is_search_finished),
            ResolvedTerm::NoRoute => store.routes(index).is_some_and(|routes| routes.has_none),
        }
    }

    /// Whether the game sent a name to the agent with this index, or the agent emitted it on its
    /// paths.
    fn was_sent(&self, index: usize, name: &str) -> bool {
        let id = self.resolved.agents[index].id;
        self.game_sent(index, name) || self.emitted_by(id).any(|emitted| emitted == name)
    }

    /// Whether the game sent a name to the agent with this index.
    fn game_sent(&self, index: usize, name: &str) -> bool {
        let id = self.resolved.agents[index].id;
        self.names
            .iter()
            .any(|sent| sent.name == name && sent.agent.is_none_or(|agent| agent == id))
    }

    /// What an agent has emitted on its paths in this tick.
    fn emitted_by(&self, id: AgentId) -> impl Iterator<Item = &str> {
        let first = self.events.partition_point(|event| event.agent < id);
        let events = self.events[first..]
            .iter()
            .take_while(move |event| event.agent == id);
        events.filter_map(|event| {
            let EventKind::Emitted(emitted) = &event.kind else {
                return None;
            };
            event.behavior.is_some().then_some(emitted.name.as_str())
        })
    }
}

/// Whether the memory of a behavior of the agent with this index is as asked.
fn any_memory(store: &AgentStore, index: usize, is_it: impl Fn(&Memory, usize) -> bool) -> bool {
    let (program, row) = store.program(index);
    program.memories.iter().any(|memory| is_it(memory, row))
}
