//! The pictures underneath a scene, as they lie in the game.

use crate::import::level::drawing::DRAWABLE;
use glam::DVec2;
use serde_json::{Value, json};
use std::path::Path;
use steerwright_format::export_file::{self, ExportedPicture, PlacedScene};
use steerwright_format::pretty;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::Picture;

/// A picture in the units and axes of the game.
pub struct PlacedPicture<'a> {
    /// As it was authored.
    pub picture: &'a Picture,
    /// Its center.
    pub center: DVec2,
    /// Its width and height before the rotation.
    pub size: DVec2,
    /// Its rotation, in degrees: from the axis x toward the axis y of the game.
    pub rotation: f64,
    /// Whether it is shown.
    pub is_visible: bool,
}

/// The pictures, the lowest first.
pub fn placed_pictures<'a>(placed: &'a PlacedScene) -> Vec<PlacedPicture<'a>> {
    let editor = &placed.authored.editor;
    let place = |picture: &'a Picture| {
        let Picture {
            id,
            position,
            width,
            height,
            rotation,
            ..
        } = *picture;
        let at = (position - placed.origin) * placed.scale;
        PlacedPicture {
            picture,
            center: DVec2::new(rounded(at.x), placed.y(rounded(at.y))),
            size: DVec2::new(
                rounded(width * placed.scale),
                rounded(height * placed.scale),
            ),
            rotation: placed.y(rotation),
            is_visible: !editor.is_hidden(id),
        }
    };
    editor.pictures.iter().map(place).collect()
}

impl PlacedPicture<'_> {
    /// Whether its file is an image. Engines have no textures of maps.
    pub fn is_image(&self) -> bool {
        let extension = Path::new(&self.picture.file).extension();
        !DRAWABLE
            .iter()
            .any(|map| extension.is_some_and(|is| is.eq_ignore_ascii_case(map)))
    }
}

/// The images among the pictures, the lowest first.
pub fn placed_images(placed: &PlacedScene) -> Vec<PlacedPicture<'_>> {
    let mut pictures = placed_pictures(placed);
    pictures.retain(PlacedPicture::is_image);
    pictures
}

/// The images among the pictures as exports hold them, the lowest first.
pub fn exported_images(placed: &PlacedScene) -> Vec<ExportedPicture> {
    let images = placed_images(placed).into_iter().map(|placed| {
        let picture = placed.picture;
        ExportedPicture {
            id: picture.id,
            name: picture.name.clone(),
            file: picture.file.clone(),
            x: placed.center.x,
            y: placed.center.y,
            width: placed.size.x,
            height: placed.size.y,
            rotation: placed.rotation,
            mirrored: picture.mirrored,
            opacity: picture.opacity,
            visible: placed.is_visible,
        }
    });
    images.collect()
}

/// The content of `NAME.steer.json` with the images underneath as `pictures`, if there are any.
pub fn scene_text(placed: &PlacedScene) -> String {
    let mut value = export_file::value(placed);
    let images = exported_images(placed);
    if let Value::Object(file) = &mut value
        && !images.is_empty()
    {
        file.insert("pictures".into(), json!(images));
    }
    pretty(&value)
}
