//! What ends a fault of a walk: changes that were tried, so that no advice is given that does not
//! help.

use super::faults::{Cause, Ticks, Turn, Walked};
use crate::lint::remedy::{BodyChange, LARGER, SMALLER, sentence, tried};
use crate::lint::{short, unit_of};
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Behavior, Motion, NodeId, Scene};
use steerwright_runtime::steering::follow_path::Traversal;

/// Slower than this part of its max speed, an agent is not asked to walk.
const SLOWEST: f64 = 0.02;

/// One change of a scene.
#[derive(Clone, Copy)]
enum Remedy {
    NodeRadius(f64),
    NodeSpeed(Option<f64>),
    EndTargetRadius(f64),
    Weight,
    Once,
    Body(BodyChange),
}

/// Advice that ends what is wrong at the node with this index.
pub(super) fn that_help(
    walked: &Walked<'_>,
    node: usize,
    cause: Cause,
    ticks: &mut Ticks,
) -> String {
    let Some(authored) = walked.path.nodes.get(node) else {
        return String::new();
    };
    let turn = walked.turn(node);
    let mut found = Vec::new();
    for alternatives in for_cause(walked, node, &turn, cause) {
        let mut remedies = alternatives.into_iter();
        found.extend(remedies.find(|remedy| helps(walked, node, authored.id, *remedy, ticks)));
    }
    if found.is_empty() {
        let body = &walked.preset.body;
        let changes = BodyChange::slower(body).chain(BodyChange::stronger(body));
        let end = (walked.path.traversal != Traversal::Once).then_some(Remedy::Once);
        let mut others = end.into_iter().chain(changes.map(Remedy::Body));
        found.extend(others.find(|remedy| helps(walked, node, authored.id, *remedy, ticks)));
    }
    let unit = unit_of(walked.scene);
    let words: Vec<String> = found
        .iter()
        .map(|remedy| remedy.words(&unit, authored.speed))
        .collect();
    sentence(&words).unwrap_or_else(|| {
        if ticks.are_used_up() {
            "Try a larger node radius or a lower speed: what helps was not measured.".to_owned()
        } else {
            "Try to move the node: no radius, speed or force that was tried helps.".to_owned()
        }
    })
}

/// Alternatives that a cause suggests, and for each what to try, in this order.
fn for_cause(walked: &Walked<'_>, node: usize, turn: &Turn, cause: Cause) -> Vec<Vec<Remedy>> {
    let from = |number: f64, factors: &[f64]| {
        let numbers = tried(number, [1.0].into_iter().chain(factors.iter().copied()));
        numbers.collect::<Vec<f64>>()
    };
    let radii = |needs: f64| {
        let room = room_around(walked, node);
        let larger = from(needs, &LARGER).into_iter();
        larger
            .filter(|&radius| radius > turn.radius && radius < room)
            .map(Remedy::NodeRadius)
            .collect()
    };
    let max_speed = walked.preset.body.max_speed;
    let slower = || from(turn.safe_speed().min(max_speed), &SMALLER).into_iter();
    let limits = |speeds: &mut dyn Iterator<Item = f64>| {
        let wanted = speeds.filter(|&speed| speed >= SLOWEST * max_speed);
        wanted.map(|speed| Remedy::NodeSpeed(Some(speed))).collect()
    };
    match cause {
        Cause::NoSpeed => vec![limits(&mut slower()), vec![Remedy::NodeSpeed(None)]],
        Cause::StopsBefore(stop) => vec![
            radii(stop),
            from(turn.radius, &SMALLER)
                .into_iter()
                .map(Remedy::EndTargetRadius)
                .collect(),
        ],
        Cause::NoWeight => vec![vec![Remedy::Weight]],
        // On a path of one node there is nothing to walk to: only its end helps.
        Cause::Turn if walked.path.nodes.len() < 2 => Vec::new(),
        Cause::Turn => vec![
            radii(turn.needs().max(turn.radius)),
            limits(&mut slower().filter(|&speed| speed < turn.speed)),
        ],
    }
}

/// Whether nothing is wrong at the node after a change.
fn helps(walked: &Walked<'_>, node: usize, id: NodeId, remedy: Remedy, ticks: &mut Ticks) -> bool {
    if ticks.are_used_up() {
        return false;
    }
    let mut scene = walked.scene.clone();
    remedy.apply(&mut scene, walked, id);
    let faults = walked
        .within(&scene)
        .map(|changed| changed.faults(ticks))
        .unwrap_or_default();
    !ticks.are_used_up() && faults.iter().all(|fault| fault.node != node)
}

/// The distance to the nearest neighbor along the path, u: a larger radius would overlap it.
fn room_around(walked: &Walked<'_>, node: usize) -> f64 {
    let nodes = &walked.path.nodes;
    let count = nodes.len();
    let is_closed = walked.path.is_closed() && count > 2;
    let before = node.checked_sub(1).or(is_closed.then(|| count - 1));
    let after = if node + 1 < count {
        Some(node + 1)
    } else {
        is_closed.then_some(0)
    };
    [before, after]
        .into_iter()
        .flatten()
        .filter_map(|other| {
            Some(vector::distance(
                nodes.get(node)?.position,
                nodes.get(other)?.position,
            ))
        })
        .fold(f64::INFINITY, f64::min)
}

impl Remedy {
    fn apply(self, scene: &mut Scene, walked: &Walked<'_>, id: NodeId) {
        let (path, preset) = (walked.path.id, walked.preset.id);
        match self {
            Self::NodeRadius(radius) => {
                if let Some(node) = scene.node_mut(path, id) {
                    node.radius = Some(radius);
                }
            }
            Self::NodeSpeed(speed) => {
                if let Some(node) = scene.node_mut(path, id) {
                    node.speed = speed;
                }
            }
            Self::Once => {
                if let Some(path) = scene.path_mut(path) {
                    path.traversal = Traversal::Once;
                }
            }
            Self::Body(change) => {
                if let Some(preset) = scene.preset_mut(preset) {
                    change.apply(&mut preset.body);
                }
            }
            Self::EndTargetRadius(_) | Self::Weight => {
                let motion = scene.preset_mut(preset).map(|preset| &mut preset.motion);
                let Some(Motion::Steered(steered)) = motion else {
                    return;
                };
                for weighted in &mut steered.behaviors {
                    if let Behavior::FollowPath(follow) = &mut weighted.behavior {
                        if let Self::EndTargetRadius(radius) = self {
                            follow.target_radius = radius;
                        } else {
                            weighted.weight = 1.0;
                        }
                        // Only the first one leads the agent.
                        return;
                    }
                }
            }
        }
    }

    fn words(self, unit: &str, limit: Option<f64>) -> String {
        match self {
            Self::NodeRadius(radius) => {
                format!("raise the node radius to {} {unit}", short(radius))
            }
            Self::NodeSpeed(None) => "remove the speed limit".to_owned(),
            Self::NodeSpeed(Some(speed)) => {
                let change = match limit {
                    None => "add a speed limit of",
                    Some(limit) if limit < speed => "raise the speed limit to",
                    Some(_) => "lower the speed limit to",
                };
                format!("{change} {} {unit}/s", short(speed))
            }
            Self::EndTargetRadius(radius) => {
                format!("lower the end target radius to {} {unit}", short(radius))
            }
            Self::Weight => "raise the weight of Follow path to 1".to_owned(),
            Self::Once => {
                "set the traversal to Once, so that the agent stops at the end".to_owned()
            }
            Self::Body(change) => change.words(unit),
        }
    }
}
