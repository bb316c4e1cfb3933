//! How agents come into a world, and how they stay in it while its scene is edited.

use crate::geometry::vector;
use crate::scene;
use crate::scene::{Behavior, Motion, Scene};
use crate::simulation::World;
use crate::simulation::random::Stream;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::simulation::world::{HEADING_SPEED, KinematicState, Minds};
use crate::steering::follow_path::{Progress, Start};
use crate::steering::grid_chase::CellMover;
use crate::steering::homing_walk::HomingWalkState;
use glam::DVec2;

impl World {
    /// Appends the agent with this index, at its start.
    pub(super) fn enter(&mut self, index: usize) {
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
        let heading = if vector::length(velocity) > HEADING_SPEED {
            vector::direction(velocity)
        } else {
            DVec2::X
        };
        self.highest_id = self.highest_id.max(agent.id.0);
        self.bodies.position.push(position);
        self.bodies.previous.push(position);
        self.bodies.velocity.push(velocity);
        self.bodies.heading.push(heading);
        self.bodies.force.push(DVec2::ZERO);
        self.bodies.steering.push(0.0);
        self.bodies.sought.push(None);
        self.bodies.driven.push(None);
        self.minds.stream.push(stream);
        self.minds
            .progress
            .push(start_progress(cast, index, position));
        self.minds.walk.push(HomingWalkState::default());
        self.minds.mover.push(mover);
        self.minds.arrived.push(false);
        self.minds.sight.push(None);
    }

    /// Reads the scene anew after an edit: agents still there go on from where they are; new ones, and those whose start was
    /// moved, start at their start, unless the game drives them. What the game moved, bound or spawned and `scene` does not have
    /// is gone: a game that changes its own world calls [`edit`](World::edit).
    pub fn apply_scene(&mut self, scene: &Scene) {
        let cast = ResolvedScene::new(scene, Some(&self.cast));
        let earlier = std::mem::replace(&mut self.cast, cast);
        self.scene = scene.clone();
        let old = (
            std::mem::take(&mut self.bodies),
            std::mem::take(&mut self.minds),
        );
        for index in 0..self.cast.agents.len() {
            self.enter(index);
            let known = earlier.index_of(self.cast.agents[index].id);
            let stays = |&known: &usize| {
                old.0.driven[known].is_some()
                    || !starts_elsewhere(&self.cast.agents[index], &earlier.agents[known])
            };
            if let Some(known) = known.filter(stays) {
                self.carry_over(index, &old.0, &old.1, known, &earlier);
            }
        }
    }

    /// Takes over a scene in which the same numbers are other places, as after a change of its axes or its unit: as
    /// [`reread`](World::apply_scene), but every agent starts at its start, and the pointer is at `pointer`.
    pub fn reset_with_scene(&mut self, scene: &Scene, pointer: DVec2) {
        self.cast = ResolvedScene::new(scene, None);
        self.scene = scene.clone();
        self.pointer = pointer;
        (self.bodies, self.minds) = Default::default();
        (0..self.cast.agents.len()).for_each(|index| self.enter(index));
    }

    fn carry_over(
        &mut self,
        index: usize,
        bodies: &KinematicState,
        minds: &Minds,
        known: usize,
        earlier: &ResolvedScene,
    ) {
        let new = &mut self.bodies;
        new.position[index] = bodies.position[known];
        new.previous[index] = bodies.previous[known];
        new.velocity[index] = bodies.velocity[known];
        new.heading[index] = bodies.heading[known];
        new.force[index] = bodies.force[known];
        new.steering[index] = bodies.steering[known];
        new.sought[index] = bodies.sought[known];
        new.driven[index] = bodies.driven[known];
        let mind = &mut self.minds;
        mind.stream[index] = minds.stream[known].clone();
        if is_smooth(&self.cast, index) == is_smooth(earlier, known) {
            mind.walk[index] = minds.walk[known].clone();
        }
        mind.arrived[index] = minds.arrived[known];
        mind.sight[index] = minds.sight[known];
        match (&mut mind.mover[index], &minds.mover[known]) {
            (Some(mover), Some(was)) if self.cast.grid.size() == earlier.grid.size() => {
                *mover = was.clone();
                if self.cast.preset(index).motion != earlier.preset(known).motion
                    || self.cast.grid != earlier.grid
                {
                    mover.forget_line();
                }
            }
            (Some(mover), _) => {
                *mover = CellMover::new(self.cast.grid.cell_at(bodies.position[known]));
                new.position[index] = self.cast.grid.center(mover.cell());
            }
            (None, _) => {}
        }
        let path = |cast: &ResolvedScene, index: usize| cast.agents[index].path;
        if path(&self.cast, index) == path(earlier, known)
            && start_of(&self.cast, index) == start_of(earlier, known)
        {
            mind.progress[index] = minds.progress[known];
            if let Some(route) = self.cast.route(index) {
                mind.progress[index].fit(route);
            }
        } else {
            mind.progress[index] = start_progress(&self.cast, index, new.position[index]);
        }
    }
}

/// Whether an agent's homing walk is planned ahead.
fn is_smooth(cast: &ResolvedScene, index: usize) -> Option<bool> {
    cast.preset(index)
        .behaviors()
        .find_map(|behavior| match behavior {
            Behavior::HomingWalk(walk) => Some(walk.smooth),
            _ => None,
        })
}

fn starts_elsewhere(now: &scene::Agent, before: &scene::Agent) -> bool {
    now.position() != before.position()
        || now.velocity() != before.velocity()
        || now.scatter != before.scatter
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

fn start_of(cast: &ResolvedScene, index: usize) -> Option<Start> {
    cast.preset(index)
        .behaviors()
        .find_map(|behavior| match behavior {
            Behavior::FollowPath(follow) => Some(follow.start),
            _ => None,
        })
}

fn start_progress(cast: &ResolvedScene, index: usize, position: DVec2) -> Progress {
    match (cast.route(index), start_of(cast, index)) {
        (Some(route), Some(start)) => route.start(position, start),
        _ => Progress::default(),
    }
}
