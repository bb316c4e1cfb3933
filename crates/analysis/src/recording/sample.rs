//! One agent at one tick.

use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::AgentId;
use steerwright_runtime::simulation::{AgentView, TargetSight, World};

/// One agent at one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The agent.
    pub agent: AgentId,
    /// Its position, u.
    pub position: DVec2,
    /// Its velocity, u/s.
    pub velocity: DVec2,
    /// Its heading: a unit vector.
    pub heading: DVec2,
    /// Where it looks: a unit vector.
    pub facing: DVec2,
    /// The steering force of the step that ended at this tick.
    pub force: DVec2,
    /// The length of the steering force.
    pub steering: f64,
    /// The full field of view in degrees, if the agent has one.
    pub fov_deg: Option<f64>,
    /// How it looks at its target, if its preset has sight.
    pub target_sight: Option<TargetSight>,
    /// The index of its state in its preset, if that has several.
    pub state: Option<u8>,
    /// Its alert meter, 0 to 1, if its preset has one.
    pub meter: Option<f64>,
}

impl Sample {
    /// An agent in its current state.
    pub fn of(world: &World, agent: AgentId) -> Option<Self> {
        let mut sample = Self {
            target_sight: world.target_sight(agent),
            ..Self::from(world.agent(agent)?)
        };
        sample.add_guard(world);
        Some(sample)
    }

    /// Adds the state and the meter of the agent in the current state of a world.
    pub(super) fn add_guard(&mut self, world: &World) {
        let scene = world.scene();
        let agent = scene.agent(self.agent);
        let Some(preset) = agent.and_then(|agent| scene.preset(agent.preset)) else {
            return;
        };
        if preset.has_states() {
            let state = world.state(self.agent);
            self.state = state.and_then(|state| u8::try_from(state.index).ok());
        }
        if preset.alert.is_some() {
            self.meter = world.senses(self.agent).map(|senses| senses.meter);
        }
    }

    /// Its speed, u/s.
    pub fn speed(&self) -> f64 {
        vector::length(self.velocity)
    }
}

impl From<AgentView> for Sample {
    fn from(view: AgentView) -> Self {
        let AgentView {
            id,
            position,
            velocity,
            heading,
            facing,
            force,
            steering,
            fov_deg,
            previous: _,
            node: _,
        } = view;
        Self {
            agent: id,
            position,
            velocity,
            heading,
            facing,
            force,
            steering,
            fov_deg,
            target_sight: None,
            state: None,
            meter: None,
        }
    }
}
