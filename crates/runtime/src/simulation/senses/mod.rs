//! What agents see, hear and touch, how alert they are, and what they know.
//!
//! All of it happens after the agents have moved and turned, from the places where they are then,
//! so the order of the agents does not matter.

mod alert;
mod changes;
mod goals;
mod known;
mod memory;
mod rules;
mod sensing;
mod watched;

use crate::geometry::vector::distance;
use crate::simulation::event::{Event, EventKind};
use crate::simulation::neighborhood::cells::Runs;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::store::AgentStore;
use crate::simulation::store::row_column::RowColumn;
use glam::DVec2;

pub(super) use changes::{Translation, carried_over};
pub(super) use goals::{GoalState, Knowledge};
pub(super) use known::Known;
use memory::SenseRows;
pub(super) use memory::{HeardNoise, SenseMemory, SenseState, SightMemory, Sighting};
pub(super) use rules::{SenseRules, SenseTable};
pub(super) use sensing::sees_agent;
use sensing::{Sensing, Surroundings};
use watched::WatchedAgents;

/// The most noises of the game in a tick.
pub(super) const MAX_NOISES: usize = 1000;
/// The largest radius of a noise, u.
pub(super) const LOUDEST: f64 = 1e9;

/// A noise that the game makes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GameNoise {
    pub(super) place: DVec2,
    pub(super) radius: f64,
}

/// The senses of all agents.
#[derive(Clone, Debug, Default)]
pub(super) struct SenseStore {
    pub(super) rows: SenseRows,
    /// What each perceived one does at the start of a tick, by row, if some behavior has it as its
    /// goal.
    perceived: Vec<Option<GoalState>>,
    watched: WatchedAgents,
    /// The agents that hear an agent now, by index, and that agent.
    pub(super) heard_from: Vec<(u32, Known)>,
}

impl SenseStore {
    /// What the agents know at the start of a tick. `of_slot` has the row of the agent in each
    /// slot.
    pub(super) fn knowledge<'a>(&'a self, of_slot: &'a RowColumn) -> Knowledge<'a> {
        Knowledge {
            rows: &self.rows,
            of_slot,
            perceived: &self.perceived,
        }
    }
}

impl AgentStore {
    /// Lets all agents that sense do so, after all have moved and turned.
    pub(super) fn sense(
        &mut self,
        resolved: &ResolvedScene,
        tick: u64,
        noises: &[GameNoise],
        events: &mut Vec<Event>,
    ) {
        if self.senses.rows.is_empty() {
            return;
        }
        let mut senses = std::mem::take(&mut self.senses);
        let SenseStore {
            rows,
            watched,
            heard_from,
            ..
        } = &mut senses;
        heard_from.clear();
        if resolved.senses.watches_teams() {
            self.find_watched(resolved, rows, watched);
        }
        let around = Surroundings {
            store: self,
            resolved,
            watched,
            noises,
        };
        let mut runs = Runs::new();
        for row in 0..rows.len() {
            if let Some(agent) = around.agent(rows.agent[row] as usize) {
                let heard = around.update(&agent, rows, row, tick, &mut runs, events);
                heard_from.extend(heard.map(|who| (agent.index as u32, who)));
            }
        }
        self.senses = senses;
    }

    /// Finds the agents of watched teams.
    fn find_watched(
        &self,
        resolved: &ResolvedScene,
        rows: &SenseRows,
        watched: &mut WatchedAgents,
    ) {
        watched.update(self, rows.len());
        let around = Surroundings {
            store: self,
            resolved,
            watched,
            noises: &[],
        };
        let widest = rows.agent.iter().filter_map(|&index| {
            let agent = around.agent(index as usize)?;
            let watches = !agent.rules.watched.is_empty();
            watches.then(|| around.reach(&agent, agent.rules.cone.map(|cone| cone.range)))
        });
        let widest = widest.fold(0.0, f64::max);
        watched.sort(self, widest);
    }
}

impl<'a> Surroundings<'a> {
    /// The agent with this index, if it senses.
    fn agent(&self, index: usize) -> Option<Sensing<'a>> {
        let rules = self.resolved.sense_rules(index)?;
        let slot = self.store.slot(index);
        rules.senses.then(|| Sensing {
            preset: self.resolved.preset(index),
            rules,
            index,
            slot,
            place: self.store.columns.position(slot),
        })
    }

    /// Lets an agent sense, and updates what it remembers in its row. Returns the agent that it
    /// hears.
    fn update(
        &self,
        agent: &Sensing,
        rows: &mut SenseRows,
        row: usize,
        tick: u64,
        runs: &mut Runs,
        events: &mut Vec<Event>,
    ) -> Option<Known> {
        let sensed = self.sense(agent, rows.perceived[row], runs);
        let sees = !sensed.seen.is_none();
        let state = &mut rows.states[row];
        let mut report = |kind| {
            events.push(Event {
                tick,
                agent: self.resolved.agents[agent.index].id,
                behavior: None,
                kind,
            });
        };
        let sight = agent.preset.sight.as_ref();
        if let Some(kind) = sight.and_then(|sight| state.sight.update(sees, sight)) {
            report(kind);
        }
        state.unseen = if sees {
            0
        } else {
            state.unseen.saturating_add(1)
        };
        let perceived = &mut rows.perceived[row];
        let since = &mut rows.seen_since[row];
        *since = match *since {
            Some(first) if sees && *perceived == sensed.seen => Some(first),
            _ => sees.then_some(tick),
        };
        if sees {
            *perceived = sensed.seen;
        } else if !state.sight.has_noticed || perceived.is_none() {
            *perceived = sensed.touched;
        }
        if let Some(place) = sensed.heard {
            let before = state.last_noise.replace(HeardNoise { place, tick });
            if before.is_none_or(|noise| noise.tick + 1 != tick) {
                report(EventKind::NoiseHeard);
            }
        }
        let before = std::mem::replace(&mut rows.touched[row], sensed.touched);
        if sensed.touched != before
            && let Some(other) = sensed.touched.agent_id(&self.resolved.agents)
        {
            report(EventKind::Touched(other));
        }
        let here = self.store.known_state(*perceived);
        if let Some(alert) = &agent.preset.alert {
            let apart = here
                .filter(|_| sees)
                .map(|seen| distance(agent.place, seen.position));
            let dt = self.resolved.dt;
            state.meter = alert::meter(alert, sight, state.meter, apart, dt);
            if sensed.heard.is_some() {
                state.meter = alert::after_noise(alert, state.meter);
            }
        }
        let is_touched = !sensed.touched.is_none() && sensed.touched == *perceived;
        if let Some(seen) = here.filter(|_| sees || is_touched) {
            state.last_seen = Some(Sighting {
                place: seen.position,
                velocity: seen.velocity,
                tick,
            });
            rows.who[row] = *perceived;
        }
        (!sensed.heard_from.is_none()).then_some(sensed.heard_from)
    }
}
