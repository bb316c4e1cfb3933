//! Walls, doors and blocked cells as static bodies: Godot's physics stop at what stops the agents.
//!
//! In 2D the line of a wall is a polygon that can be edited. Godot closes polygons, so that of an
//! open wall leads to its end and back. On the ground a wall stands upright, as high as [`HEIGHT`].

use super::{Dialect, curve, custom_properties};
use crate::target::godot::text::{Section, Variant};
use glam::DVec2;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::level::Segment;
use steerwright_runtime::level::cell_outline::outline;
use steerwright_runtime::scene::{Plane, Scene, Wall};

/// What the metadata of a door say.
pub(crate) const OPEN: &str = "open";
pub(crate) const CLOSED: &str = "closed";

/// The height of walls on the ground, in units of the scene.
const HEIGHT: f64 = 2.0;
/// The bits of the collision layers of what blocks motion, and of what blocks sight.
const LAYERS: [i64; 2] = [1, 2];
/// Lines only, without the area inside of them.
const SEGMENTS: i64 = 1;

/// The shapes that the bodies refer to, numbered from `first`: that of the cells, and on the ground
/// one for each wall.
pub(super) fn resources(placed: &PlacedScene, dialect: Dialect, first: usize) -> Vec<Section> {
    let mut shapes = Vec::new();
    let cells = outline(&placed.scene.cells.blocked, placed.scene.cells.size);
    if !cells.is_empty() {
        shapes.push(shape(&cells, first, placed, dialect));
    }
    if placed.plane == Plane::Xz {
        for (i, wall) in placed.scene.walls.iter().enumerate() {
            let edges: Vec<Segment> = wall.edges().collect();
            if !edges.is_empty() {
                shapes.push(shape(&edges, first + 1 + i, placed, dialect));
            }
        }
    }
    shapes
}

/// A shape of lines, upright on the ground.
fn shape(edges: &[Segment], number: usize, placed: &PlacedScene, dialect: Dialect) -> Section {
    let classes = dialect.classes(placed.plane);
    let section = Section::new("sub_resource")
        .attribute("type", Variant::text(classes.line_shape))
        .attribute("id", dialect.resource_id(number));
    let at = |point: DVec2| DVec2::new(rounded(point.x), placed.y(rounded(point.y)));
    let ends = edges.iter().map(|edge| [at(edge.a), at(edge.b)]);
    match placed.plane {
        Plane::Xy => {
            let numbers = ends.flat_map(|[a, b]| [a.x, a.y, b.x, b.y]);
            section.property(
                "segments",
                Variant::made(&dialect.packed("Vector2"), numbers),
            )
        }
        Plane::Xz => {
            let top = rounded(HEIGHT * placed.scale);
            let corners = ends.flat_map(|[a, b]| {
                let [low_a, low_b] = [a, b].map(|p| [p.x, 0.0, p.y]);
                let [high_a, high_b] = [a, b].map(|p| [p.x, top, p.y]);
                [low_a, low_b, high_b, low_a, high_b, high_a]
            });
            let section = section.property(
                "data",
                Variant::made(&dialect.packed("Vector3"), corners.flatten()),
            );
            match dialect {
                Dialect::Three => section,
                Dialect::Four => section.property("backface_collision", Variant::Bool(true)),
            }
        }
    }
}

/// The nodes below the folder of the walls, of which each has a name; `first` as for [`resources`].
pub(super) fn nodes(
    names: &[String],
    placed: &PlacedScene,
    dialect: Dialect,
    first: usize,
) -> Vec<Section> {
    let classes = dialect.classes(placed.plane);
    let body = |name: &str, layers: i64, about: Vec<(String, Variant)>| {
        node(name, classes.body, "Walls")
            .property("collision_layer", Variant::Int(layers))
            .property("collision_mask", Variant::Int(0))
            .meta(dialect, about)
    };
    let with_shape = |node: Section, number: usize| {
        let shape = Variant::Made("SubResource".into(), vec![dialect.resource_id(number)]);
        node.property("shape", shape)
    };
    let mut nodes = Vec::new();
    for (i, (wall, name)) in placed.scene.walls.iter().zip(names).enumerate() {
        nodes.push(body(name, layers(wall), metadata(wall, &placed.scene)));
        if wall.nodes.len() < 2 {
            continue;
        }
        let parent = format!("Walls/{name}");
        let shape = match placed.plane {
            Plane::Xy => node("Shape", "CollisionPolygon2D", &parent)
                .property("build_mode", Variant::Int(SEGMENTS))
                .property(
                    "polygon",
                    Variant::made(&dialect.packed("Vector2"), polygon(wall, placed)),
                ),
            Plane::Xz => with_shape(node("Shape", classes.shape, &parent), first + 1 + i),
        };
        nodes.push(if wall.is_open() {
            shape.property("disabled", Variant::Bool(true))
        } else {
            shape
        });
    }
    if !placed.scene.cells.blocked.is_empty() {
        let name = unused("Blocked cells", names);
        let about = vec![("steerwright".into(), Variant::text("cells"))];
        nodes.push(body(&name, LAYERS[0] | LAYERS[1], about));
        let shape = node("Shape", classes.shape, &format!("Walls/{name}"));
        nodes.push(with_shape(shape, first));
    }
    nodes
}

fn node(name: &str, class: &str, parent: &str) -> Section {
    Section::new("node")
        .attribute("name", Variant::text(name))
        .attribute("type", Variant::text(class))
        .attribute("parent", Variant::text(parent))
}

fn unused(name: &str, names: &[String]) -> String {
    let mut unused = name.to_owned();
    while names.contains(&unused) {
        unused.push('_');
    }
    unused
}

fn layers(wall: &Wall) -> i64 {
    let [motion, sight] = LAYERS;
    (i64::from(wall.blocks_motion) * motion) | (i64::from(wall.blocks_sight) * sight)
}

/// The corners, x and y in turn.
fn polygon(wall: &Wall, placed: &PlacedScene) -> Vec<f64> {
    let mut corners: Vec<DVec2> = wall.nodes.iter().map(|node| node.position).collect();
    if !wall.closed {
        let back: Vec<DVec2> = corners[1..corners.len() - 1]
            .iter()
            .rev()
            .copied()
            .collect();
        corners.extend(back);
    }
    let corners = corners.into_iter();
    corners.flat_map(|p| [p.x, placed.y(p.y)]).collect()
}

fn metadata(wall: &Wall, scene: &Scene) -> Vec<(String, Variant)> {
    let door = wall.open.map(|is_open| if is_open { OPEN } else { CLOSED });
    let mut metadata = vec![
        ("steerwright".into(), Variant::text("wall")),
        ("id".into(), Variant::Int(wall.id.0.into())),
        ("closed".into(), Variant::Bool(wall.closed)),
        ("blocks_motion".into(), Variant::Bool(wall.blocks_motion)),
        ("blocks_sight".into(), Variant::Bool(wall.blocks_sight)),
        ("door".into(), door.map_or(Variant::Null, Variant::text)),
        ("color".into(), curve::word(&wall.color)),
    ];
    metadata.extend(custom_properties::metadata(&wall.properties, scene));
    metadata
}
