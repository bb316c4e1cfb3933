//! The world: every agent's live state, in columns, moved a tick at a time.

use crate::geometry::rotation::DEGREES_PER_RADIAN;
use crate::geometry::{Polyline, vector};
use crate::scene::{AgentId, Motion, PathId, Scene};
use crate::simulation::behavior_state::{BehaviorState, GridChaseState};
use crate::simulation::clock::Clock;
use crate::simulation::event::Event;
use crate::simulation::neighbors::Neighbors;
use crate::simulation::random::Stream;
use crate::simulation::resolved_scene::{ResolvedScene, ResolvedTarget};
use crate::simulation::tick_context::TickContext;
use crate::steering::body;
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
    pub(super) resolved: ResolvedScene,
    tick: u64,
    /// The highest id an agent ever had here.
    pub(super) highest_id: u32,
    clock: Clock,
    pub(super) pointer: DVec2,
    pub(super) kinematics: KinematicState,
    pub(super) streams: Vec<Stream>,
    /// What the behaviors of each agent remember.
    pub(super) behaviors: Vec<Vec<BehaviorState>>,
    neighbors: Neighbors,
    events: Vec<Event>,
}

/// How every agent moves: one row per agent, by id.
#[derive(Clone, Debug, Default)]
pub(super) struct KinematicState {
    pub(super) position: Vec<DVec2>,
    pub(super) previous: Vec<DVec2>,
    pub(super) velocity: Vec<DVec2>,
    pub(super) heading: Vec<DVec2>,
    pub(super) force: Vec<DVec2>,
    pub(super) steering: Vec<f64>,
    pub(super) target_node: Vec<Option<u32>>,
    /// Where the game puts the agents that it drives.
    pub(super) driven: Vec<Option<DVec2>>,
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
        let mut world = Self {
            pointer: scene.pointer,
            tick: 0,
            highest_id: 0,
            clock: Clock::default(),
            kinematics: KinematicState::default(),
            streams: Vec::new(),
            behaviors: Vec::new(),
            neighbors: Neighbors::default(),
            events: Vec::new(),
            scene: scene.clone(),
            resolved,
        };
        for index in 0..world.resolved.agents.len() {
            world.insert_agent(index);
        }
        world
    }

    /// The scene this is a run of, with what was changed since: names, paths, presets.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The line of a path, measured: to find the place nearest to a point, or the one at a distance along it.
    pub fn path_line(&self, id: PathId) -> Option<Polyline> {
        let (path, route) = self
            .resolved
            .routes
            .iter()
            .find(|(path, _)| path.id == id)?;
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
        self.kinematics.position.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinematics.position.is_empty()
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
        self.resolved.index_of(id).map(|index| self.view(index))
    }

    /// The line that a homing walker or cell mover plans to take from where it is; of several homing walks, that of the first
    /// one under way.
    #[must_use]
    pub fn planned_path(&self, id: AgentId) -> Option<Polyline> {
        let index = self.resolved.index_of(id)?;
        let position = self.kinematics.position[index];
        self.behaviors[index].iter().find_map(|state| match state {
            BehaviorState::HomingWalk { walk, .. } => {
                walk.waypoint.is_some().then(|| walk.line(position))
            }
            BehaviorState::GridChase(GridChaseState { mover, .. }) => {
                let cells = mover.line().map(|cell| self.resolved.grid.center(cell));
                let points = std::iter::once(position).chain(cells).collect();
                Some(Polyline::new(points, false))
            }
            BehaviorState::Stateless | BehaviorState::Arrive(_) | BehaviorState::FollowPath(_) => {
                None
            }
        })
    }

    fn view(&self, index: usize) -> AgentView {
        AgentView {
            id: self.resolved.agents[index].id,
            position: self.kinematics.position[index],
            previous: self.kinematics.previous[index],
            velocity: self.kinematics.velocity[index],
            heading: self.kinematics.heading[index],
            force: self.kinematics.force[index],
            steering: self.kinematics.steering[index],
            fov_deg: self.fov_deg(index),
            node: self.kinematics.target_node[index],
        }
    }

    /// The full field of view of the agent's first homing walk at its present distance, degrees.
    fn fov_deg(&self, index: usize) -> Option<f64> {
        let target = self.target_position(self.resolved.bindings[index].target)?;
        let walk = self.resolved.preset(index).homing_walks().next()?;
        let distance = vector::distance(self.kinematics.position[index], target);
        Some(2.0 * walk.half_fov(distance) * DEGREES_PER_RADIAN)
    }

    fn target_position(&self, target: Option<ResolvedTarget>) -> Option<DVec2> {
        Some(match target? {
            ResolvedTarget::Marker(index) => self.resolved.markers[index],
            ResolvedTarget::Agent(index) => self.kinematics.position[index],
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
        self.neighbors
            .rebuild(&self.kinematics.position, self.resolved.widest_separation);
        let kinematics = &mut self.kinematics;
        kinematics.target_node.fill(None);
        let mut context = TickContext {
            resolved: &self.resolved,
            tick: self.tick,
            pointer: self.pointer,
            position: &kinematics.position,
            previous: &kinematics.previous,
            velocity: &kinematics.velocity,
            heading: &kinematics.heading,
            neighbors: &self.neighbors,
            target_node: &mut kinematics.target_node,
            streams: &mut self.streams,
            behaviors: &mut self.behaviors,
            events: &mut self.events,
        };
        for index in 0..kinematics.force.len() {
            let preset = self.resolved.preset(index);
            let force = match &preset.motion {
                _ if kinematics.driven[index].is_some() => DVec2::ZERO,
                Motion::Steered(steered) => context.steer(index, preset, steered),
                Motion::GridChase(chase) => {
                    context.chase(index, chase);
                    DVec2::ZERO
                }
            };
            kinematics.force[index] = force;
            kinematics.steering[index] = vector::length(force);
        }
        for index in 0..self.kinematics.force.len() {
            self.integrate(index);
        }
    }

    /// Where an agent that no force moves is put: where the game drives it, or where its steps through cells lead.
    fn placed(&self, index: usize) -> Option<DVec2> {
        let driven = self.kinematics.driven[index];
        match (
            &self.resolved.preset(index).motion,
            self.behaviors[index].as_slice(),
        ) {
            (
                Motion::GridChase(chase),
                [BehaviorState::GridChase(GridChaseState { mover, .. })],
            ) => driven
                .or_else(|| Some(mover.position(&self.resolved.grid, chase, self.resolved.dt))),
            (Motion::GridChase(_) | Motion::Steered(_), _) => driven,
        }
    }

    fn integrate(&mut self, index: usize) {
        let placed = self.placed(index);
        let dt = self.resolved.dt;
        let kinematics = &mut self.kinematics;
        let from = kinematics.position[index];
        let (position, velocity) = match placed {
            Some(to) => (to, (to - from) / dt),
            None => body::integrate(
                from,
                kinematics.velocity[index],
                kinematics.force[index],
                &self.resolved.preset(index).body,
                dt,
            ),
        };
        kinematics.previous[index] = from;
        kinematics.position[index] = position;
        kinematics.velocity[index] = velocity;
        let speed = vector::length(velocity);
        if speed > HEADING_SPEED {
            kinematics.heading[index] = vector::direction_given_length(velocity, speed);
        }
    }
}
