//! Rings: the radii of the selected item, drawn and dragged on the canvas.

use crate::canvas::ring_handles;
use crate::outline;
use crate::presets::states;
use crate::{CanvasContext, CanvasView, Item, Line, Selection, Session, spawners};
use glam::DVec2;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::Anchor;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, NodeId, PathId, PresetId, Scene, SpawnerId, StateId, Target,
    WeightedBehavior,
};
use steerwright_runtime::steering::Goal;
use steerwright_runtime::steering::follow_path::Traversal;

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
            Anchor::Agent | Anchor::Leader | Anchor::Start => Self::Others,
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
    /// The position of the handle, in units.
    pub fn handle(&self) -> DVec2 {
        self.center + self.handle_dir * (self.radius + self.handle_outward)
    }
}

/// The key of the radius of a node, of a path for nodes without their own, and of a noise.
const RADIUS_KEY: &str = "radius";
const NOISE_RADIUS_LABEL: &str = "Noise radius";
const NODE_RADIUS_LABEL: &str = "Node radius";
impl CanvasContext<'_> {
    /// The rings of the primary selected item, inner ones last so that they are hit first.
    pub fn rings(&self) -> Vec<Ring> {
        let Session {
            scene,
            selection,
            edited_state,
            ..
        } = &*self.session;
        rings_of(scene, selection, *edited_state, &self.view)
    }
}

/// The rings of the primary item of a selection in a scene, as `view` shows it; inner ones last.
/// Those of a preset with several states are those of its `edited` state.
pub fn rings_of(
    scene: &Scene,
    selection: &Selection,
    edited: Option<(PresetId, StateId)>,
    view: &CanvasView<'_>,
) -> Vec<Ring> {
    // Items that cannot be edited on the canvas have no rings.
    let primary = selection
        .primary()
        .filter(|&item| outline::is_editable(scene, item));
    let mut rings = match primary {
        Some(Item::Node(Line::Path(path), node)) => {
            node_ring(scene, path, node).into_iter().collect()
        }
        Some(Item::Path(path)) => path_ring(scene, path).into_iter().collect(),
        Some(Item::Agent(agent)) => scene
            .agent(agent)
            .map_or(vec![], |agent| agent_rings(scene, edited, view, agent)),
        Some(Item::Preset(preset)) => {
            let example = editable_agents(scene).find(|agent| agent.preset == preset);
            example.map_or(vec![], |agent| agent_rings(scene, edited, view, agent))
        }
        Some(Item::Marker(marker)) => {
            let aims = |target: Option<Target>| target == Some(Target::Marker(marker));
            let user =
                editable_agents(scene).find(|agent| aims(agent.target) || aims(agent.danger));
            user.map_or(vec![], |agent| agent_rings(scene, edited, view, agent))
        }
        Some(Item::Spawner(spawner)) => spawners::rings(scene, view, spawner),
        Some(_) | None => vec![],
    };
    rings.sort_by(|a, b| b.radius.total_cmp(&a.radius));
    ring_handles::place(scene, selection, view, &mut rings);
    rings
}

/// Agents that can be edited on the canvas; others have no rings.
fn editable_agents(scene: &Scene) -> impl Iterator<Item = &Agent> {
    scene
        .agents
        .iter()
        .filter(|agent| scene.editor.is_editable(agent.id))
}

pub(crate) fn ring(
    id: RingId,
    label: &'static str,
    kind: RingKind,
    center: DVec2,
    radius: f64,
) -> Ring {
    Ring {
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

fn node_ring(scene: &Scene, path: PathId, node: NodeId) -> Option<Ring> {
    let (path, node) = (scene.path(path)?, scene.node(path, node)?);
    Some(ring(
        RingId::Node(path.id, node.id),
        NODE_RADIUS_LABEL,
        RingKind::Path,
        node.position,
        path.radius_of(node),
    ))
}

fn path_ring(scene: &Scene, path: PathId) -> Option<Ring> {
    let path = scene.path(path)?;
    let node = path.nodes.iter().find(|node| node.radius.is_none())?;
    Some(ring(
        RingId::Path(path.id),
        NODE_RADIUS_LABEL,
        RingKind::Path,
        node.position,
        path.radius,
    ))
}

fn agent_rings(
    scene: &Scene,
    edited: Option<(PresetId, StateId)>,
    view: &CanvasView<'_>,
    agent: &Agent,
) -> Vec<Ring> {
    let Some(preset) = scene.preset(agent.preset) else {
        return vec![];
    };
    let mut rings = Vec::new();
    if let Some(scatter) = agent.scatter {
        for parameter in parameter::SCATTER {
            if let Some(radius) = parameter.get(&scatter) {
                rings.push(ring(
                    RingId::Scatter(agent.id, parameter.key),
                    parameter.presentation.label,
                    RingKind::Others,
                    agent.position,
                    radius,
                ));
            }
        }
    }
    if let (Some(sight), Some(eye)) = (&preset.sight, view.agent_position(agent.id)) {
        for parameter in parameter::SIGHT {
            if let (Some(_), Some(radius)) = (parameter.anchor, parameter.get(sight)) {
                let label = parameter.presentation.label;
                let id = RingId::Sight(preset.id, parameter.key);
                rings.push(Ring {
                    follows_pointer: follows_pointer(scene, agent.id),
                    ..ring(id, label, RingKind::Perception, eye, radius)
                });
            }
        }
    }
    if let (Some(noise), Some(position)) = (&preset.body.noise, view.agent_position(agent.id)) {
        rings.push(Ring {
            follows_pointer: follows_pointer(scene, agent.id),
            ..ring(
                RingId::Noise(preset.id),
                NOISE_RADIUS_LABEL,
                RingKind::Others,
                position,
                noise.radius,
            )
        });
    }
    let chosen = edited.filter(|(owner, _)| *owner == preset.id);
    let state = states::find_or_first(preset, chosen.map(|(_, state)| state));
    for (index, weighted) in states::behaviors_of(preset, state).iter().enumerate() {
        rings.extend(behavior_rings(
            scene,
            view,
            agent,
            |key| RingId::Behavior(preset.id, state, index, key),
            weighted,
        ));
    }
    rings
}

/// The rings of a behavior: its parameters with an anchor that the agent has.
fn behavior_rings(
    scene: &Scene,
    view: &CanvasView<'_>,
    agent: &Agent,
    id: impl Fn(&'static str) -> RingId,
    weighted: &WeightedBehavior,
) -> Vec<Ring> {
    let behavior = &weighted.behavior;
    behavior
        .parameters()
        .into_iter()
        .filter_map(|parameter| {
            let anchor = parameter.anchor?;
            let center = match anchor {
                Anchor::Target | Anchor::Danger => {
                    goal_position(scene, view, agent, weighted.goal, anchor)
                }
                Anchor::Agent | Anchor::Start | Anchor::Leader | Anchor::PathEnd | Anchor::Node => {
                    anchor_position(scene, view, agent, anchor)
                }
            };
            let ring = ring(
                id(parameter.key),
                parameter.presentation.label,
                RingKind::of(behavior, anchor),
                center?,
                parameter.get(behavior)?,
            );
            Some(Ring {
                follows_pointer: anchor_follows_pointer(scene, agent, anchor),
                ..ring
            })
        })
        .collect()
}

/// The place of the goal of a behavior. `None` if only a run knows it.
fn goal_position(
    scene: &Scene,
    view: &CanvasView<'_>,
    agent: &Agent,
    goal: Goal,
    anchor: Anchor,
) -> Option<DVec2> {
    match goal {
        Goal::Reference => anchor_position(scene, view, agent, anchor),
        Goal::Post => Some(agent.position),
        Goal::Perceived
        | Goal::LastSeen
        | Goal::LastSeenAhead { .. }
        | Goal::LastNoise
        | Goal::LeftPath => None,
    }
}

/// The position of an anchor of an agent; `None` if the agent is not bound to it.
fn anchor_position(
    scene: &Scene,
    view: &CanvasView<'_>,
    agent: &Agent,
    anchor: Anchor,
) -> Option<DVec2> {
    let position_of = |target: Target| match target {
        Target::Agent(id) => view.agent_position(id),
        Target::Pointer => Some(view.pointer),
        Target::Marker(_) => scene.target_position(target),
    };
    match anchor {
        Anchor::Agent => view.agent_position(agent.id),
        Anchor::Start => Some(agent.position),
        Anchor::Target => position_of(agent.target?),
        Anchor::Danger => position_of(agent.danger?),
        Anchor::Leader => view.agent_position(agent.leader?),
        Anchor::PathEnd => {
            let path = scene.path(agent.path?)?;
            let end = path.nodes.last()?;
            (path.traversal == Traversal::Once).then_some(end.position)
        }
        // Nodes have rings of their own.
        Anchor::Node => None,
    }
}

/// Whether an anchor of an agent is the pointer, or an agent that follows it.
fn anchor_follows_pointer(scene: &Scene, agent: &Agent, anchor: Anchor) -> bool {
    let of_target = |target: Option<Target>| match target {
        Some(Target::Pointer) => true,
        Some(Target::Agent(id)) => follows_pointer(scene, id),
        Some(Target::Marker(_)) | None => false,
    };
    match anchor {
        Anchor::Agent => follows_pointer(scene, agent.id),
        Anchor::Target => of_target(agent.target),
        Anchor::Danger => of_target(agent.danger),
        Anchor::Leader => agent.leader.is_some_and(|id| follows_pointer(scene, id)),
        Anchor::Start | Anchor::PathEnd | Anchor::Node => false,
    }
}

/// Whether an agent, or one that it follows, has the pointer as its target.
pub(crate) fn follows_pointer(scene: &Scene, agent: AgentId) -> bool {
    let mut open = vec![agent];
    let mut seen: Vec<AgentId> = Vec::new();
    while let Some(id) = open.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let Some(agent) = scene.agent(id) else {
            continue;
        };
        match agent.target {
            Some(Target::Pointer) => return true,
            Some(Target::Agent(target)) => open.push(target),
            Some(Target::Marker(_)) | None => {}
        }
        open.extend(agent.leader);
    }
    false
}

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
                && let Motion::Steered(steered) = states::state_mut(preset, state).motion
                && let Some(weighted) = steered.behaviors.get_mut(index)
            {
                let behavior = &mut weighted.behavior;
                behavior
                    .parameters()
                    .set_within_limits(behavior, key, radius);
            }
        }
    }
}
