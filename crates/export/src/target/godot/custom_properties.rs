//! Custom properties as metadata of nodes: a dictionary of Godot's own types, by name.

use super::text::Variant;
use steerwright_runtime::scene::{PatrolPath, Properties, PropertyType, PropertyValue, Scene};

/// The metadata of an item with these values; nothing without any.
pub(super) fn metadata(properties: &Properties, scene: &Scene) -> Option<(String, Variant)> {
    let is_empty = properties.is_empty();
    (!is_empty).then(|| ("properties".to_owned(), dictionary(properties, scene)))
}

/// The values of the nodes of a path, in their order; nothing if no node has one.
pub(super) fn of_nodes(path: &PatrolPath, scene: &Scene) -> Option<(String, Variant)> {
    let nodes = path.nodes.iter();
    let of_nodes = nodes.map(|node| dictionary(&node.properties, scene));
    let is_empty = path.nodes.iter().all(|node| node.properties.is_empty());
    (!is_empty).then(|| {
        let values = Variant::List(of_nodes.collect());
        ("node_properties".to_owned(), values)
    })
}

pub(super) fn dictionary(properties: &Properties, scene: &Scene) -> Variant {
    let value = |(name, value): (&str, &PropertyValue)| {
        let declaration = scene.declared_property(name);
        let value_type = declaration.map(|declaration| &declaration.value_type);
        (Variant::text(name), variant(value, value_type))
    };
    Variant::Dictionary(properties.iter().map(value).collect())
}

fn variant(value: &PropertyValue, value_type: Option<&PropertyType>) -> Variant {
    match (value_type, value) {
        (_, PropertyValue::Null) => Variant::Null,
        (_, PropertyValue::Bool(on)) => Variant::Bool(*on),
        (Some(PropertyType::Int | PropertyType::Reference(_)), PropertyValue::Number(number)) => {
            let whole = value.as_int();
            whole.map_or(Variant::Float(*number), Variant::Int)
        }
        (_, PropertyValue::Number(number)) => Variant::Float(*number),
        (Some(PropertyType::Color), PropertyValue::Text(text)) => {
            let color = value.as_color();
            color.map_or_else(
                || Variant::text(text),
                |color| {
                    let channels = color.0.map(|channel| f64::from(channel) / 255.0);
                    Variant::made("Color", channels.into_iter().chain([1.0]))
                },
            )
        }
        (_, PropertyValue::Text(text)) => Variant::text(text),
    }
}
