//! The lines that create GameMaker paths, with structs of their nodes.

use super::properties::Dictionary;
use super::text::{fields, number, quoted};
use serde_json::{Map, Value};
use steerwright_format::export_file::{PathLine, PlacedScene};
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Node, PatrolPath};
use steerwright_runtime::steering::Body;
use steerwright_runtime::steering::follow_path::Traversal;

/// The lines that create one path.
pub(super) fn path_lines(path: &PatrolPath, exported: &Value, placed: &PlacedScene) -> Vec<String> {
    let line = PathLine::of(path);
    let pace = pace(path, placed);
    let mut lines = vec![
        String::new(),
        "_path = path_add();".into(),
        "path_set_kind(_path, 0);".into(),
        format!("path_set_closed(_path, {});", path.is_closed()),
    ];
    for (i, point) in line.polyline.points.iter().enumerate() {
        // A node's speed limit applies to the segment before it; the first node's applies to the
        // closing segment.
        let toward = line.node_points.partition_point(|&node| node < i);
        let percent = path
            .nodes
            .get(toward)
            .or(path.nodes.first())
            .map_or(100.0, |node| percent(node, pace));
        lines.push(format!(
            "path_add_point(_path, {}, {}, {});",
            number(point.x),
            number(placed.y(point.y)),
            number(percent)
        ));
    }
    lines.push("_nodes = [];".into());
    for (i, node) in path.nodes.iter().enumerate() {
        let properties = Dictionary::new("_properties", &node.properties, &placed.scene);
        let fields = node_fields(path, i, &line, placed);
        let script = script_fields(&exported["nodes"][i], segment(i, &line));
        let last = format!(
            "array_push(_nodes, {{ {fields}, properties: {}, {script} }});",
            properties.name()
        );
        lines.extend(properties.into_lines());
        lines.push(last);
    }
    let (ends, action) = match path.traversal {
        Traversal::Once => ("once", "path_action_stop"),
        Traversal::Loop => ("loop", "path_action_restart"),
        Traversal::PingPong => ("ping_pong", "path_action_reverse"),
    };
    let (name, pace) = (quoted(&path.name), number(pace));
    let properties = Dictionary::new("_properties", &path.properties, &placed.scene);
    let last = format!(
        "array_push(_scene.paths, {{ path: _path, number: {}, name: {name}, ends: \"{ends}\", at_end: {action}, pace: {pace}, nodes: _nodes, properties: {} }});",
        path.id.0,
        properties.name(),
    );
    lines.extend(properties.into_lines());
    lines.push(last);
    lines
}

fn node_fields(path: &PatrolPath, i: usize, line: &PathLine, placed: &PlacedScene) -> String {
    let (node, point) = (&path.nodes[i], line.node_points[i]);
    format!(
        "number: {}, x: {}, y: {}, radius: {}, wait: {}, max_speed: {}, point: {point}, position: {}",
        node.id.0,
        number(node.position.x),
        number(placed.y(node.position.y)),
        number(path.radius_of(node)),
        number(node.wait),
        node.speed.map_or("undefined".into(), number),
        number(position(line.polyline.cumulative[point], line)),
    )
}

/// The `path_position` at a distance from the start.
fn position(distance: f64, line: &PathLine) -> f64 {
    let length = line.polyline.length();
    if length > 0.0 {
        rounded(distance / length)
    } else {
        0.0
    }
}

/// What gives the `path_position` at a distance from a node along the segment that leads on from
/// it.
fn segment(i: usize, line: &PathLine) -> impl Fn(f64) -> f64 {
    let along = |point: &usize| line.polyline.cumulative[*point];
    let from = along(&line.node_points[i]);
    let next = line.node_points.get(i + 1).map(along);
    // The last segment of an open path is that which leads back.
    let to = next.unwrap_or_else(|| line.polyline.length());
    move |distance| position((from + distance).min(to), line)
}

/// The fields that say what agents do at a node, and where they go on.
fn script_fields(exported: &Value, position: impl Fn(f64) -> f64) -> String {
    let items = |key: &str| exported[key].as_array().cloned().unwrap_or_default();
    let mut along = items("along");
    for item in &mut along {
        let at = item["distance"].as_f64().unwrap_or_default();
        item["position"] = position(at).into();
    }
    let mut script = Map::new();
    script.insert("actions".into(), items("actions").into());
    script.insert("along".into(), along.into());
    script.insert("next".into(), items("next").into());
    for key in ["choose", "not_back"] {
        if let Some(value) = exported.get(key) {
            script.insert(key.into(), value.clone());
        }
    }
    fields(&Value::Object(script))
}

/// The speed that corresponds to 100 %: the max speed of the first agent on the path, or the
/// default.
fn pace(path: &PatrolPath, placed: &PlacedScene) -> f64 {
    let scene = &placed.scene;
    let walkers = scene
        .agents
        .iter()
        .filter(|agent| agent.path == Some(path.id));
    let first = walkers
        .min_by_key(|agent| agent.id)
        .and_then(|agent| scene.preset(agent.preset));
    first.map_or(
        rounded(Body::default().max_speed * placed.scale),
        |preset| preset.body.max_speed,
    )
}

fn percent(node: &Node, pace: f64) -> f64 {
    let limited = node.speed.filter(|&speed| speed < pace && pace > 0.0);
    limited.map_or(100.0, |speed| rounded(speed / pace * 100.0))
}
