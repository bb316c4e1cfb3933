//! The rings of the selection.

use crate::canvas::ring::{Ring, RingId, RingKind};
use crate::canvas::ring_handles;
use crate::outline;
use crate::presets::states;
use crate::{CanvasContext, CanvasView, Item, Line, Selection, Session, spawners};
use glam::DVec2;
use steerwright_runtime::parameter;
use steerwright_runtime::parameter::Anchor;
use steerwright_runtime::scene::{
    Agent, AgentId, NodeId, PathId, PresetId, Scene, StateId, Target, WeightedBehavior,
};
use steerwright_runtime::steering::Goal;
use steerwright_runtime::steering::follow_path::Traversal;

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

fn node_ring(scene: &Scene, path: PathId, node: NodeId) -> Option<Ring> {
    let (path, node) = (scene.path(path)?, scene.node(path, node)?);
    Some(Ring::new(
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
    Some(Ring::new(
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
                rings.push(Ring::new(
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
                    ..Ring::new(id, label, RingKind::Perception, eye, radius)
                });
            }
        }
    }
    if let (Some(noise), Some(position)) = (&preset.body.noise, view.agent_position(agent.id)) {
        rings.push(Ring {
            follows_pointer: follows_pointer(scene, agent.id),
            ..Ring::new(
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
                Anchor::AheadBy(key) => {
                    let ahead = behavior.parameters().get(behavior, key)?;
                    let heading = view.directions_of(agent).heading;
                    let position = view.agent_position(agent.id)?;
                    Some(position + heading * ahead)
                }
                Anchor::Agent | Anchor::Start | Anchor::Leader | Anchor::PathEnd | Anchor::Node => {
                    anchor_position(scene, view, agent, anchor)
                }
            };
            let ring = Ring::new(
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
        // Nodes have rings of their own, and how far ahead a point is, a behavior says.
        Anchor::Node | Anchor::AheadBy(_) => None,
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
        Anchor::Agent | Anchor::AheadBy(_) => follows_pointer(scene, agent.id),
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
