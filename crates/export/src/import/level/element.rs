//! The elements of a map, from XML or from JSON.
//!
//! Tiled writes the same names in both: an attribute of XML is a field of JSON, and an element is
//! an object.

use super::invalid;
use crate::import::{json, xml};
use glam::DVec2;
use std::borrow::Cow;
use steerwright_format::limits::{MAP_DEPTH, MAP_ELEMENTS};
use steerwright_format::{FormatError, sanitize_for_display};
use steerwright_runtime::geometry::decimal::rounded;

/// The longest object that is read as a whole, in bytes.
const LONGEST_OBJECT: usize = 100_000;

/// A file, and where its elements are.
#[derive(Debug)]
pub enum Document<'a> {
    Xml(xml::Document<'a>),
    /// The tag of the whole.
    Json(json::Document<'a>, &'static str),
}

/// An element of a file, which is read from its text.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    pub tag: Cow<'a, str>,
    source: Source<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    Xml(xml::Node<'a>),
    Json(json::Node<'a>),
}

impl<'a> Document<'a> {
    /// Reads XML. `kind` is what the file should be, and `program` what saves it.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line.
    pub fn from_xml(text: &'a str, name: &str, program: &str) -> Result<Self, FormatError> {
        let document = xml::parse(text, name, program)?;
        let depth =
            |node: &xml::Node<'_>| node.ancestors().take(MAP_DEPTH.max as usize + 2).count();
        match document
            .descendants()
            .find(|node| depth(node) as u64 > MAP_DEPTH.max + 1)
        {
            Some(deep) => Err(FormatError::BeyondLimit {
                pointer: xml::line(deep),
                limit: &MAP_DEPTH,
            }),
            None => Ok(Self::Xml(document)),
        }
    }

    /// Reads JSON. `tag` is the tag of the whole.
    pub fn from_json(
        text: impl Into<Cow<'a, str>>,
        tag: &'static str,
    ) -> Result<Self, FormatError> {
        let document = json::Document::parse_within(text, Some(&MAP_ELEMENTS))?;
        Ok(Self::Json(document, tag))
    }

    /// The outermost element.
    pub fn root(&'a self) -> Element<'a> {
        match self {
            Self::Xml(document) => Element::xml(document.root_element()),
            Self::Json(document, tag) => Element::json(Cow::Borrowed(tag), document.root()),
        }
    }
}

impl<'a> Element<'a> {
    fn xml(node: xml::Node<'a>) -> Self {
        Self {
            tag: Cow::Borrowed(xml::tag(node)),
            source: Source::Xml(node),
        }
    }

    fn json(tag: Cow<'a, str>, node: json::Node<'a>) -> Self {
        Self {
            tag,
            source: Source::Json(node),
        }
    }

    /// The text of an attribute.
    pub fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        match self.source {
            Source::Xml(node) => xml::attribute(node, name).map(Cow::Borrowed),
            // The tiles of a layer are a child.
            Source::Json(_) if name == "data" => None,
            Source::Json(node) => {
                let value = node.get(name)?;
                (!value.is_object() && !value.is_list()).then(|| value.plain())
            }
        }
    }

    /// The text of an attribute, or nothing.
    pub fn text_of(&self, name: &str) -> Cow<'a, str> {
        self.attribute(name).unwrap_or_default()
    }

    /// The text inside: of a list, its items with commas.
    pub fn text(&self) -> Cow<'a, str> {
        match self.source {
            Source::Xml(node) => xml::text(node),
            Source::Json(node) if node.is_list() => {
                Cow::Borrowed(node.raw().trim_matches(['[', ']']))
            }
            Source::Json(node) => node.plain(),
        }
    }

    /// The fields of an object in JSON. `None` in XML, and of one that is very long.
    pub fn object(&self) -> Option<serde_json::Map<String, serde_json::Value>> {
        match self.source {
            Source::Json(node) if node.raw().len() <= LONGEST_OBJECT => {
                serde_json::from_str(node.raw()).ok()
            }
            Source::Json(_) | Source::Xml(_) => None,
        }
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
            let shown = sanitize_for_display(&text);
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
            let shown = self.text_of(name);
            let shown = sanitize_for_display(&shown);
            return Err(self.error(format!("{name} is {shown:?}, which is not a whole number")));
        }
        Ok(number as u32)
    }

    /// The elements inside. The lists of an object are children, and the tag of an item follows
    /// from the name of the list.
    pub fn children(&self) -> Box<dyn Iterator<Item = Element<'a>> + 'a> {
        match self.source {
            Source::Xml(node) => Box::new(xml::children(node).map(Element::xml)),
            Source::Json(node) => Box::new(node.fields().flat_map(|(name, value)| {
                let is_list = value.is_list() && name != "data";
                // The tiles of a layer or a chunk.
                let is_data = name == "data" && (value.is_list() || value.is_string());
                let is_child = value.is_object() || is_data;
                let child = is_child.then(|| Element::json(name.clone(), value));
                let items = is_list.then(|| value.items()).into_iter().flatten();
                let items =
                    items.map(move |item| Element::json(singular(name.clone(), item), item));
                child.into_iter().chain(items)
            })),
        }
    }

    /// The children with this tag.
    pub fn all(&self, tag: &str) -> impl Iterator<Item = Element<'a>> {
        self.children().filter(move |child| child.tag == tag)
    }

    /// The first child with this tag.
    pub fn child(&self, tag: &str) -> Option<Element<'a>> {
        self.all(tag).next()
    }

    /// An error in this element, which saving the map again corrects.
    pub fn error(&self, message: impl Into<String>) -> FormatError {
        self.unsupported(format!(
            "{}; save the map again in its editor",
            message.into()
        ))
    }

    /// An error in this element that is right as its editor saved it.
    pub fn unsupported(&self, message: impl Into<String>) -> FormatError {
        let place = match self.source {
            Source::Json(_) => format!("/{}", self.tag),
            Source::Xml(node) => xml::line(node),
        };
        invalid(place, message)
    }
}

/// The tag of an item of a list.
fn singular<'a>(list: Cow<'a, str>, item: json::Node<'a>) -> Cow<'a, str> {
    match &*list {
        "layers" => match item.get("type").and_then(json::Node::as_text) {
            Some(kind) if kind != "tilelayer" => kind,
            Some(_) | None => Cow::Borrowed("layer"),
        },
        "properties" => Cow::Borrowed("property"),
        _ => match list {
            Cow::Borrowed(name) => Cow::Borrowed(name.strip_suffix('s').unwrap_or(name)),
            Cow::Owned(name) => Cow::Owned(name.strip_suffix('s').unwrap_or(&name).to_owned()),
        },
    }
}
