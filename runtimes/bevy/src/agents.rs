//! The agents of a run as entities, and their events as messages.

use crate::run::{RunState, RunWorld, rotation, translation};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_math::DVec2;
use bevy_transform::components::Transform;
use steerwright_runtime::scene::{AgentId, StateId};
use steerwright_runtime::simulation::World as SteerwrightWorld;
use steerwright_runtime::simulation::{AgentView, Event, Senses};

/// An agent of a run. The plugin updates it and the entity's [`Transform`] every frame. To move an
/// agent, call [`World::drive`](steerwright_runtime::simulation::World::drive) of its [`RunWorld`].
#[derive(Clone, Copy, Debug, PartialEq, Component)]
#[require(Transform)]
pub struct SteerwrightAgent {
    /// The entity of its run.
    pub run: Entity,
    /// Its id in the scene.
    pub id: AgentId,
    /// Its position, u. The transform is interpolated between the previous position and this one,
    /// for smooth motion.
    pub position: DVec2,
    /// Its velocity, u/s.
    pub velocity: DVec2,
    /// The direction in which it moves: a unit vector. It keeps it when it stops.
    pub heading: DVec2,
    /// The direction in which it looks: a unit vector. It is the heading, unless the preset has a
    /// facing.
    pub facing: DVec2,
    /// The length of the steering force of the last tick, u/s^2 times mass.
    pub steering: f64,
    /// Its full field of view, degrees. `None` without a homing walk.
    pub fov_deg: Option<f64>,
    /// The index of the target node of its first `follow_path` that ran in the last step.
    pub node: Option<u32>,
    /// What it senses: whether it has noticed someone, its alert meter, and what it perceives.
    pub senses: Senses,
    /// The id of its state, which is unique in its preset. Its name:
    /// [`World::state`](steerwright_runtime::simulation::World::state).
    pub state: StateId,
}

/// An event of an agent in this frame.
#[derive(Clone, Debug, PartialEq, Message)]
pub struct AgentEvent {
    /// The entity of the run.
    pub run: Entity,
    /// The entity of the agent. `None` if it was removed in the same frame.
    pub agent: Option<Entity>,
    /// The event, with the agent's id and the tick.
    pub event: Event,
}

impl SteerwrightAgent {
    fn new(run: Entity, world: &SteerwrightWorld, view: &AgentView) -> Self {
        let AgentView {
            id,
            position,
            velocity,
            heading,
            facing,
            steering,
            fov_deg,
            node,
            ..
        } = *view;
        Self {
            run,
            id,
            position: here(position),
            velocity: here(velocity),
            heading: here(heading),
            facing: here(facing),
            steering,
            fov_deg,
            node,
            senses: world.senses(id).unwrap_or_default(),
            state: world.state(id).map_or(StateId(1), |state| state.id),
        }
    }
}

/// Converts a vector from the runtime's version of glam to Bevy's.
fn here(v: steerwright_runtime::glam::DVec2) -> DVec2 {
    DVec2::new(v.x, v.y)
}

/// Spawns, despawns and moves entities with the agents of their world.
pub(crate) fn show(
    mut commands: Commands,
    mut runs: Query<(Entity, &RunWorld, &mut RunState)>,
    mut shown: Query<(&mut SteerwrightAgent, &mut Transform)>,
    mut messages: MessageWriter<AgentEvent>,
) {
    for (entity, RunWorld(world), mut state) in &mut runs {
        let RunState {
            entities, plane, ..
        } = &mut *state;
        let alpha = world.interpolation_alpha();
        for view in world.agents() {
            let agent = SteerwrightAgent::new(entity, world, &view);
            let place = translation(
                *plane,
                here(view.previous + (view.position - view.previous) * alpha),
            );
            let transform =
                Transform::from_translation(place).with_rotation(rotation(*plane, agent.facing));
            match entities.get(&view.id).map(|&known| shown.get_mut(known)) {
                Some(Ok((mut component, mut moved))) => {
                    *component = agent;
                    (moved.translation, moved.rotation) =
                        (transform.translation, transform.rotation);
                }
                // Despawned by the game, or new.
                Some(Err(_)) | None => {
                    let name = world
                        .scene()
                        .agent(view.id)
                        .map_or(String::new(), |agent| agent.name.clone());
                    let new = commands
                        .spawn((agent, transform, Name::new(name), ChildOf(entity)))
                        .id();
                    entities.insert(view.id, new);
                }
            }
        }
        messages.write_batch(world.events().iter().map(|event| AgentEvent {
            run: entity,
            agent: entities.get(&event.agent).copied(),
            event: event.clone(),
        }));
        entities.retain(|&id, &mut left| {
            let stays = world.agent(id).is_some();
            if !stays && let Ok(mut gone) = commands.get_entity(left) {
                gone.despawn();
            }
            stays
        });
    }
}
