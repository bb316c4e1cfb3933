//! How agents enter a world, and what becomes of them when its scene is edited.

use crate::geometry::vector;
use crate::scene;
use crate::scene::{Motion, Scene};
use crate::simulation::World;
use crate::simulation::behavior_state;
use crate::simulation::behavior_state::{BehaviorState, Earlier, GridChaseState, Surroundings};
use crate::simulation::random::Stream;
use crate::simulation::resolved_scene::ResolvedScene;
use crate::simulation::world::{HEADING_SPEED, KinematicState};
use glam::DVec2;

/// The live state of all agents before an edit.
struct EarlierState {
    resolved: ResolvedScene,
    kinematics: KinematicState,
    streams: Vec<Stream>,
    behaviors: Vec<Vec<BehaviorState>>,
}

impl World {
    /// Appends the agent with this index, at its start.
    pub(super) fn insert_agent(&mut self, index: usize) {
        let resolved = &self.resolved;
        let agent = &resolved.agents[index];
        let preset = resolved.preset(index);
        let mut stream = Stream::new(resolved.seed, agent.id);
        let mut position = agent.position;
        if let Some(scatter) = agent.scatter {
            position += scattered(&mut stream, scatter.min, scatter.max);
        }
        if let Motion::GridChase(_) = preset.motion {
            position = resolved.grid.center(resolved.grid.cell_at(position));
        }
        let velocity = agent.velocity;
        let heading = if vector::length(velocity) > HEADING_SPEED {
            vector::direction(velocity)
        } else {
            DVec2::X
        };
        let states = behavior_state::initial(preset, surroundings(resolved, index, position));
        self.highest_id = self.highest_id.max(agent.id.0);
        self.kinematics.position.push(position);
        self.kinematics.previous.push(position);
        self.kinematics.velocity.push(velocity);
        self.kinematics.heading.push(heading);
        self.kinematics.force.push(DVec2::ZERO);
        self.kinematics.steering.push(0.0);
        self.kinematics.target_node.push(None);
        self.kinematics.driven.push(None);
        self.streams.push(stream);
        self.behaviors.push(states);
    }

    /// Takes over an edited scene: agents still there go on from where they are, each behavior with what it remembers. New
    /// agents, and those whose start was moved, start at their start, unless the game drives them.
    ///
    /// What the game moved, bound or spawned, and `scene` does not have, is gone; to change the scene that the world has, use
    /// [`edit`](World::edit). Numbers of the scene are taken as they are; `steerwright-format` validates them.
    pub fn apply_scene(&mut self, scene: &Scene) {
        let resolved = ResolvedScene::new(scene, Some(&self.resolved));
        let earlier = EarlierState {
            resolved: std::mem::replace(&mut self.resolved, resolved),
            kinematics: std::mem::take(&mut self.kinematics),
            streams: std::mem::take(&mut self.streams),
            behaviors: std::mem::take(&mut self.behaviors),
        };
        self.scene = scene.clone();
        for index in 0..self.resolved.agents.len() {
            self.insert_agent(index);
            let agent = &self.resolved.agents[index];
            let goes_on = |&known: &usize| {
                earlier.kinematics.driven[known].is_some()
                    || !starts_elsewhere(agent, &earlier.resolved.agents[known])
            };
            if let Some(known) = earlier.resolved.index_of(agent.id).filter(goes_on) {
                self.carry_over(index, &earlier, known);
            }
        }
    }

    /// Takes over a scene in which the same numbers are other places, as after a change of its axes or its unit: like
    /// [`apply_scene`](World::apply_scene), but every agent starts at its start, and the pointer is at `pointer` (u).
    pub fn reset_with_scene(&mut self, scene: &Scene, pointer: DVec2) {
        self.resolved = ResolvedScene::new(scene, None);
        self.scene = scene.clone();
        self.pointer = pointer;
        self.kinematics = KinematicState::default();
        self.streams.clear();
        self.behaviors.clear();
        (0..self.resolved.agents.len()).for_each(|index| self.insert_agent(index));
    }

    fn carry_over(&mut self, index: usize, earlier: &EarlierState, known: usize) {
        let resolved = &self.resolved;
        let preset = resolved.preset(index);
        let (new, old) = (&mut self.kinematics, &earlier.kinematics);
        new.position[index] = old.position[known];
        new.previous[index] = old.previous[known];
        new.velocity[index] = old.velocity[known];
        new.heading[index] = old.heading[known];
        new.force[index] = old.force[known];
        new.steering[index] = old.steering[known];
        new.driven[index] = old.driven[known];
        new.target_node[index] = match preset.motion {
            Motion::Steered(_) => old.target_node[known],
            Motion::GridChase(_) => None,
        };
        self.streams[index] = earlier.streams[known].clone();
        let states = behavior_state::carried_over(
            preset,
            surroundings(resolved, index, old.position[known]),
            &Earlier {
                preset: earlier.resolved.preset(known),
                grid: &earlier.resolved.grid,
                states: &earlier.behaviors[known],
                same_path: resolved.agents[index].path == earlier.resolved.agents[known].path,
            },
        );
        let was_cell_mover = matches!(earlier.resolved.preset(known).motion, Motion::GridChase(_));
        if let [BehaviorState::GridChase(GridChaseState { mover, .. })] = states.as_slice()
            && !(was_cell_mover && resolved.grid.size() == earlier.resolved.grid.size())
        {
            new.position[index] = resolved.grid.center(mover.cell());
        }
        self.behaviors[index] = states;
    }
}

fn surroundings(resolved: &ResolvedScene, index: usize, position: DVec2) -> Surroundings<'_> {
    Surroundings {
        position,
        route: resolved.route(index),
        grid: &resolved.grid,
    }
}

fn starts_elsewhere(now: &scene::Agent, before: &scene::Agent) -> bool {
    now.position != before.position
        || now.velocity != before.velocity
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
