//! Custom properties of the scene as those of objects.
//!
//! Items have them under their own names, except for names that properties of the export have.

use super::ids::Ids;
use super::map::{Properties, Value};
use super::values::{legal, text};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{
    self, AgentId, Color, MarkerId, PathId, PropertyType, PropertyValue, ReferenceKind, Scene,
    Target, WallId,
};

/// The property of the map that holds the declarations.
pub const DECLARED: &str = "declared_properties";
/// What comes before a name that the export uses.
const PREFIX: &str = "custom_";

/// The properties that objects of the export have.
const RESERVED: [&str; 44] = [
    "actions",
    "agent_id",
    "along",
    "blocks_motion",
    "blocks_sight",
    "choose",
    "closed",
    "color",
    "curve",
    "danger",
    "door",
    "empty",
    "exact",
    "group",
    "hx",
    "hy",
    "index",
    "kind",
    "leader",
    "locked",
    "marker_id",
    "max_force",
    "max_speed",
    "next",
    "node_id",
    "nodes",
    "not_back",
    "own_radius",
    "path",
    "path_id",
    "preset",
    "radius",
    "scatter_max",
    "scatter_min",
    "shape",
    "speed",
    "target",
    "team",
    "tolerance",
    "traversal",
    "vx",
    "vy",
    "wait",
    "wall_id",
];

fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

/// The name of a custom property in the map.
pub fn name_in_map(name: &str) -> String {
    // A name that would be taken for one with the prefix gets one more.
    if is_reserved(name.trim_start_matches(PREFIX)) {
        format!("{PREFIX}{name}")
    } else {
        legal(name)
    }
}

/// The custom property with this name in the map; none if it is a property of the export.
pub fn name_in_scene(name: &str) -> Option<&str> {
    if is_reserved(name) {
        return None;
    }
    let bare = name.strip_prefix(PREFIX);
    Some(
        bare.filter(|_| is_reserved(name.trim_start_matches(PREFIX)))
            .unwrap_or(name),
    )
}

/// Adds the custom properties of an item to those of its object.
pub fn add(
    properties: &mut Properties,
    values: &scene::Properties,
    ids: &Ids,
    placed: &PlacedScene,
) {
    for (name, value) in values.iter() {
        let declaration = placed.scene.declared_property(name);
        let value_type = declaration.map(|declaration| &declaration.value_type);
        let value = in_map(value, value_type, ids, &placed.scene);
        properties.insert(name_in_map(name), value);
    }
}

fn in_map(
    value: &PropertyValue,
    value_type: Option<&PropertyType>,
    ids: &Ids,
    scene: &Scene,
) -> Value {
    match (value_type, value) {
        (_, PropertyValue::Bool(on)) => Value::Bool(*on),
        (Some(PropertyType::Int), PropertyValue::Number(number)) => whole(*number),
        (Some(PropertyType::Reference(kind)), PropertyValue::Number(number)) => {
            let id = value.as_id().and_then(|id| object(*kind, id, ids, scene));
            // What a dangling reference leads to has no object.
            id.map_or_else(|| whole(*number), Value::Object)
        }
        (_, PropertyValue::Number(number)) => Value::Float(*number),
        (Some(PropertyType::Color), PropertyValue::Text(color)) => color
            .parse::<Color>()
            .map_or_else(|_| text(color), Value::Color),
        (_, PropertyValue::Text(value)) => text(value),
        // An object property that is not set.
        (_, PropertyValue::Null) => Value::Object(0),
    }
}

fn whole(number: f64) -> Value {
    let fits = number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX);
    if fits {
        Value::Int(number as i32)
    } else {
        Value::Float(number)
    }
}

/// The object of an item.
fn object(kind: ReferenceKind, id: u32, ids: &Ids, scene: &Scene) -> Option<u32> {
    let (first, index) = match kind {
        ReferenceKind::Agents => return ids.of_target(Target::Agent(AgentId(id)), scene),
        ReferenceKind::Markers => return ids.of_target(Target::Marker(MarkerId(id)), scene),
        ReferenceKind::Paths => {
            let index = scene.paths.iter().position(|path| path.id == PathId(id));
            (ids.paths, index)
        }
        ReferenceKind::Walls => {
            let index = scene.walls.iter().position(|wall| wall.id == WallId(id));
            (ids.walls, index)
        }
        // They have no objects, and exports name them.
        ReferenceKind::Presets => return None,
    };
    index.map(|index| first + index as u32)
}
