//! The live state of all agents: which slot each is in, its columns, and what its behaviors remember.

use crate::scene::{Agent, AgentId, Scene, Target};
use crate::simulation::behavior_state::BehaviorState;
use crate::simulation::columns::{Columns, NONE, Scratch, pair, set_pair};
use crate::simulation::event::Event;
use crate::simulation::groups::Groups;
use crate::simulation::neighborhood::Neighborhood;
use crate::simulation::observed::{Observed, ObservedKind};
use crate::simulation::program::{self, Program};
use crate::simulation::random::Stream;
use crate::simulation::resolved_scene::{ResolvedScene, ResolvedTarget};
use crate::simulation::watch::SightMemory;
use crate::steering::Body;
use glam::DVec2;
use std::collections::BTreeMap;

/// All agents. Those outside know them by index, in order of ids; inside they are in slots.
#[derive(Clone, Debug)]
pub(super) struct AgentStore {
    /// In the order of their slots.
    pub(super) programs: Vec<Program>,
    pub(super) columns: Columns,
    /// What the streams start from that are not stored.
    seed: u64,
    /// By index of the agent.
    pub(super) slots: Vec<u32>,
    /// The different bodies of the presets, and which each preset has.
    pub(super) bodies: Vec<Body>,
    pub(super) body_of_preset: Vec<u32>,
    pub(super) program_of_preset: Vec<u32>,
    pub(super) observed: Observed,
    pub(super) groups: Groups,
    pub(super) neighborhood: Neighborhood,
    /// Where the game puts the agents that it drives, by index.
    pub(super) places: BTreeMap<u32, DVec2>,
    /// Where the agents look whose presets have a facing of their own, by index.
    pub(super) facings: BTreeMap<u32, DVec2>,
    /// What the agents with sight remember, by index.
    pub(super) watchers: BTreeMap<u32, SightMemory>,
    /// The agents, by index, that report a node which they had before an edit. The next tick clears it.
    pub(super) earlier_nodes: Vec<u32>,
    /// Whether an agent refers to an agent that does not exist.
    pub(super) has_missing_agents: bool,
    /// Whether some agent names a path that is not there.
    pub(super) has_missing_paths: bool,
    pub(super) scratch: Scratch,
    /// The events of each task of a tick that threads share.
    pub(super) task_events: Vec<Vec<Event>>,
}

/// The live state of one agent.
#[derive(Clone, Debug)]
pub(super) struct AgentState {
    pub(super) position: DVec2,
    pub(super) previous: DVec2,
    pub(super) velocity: DVec2,
    pub(super) heading: DVec2,
    pub(super) force: DVec2,
    pub(super) node: Option<u32>,
    pub(super) stream: Stream,
    /// Where the game puts it, if it drives it.
    pub(super) driven: Option<DVec2>,
    /// Where it looks, if its preset had a facing of its own.
    pub(super) facing: Option<DVec2>,
    /// Of its target, if it has sight.
    pub(super) sight: SightMemory,
    /// One per behavior.
    pub(super) memories: Vec<BehaviorState>,
}

impl AgentStore {
    /// A store with room for the agents of a scene, which are still to enter, and for a quarter more if the world `grows`.
    pub(super) fn new(
        scene: &Scene,
        resolved: &ResolvedScene,
        pointer: DVec2,
        grows: bool,
    ) -> Self {
        let mut programs: Vec<Program> = Vec::new();
        let mut known_programs = BTreeMap::new();
        let mut bodies: Vec<Body> = Vec::new();
        let mut known_bodies = BTreeMap::new();
        let mut program_of_preset = Vec::with_capacity(resolved.presets.len());
        let mut body_of_preset = Vec::with_capacity(resolved.presets.len());
        for preset in &resolved.presets {
            let key = program::key(preset);
            program_of_preset.push(*known_programs.entry(key.clone()).or_insert_with(|| {
                programs.push(Program::new(preset, key));
                programs.len() as u32 - 1
            }));
            body_of_preset.push(
                *known_bodies
                    .entry(program::body_key(&preset.body))
                    .or_insert_with(|| {
                        bodies.push(preset.body);
                        bodies.len() as u32 - 1
                    }),
            );
        }
        let mut agents_of_program = vec![0; programs.len()];
        for agent in &resolved.agents {
            agents_of_program[program_of_preset[agent.preset as usize] as usize] += 1;
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
            body_of_preset,
            program_of_preset,
            observed: Observed::new(pointer, markers),
            groups: Groups::default(),
            neighborhood: Neighborhood::default(),
            places: BTreeMap::new(),
            facings: BTreeMap::new(),
            watchers: BTreeMap::new(),
            earlier_nodes: Vec::new(),
            has_missing_agents: false,
            has_missing_paths: false,
            scratch: Scratch::default(),
            task_events: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    #[inline]
    pub(super) fn slot(&self, index: usize) -> usize {
        self.slots.get(index).map_or(0, |&slot| slot as usize)
    }

    /// Adds the agent with the next index, authored as `agent`.
    pub(super) fn insert(&mut self, resolved: &ResolvedScene, agent: &Agent, state: AgentState) {
        let index = self.slots.len();
        self.slots.push(NONE);
        self.settle(resolved, agent, index, state);
    }

    /// Puts the agent with this index, which has no slot, into one of its preset's program.
    pub(super) fn settle(
        &mut self,
        resolved: &ResolvedScene,
        agent: &Agent,
        index: usize,
        state: AgentState,
    ) {
        let preset = resolved.agents[index].preset as usize;
        self.make_room(preset);
        let program = &mut self.programs[self.program_of_preset[preset] as usize];
        let slot = program.enter(state.memories.into_iter());
        self.slots[index] = slot as u32;
        let columns = &mut self.columns;
        set_pair(&mut columns.position, slot, state.position);
        set_pair(&mut columns.previous, slot, state.previous);
        set_pair(&mut columns.velocity, slot, state.velocity);
        set_pair(&mut columns.force, slot, state.force);
        set_pair(&mut columns.kept_heading, slot, state.heading);
        columns.agent[slot] = index as u32;
        columns.body[slot] = self.body_of_preset[preset];
        columns.node[slot] = state.node.unwrap_or(NONE);
        let draws = resolved.preset(index).homing_walks().next().is_some();
        let (seed, agents) = (self.seed, &resolved.agents);
        let start = |index: u32| Stream::new(seed, agents[index as usize].id);
        if !columns.has_streams && (draws || state.stream != start(index as u32)) {
            columns.store_streams(start);
        }
        if columns.has_streams {
            columns.stream[slot] = state.stream;
        }
        if state.node.is_some() {
            self.earlier_nodes.push(index as u32);
        }
        if let Some(place) = state.driven {
            self.drive(index, place);
        }
        if resolved.preset(index).facing.is_some() {
            let facing = state.facing.unwrap_or(state.heading);
            self.facings.insert(index as u32, facing);
        }
        if resolved.preset(index).sight.is_some() {
            self.watchers.insert(index as u32, state.sight);
        }
        self.bind(resolved, agent, index);
        self.neighborhood.make_stale();
    }

    /// Replaces the random stream of the agent with this index.
    pub(super) fn set_stream(&mut self, resolved: &ResolvedScene, index: usize, stream: Stream) {
        let (seed, slot, columns) = (self.seed, self.slot(index), &mut self.columns);
        if !columns.has_streams {
            columns.store_streams(|index| Stream::new(seed, resolved.agents[index as usize].id));
        }
        columns.stream[slot] = stream;
    }

    /// Resolves the references of the agent with this index, authored as `agent`.
    pub(super) fn bind(&mut self, resolved: &ResolvedScene, agent: &Agent, index: usize) {
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
        self.columns.target.set(slot, target, slots);
        self.columns.danger.set(slot, danger, slots);
        // Every agent that is named has a row, even if the name is not used now.
        if let Some(ResolvedTarget::Agent(named)) =
            resolved.target(agent.leader.map(Target::Agent), agent.id)
        {
            self.observed.agent_row(named, false);
        }
        let leader = resolved
            .leader(agent, index)
            .map_or(NONE, |leader| self.observed.agent_row(leader, true));
        if self.columns.leader.get(slot) != leader {
            self.columns.leader.set(slot, leader, slots);
            self.groups.make_stale();
        }
    }

    /// Takes the state of the agent with this index and id out, which is not to be used any longer.
    pub(super) fn take(&mut self, index: usize, id: AgentId) -> AgentState {
        let facing = self.facings.remove(&(index as u32));
        let sight = self.watchers.remove(&(index as u32)).unwrap_or_default();
        let (slot, node) = (self.slot(index), self.node(index));
        let columns = &self.columns;
        let program = self
            .programs
            .partition_point(|program| program.first <= slot)
            - 1;
        let program = &mut self.programs[program];
        AgentState {
            position: columns.position(slot),
            previous: pair(&columns.previous, slot),
            velocity: columns.velocity(slot),
            heading: columns.heading(slot),
            force: pair(&columns.force, slot),
            node,
            stream: if columns.has_streams {
                columns.stream[slot].clone()
            } else {
                Stream::new(self.seed, id)
            },
            driven: self.places.get(&(index as u32)).copied(),
            facing,
            sight,
            memories: program
                .memories
                .iter_mut()
                .map(|memory| memory.take(slot - program.first))
                .collect(),
        }
    }

    /// The program of the agent with this index, and its row there.
    pub(super) fn program(&self, index: usize) -> (&Program, usize) {
        let slot = self.slot(index);
        let program = self
            .programs
            .partition_point(|program| program.first <= slot)
            - 1;
        (&self.programs[program], slot - self.programs[program].first)
    }

    /// The program of the agent with this index, and its row there, to change.
    pub(super) fn program_mut(&mut self, index: usize) -> (&mut Program, usize) {
        let slot = self.slot(index);
        let program = self
            .programs
            .partition_point(|program| program.first <= slot)
            - 1;
        let program = &mut self.programs[program];
        let row = slot - program.first;
        (program, row)
    }

    /// The target node of the last step.
    #[inline]
    pub(super) fn node(&self, index: usize) -> Option<u32> {
        let node = self.columns.node.get(self.slot(index)).copied();
        node.filter(|&node| node != NONE)
    }

    /// Where the target of an agent is now.
    pub(super) fn target_position(&self, index: usize) -> Option<DVec2> {
        let row = self.columns.target.get(self.slot(index));
        Some(match self.observed.kind(row)? {
            ObservedKind::Place(position) => position,
            ObservedKind::Agent(other) => self.columns.position(self.slot(other)),
        })
    }

    /// From the next step on, the agent is at `place`.
    pub(super) fn drive(&mut self, index: usize, place: DVec2) {
        let slot = self.slot(index);
        self.columns.driven[slot] = true;
        self.places.insert(index as u32, place);
    }

    /// Lets the behaviors of an agent run again. Returns whether the game drove it.
    pub(super) fn release(&mut self, index: usize) -> bool {
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

    /// Moves an agent without a step.
    pub(super) fn teleport(&mut self, index: usize, position: DVec2) {
        let slot = self.slot(index);
        set_pair(&mut self.columns.position, slot, position);
        set_pair(&mut self.columns.previous, slot, position);
        self.neighborhood.make_stale();
    }

    /// The highest speed that a body allows, u/s.
    pub(super) fn highest_speed(&self) -> f64 {
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
