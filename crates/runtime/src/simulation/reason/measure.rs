//! Measures the facts of [`Reason`]s from the state that decided.

use crate::geometry::vector::distance;
use crate::scene::{AgentId, Target};
use crate::simulation::event::{Event, EventKind};
use crate::simulation::population::Population;
use crate::simulation::reason::{Fact, Reason, ReasonOf};
use crate::simulation::senses::Known;
use crate::simulation::states::{ResolvedTerm, StateMemory};
use crate::simulation::store::AgentStore;
use glam::DVec2;
use std::sync::Arc;

/// What facts are measured from, before the states change.
#[derive(Clone, Copy)]
pub(crate) struct Measured<'a> {
    pub(crate) store: &'a AgentStore,
    pub(crate) tick: u64,
    /// Gives the agents and markers that are known their ids.
    pub(crate) ids: &'a dyn Fn(Known) -> Option<Target>,
}

impl Measured<'_> {
    fn row(&self, index: usize) -> Option<usize> {
        self.store.sense_row(index)
    }

    fn apart(&self, index: usize, place: DVec2) -> f64 {
        let slot = self.store.slot(index);
        distance(self.store.columns.position(slot), place)
    }

    fn known(&self, index: usize, of: impl Fn(usize) -> Known) -> Known {
        self.row(index).map_or(Known::NONE, of)
    }

    fn sees(&self, index: usize) -> Fact {
        let rows = &self.store.senses.rows;
        let perceived = self.known(index, |row| rows.perceived[row]);
        let since = self.row(index).and_then(|row| rows.seen_since[row]);
        let seen = self
            .store
            .known_state(perceived)
            .filter(|_| since.is_some());
        Fact::Sees {
            who: (self.ids)(perceived),
            distance: seen.map(|seen| self.apart(index, seen.position)),
            ticks: since.map(|since| self.tick - since + 1),
        }
    }

    fn unseen(&self, index: usize) -> Fact {
        let rows = &self.store.senses.rows;
        let state = self.row(index).map(|row| &rows.states[row]);
        Fact::Unseen {
            who: (self.ids)(self.known(index, |row| rows.who[row])),
            ticks: state.map_or(0, |state| state.unseen),
        }
    }

    fn hears(&self, index: usize) -> Fact {
        let senses = &self.store.senses;
        let state = self.row(index).map(|row| &senses.rows.states[row]);
        let noise = state.and_then(|state| state.last_noise);
        let is_own = |(hearing, _): &&(u32, Known)| *hearing == index as u32;
        let from = senses.heard_from.iter().find(is_own);
        let who = from.and_then(|&(_, who)| (self.ids)(who));
        Fact::Hears {
            who: who.and_then(agent_of),
            distance: noise.map_or(0.0, |noise| self.apart(index, noise.place)),
        }
    }

    fn told(&self, index: usize) -> Fact {
        let rows = &self.store.senses.rows;
        let state = self.row(index).map(|row| &rows.states[row]);
        let seen = state.and_then(|state| state.last_seen);
        Fact::Told {
            who: (self.ids)(self.known(index, |row| rows.who[row])),
            distance: seen.map(|seen| self.apart(index, seen.place)),
        }
    }

    fn alert(&self, index: usize, memory: &StateMemory) -> Fact {
        let rows = &self.store.senses.rows;
        Fact::Alert {
            meter: self.row(index).map_or(0.0, |row| rows.states[row].meter),
            ticks: memory.ticks,
        }
    }

    /// What was measured for a condition that holds for the agent with this index. `by_game`:
    /// whether the game sent the event.
    pub(crate) fn fact(
        &self,
        index: usize,
        memory: &StateMemory,
        term: &ResolvedTerm,
        by_game: bool,
    ) -> Fact {
        let rows = &self.store.senses.rows;
        match term {
            ResolvedTerm::Sees => self.sees(index),
            ResolvedTerm::SeesNotFor(_) => self.unseen(index),
            ResolvedTerm::Hears => self.hears(index),
            ResolvedTerm::Told => self.told(index),
            ResolvedTerm::Touches => Fact::Touches {
                who: (self.ids)(self.known(index, |row| rows.touched[row])),
            },
            ResolvedTerm::MeterAtLeast(_) | ResolvedTerm::MeterAtMost(_) => {
                self.alert(index, memory)
            }
            ResolvedTerm::For(_) => Fact::Time {
                ticks: memory.ticks,
            },
            ResolvedTerm::Arrived => Fact::Arrived,
            ResolvedTerm::PathFinished => Fact::PathFinished,
            ResolvedTerm::Near(goal, _) => {
                let place = self.store.goal_position(*goal, index);
                Fact::Near {
                    goal: *goal,
                    distance: place.map_or(0.0, |place| self.apart(index, place)),
                }
            }
            ResolvedTerm::Event(name) => Fact::Event {
                name: Arc::clone(name),
                by_game,
            },
            ResolvedTerm::SearchFinished => Fact::SearchFinished,
            ResolvedTerm::NoRoute => Fact::NoRoute,
        }
    }
}

fn agent_of(target: Target) -> Option<AgentId> {
    match target {
        Target::Agent(id) => Some(id),
        Target::Marker(_) | Target::Pointer => None,
    }
}

/// Explains what agents have sensed in this tick, whose events these are.
pub(crate) fn explain_senses(
    population: &Population,
    tick: u64,
    events: &[Event],
    reasons: &mut Vec<Reason>,
) {
    let Population {
        scene,
        resolved,
        store,
        ..
    } = population;
    if store.senses.rows.is_empty() {
        return;
    }
    let measured = Measured {
        store,
        tick,
        ids: &|known| known.target(&resolved.agents, &scene.markers),
    };
    for event in events {
        let Some(index) = resolved.index_of(event.agent) else {
            continue;
        };
        let (of, fact) = if event.kind == EventKind::SightGained {
            (ReasonOf::Sight, measured.sees(index))
        } else if event.kind == EventKind::SightLost {
            (ReasonOf::Sight, measured.unseen(index))
        } else if event.kind == EventKind::NoiseHeard {
            (ReasonOf::Noise, measured.hears(index))
        } else {
            continue;
        };
        reasons.push(Reason {
            tick: event.tick,
            agent: event.agent,
            of,
            fact,
        });
    }
}
