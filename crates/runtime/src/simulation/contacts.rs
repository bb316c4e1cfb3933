//! What happens to agents that touch, after all have moved.

use crate::scene::{AgentId, Contact, Despawn, PresetId};
use crate::simulation::event::{Event, EventKind};
use crate::simulation::neighbors::Neighbors;
use crate::simulation::population::Population;
use crate::simulation::spawners::Spawners;
use crate::simulation::store::columns::pair;
use glam::DVec2;
use std::collections::BTreeSet;

/// The most contacts of a tick: where all touch all, their number is that of the agents squared.
const MAX_CONTACTS: usize = 10_000;
/// With fewer pairs than this, looking at each is faster than sorting agents into cells.
const MAX_PAIRS_TO_TRY: usize = 1024;

/// An agent of a group.
#[derive(Clone, Copy, Debug)]
struct Member {
    id: AgentId,
    position: DVec2,
    previous: DVec2,
}

/// The lists of a search for contacts, kept between ticks so that it asks for no memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactSearch {
    /// The places of the rules, by id.
    rules: Vec<usize>,
    first: Vec<Member>,
    second: Vec<Member>,
    candidates: Candidates,
    near: Vec<u32>,
    gone: BTreeSet<AgentId>,
}

/// Where the contacts of a tick are reported.
struct Report<'a> {
    tick: u64,
    /// Agents with a higher id were spawned in this tick.
    highest_before: u32,
    events: &'a mut Vec<Event>,
    /// How many events there may be.
    most_events: usize,
}

impl Report<'_> {
    fn is_full(&self) -> bool {
        self.events.len() == self.most_events
    }
}

impl ContactSearch {
    /// Finds the contacts of a tick, and removes the agents that go with them. Agents with an id
    /// above `highest_before` were spawned in it.
    pub(super) fn run(
        &mut self,
        population: &mut Population,
        spawners: &mut Spawners,
        tick: u64,
        highest_before: u32,
        events: &mut Vec<Event>,
    ) {
        let contacts = &population.scene.contacts;
        self.rules.clear();
        self.rules.extend(0..contacts.len());
        self.rules.sort_unstable_by_key(|&place| contacts[place].id);
        let most_events = events.len() + MAX_CONTACTS;
        let mut report = Report {
            tick,
            highest_before,
            events,
            most_events,
        };
        for at in 0..self.rules.len() {
            self.apply(&contacts[self.rules[at]], population, &mut report);
        }
        while let Some(id) = self.gone.pop_first() {
            if let Some(index) = population.resolved.index_of(id) {
                population.remove_agent(index, spawners);
            }
        }
    }

    fn apply(&mut self, rule: &Contact, population: &Population, report: &mut Report) {
        let Self {
            first,
            second,
            candidates,
            near,
            gone,
            ..
        } = self;
        if report.is_full() {
            return;
        }
        population.list_members(rule.first, first);
        population.list_members(rule.second, second);
        if first.is_empty() || second.is_empty() {
            return;
        }
        let reach = rule.distance.unwrap_or_else(|| {
            let radius = |preset| population.body_radius(preset);
            radius(rule.first) + radius(rule.second) + rule.margin
        });
        let touches = |p: DVec2, q: DVec2| {
            let d = q - p;
            d.x * d.x + d.y * d.y <= reach * reach
        };
        let is_new = |member: &Member| member.id.0 > report.highest_before;
        candidates.rebuild(second, reach, first.len());
        for a in &*first {
            if gone.contains(&a.id) {
                continue;
            }
            for &at in candidates.near(a.position, near) {
                let b = &second[at as usize];
                let is_pair = if rule.first == rule.second {
                    b.id > a.id
                } else {
                    b.id != a.id
                };
                if !is_pair || !touches(a.position, b.position) || gone.contains(&b.id) {
                    continue;
                }
                let is_old = touches(a.previous, b.previous) && !is_new(a) && !is_new(b);
                if rule.despawn == Despawn::None && is_old {
                    continue;
                }
                report.events.push(Event {
                    tick: report.tick,
                    agent: a.id,
                    behavior: None,
                    kind: EventKind::Contact {
                        rule: rule.id,
                        other: b.id,
                    },
                });
                let (first_goes, second_goes) = match rule.despawn {
                    Despawn::None => (false, false),
                    Despawn::First => (true, false),
                    Despawn::Second => (false, true),
                    Despawn::Both => (true, true),
                };
                if second_goes {
                    gone.insert(b.id);
                }
                if first_goes {
                    gone.insert(a.id);
                }
                if report.is_full() {
                    return;
                }
                if first_goes {
                    break;
                }
            }
        }
    }
}

impl Population {
    /// Lists the agents of a preset, by id.
    fn list_members(&self, preset: PresetId, members: &mut Vec<Member>) {
        members.clear();
        let Some(preset) = self.resolved.preset_index(preset) else {
            return;
        };
        let agents = self.resolved.agents.iter().enumerate();
        members.extend(
            agents
                .filter(|(_, agent)| agent.preset == preset as u32)
                .map(|(index, agent)| {
                    let (columns, slot) = (&self.store.columns, self.store.slot(index));
                    Member {
                        id: agent.id,
                        position: columns.position(slot),
                        previous: pair(&columns.previous, slot),
                    }
                }),
        );
    }

    fn body_radius(&self, preset: PresetId) -> f64 {
        let index = self.resolved.preset_index(preset);
        index.map_or(0.0, |index| self.resolved.presets[index].body.radius)
    }
}

/// The members of a group that can touch something, by index, in order.
#[derive(Clone, Debug, Default)]
struct Candidates {
    all: Vec<u32>,
    positions: Vec<DVec2>,
    cells: Neighbors,
    /// The radius of a search in the cells. `None` if all members are candidates.
    reach: Option<f64>,
}

impl Candidates {
    /// Of `members`, within `reach` of each of `others` agents.
    fn rebuild(&mut self, members: &[Member], reach: f64, others: usize) {
        let has_cells = reach > 0.0 && members.len().saturating_mul(others) > MAX_PAIRS_TO_TRY;
        self.reach = has_cells.then_some(reach);
        if has_cells {
            self.positions.clear();
            self.positions
                .extend(members.iter().map(|member| member.position));
            self.cells.rebuild(&self.positions, reach);
        } else {
            self.all.clear();
            self.all.extend(0..members.len() as u32);
        }
    }

    fn near<'a>(&'a self, p: DVec2, found: &'a mut Vec<u32>) -> &'a [u32] {
        match self.reach {
            None => &self.all,
            Some(reach) => {
                found.clear();
                self.cells
                    .for_each_near(p, reach, |index, _| found.push(index as u32));
                found.sort_unstable();
                found
            }
        }
    }
}
