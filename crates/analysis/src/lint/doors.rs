//! Closed doors across paths that agents follow, which nothing in the scene opens.
//!
//! The game may open them, so this is a hint.

use super::walls::edges_to_nodes;
use super::ways::Ways;
use super::{Diagnostic, Rule, Severity, Subject, named, quoted};
use crate::probe::follow_of;
use std::collections::{BTreeMap, BTreeSet};
use steerwright_runtime::level::Barrier;
use steerwright_runtime::scene::{
    EnterAction, NodeAction, PathId, Preset, PresetId, Scene, Wall, WallId,
};

pub(super) fn check(scene: &Scene, found: &mut Vec<Diagnostic>) {
    let opened = opened_doors(scene);
    let stays_closed =
        |wall: &&Wall| wall.blocks_motion && wall.open == Some(false) && !opened.contains(&wall.id);
    let doors: Vec<&Wall> = scene
        .walls
        .iter()
        .map(AsRef::as_ref)
        .filter(stays_closed)
        .collect();
    if doors.is_empty() {
        return;
    }
    let barriers: Vec<Barrier> = doors
        .iter()
        .map(|door| Barrier::new(door.edges()))
        .collect();
    let mut followers: BTreeMap<PathId, BTreeMap<PresetId, &Preset>> = BTreeMap::new();
    for agent in scene.agents.iter() {
        if let (Some(path), Some((preset, ..))) = (agent.path, follow_of(scene, agent)) {
            let presets = followers.entry(path).or_default();
            presets.insert(preset.id, preset);
        }
    }
    let ways = Ways::of(scene);
    for (index, path) in scene.paths.iter().enumerate() {
        let Some(presets) = followers.get(&path.id) else {
            continue;
        };
        let is_stopped = |start, end| {
            let mut presets = presets.values();
            presets.any(|preset| !ways.lead_around(preset, start, end))
        };
        let edges = edges_to_nodes(path);
        for (door, barrier) in doors.iter().zip(&barriers) {
            let crossed = edges
                .iter()
                .find(|(start, end, _)| barrier.touches(*start, *end) && is_stopped(*start, *end));
            let Some((node, id)) =
                crossed.and_then(|(.., node)| Some((*node, path.nodes.get(*node)?.id)))
            else {
                continue;
            };
            found.push(Diagnostic {
                rule: Rule::PathThroughClosedDoor,
                severity: Severity::Hint,
                subject: Subject::Node(path.id, id),
                pointer: format!("/paths/{index}/nodes/{node}"),
                message: format!(
                    "Node {} of {} is behind the door {}, which is closed, and nothing in the scene opens it.",
                    node + 1,
                    named(&path.name, "path", index),
                    quoted(&door.name, door.id.0)
                ),
                moment: None,
                help: "Let a node, a state or the game open the door, or let it be open at the start.".into(),
            });
        }
    }
}

/// The doors that an action of a node or of a state opens.
pub(super) fn opened_doors(scene: &Scene) -> BTreeSet<WallId> {
    let at_nodes = scene
        .paths
        .iter()
        .flat_map(|path| &path.nodes)
        .flat_map(|node| {
            let along = node.along().iter().map(|along| &along.action);
            node.actions().iter().chain(along)
        });
    let at_nodes = at_nodes.filter_map(|action| {
        let NodeAction::SetWall { wall, open: true } = action else {
            return None;
        };
        Some(*wall)
    });
    let states = scene.presets.iter().flat_map(|preset| preset.all_states());
    let on_entry = states
        .flat_map(|state| &state.rules.enter)
        .filter_map(|action| {
            let EnterAction::SetWall { wall, open: true } = action else {
                return None;
            };
            Some(*wall)
        });
    at_nodes.chain(on_entry).collect()
}
