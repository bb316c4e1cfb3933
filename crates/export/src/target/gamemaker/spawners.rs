//! Spawners and contact rules as structs. What they do is up to the game, because there is no
//! runtime for GameMaker.

use super::text::fields;
use super::{indented, moving_fields, paragraph, preset_properties};
use serde_json::{Value, json};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{Contact, PresetId, Scene, Spawner};

/// The lines of the spawners.
pub(super) fn spawner_lines(exported: &Value, placed: &PlacedScene) -> String {
    let scene = &placed.scene;
    // The export has them in this order.
    let mut spawners: Vec<&Spawner> = scene.spawners.iter().map(AsRef::as_ref).collect();
    spawners.sort_by_key(|spawner| spawner.id);
    let listed = exported["spawners"].as_array().into_iter().flatten();
    paragraph(listed.zip(spawners).map(|(exported, spawner)| {
        let properties = preset_properties(spawner.preset, scene);
        let name = properties.name();
        let fields = moving_fields(exported, spawner.path, scene);
        let last =
            format!("array_push(_scene.spawners, {{ {fields}, preset_properties: {name} }});");
        let lines = properties.into_lines().into_iter().chain([last]);
        lines.map(indented).collect()
    }))
}

/// The lines of the contact rules. The export numbers its presets; here they have names, as those
/// of agents.
pub(super) fn contact_lines(exported: &Value, scene: &Scene) -> String {
    let listed = exported["contacts"].as_array().into_iter().flatten();
    paragraph(listed.map(|exported| {
        let mut rule = exported.clone();
        let contacts = scene.contacts.iter();
        let contact = contacts
            .map(AsRef::as_ref)
            .find(|contact: &&Contact| json!(contact.id) == exported["id"]);
        if let (Value::Object(fields), Some(contact)) = (&mut rule, contact) {
            fields.insert("first".into(), preset_name(contact.first, scene));
            fields.insert("second".into(), preset_name(contact.second, scene));
        }
        indented(format!(
            "array_push(_scene.contacts, {{ {} }});",
            fields(&rule)
        ))
    }))
}

fn preset_name(preset: PresetId, scene: &Scene) -> Value {
    scene
        .preset(preset)
        .map_or(Value::Null, |preset| preset.name.as_str().into())
}
