//! Converts a scene to the layers of a map.

use super::custom_properties;
use super::ids::Ids;
use super::map::{ImageLayer, Layer, Map, Object, Properties, Shape, Value};
use super::names;
use super::objects::{
    agent_object, cell_object, curve_object, marker_object, node_object, path_object,
    pointer_object,
};
use super::values::{json, legal, text};
use super::walls::wall_object;
use crate::ExportError;
use crate::target::picture::placed_pictures;
use glam::DVec2;
use steerwright_format::export_file::{PlacedScene, usual_skin};
use steerwright_runtime::parameter::MARGINS;
use steerwright_runtime::scene::{Color, Motion, Scene};

/// The colors of the layers.
const COLORS: [Color; 7] = [
    Color([0x8a, 0x93, 0x9c]),
    Color([0x5a, 0x62, 0x6e]),
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
    let mut next = ids.nodes;
    for (i, path) in scene.paths.iter().enumerate() {
        paths.push(path_object(
            path,
            ids.paths + i as u32,
            ids.curves[i],
            &ids,
            placed,
        ));
        curves.extend(ids.curves[i].map(|id| curve_object(path, id, ids.paths + i as u32, placed)));
        for (index, _) in path.nodes.iter().enumerate() {
            nodes.push(node_object(
                path,
                index,
                next,
                ids.paths + i as u32,
                &ids,
                placed,
            )?);
            next += 1;
        }
    }
    let mut markers = vec![pointer_object(&ids, placed)];
    markers.extend(
        scene
            .markers
            .iter()
            .enumerate()
            .map(|(i, marker)| marker_object(marker, ids.markers + i as u32, &ids, placed)),
    );
    let agents = scene
        .agents
        .iter()
        .enumerate()
        .map(|(i, agent)| agent_object(agent, ids.agents + i as u32, &ids, placed))
        .collect();
    let cells = scene.cells.blocked.iter().zip(ids.cells..);
    let cells: Vec<Object> = cells
        .map(|(&cell, id)| cell_object(cell, id, placed))
        .collect();
    let walls = scene.walls.iter().zip(ids.walls..);
    let walls = walls.map(|(wall, id)| wall_object(wall, id, &ids, placed));
    let walls = walls.collect();
    let filled: [Vec<Object>; 7] = [cells, walls, curves, paths, nodes, markers, agents];
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
        images: image_layers(placed, layers.len() as u32 + 1),
        layers,
        ..Map::default()
    };
    fit_to_objects(&mut map, placed);
    Ok(map)
}

/// The pictures underneath. Tiled shows an image as large as it is and does not rotate it, so size
/// and rotation are properties.
fn image_layers(placed: &PlacedScene, first_id: u32) -> Vec<ImageLayer> {
    let pictures = placed_pictures(placed).into_iter().zip(first_id..);
    let layer = |(placed, id): (crate::target::picture::PlacedPicture<'_>, u32)| {
        let picture = placed.picture;
        ImageLayer {
            id,
            name: legal(&picture.name),
            source: legal(&picture.file),
            size: DVec2::ZERO,
            // Readers of maps expect whole pixels here.
            offset: (placed.center - placed.size / 2.0).round(),
            opacity: picture.opacity,
            hidden: !placed.is_visible,
            properties: Properties::from([
                ("picture_id".into(), Value::whole(picture.id.0.into())),
                ("width".into(), Value::Float(placed.size.x)),
                ("height".into(), Value::Float(placed.size.y)),
                ("rotation".into(), Value::Float(placed.rotation)),
                ("mirrored".into(), Value::Bool(picture.mirrored)),
            ]),
        }
    };
    pictures.map(layer).collect()
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
    if scene.skin != usual_skin(placed.scale) {
        properties.insert("skin".into(), Value::Float(scene.skin));
    }
    // In units of the scene, whatever the scale of the map, so that an import has the same digits.
    let usual = Scene::default();
    for margin in MARGINS {
        let length = margin.get(&placed.authored);
        if let Some(length) = length.filter(|_| length != margin.get(&usual)) {
            properties.insert(margin.key.into(), Value::Float(length));
        }
    }
    if !scene.notes.is_empty() {
        properties.insert("notes".into(), text(&scene.notes));
    }
    if !scene.declared_properties.is_empty() {
        let declared = json(&scene.declared_properties)?;
        properties.insert(custom_properties::DECLARED.into(), declared);
    }
    if !scene.spawners.is_empty() {
        properties.insert("spawners".into(), json(&scene.spawners)?);
    }
    if !scene.contacts.is_empty() {
        properties.insert("contacts".into(), json(&scene.contacts)?);
    }
    if !scene.editor.groups.is_empty() {
        properties.insert("groups".into(), json(&scene.editor.groups)?);
    }
    if !scene.editor.variants.is_empty() {
        properties.insert("variants".into(), json(&scene.editor.variants)?);
    }
    if !scene.editor.areas.is_empty() {
        properties.insert("areas".into(), json(&scene.editor.areas)?);
    }
    if !scene.editor.tracks.is_empty() {
        properties.insert("tracks".into(), json(&scene.editor.tracks)?);
    }
    if !scene.editor.spawner_props.is_empty() {
        properties.insert("spawner_props".into(), json(&scene.editor.spawner_props)?);
    }
    if !scene.editor.area_props.is_empty() {
        properties.insert("area_props".into(), json(&scene.editor.area_props)?);
    }
    if !scene.editor.pictures.is_empty() {
        properties.insert("pictures".into(), json(&scene.editor.pictures)?);
    }
    if !scene.editor.picture_props.is_empty() {
        properties.insert("picture_props".into(), json(&scene.editor.picture_props)?);
    }
    Ok(properties)
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
    map.images
        .iter_mut()
        .for_each(|layer| layer.offset += shift);
}

/// The initial size of a tile: a cell if the scene uses cells of a whole number of pixels,
/// otherwise a unit of length.
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
