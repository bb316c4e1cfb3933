//! The world: a run of a scene, advanced tick by tick.

use crate::geometry::rotation::DEGREES_PER_RADIAN;
use crate::geometry::{CellGrid, Polyline, vector};
use crate::scene::{AgentId, PathId, Scene};
use crate::simulation::agent_store::AgentStore;
use crate::simulation::clock::Clock;
use crate::simulation::columns::pair;
use crate::simulation::contacts::ContactSearch;
use crate::simulation::event::Event;
use crate::simulation::instructions::Instructions;
use crate::simulation::memory::Memory;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::simulation::routes::AgentRoutes;
use crate::simulation::save::{Axes, BaseScene};
use crate::simulation::senses::GameNoise;
use crate::simulation::spawners::Spawners;
use crate::simulation::states::SentName;
use crate::simulation::threads::Threads;
use glam::DVec2;
#[cfg(feature = "threads")]
use std::sync::Arc;

/// A running scene.
///
/// A world advances in ticks of a fixed duration. In each tick, every agent computes its steering
/// force from the state at the start of the tick, and then every agent moves. So the order of the
/// agents does not affect the result.
///
/// A clone of a world is a snapshot of it: to go back, go on with a clone. Files contain what
/// [`save`](World::save) writes.
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
    pub(super) base: BaseScene,
    /// Those of the game.
    pub(super) axes: Axes,
    /// Whether the scene is known to be one that [`World::edit`] accepts.
    pub(super) is_checked: bool,
    pub(super) resolved: ResolvedScene,
    pub(super) tick: u64,
    /// The highest id an agent ever had here.
    pub(super) highest_id: u32,
    pub(super) clock: Clock,
    pub(super) pointer: DVec2,
    pub(super) store: AgentStore,
    pub(super) events: Vec<Event>,
    pub(super) instructions: Instructions,
    threads: Threads,
    /// Whether agents are added while it runs: then there is room for more.
    pub(super) grows: bool,
    pub(super) spawners: Spawners,
    pub(super) contact_search: ContactSearch,
    /// The noises of the game that wait for the next tick.
    pub(super) noises: Vec<GameNoise>,
    /// The names of events that the game has sent for the next tick.
    pub(super) names: Vec<SentName>,
}

/// The state of an agent after the last tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentView {
    /// The id of the agent.
    pub id: AgentId,
    /// The position, u.
    pub position: DVec2,
    /// The position one tick earlier, u. To draw between ticks, see [`World::interpolation_alpha`].
    pub previous: DVec2,
    /// The velocity, u/s.
    pub velocity: DVec2,
    /// The direction in which the agent moves: a unit vector. An agent that stops keeps its
    /// heading.
    pub heading: DVec2,
    /// The direction in which the agent looks: a unit vector. It is the heading, unless the preset
    /// has a [`Facing`](crate::steering::facing::Facing).
    pub facing: DVec2,
    /// The steering force of the last tick, truncated to the maximum force of the body, in u/s^2
    /// times mass. Zero while the game drives the agent, and for agents that move by cells. After
    /// [`load_save`](World::load_save) only its length is known, and it points along x.
    pub force: DVec2,
    /// The length of [`force`](Self::force).
    pub steering: f64,
    /// The full field of view, degrees: that of the preset's sight, else that of the agent's first
    /// homing walk at the current distance from its target. `None` without sight, and without a
    /// homing walk or a target.
    pub fov_deg: Option<f64>,
    /// The index of the node that the agent's first `follow_path` moved toward or waited at in the
    /// last tick. `None` if none ran.
    pub node: Option<u32>,
}

impl World {
    /// Creates a world at tick 0 of `scene`. Agents whose preset is not in the scene are omitted.
    ///
    /// The scene is not validated. `steerwright-format` validates the scenes that it reads; call
    /// [`World::edit`] on scenes that were built in code, or check them with
    /// `steerwright_format::validate::scene_errors`.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let resolved = ResolvedScene::new(scene, None);
        let pointer = scene.pointer;
        let mut world = Self {
            store: AgentStore::new(scene, &resolved, pointer, false, |_| 0),
            grows: false,
            pointer,
            tick: 0,
            highest_id: 0,
            clock: Clock::default(),
            events: Vec::new(),
            instructions: Instructions::widest(),
            threads: Threads::default(),
            scene: scene.clone(),
            base: BaseScene::new(scene),
            axes: Axes::default(),
            is_checked: false,
            resolved,
            spawners: Spawners::new(scene),
            contact_search: ContactSearch::default(),
            noises: Vec::new(),
            names: Vec::new(),
        };
        world.keep_nets();
        world.enter_all();
        world
    }

    /// The scene of this run, including the changes that the game has made. Positions of agents are
    /// those at the start.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The polyline that agents follow along a path: to find its nearest point, or the point at a
    /// distance along it. `None` if there is no such path.
    #[must_use]
    pub fn path_line(&self, id: PathId) -> Option<Polyline> {
        let index = self.resolved.path(Some(id))?;
        let (path, route) = (&self.resolved.paths[index], &self.resolved.routes[index]);
        Some(Polyline::new(route.points(), path.is_closed()))
    }

    /// The grid of agents that move by cells. Blocked are the cells of the scene, and those that
    /// closed walls cross.
    #[must_use]
    pub fn cells(&self) -> &CellGrid {
        &self.resolved.grid
    }

    /// The position of the pointer, u.
    #[must_use]
    pub fn pointer(&self) -> DVec2 {
        self.pointer
    }

    /// The number of ticks since the start.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The simulated time since the start, s: [`tick`](Self::tick) times [`dt`](Self::dt).
    #[must_use]
    pub fn time(&self) -> f64 {
        self.tick as f64 * self.resolved.dt
    }

    /// The duration of a tick, s.
    #[must_use]
    pub fn dt(&self) -> f64 {
        self.resolved.dt
    }

    /// The number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.store.len() == 0
    }

    /// The events of the last [`step`](World::step) or [`advance`](World::advance), ordered by
    /// tick, agent id and behavior; those of spawners come first in their tick, and those of
    /// contacts last.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Limits the width of vector instructions, for tests that compare the results of different
    /// widths.
    #[doc(hidden)]
    pub fn limit_lanes(&mut self, lanes: usize) {
        self.instructions = Instructions::with_lanes(lanes);
        self.store.neighborhood.make_stale();
    }

    /// Lets the threads of `pool` share each tick; with `None`, only the calling thread runs it.
    /// The results and events stay the same.
    ///
    /// Worlds of fewer than about 25,000 agents use one thread all the same: their ticks are over
    /// before another is awake. To save the time in which threads wake up, call
    /// [`step`](World::step) from inside the pool (`rayon::ThreadPool::install`).
    #[cfg(feature = "threads")]
    pub fn set_thread_pool(&mut self, pool: Option<Arc<rayon::ThreadPool>>) {
        self.threads.pool = pool;
    }

    /// Makes tasks of only this many slots, even in small worlds, to compare bits in tests.
    #[cfg(feature = "threads")]
    #[doc(hidden)]
    pub fn limit_task(&mut self, slots: usize) {
        self.threads.fewest_slots = slots;
        self.threads.task_slots = slots;
    }

    /// As [`apply_scene`](World::apply_scene), agent by agent, to compare.
    #[doc(hidden)]
    pub fn apply_scene_to_all(&mut self, scene: &Scene) {
        self.is_checked = false;
        self.base = BaseScene::new(scene);
        self.spawners.forget_agents();
        self.rebuild(scene);
        self.spawners.update(&self.scene, &self.resolved);
    }

    /// All agents, ordered by id.
    #[inline]
    pub fn agents(&self) -> impl Iterator<Item = AgentView> + '_ {
        let agents = self.resolved.agents.iter().enumerate();
        agents.map(|(index, agent)| self.view(index, agent.id))
    }

    /// The agent with this id. `None` if there is no such agent.
    #[must_use]
    pub fn agent(&self, id: AgentId) -> Option<AgentView> {
        self.resolved.index_of(id).map(|index| self.view(index, id))
    }

    /// The path that an agent plans to take from its position: around walls, or with a homing walk,
    /// a search or a grid chase; of several, that of the first that has one. `None` for other
    /// agents.
    #[must_use]
    pub fn planned_path(&self, id: AgentId) -> Option<Polyline> {
        let index = self.resolved.index_of(id)?;
        let position = self.store.columns.position(self.store.slot(index));
        if let Some(points) = self.store.routes(index).and_then(AgentRoutes::first) {
            let points = std::iter::once(position).chain(points).collect();
            return Some(Polyline::new(points, false));
        }
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
            Memory::Search(rows) => {
                let place = rows[row].place()?;
                Some(Polyline::new(vec![position, place], false))
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
            facing: self.store.facing(index),
            force,
            steering: vector::length(force),
            fov_deg: if self.resolved.has_fov {
                self.fov_deg(index)
            } else {
                None
            },
            node: self.store.node(index),
        }
    }

    /// The full field of view of the agent, degrees.
    fn fov_deg(&self, index: usize) -> Option<f64> {
        let preset = self.resolved.preset(index);
        if let Some(sight) = &preset.sight {
            return Some(sight.fov_deg);
        }
        let state = self
            .store
            .states
            .get(index)
            .map_or(0, |memory| memory.state);
        let motion = preset.state_at(state as usize)?.motion;
        let (walk, goal) = motion
            .behaviors()
            .iter()
            .find_map(|weighted| Some((weighted.behavior.homing_walk()?, weighted.goal)))?;
        let target = self.store.goal_position(goal, index)?;
        let position = self.store.columns.position(self.store.slot(index));
        let distance = vector::distance(position, target);
        Some(2.0 * walk.half_fov(distance) * DEGREES_PER_RADIAN)
    }

    /// Simulates one tick. Afterwards, [`events`](Self::events) has the events of this tick only.
    pub fn step(&mut self) {
        self.clear_events();
        self.tick_once();
    }

    /// Simulates the whole ticks within `seconds`, and keeps the remainder for the next call.
    /// Returns the number of ticks.
    ///
    /// At most 240 ticks are simulated per call, and the time beyond them is dropped: on a slow
    /// machine the simulation slows down instead of freezing. Values that are negative or not
    /// finite count as 0.
    ///
    /// ```
    /// use steerwright_runtime::scene::Scene;
    /// use steerwright_runtime::simulation::World;
    /// let mut world = World::new(&Scene::default()); // 60 ticks per second
    /// assert_eq!(world.advance(0.025), 1); // one and a half ticks
    /// assert_eq!(world.advance(0.025), 2);
    /// ```
    pub fn advance(&mut self, seconds: f64) -> u32 {
        self.clear_events();
        let due = self.due_ticks(seconds);
        for _ in 0..due {
            self.tick_once();
        }
        due
    }

    /// The remainder of the last [`advance`](World::advance) as a fraction of a tick, from 0 to
    /// below 1. For smooth motion, draw each agent at `previous + (position - previous) *
    /// interpolation_alpha`.
    #[must_use]
    pub fn interpolation_alpha(&self) -> f64 {
        self.clock.interpolation_alpha()
    }

    /// The number of ticks within `seconds`, as in [`advance`](World::advance), without simulating
    /// them. For callers that do something after each tick: call [`step`](World::step) this many
    /// times.
    pub fn due_ticks(&mut self, seconds: f64) -> u32 {
        self.clock.due_ticks(seconds, self.resolved.dt)
    }

    /// Drops the remainder of a tick that [`advance`](World::advance) or
    /// [`due_ticks`](World::due_ticks) has kept.
    pub fn drop_accumulated_time(&mut self) {
        self.clock.reset();
    }

    pub(super) fn clear_events(&mut self) {
        self.events.clear();
        self.store.reasons.clear();
    }

    fn tick_once(&mut self) {
        self.tick += 1;
        let highest_before = self.highest_id;
        if !self.spawners.is_idle() {
            self.run_spawners();
        } else {
            self.spawners.end_press();
        }
        let Self {
            store,
            resolved,
            events,
            noises,
            ..
        } = self;
        let (tick, instructions, before) = (self.tick, self.instructions, events.len());
        self.threads.run(store.columns.agent.len(), |tasks| {
            store.tick(resolved, (tick, noises), instructions, tasks, events);
        });
        self.noises.clear();
        if !self.store.senses.rows.is_empty() {
            self.explain_senses(before);
        }
        if !self.store.states.is_idle() || !self.names.is_empty() {
            self.change_states(before);
        }
        if !self.scene.contacts.is_empty() {
            self.find_contacts(highest_before);
        }
        if !self.store.switches.is_empty() {
            self.switch_doors();
        }
    }
}
