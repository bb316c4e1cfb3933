//! Custom properties of the scene among those of objects.

use super::properties;
use super::scene_items::SceneItem;
use crate::target::tiled::custom_properties::name_in_scene;
use crate::target::tiled::map::{Properties, Value};
use std::collections::BTreeMap;
use steerwright_runtime::scene::{
    self, PropertyDeclaration, PropertyType, PropertyValue, ReferenceKind, Scene, Target,
};

/// Reads the custom properties of items.
pub struct CustomProperties {
    declared: BTreeMap<String, PropertyDeclaration>,
    by_object: BTreeMap<u32, SceneItem>,
}

impl CustomProperties {
    /// With what the scene declares, and the items that objects become.
    pub fn new(scene: &Scene, scene_items: &[Option<(u32, SceneItem)>]) -> Self {
        let declared = scene.declared_properties.iter();
        Self {
            declared: declared
                .map(|declaration| (declaration.name.clone(), declaration.clone()))
                .collect(),
            by_object: scene_items.iter().flatten().copied().collect(),
        }
    }

    /// The values among the properties of an object: all that the export does not use itself.
    pub fn of(&self, properties: &Properties) -> scene::Properties {
        properties
            .iter()
            .filter_map(|(name, value)| {
                let name = name_in_scene(name).filter(|name| !name.is_empty())?;
                Some((name, self.value(name, value)))
            })
            .collect()
    }

    fn value(&self, name: &str, value: &Value) -> PropertyValue {
        let declaration = self.declared.get(name);
        match (
            declaration.map(|declaration| &declaration.value_type),
            value,
        ) {
            (_, Value::Bool(on)) => PropertyValue::Bool(*on),
            (Some(PropertyType::Reference(kind)), Value::Object(object)) => {
                self.reference(*kind, *object)
            }
            (_, Value::Object(object)) => self.item_of(*object),
            (_, Value::Int(number)) => PropertyValue::Number(f64::from(*number)),
            (_, Value::Float(number)) => PropertyValue::Number(*number),
            (_, Value::Color(color)) => (*color).into(),
            (Some(PropertyType::Color), Value::Text(text)) => {
                // Tables of Lua have no type for colors.
                properties::rgb(text).map_or_else(|| text.as_str().into(), PropertyValue::from)
            }
            (_, Value::Text(text)) => text.as_str().into(),
        }
    }

    /// The id of the item that an object becomes, for a property that the scene does not declare;
    /// null without one.
    fn item_of(&self, object: u32) -> PropertyValue {
        let id = match self.by_object.get(&object) {
            Some(SceneItem::Path(id)) => id.0,
            Some(SceneItem::Wall(id)) => id.0,
            Some(SceneItem::Target(Target::Agent(id))) => id.0,
            Some(SceneItem::Target(Target::Marker(id))) => id.0,
            Some(SceneItem::Target(Target::Pointer)) | None => return PropertyValue::Null,
        };
        PropertyValue::Number(f64::from(id))
    }

    /// The item of an object; null if it is none of this kind.
    fn reference(&self, kind: ReferenceKind, object: u32) -> PropertyValue {
        let id = match (kind, self.by_object.get(&object)) {
            (ReferenceKind::Agents, Some(SceneItem::Target(Target::Agent(id)))) => id.0,
            (ReferenceKind::Markers, Some(SceneItem::Target(Target::Marker(id)))) => id.0,
            (ReferenceKind::Paths, Some(SceneItem::Path(id))) => id.0,
            (ReferenceKind::Walls, Some(SceneItem::Wall(id))) => id.0,
            (
                ReferenceKind::Agents
                | ReferenceKind::Markers
                | ReferenceKind::Paths
                | ReferenceKind::Walls
                | ReferenceKind::Presets,
                _,
            ) => return PropertyValue::Null,
        };
        PropertyValue::Number(f64::from(id))
    }
}
