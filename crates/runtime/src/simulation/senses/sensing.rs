//! What one agent sees, hears and touches in a tick.

use crate::geometry::vector::dot;
use crate::level::Barrier;
use crate::scene::{Hearing, Preset};
use crate::simulation::neighborhood::cells::Runs;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::senses::GameNoise;
use crate::simulation::senses::known::{Known, KnownKind};
use crate::simulation::senses::rules::SenseRules;
use crate::simulation::senses::watched::{WatchedAgents, noise_radius};
use crate::simulation::store::AgentStore;
use crate::simulation::store::columns::NONE;
use glam::DVec2;

/// Noises of agents come before those of the game.
const FIRST_GAME_NOISE: u64 = 1 << 32;

/// Everything that an agent senses, after all have moved.
pub(super) struct Surroundings<'a> {
    pub(super) store: &'a AgentStore,
    pub(super) resolved: &'a ResolvedScene,
    pub(super) watched: &'a WatchedAgents,
    pub(super) noises: &'a [GameNoise],
}

/// An agent that senses.
pub(super) struct Sensing<'a> {
    pub(super) preset: &'a Preset,
    pub(super) rules: &'a SenseRules,
    pub(super) index: usize,
    pub(super) slot: usize,
    /// Its position.
    pub(super) place: DVec2,
}

/// What an agent senses.
#[derive(Default)]
pub(super) struct Sensed {
    /// The one that it sees and perceives.
    pub(super) seen: Known,
    /// The place of the noise that it hears.
    pub(super) heard: Option<DVec2>,
    /// The agent that made it; none for noises of the game.
    pub(super) heard_from: Known,
    pub(super) touched: Known,
}

/// The nearest one that has something, by the square of the distance and then by order.
#[derive(Clone, Copy)]
struct Nearest {
    squared: f64,
    order: u64,
}

impl Nearest {
    const NONE: Self = Self {
        squared: f64::INFINITY,
        order: u64::MAX,
    };

    fn is_before(self, other: Self) -> bool {
        self.squared < other.squared || self.squared == other.squared && self.order < other.order
    }
}

/// The nearest of those looked at so far.
struct Search {
    /// Whether one is seen for sure, so that no one else is looked for.
    sees: bool,
    seen: Nearest,
    heard: Nearest,
    touched: Nearest,
    sensed: Sensed,
}

impl Surroundings<'_> {
    /// What an agent senses that has perceived this one.
    pub(super) fn sense(&self, agent: &Sensing, perceived: Known, runs: &mut Runs) -> Sensed {
        let mut search = Search {
            sees: false,
            seen: Nearest::NONE,
            heard: Nearest::NONE,
            touched: Nearest::NONE,
            sensed: Sensed::default(),
        };
        if self.watches(agent, perceived) && self.sees(agent, perceived) {
            search.sees = true;
            search.sensed.seen = perceived;
        }
        if agent.rules.watched.is_empty() {
            self.sense_target(agent, &mut search);
        } else {
            self.sense_teams(agent, &mut search, runs);
        }
        if let Some(hearing) = &agent.preset.hearing {
            for (noise, order) in self.noises.iter().zip(FIRST_GAME_NOISE..) {
                search.hear(self, agent, hearing, *noise, order);
            }
        }
        search.sensed
    }

    /// Whether an agent watches this one.
    fn watches(&self, agent: &Sensing, known: Known) -> bool {
        if agent.rules.watched.is_empty() {
            return !known.is_none() && known == self.target(agent);
        }
        match known.kind() {
            Some(KnownKind::Agent(index)) => {
                index != agent.index && self.is_in_team(agent, self.store.slot(index))
            }
            Some(KnownKind::Place(_)) | None => false,
        }
    }

    fn is_in_team(&self, agent: &Sensing, slot: usize) -> bool {
        let team = self.store.columns.team.get(slot);
        team != NONE && agent.rules.watched.contains(&team)
    }

    fn target(&self, agent: &Sensing) -> Known {
        let row = self.store.columns.target.get(agent.slot);
        Known::of_row(&self.store.observed, row)
    }

    /// Whether an agent sees this one.
    fn sees(&self, agent: &Sensing, known: Known) -> bool {
        let Some(cone) = &agent.rules.cone else {
            return false;
        };
        let (center, radius) = match known.kind() {
            None => return false,
            Some(KnownKind::Agent(index)) => {
                let slot = self.store.slot(index);
                (self.store.columns.position(slot), self.radius(slot))
            }
            Some(KnownKind::Place(row)) => (self.store.observed.states()[row].position, 0.0),
        };
        let facing = self.store.facing(agent.index);
        let walls = &self.resolved.walls.sight;
        cone.sees_body(walls, agent.place, facing, center, radius)
    }

    fn radius(&self, slot: usize) -> f64 {
        self.store.bodies[self.store.columns.body[slot] as usize].radius
    }

    /// Senses the target of an agent that watches no one else.
    fn sense_target(&self, agent: &Sensing, search: &mut Search) {
        let target = self.target(agent);
        match target.kind() {
            None => {}
            Some(KnownKind::Place(_)) if !search.sees && self.sees(agent, target) => {
                search.sensed.seen = target;
            }
            Some(KnownKind::Place(_)) => {}
            Some(KnownKind::Agent(index)) => {
                self.sense_agent(agent, search, index, self.store.slot(index));
            }
        }
    }

    /// Senses the agents of the teams that an agent watches.
    fn sense_teams(&self, agent: &Sensing, search: &mut Search, runs: &mut Runs) {
        let Self { watched, .. } = self;
        let seeing = agent.rules.cone.filter(|_| !search.sees);
        let radius = self.reach(agent, seeing.map(|cone| cone.range));
        watched.for_each_near(agent.place, radius, runs, |slot| {
            if slot != agent.slot && self.is_in_team(agent, slot) {
                let index = self.store.columns.agent[slot] as usize;
                self.sense_agent(agent, search, index, slot);
            }
        });
    }

    /// The distance within which an agent can sense others, u, if it can see so far.
    pub(super) fn reach(&self, agent: &Sensing, range: Option<f64>) -> f64 {
        let hearing = agent.preset.hearing.as_ref();
        let heard = hearing.zip(self.watched.loudest);
        let heard = heard.map_or(0.0, |(hearing, loudest)| loudest * hearing.scale);
        let touched = self.radius(agent.slot) + self.watched.widest + self.resolved.touch_margin;
        range.unwrap_or(0.0).max(heard).max(touched)
    }

    /// Senses an agent that another one watches.
    fn sense_agent(&self, agent: &Sensing, search: &mut Search, index: usize, slot: usize) {
        let place = self.store.columns.position(slot);
        let way = place - agent.place;
        let here = Nearest {
            squared: dot(way, way),
            order: index as u64,
        };
        if !search.sees && here.is_before(search.seen) && self.sees(agent, Known::agent(index)) {
            search.seen = here;
            search.sensed.seen = Known::agent(index);
        }
        if let Some(hearing) = &agent.preset.hearing
            && let Some(radius) = noise_radius(self.store, slot)
        {
            search.hear(
                self,
                agent,
                hearing,
                GameNoise { place, radius },
                here.order,
            );
        }
        if agent.rules.touches && here.is_before(search.touched) {
            let reach = self.radius(agent.slot) + self.radius(slot) + self.resolved.touch_margin;
            if here.squared <= reach * reach && !self.barrier().touches(agent.place, place) {
                search.touched = here;
                search.sensed.touched = Known::agent(index);
            }
        }
    }

    fn barrier(&self) -> &Barrier {
        &self.resolved.walls.motion
    }
}

/// Whether the agent with the index `index` sees the body of the one with the index `other`.
pub(crate) fn sees_agent(
    store: &AgentStore,
    resolved: &ResolvedScene,
    index: usize,
    other: usize,
) -> bool {
    let Some(rules) = resolved.sense_rules(index) else {
        return false;
    };
    let slot = store.slot(index);
    let agent = Sensing {
        preset: resolved.preset(index),
        rules,
        index,
        slot,
        place: store.columns.position(slot),
    };
    let around = Surroundings {
        store,
        resolved,
        watched: &WatchedAgents::default(),
        noises: &[],
    };
    around.sees(&agent, Known::agent(other))
}

impl Search {
    /// Hears a noise with this place and radius, if it is the nearest so far.
    fn hear(
        &mut self,
        around: &Surroundings,
        agent: &Sensing,
        hearing: &Hearing,
        GameNoise { place, radius }: GameNoise,
        order: u64,
    ) {
        let way = place - agent.place;
        let here = Nearest {
            squared: dot(way, way),
            order,
        };
        let reach = radius * hearing.scale;
        if !here.is_before(self.heard) || !(here.squared <= reach * reach) {
            return;
        }
        let muffled = reach * hearing.muffle;
        // Within the muffled radius, walls make no difference.
        if here.squared <= muffled * muffled || !around.barrier().touches(agent.place, place) {
            self.heard = here;
            self.sensed.heard = Some(place);
            let is_agent = order < FIRST_GAME_NOISE;
            self.sensed.heard_from = match is_agent {
                true => Known::agent(order as usize),
                false => Known::NONE,
            };
        }
    }
}
