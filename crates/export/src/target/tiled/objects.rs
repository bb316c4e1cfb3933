//! The objects of a map, one for each item of the scene.

use super::custom_properties;
use super::ids::Ids;
use super::map::{Object, Properties, Shape, Value};
use super::names;
use super::node_script::add_script;
use super::values::{exact, legal, offset, place, text, word};
use crate::ExportError;
use glam::DVec2;
use std::sync::Arc;
use steerwright_format::export_file::{PathLine, PlacedScene};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::OutlinerItem;
use steerwright_runtime::scene::{Agent, Marker, PatrolPath, Preset, Target};

/// What the outliner stores about the item, for importing the map again.
pub fn add_outline(object: &mut Object, item: impl Into<OutlinerItem>, placed: &PlacedScene) {
    let outline = placed.scene.editor.props(item);
    object.hidden = outline.hidden;
    if outline.locked {
        object.properties.insert("locked".into(), Value::Bool(true));
    }
    if let Some(group) = outline.group {
        object
            .properties
            .insert("group".into(), Value::whole(group.0.into()));
    }
}

pub fn path_object(
    path: &PatrolPath,
    id: u32,
    curve: Option<u32>,
    ids: &Ids,
    placed: &PlacedScene,
) -> Object {
    let points: Vec<DVec2> = path
        .nodes
        .iter()
        .map(|node| place(node.position, placed))
        .collect();
    let origin = points.first().copied().unwrap_or_default();
    let relative = |points: &[DVec2]| {
        points
            .iter()
            .map(|point| offset(*point, origin))
            .collect::<Vec<_>>()
    };
    let mut properties = Properties::from([
        ("path_id".into(), Value::whole(path.id.0.into())),
        ("shape".into(), word(path.shape)),
        ("radius".into(), Value::Float(path.radius)),
        ("tolerance".into(), Value::Float(path.tolerance)),
        ("exact".into(), Value::Text(exact(&origin.to_array()))),
    ]);
    let shape = match points.as_slice() {
        // A line needs two points; Tiled can neither draw nor select a shorter one.
        [] => {
            properties.insert("empty".into(), Value::Bool(true));
            Shape::Point
        }
        [_] => Shape::Point,
        points if path.is_closed() => Shape::Polygon(relative(points)),
        points => Shape::Polyline(relative(points)),
    };
    if !matches!(shape, Shape::Polygon(_)) {
        properties.insert("traversal".into(), word(path.traversal));
    }
    if let Some(color) = path.color {
        properties.insert("color".into(), Value::Color(color));
    }
    if let Some(curve) = curve {
        properties.insert("curve".into(), Value::Object(curve));
    }
    custom_properties::add(&mut properties, &path.properties, ids, placed);
    let mut object = Object {
        id,
        name: legal(&path.name),
        class: "path".into(),
        place: origin,
        shape,
        properties,
        ..Object::default()
    };
    add_outline(&mut object, path.id, placed);
    object
}

/// The polyline that agents follow on a curved path.
pub fn curve_object(path: &PatrolPath, id: u32, path_object: u32, placed: &PlacedScene) -> Object {
    let line = PathLine::of(path).polyline.points;
    // A polyline even if it is closed, because Tiled fills polygons.
    let closing = line.first().filter(|_| path.is_closed());
    let points: Vec<DVec2> = line
        .iter()
        .chain(closing)
        .map(|point| place(*point, placed))
        .collect();
    let origin = points.first().copied().unwrap_or_default();
    let shape = Shape::Polyline(points.iter().map(|point| offset(*point, origin)).collect());
    let properties = Properties::from([("path".into(), Value::Object(path_object))]);
    Object {
        id,
        name: legal(&path.name),
        class: "curve".into(),
        place: origin,
        shape,
        properties,
        ..Object::default()
    }
}

/// The ring of a node, with its radius, wait, speed and what agents do there.
pub fn node_object(
    path: &PatrolPath,
    index: usize,
    id: u32,
    path_object: u32,
    ids: &Ids,
    placed: &PlacedScene,
) -> Result<Object, ExportError> {
    let node = &path.nodes[index];
    let (center, radius) = (place(node.position, placed), path.radius_of(node));
    let mut properties = Properties::from([
        ("path".into(), Value::Object(path_object)),
        ("node_id".into(), Value::whole(node.id.0.into())),
        ("index".into(), Value::whole(index as u64)),
        ("wait".into(), Value::Float(node.wait)),
        (
            "exact".into(),
            Value::Text(exact(&[center.x, center.y, radius])),
        ),
    ]);
    if let Some(speed) = node.speed {
        properties.insert("speed".into(), Value::Float(speed));
    }
    if node.radius == Some(path.radius) {
        // Otherwise the node would follow changes of the path's radius.
        properties.insert("own_radius".into(), Value::Bool(true));
    }
    if let Some(script) = &node.script {
        add_script(&mut properties, script, placed)?;
    }
    custom_properties::add(&mut properties, &node.properties, ids, placed);
    let corner = offset(center, DVec2::splat(radius));
    let size = DVec2::splat(rounded(2.0 * radius));
    Ok(Object {
        id,
        class: "node".into(),
        place: corner,
        size,
        shape: Shape::Ellipse,
        properties,
        ..Object::default()
    })
}

fn point_object(id: u32, name: &str, class: &str, at: DVec2, placed: &PlacedScene) -> Object {
    let place = place(at, placed);
    let properties = Properties::from([("exact".into(), Value::Text(exact(&place.to_array())))]);
    Object {
        id,
        name: legal(name),
        class: class.into(),
        place,
        shape: Shape::Point,
        properties,
        ..Object::default()
    }
}

pub fn pointer_object(ids: &Ids, placed: &PlacedScene) -> Object {
    let pointer = placed.scene.pointer;
    point_object(
        ids.pointer,
        "pointer",
        names::POINTER,
        DVec2::new(pointer.x, pointer.y),
        placed,
    )
}

pub fn marker_object(marker: &Marker, id: u32, ids: &Ids, placed: &PlacedScene) -> Object {
    let mut object = point_object(id, &marker.name, "marker", marker.position, placed);
    object
        .properties
        .insert("marker_id".into(), Value::whole(marker.id.0.into()));
    object.properties.insert("kind".into(), word(marker.kind));
    if let Some(color) = marker.color {
        object
            .properties
            .insert("color".into(), Value::Color(color));
    }
    custom_properties::add(&mut object.properties, &marker.properties, ids, placed);
    add_outline(&mut object, marker.id, placed);
    object
}

pub fn agent_object(agent: &Agent, id: u32, ids: &Ids, placed: &PlacedScene) -> Object {
    let scene = &placed.scene;
    let mut object = point_object(id, &agent.name, "agent", agent.position, placed);
    let mut set = |name: &str, value: Value| object.properties.insert(name.into(), value);
    set("agent_id", Value::whole(agent.id.0.into()));
    set("vx", Value::Float(agent.velocity.x));
    set("vy", Value::Float(placed.y(agent.velocity.y)));
    if let Some(heading) = agent.heading {
        set("hx", Value::Float(heading.x));
        set("hy", Value::Float(placed.y(heading.y)));
    }
    if let Some(preset) = scene.preset(agent.preset) {
        set("preset", preset_reference(preset, &scene.presets));
        set("radius", Value::Float(preset.body.radius));
        set("max_speed", Value::Float(preset.body.max_speed));
        set("max_force", Value::Float(preset.body.max_force));
    }
    let path = agent
        .path
        .and_then(|id| scene.paths.iter().position(|path| path.id == id));
    let references = [
        ("path", path.map(|i| ids.paths + i as u32)),
        (
            "target",
            agent.target.and_then(|target| ids.of_target(target, scene)),
        ),
        (
            "danger",
            agent.danger.and_then(|target| ids.of_target(target, scene)),
        ),
        (
            "leader",
            agent
                .leader
                .and_then(|leader| ids.of_target(Target::Agent(leader), scene)),
        ),
    ];
    for (name, object) in references {
        if let Some(object) = object {
            set(name, Value::Object(object));
        }
    }
    if let Some(scatter) = agent.scatter {
        set("scatter_min", Value::Float(scatter.min));
        set("scatter_max", Value::Float(scatter.max));
    }
    if let Some(team) = &agent.team {
        set("team", text(team));
    }
    custom_properties::add(&mut object.properties, &agent.properties, ids, placed);
    add_outline(&mut object, agent.id, placed);
    object
}

/// A preset by its name, or by its id if the name is not unique or would not survive in Tiled.
fn preset_reference(preset: &Preset, presets: &[Arc<Preset>]) -> Value {
    let name = legal(&preset.name);
    let same_name = presets
        .iter()
        .filter(|other| legal(&other.name) == name)
        .count();
    // Tiled normalizes line ends in properties.
    if same_name == 1 && !name.is_empty() && !name.contains(char::is_control) {
        Value::Text(name)
    } else {
        Value::whole(preset.id.0.into())
    }
}

pub fn cell_object(Cell { column, row }: Cell, id: u32, placed: &PlacedScene) -> Object {
    let size = placed.scene.cells.size;
    let corner = DVec2::new(
        rounded(f64::from(column) * size),
        rounded(placed.row(row) as f64 * size),
    );
    Object {
        id,
        class: "cell".into(),
        place: corner,
        size: DVec2::splat(size),
        ..Object::default()
    }
}
