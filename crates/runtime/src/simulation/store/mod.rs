//! The live state of all agents: which slot each is in, its columns, and what its behaviors
//! remember.

pub(crate) mod advance;
pub(crate) mod behavior_state;
pub(crate) mod columns;
pub(crate) mod groups;
pub(crate) mod meetings;
pub(crate) mod memory;
pub(crate) mod observed;
pub(crate) mod path_memory;
pub(crate) mod path_progress;
pub(crate) mod routes;
pub(crate) mod row_column;
pub(crate) mod script_rows;
pub(crate) mod slots;
pub(crate) mod turning;

use crate::scene::{Agent, AgentId, Motion, Scene, Target};
use crate::simulation::neighborhood::Neighborhood;
use crate::simulation::program::{self, Program};
use crate::simulation::random::Stream;
use crate::simulation::resolved::{ResolvedScene, ResolvedTarget};
use crate::simulation::senses::{SenseMemory, SenseStore};
use crate::simulation::states::{AgentStates, StateStore};
use crate::simulation::store::behavior_state::BehaviorState;
use crate::simulation::store::columns::{Columns, NONE, Scratch, pair, set_pair};
use crate::simulation::store::groups::Groups;
use crate::simulation::store::observed::{Observed, ObservedKind};
use crate::simulation::store::routes::AgentRoutes;
use crate::simulation::tick::TickOutput;
use crate::steering::Body;
use glam::DVec2;
use std::collections::BTreeMap;

/// All agents. Those outside know them by index, in order of ids; inside they are in slots.
#[derive(Clone, Debug)]
pub(crate) struct AgentStore {
    /// In the order of their slots.
    pub(crate) programs: Vec<Program>,
    pub(crate) columns: Columns,
    /// What the streams start from that are not stored.
    seed: u64,
    /// By index of the agent.
    pub(crate) slots: Vec<u32>,
    /// The different bodies of the states of presets, and which each state has, by row of the table
    /// of states.
    pub(crate) bodies: Vec<Body>,
    pub(crate) body_of_state: Vec<u32>,
    pub(crate) program_of_state: Vec<u32>,
    pub(crate) observed: Observed,
    pub(crate) groups: Groups,
    pub(crate) neighborhood: Neighborhood,
    /// Where the game puts the agents that it drives, by index.
    pub(crate) places: BTreeMap<u32, DVec2>,
    /// Where the agents look whose presets have a facing of their own, by index.
    pub(crate) facings: BTreeMap<u32, DVec2>,
    pub(crate) senses: SenseStore,
    pub(crate) states: StateStore,
    /// The agents, by index, that report a node which they had before an edit. The next tick clears
    /// it.
    pub(crate) earlier_nodes: Vec<u32>,
    /// Whether an agent refers to an agent that does not exist.
    pub(crate) has_missing_agents: bool,
    /// Whether some agent names a path that is not there.
    pub(crate) has_missing_paths: bool,
    pub(crate) scratch: Scratch,
    /// Of each task of a tick that threads share.
    pub(crate) task_outputs: Vec<TickOutput>,
    /// How many agents wait at each meeting, at the start of the tick.
    pub(crate) meetings: Vec<u32>,
}

/// The live state of one agent.
#[derive(Clone, Debug)]
pub(crate) struct AgentState {
    pub(crate) position: DVec2,
    pub(crate) previous: DVec2,
    pub(crate) velocity: DVec2,
    pub(crate) heading: DVec2,
    pub(crate) force: DVec2,
    pub(crate) node: Option<u32>,
    pub(crate) stream: Stream,
    /// Where the game puts it, if it drives it.
    pub(crate) driven: Option<DVec2>,
    /// Where it looks, if its preset had a facing of its own.
    pub(crate) facing: Option<DVec2>,
    /// What its senses remember, if anything.
    pub(crate) senses: Option<Box<SenseMemory>>,
    /// What concerns its states.
    pub(crate) states: AgentStates,
    /// Its routes around walls.
    pub(crate) routes: AgentRoutes,
    /// One per behavior of its state.
    pub(crate) memories: Vec<BehaviorState>,
}

impl AgentStore {
    /// A store with room for the agents of a scene, which are still to enter in the state with the
    /// index `state_of` theirs, and for a quarter more if the world `grows`.
    pub(crate) fn new(
        scene: &Scene,
        resolved: &ResolvedScene,
        pointer: DVec2,
        grows: bool,
        state_of: impl Fn(usize) -> u32,
    ) -> Self {
        let mut programs: Vec<Program> = Vec::new();
        let mut known_programs = BTreeMap::new();
        let mut bodies: Vec<Body> = Vec::new();
        let mut known_bodies = BTreeMap::new();
        let mut program_of_state = Vec::with_capacity(resolved.states.len());
        let mut body_of_state = Vec::with_capacity(resolved.states.len());
        let motions = resolved.presets.iter().flat_map(|preset| {
            let states = preset.all_states();
            states.map(|state| state.motion)
        });
        for motion in motions {
            let key = program::key(motion);
            program_of_state.push(*known_programs.entry(key.clone()).or_insert_with(|| {
                programs.push(Program::new(motion, key));
                programs.len() as u32 - 1
            }));
        }
        for state in resolved.states.states() {
            body_of_state.push(
                *known_bodies
                    .entry(program::body_key(&state.body))
                    .or_insert_with(|| {
                        bodies.push(state.body);
                        bodies.len() as u32 - 1
                    }),
            );
        }
        let mut agents_of_program = vec![0; programs.len()];
        for (index, agent) in resolved.agents.iter().enumerate() {
            let row = resolved.states.row(agent.preset, state_of(index));
            agents_of_program[program_of_state[row] as usize] += 1;
        }
        let mut slots = 0;
        for (program, &agents) in programs.iter_mut().zip(&agents_of_program) {
            let spare = if grows { agents / 4 + 1 } else { 0 };
            slots = program.place(slots, agents + spare);
        }
        let markers = scene.markers.iter().map(|marker| marker.position);
        Self {
            programs,
            columns: Columns::new(slots),
            seed: resolved.seed,
            slots: Vec::with_capacity(resolved.agents.len()),
            bodies,
            body_of_state,
            program_of_state,
            observed: Observed::new(pointer, markers),
            groups: Groups::default(),
            neighborhood: Neighborhood::default(),
            places: BTreeMap::new(),
            facings: BTreeMap::new(),
            senses: SenseStore::default(),
            states: StateStore::default(),
            earlier_nodes: Vec::new(),
            has_missing_agents: false,
            has_missing_paths: false,
            scratch: Scratch::default(),
            task_outputs: Vec::new(),
            meetings: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    pub(crate) fn slot(&self, index: usize) -> usize {
        self.slots.get(index).map_or(0, |&slot| slot as usize)
    }

    /// Adds the agent with the next index, authored as `agent`.
    pub(crate) fn insert(&mut self, resolved: &ResolvedScene, agent: &Agent, state: AgentState) {
        let index = self.slots.len();
        self.slots.push(NONE);
        self.settle(resolved, agent, index, state);
    }

    /// Puts the agent with this index, which has no slot, into one of its preset's program.
    pub(crate) fn settle(
        &mut self,
        resolved: &ResolvedScene,
        agent: &Agent,
        index: usize,
        state: AgentState,
    ) {
        let preset = resolved.agents[index].preset;
        let row = resolved.states.row(
            preset,
            state
                .states
                .memory
                .as_ref()
                .map_or(0, |memory| memory.state),
        );
        let program = self.make_room(self.program_of_state[row] as usize);
        let program = &mut self.programs[program];
        let slot = program.enter(state.memories.into_iter());
        self.slots[index] = slot as u32;
        let columns = &mut self.columns;
        set_pair(&mut columns.position, slot, state.position);
        set_pair(&mut columns.previous, slot, state.previous);
        set_pair(&mut columns.velocity, slot, state.velocity);
        set_pair(&mut columns.force, slot, state.force);
        set_pair(&mut columns.kept_heading, slot, state.heading);
        columns.agent[slot] = index as u32;
        columns.body[slot] = self.body_of_state[row];
        columns.node[slot] = state.node.unwrap_or(NONE);
        let draws = resolved.scripts.draw || resolved.states.draws(preset);
        let (seed, agents) = (self.seed, &resolved.agents);
        let start = |index: u32| Stream::new(seed, agents[index as usize].id);
        if !columns.has_streams && (draws || state.stream != start(index as u32)) {
            columns.store_streams(start);
        }
        if columns.has_streams {
            columns.stream[slot] = state.stream;
        }
        if resolved.states.goes_around(preset) || state.routes.has_none {
            columns.store_routes();
        }
        if columns.has_routes {
            columns.routes[slot] = state.routes;
        }
        if state.node.is_some() {
            self.earlier_nodes.push(index as u32);
        }
        if let Some(place) = state.driven {
            self.drive(index, place);
        }
        if state.facing.is_some() || resolved.turns_apart(index) {
            let facing = state.facing.unwrap_or(state.heading);
            self.facings.insert(index as u32, facing);
        } else {
            self.facings.remove(&(index as u32));
        }
        if let Some(memory) = state.senses {
            self.insert_senses(index, *memory);
        }
        self.states.put(index, state.states);
        self.bind(resolved, agent, index);
        self.neighborhood.make_stale();
    }

    /// Stores what the agents need whose paths have got scripts.
    pub(crate) fn prepare_for_scripts(&mut self, resolved: &ResolvedScene) {
        if resolved.scripts.draw && !self.columns.has_streams {
            let (seed, agents) = (self.seed, &resolved.agents);
            self.columns
                .store_streams(|index| Stream::new(seed, agents[index as usize].id));
        }
        if resolved.scripts.have_looks {
            for index in 0..self.len() {
                self.update_facing(resolved, index, false);
            }
        }
    }

    /// Resolves the references of the agent with this index, authored as `agent`.
    pub(crate) fn bind(&mut self, resolved: &ResolvedScene, agent: &Agent, index: usize) {
        let slot = self.slot(index);
        self.columns.route[slot] = resolved.route_row(agent);
        self.has_missing_paths |= agent.path.is_some() && self.columns.route[slot] == NONE;
        self.has_missing_agents |= agents_named_by(agent).any(|id| resolved.index_of(id).is_none());
        let mut row = |target| match resolved.target(target, agent.id) {
            None => NONE,
            Some(ResolvedTarget::Pointer) => Observed::pointer_row(),
            Some(ResolvedTarget::Marker(marker)) => Observed::marker_row(marker),
            Some(ResolvedTarget::Agent(other)) => self.observed.agent_row(other, false),
        };
        let (target, danger) = (row(agent.target), row(agent.danger));
        let slots = self.columns.agent.len();
        let team = resolved.senses.team_of(agent);
        self.columns.team.set(slot, team, slots);
        self.columns.target.set(slot, target, slots);
        self.columns.danger.set(slot, danger, slots);
        // Every agent that is named has a row, even if the name is not used now.
        if let Some(ResolvedTarget::Agent(named)) =
            resolved.target(agent.leader.map(Target::Agent), agent.id)
        {
            self.observed.agent_row(named, false);
        }
        let leader = resolved
            .leader(agent, self.state_row(resolved, index))
            .map_or(NONE, |leader| self.observed.agent_row(leader, true));
        if self.columns.leader.get(slot) != leader {
            self.columns.leader.set(slot, leader, slots);
            self.groups.make_stale();
        }
    }

    /// Takes the state of the agent with this index and id out, which is not to be used any longer.
    pub(crate) fn take(&mut self, index: usize, id: AgentId) -> AgentState {
        let facing = self.facings.remove(&(index as u32));
        let senses = self.sense_memory(index).map(Box::new);
        let states = self.states.take(index);
        let routes = self.routes_mut(index).map(std::mem::take);
        let (slot, node) = (self.slot(index), self.node(index));
        let columns = &self.columns;
        let program = self.program_at(slot);
        let program = &mut self.programs[program];
        AgentState {
            position: columns.position(slot),
            previous: pair(&columns.previous, slot),
            velocity: columns.velocity(slot),
            heading: columns.heading(slot),
            force: pair(&columns.force, slot),
            node,
            stream: columns.stream_of(slot, self.seed, id),
            driven: self.places.get(&(index as u32)).copied(),
            facing,
            senses,
            states,
            routes: routes.unwrap_or_default(),
            memories: program
                .memories
                .iter_mut()
                .map(|memory| memory.take(slot - program.first))
                .collect(),
        }
    }

    /// The row of the state of the agent with this index in the table of states.
    #[inline]
    pub(crate) fn state_row(&self, resolved: &ResolvedScene, index: usize) -> usize {
        let state = self.states.get(index).map_or(0, |memory| memory.state);
        resolved.states.row(resolved.agents[index].preset, state)
    }

    /// How the agent with this index moves in its state.
    pub(crate) fn motion<'a>(&self, resolved: &'a ResolvedScene, index: usize) -> &'a Motion {
        let preset = resolved.preset(index);
        let state = self.states.get(index).map_or(0, |memory| memory.state);
        let state = preset.state_at(state as usize);
        state.map_or(&preset.motion, |state| state.motion)
    }

    /// The program of the agent with this index, and its row there.
    pub(crate) fn program(&self, index: usize) -> (&Program, usize) {
        let slot = self.slot(index);
        let program = &self.programs[self.program_at(slot)];
        (program, slot - program.first)
    }

    /// The program of the agent with this index, and its row there, to change.
    pub(crate) fn program_mut(&mut self, index: usize) -> (&mut Program, usize) {
        let slot = self.slot(index);
        let program = self.program_at(slot);
        let program = &mut self.programs[program];
        let row = slot - program.first;
        (program, row)
    }

    /// The random stream of the agent with this index and id.
    pub(crate) fn stream(&self, index: usize, id: AgentId) -> Stream {
        self.columns.stream_of(self.slot(index), self.seed, id)
    }

    /// The target node of the last step.
    #[inline]
    pub(crate) fn node(&self, index: usize) -> Option<u32> {
        let node = self.columns.node.get(self.slot(index)).copied();
        node.filter(|&node| node != NONE)
    }

    /// Where the target of an agent is now.
    pub(crate) fn target_position(&self, index: usize) -> Option<DVec2> {
        let row = self.columns.target.get(self.slot(index));
        Some(match self.observed.kind(row)? {
            ObservedKind::Place(position) => position,
            ObservedKind::Agent(other) => self.columns.position(self.slot(other)),
        })
    }

    /// From the next step on, the agent is at `place`.
    pub(crate) fn drive(&mut self, index: usize, place: DVec2) {
        let slot = self.slot(index);
        self.columns.driven[slot] = true;
        self.places.insert(index as u32, place);
    }

    /// Lets the behaviors of an agent run again. Returns whether the game drove it.
    pub(crate) fn release(&mut self, index: usize) -> bool {
        if self.places.remove(&(index as u32)).is_none() {
            return false;
        }
        let slot = self.slot(index);
        self.columns.driven[slot] = false;
        let (program, row) = self.program_mut(index);
        for memory in &mut program.memories {
            memory.forget_aim(row);
        }
        true
    }

    /// Lets the agents that move by cells look for their way again: other cells are blocked.
    pub(crate) fn forget_lines(&mut self) {
        for program in &mut self.programs {
            for memory in &mut program.memories {
                memory.forget_lines();
            }
        }
    }

    /// Moves an agent without a step.
    pub(crate) fn teleport(&mut self, index: usize, position: DVec2) {
        let slot = self.slot(index);
        set_pair(&mut self.columns.position, slot, position);
        set_pair(&mut self.columns.previous, slot, position);
        self.neighborhood.make_stale();
    }

    /// The highest speed that a body allows, u/s.
    pub(crate) fn highest_speed(&self) -> f64 {
        self.bodies.iter().fold(0.0, |highest, body| {
            if body.max_speed > highest {
                body.max_speed
            } else {
                highest
            }
        })
    }
}

/// The agents that an agent names.
fn agents_named_by(agent: &Agent) -> impl Iterator<Item = AgentId> {
    let named = |target: Option<Target>| match target? {
        Target::Agent(id) => Some(id),
        Target::Marker(_) | Target::Pointer => None,
    };
    [named(agent.target), named(agent.danger), agent.leader]
        .into_iter()
        .flatten()
}
