//! What agents look like until the game gives them something better: a pointed disc, or a cone on
//! its side, in their color.

use crate::target::godot::Dialect;
use crate::target::godot::text::{Section, Variant};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::rotation::{RADIANS_PER_DEGREE, direction_at};
use steerwright_runtime::scene::{Agent, Color, Plane, Preset};

/// Of the angles from -150 to 150 degrees that the back of the disc is drawn with.
const CORNERS: [f64; 11] = [
    -150.0, -120.0, -90.0, -60.0, -40.0, 0.0, 40.0, 60.0, 90.0, 120.0, 150.0,
];
/// How far the point reaches, in radii.
const POINT: f64 = 1.5;
/// The radius of an agent that has none, in units of the scene.
const SMALL: f64 = 0.1;

/// What the shapes of all agents in 3D refer to: a material and a mesh a preset, numbered from
/// `first`. None in 2D.
pub(super) fn resources(placed: &PlacedScene, dialect: Dialect, first: usize) -> Vec<Section> {
    if placed.plane == Plane::Xy {
        return Vec::new();
    }
    let sub_resource = |class: &str, number: usize| {
        Section::new("sub_resource")
            .attribute("type", Variant::text(class))
            .attribute("id", dialect.resource_id(number))
    };
    let meshes = placed
        .scene
        .presets
        .iter()
        .enumerate()
        .flat_map(|(i, preset)| {
            let radius = radius(preset, placed);
            let material = first + 2 * i;
            [
                sub_resource(dialect.material(), material)
                    .property("albedo_color", color(preset.color)),
                sub_resource("CylinderMesh", material + 1)
                    .property(
                        "material",
                        Variant::Made("SubResource".into(), vec![dialect.resource_id(material)]),
                    )
                    .property("top_radius", Variant::Float(0.0))
                    .property("bottom_radius", Variant::Float(radius))
                    .property("height", Variant::Float(rounded(radius * (1.0 + POINT)))),
            ]
        });
    meshes.collect()
}

/// The node below that of `agent`, without its parent; `first` as for [`resources`].
pub(super) fn node(
    agent: &Agent,
    placed: &PlacedScene,
    dialect: Dialect,
    first: usize,
) -> Option<Section> {
    let index = placed
        .scene
        .presets
        .iter()
        .position(|preset| preset.id == agent.preset)?;
    let preset = &placed.scene.presets[index];
    let radius = radius(preset, placed);
    let node = |class: &str| {
        Section::new("node")
            .attribute("name", Variant::text("Shape"))
            .attribute("type", Variant::text(class))
    };
    Some(match placed.plane {
        Plane::Xy => node("Polygon2D")
            .property("color", color(preset.color))
            .property(
                "polygon",
                Variant::made(&dialect.packed("Vector2"), outline(radius)),
            ),
        Plane::Xz => {
            // Turned so that its tip points to where the agent looks, -z, and lifted off the
            // ground.
            let turned = [
                1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0, radius, 0.0,
            ];
            node(dialect.mesh_instance())
                .property("transform", Variant::made(dialect.transform(), turned))
                .property(
                    "mesh",
                    Variant::Made(
                        "SubResource".into(),
                        vec![dialect.resource_id(first + 2 * index + 1)],
                    ),
                )
        }
    })
}

/// The corners of the disc, x and y in turn; it points along x.
fn outline(radius: f64) -> Vec<f64> {
    let corner = |degrees: f64| {
        let reach = if degrees == 0.0 {
            POINT * radius
        } else {
            radius
        };
        let corner = direction_at(degrees * RADIANS_PER_DEGREE) * reach;
        [rounded(corner.x), rounded(corner.y)]
    };
    CORNERS.into_iter().flat_map(corner).collect()
}

fn radius(preset: &Preset, placed: &PlacedScene) -> f64 {
    if preset.body.radius > 0.0 {
        preset.body.radius
    } else {
        rounded(SMALL * placed.scale)
    }
}

fn color(Color(parts): Color) -> Variant {
    let thousandths = |part: u8| rounded((f64::from(part) / 255.0 * 1e3).round() / 1e3);
    Variant::made("Color", parts.into_iter().map(thousandths).chain([1.0]))
}
