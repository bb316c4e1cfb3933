//! Custom properties of layers, objects and tiles.

use super::property_types::{MAX_MEMBERS, PropertyTypes};
use crate::import::level::element::Element;
use crate::import::level::{MapProperty, MapValue};
use crate::import::tiled::rgb;
use std::collections::BTreeSet;
use steerwright_runtime::geometry::decimal::rounded;

/// The property with which games, such as those made with Phaser, mark what is solid.
const COLLIDES: &str = "collides";

/// Whether this is the name of the property that marks what is solid.
pub fn is_collides(name: &str) -> bool {
    name.eq_ignore_ascii_case(COLLIDES)
}

/// The elements of the custom properties. In XML they have an element of their own around them.
pub fn property_list<'a>(node: &Element<'a>) -> impl Iterator<Item = Element<'a>> {
    let inside = node.all("properties").flat_map(|list| list.children());
    node.all("property").chain(inside)
}

/// The value of the property [`COLLIDES`] of a layer, an object or a tile.
pub fn collides(node: &Element<'_>) -> Option<bool> {
    let found = property_list(node).find(|property| is_collides(&property.text_of("name")))?;
    // JSON has a value of its own for it, which reads as 1.
    Some(matches!(&*found.text_of("value"), "true" | "1"))
}

/// Adds the properties of which there is none with the same name.
pub fn add_missing(properties: &mut Vec<MapProperty>, others: &[MapProperty]) {
    if others.is_empty() {
        return;
    }
    let mut known: BTreeSet<&str> = properties
        .iter()
        .map(|property| property.name.as_str())
        .collect();
    let missing = others.iter().filter(|other| known.insert(&other.name));
    let missing: Vec<MapProperty> = missing.cloned().collect();
    properties.extend(missing);
}

/// The custom properties of a layer, an object or a tile, but for [`COLLIDES`]. The members of a
/// class are properties with its name and a dot before theirs.
pub fn properties(node: &Element<'_>, types: &PropertyTypes) -> Vec<MapProperty> {
    let mut all = Vec::new();
    let mut left = MAX_MEMBERS;
    for property in property_list(node) {
        let name = property.text_of("name");
        if !name.is_empty() && !is_collides(&name) {
            add(&property, &name, types, 0, &mut left, &mut all);
        }
    }
    all
}

/// Classes in classes deeper than this are left out.
pub const DEEPEST: usize = 8;

fn add(
    property: &Element<'_>,
    name: &str,
    types: &PropertyTypes,
    depth: usize,
    left: &mut usize,
    all: &mut Vec<MapProperty>,
) {
    let kind = property.text_of("type");
    let of_type = property.text_of("propertytype");
    if kind == "class" {
        if depth < DEEPEST {
            for member in property_list(property) {
                let name = format!("{name}.{}", member.text_of("name"));
                add(&member, &name, types, depth + 1, left, all);
            }
            if let Some(fields) = property.child("value").and_then(|value| value.object()) {
                types.add_fields(name, &of_type, &fields, depth, left, all);
            }
            let mut members = Vec::new();
            types.add_members(name, &of_type, depth, left, &mut members);
            add_missing(all, &members);
        }
        return;
    }
    if kind == "list" {
        let name = name.to_owned();
        let value = MapValue::List(Vec::new());
        all.push(MapProperty { name, value });
        return;
    }
    // XML has texts of several lines inside of the element.
    let text = property.attribute("value");
    let text = text.unwrap_or_else(|| property.text());
    if let Some(value) = value(&text, &kind, &of_type, types) {
        let name = name.to_owned();
        all.push(MapProperty { name, value });
    }
}

/// A value that is no class, by its type and the custom type `of_type`.
pub fn value(text: &str, kind: &str, of_type: &str, types: &PropertyTypes) -> Option<MapValue> {
    if let Some(value) = types.choice(of_type, text) {
        return Some(value);
    }
    let number = || text.trim().parse().ok().filter(|x: &f64| x.is_finite());
    Some(match kind {
        "bool" => MapValue::Bool(matches!(text, "true" | "1")),
        "int" => MapValue::Int(number()?),
        "float" => MapValue::Number(rounded(number()?)),
        "color" => MapValue::Color(rgb(text)?),
        "object" => match text.trim() {
            "" | "0" => MapValue::Reference(None),
            id => MapValue::Reference(Some(format!("object/{id}"))),
        },
        // A file is a text, as is a value of an enum that is not known.
        _ => MapValue::Text(text.to_owned()),
    })
}
