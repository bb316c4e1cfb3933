//! The state of an agent.

use crate::geometry::vector;
use crate::scene::{AgentId, PathId, PresetId, SpawnerId, StateId, Target};
use crate::simulation::World;
use crate::simulation::population::Population;
use crate::simulation::population::spawn::entry_position;
use crate::simulation::random::Stream;
use crate::simulation::save::error::SaveError;
use crate::simulation::save::memory;
use crate::simulation::save::progress::SavedProgress;
use crate::simulation::save::saved::{AgentReference, Reference, Saved, Tick, record};
use crate::simulation::save::senses::SavedSenses;
use crate::simulation::save::sink::{Out, Sink};
use crate::simulation::save::values::SavedValues;
use crate::simulation::senses::SenseMemory;
use crate::simulation::states::StateMemory;
use crate::simulation::store::behavior_state::BehaviorState;
use crate::simulation::store::columns::pair;
use crate::simulation::store::path_progress::PathProgress;
use crate::simulation::store::routes::AgentRoutes;
use glam::DVec2;
use std::borrow::Cow;

/// The largest index of a node that is reported: every runtime can count one more.
const LAST_NODE: u32 = 2_147_483_646;

/// An agent of a save.
#[derive(Debug)]
pub(super) struct SavedAgent {
    pub(super) id: AgentId,
    pub(super) motion: SavedMotion,
    pub(super) bindings: SavedBindings<'static>,
    pub(super) senses: SavedSenses,
    /// The state that the game has asked it to enter.
    pub(super) asked: Option<StateId>,
    pub(super) state: StateMemory,
    /// Of the behaviors of its state.
    pub(super) memories: Vec<BehaviorState>,
    pub(super) routes: AgentRoutes,
}

/// How an agent moves.
#[derive(Debug)]
pub(super) struct SavedMotion {
    pub(super) position: DVec2,
    pub(super) previous: DVec2,
    pub(super) velocity: DVec2,
    pub(super) heading: DVec2,
    pub(super) facing: DVec2,
}

/// What an agent belongs to and refers to.
#[derive(Debug)]
pub(super) struct SavedBindings<'a> {
    pub(super) driven: Option<DVec2>,
    pub(super) stream: Stream,
    pub(super) preset: PresetId,
    pub(super) spawner: Option<SpawnerId>,
    /// The tick in which it expires.
    pub(super) expires: Option<Tick>,
    pub(super) target: Reference,
    pub(super) danger: Reference,
    pub(super) leader: AgentReference,
    pub(super) path: Option<PathId>,
    pub(super) node: Option<u32>,
    /// The length of the steering force.
    pub(super) steering: f64,
    pub(super) team: Option<Cow<'a, str>>,
}

record!(SavedMotion {
    position,
    previous,
    velocity,
    heading,
    facing
});
record!(SavedBindings<'_> {
    driven,
    stream,
    preset,
    spawner,
    expires,
    target,
    danger,
    leader,
    path,
    node,
    steering,
    team,
});

/// Writes the agent with this index.
pub(super) fn write(world: &World, index: usize, out: &mut Out<impl Sink>) {
    let Population {
        resolved, store, ..
    } = &world.population;
    let (columns, slot) = (&store.columns, store.slot(index));
    let id = resolved.agents[index].id;
    id.write(out);
    let motion = SavedMotion {
        position: columns.position(slot),
        previous: pair(&columns.previous, slot),
        velocity: columns.velocity(slot),
        heading: columns.heading(slot),
        facing: store.facing(index),
    };
    motion.write(out);
    let bindings = bindings(world, index);
    bindings.write(out);
    senses(world, index).write(out);
    write_state(world, index, bindings.path, out);
}

fn bindings(world: &World, index: usize) -> SavedBindings<'_> {
    let Population {
        resolved, store, ..
    } = &world.population;
    let agent = world.population.authored(index);
    let there = |target: Option<Target>| {
        let is_there = |target: &Target| resolved.target(Some(*target), agent.id).is_some();
        target.filter(is_there)
    };
    let leader = match there(agent.leader.map(Target::Agent)) {
        Some(Target::Agent(id)) => Some(id),
        Some(Target::Marker(_) | Target::Pointer) | None => None,
    };
    let (spawner, expires) = match world.spawners.spawned.get(&agent.id) {
        Some(&(spawner, expires)) => (Some(spawner), expires.map(Tick)),
        None => (None, None),
    };
    let slot = store.slot(index);
    SavedBindings {
        driven: store.places.get(&(index as u32)).copied(),
        stream: store.stream(index, agent.id),
        preset: agent.preset,
        spawner,
        expires,
        target: Reference(there(agent.target)),
        danger: Reference(there(agent.danger)),
        leader: AgentReference(leader),
        path: agent
            .path
            .filter(|path| resolved.path(Some(*path)).is_some()),
        node: store.node(index),
        steering: vector::length(pair(&store.columns.force, slot)),
        team: agent.team.as_deref().map(Cow::Borrowed),
    }
}

fn senses(world: &World, index: usize) -> SavedSenses {
    let Population {
        resolved,
        store,
        scene,
        ..
    } = &world.population;
    let memory = store.sense_memory(index).unwrap_or_else(|| {
        let (preset, agent) = (resolved.preset(index), world.population.authored(index));
        SenseMemory::at(entry_position(resolved.seed, &resolved.grid, preset, agent).0)
    });
    let is_told = store.states.is_told(index);
    SavedSenses::new(&memory, is_told, resolved, &scene.markers)
}

fn write_state(world: &World, index: usize, path: Option<PathId>, out: &mut Out<impl Sink>) {
    let Population {
        resolved, store, ..
    } = &world.population;
    let memory = store.states.get(index);
    memory.map_or(0, |memory| memory.state).write(out);
    memory.map_or(0, |memory| memory.ticks).write(out);
    let times = memory.map_or(&[][..], |memory| &memory.times);
    times.iter().for_each(|time| time.write(out));
    memory.is_some_and(|memory| memory.is_entering).write(out);
    store.states.asked(index).write(out);
    let routes = store.routes(index);
    routes.is_some_and(|routes| routes.has_none).write(out);
    let (program, row) = store.program(index);
    memory::write(program, row, path, routes, out);
    let state = resolved.states.state(store.state_row(resolved, index));
    for (place, left) in (0..).zip(memory.map_or(&[][..], |memory| &memory.left)) {
        if state.path_places().contains(&place) {
            continue;
        }
        match left {
            Some(PathProgress { progress, script }) => {
                SavedProgress::new(*progress, script.as_deref(), path).write(out);
            }
            None => out.sink.none(),
        }
    }
}

impl SavedBindings<'_> {
    /// A steering force of the same length: its direction is not saved.
    pub(super) fn force(&self) -> DVec2 {
        DVec2::new(self.steering, 0.0)
    }

    /// Whether there can be such a force: not if it is negative, and if its square is out of range.
    fn is_force(&self) -> bool {
        vector::length(self.force()) == self.steering
    }
}

impl SavedAgent {
    /// Reads an agent with this id.
    pub(super) fn read(
        id: AgentId,
        world: &World,
        from: &mut SavedValues,
    ) -> Result<Self, SaveError> {
        let resolved = &world.population.resolved;
        let motion = SavedMotion::read(from)?;
        let bindings = SavedBindings::read(from)?;
        let preset = resolved.preset_index(bindings.preset);
        let preset = from.found(preset, "the end of an agent with a preset of the scene")?;
        let has_path = bindings.path.is_none() || resolved.path(bindings.path).is_some();
        from.check(has_path, "the end of an agent with a path of the scene")?;
        from.check(
            bindings.node.is_none_or(|node| node <= LAST_NODE) && bindings.is_force(),
            "the end of an agent with a node and the length of a force",
        )?;
        let spawner = bindings.spawner;
        let is_spawned = match spawner {
            Some(id) => world.spawners.has(id),
            None => bindings.expires.is_none(),
        };
        from.check(
            is_spawned,
            "the end of an agent with a spawner of the scene",
        )?;
        let senses = SavedSenses::read(from)?;
        senses.check(from)?;

        let (authored, key) = (&resolved.presets[preset], preset as u32);
        let state = from.whole_up_to(authored.states.len() as u32)?;
        let view = from.found(authored.state_at(state as usize), "the index of a state")?;
        let rules = resolved.states.state(resolved.states.row(key, state));
        let ticks = u32::read(from)?;
        let times = rules.random_times().map(|_| u32::read(from));
        let mut memory = StateMemory {
            state,
            ticks,
            times: times.collect::<Result<_, _>>()?,
            is_entering: bool::read(from)?,
            left: vec![None; resolved.states.paths(key)],
        };
        let asked: Option<StateId> = Saved::read(from)?;
        let is_state = |asked: StateId| authored.state_index(asked).is_some();
        from.check(
            asked.is_none_or(is_state),
            "the id of a state of the preset",
        )?;
        let mut routes = AgentRoutes::default();
        routes.has_none = bool::read(from)?;
        let memories = memory::read(view.motion, bindings.path, resolved, &mut routes, from)?;
        for (place, left) in (0..).zip(&mut memory.left) {
            if !rules.path_places().contains(&place)
                && let Some(progress) = Option::<SavedProgress>::read(from)?
            {
                *left = Some(progress.on_path(bindings.path, resolved, from)?);
            }
        }
        Ok(Self {
            id,
            motion,
            bindings,
            senses,
            asked,
            state: memory,
            memories,
            routes,
        })
    }

    /// What it refers to.
    pub(super) fn references(&self) -> impl Iterator<Item = Target> {
        let leader = self.bindings.leader.0.map(Target::Agent);
        let bound = [self.bindings.target.0, self.bindings.danger.0, leader];
        let references = bound.into_iter().chain(self.senses.references());
        references.flatten()
    }
}
