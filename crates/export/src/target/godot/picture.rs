//! The pictures underneath, as sprites: in 2D, below everything else; in 3D, flat on the ground.
//!
//! A scene that names a missing texture cannot be loaded by Godot, so the sprites have the name of
//! the file as metadata, and the script at the root gives them the texture if it is there.

use crate::target::godot::Dialect;
use crate::target::godot::text::{Section, Variant};
use crate::target::picture::{PlacedPicture, placed_pictures};
use glam::DVec2;
use std::f64::consts::TAU;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::rotation::{RADIANS_PER_DEGREE, rotate};
use steerwright_runtime::scene::Plane;

/// How far a picture on the ground is below the next one, and the uppermost below the ground, in
/// units of the scene.
const STEP: f64 = 0.01;

/// The folder in the tree, and the nodes in it, which have these names.
pub(super) fn nodes(names: &[String], placed: &PlacedScene, dialect: Dialect) -> Vec<Section> {
    let pictures = placed_pictures(placed);
    if pictures.is_empty() {
        return Vec::new();
    }
    let about = vec![("steerwright".into(), Variant::text("pictures"))];
    let class = dialect.classes(placed.plane).node;
    let folder = node("Pictures", class, ".").meta(dialect, about);
    let below = (1..=pictures.len()).rev();
    let depths = below.map(|steps| rounded(-STEP * steps as f64 * placed.scale));
    let sprites = pictures.iter().zip(names).zip(depths);
    let sprites =
        sprites.map(|((picture, name), depth)| sprite(picture, name, depth, placed, dialect));
    [folder].into_iter().chain(sprites).collect()
}

fn node(name: &str, class: &str, parent: &str) -> Section {
    Section::new("node")
        .attribute("name", Variant::text(name))
        .attribute("type", Variant::text(class))
        .attribute("parent", Variant::text(parent))
}

fn sprite(
    placed_picture: &PlacedPicture<'_>,
    name: &str,
    depth: f64,
    placed: &PlacedScene,
    dialect: Dialect,
) -> Section {
    let PlacedPicture {
        picture,
        center,
        size,
        is_visible,
        ..
    } = *placed_picture;
    let class = match (dialect, placed.plane) {
        (Dialect::Three, Plane::Xy) => "Sprite",
        (Dialect::Four, Plane::Xy) => "Sprite2D",
        (_, Plane::Xz) => "Sprite3D",
    };
    let metadata = vec![
        ("steerwright".into(), Variant::text("picture")),
        ("id".into(), Variant::Int(picture.id.0.into())),
        ("file".into(), Variant::text(&picture.file)),
        ("width".into(), Variant::Float(size.x)),
        ("height".into(), Variant::Float(size.y)),
    ];
    let mut sprite = node(name, class, "Pictures");
    if !is_visible {
        sprite = sprite.property("visible", Variant::Bool(false));
    }
    if picture.opacity != 1.0 {
        let color = Variant::made("Color", [1.0, 1.0, 1.0, picture.opacity]);
        sprite = sprite.property("modulate", color);
    }
    let turn = turn(placed_picture.rotation);
    match placed.plane {
        Plane::Xy => {
            sprite = sprite.property("position", Variant::made("Vector2", center.to_array()));
            if turn != 0.0 {
                sprite = sprite.property("rotation", Variant::Float(turn));
            }
        }
        Plane::Xz => {
            let lying = lying(turn, [center.x, depth, center.y]);
            sprite = sprite.property("transform", Variant::made(dialect.transform(), lying));
        }
    }
    if picture.mirrored {
        sprite = sprite.property("flip_h", Variant::Bool(true));
    }
    // Godot's y points down.
    if !placed.y_down {
        sprite = sprite.property("flip_v", Variant::Bool(true));
    }
    sprite.meta(dialect, metadata)
}

/// The transform of a sprite that lies on the ground and faces up, rotated by `turn` from x toward
/// z.
fn lying(turn: f64, [x, y, z]: [f64; 3]) -> [f64; 12] {
    let along = rotate(DVec2::X, turn - TAU * (turn / TAU).round());
    let [cosine, sine] = along.to_array().map(rounded);
    [
        cosine,
        sine,
        0.0,
        0.0,
        0.0,
        1.0,
        sine,
        0.0 - cosine,
        0.0,
        x,
        y,
        z,
    ]
}

/// An angle as Godot has it, of degrees.
pub(crate) fn turn(degrees: f64) -> f64 {
    rounded(degrees * RADIANS_PER_DEGREE)
}
