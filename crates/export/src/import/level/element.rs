//! The elements of a map, from XML or from JSON.
//!
//! Tiled writes the same names in both: an attribute of XML is a field of JSON, and an element is an object.

use super::{beyond, invalid};
use crate::import::{json, xml};
use glam::DVec2;
use roxmltree::Node;
use serde_json::Value as Json;
use steerwright_format::limits::MAP_ELEMENTS;
use steerwright_format::{FormatError, sanitize_for_display};
use steerwright_runtime::geometry::decimal::rounded;

/// Elements are nested at most this deep.
const MAX_DEPTH: usize = 128;

/// An element of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Element {
    pub tag: Box<str>,
    pub attributes: Vec<(Box<str>, Box<str>)>,
    pub children: Vec<Element>,
    pub text: Box<str>,
    /// The line in the file, or 0.
    pub line: u32,
}

impl Element {
    /// The text of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| &**known == name)
            .map(|(_, value)| &**value)
    }

    /// The text of an attribute, or nothing.
    pub fn text_of(&self, name: &str) -> &str {
        self.attribute(name).unwrap_or_default()
    }

    /// The number in an attribute, or 0 without one.
    pub fn number(&self, name: &str) -> Result<f64, FormatError> {
        self.number_or(name, 0.0)
    }

    /// The number in an attribute, or `default` without one.
    pub fn number_or(&self, name: &str, default: f64) -> Result<f64, FormatError> {
        let Some(text) = self.attribute(name) else {
            return Ok(default);
        };
        let number = text.trim().parse().ok().filter(|x: &f64| x.is_finite());
        number.map(rounded).ok_or_else(|| {
            let shown = sanitize_for_display(text);
            self.error(format!("{name} is {shown:?}, which is not a number"))
        })
    }

    /// Two numbers as a point.
    pub fn point(&self, x: &str, y: &str) -> Result<DVec2, FormatError> {
        Ok(DVec2::new(self.number(x)?, self.number(y)?))
    }

    /// The whole number in an attribute, or 0 without one.
    pub fn whole(&self, name: &str) -> Result<u32, FormatError> {
        let number = self.number(name)?;
        if number < 0.0 || number > f64::from(u32::MAX) || number.fract() != 0.0 {
            let shown = sanitize_for_display(self.text_of(name));
            return Err(self.error(format!("{name} is {shown:?}, which is not a whole number")));
        }
        Ok(number as u32)
    }

    /// The children with this tag.
    pub fn all<'a>(&'a self, tag: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| &*child.tag == tag)
    }

    /// The first child with this tag.
    pub fn child(&self, tag: &str) -> Option<&Element> {
        self.children.iter().find(|child| &*child.tag == tag)
    }

    /// An error in this element.
    pub fn error(&self, message: impl Into<String>) -> FormatError {
        let place = match self.line {
            0 => format!("/{}", self.tag),
            line => line.to_string(),
        };
        invalid(
            place,
            format!("{}; save the map again in its editor", message.into()),
        )
    }
}

/// Reads XML.
pub fn from_xml(text: &str, kind: &str, program: &str) -> Result<Element, FormatError> {
    let text = xml::without_doctype(text)?;
    let document = xml::parse(&text, kind, program)?;
    let mut lines = Lines {
        text: &text,
        at: 0,
        line: 1,
    };
    let mut left = MAP_ELEMENTS.max;
    element(document.root_element(), &mut lines, MAX_DEPTH, &mut left)
}

/// Counts lines in the order of the elements.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl Lines<'_> {
    fn line(&mut self, at: usize) -> u32 {
        let passed = self.text.as_bytes().get(self.at..at).unwrap_or_default();
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.at = at.max(self.at);
        self.line
    }
}

fn element(
    node: Node<'_, '_>,
    lines: &mut Lines<'_>,
    depth: usize,
    left: &mut u64,
) -> Result<Element, FormatError> {
    let line = lines.line(node.range().start);
    count(line, depth, left)?;
    let attributes = node.attributes();
    let mut read = Element {
        tag: node.tag_name().name().into(),
        attributes: attributes
            .map(|attribute| (attribute.name().into(), attribute.value().into()))
            .collect(),
        text: node.text().unwrap_or_default().into(),
        line,
        children: Vec::new(),
    };
    for child in node.children().filter(Node::is_element) {
        read.children.push(element(child, lines, depth - 1, left)?);
    }
    Ok(read)
}

fn count(line: u32, depth: usize, left: &mut u64) -> Result<(), FormatError> {
    if depth == 0 {
        let message = "layers are nested too deeply; ungroup some";
        return Err(invalid(line.to_string(), message));
    }
    *left = left
        .checked_sub(1)
        .ok_or_else(|| beyond(line.to_string(), &MAP_ELEMENTS))?;
    Ok(())
}

/// Reads JSON. `tag` is the tag of the whole.
pub fn from_json(text: &str, tag: &str) -> Result<Element, FormatError> {
    let value = json::parse(text)?;
    let mut left = MAP_ELEMENTS.max;
    from_value(tag, &value, MAX_DEPTH, &mut left)
}

/// An object as an element: its lists are children, and the tag of an item follows from the name of the list.
fn from_value(
    tag: &str,
    value: &Json,
    depth: usize,
    left: &mut u64,
) -> Result<Element, FormatError> {
    count(0, depth, left)?;
    let mut read = Element {
        tag: tag.into(),
        ..Element::default()
    };
    let Json::Object(fields) = value else {
        read.text = plain(value).into();
        return Ok(read);
    };
    for (name, value) in fields {
        match value {
            // The tiles of a layer or a chunk.
            Json::Array(list) if name == "data" => {
                let numbers: Vec<String> = list.iter().map(plain).collect();
                read.children.push(Element {
                    tag: "data".into(),
                    text: numbers.join(",").into(),
                    ..Element::default()
                });
            }
            Json::Array(list) => {
                for item in list {
                    let tag = singular(name, item);
                    let child = from_value(tag, item, depth - 1, left)?;
                    read.children.push(child);
                }
            }
            Json::Object(_) => {
                let child = from_value(name, value, depth - 1, left)?;
                read.children.push(child);
            }
            Json::String(_) if name == "data" => read.children.push(Element {
                tag: "data".into(),
                text: plain(value).into(),
                ..Element::default()
            }),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
                read.attributes
                    .push((name.as_str().into(), plain(value).into()));
            }
        }
    }
    Ok(read)
}

fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Bool(true) => "1".into(),
        Json::Bool(false) => "0".into(),
        Json::Number(number) => number.to_string(),
        Json::Null | Json::Array(_) | Json::Object(_) => String::new(),
    }
}

/// The tag of an item of a list.
fn singular<'a>(list: &'a str, item: &'a Json) -> &'a str {
    match list {
        "layers" => match item.get("type").and_then(Json::as_str) {
            Some("tilelayer") => "layer",
            Some(kind) => kind,
            None => "layer",
        },
        "properties" => "property",
        _ => list.strip_suffix('s').unwrap_or(list),
    }
}
