//! The world: every agent's live state, in columns, moved a tick at a time.

use crate::geometry::rotation::DEGREES_PER_RADIAN;
use crate::geometry::{Polyline, vector};
use crate::scene::{self, AgentId, Behavior, Motion, Scene};
use crate::simulation::cast::{Aim, Cast};
use crate::simulation::event::Event;
use crate::simulation::neighbors::Neighbors;
use crate::simulation::random::Stream;
use crate::simulation::thinking::Thinking;
use crate::steering::follow_path::Progress;
use crate::steering::grid_chase::CellMover;
use crate::steering::homing_walk::Walk;
use crate::steering::{self, body};
use glam::DVec2;

/// Below this speed (u/s) an agent keeps its heading.
const HEADING_SPEED: f64 = 1e-6;

/// A run of a scene at one moment.
///
/// One tick: every agent computes its force from the state at the start of the tick, then every agent moves. So neither the
/// order of agents nor a number of threads can change a bit.
///
/// ```
/// use steerwright::{scene::Scene, simulation::World};
/// let mut world = World::new(&Scene::default());
/// world.step();
/// assert_eq!((world.tick(), world.len()), (1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct World {
    cast: Cast,
    tick: u64,
    pointer: DVec2,
    bodies: Bodies,
    minds: Minds,
    neighbors: Neighbors,
    events: Vec<Event>,
}

/// What moves. One row an agent, in id order.
#[derive(Clone, Debug, Default)]
struct Bodies {
    position: Vec<DVec2>,
    previous: Vec<DVec2>,
    velocity: Vec<DVec2>,
    heading: Vec<DVec2>,
    force: Vec<DVec2>,
    steering: Vec<f64>,
    sought: Vec<Option<u32>>,
}

/// What behaviours remember. One row an agent, in id order.
#[derive(Clone, Debug, Default)]
pub(super) struct Minds {
    pub(super) stream: Vec<Stream>,
    pub(super) progress: Vec<Progress>,
    pub(super) walk: Vec<Walk>,
    pub(super) mover: Vec<Option<CellMover>>,
    pub(super) arrived: Vec<bool>,
}

/// One agent's live state, to read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentView {
    /// Who it is.
    pub id: AgentId,
    /// Where it is, u.
    pub position: DVec2,
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
        let cast = Cast::new(scene, None);
        let mut world = Self {
            pointer: DVec2::new(scene.pointer.x, scene.pointer.y),
            tick: 0,
            bodies: Bodies::default(),
            minds: Minds::default(),
            neighbors: Neighbors::default(),
            events: Vec::new(),
            cast,
        };
        for index in 0..world.cast.agents.len() {
            world.enter(index);
        }
        world
    }

    /// Appends the agent with this index, at its start.
    fn enter(&mut self, index: usize) {
        let cast = &self.cast;
        let agent = &cast.agents[index];
        let mut stream = Stream::new(cast.seed, agent.id);
        let mut position = agent.position();
        if let Some(scatter) = agent.scatter {
            position += scattered(&mut stream, scatter.min, scatter.max);
        }
        let mover = match &cast.preset(index).motion {
            Motion::GridChase(_) => {
                let mover = CellMover::new(cast.grid.cell_at(position));
                position = cast.grid.center(mover.cell());
                Some(mover)
            }
            Motion::Steered(_) => None,
        };
        let velocity = agent.velocity();
        let heading = if vector::length(velocity) > HEADING_SPEED { vector::direction(velocity) } else { DVec2::X };
        self.bodies.position.push(position);
        self.bodies.previous.push(position);
        self.bodies.velocity.push(velocity);
        self.bodies.heading.push(heading);
        self.bodies.force.push(DVec2::ZERO);
        self.bodies.steering.push(0.0);
        self.bodies.sought.push(None);
        self.minds.stream.push(stream);
        self.minds.progress.push(start_progress(cast, index, position));
        self.minds.walk.push(Walk::default());
        self.minds.mover.push(mover);
        self.minds.arrived.push(false);
    }

    /// Reads the scene anew after an edit: agents still there go on from where they are; new ones, and those whose start was
    /// moved, start at their start.
    pub fn reread(&mut self, scene: &Scene) {
        let cast = Cast::new(scene, Some(&self.cast));
        let earlier = std::mem::replace(&mut self.cast, cast);
        let old = (std::mem::take(&mut self.bodies), std::mem::take(&mut self.minds));
        for index in 0..self.cast.agents.len() {
            self.enter(index);
            let known = earlier.index_of(self.cast.agents[index].id);
            if let Some(known) = known.filter(|&known| !starts_elsewhere(&self.cast.agents[index], &earlier.agents[known])) {
                self.carry_over(index, &old.0, &old.1, known, &earlier);
            }
        }
    }

    fn carry_over(&mut self, index: usize, bodies: &Bodies, minds: &Minds, known: usize, earlier: &Cast) {
        let new = &mut self.bodies;
        new.position[index] = bodies.position[known];
        new.previous[index] = bodies.previous[known];
        new.velocity[index] = bodies.velocity[known];
        new.heading[index] = bodies.heading[known];
        new.force[index] = bodies.force[known];
        new.steering[index] = bodies.steering[known];
        new.sought[index] = bodies.sought[known];
        let mind = &mut self.minds;
        mind.stream[index] = minds.stream[known].clone();
        mind.walk[index] = minds.walk[known].clone();
        mind.arrived[index] = minds.arrived[known];
        match (&mut mind.mover[index], &minds.mover[known]) {
            (Some(mover), Some(was)) if self.cast.grid.size() == earlier.grid.size() => *mover = was.clone(),
            (Some(mover), _) => {
                *mover = CellMover::new(self.cast.grid.cell_at(bodies.position[known]));
                new.position[index] = self.cast.grid.center(mover.cell());
            }
            (None, _) => {}
        }
        let path = |cast: &Cast, index: usize| cast.agents[index].path;
        if path(&self.cast, index) == path(earlier, known) && start_of(&self.cast, index) == start_of(earlier, known) {
            mind.progress[index] = minds.progress[known];
            if let Some(route) = self.cast.route(index) {
                mind.progress[index].fit(route);
            }
        } else {
            mind.progress[index] = start_progress(&self.cast, index, new.position[index]);
        }
    }

    /// Moves the pointer, in u. Anything but finite numbers is ignored.
    pub fn set_pointer(&mut self, position: DVec2) {
        if position.is_finite() {
            self.pointer = position;
        }
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

    /// What happened in the last step, by agent id.
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
    pub fn intent(&self, id: AgentId) -> Option<Polyline> {
        let index = self.cast.index_of(id)?;
        let position = self.bodies.position[index];
        if let Some(mover) = &self.minds.mover[index] {
            let cells = mover.line().map(|cell| self.cast.grid.center(cell));
            return Some(Polyline::new(std::iter::once(position).chain(cells).collect(), false));
        }
        self.minds.walk[index].way_point.map(|_| self.minds.walk[index].line(position))
    }

    fn view(&self, index: usize) -> AgentView {
        AgentView {
            id: self.cast.agents[index].id,
            position: self.bodies.position[index],
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
        self.cast.preset(index).behaviors().find_map(|behavior| match behavior {
            Behavior::HomingWalk(walk) => {
                let distance = vector::distance(self.bodies.position[index], target);
                Some(2.0 * walk.half_fov(distance) * DEGREES_PER_RADIAN)
            }
            _ => None,
        })
    }

    fn aim_position(&self, aim: Option<Aim>) -> Option<DVec2> {
        Some(match aim? {
            Aim::Point(point) => point,
            Aim::Agent(index) => self.bodies.position[index],
            Aim::Pointer => self.pointer,
        })
    }

    /// Moves everything by one tick.
    pub fn step(&mut self) {
        self.events.clear();
        self.tick += 1;
        if self.cast.widest_separation > 0.0 {
            self.neighbors.rebuild(&self.bodies.position, self.cast.widest_separation);
        }
        let mut thinking = Thinking {
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
            self.advance(index);
        }
    }

    fn advance(&mut self, index: usize) {
        let bodies = &mut self.bodies;
        let from = bodies.position[index];
        bodies.previous[index] = from;
        match (&self.cast.preset(index).motion, &self.minds.mover[index]) {
            (Motion::GridChase(chase), Some(mover)) => {
                let to = mover.position(&self.cast.grid, chase, self.cast.dt);
                bodies.velocity[index] = (to - from) / self.cast.dt;
                bodies.position[index] = to;
            }
            _ => {
                let body = &self.cast.preset(index).body;
                let (position, velocity) = body::integrate(from, bodies.velocity[index], bodies.force[index], body, self.cast.dt);
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

fn starts_elsewhere(now: &scene::Agent, before: &scene::Agent) -> bool {
    now.position() != before.position() || now.velocity() != before.velocity() || now.scatter != before.scatter
}

/// A place at a random distance from `min` to `max` in a random direction: a direction drawn by rejection from the square,
/// then the distance.
fn scattered(stream: &mut Stream, min: f64, max: f64) -> DVec2 {
    const TRIES: usize = 64;
    let mut direction = DVec2::X;
    for _ in 0..TRIES {
        let p = DVec2::new(2.0 * stream.next_f64() - 1.0, 2.0 * stream.next_f64() - 1.0);
        let squared = p.x * p.x + p.y * p.y;
        if squared <= 1.0 && squared > 1e-6 {
            direction = vector::direction(p);
            break;
        }
    }
    direction * (min + (max - min) * stream.next_f64())
}

fn start_of(cast: &Cast, index: usize) -> Option<steering::follow_path::Start> {
    cast.preset(index).behaviors().find_map(|behavior| match behavior {
        Behavior::FollowPath(follow) => Some(follow.start),
        _ => None,
    })
}

fn start_progress(cast: &Cast, index: usize, position: DVec2) -> Progress {
    match (cast.route(index), start_of(cast, index)) {
        (Some(route), Some(start)) => route.start(position, start),
        _ => Progress::default(),
    }
}
