//! The world: every agent's live state, in columns, moved a tick at a time.

use crate::geometry::rotation::DEGREES_PER_RADIAN;
use crate::geometry::{Polyline, vector};
use crate::scene::{AgentId, Behavior, Motion, PathId, Scene};
use crate::simulation::clock::Clock;
use crate::simulation::event::Event;
use crate::simulation::neighbors::Neighbors;
use crate::simulation::random::Stream;
use crate::simulation::resolved_scene::{ResolvedScene, ResolvedTarget};
use crate::simulation::tick_context::TickContext;
use crate::steering::body;
use crate::steering::follow_path::Progress;
use crate::steering::grid_chase::CellMover;
use crate::steering::homing_walk::HomingWalkState;
use glam::DVec2;

/// Below this speed (u/s) an agent keeps its heading.
pub(super) const HEADING_SPEED: f64 = 1e-6;

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
    pub(super) cast: ResolvedScene,
    tick: u64,
    /// The highest id an agent ever had here.
    pub(super) highest_id: u32,
    clock: Clock,
    pub(super) pointer: DVec2,
    pub(super) bodies: KinematicState,
    pub(super) minds: Minds,
    neighbors: Neighbors,
    events: Vec<Event>,
}

/// What moves. One row an agent, in id order.
#[derive(Clone, Debug, Default)]
pub(super) struct KinematicState {
    pub(super) position: Vec<DVec2>,
    pub(super) previous: Vec<DVec2>,
    pub(super) velocity: Vec<DVec2>,
    pub(super) heading: Vec<DVec2>,
    pub(super) force: Vec<DVec2>,
    pub(super) steering: Vec<f64>,
    pub(super) sought: Vec<Option<u32>>,
    /// Where the game puts the agents it has taken over.
    pub(super) driven: Vec<Option<DVec2>>,
}

/// What behaviors remember. One row an agent, in id order.
#[derive(Clone, Debug, Default)]
pub(super) struct Minds {
    pub(super) stream: Vec<Stream>,
    pub(super) progress: Vec<Progress>,
    pub(super) walk: Vec<HomingWalkState>,
    pub(super) mover: Vec<Option<CellMover>>,
    pub(super) arrived: Vec<bool>,
    /// Whether the target was in sight when it was looked for last.
    pub(super) sight: Vec<Option<bool>>,
}

/// One agent's live state, to read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentView {
    /// Who it is.
    pub id: AgentId,
    /// Where it is, u.
    pub position: DVec2,
    /// Where it was a tick ago, u.
    pub previous: DVec2,
    /// How it moves, u/s.
    pub velocity: DVec2,
    /// Its heading: a direction of length 1.
    pub heading: DVec2,
    /// The steering force of the last step, truncated.
    pub force: DVec2,
    /// Its length.
    pub steering: f64,
    /// The full field of view, degrees, where the agent has one.
    pub fov_deg: Option<f64>,
    /// The index of the node sought in the last step.
    pub node: Option<u32>,
}

impl World {
    /// The scene at tick 0. An agent without a preset in the scene is left out.
    pub fn new(scene: &Scene) -> Self {
        let cast = ResolvedScene::new(scene, None);
        let mut world = Self {
            pointer: DVec2::new(scene.pointer.x, scene.pointer.y),
            tick: 0,
            highest_id: 0,
            clock: Clock::default(),
            bodies: KinematicState::default(),
            minds: Minds::default(),
            neighbors: Neighbors::default(),
            events: Vec::new(),
            scene: scene.clone(),
            cast,
        };
        for index in 0..world.cast.agents.len() {
            world.enter(index);
        }
        world
    }

    /// The scene this is a run of, with what was changed since: names, paths, presets.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The line of a path, measured: to find the place nearest to a point, or the one at a distance along it.
    pub fn path_line(&self, id: PathId) -> Option<Polyline> {
        let (path, route) = self.cast.routes.iter().find(|(path, _)| path.id == id)?;
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
        self.tick as f64 * self.cast.dt
    }

    /// Seconds a tick.
    pub fn dt(&self) -> f64 {
        self.cast.dt
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.bodies.position.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bodies.position.is_empty()
    }

    /// What happened in the last [`step`](World::step) or [`advance`](World::advance), tick by tick and by agent id.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Every agent, by id.
    pub fn agents(&self) -> impl Iterator<Item = AgentView> + '_ {
        (0..self.len()).map(|index| self.view(index))
    }

    /// An agent by id.
    pub fn agent(&self, id: AgentId) -> Option<AgentView> {
        self.cast.index_of(id).map(|index| self.view(index))
    }

    /// The line a homing walker or cell mover means to take, from where it is.
    pub fn planned_path(&self, id: AgentId) -> Option<Polyline> {
        let index = self.cast.index_of(id)?;
        let position = self.bodies.position[index];
        if let Some(mover) = &self.minds.mover[index] {
            let cells = mover.line().map(|cell| self.cast.grid.center(cell));
            return Some(Polyline::new(
                std::iter::once(position).chain(cells).collect(),
                false,
            ));
        }
        self.minds.walk[index]
            .waypoint
            .map(|_| self.minds.walk[index].line(position))
    }

    fn view(&self, index: usize) -> AgentView {
        AgentView {
            id: self.cast.agents[index].id,
            position: self.bodies.position[index],
            previous: self.bodies.previous[index],
            velocity: self.bodies.velocity[index],
            heading: self.bodies.heading[index],
            force: self.bodies.force[index],
            steering: self.bodies.steering[index],
            fov_deg: self.fov_deg(index),
            node: self.bodies.sought[index],
        }
    }

    /// The full cone of a homing walker at its present distance, degrees.
    fn fov_deg(&self, index: usize) -> Option<f64> {
        let target = self.aim_position(self.cast.roles[index].target)?;
        self.cast
            .preset(index)
            .behaviors()
            .find_map(|behavior| match behavior {
                Behavior::HomingWalk(walk) => {
                    let distance = vector::distance(self.bodies.position[index], target);
                    Some(2.0 * walk.half_fov(distance) * DEGREES_PER_RADIAN)
                }
                _ => None,
            })
    }

    fn aim_position(&self, aim: Option<ResolvedTarget>) -> Option<DVec2> {
        Some(match aim? {
            ResolvedTarget::Marker(index) => self.cast.markers[index],
            ResolvedTarget::Agent(index) => self.bodies.position[index],
            ResolvedTarget::Pointer => self.pointer,
        })
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
    /// at `previous + (position - previous) * fraction`.
    pub fn interpolation_alpha(&self) -> f64 {
        self.clock.interpolation_alpha()
    }

    /// The ticks that fall due after `seconds`.
    pub fn due_ticks(&mut self, seconds: f64) -> u32 {
        self.clock.due_ticks(seconds, self.cast.dt)
    }

    /// Drops the time that [`World::due_ticks`] has accumulated and no tick has used.
    pub fn drop_accumulated_time(&mut self) {
        self.clock.reset();
    }

    fn tick_once(&mut self) {
        self.tick += 1;
        if self.cast.widest_separation > 0.0 {
            self.neighbors
                .rebuild(&self.bodies.position, self.cast.widest_separation);
        }
        let mut thinking = TickContext {
            cast: &self.cast,
            tick: self.tick,
            pointer: self.pointer,
            position: &self.bodies.position,
            previous: &self.bodies.previous,
            velocity: &self.bodies.velocity,
            heading: &self.bodies.heading,
            sought: &mut self.bodies.sought,
            minds: &mut self.minds,
            neighbors: &self.neighbors,
            events: &mut self.events,
        };
        for index in 0..self.bodies.force.len() {
            let force = match &self.cast.preset(index).motion {
                _ if self.bodies.driven[index].is_some() => {
                    thinking.sought[index] = None;
                    DVec2::ZERO
                }
                Motion::Steered(steered) => thinking.steer(index, self.cast.preset(index), steered),
                Motion::GridChase(chase) => {
                    thinking.chase(index, chase);
                    DVec2::ZERO
                }
            };
            self.bodies.force[index] = force;
            self.bodies.steering[index] = vector::length(force);
        }
        for index in 0..self.bodies.force.len() {
            self.integrate(index);
        }
    }

    fn integrate(&mut self, index: usize) {
        let bodies = &mut self.bodies;
        let from = bodies.position[index];
        bodies.previous[index] = from;
        let placed = match (&self.cast.preset(index).motion, &self.minds.mover[index]) {
            _ if bodies.driven[index].is_some() => bodies.driven[index],
            (Motion::GridChase(chase), Some(mover)) => {
                Some(mover.position(&self.cast.grid, chase, self.cast.dt))
            }
            _ => None,
        };
        match placed {
            Some(to) => {
                bodies.velocity[index] = (to - from) / self.cast.dt;
                bodies.position[index] = to;
            }
            None => {
                let body = &self.cast.preset(index).body;
                let (position, velocity) = body::integrate(
                    from,
                    bodies.velocity[index],
                    bodies.force[index],
                    body,
                    self.cast.dt,
                );
                bodies.position[index] = position;
                bodies.velocity[index] = velocity;
            }
        }
        let velocity = bodies.velocity[index];
        let speed = vector::length(velocity);
        if speed > HEADING_SPEED {
            bodies.heading[index] = vector::direction_given_length(velocity, speed);
        }
    }
}
