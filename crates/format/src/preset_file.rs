//! Preset files: a preset, and the custom properties of which it has values.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use steerwright_runtime::scene::{Preset, PresetId, PropertyDeclaration, Scene};

/// What a preset file contains.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetFile {
    /// The declarations of the custom properties of which the preset has values. A scene to which
    /// the preset is added declares those that it lacks.
    #[serde(skip_serializing_if = "has_no_items")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub declared_properties: Arc<Vec<PropertyDeclaration>>,
    /// The preset.
    #[serde(flatten)]
    pub preset: Preset,
}

fn has_no_items(list: &Arc<Vec<PropertyDeclaration>>) -> bool {
    list.is_empty()
}

impl PresetFile {
    /// A preset of a scene, with the declarations that it needs. `None` if the scene has no such
    /// preset.
    #[must_use]
    pub fn of(scene: &Scene, id: PresetId) -> Option<Self> {
        let preset = scene.preset(id)?.clone();
        let declarations = scene.declared_properties.iter();
        let needed =
            |declaration: &&PropertyDeclaration| preset.properties.get(&declaration.name).is_some();
        Some(Self {
            declared_properties: Arc::new(declarations.filter(needed).cloned().collect()),
            preset,
        })
    }
}

/// The part of a preset file that is not the preset.
#[derive(Deserialize)]
pub(crate) struct DeclaredPart {
    #[serde(default)]
    pub declared_properties: Arc<Vec<PropertyDeclaration>>,
}
