//! The pictures underneath a scene, as they lie in the game.

use glam::DVec2;
use steerwright_format::export_file::PlacedScene;
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
