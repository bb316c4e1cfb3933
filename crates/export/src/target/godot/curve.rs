//! Paths as Godot's curves: a point a node, and handles that make a curved path the very curve of
//! the editor.

use crate::ExportError;
use crate::target::godot::text::{Section, Variant, file};
use crate::target::godot::{Dialect, custom_properties, origin};
use glam::DVec2;
use steerwright_format::dangling::remove_dangling;
use steerwright_format::export_file::PathLine;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::catmull_rom;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Node, PatrolPath, Plane, Scene};
use steerwright_runtime::steering::follow_path::Shape;

/// How far apart Godot takes the points that its followers go through, in units of the scene: its
/// own 5 pixels where a unit has 32.
const BAKE_INTERVAL: f64 = 5.0 / 32.0;
/// The fewest and the most of these points, roughly, whatever the length of a path.
const BAKED: [f64; 2] = [100.0, 100_000.0];

/// The file of one path.
pub(super) fn resource(
    path: &PatrolPath,
    placed: &PlacedScene,
    dialect: Dialect,
) -> Result<String, ExportError> {
    let paths = placed
        .authored
        .paths
        .iter()
        .filter(|authored| authored.id == path.id)
        .cloned()
        .collect();
    let mut scene = Scene {
        paths,
        name: path.name.clone(),
        unit: placed.authored.unit.clone(),
        ..Scene::default()
    };
    // Its nodes may name markers, doors and other paths.
    remove_dangling(&mut scene);
    let mut metadata = metadata(path, &placed.scene);
    metadata.push((
        "steerwright_scene".into(),
        Variant::Text(origin::text(&scene, placed)?),
    ));
    let class = dialect.classes(placed.plane).curve;
    let head = Section::new("gd_resource")
        .attribute("type", Variant::text(class))
        .attribute("format", dialect.format());
    let resource = Section::new("resource").property("resource_name", Variant::text(&path.name));
    Ok(file(&[
        head,
        properties(resource, path, placed, dialect).meta(dialect, metadata),
    ]))
}

/// Adds what makes a curve the line of `path`.
pub(super) fn properties(
    section: Section,
    path: &PatrolPath,
    placed: &PlacedScene,
    dialect: Dialect,
) -> Section {
    let points = points(path);
    let count = points.len();
    let places = points.into_iter().flatten();
    let (kind, numbers): (_, Vec<f64>) = match placed.plane {
        Plane::Xy => (
            "Vector2",
            places
                .flat_map(|place| [place.x, placed.y(place.y)])
                .collect(),
        ),
        Plane::Xz => (
            "Vector3",
            places
                .flat_map(|place| [place.x, 0.0, placed.y(place.y)])
                .collect(),
        ),
    };
    let mut data = vec![(
        Variant::text("points"),
        Variant::made(&dialect.packed(kind), numbers),
    )];
    if placed.plane == Plane::Xz {
        data.push((
            Variant::text("tilts"),
            Variant::made(&dialect.packed("Float32"), std::iter::repeat_n(0.0, count)),
        ));
    }
    let interval = bake_interval(PathLine::of(path).polyline.length(), placed.scale);
    let section = section
        .property("bake_interval", Variant::Float(interval))
        .property("_data", Variant::Dictionary(data));
    match dialect {
        Dialect::Three => section,
        Dialect::Four => section.property("point_count", Variant::Int(count as i64)),
    }
}

/// For every point of the curve the way to its handles, in and out, and its place. A closed path
/// ends at its first node again: Godot's curves are open.
pub(crate) fn points(path: &PatrolPath) -> Vec<[DVec2; 3]> {
    let mut places: Vec<DVec2> = path.nodes.iter().map(|node| node.position).collect();
    let handles = match path.shape {
        Shape::CatmullRom => catmull_rom::handles(&places, path.is_closed()),
        Shape::Straight => Vec::new(),
    };
    if path.is_closed() && places.len() > 1 {
        places.push(places[0]);
    }
    let short = |handle: DVec2| DVec2::new(rounded(handle.x), rounded(handle.y));
    let handle = |stretch: Option<usize>, end: usize| {
        stretch
            .and_then(|i| handles.get(i))
            .map_or(DVec2::ZERO, |pair| short(pair[end]))
    };
    places
        .iter()
        .enumerate()
        .map(|(i, &place)| [handle(i.checked_sub(1), 1), handle(Some(i), 0), place])
        .collect()
}

fn bake_interval(length: f64, scale: f64) -> f64 {
    let usual = BAKE_INTERVAL * scale;
    let interval = if length > 0.0 {
        usual.min(length / BAKED[0]).max(length / BAKED[1])
    } else {
        usual
    };
    // Godot would never come to the end of a path in steps of nothing.
    rounded(interval).max(1e-6)
}

/// What moves agents along the path and what a curve has no place for; a list holds an item a node.
pub(super) fn metadata(path: &PatrolPath, scene: &Scene) -> Vec<(String, Variant)> {
    let of_nodes = |value: fn(&PatrolPath, &Node) -> Variant| {
        Variant::List(path.nodes.iter().map(|node| value(path, node)).collect())
    };
    let mut metadata = vec![
        ("steerwright".into(), Variant::text("path")),
        ("id".into(), Variant::Int(path.id.0.into())),
        ("traversal".into(), word(&path.traversal)),
        ("shape".into(), word(&path.shape)),
        ("radius".into(), Variant::Float(path.radius)),
        (
            "radii".into(),
            of_nodes(|path, node| Variant::Float(path.radius_of(node))),
        ),
        (
            "waits".into(),
            of_nodes(|_, node| Variant::Float(node.wait)),
        ),
        (
            "speeds".into(),
            of_nodes(|_, node| node.speed.map_or(Variant::Null, Variant::Float)),
        ),
    ];
    metadata.extend(custom_properties::metadata(&path.properties, scene));
    metadata.extend(custom_properties::of_nodes(path, scene));
    metadata
}

/// A choice, by its word in files.
pub(super) fn word(choice: &impl serde::Serialize) -> Variant {
    serde_json::to_value(choice).map_or(Variant::Null, |word| (&word).into())
}
