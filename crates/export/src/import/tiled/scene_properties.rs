//! The parts of a scene that are properties of a map.

use super::invalid;
use super::properties::{number, text, whole};
use crate::import::json::{Document, rounded_numbers};
use crate::target::tiled::custom_properties::DECLARED;
use crate::target::tiled::map::Properties;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::sync::Arc;
use steerwright_format::export_file::usual_skin;
use steerwright_format::limits::{
    AREAS, CONTACTS, DECLARED_PROPERTIES, GROUPS, Limit, PICTURES, PRESETS, SPAWNERS, TRACKS,
};
use steerwright_format::{FormatError, sanitize_for_display};
use steerwright_runtime::parameter::MARGINS;
use steerwright_runtime::scene::editor::EditorData;
use steerwright_runtime::scene::{CellMap, Scene};

/// The parts of the scene that are properties of the map.
pub fn scene_from_properties(properties: &Properties, scale: f64) -> Result<Scene, FormatError> {
    let defaults = Scene::default();
    let string =
        |name: &str, default: String| text(properties, name).map_or(default, str::to_owned);
    let mut editor = EditorData::default();
    editor.groups = json(properties, "groups", &GROUPS)?;
    editor.variants = json(properties, "variants", &PRESETS)?;
    // They are in units of the scene, whatever the scale of the map.
    editor.areas = json(properties, "areas", &AREAS)?;
    editor.area_props = json(properties, "area_props", &AREAS)?;
    editor.tracks = json(properties, "tracks", &TRACKS)?;
    editor.spawner_props = json(properties, "spawner_props", &SPAWNERS)?;
    editor.pictures = json(properties, "pictures", &PICTURES)?;
    editor.picture_props = json(properties, "picture_props", &PICTURES)?;
    Ok(Scene {
        name: string("scene", defaults.name),
        notes: string("notes", defaults.notes),
        unit: string("unit", defaults.unit),
        seed: whole(properties, "seed").unwrap_or(defaults.seed),
        ticks_per_second: number(properties, "ticks_per_second")
            .unwrap_or(defaults.ticks_per_second),
        declared_properties: json(properties, DECLARED, &DECLARED_PROPERTIES)?,
        presets: json(properties, "presets", &PRESETS)?,
        spawners: json(properties, "spawners", &SPAWNERS)?,
        contacts: json(properties, "contacts", &CONTACTS)?,
        editor: Arc::new(editor),
        cells: Arc::new(CellMap {
            size: number(properties, "cell_size").unwrap_or(defaults.cells.size),
            blocked: Vec::new(),
        }),
        skin: number(properties, "skin").unwrap_or(usual_skin(scale)),
        ..Scene::default()
    })
}

/// Sets the lengths that agents use among each other and on routes, which are in units of the
/// scene.
pub fn set_margins(properties: &Properties, scene: &mut Scene) -> Result<(), FormatError> {
    let usual = Scene::default();
    for margin in MARGINS {
        let length = number(properties, margin.key).or_else(|| margin.get(&usual));
        let (low, high) = margin.range;
        if let Some(length) = length.filter(|length| !(low..=high).contains(length)) {
            let message = format!("{length} is out of range; use {low} to {high}");
            return Err(invalid(margin.key, message));
        }
        margin.set(scene, length);
    }
    Ok(())
}

fn json<T: DeserializeOwned + Default>(
    properties: &Properties,
    name: &str,
    limit: &'static Limit,
) -> Result<T, FormatError> {
    json_list(properties, name, limit, name)
}

/// Reads a list in a property. Errors name `place`.
pub fn json_list<T: DeserializeOwned + Default>(
    properties: &Properties,
    name: &str,
    limit: &'static Limit,
    place: &str,
) -> Result<T, FormatError> {
    let Some(json) = text(properties, name) else {
        return Ok(T::default());
    };
    let invalid_json = |error: serde_json::Error| {
        let message = error.to_string();
        // A place in one line says nothing.
        let message = match message.split_once(" at line ") {
            Some((message, _)) if error.is_data() => message,
            Some(_) | None => &message,
        };
        invalid(
            place,
            format!(
                "{}; copy the property from a new export",
                sanitize_for_display(message)
            ),
        )
    };
    serde_json::from_str::<IgnoredAny>(json).map_err(invalid_json)?;
    let document = Document::parse(json)?;
    let root = document.root();
    let count = root.items().count() + root.fields().count();
    check_count(count, place, limit)?;
    serde_json::from_str(&rounded_numbers(json)).map_err(invalid_json)
}

/// Refuses a list that is too long before it is read.
pub fn check_count(count: usize, pointer: &str, limit: &'static Limit) -> Result<(), FormatError> {
    if count as u64 > limit.max {
        let pointer = pointer.to_owned();
        return Err(FormatError::BeyondLimit { pointer, limit });
    }
    Ok(())
}
