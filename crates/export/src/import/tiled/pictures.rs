//! Pictures, from the image layers that they were exported as.

use super::map::Map;
use super::properties::{id, is_on, number};
use crate::target::tiled::map::ImageLayer;
use crate::target::tiled::objects::legal;
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::scene::editor::Picture;

/// Tiled keeps six digits, and offsets are whole pixels in exports.
const CHANGED: f64 = 1e-3;

/// How the scene was placed in the map.
#[derive(Clone, Copy)]
pub struct Placement {
    pub scale: f64,
    pub origin: DVec2,
    pub y_down: bool,
}

/// Takes what was changed in the image layers of a map. Where none of them is an exported picture, all pictures stay as they are.
pub fn take_changes(map: &Map<'_>, placement: Placement, scene: &mut Scene) {
    let by_id: BTreeMap<u32, &ImageLayer> = (map.images.iter())
        .filter_map(|layer| Some((id(&layer.properties, "picture_id")?, layer)))
        .collect();
    let pictures = &scene.editor.pictures;
    if !(pictures.iter()).any(|picture| by_id.contains_key(&picture.id.0)) {
        return;
    }
    let editor = scene.editor_mut();
    let mut changed = std::mem::take(&mut editor.pictures);
    changed.retain_mut(|picture| {
        let Some(layer) = by_id.get(&picture.id.0) else {
            return false;
        };
        placement.change(picture, layer, map.shift());
        if editor.is_hidden(picture.id) != layer.hidden {
            let mut props = editor.props(picture.id);
            props.hidden = layer.hidden;
            editor.set_props(picture.id, props);
        }
        true
    });
    // The order of the layers is that of the pictures.
    let place = |picture: &Picture| {
        let is_its = |layer: &ImageLayer| id(&layer.properties, "picture_id") == Some(picture.id.0);
        map.images.iter().position(is_its)
    };
    changed.sort_by_key(place);
    editor.pictures = changed;
}

impl Placement {
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
