//! Spawners while a scene runs: when they fire, and which agents they have added.

use crate::scene::{
    Agent, AgentId, Scene, SpawnPlace, SpawnWhen, Spawner, SpawnerId, SpawnerTicks, Target,
};
use crate::simulation::event::{Event, EventKind};
use crate::simulation::population::Population;
use crate::simulation::population::spawn::scattered;
use crate::simulation::random::Stream;
use crate::simulation::resolved::ResolvedScene;
use glam::DVec2;
use std::collections::{BTreeMap, BTreeSet};

/// The most agents in a world to which a spawner adds one.
pub const MAX_AGENTS: usize = 50_000;
/// The most triggers of one name that count in a tick.
pub(super) const MAX_PENDING: u32 = 1000;

/// What all spawners remember.
#[derive(Clone, Debug)]
pub(super) struct Spawners {
    /// By id.
    pub(super) states: Vec<SpawnerState>,
    /// The agents that spawners have added and that are still there, each with the tick in which it
    /// expires.
    pub(super) spawned: BTreeMap<AgentId, (SpawnerId, Option<u64>)>,
    /// The ticks in which agents expire.
    pub(super) expiring: BTreeSet<(u64, AgentId)>,
    pub(super) is_pressed: bool,
    pub(super) is_new_press: bool,
}

/// What one spawner remembers.
#[derive(Clone, Debug)]
pub(super) struct SpawnerState {
    pub(super) id: SpawnerId,
    /// Into the spawners of the scene.
    pub(super) authored: usize,
    timing: Timing,
    pub(super) wait: u32,
    pub(super) fired: u32,
    pub(super) pending: u32,
    pub(super) stream: Stream,
    /// The agents with its id in `spawned`.
    pub(super) alive: u32,
    /// Whether its place was an agent that was despawned.
    pub(super) place_is_gone: bool,
}

/// What a spawner has to keep so that an edit does not start it again.
#[derive(Clone, Debug, PartialEq)]
struct Timing {
    when: SpawnWhen,
    delay: u32,
    every: u32,
    jitter: u32,
    times: Option<u32>,
    seed: u64,
}

impl Timing {
    fn of(spawner: &Spawner, scene: &Scene) -> Self {
        let SpawnerTicks {
            delay,
            every,
            jitter,
            lifetime: _,
        } = spawner.ticks(scene.dt());
        Self {
            when: spawner.when.clone(),
            delay,
            every,
            jitter,
            times: spawner.times,
            seed: scene.seed,
        }
    }
}

impl SpawnerState {
    fn new(spawner: &Spawner, authored: usize, scene: &Scene) -> Self {
        let timing = Timing::of(spawner, scene);
        Self {
            id: spawner.id,
            authored,
            wait: timing.delay,
            timing,
            fired: 0,
            pending: 0,
            stream: Stream::of_spawner(scene.seed, spawner.id),
            alive: 0,
            place_is_gone: false,
        }
    }

    /// How often it fires in this tick, without a look at how often it may.
    fn due(&mut self, is_pressed: bool, is_new_press: bool) -> u32 {
        let is_waiting = self.wait > 0;
        let fires = match self.timing.when {
            SpawnWhen::Time => u32::from(!is_waiting),
            SpawnWhen::Press => {
                let repeats = is_pressed && self.timing.every > 0 && !is_waiting;
                u32::from(is_new_press || repeats)
            }
            SpawnWhen::Trigger(_) => std::mem::take(&mut self.pending),
        };
        if fires == 0 && is_waiting && (self.timing.when == SpawnWhen::Time || is_pressed) {
            self.wait -= 1;
        }
        fires
    }

    /// Counts a firing, if it may fire once more.
    fn fire(&mut self) -> bool {
        if self.timing.times.is_some_and(|times| self.fired >= times) {
            return false;
        }
        self.fired = self.fired.saturating_add(1);
        match self.timing.when {
            SpawnWhen::Time | SpawnWhen::Press => self.wait = self.next_wait(),
            SpawnWhen::Trigger(_) => {}
        }
        true
    }

    fn next_wait(&mut self) -> u32 {
        let (every, jitter) = (f64::from(self.timing.every), f64::from(self.timing.jitter));
        let mut ticks = every;
        if every > 0.0 && jitter > 0.0 {
            ticks = ticks - jitter + (self.stream.next_f64() * (2.0 * jitter + 1.0)).floor();
        }
        if ticks > 1.0 { (ticks - 1.0) as u32 } else { 0 }
    }
}

impl Spawners {
    pub(super) fn new(scene: &Scene) -> Self {
        let mut spawners = Self {
            states: Vec::new(),
            spawned: BTreeMap::new(),
            expiring: BTreeSet::new(),
            is_pressed: false,
            is_new_press: false,
        };
        spawners.restart(scene);
        spawners
    }

    /// Starts all spawners of `scene`.
    pub(super) fn restart(&mut self, scene: &Scene) {
        self.forget_agents();
        self.states.clear();
        self.states.extend(
            (0..)
                .zip(&scene.spawners)
                .map(|(authored, spawner)| SpawnerState::new(spawner, authored, scene)),
        );
        self.states.sort_by_key(|state| state.id);
    }

    /// Whether a tick has nothing to do with spawners.
    pub(super) fn is_idle(&self) -> bool {
        self.states.is_empty() && self.expiring.is_empty()
    }

    /// Takes over the spawners of an edited scene; those that keep their timing continue.
    pub(super) fn update(&mut self, scene: &Scene, resolved: &ResolvedScene) {
        if !self.spawned.is_empty() {
            let is_there = |id: &AgentId| resolved.index_of(*id).is_some();
            self.spawned.retain(|id, _| is_there(id));
            self.expiring.retain(|(_, id)| is_there(id));
        }
        if self.states.is_empty() && scene.spawners.is_empty() {
            return;
        }
        let mut known: BTreeMap<SpawnerId, SpawnerState> = self
            .states
            .drain(..)
            .map(|state| (state.id, state))
            .collect();
        for (authored, spawner) in scene.spawners.iter().enumerate() {
            let mut state = SpawnerState::new(spawner, authored, scene);
            if let Some(before) = known.remove(&spawner.id)
                && before.timing == state.timing
            {
                state = SpawnerState { authored, ..before };
            }
            state.alive = self
                .spawned
                .values()
                .filter(|(spawner, _)| *spawner == state.id)
                .count() as u32;
            self.states.push(state);
        }
        self.states.sort_by_key(|state| state.id);
    }

    /// Forgets who was spawned: all agents are those of a new scene.
    pub(super) fn forget_agents(&mut self) {
        self.spawned.clear();
        self.expiring.clear();
        for state in &mut self.states {
            state.alive = 0;
            state.place_is_gone = false;
        }
    }
}

impl Spawners {
    /// Forgets an agent that is removed.
    pub(super) fn forget(&mut self, id: AgentId, scene: &Scene) {
        if self.states.is_empty() && self.spawned.is_empty() {
            return;
        }
        let spawned = self.spawned.remove(&id);
        if let Some((_, Some(tick))) = spawned {
            self.expiring.remove(&(tick, id));
        }
        for state in &mut self.states {
            state.alive -= u32::from(spawned.is_some_and(|(spawner, _)| spawner == state.id));
            let place = scene.spawners.get(state.authored).map(|known| known.place);
            state.place_is_gone |= place == Some(SpawnPlace::Agent(id));
        }
    }

    /// Lets the spawners that wait for this name fire at the start of the next tick. Returns
    /// whether there is one.
    pub(super) fn trigger(&mut self, name: &str) -> bool {
        let mut is_known = false;
        for state in &mut self.states {
            if matches!(&state.timing.when, SpawnWhen::Trigger(known) if known == name) {
                is_known = true;
                state.pending = (state.pending + 1).min(MAX_PENDING);
            }
        }
        is_known
    }

    /// The start of a tick: removes agents that expire, and lets spawners fire.
    pub(super) fn run(&mut self, population: &mut Population, tick: u64, events: &mut Vec<Event>) {
        if self.is_idle() {
            self.is_new_press = false;
            return;
        }
        self.remove_expired(population, tick, events);
        for at in 0..self.states.len() {
            let (is_pressed, is_new_press) = (self.is_pressed, self.is_new_press);
            let fires = self.states[at].due(is_pressed, is_new_press);
            for _ in 0..fires {
                let state = &mut self.states[at];
                if !state.fire() {
                    break;
                }
                let spawner = population.scene.spawners[state.authored].clone();
                for _ in 0..spawner.count {
                    let spawned = self.spawn_from(at, &spawner, population, tick);
                    events.extend(spawned);
                }
            }
        }
        self.is_new_press = false;
    }

    fn remove_expired(&mut self, population: &mut Population, tick: u64, events: &mut Vec<Event>) {
        while let Some(&(at, id)) = self.expiring.first()
            && at <= tick
        {
            self.expiring.pop_first();
            let spawner = self.spawned.get(&id).map(|&(spawner, _)| spawner);
            if let (Some(spawner), Some(index)) = (spawner, population.resolved.index_of(id)) {
                events.push(Event {
                    tick,
                    agent: id,
                    behavior: None,
                    kind: EventKind::Expired(spawner),
                });
                population.remove_agent(index, self);
            }
        }
    }

    /// Adds an agent of the spawner with this state, if there is room and a place for it.
    fn spawn_from(
        &mut self,
        at: usize,
        spawner: &Spawner,
        population: &mut Population,
        tick: u64,
    ) -> Option<Event> {
        let state = &self.states[at];
        let is_full = spawner.max_alive.is_some_and(|most| state.alive >= most)
            || population.store.len() >= MAX_AGENTS
            || population.highest_id == u32::MAX;
        if is_full || population.resolved.preset_index(spawner.preset).is_none() {
            return None;
        }
        let id = population.next_agent_id();
        let mut stream = Stream::new(population.resolved.seed, id);
        let mut position = self.spawn_place(at, spawner, population, &mut stream)?;
        if let Some(scatter) = spawner.scatter {
            position += scattered(&mut stream, scatter.min, scatter.max);
        }
        let has_drawn = spawner.scatter.is_some() || matches!(spawner.place, SpawnPlace::Edge(_));
        let is_there = |target: &Target| population.resolved.target(Some(*target), id).is_some();
        let agent = Agent {
            path: spawner.path,
            target: spawner.target.filter(is_there),
            danger: spawner.danger.filter(is_there),
            leader: spawner
                .leader
                .filter(|leader| is_there(&Target::Agent(*leader))),
            team: spawner.team.clone(),
            ..Agent::at(id, "", spawner.preset, position)
        };
        population.add_agent_with(agent, has_drawn.then_some(stream), self);
        let lifetime = spawner.ticks(population.resolved.dt).lifetime;
        let expires = (lifetime > 0).then_some(tick + u64::from(lifetime));
        self.expiring.extend(expires.map(|tick| (tick, id)));
        self.spawned.insert(id, (spawner.id, expires));
        self.states[at].alive += 1;
        Some(Event {
            tick,
            agent: id,
            behavior: None,
            kind: EventKind::Spawned(spawner.id),
        })
    }

    /// Where an agent enters, before its scatter. `None` if the place is an item that is not there.
    fn spawn_place(
        &self,
        at: usize,
        spawner: &Spawner,
        population: &Population,
        stream: &mut Stream,
    ) -> Option<DVec2> {
        match spawner.place {
            SpawnPlace::Point(point) => Some(point),
            SpawnPlace::Marker(id) => {
                let index = population.resolved.marker(id)?;
                Some(population.scene.markers[index].position)
            }
            SpawnPlace::Agent(_) if self.states[at].place_is_gone => None,
            SpawnPlace::Agent(id) => {
                let index = population.resolved.index_of(id)?;
                Some(
                    population
                        .store
                        .columns
                        .position(population.store.slot(index)),
                )
            }
            SpawnPlace::Edge(edge) => Some(edge.at(stream.next_f64())),
        }
    }
}
