//! What agents do at the nodes of a path, as exports hold it.

use super::placed_scene::PlacedScene;
use super::preset_fields::turn_fields;
use super::wait_ticks;
use glam::DVec2;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use steerwright_runtime::geometry::rotation::baked_direction;
use steerwright_runtime::scene::{
    LookAt, NextNode, NodeAction, NodeId, NodeScript, PathId, PatrolPath,
};

/// The indices of nodes, which exports have instead of ids where agents go on to them.
pub(super) struct NodeNumbers(BTreeMap<(PathId, NodeId), usize>);

impl NodeNumbers {
    /// Those of all paths, if any node leads on to others.
    pub(super) fn of(paths: &[Arc<PatrolPath>]) -> Self {
        let mut numbers = BTreeMap::new();
        if paths.iter().any(|path| path.has_junctions()) {
            for path in paths {
                for (i, node) in path.nodes.iter().enumerate() {
                    numbers.entry((path.id, node.id)).or_insert(i);
                }
            }
        }
        Self(numbers)
    }
}

/// The fields of a node that come from its script. `place` is the point at a distance along the
/// segment after the node.
pub(super) fn fields(
    script: &NodeScript,
    place: &dyn Fn(f64) -> DVec2,
    numbers: &NodeNumbers,
    placed: &PlacedScene,
) -> Map<String, Value> {
    let NodeScript {
        actions,
        along,
        next,
        choose,
        not_back,
    } = script;
    let mut fields = Map::new();
    if !actions.is_empty() {
        let actions = actions.iter().map(|action| action_value(action, placed));
        fields.insert("actions".into(), actions.collect());
    }
    if !along.is_empty() {
        let along = along.iter().map(|along| {
            let DVec2 { x, y } = place(along.distance);
            json!({
                "distance": along.distance,
                "x": x,
                "y": placed.y(y),
                "action": action_value(&along.action, placed),
            })
        });
        fields.insert("along".into(), along.collect());
    }
    if !next.is_empty() {
        fields.insert("choose".into(), json!(choose));
        fields.insert("not_back".into(), json!(not_back));
        let option = |next: &NextNode| {
            let node = numbers.0.get(&(next.path, next.node));
            json!({ "path": next.path, "node": node, "weight": next.weight })
        };
        fields.insert("next".into(), next.iter().map(option).collect());
    }
    fields
}

fn action_value(action: &NodeAction, placed: &PlacedScene) -> Value {
    let dt = placed.scene.dt();
    match action {
        NodeAction::Wait { min, max } => json!({
            "kind": "wait",
            "min": min,
            "max": max,
            "min_ticks": wait_ticks(*min, dt),
            "max_ticks": wait_ticks(*max, dt),
        }),
        NodeAction::Look { at, turn_rate } => {
            let at = look_at_value(at, placed);
            let head = json!({ "kind": "look", "at": at, "turn_rate": turn_rate });
            with_turn(head, action, dt)
        }
        NodeAction::Sweep {
            from_deg,
            to_deg,
            times,
            turn_rate,
        } => {
            let direction = |degrees: f64| {
                let DVec2 { x, y } = baked_direction(degrees);
                json!([x, placed.y(y)])
            };
            let head = json!({
                "kind": "sweep",
                "from_deg": from_deg,
                "to_deg": to_deg,
                "from": direction(*from_deg),
                "to": direction(*to_deg),
                "times": times,
                "turn_rate": turn_rate,
            });
            with_turn(head, action, dt)
        }
        NodeAction::Speed { limit } => json!({ "kind": "speed", "limit": limit }),
        NodeAction::Emit { name, value } => {
            json!({ "kind": "emit", "name": name, "value": value })
        }
        NodeAction::SetWall { wall, open } => {
            json!({ "kind": "set_wall", "wall": wall, "open": open })
        }
        NodeAction::Meet { name, count } => json!({ "kind": "meet", "name": name, "count": count }),
    }
}

fn with_turn(mut head: Value, action: &NodeAction, dt: f64) -> Value {
    if let Value::Object(fields) = &mut head {
        fields.extend(turn_fields(action.turn(dt)));
    }
    head
}

fn look_at_value(at: &LookAt, placed: &PlacedScene) -> Value {
    match at {
        LookAt::Direction { deg } => {
            let DVec2 { x, y } = baked_direction(*deg);
            json!({ "kind": "direction", "deg": deg, "x": x, "y": placed.y(y) })
        }
        LookAt::Point { x, y } => json!({ "kind": "point", "x": x, "y": placed.y(*y) }),
        LookAt::Marker { id } => json!({ "kind": "marker", "id": id }),
    }
}
