//! Writes `NAME.steer.json`: a scene for any game.
//!
//! References are ids, behaviors are flat objects with a `kind`, curves are points, waits and cell steps are in ticks as well as
//! seconds, and random streams are four 32-bit words. Lengths are in game units.
//!
//! With `y_down`, every y, vy and row is negated. A runtime then works in the game's axes and gets the same bits with two changes:
//! the angle of a homing walk is multiplied by `turn_sign`, and the row of a point is `-1 - floor(-y / size)`.

use super::path_line::PathLine;
use super::placed_scene::PlacedScene;
use crate::{FORMAT_VERSION, FileKind, MIN_READER, pretty};
use serde::Serialize;
use serde_json::{Map, Value, json};
use steerwright_runtime::scene::{Agent, Behavior, Marker, Motion, PatrolPath, Preset, Target};
use steerwright_runtime::simulation::random;
use steerwright_runtime::steering::follow_path::Start;
use steerwright_runtime::steering::grid_chase;

/// The text of `*.steer.json`.
pub fn text(placed: &PlacedScene) -> String {
    pretty(&value(placed))
}

/// The content of `*.steer.json`.
pub fn value(placed: &PlacedScene) -> Value {
    let scene = &placed.scene;
    let sorted_agents = by_id(scene.agents.iter().collect(), |agent| agent.id.0);
    json!({
        "format": FileKind::Export.tag(),
        "format_version": FORMAT_VERSION,
        "min_reader": MIN_READER,
        "name": scene.name,
        "unit": scene.unit,
        "scale": placed.scale,
        "y_down": placed.y_down,
        "plane": placed.plane,
        "origin": { "x": placed.origin.x, "y": placed.origin.y },
        "turn_sign": if placed.y_down { -1 } else { 1 },
        "ticks_per_second": scene.ticks_per_second,
        "dt": scene.dt(),
        "seed": scene.seed,
        "pointer": { "x": scene.pointer.x, "y": placed.y(scene.pointer.y) },
        "paths": scene.paths.iter().map(|path| path_value(path, placed)).collect::<Vec<_>>(),
        "markers": scene.markers.iter().map(|marker| marker_value(marker, placed)).collect::<Vec<_>>(),
        "agents": sorted_agents.into_iter().map(|agent| agent_value(agent, placed)).collect::<Vec<_>>(),
        "cells": cells_value(placed),
    })
}

fn by_id<T>(mut items: Vec<&T>, id: impl Fn(&T) -> u32) -> Vec<&T> {
    items.sort_by_key(|item| id(item));
    items
}

fn path_value(path: &PatrolPath, placed: &PlacedScene) -> Value {
    let line = PathLine::of(path);
    let nodes = path
        .nodes
        .iter()
        .zip(&line.node_points)
        .map(|(node, point)| {
            json!({
                "id": node.id,
                "x": node.position.x,
                "y": placed.y(node.position.y),
                "radius": path.radius_of(node),
                "wait": node.wait,
                "wait_ticks": wait_ticks(node.wait, placed.scene.dt()),
                "speed": node.speed,
                "point": point,
            })
        });
    json!({
        "id": path.id,
        "name": path.name,
        "traversal": path.traversal,
        "closed": path.is_closed(),
        "shape": path.shape,
        "tolerance": path.tolerance,
        "radius": path.radius,
        "length": line.polyline.length(),
        "nodes": nodes.collect::<Vec<_>>(),
        "points": line.polyline.points.iter().map(|point| json!([point.x, placed.y(point.y)])).collect::<Vec<_>>(),
        "cumulative": line.polyline.cumulative,
    })
}

/// The length of a wait in ticks, including the tick of arrival.
pub fn wait_ticks(wait: f64, dt: f64) -> u32 {
    (wait / dt).round() as u32
}

fn marker_value(marker: &Marker, placed: &PlacedScene) -> Value {
    json!({ "id": marker.id, "name": marker.name, "kind": marker.kind, "x": marker.position.x, "y": placed.y(marker.position.y) })
}

fn agent_value(agent: &Agent, placed: &PlacedScene) -> Value {
    let scene = &placed.scene;
    let mut value = json!({
        "id": agent.id,
        "name": agent.name,
        "x": agent.position.x,
        "y": placed.y(agent.position.y),
        "vx": agent.velocity.x,
        "vy": placed.y(agent.velocity.y),
        "scatter": agent.scatter,
        "path": agent.path,
        "target": agent.target.map(target_value),
        "danger": agent.danger.map(target_value),
        "leader": agent.leader,
        "random_state": random::initial_words(scene.seed, agent.id),
    });
    if let (Value::Object(fields), Some(preset)) = (&mut value, scene.preset(agent.preset)) {
        fields.extend(preset_fields(preset, scene.dt()));
    }
    value
}

fn target_value(target: Target) -> Value {
    match target {
        Target::Marker(id) => json!({ "kind": "marker", "id": id }),
        Target::Agent(id) => json!({ "kind": "agent", "id": id }),
        Target::Pointer => json!({ "kind": "pointer", "id": null }),
    }
}

/// The fields of an agent that come from its preset.
pub fn preset_fields(preset: &Preset, dt: f64) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("preset".into(), preset.name.as_str().into());
    fields.insert("color".into(), preset.color.to_string().into());
    fields.insert("body".into(), Value::Object(fields_of(&preset.body)));
    let (motion, blend_mode, behaviors) = match &preset.motion {
        Motion::Steered(steered) => {
            let behaviors: Vec<Value> = steered
                .behaviors
                .iter()
                .map(|weighted| behavior_value(weighted.weight, &weighted.behavior, dt))
                .collect();
            ("steered", json!(steered.blend_mode), behaviors)
        }
        Motion::GridChase(chase) => {
            let mut parameters = fields_of(chase);
            parameters.insert(
                "step_ticks".into(),
                grid_chase::ticks_per_step(chase, dt).into(),
            );
            (
                "grid_chase",
                Value::Null,
                vec![flat("grid_chase", 1.0, parameters)],
            )
        }
    };
    fields.insert("motion".into(), motion.into());
    fields.insert("blend_mode".into(), blend_mode);
    fields.insert("behaviors".into(), behaviors.into());
    fields
}

fn flat(kind: &str, weight: f64, parameters: Map<String, Value>) -> Value {
    let mut value = Map::new();
    value.insert("kind".into(), kind.into());
    value.insert("weight".into(), weight.into());
    value.extend(parameters);
    Value::Object(value)
}

fn behavior_value(weight: f64, behavior: &Behavior, dt: f64) -> Value {
    let (kind, parameters) = match behavior {
        Behavior::Seek {} => ("seek", Map::new()),
        Behavior::Flee(flee) => ("flee", with_null("panic_distance", fields_of(flee))),
        Behavior::Arrive(arrive) => ("arrive", with_null("time_to_target", fields_of(arrive))),
        Behavior::Leave(leave) => ("leave", with_null("time_to_target", fields_of(leave))),
        Behavior::Pursue(pursue) => ("pursue", with_null("max_prediction", fields_of(pursue))),
        Behavior::Evade(evade) => ("evade", with_null("max_prediction", fields_of(evade))),
        Behavior::FollowPath(follow) => {
            let mut parameters = with_null("time_to_target", fields_of(follow));
            let (start, node) = match follow.start {
                Start::First => ("first", None),
                Start::Nearest => ("nearest", None),
                Start::Node(index) => ("node", Some(index)),
            };
            parameters.insert("start".into(), start.into());
            parameters.insert("start_node".into(), json!(node));
            ("follow_path", parameters)
        }
        Behavior::Separation(separation) => ("separation", fields_of(separation)),
        Behavior::FollowLeader(follow) => ("follow_leader", fields_of(follow)),
        Behavior::HomingWalk(walk) => {
            let mut parameters = fields_of(walk);
            parameters.insert("repick_ticks".into(), walk.repick_ticks(dt).into());
            ("homing_walk", parameters)
        }
    };
    flat(kind, weight, parameters)
}

/// Missing numbers are written as null, so that all objects of a kind have the same fields.
fn with_null(key: &str, mut fields: Map<String, Value>) -> Map<String, Value> {
    fields.entry(key).or_insert(Value::Null);
    fields
}

/// The name of an enum variant in files.
pub fn word(choice: impl Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(Value::String(word)) => word,
        Ok(_) | Err(_) => String::new(),
    }
}

fn fields_of(parameters: &impl Serialize) -> Map<String, Value> {
    // Plain structs always serialize to objects.
    match serde_json::to_value(parameters) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) | Err(_) => Map::new(),
    }
}

fn cells_value(placed: &PlacedScene) -> Value {
    let cells = &placed.scene.cells;
    let mut blocked = cells.blocked.clone();
    blocked.sort_unstable();
    blocked.dedup();
    let blocked = blocked
        .iter()
        .map(|cell| json!([cell.column, placed.row(cell.row)]));
    json!({ "size": cells.size, "blocked": blocked.collect::<Vec<_>>() })
}
