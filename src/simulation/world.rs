//! The world: every agent's live state, in columns, moved a tick at a time.

use crate::geometry::rotation::DEGREES_PER_RADIAN;
use crate::geometry::{CellGrid, Polyline, vector};
use crate::scene::{self, AgentId, Behavior, Motion, Preset, Scene, Steered};
use crate::simulation::cast::{Aim, Cast};
use crate::simulation::event::{Event, Happening};
use crate::simulation::neighbors::Neighbors;
use crate::simulation::random::Stream;
use crate::steering::follow_leader::Leader;
use crate::steering::follow_path::Progress;
use crate::steering::grid_chase::CellMover;
use crate::steering::homing_walk::Walk;
use crate::steering::separation::Crowding;
use crate::steering::{self, Agent, body, combine};
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
struct Minds {
    stream: Vec<Stream>,
    progress: Vec<Progress>,
    walk: Vec<Walk>,
    mover: Vec<Option<CellMover>>,
    arrived: Vec<bool>,
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

/// The state at the start of a tick, and what behaviours may change while they think.
struct Thinking<'a> {
    cast: &'a Cast,
    tick: u64,
    pointer: DVec2,
    position: &'a [DVec2],
    previous: &'a [DVec2],
    velocity: &'a [DVec2],
    heading: &'a [DVec2],
    sought: &'a mut [Option<u32>],
    minds: &'a mut Minds,
    neighbors: &'a Neighbors,
    events: &'a mut Vec<Event>,
}

impl Thinking<'_> {
    fn emit(&mut self, index: usize, happening: Happening) {
        self.events.push(Event { tick: self.tick, agent: self.cast.agents[index].id, happening });
    }

    /// Position and velocity of what an agent goes for or runs from.
    fn sighted(&self, aim: Option<Aim>) -> Option<(DVec2, DVec2)> {
        Some(match aim? {
            Aim::Point(point) => (point, DVec2::ZERO),
            Aim::Agent(index) => (self.position[index], self.velocity[index]),
            Aim::Pointer => (self.pointer, DVec2::ZERO),
        })
    }

    /// The truncated steering force of a steered agent.
    fn steer(&mut self, index: usize, preset: &Preset, steered: &Steered) -> DVec2 {
        let agent = Agent { position: self.position[index], velocity: self.velocity[index], body: &preset.body };
        self.sought[index] = None;
        let forces = steered.behaviors.iter().map(|weighted| (weighted.weight, self.force(index, &agent, &weighted.behavior)));
        let force = combine::combine(steered.combine, forces);
        vector::truncate(force, preset.body.max_force)
    }

    fn force(&mut self, index: usize, agent: &Agent<'_>, behavior: &Behavior) -> DVec2 {
        let role = self.cast.roles[index];
        let target = |this: &Self| this.sighted(role.target);
        let danger = |this: &Self| this.sighted(role.danger);
        match behavior {
            Behavior::Seek {} => target(self).map(|(p, _)| steering::seek::seek(agent, p)),
            Behavior::Flee(flee) => danger(self).map(|(p, _)| steering::seek::flee(agent, p, flee)),
            Behavior::Arrive(arrive) => target(self).map(|(p, _)| {
                self.note_arrival(index, vector::distance(agent.position, p) < arrive.target_radius);
                steering::arrive::arrive(agent, p, arrive)
            }),
            Behavior::Leave(leave) => danger(self).map(|(p, _)| steering::leave::leave(agent, p, leave)),
            Behavior::Pursue(pursue) => target(self).map(|(p, v)| steering::pursue::pursue(agent, p, v, pursue)),
            Behavior::Evade(evade) => danger(self).map(|(p, v)| steering::pursue::evade(agent, p, v, evade)),
            Behavior::FollowPath(follow) => self.follow_path(index, agent, follow),
            Behavior::Separation(separation) => Some(self.separate(index, separation)),
            Behavior::FollowLeader(follow) => self.follow_leader(index, agent, follow),
            Behavior::HomingWalk(walk) => target(self).map(|(p, _)| self.walk(index, agent, p, walk)),
        }
        .unwrap_or(DVec2::ZERO)
    }

    fn follow_path(&mut self, index: usize, agent: &Agent<'_>, parameters: &steering::FollowPath) -> Option<DVec2> {
        let cast = self.cast;
        let route = cast.route(index).filter(|route| !route.nodes().is_empty())?;
        let before = self.minds.progress[index];
        let seen = self.minds.progress[index].advance(route, self.previous[index], agent.position, cast.dt);
        let now = self.minds.progress[index];
        if before.is_waiting() && (!now.is_waiting() || seen.reached.is_some()) {
            self.emit(index, Happening::WaitEnded(before.node));
        }
        if let Some(node) = seen.reached {
            self.emit(index, Happening::NodeReached(node));
            if now.is_waiting() {
                self.emit(index, Happening::WaitStarted(node));
            }
        }
        if now.finished && !before.finished {
            self.emit(index, Happening::PathFinished);
        }
        self.sought[index] = Some(now.node as u32);
        Some(steering::follow_path::follow(agent, route, &now, parameters))
    }

    fn separate(&self, index: usize, parameters: &steering::Separation) -> DVec2 {
        let mut crowd = Crowding::new(parameters);
        let position = self.position[index];
        self.neighbors.for_each_near(position, parameters.radius, |other, place| {
            if other != index {
                crowd.add(position, place);
            }
        });
        crowd.force()
    }

    fn follow_leader(&self, index: usize, agent: &Agent<'_>, parameters: &steering::FollowLeader) -> Option<DVec2> {
        let chief = self.cast.roles[index].leader?;
        let mut crowd = Crowding::new(&parameters.separation());
        self.neighbors.for_each_near(agent.position, parameters.separation_radius, |other, place| {
            if other != index && (other == chief || self.cast.roles[other].leader == Some(chief)) {
                crowd.add(agent.position, place);
            }
        });
        let leader = Leader { position: self.position[chief], velocity: self.velocity[chief], heading: self.heading[chief] };
        Some(steering::follow_leader::follow(agent, &leader, crowd.force(), parameters))
    }

    fn walk(&mut self, index: usize, agent: &Agent<'_>, target: DVec2, parameters: &steering::HomingWalk) -> DVec2 {
        let (walk, stream) = (&mut self.minds.walk[index], &mut self.minds.stream[index]);
        let was_straight = walk.way_point.is_some_and(|w| w.straight);
        let picked = walk.advance(agent.position, target, parameters, &mut || stream.next_u32());
        let straight = walk.way_point.is_some_and(|w| w.straight);
        if picked && !(was_straight && straight) {
            self.emit(index, Happening::WayPointPicked);
        }
        self.note_arrival(index, straight && vector::distance(agent.position, target) < parameters.reach_radius);
        steering::homing_walk::walk(agent, target, &self.minds.walk[index], parameters)
    }

    fn note_arrival(&mut self, index: usize, arrived: bool) {
        if arrived && !self.minds.arrived[index] {
            self.emit(index, Happening::Arrived);
        }
        self.minds.arrived[index] = arrived;
    }

    /// Moves a cell mover's mind on; its body follows when everyone moves.
    fn chase(&mut self, index: usize, parameters: &steering::GridChase) {
        let grid: &CellGrid = &self.cast.grid;
        let prey = self.sighted(self.cast.roles[index].target).map(|(p, _)| grid.cell_at(p));
        let Some(mover) = &mut self.minds.mover[index] else { return };
        let entered = mover.advance(prey, grid, parameters, self.cast.dt);
        let here = mover.cell();
        if entered.is_some() {
            self.emit(index, Happening::CellEntered);
        }
        self.note_arrival(index, prey == Some(here));
    }
}
