//! Custom properties as structs that are read by name, because their names need not be GML
//! identifiers.

use super::text::{fields, literal, number, quoted};
use serde_json::{Value, json};
use steerwright_runtime::scene::{
    Properties, PropertyDeclaration, PropertyType, PropertyValue, Scene,
};

/// A struct with the values of an item. Literals of structs cannot have all names, so statements
/// fill it.
pub(super) struct Dictionary {
    name: &'static str,
    lines: Vec<String>,
}

impl Dictionary {
    /// The values as the variable `name`.
    pub(super) fn new(name: &'static str, properties: &Properties, scene: &Scene) -> Self {
        if properties.is_empty() {
            return Self {
                name: "{}",
                lines: Vec::new(),
            };
        }
        let set = |(property, value): (&str, &PropertyValue)| {
            let declaration = scene.declared_property(property);
            let value_type = declaration.map(|declaration| &declaration.value_type);
            let (property, value) = (quoted(property), value_literal(value, value_type));
            format!("variable_struct_set({name}, {property}, {value});")
        };
        let start = format!("{name} = {{}};");
        Self {
            name,
            lines: std::iter::once(start)
                .chain(properties.iter().map(set))
                .collect(),
        }
    }

    /// The struct, after its lines.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// The statements that make the struct; none for an empty one.
    pub(super) fn into_lines(self) -> Vec<String> {
        self.lines
    }
}

/// Adds a declaration to the scene.
pub(super) fn declaration_line(declaration: &PropertyDeclaration) -> String {
    let mut others = json!(declaration);
    if let Value::Object(others) = &mut others {
        others.shift_remove("default");
        // A field that is not there cannot be read.
        for (field, none) in [
            ("choices", Value::Null),
            ("refers_to", Value::Null),
            ("description", "".into()),
        ] {
            others.entry(field).or_insert(none);
        }
    }
    format!(
        "array_push(_scene.declared_properties, {{ {}, default_value: {} }});",
        fields(&others),
        value_literal(&declaration.default, Some(&declaration.value_type)),
    )
}

/// A color becomes one of GameMaker, as that of an agent is.
fn value_literal(value: &PropertyValue, value_type: Option<&PropertyType>) -> String {
    let color = (value_type == Some(&PropertyType::Color)).then(|| value.as_color());
    match (color.flatten(), value) {
        (Some(color), _) => {
            let [red, green, blue] = color.0;
            format!("make_color_rgb({red}, {green}, {blue})")
        }
        (None, PropertyValue::Number(value)) => number(*value),
        (None, PropertyValue::Null | PropertyValue::Bool(_) | PropertyValue::Text(_)) => {
            literal(&json!(value))
        }
    }
}
