//! Objects that are instances of a template: a file of Tiled with what they share.

use super::{elements, invalid};
use crate::import::level::files::Files;
use crate::import::level::tiled::parsed;
use crate::target::tiled::map::{Object, Shape};
use glam::DVec2;
use std::collections::BTreeMap;
use steerwright_format::{FormatError, sanitize_for_display};

/// Reads the template in the file `source` unless it is known.
pub fn know(
    known: &mut BTreeMap<String, Object>,
    source: &str,
    files: &mut Files,
) -> Result<(), FormatError> {
    if !known.contains_key(source) {
        known.insert(source.to_owned(), read(source, files)?);
    }
    Ok(())
}

fn read(source: &str, files: &mut Files) -> Result<Object, FormatError> {
    let wrong = |why: String| {
        invalid(
            sanitize_for_display(source),
            format!("{why}; put the template beside the map, or detach its instances in Tiled"),
        )
    };
    let folder = files.folder().to_owned();
    let file = files.read(&folder, source).map_err(wrong)?;
    let object = parsed(&file.text, "template").and_then(|document| {
        let root = document.root();
        match root.child("object") {
            Some(shared) => elements::object(&shared),
            None => Err(root.unsupported("this is not a template with an object")),
        }
    });
    object.map_err(|error| wrong(error.to_string()))
}

/// Adds to an instance what it does not say itself. Tiled writes only what differs from the
/// template, so what is missing or as for any new object is the template's.
pub fn complete(object: &mut Object, template: &Object) {
    if object.name.is_empty() {
        object.name.clone_from(&template.name);
    }
    if object.class.is_empty() {
        object.class.clone_from(&template.class);
    }
    if object.size == DVec2::ZERO {
        object.size = template.size;
    }
    if object.rotation == 0.0 {
        object.rotation = template.rotation;
    }
    object.hidden |= template.hidden;
    if object.shape == Shape::Rectangle {
        object.shape = template.shape.clone();
    }
    for (name, value) in &template.properties {
        object
            .properties
            .entry(name.clone())
            .or_insert_with(|| value.clone());
    }
}
