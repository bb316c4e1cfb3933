//! The pictures underneath, as sprites: in 2D, below everything else.
//!
//! A scene that names a missing texture cannot be loaded by Godot, so the sprites have the name of the file as metadata, and the script
//! at the root gives them the texture if it is there.

use crate::target::godot::Dialect;
use crate::target::godot::text::{Section, Variant};
use crate::target::picture::{PlacedPicture, placed_pictures};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::rotation::RADIANS_PER_DEGREE;
use steerwright_runtime::scene::Plane;

/// The folder in the tree, and the nodes in it, which have these names. None on the ground.
pub(super) fn nodes(names: &[String], placed: &PlacedScene, dialect: Dialect) -> Vec<Section> {
    let pictures = placed_pictures(placed);
    if pictures.is_empty() || placed.plane == Plane::Xz {
        return Vec::new();
    }
    let about = vec![("steerwright".into(), Variant::text("pictures"))];
    let folder = node("Pictures", "Node2D", ".").meta(dialect, about);
    let sprites = pictures.iter().zip(names);
    let sprites = sprites.map(|(picture, name)| sprite(picture, name, placed, dialect));
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
    let class = match dialect {
        Dialect::Three => "Sprite",
        Dialect::Four => "Sprite2D",
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
    sprite = sprite.property("position", Variant::made("Vector2", center.to_array()));
    let turn = turn(placed_picture.rotation);
    if turn != 0.0 {
        sprite = sprite.property("rotation", Variant::Float(turn));
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

/// An angle as Godot has it, of degrees.
pub(crate) fn turn(degrees: f64) -> f64 {
    rounded(degrees * RADIANS_PER_DEGREE)
}
