//! Converts a scene to the layers of a map.

use super::map::{Layer, Map, Object, Properties, Shape, Value};
use crate::ExportError;
use glam::DVec2;
use serde::Serialize;
use steerwright_format::FormatError;
use steerwright_format::export_file::PathLine;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{
    Agent, Color, Marker, Motion, OutlinerProps, PatrolPath, Preset, Target,
};
use steerwright_runtime::steering::follow_path::Shape as PathShape;

/// The names of layers and classes.
pub mod names {
    /// The map property with the version of the names and properties that are used here.
    pub const VERSION: &str = "steerwright";
    /// The layers from bottom to top, and the class of their objects.
    pub const LAYERS: [(&str, &str); 6] = [
        ("cells", "cell"),
        ("curves", "curve"),
        ("paths", "path"),
        ("nodes", "node"),
        ("markers", "marker"),
        ("agents", "agent"),
    ];
    /// The class of the pointer, which is in the layer of markers.
    pub const POINTER: &str = "pointer";
}

/// The colors of the layers.
const COLORS: [Color; 6] = [
    Color([0x8a, 0x93, 0x9c]),
    Color([0xe8, 0xa3, 0x3d]),
    Color([0xd5, 0x5e, 0x00]),
    Color([0x56, 0xb4, 0xe9]),
    Color([0x00, 0x9e, 0x73]),
    Color([0xcc, 0x79, 0xa7]),
];

/// The maximum width and height of a map in tiles, so that Tiled can draw its grid.
const MAX_TILES: f64 = 10_000.0;
/// The maximum initial size of a tile, px.
const MAX_TILE: f64 = 4096.0;

/// The map of the scene.
pub fn map(placed: &PlacedScene) -> Result<Map, ExportError> {
    let ids = Ids::new(placed);
    let scene = &placed.scene;
    let mut paths = Vec::new();
    let mut curves = Vec::new();
    let mut nodes = Vec::new();
    let mut next = ids.end;
    for (i, path) in scene.paths.iter().enumerate() {
        paths.push(path_object(
            path,
            ids.paths + i as u32,
            ids.curves[i],
            placed,
        ));
        curves.extend(ids.curves[i].map(|id| curve_object(path, id, ids.paths + i as u32, placed)));
        for (index, _) in path.nodes.iter().enumerate() {
            nodes.push(node_object(path, index, next, ids.paths + i as u32, placed));
            next += 1;
        }
    }
    let mut markers = vec![pointer_object(&ids, placed)];
    markers.extend(
        scene
            .markers
            .iter()
            .enumerate()
            .map(|(i, marker)| marker_object(marker, ids.markers + i as u32, placed)),
    );
    let agents = scene
        .agents
        .iter()
        .enumerate()
        .map(|(i, agent)| agent_object(agent, ids.agents + i as u32, &ids, placed))
        .collect();
    let cells = scene.cells.blocked.iter().map(|&cell| {
        next += 1;
        cell_object(cell, next - 1, placed)
    });
    let cells = cells.collect();
    let filled: [Vec<Object>; 6] = [cells, curves, paths, nodes, markers, agents];
    let mut layers = Vec::new();
    for (i, objects) in filled.into_iter().enumerate() {
        let (name, class) = names::LAYERS[i];
        let id = i as u32 + 1;
        layers.push(Layer {
            id,
            name: name.into(),
            color: COLORS[i],
            locked: class == "curve",
            offset: DVec2::ZERO,
            objects,
        });
    }
    let mut map = Map {
        properties: map_properties(placed)?,
        layers,
        ..Map::default()
    };
    fit_to_objects(&mut map, placed);
    Ok(map)
}

/// The object ids in the map: the first id of each list of the scene.
struct Ids {
    pointer: u32,
    markers: u32,
    paths: u32,
    agents: u32,
    curves: Vec<Option<u32>>,
    end: u32,
}

impl Ids {
    fn new(placed: &PlacedScene) -> Self {
        let scene = &placed.scene;
        let pointer = 1;
        let markers = pointer + 1;
        let paths = markers + scene.markers.len() as u32;
        let agents = paths + scene.paths.len() as u32;
        let mut end = agents + scene.agents.len() as u32;
        let curve = |path: &PatrolPath| path.shape == PathShape::CatmullRom && path.nodes.len() > 1;
        let curves = scene.paths.iter().map(|path| {
            end += u32::from(curve(path));
            curve(path).then_some(end - 1)
        });
        let curves = curves.collect();
        Self {
            pointer,
            markers,
            paths,
            agents,
            curves,
            end,
        }
    }

    fn of_target(&self, target: Target, placed: &PlacedScene) -> Option<u32> {
        let scene = &placed.scene;
        match target {
            Target::Pointer => Some(self.pointer),
            Target::Marker(id) => scene
                .markers
                .iter()
                .position(|marker| marker.id == id)
                .map(|i| self.markers + i as u32),
            Target::Agent(id) => scene
                .agents
                .iter()
                .position(|agent| agent.id == id)
                .map(|i| self.agents + i as u32),
        }
    }
}

/// The exact numbers as a string, because Tiled keeps only six digits of positions when it saves TMX.
pub fn exact(numbers: &[f64]) -> String {
    numbers
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

fn place(at: DVec2, placed: &PlacedScene) -> DVec2 {
    DVec2::new(at.x, placed.y(at.y))
}

/// Text that is valid in XML, and the same in all three files: other characters become the replacement character.
pub fn legal(text: &str) -> String {
    let illegal = |c: char| {
        (c.is_control() && c < ' ' && !matches!(c, '\t' | '\n' | '\r'))
            || matches!(c, '\u{fffe}' | '\u{ffff}')
    };
    text.chars()
        .map(|c| {
            if illegal(c) {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect()
}

fn text(text: &str) -> Value {
    Value::Text(legal(text))
}

/// A list as a JSON string.
fn json(parts: &impl Serialize) -> Result<Value, ExportError> {
    let shape = |error: serde_json::Error| FormatError::InvalidField {
        pointer: "/".into(),
        message: format!("cannot be written as JSON: {error}"),
    };
    Ok(text(&serde_json::to_string(parts).map_err(shape)?))
}

/// The name of an enum variant in files.
fn word(choice: impl Serialize) -> Value {
    // Unit variants always serialize to strings.
    Value::Text(
        serde_json::to_value(choice)
            .ok()
            .and_then(|value| value.as_str().map(str::to_owned))
            .unwrap_or_default(),
    )
}

fn map_properties(placed: &PlacedScene) -> Result<Properties, ExportError> {
    let scene = &placed.scene;
    let mut properties = Properties::from([
        (names::VERSION.into(), Value::Int(1)),
        ("scene".into(), text(&scene.name)),
        ("unit".into(), text(&scene.unit)),
        ("seed".into(), Value::whole(scene.seed)),
        (
            "ticks_per_second".into(),
            Value::Float(scene.ticks_per_second),
        ),
        ("scale".into(), Value::Float(placed.scale)),
        ("y_down".into(), Value::Bool(placed.y_down)),
        ("origin_x".into(), Value::Float(placed.origin.x)),
        ("origin_y".into(), Value::Float(placed.origin.y)),
        ("cell_size".into(), Value::Float(scene.cells.size)),
        ("presets".into(), json(&scene.presets)?),
    ]);
    if !scene.notes.is_empty() {
        properties.insert("notes".into(), text(&scene.notes));
    }
    if !scene.groups.is_empty() {
        properties.insert("groups".into(), json(&scene.groups)?);
    }
    if !scene.exports.is_empty() {
        properties.insert("exports".into(), json(&scene.exports)?);
    }
    Ok(properties)
}

fn add_outline(object: &mut Object, outline: &OutlinerProps) {
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

fn path_object(path: &PatrolPath, id: u32, curve: Option<u32>, placed: &PlacedScene) -> Object {
    let points: Vec<DVec2> = path
        .nodes
        .iter()
        .map(|node| place(node.position(), placed))
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
    let mut object = Object {
        id,
        name: legal(&path.name),
        class: "path".into(),
        place: origin,
        shape,
        properties,
        ..Object::default()
    };
    add_outline(&mut object, &path.outline);
    object
}

/// The offset of `point` from `origin`.
pub fn offset(point: DVec2, origin: DVec2) -> DVec2 {
    DVec2::new(rounded(point.x - origin.x), rounded(point.y - origin.y))
}

/// The polyline that agents follow on a curved path.
fn curve_object(path: &PatrolPath, id: u32, path_object: u32, placed: &PlacedScene) -> Object {
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

/// The ring of a node, with its radius, wait and speed.
fn node_object(
    path: &PatrolPath,
    index: usize,
    id: u32,
    path_object: u32,
    placed: &PlacedScene,
) -> Object {
    let node = &path.nodes[index];
    let (center, radius) = (place(node.position(), placed), path.radius_of(node));
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
    let corner = offset(center, DVec2::splat(radius));
    let size = DVec2::splat(rounded(2.0 * radius));
    Object {
        id,
        class: "node".into(),
        place: corner,
        size,
        shape: Shape::Ellipse,
        properties,
        ..Object::default()
    }
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

fn pointer_object(ids: &Ids, placed: &PlacedScene) -> Object {
    let pointer = placed.scene.pointer;
    point_object(
        ids.pointer,
        "pointer",
        names::POINTER,
        DVec2::new(pointer.x, pointer.y),
        placed,
    )
}

fn marker_object(marker: &Marker, id: u32, placed: &PlacedScene) -> Object {
    let mut object = point_object(id, &marker.name, "marker", marker.position(), placed);
    object
        .properties
        .insert("marker_id".into(), Value::whole(marker.id.0.into()));
    object.properties.insert("kind".into(), word(marker.kind));
    add_outline(&mut object, &marker.outline);
    object
}

fn agent_object(agent: &Agent, id: u32, ids: &Ids, placed: &PlacedScene) -> Object {
    let scene = &placed.scene;
    let mut object = point_object(id, &agent.name, "agent", agent.position(), placed);
    let mut set = |name: &str, value: Value| object.properties.insert(name.into(), value);
    set("agent_id", Value::whole(agent.id.0.into()));
    set("vx", Value::Float(agent.vx));
    set("vy", Value::Float(placed.y(agent.vy)));
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
            agent
                .target
                .and_then(|target| ids.of_target(target, placed)),
        ),
        (
            "danger",
            agent
                .danger
                .and_then(|target| ids.of_target(target, placed)),
        ),
        (
            "leader",
            agent
                .leader
                .and_then(|leader| ids.of_target(Target::Agent(leader), placed)),
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
    add_outline(&mut object, &agent.outline);
    object
}

/// A preset by its name, or by its id if the name is not unique or would not survive in Tiled.
fn preset_reference(preset: &Preset, presets: &[std::sync::Arc<Preset>]) -> Value {
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

fn cell_object([column, row]: [i32; 2], id: u32, placed: &PlacedScene) -> Object {
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

/// Sets the size of the map, and the offset of the layers that moves all objects inside it.
fn fit_to_objects(map: &mut Map, placed: &PlacedScene) {
    // There is at least one object: the pointer.
    let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    for object in map.layers.iter().flat_map(|layer| &layer.objects) {
        let mut include = |point: DVec2| (low, high) = (low.min(point), high.max(point));
        include(object.place);
        include(object.place + object.size);
        if let Shape::Polyline(points) | Shape::Polygon(points) = &object.shape {
            points
                .iter()
                .for_each(|point| include(object.place + *point));
        }
    }
    let tiles = |tile: f64| ((low / tile).floor() - 1.0, (high / tile).ceil() + 1.0);
    let mut tile = initial_tile_size(placed);
    while { tiles(tile).1 - tiles(tile).0 }.max_element() > MAX_TILES {
        tile *= 10.0;
    }
    let (first, last) = tiles(tile);
    let size = last - first;
    (map.tile, map.size) = (tile as u32, [size.x as u32, size.y as u32]);
    let shift = DVec2::new(0.0 - first.x * tile, 0.0 - first.y * tile);
    map.properties
        .insert("shift_x".into(), Value::Float(shift.x));
    map.properties
        .insert("shift_y".into(), Value::Float(shift.y));
    map.layers.iter_mut().for_each(|layer| layer.offset = shift);
}

/// The initial size of a tile: a cell if the scene uses cells of a whole number of pixels, otherwise a unit of length.
fn initial_tile_size(placed: &PlacedScene) -> f64 {
    let scene = &placed.scene;
    let cells = !scene.cells.blocked.is_empty()
        || scene
            .presets
            .iter()
            .any(|preset| matches!(preset.motion, Motion::GridChase(_)));
    let cell = Some(scene.cells.size)
        .filter(|size| cells && size.fract() == 0.0 && (1.0..=MAX_TILE).contains(size));
    cell.unwrap_or(placed.scale.round().clamp(1.0, MAX_TILE))
}
