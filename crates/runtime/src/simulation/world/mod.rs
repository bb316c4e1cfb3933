//! The world: a run of a scene, advanced tick by tick.

mod live;
mod routes;
mod scenes;
mod senses;
mod states;
mod view;

use crate::geometry::{CellGrid, Polyline};
use crate::scene::{PathId, Scene};
use crate::simulation::clock::Clock;
use crate::simulation::contacts::ContactSearch;
use crate::simulation::event::Event;
use crate::simulation::population::Population;
use crate::simulation::reason::Reason;
use crate::simulation::reason::measure::explain_senses;
use crate::simulation::save::{Axes, BaseScene};
use crate::simulation::senses::GameNoise;
use crate::simulation::spawners::Spawners;
use crate::simulation::states::StateChanges;
use crate::simulation::store::advance::Step;
use crate::simulation::tick::TickOutput;
use crate::simulation::tick::instructions::Instructions;
use crate::simulation::tick::threads::Threads;
use glam::DVec2;
#[cfg(feature = "threads")]
use std::sync::Arc;

pub use senses::{Senses, TargetSight};
pub use states::CurrentState;
pub use view::AgentView;

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
    pub(super) population: Population,
    pub(super) base: BaseScene,
    /// Those of the game.
    pub(super) axes: Axes,
    /// Whether the scene is known to be one that [`World::edit`] accepts.
    pub(super) is_checked: bool,
    pub(super) tick: u64,
    pub(super) clock: Clock,
    instructions: Instructions,
    threads: Threads,
    pub(super) spawners: Spawners,
    /// The noises of the game that wait for the next tick.
    pub(super) noises: Vec<GameNoise>,
    pub(super) state_changes: StateChanges,
    contacts: ContactSearch,
    output: TickOutput,
    /// Why the agents noticed others and changed their states in the last step.
    reasons: Vec<Reason>,
}

impl World {
    /// Creates a world at tick 0 of `scene`. Agents whose preset is not in the scene are omitted.
    ///
    /// The scene is not validated. `steerwright-format` validates the scenes that it reads; call
    /// [`World::edit`] on scenes that were built in code, or check them with
    /// `steerwright_format::validate::scene_errors`.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        Self {
            population: Population::new(scene),
            base: BaseScene::new(scene),
            axes: Axes::default(),
            is_checked: false,
            tick: 0,
            clock: Clock::default(),
            instructions: Instructions::widest(),
            threads: Threads::default(),
            spawners: Spawners::new(scene),
            noises: Vec::new(),
            state_changes: StateChanges::default(),
            contacts: ContactSearch::default(),
            output: TickOutput::default(),
            reasons: Vec::new(),
        }
    }

    /// The scene of this run, including the changes that the game has made. Positions of agents are
    /// those at the start.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.population.scene
    }

    /// The polyline that agents follow along a path: to find its nearest point, or the point at a
    /// distance along it. `None` if there is no such path.
    #[must_use]
    pub fn path_line(&self, id: PathId) -> Option<Polyline> {
        let index = self.population.resolved.path(Some(id))?;
        let (path, route) = (
            &self.population.resolved.paths[index],
            &self.population.resolved.routes[index],
        );
        Some(Polyline::new(route.points(), path.is_closed()))
    }

    /// The grid of agents that move by cells. Blocked are the cells of the scene, and those that
    /// closed walls cross.
    #[must_use]
    pub fn cells(&self) -> &CellGrid {
        &self.population.resolved.grid
    }

    /// The position of the pointer, u.
    #[must_use]
    pub fn pointer(&self) -> DVec2 {
        self.population.pointer
    }

    /// The number of ticks since the start.
    #[must_use]
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The simulated time since the start, s: [`tick`](Self::tick) times [`dt`](Self::dt).
    #[must_use]
    pub fn time(&self) -> f64 {
        self.tick as f64 * self.population.resolved.dt
    }

    /// The duration of a tick, s.
    #[must_use]
    pub fn dt(&self) -> f64 {
        self.population.resolved.dt
    }

    /// The number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.population.store.len()
    }

    /// Whether there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.population.store.len() == 0
    }

    /// The events of the last [`step`](World::step) or [`advance`](World::advance), ordered by
    /// tick, agent id and behavior; those of spawners come first in their tick, and those of
    /// contacts last.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.output.events
    }

    /// Limits the width of vector instructions, for tests that compare the results of different
    /// widths.
    #[cfg(feature = "testing")]
    pub fn limit_lanes(&mut self, lanes: usize) {
        self.instructions = Instructions::with_lanes(lanes);
        self.population.store.neighborhood.make_stale();
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
    #[cfg(all(feature = "testing", feature = "threads"))]
    pub fn limit_task(&mut self, slots: usize) {
        self.threads.fewest_slots = slots;
        self.threads.task_slots = slots;
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
        self.clock.due_ticks(seconds, self.population.resolved.dt)
    }

    /// Drops the remainder of a tick that [`advance`](World::advance) or
    /// [`due_ticks`](World::due_ticks) has kept.
    pub fn drop_accumulated_time(&mut self) {
        self.clock.reset();
    }

    pub(super) fn clear_events(&mut self) {
        self.output.events.clear();
        self.reasons.clear();
    }

    fn tick_once(&mut self) {
        self.tick += 1;
        let (tick, instructions) = (self.tick, self.instructions);
        let Self {
            population,
            spawners,
            noises,
            state_changes,
            contacts,
            output,
            reasons,
            ..
        } = self;
        let highest_before = population.highest_id;
        spawners.run(population, tick, &mut output.events);
        let first = output.events.len();
        let slots = population.store.columns.agent.len();
        self.threads.run(slots, |tasks| {
            let step = Step {
                tick,
                noises,
                instructions,
                tasks,
            };
            let Population {
                store, resolved, ..
            } = population;
            store.tick(resolved, &step, output);
        });
        noises.clear();
        explain_senses(population, tick, &output.events[first..], reasons);
        state_changes.run(population, tick, output, first, reasons);
        contacts.run(
            population,
            spawners,
            tick,
            highest_before,
            &mut output.events,
        );
        population.switch_doors(&mut output.switches);
    }
}
