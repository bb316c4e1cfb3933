//! Pictures, from the image layers that they were exported as.

use super::map::Map;
use super::properties::{id, is_on, number};
use crate::target::tiled::map::ImageLayer;
use crate::target::tiled::values::legal;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::editor::{EditorData, Picture};
use steerwright_runtime::scene::{PictureId, Scene};

/// Tiled keeps six digits, and offsets are whole pixels in exports.
const CHANGED: f64 = 1e-3;

/// How the scene was placed in the map.
#[derive(Clone, Copy)]
pub struct Placement {
    pub scale: f64,
    pub origin: DVec2,
    pub y_down: bool,
}

/// Takes what was changed and added in the image layers of a map. Where none of them is an exported
/// picture, the pictures of the scene stay as they are.
pub fn take_changes(map: &Map<'_>, placement: Placement, scene: &mut Scene) {
    let mut by_id: BTreeMap<u32, usize> = BTreeMap::new();
    let mut added = Vec::new();
    for (place, layer) in map.images.iter().enumerate() {
        let known = id(&layer.properties, "picture_id")
            .filter(|&id| scene.picture(PictureId(id)).is_some());
        match known {
            // A copy of a layer has the properties of the first one.
            Some(id) if !by_id.contains_key(&id) => drop(by_id.insert(id, place)),
            _ => added.push(place),
        }
    }
    let editor = scene.editor_mut();
    let mut placed: Vec<(usize, Picture)> = Vec::new();
    for mut picture in std::mem::take(&mut editor.pictures) {
        if by_id.is_empty() {
            placed.push((0, picture));
            continue;
        }
        let Some(&place) = by_id.get(&picture.id.0) else {
            continue;
        };
        let layer = &map.images[place];
        placement.change(&mut picture, layer, map.shift());
        hide(editor, picture.id, layer);
        placed.push((place, picture));
    }
    for place in added {
        let layer = &map.images[place];
        let next = placed.iter().map(|(_, picture)| picture.id.0).max();
        let id = PictureId(next.unwrap_or(0).saturating_add(1));
        if let Some(picture) = placement.added(id, layer, map.shift()) {
            hide(editor, id, layer);
            placed.push((place, picture));
        }
    }
    // The order of the layers is that of the pictures.
    placed.sort_by_key(|(place, _)| *place);
    editor.pictures = placed.into_iter().map(|(_, picture)| picture).collect();
}

fn hide(editor: &mut EditorData, id: PictureId, layer: &ImageLayer) {
    if editor.is_hidden(id) != layer.hidden {
        let mut props = editor.props(id);
        props.hidden = layer.hidden;
        editor.set_props(id, props);
    }
}

impl Placement {
    /// The picture of a layer that was added in Tiled. `None` if the map does not say how large its
    /// image is.
    fn added(self, id: PictureId, layer: &ImageLayer, shift: DVec2) -> Option<Picture> {
        let up = |y: f64| if self.y_down { 0.0 - y } else { y };
        let property = |name: &str| number(&layer.properties, name);
        let size = match (property("width"), property("height")) {
            (Some(width), Some(height)) => DVec2::new(width, height),
            _ => layer.size,
        };
        if layer.source.is_empty() || !(size.min_element() > 0.0) {
            return None;
        }
        let center = layer.offset - shift + size / 2.0;
        let units = DVec2::new(center.x, up(center.y)) / self.scale + self.origin;
        let size = (size / self.scale).map(rounded);
        Some(Picture {
            position: units.map(rounded),
            rotation: up(property("rotation").unwrap_or(0.0) % 360.0) + 0.0,
            mirrored: is_on(&layer.properties, "mirrored"),
            opacity: rounded(layer.opacity.clamp(0.0, 1.0)),
            ..Picture::new(id, &layer.name, &layer.source, size)
        })
    }

    fn change(self, picture: &mut Picture, layer: &ImageLayer, shift: DVec2) {
        let up = |y: f64| if self.y_down { 0.0 - y } else { y };
        let at = (picture.position - self.origin) * self.scale;
        let size = DVec2::new(picture.width, picture.height) * self.scale;
        let center = DVec2::new(rounded(at.x), up(rounded(at.y)));
        let exported = (center - size.map(rounded) / 2.0).round() + shift;
        let moved = layer.offset - exported;
        if moved.abs().max_element() > CHANGED {
            let units = DVec2::new(moved.x, up(moved.y)) / self.scale;
            picture.position = (picture.position + units).map(rounded);
        }
        let property = |name: &str, exported: f64| {
            let now = number(&layer.properties, name)?;
            ((now - exported).abs() > 1e-6 * exported.abs().max(1.0)).then_some(now)
        };
        if let Some(width) = property("width", size.x) {
            picture.width = rounded(width / self.scale);
        }
        if let Some(height) = property("height", size.y) {
            picture.height = rounded(height / self.scale);
        }
        if let Some(rotation) = property("rotation", up(picture.rotation)) {
            picture.rotation = up(rotation % 360.0);
        }
        if layer.properties.contains_key("mirrored") {
            picture.mirrored = is_on(&layer.properties, "mirrored");
        }
        if (layer.opacity - picture.opacity).abs() > 1e-6 {
            picture.opacity = rounded(layer.opacity.clamp(0.0, 1.0));
        }
        if layer.name != legal(&picture.name) {
            picture.name.clone_from(&layer.name);
        }
        if !layer.source.is_empty() && layer.source != legal(&picture.file) {
            picture.file.clone_from(&layer.source);
        }
    }
}
