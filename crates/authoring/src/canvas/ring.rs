//! Rings: the radii of the selected item, drawn and dragged on the canvas.

use crate::presets::states;
use glam::DVec2;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::Anchor;
use steerwright_runtime::scene::{
    AgentId, Behavior, NodeId, PathId, PresetId, Scene, SpawnerId, StateId,
};

/// A radius on the canvas.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    /// The radius that it shows.
    pub id: RingId,
    /// Its name: "Slow radius".
    pub label: &'static str,
    /// What it stands for, which decides its color.
    pub kind: RingKind,
    /// The center, in units.
    pub center: DVec2,
    /// The radius, in units.
    pub radius: f64,
    /// The direction of its handle from the center, of length 1.
    pub handle_dir: DVec2,
    /// How far outside the line its handle is, in units, if the line is clear of bodies nowhere.
    pub handle_outward: f64,
    /// Whether its center follows the pointer. Its line would come to a press on the empty canvas,
    /// so only its handle can be grabbed.
    pub follows_pointer: bool,
}

/// What a ring stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingKind {
    /// A target.
    Target,
    /// A danger.
    Danger,
    /// A path node.
    Path,
    /// A leader or neighbors.
    Others,
    /// A range of perception.
    Perception,
}

impl RingKind {
    /// The kind of the ring of a parameter of a behavior, around `anchor`.
    pub fn of(behavior: &Behavior, anchor: Anchor) -> Self {
        if behavior.description().is_perception {
            return Self::Perception;
        }
        match anchor {
            Anchor::Target | Anchor::PathEnd => Self::Target,
            Anchor::Danger => Self::Danger,
            Anchor::Node => Self::Path,
            Anchor::Agent | Anchor::AheadBy(_) | Anchor::Leader | Anchor::Start => Self::Others,
        }
    }
}

/// The value that a ring shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingId {
    /// The radius of a node.
    Node(PathId, NodeId),
    /// The default node radius of a path.
    Path(PathId),
    /// A parameter of a behavior of a state, by index and key.
    Behavior(PresetId, StateId, usize, &'static str),
    /// A distance of a random start position, by key.
    Scatter(AgentId, &'static str),
    /// A distance of the random place of a spawner, by key.
    SpawnerScatter(SpawnerId, &'static str),
    /// A distance of the sight of a preset, by key.
    Sight(PresetId, &'static str),
    /// How far a preset's agents can be heard.
    Noise(PresetId),
}

impl Ring {
    /// A ring whose handle is to the right.
    pub(crate) fn new(
        id: RingId,
        label: &'static str,
        kind: RingKind,
        center: DVec2,
        radius: f64,
    ) -> Self {
        Self {
            id,
            label,
            kind,
            center,
            radius,
            handle_dir: DVec2::X,
            handle_outward: 0.0,
            follows_pointer: false,
        }
    }

    /// The position of the handle, in units.
    pub fn handle(&self) -> DVec2 {
        self.center + self.handle_dir * (self.radius + self.handle_outward)
    }
}

/// The key of the radius of a node, of a path for nodes without their own, and of a noise.
const RADIUS_KEY: &str = "radius";

/// Sets the radius of a ring to the nearest value within its limits: an outer radius is never
/// smaller than its inner one.
pub fn set_radius(scene: &mut Scene, id: RingId, radius: f64) {
    match id {
        RingId::Node(path, node) => {
            if let Some(node) = scene.node_mut(path, node) {
                parameter::NODE.set_within_limits(node, RADIUS_KEY, radius);
            }
        }
        RingId::Path(path) => {
            if let Some(path) = scene.path_mut(path) {
                parameter::PATH.set_within_limits(path, RADIUS_KEY, radius);
            }
        }
        RingId::Scatter(agent, key) => {
            if let Some(agent) = scene.agent_mut(agent)
                && let Some(scatter) = &mut agent.scatter
            {
                parameter::SCATTER.set_within_limits(scatter, key, radius);
            }
        }
        RingId::SpawnerScatter(spawner, key) => {
            if let Some(spawner) = scene.spawner_mut(spawner)
                && let Some(scatter) = &mut spawner.scatter
            {
                parameter::SCATTER.set_within_limits(scatter, key, radius);
            }
        }
        RingId::Sight(preset, key) => {
            if let Some(preset) = scene.preset_mut(preset)
                && let Some(sight) = &mut preset.sight
            {
                parameter::SIGHT.set_within_limits(sight, key, radius);
            }
        }
        RingId::Noise(preset) => {
            if let Some(preset) = scene.preset_mut(preset)
                && let Some(noise) = &mut preset.body.noise
            {
                parameter::NOISE.set_within_limits(noise, RADIUS_KEY, radius);
            }
        }
        RingId::Behavior(preset, state, index, key) => {
            if let Some(preset) = scene.preset_mut(preset)
                && let Some(weighted) = states::state_mut(preset, state)
                    .motion
                    .behaviors_mut()
                    .get_mut(index)
            {
                let behavior = &mut weighted.behavior;
                behavior
                    .parameters()
                    .set_within_limits(behavior, key, radius);
            }
        }
    }
}
