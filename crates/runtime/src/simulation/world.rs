//! The world: a run of a scene, a tick at a time. Its agents are in an `AgentStore`.

use crate::geometry::rotation::DEGREES_PER_RADIAN;
use crate::geometry::{Polyline, vector};
use crate::scene::{AgentId, PathId, Scene};
use crate::simulation::agent_store::AgentStore;
use crate::simulation::clock::Clock;
use crate::simulation::columns::pair;
use crate::simulation::event::Event;
use crate::simulation::instructions::Instructions;
use crate::simulation::memory::Memory;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::simulation::threads::Threads;
use glam::DVec2;
#[cfg(feature = "threads")]
use std::sync::Arc;

/// A run of a scene at one moment.
///
/// One tick: every agent computes its force from the state at the start of the tick, then every agent moves. So neither the
/// order of agents nor a number of threads can change a bit.
///
/// ```
/// use steerwright_runtime::scene::Scene;
/// use steerwright_runtime::simulation::World;
/// let mut world = World::new(&Scene::default());
/// world.step();
/// assert_eq!((world.tick(), world.len()), (1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct World {
    pub(super) scene: Scene,
    pub(super) resolved: ResolvedScene,
    tick: u64,
    /// The highest id an agent ever had here.
    pub(super) highest_id: u32,
    clock: Clock,
    pub(super) pointer: DVec2,
    pub(super) store: AgentStore,
    pub(super) events: Vec<Event>,
    pub(super) instructions: Instructions,
    threads: Threads,
    /// Whether agents are added while it runs: then there is room for more.
    pub(super) grows: bool,
}

/// One agent's live state, to read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentView {
    /// Its id.
    pub id: AgentId,
    /// Where it is, u.
    pub position: DVec2,
    /// Where it was a tick ago, u.
    pub previous: DVec2,
    /// How it moves, u/s.
    pub velocity: DVec2,
    /// Its heading: a direction of length 1. It survives a stop.
    pub heading: DVec2,
    /// The steering force of the last step, truncated, in u/s^2 times mass; zero while it is driven or moves by cells.
    pub force: DVec2,
    /// The length of `force`.
    pub steering: f64,
    /// The full field of view of its first homing walk toward its present target, in degrees.
    pub fov_deg: Option<f64>,
    /// The index of the target node in the last step, of the first `follow_path` in its list that ran.
    pub node: Option<u32>,
}

impl World {
    /// The scene at tick 0. An agent without a preset in the scene is left out.
    pub fn new(scene: &Scene) -> Self {
        let resolved = ResolvedScene::new(scene, None);
        let pointer = scene.pointer;
        let mut world = Self {
            store: AgentStore::new(scene, &resolved, pointer, false),
            grows: false,
            pointer,
            tick: 0,
            highest_id: 0,
            clock: Clock::default(),
            events: Vec::new(),
            instructions: Instructions::widest(),
            threads: Threads::default(),
            scene: scene.clone(),
            resolved,
        };
        world.enter_all();
        world
    }

    /// The scene this is a run of, with what was changed since: names, paths, presets.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The line of a path, measured: to find the place nearest to a point, or the one at a distance along it.
    pub fn path_line(&self, id: PathId) -> Option<Polyline> {
        let index = self.resolved.path(Some(id))?;
        let (path, route) = (&self.resolved.paths[index], &self.resolved.routes[index]);
        Some(Polyline::new(route.points(), path.is_closed()))
    }

    /// Where the pointer is, u.
    pub fn pointer(&self) -> DVec2 {
        self.pointer
    }

    /// Ticks since the start.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Seconds since the start: tick * dt.
    pub fn time(&self) -> f64 {
        self.tick as f64 * self.resolved.dt
    }

    /// Seconds a tick.
    pub fn dt(&self) -> f64 {
        self.resolved.dt
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.store.len() == 0
    }

    /// What happened in the last [`step`](World::step) or [`advance`](World::advance), tick by tick and by agent id.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Chooses instructions that handle at most this many numbers at a time, to compare their bits.
    #[doc(hidden)]
    pub fn limit_lanes(&mut self, lanes: usize) {
        self.instructions = Instructions::with_lanes(lanes);
        self.store.neighborhood.make_stale();
    }

    /// Lets the threads of `pool` share each tick, or with `None` only the one that calls. It changes no bit and no event.
    ///
    /// Worlds of fewer than about 25,000 agents use one thread all the same: their ticks are over before another is awake. To save
    /// the time in which threads wake up, call [`step`](World::step) from inside the pool (`rayon::ThreadPool::install`).
    #[cfg(feature = "threads")]
    pub fn set_thread_pool(&mut self, pool: Option<Arc<rayon::ThreadPool>>) {
        self.threads.pool = pool;
    }

    /// Makes a task for threads of as few slots as this, however few there are, to compare bits.
    #[cfg(feature = "threads")]
    #[doc(hidden)]
    pub fn limit_task(&mut self, slots: usize) {
        self.threads.fewest_slots = slots;
        self.threads.task_slots = slots;
    }

    /// As [`apply_scene`](World::apply_scene), agent by agent, to compare.
    #[doc(hidden)]
    pub fn apply_scene_to_all(&mut self, scene: &Scene) {
        self.rebuild(scene);
    }

    /// Every agent, by id.
    #[inline]
    pub fn agents(&self) -> impl Iterator<Item = AgentView> + '_ {
        let agents = self.resolved.agents.iter().enumerate();
        agents.map(|(index, agent)| self.view(index, agent.id))
    }

    /// An agent by id.
    pub fn agent(&self, id: AgentId) -> Option<AgentView> {
        self.resolved.index_of(id).map(|index| self.view(index, id))
    }

    /// The line that a homing walker or cell mover plans to take from where it is; of several homing walks, that of the first
    /// one under way.
    #[must_use]
    pub fn planned_path(&self, id: AgentId) -> Option<Polyline> {
        let index = self.resolved.index_of(id)?;
        let position = self.store.columns.position(self.store.slot(index));
        let (program, row) = self.store.program(index);
        program.memories.iter().find_map(|memory| match memory {
            Memory::HomingWalk(rows) => {
                let walk = &rows[row].walk;
                walk.waypoint.is_some().then(|| walk.line(position))
            }
            Memory::GridChase(rows) => {
                let cells = rows[row].mover.line();
                let centers = cells.map(|cell| self.resolved.grid.center(cell));
                let points = std::iter::once(position).chain(centers).collect();
                Some(Polyline::new(points, false))
            }
            Memory::Stateless | Memory::Arrive(_) | Memory::FollowPath(_) => None,
        })
    }

    #[inline]
    fn view(&self, index: usize, id: AgentId) -> AgentView {
        let (columns, slot) = (&self.store.columns, self.store.slot(index));
        let force = pair(&columns.force, slot);
        AgentView {
            id,
            position: columns.position(slot),
            previous: pair(&columns.previous, slot),
            velocity: columns.velocity(slot),
            heading: columns.heading(slot),
            force,
            steering: vector::length(force),
            fov_deg: if self.resolved.has_homing_walks {
                self.fov_deg(index)
            } else {
                None
            },
            node: self.store.node(index),
        }
    }

    /// The full field of view of the agent's first homing walk at its present distance, degrees.
    fn fov_deg(&self, index: usize) -> Option<f64> {
        let walk = self.resolved.preset(index).homing_walks().next()?;
        let target = self.store.target_position(index)?;
        let position = self.store.columns.position(self.store.slot(index));
        let distance = vector::distance(position, target);
        Some(2.0 * walk.half_fov(distance) * DEGREES_PER_RADIAN)
    }

    /// Moves everything by one tick.
    pub fn step(&mut self) {
        self.events.clear();
        self.tick_once();
    }

    /// Lets `seconds` of the game go by in whole ticks, at most 240; what is left over counts the next time. Returns the ticks
    /// taken.
    pub fn advance(&mut self, seconds: f64) -> u32 {
        self.events.clear();
        let due = self.due_ticks(seconds);
        for _ in 0..due {
            self.tick_once();
        }
        due
    }

    /// The part of a tick, 0 to 1, that [`advance`](World::advance) left over: for smooth motion between ticks, draw an agent
    /// at `previous + (position - previous) * interpolation_alpha`.
    pub fn interpolation_alpha(&self) -> f64 {
        self.clock.interpolation_alpha()
    }

    /// The ticks that fall due after `seconds`.
    pub fn due_ticks(&mut self, seconds: f64) -> u32 {
        self.clock.due_ticks(seconds, self.resolved.dt)
    }

    /// Drops the time that [`World::due_ticks`] has accumulated and no tick has used.
    pub fn drop_accumulated_time(&mut self) {
        self.clock.reset();
    }

    fn tick_once(&mut self) {
        self.tick += 1;
        let Self {
            store,
            resolved,
            events,
            ..
        } = self;
        let (tick, instructions) = (self.tick, self.instructions);
        self.threads.run(store.columns.agent.len(), |tasks| {
            store.tick(resolved, tick, instructions, tasks, events);
        });
    }
}
