//! Custom properties that refer to presets. An export has no list of presets, so the values are the
//! names that its agents have.

use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_runtime::scene::{
    Preset, PresetId, Properties, PropertyDeclaration, PropertyType, PropertyValue, ReferenceKind,
    Scene,
};

/// Turns the ids of presets into their names. An id that no preset has becomes null.
pub(super) fn to_names(scene: &mut Scene) {
    let presets = scene.presets.clone();
    let name = |value: &PropertyValue| {
        let id = PresetId(value.as_id()?);
        let preset = presets.iter().find(|preset| preset.id == id);
        Some(preset.map_or(PropertyValue::Null, |preset| preset.name.as_str().into()))
    };
    replace(scene, name);
}

/// Turns the names of presets into the ids of the first presets that have them. A name that no
/// preset has becomes null.
pub(super) fn to_ids(scene: &mut Scene) {
    let presets = scene.presets.clone();
    let id = |value: &PropertyValue| {
        let name = value.as_text()?;
        let preset = presets.iter().find(|preset| preset.name == name);
        let id = |preset: &Arc<Preset>| PropertyValue::Number(f64::from(preset.id.0));
        Some(preset.map_or(PropertyValue::Null, id))
    };
    replace(scene, id);
}

/// Replaces the values of properties that refer to presets, where `new` gives a value.
fn replace(scene: &mut Scene, new: impl Fn(&PropertyValue) -> Option<PropertyValue>) {
    let refers = |declaration: &PropertyDeclaration| {
        declaration.value_type == PropertyType::Reference(ReferenceKind::Presets)
    };
    if !scene.declared_properties.iter().any(refers) {
        return;
    }
    let mut names = BTreeSet::new();
    for declaration in Arc::make_mut(&mut scene.declared_properties) {
        if refers(declaration) {
            names.insert(declaration.name.clone());
            if let Some(default) = new(&declaration.default) {
                declaration.default = default;
            }
        }
    }
    scene.change_properties(|_, properties| replace_in(properties, &names, &new));
}

fn replace_in(
    properties: &mut Properties,
    names: &BTreeSet<String>,
    new: impl Fn(&PropertyValue) -> Option<PropertyValue>,
) {
    for name in names {
        if let Some(value) = properties.get(name).and_then(&new) {
            properties.set(name, value);
        }
    }
}
