//! A world that goes on from a save.

use crate::scene::{Agent, AgentId, Scene, Spawner, Target};
use crate::simulation::World;
use crate::simulation::clock::Clock;
use crate::simulation::population::spawn::entry_position;
use crate::simulation::resolved::ResolvedScene;
use crate::simulation::save::agent::SavedAgent;
use crate::simulation::save::run::{SavedRun, doors_by_id, markers_by_id};
use crate::simulation::states::AgentStates;
use crate::simulation::store::{AgentState, AgentStore};
use std::collections::BTreeMap;
use std::sync::Arc;

impl World {
    /// Goes on from a run that was checked.
    pub(super) fn restore(&mut self, run: SavedRun) {
        let scene = self.saved_scene(&run);
        let resolved = ResolvedScene::new(&scene, Some(&self.population.resolved));
        let SavedRun {
            world,
            spawners,
            agents,
        } = run;
        let state_of = |index: usize| agents[index].state.state;
        let mut store = AgentStore::new(
            &scene,
            &resolved,
            world.pointer,
            self.population.grows,
            state_of,
        );
        let spawned = agents.iter().filter_map(|agent| {
            let expires = agent.bindings.expires.map(|tick| tick.0);
            Some((agent.id, (agent.bindings.spawner?, expires)))
        });
        self.spawners.restore(&scene, spawners, spawned.collect());
        for (index, agent) in agents.into_iter().enumerate() {
            let authored = &scene.agents[resolved.agents[index].authored as usize];
            let state = agent.state(authored, &resolved, index);
            store.insert(&resolved, authored, state);
        }
        self.spawners.is_pressed = world.is_pressed;
        self.spawners.is_new_press = world.is_new_press;
        self.tick = world.tick.0;
        self.clock = Clock {
            accumulator: world.accumulator,
        };
        self.population.pointer = world.pointer;
        self.population.highest_id = world.highest_id;
        self.noises = world.noises.into_owned();
        self.state_changes.names = world.names.into_owned();
        self.clear_events();
        self.is_checked = false;
        (
            self.population.scene,
            self.population.resolved,
            self.population.store,
        ) = (scene, resolved, store);
    }

    /// The scene of this world with the doors, markers and agents of a run.
    fn saved_scene(&self, run: &SavedRun) -> Scene {
        let base = &self.base.scene;
        let mut scene = self.population.scene.clone();
        scene.pointer = run.world.pointer;
        for (door, &open) in doors_by_id(&scene).into_iter().zip(&run.world.doors) {
            if scene.walls[door].open != Some(open) {
                Arc::make_mut(&mut scene.walls[door]).open = Some(open);
            }
        }
        let markers = markers_by_id(&scene);
        let moved = Arc::make_mut(&mut scene.markers);
        for (marker, &place) in markers.into_iter().zip(&run.world.markers) {
            moved[marker].position = place;
        }
        scene.agents = Arc::new(saved_agents(base, run));
        let known: BTreeMap<_, _> = base
            .spawners
            .iter()
            .map(|known| (known.id, known))
            .collect();
        for spawner in &mut scene.spawners {
            if let Some(known) = known.get(&spawner.id) {
                update_references(spawner, known, run);
            }
        }
        scene
    }
}

/// The agents of a run, as they would be authored: those of the scene in its order, then the
/// others.
fn saved_agents(base: &Scene, run: &SavedRun) -> Vec<Agent> {
    let mut left: BTreeMap<AgentId, &SavedAgent> =
        run.agents.iter().map(|agent| (agent.id, agent)).collect();
    let authored = base.agents.iter().filter_map(|agent| {
        let saved = left.remove(&agent.id)?;
        Some(saved.bound(agent.clone()))
    });
    let mut agents: Vec<Agent> = authored.collect();
    agents.extend(left.into_values().map(|saved| {
        let post = saved.senses.post;
        saved.bound(Agent::at(saved.id, "", saved.bindings.preset, post))
    }));
    agents
}

/// Lets a spawner refer to the agents of a run to which it referred in the scene.
fn update_references(spawner: &mut Arc<Spawner>, known: &Spawner, run: &SavedRun) {
    let is_there = |target: Target| match target {
        Target::Agent(id) => run.has(id),
        Target::Marker(_) | Target::Pointer => true,
    };
    // What it has forgotten was an agent.
    let target = spawner
        .target
        .or(known.target)
        .filter(|&target| is_there(target));
    let danger = spawner
        .danger
        .or(known.danger)
        .filter(|&danger| is_there(danger));
    let leader = spawner
        .leader
        .or(known.leader)
        .filter(|&leader| run.has(leader));
    if (target, danger, leader) != (spawner.target, spawner.danger, spawner.leader) {
        let spawner = Arc::make_mut(spawner);
        (spawner.target, spawner.danger, spawner.leader) = (target, danger, leader);
    }
}

impl SavedAgent {
    /// `agent` with what it belongs to and refers to.
    fn bound(&self, agent: Agent) -> Agent {
        let bindings = &self.bindings;
        Agent {
            preset: bindings.preset,
            path: bindings.path,
            target: bindings.target.0,
            danger: bindings.danger.0,
            leader: bindings.leader.0,
            team: bindings.team.as_deref().map(str::to_owned),
            ..agent
        }
    }

    /// Its live state as the agent with this index, authored as `agent`.
    fn state(self, agent: &Agent, resolved: &ResolvedScene, index: usize) -> AgentState {
        let Self {
            motion,
            bindings,
            senses,
            asked,
            state,
            memories,
            routes,
            ..
        } = self;
        let (preset, key) = (resolved.preset(index), resolved.agents[index].preset);
        let remembers = resolved
            .sense_rules(index)
            .is_some_and(|rules| rules.remembers);
        let entry = || entry_position(resolved.seed, &resolved.grid, preset, agent).0;
        let is_stored = remembers || senses.is_stored(entry());
        AgentState {
            position: motion.position,
            previous: motion.previous,
            velocity: motion.velocity,
            heading: motion.heading,
            force: bindings.force(),
            node: bindings.node,
            stream: bindings.stream,
            driven: bindings.driven,
            facing: Some(motion.facing).filter(|&facing| facing != motion.heading),
            senses: is_stored.then(|| Box::new(senses.memory(resolved))),
            states: AgentStates {
                memory: resolved.states.has_states(key).then_some(state),
                asked,
                is_told: senses.is_told,
            },
            memories,
            routes,
        }
    }
}
