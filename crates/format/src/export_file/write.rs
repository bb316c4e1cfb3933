//! Writes `NAME.steer.json`: a scene for any game.
//!
//! References are ids, behaviors are flat objects with a `kind`, curves are points, waits and cell
//! steps are in ticks as well as seconds, and random streams are four 32-bit words. Lengths are in
//! game units.
//!
//! With `y_down`, every y, vy and row is negated. A runtime then works in the game's axes and gets
//! the same bits with two changes: the angle of a homing walk is multiplied by `turn_sign`, and the
//! row of a point is `-1 - floor(-y / size)`.

use super::derived::{Expected, with_fields};
use super::exported_target::target_value;
use super::node_script::NodeNumbers;
use super::path_line::PathLine;
use super::placed_scene::PlacedScene;
use super::preset_fields::preset_fields;
use super::{margins, nets, node_script, spawner};
use crate::{FORMAT_VERSION, FileKind, MIN_READER, pretty};
use glam::DVec2;
use serde::Serialize;
use serde_json::{Value, json};
use std::rc::Rc;
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::{Agent, Contact, Marker, PatrolPath, Properties, Spawner, Wall};
use steerwright_runtime::simulation::random;

/// The text of `*.steer.json`.
#[must_use]
pub fn text(placed: &PlacedScene) -> String {
    pretty(&value(placed))
}

/// The content of `*.steer.json`.
#[must_use]
pub fn value(placed: &PlacedScene) -> Value {
    expected(placed).into_value()
}

/// The content of `*.steer.json`, part after part.
pub(super) fn expected(placed: &PlacedScene) -> Expected<'_> {
    let mut agents: Vec<&Agent> = placed.scene.agents.iter().collect();
    agents.sort_by_key(|agent| agent.id.0);
    let mut walls: Vec<&Wall> = placed.scene.walls.iter().map(AsRef::as_ref).collect();
    walls.sort_by_key(|wall| wall.id);
    let mut spawners: Vec<&Spawner> = placed.scene.spawners.iter().map(AsRef::as_ref).collect();
    spawners.sort_by_key(|spawner| spawner.id);
    let mut contacts: Vec<&Contact> = placed.scene.contacts.iter().map(AsRef::as_ref).collect();
    contacts.sort_by_key(|contact| contact.id);
    expected_with(placed, agents, walls, spawners, &contacts)
}

/// The content with the agents, walls, spawners and contacts in the order of the scene, in which a
/// file may have them.
pub(super) fn expected_in_file_order(placed: &PlacedScene) -> Expected<'_> {
    let agents = placed.scene.agents.iter().collect();
    let walls = placed.scene.walls.iter().map(AsRef::as_ref).collect();
    let spawners = placed.scene.spawners.iter().map(AsRef::as_ref).collect();
    let contacts: Vec<&Contact> = placed.scene.contacts.iter().map(AsRef::as_ref).collect();
    expected_with(placed, agents, walls, spawners, &contacts)
}

fn expected_with<'a>(
    placed: &'a PlacedScene,
    agents: Vec<&'a Agent>,
    walls: Vec<&'a Wall>,
    spawners: Vec<&'a Spawner>,
    contacts: &[&Contact],
) -> Expected<'a> {
    let scene = &placed.scene;
    let spawning = spawner::lists(placed, &agents, spawners, contacts);
    let agent = move |i: usize| agent_value(agents[i], placed).into();
    let mut head = json!({
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
        "skin": scene.skin,
    });
    if let Value::Object(fields) = &mut head {
        fields.extend(margins::fields(&placed.scene));
        if !scene.declared_properties.is_empty() {
            let declared = json!(scene.declared_properties);
            fields.insert("declared_properties".into(), declared);
        }
    }
    let nets = margins::needs_nets(&placed.scene).then(|| nets::expected(placed, &walls));
    let numbers = Rc::new(NodeNumbers::of(&scene.paths));
    let lists = [
        (
            "paths",
            Expected::list(&scene.paths, move |path| {
                expected_path(path, placed, &numbers)
            }),
        ),
        (
            "markers",
            Expected::list(&scene.markers, |marker| marker_value(marker, placed).into()),
        ),
        (
            "walls",
            Expected::List(
                walls.len(),
                Box::new(move |i| expected_wall(walls[i], placed)),
            ),
        ),
        (
            "agents",
            Expected::List(scene.agents.len(), Box::new(agent)),
        ),
        ("cells", expected_cells(placed)),
    ];
    let nets = nets.map(|nets| ("nets", nets));
    with_fields(head, lists.into_iter().chain(nets).chain(spawning))
}

fn expected_path<'a>(
    path: &'a PatrolPath,
    placed: &'a PlacedScene,
    numbers: &Rc<NodeNumbers>,
) -> Expected<'a> {
    let PathLine {
        polyline,
        node_points,
    } = PathLine::of(path);
    let mut head = json!({
        "id": path.id,
        "name": path.name,
        "traversal": path.traversal,
        "closed": path.is_closed(),
        "shape": path.shape,
        "tolerance": path.tolerance,
        "radius": path.radius,
        "length": polyline.length(),
    });
    add_properties(&mut head, &path.properties);
    let numbers = Rc::clone(numbers);
    let has_along = path.nodes.iter().any(|node| !node.along().is_empty());
    let route = if has_along {
        path.route()
    } else {
        Default::default()
    };
    let node = move |i: usize| {
        let node = &path.nodes[i];
        let mut value = json!({
            "id": node.id,
            "x": node.position.x,
            "y": placed.y(node.position.y),
            "radius": path.radius_of(node),
            "wait": node.wait,
            "wait_ticks": wait_ticks(node.wait, placed.scene.dt()),
            "speed": node.speed,
            "point": node_points[i],
        });
        add_properties(&mut value, &node.properties);
        if let (Value::Object(fields), Some(script)) = (&mut value, &node.script) {
            let place = |distance| route.point_along(i, distance).unwrap_or(node.position);
            fields.extend(node_script::fields(script, &place, &numbers, placed));
        }
        value.into()
    };
    let Polyline {
        points, cumulative, ..
    } = polyline;
    let (point_count, length_count) = (points.len(), cumulative.len());
    let point = move |i: usize| json!([points[i].x, placed.y(points[i].y)]).into();
    let length = move |i: usize| json!(cumulative[i]).into();
    let lists = [
        ("nodes", Expected::List(path.nodes.len(), Box::new(node))),
        ("points", Expected::List(point_count, Box::new(point))),
        ("cumulative", Expected::List(length_count, Box::new(length))),
    ];
    with_fields(head, lists)
}

/// The length of a wait in ticks, including the tick of arrival.
#[must_use]
pub fn wait_ticks(wait: f64, dt: f64) -> u32 {
    (wait / dt).round() as u32
}

fn marker_value(marker: &Marker, placed: &PlacedScene) -> Value {
    let mut value = json!({ "id": marker.id, "name": marker.name, "kind": marker.kind, "x": marker.position.x, "y": placed.y(marker.position.y) });
    add_properties(&mut value, &marker.properties);
    value
}

/// Adds the values of custom properties, if there are any.
fn add_properties(item: &mut Value, properties: &Properties) {
    if !properties.is_empty()
        && let Value::Object(fields) = item
    {
        fields.insert("properties".into(), json!(properties));
    }
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
    if let (Value::Object(fields), Some(heading)) = (&mut value, agent.heading) {
        fields.insert("hx".into(), heading.x.into());
        fields.insert("hy".into(), placed.y(heading.y).into());
    }
    if let (Value::Object(fields), Some(team)) = (&mut value, &agent.team) {
        fields.insert("team".into(), team.as_str().into());
    }
    add_properties(&mut value, &agent.properties);
    if let (Value::Object(fields), Some(preset)) = (&mut value, scene.preset(agent.preset)) {
        fields.extend(preset_fields(preset, scene.dt()));
    }
    value
}

/// The name of an enum variant in files.
pub fn word(choice: impl Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(Value::String(word)) => word,
        Ok(_) | Err(_) => String::new(),
    }
}

fn expected_wall<'a>(wall: &'a Wall, placed: &'a PlacedScene) -> Expected<'a> {
    let mut head = json!({
        "id": wall.id,
        "name": wall.name,
        "closed": wall.closed,
        "blocks_motion": wall.blocks_motion,
        "blocks_sight": wall.blocks_sight,
        "open": wall.open,
    });
    add_properties(&mut head, &wall.properties);
    let point = move |i: usize| {
        let DVec2 { x, y } = wall.nodes[i].position;
        json!([x, placed.y(y)]).into()
    };
    let points = Expected::List(wall.nodes.len(), Box::new(point));
    with_fields(head, [("points", points)])
}

fn expected_cells(placed: &PlacedScene) -> Expected<'_> {
    let cells = &placed.scene.cells;
    let mut blocked = cells.blocked.clone();
    blocked.sort_unstable();
    blocked.dedup();
    let count = blocked.len();
    let cell = move |i: usize| json!([blocked[i].column, placed.row(blocked[i].row)]).into();
    with_fields(
        json!({ "size": cells.size }),
        [("blocked", Expected::List(count, Box::new(cell)))],
    )
}
