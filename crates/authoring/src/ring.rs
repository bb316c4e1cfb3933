//! Rings: the radii of the selected item, drawn and dragged on the canvas.

use crate::{CanvasContext, Item, outline};
use glam::DVec2;
use steerwright_format::parameter;
use steerwright_format::parameter::Parameter;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Motion, NodeId, PathId, Preset, PresetId, Scene, Target,
};
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

/// The value that a ring shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingId {
    /// The radius of a node.
    Node(PathId, NodeId),
    /// The default node radius of a path.
    Path(PathId),
    /// A parameter of a behavior, by index and key.
    Behavior(PresetId, usize, &'static str),
    /// An edge of a random start position.
    Scatter(AgentId, ScatterEdge),
}

/// The edges of a random start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScatterEdge {
    /// The minimum distance.
    Min,
    /// The maximum distance.
    Max,
}

impl Ring {
    /// The position of the handle, in units.
    pub fn handle(&self) -> DVec2 {
        self.center + self.handle_dir * self.radius
    }
}

/// A step of length 1 along a diagonal.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Handles keep this distance from the edge of the canvas, in points, if possible.
const EDGE_POINTS: f64 = 16.0;
/// Handles of concentric rings point in different directions, so that they do not overlap.
const HANDLES: [DVec2; 6] = [
    DVec2::new(DIAGONAL, DIAGONAL),
    DVec2::new(1.0, 0.0),
    DVec2::new(DIAGONAL, -DIAGONAL),
    DVec2::new(0.0, 1.0),
    DVec2::new(-DIAGONAL, DIAGONAL),
    DVec2::new(-1.0, 0.0),
];

impl CanvasContext<'_> {
    /// The rings of the primary selected item, inner ones last so that they are hit first.
    pub fn rings(&self) -> Vec<Ring> {
        rings(self)
    }
}

fn rings(context: &CanvasContext<'_>) -> Vec<Ring> {
    let (scene, selection) = (&context.session.scene, &context.session.selection);
    // Items that cannot be edited on the canvas have no rings.
    let primary = selection
        .primary()
        .filter(|&item| outline::is_editable(scene, item));
    let mut rings = match primary {
        Some(Item::Node(path, node)) => node_ring(scene, path, node).into_iter().collect(),
        Some(Item::Path(path)) => path_ring(scene, path).into_iter().collect(),
        Some(Item::Agent(agent)) => scene
            .agent(agent)
            .map_or(vec![], |agent| agent_rings(context, agent)),
        Some(Item::Preset(preset)) => {
            let example = editable_agents(scene).find(|agent| agent.preset == preset);
            example.map_or(vec![], |agent| agent_rings(context, agent))
        }
        Some(Item::Marker(marker)) => {
            let aims = |target: Option<Target>| target == Some(Target::Marker(marker));
            let user =
                editable_agents(scene).find(|agent| aims(agent.target) || aims(agent.danger));
            user.map_or(vec![], |agent| agent_rings(context, agent))
        }
        None => vec![],
    };
    rings.sort_by(|a, b| b.radius.total_cmp(&a.radius));
    for (i, ring) in rings.iter_mut().enumerate() {
        let margin = DVec2::splat(context.length_from_points(EDGE_POINTS));
        let (min, max) = (
            context.view.visible.0 + margin,
            context.view.visible.1 - margin,
        );
        let directions = (0..HANDLES.len()).map(|turn| HANDLES[(i + turn) % HANDLES.len()]);
        let is_shown = |handle_dir: &DVec2| {
            let handle = ring.center + *handle_dir * ring.radius;
            handle.cmpge(min).all() && handle.cmple(max).all()
        };
        ring.handle_dir = directions
            .clone()
            .find(is_shown)
            .unwrap_or(HANDLES[i % HANDLES.len()]);
    }
    rings
}

/// Agents that can be edited on the canvas; others have no rings.
fn editable_agents(scene: &Scene) -> impl Iterator<Item = &Agent> {
    scene
        .agents
        .iter()
        .filter(|agent| !agent.outline.is_out_of_reach(scene))
}

fn ring(id: RingId, label: &'static str, kind: RingKind, center: DVec2, radius: f64) -> Ring {
    Ring {
        id,
        label,
        kind,
        center,
        radius,
        handle_dir: HANDLES[0],
    }
}

fn node_ring(scene: &Scene, path: PathId, node: NodeId) -> Option<Ring> {
    let (path, node) = (scene.path(path)?, scene.node(path, node)?);
    Some(ring(
        RingId::Node(path.id, node.id),
        "Node radius",
        RingKind::Path,
        node.position(),
        path.radius_of(node),
    ))
}

fn path_ring(scene: &Scene, path: PathId) -> Option<Ring> {
    let path = scene.path(path)?;
    let node = path.nodes.iter().find(|node| node.radius.is_none())?;
    Some(ring(
        RingId::Path(path.id),
        "Node radius",
        RingKind::Path,
        node.position(),
        path.radius,
    ))
}

fn agent_rings(context: &CanvasContext<'_>, agent: &Agent) -> Vec<Ring> {
    let Some(preset) = context.session.scene.preset(agent.preset) else {
        return vec![];
    };
    let mut rings = Vec::new();
    if let Some(scatter) = agent.scatter {
        let center = agent.position();
        rings.push(ring(
            RingId::Scatter(agent.id, ScatterEdge::Max),
            "Max start distance",
            RingKind::Others,
            center,
            scatter.max,
        ));
        rings.push(ring(
            RingId::Scatter(agent.id, ScatterEdge::Min),
            "Min start distance",
            RingKind::Others,
            center,
            scatter.min,
        ));
    }
    if let Motion::Steered(steered) = &preset.motion {
        for (index, weighted) in steered.behaviors.iter().enumerate() {
            rings.extend(behavior_rings(
                context,
                agent,
                preset,
                index,
                &weighted.behavior,
            ));
        }
    }
    rings
}

/// The rings of a behavior, each around the point that it is measured from.
fn behavior_rings(
    context: &CanvasContext<'_>,
    agent: &Agent,
    preset: &Preset,
    index: usize,
    behavior: &Behavior,
) -> Vec<Ring> {
    let aim = |target: Option<Target>| match target? {
        Target::Agent(id) => context.view.agent_position(id),
        Target::Pointer => Some(context.view.pointer),
        other => context.session.scene.target_position(other),
    };
    let own = context.view.agent_position(agent.id);
    let leader = agent.leader.and_then(|id| context.view.agent_position(id));
    let end = agent
        .path
        .and_then(|id| context.session.scene.path(id))
        .filter(|path| path.traversal == Traversal::Once);
    let end = end
        .and_then(|path| path.nodes.last())
        .map(steerwright_runtime::scene::Node::position);
    let mut copy = *behavior;
    let about = |key: &str| match (behavior, key) {
        (Behavior::Arrive(_), _) => aim(agent.target).map(|p| (p, RingKind::Target)),
        (Behavior::HomingWalk(_), "aggro_radius" | "reach_radius") => {
            aim(agent.target).map(|p| (p, RingKind::Perception))
        }
        (Behavior::Leave(_) | Behavior::Flee(_), _) => {
            aim(agent.danger).map(|p| (p, RingKind::Danger))
        }
        (Behavior::FollowPath(_), _) => end.map(|p| (p, RingKind::Target)),
        (Behavior::Separation(_), "radius") | (Behavior::FollowLeader(_), "separation_radius") => {
            own.map(|p| (p, RingKind::Others))
        }
        (Behavior::FollowLeader(_), "behind_distance" | "sight_radius" | "slow_radius") => {
            leader.map(|p| (p, RingKind::Others))
        }
        _ => None,
    };
    let numbers = parameter::of_behavior(&mut copy);
    let shown = numbers
        .iter()
        .filter_map(|p| Some((p.key, p.label, p.value.get()?)));
    shown
        .filter_map(|(key, label, radius)| {
            let (center, kind) = about(key)?;
            Some(ring(
                RingId::Behavior(preset.id, index, key),
                label,
                kind,
                center,
                radius,
            ))
        })
        .collect()
}

/// Sets the radius of a ring within its limits. An outer radius is never smaller than its inner
/// one.
pub fn set_radius(scene: &mut Scene, id: RingId, radius: f64) {
    let radius = if radius.is_finite() {
        radius.clamp(0.0, parameter::MAX_LENGTH)
    } else {
        return;
    };
    match id {
        RingId::Node(path, node) => {
            if let Some(node) = scene.node_mut(path, node) {
                node.radius = Some(radius);
            }
        }
        RingId::Path(path) => {
            if let Some(path) = scene.path_mut(path) {
                path.radius = radius;
            }
        }
        RingId::Scatter(agent, edge) => {
            if let Some(scatter) = scene
                .agent_mut(agent)
                .and_then(|agent| agent.scatter.as_mut())
            {
                match edge {
                    ScatterEdge::Min => scatter.min = radius.min(scatter.max),
                    ScatterEdge::Max => scatter.max = radius.max(scatter.min),
                }
            }
        }
        RingId::Behavior(preset, index, key) => {
            if let Some(preset) = scene.preset_mut(preset)
                && let Motion::Steered(steered) = &mut preset.motion
                && let Some(weighted) = steered.behaviors.get_mut(index)
            {
                set_behavior_radius(&mut weighted.behavior, key, radius);
            }
        }
    }
}

fn set_behavior_radius(behavior: &mut Behavior, key: &str, radius: f64) {
    let bounds = match (&*behavior, key) {
        (Behavior::Arrive(arrive), "slow_radius") => (arrive.target_radius, f64::INFINITY),
        (Behavior::Arrive(arrive), "target_radius") => (0.0, arrive.slow_radius),
        (Behavior::Leave(leave), "danger_radius") => (leave.escape_radius, f64::INFINITY),
        (Behavior::Leave(leave), "escape_radius") => (0.0, leave.danger_radius),
        (Behavior::FollowPath(follow), "slow_radius") => (follow.target_radius, f64::INFINITY),
        (Behavior::FollowPath(follow), "target_radius") => (0.0, follow.slow_radius),
        _ => (0.0, f64::INFINITY),
    };
    if let Some(Parameter { value, .. }) = parameter::of_behavior(behavior)
        .iter_mut()
        .find(|p| p.key == key)
    {
        value.set(radius.min(bounds.1).max(bounds.0));
    }
}
