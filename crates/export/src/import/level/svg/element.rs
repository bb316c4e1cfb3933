//! Elements of SVG pictures, with what style sheets say about them.

use super::length::{Along, Lengths};
use super::styles::Styles;
use super::transform::{self, Wrong};
use crate::import::xml::{self, Node};
use glam::DVec2;
use kurbo::{Affine, Point, Rect, Size};
use std::borrow::Cow;
use steerwright_format::FormatError;

/// The language of texts that are shown.
const LANGUAGE: &str = "en";

/// An element.
pub struct Element<'a> {
    pub node: Node<'a>,
    /// From style sheets and `style`, the strongest one last.
    declared: Vec<(&'static str, Cow<'a, str>)>,
}

/// The transform of an element.
pub struct OwnTransform {
    pub transform: Affine,
    /// Whether something about it is ignored, as browsers do.
    pub is_partly_invalid: bool,
}

impl<'a> Element<'a> {
    pub fn read(node: Node<'a>, styles: &Styles<'a>) -> Result<Self, FormatError> {
        let declared = styles.of(node)?;
        Ok(Self { node, declared })
    }

    pub fn tag(&self) -> &'a str {
        xml::tag(self.node)
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        xml::unprefixed(self.node, name)
    }

    /// An attribute of another namespace than SVG's.
    fn foreign(&self, name: &str) -> Option<&str> {
        let mut all = self.node.attributes();
        all.find(|attribute| attribute.name() == name && attribute.namespace().is_some())
            .map(|attribute| attribute.value())
    }

    /// What `use` refers to.
    pub fn href(&self) -> Option<&str> {
        self.attribute("href").or_else(|| self.foreign("href"))
    }

    /// The values of a property, the strongest one first, and whether they are from a style.
    fn values(&self, name: &'static str) -> impl Iterator<Item = (&str, bool)> {
        let declared = self.declared.iter().rev();
        declared
            .filter(move |(property, _)| *property == name)
            .map(|(_, value)| (&**value, true))
            .chain(self.attribute(name).map(|value| (value, false)))
    }

    /// The strongest value of a property.
    pub fn value(&self, name: &'static str) -> Option<&str> {
        self.values(name).next().map(|(value, _)| value)
    }

    fn is(&self, name: &'static str, word: &str) -> bool {
        self.value(name)
            .is_some_and(|value| value.trim().eq_ignore_ascii_case(word))
    }

    /// Its name: the label that a program shows, or its id.
    pub fn name(&self) -> Cow<'_, str> {
        let label = self
            .foreign("label")
            .or_else(|| self.attribute("data-name"))
            // Affinity makes valid ids of names.
            .or_else(|| self.foreign("id"));
        match label {
            Some(label) => Cow::Borrowed(label),
            None => from_illustrator(self.attribute("id").unwrap_or_default()),
        }
    }

    /// Whether what is inside is where and as it would be without it.
    pub fn changes_nothing_inside(&self) -> bool {
        const CHANGES: [&str; 6] = [
            "transform",
            "display",
            "visibility",
            "font-size",
            "requiredExtensions",
            "systemLanguage",
        ];
        self.declared.is_empty()
            && self.name().is_empty()
            && !CHANGES.iter().any(|name| self.attribute(name).is_some())
    }

    /// Whether neither it nor what is inside is drawn.
    pub fn is_removed(&self) -> bool {
        self.is("display", "none") || !self.is_for_this_reader()
    }

    /// Whether it is seen, where what is around it is or is not.
    pub fn is_visible(&self, inherited: bool) -> bool {
        if self.is("visibility", "visible") {
            return true;
        }
        let is_hidden = self.is("visibility", "hidden") || self.is("visibility", "collapse");
        inherited && !is_hidden
    }

    /// Whether it is for programs without extensions, and in their language.
    pub fn is_for_this_reader(&self) -> bool {
        let is_known = |language: &str| {
            let language = language.trim().to_ascii_lowercase();
            language.split('-').next() == Some(LANGUAGE)
        };
        self.attribute("requiredExtensions").is_none()
            && self
                .attribute("systemLanguage")
                .is_none_or(|all| all.split(',').any(is_known))
    }

    /// Lengths of it and of what is inside.
    pub fn lengths(&self, inherited: &Lengths) -> Lengths {
        match self.value("font-size") {
            Some(text) => inherited.with_font(text),
            None => *inherited,
        }
    }

    /// A length in an attribute or property, in user units. 0 without it, `None` if it cannot be
    /// read.
    pub fn length(&self, name: &'static str, along: Along, lengths: &Lengths) -> Option<f64> {
        match self.value(name) {
            Some(text) => lengths.pixels(text, along),
            None => Some(0.0),
        }
    }

    /// A point or size. `None` if it cannot be read.
    pub fn point(&self, x: &'static str, y: &'static str, lengths: &Lengths) -> Option<DVec2> {
        let x = self.length(x, Along::Width, lengths)?;
        Some(DVec2::new(x, self.length(y, Along::Height, lengths)?))
    }

    /// Its transform. `own_box` is the box around it, if it is known.
    ///
    /// # Errors
    /// Why browsers apply another one than is known here.
    pub fn transform(
        &self,
        lengths: &Lengths,
        own_box: Option<Rect>,
    ) -> Result<OwnTransform, &'static str> {
        const PARTS: [&str; 4] = ["translate", "rotate", "scale", "transform"];
        let mut all = OwnTransform {
            transform: Affine::IDENTITY,
            is_partly_invalid: false,
        };
        // The first three are no attributes.
        let values = |name| {
            self.values(name)
                .filter(move |(_, is_style)| *is_style || name == "transform")
        };
        let is_transformed = |name: &&'static str| values(name).next().is_some();
        if !PARTS.iter().any(is_transformed) {
            return Ok(all);
        }
        let of_picture = lengths
            .size
            .map(|size| Rect::from_origin_size(Point::ORIGIN, Size::new(size.x, size.y)));
        let box_name = self.value("transform-box").unwrap_or_default().trim();
        let reference = match &*box_name.to_ascii_lowercase() {
            "fill-box" | "content-box" => {
                Some(own_box.ok_or("its transform depends on the box around its content")?)
            }
            "stroke-box" | "border-box" => {
                return Err("its transform depends on the width of its line");
            }
            _ => of_picture,
        };
        let origins = || self.values("transform-origin");
        // In percent, or the center, right or bottom.
        let needs_size = |text: &str| text.contains(['%', 'e', 'E', 'g', 'G', 'b', 'B']);
        let is_relative = origins().any(|(text, _)| needs_size(text))
            || PARTS
                .iter()
                .any(|name| values(name).any(|(text, _)| text.contains('%')));
        if reference.is_none() && is_relative {
            return Err("its transform depends on the size of the picture, which is not known");
        }
        let reference = reference.unwrap_or_default();
        for name in PARTS {
            for (text, is_style) in values(name) {
                let read = match (name, is_style) {
                    (_, false) => transform::of_attribute(text).ok_or(Wrong::Invalid),
                    ("transform", true) => transform::of_style(text, lengths, reference.size()),
                    (_, true) => transform::of_property(name, text, lengths, reference.size()),
                };
                match read {
                    Ok(part) => {
                        all.transform *= part;
                        break;
                    }
                    Err(Wrong::Invalid) => all.is_partly_invalid = true,
                    Err(Wrong::Unknown) => return Err("its transform cannot be read"),
                }
            }
        }
        let mut origin = reference.origin();
        for (text, is_style) in origins() {
            match transform::origin(text, is_style, lengths, reference) {
                Some(point) => {
                    origin = point;
                    break;
                }
                None => all.is_partly_invalid = true,
            }
        }
        if origin != Point::ORIGIN {
            let origin = origin.to_vec2();
            all.transform = Affine::translate(origin) * all.transform * Affine::translate(-origin);
        }
        Ok(all)
    }
}

/// An id in which Illustrator wrote characters by their numbers, as `_x20_`.
fn from_illustrator(id: &str) -> Cow<'_, str> {
    if !id.contains("_x") {
        return Cow::Borrowed(id);
    }
    let mut parts = id.split("_x");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let character = part.split_once('_').and_then(|(code, rest)| {
            let code = u32::from_str_radix(code, 16).ok()?;
            let character = char::from_u32(code).filter(|c| !c.is_control())?;
            Some((character, rest))
        });
        match character {
            Some((character, rest)) => {
                out.push(character);
                out.push_str(rest);
            }
            None => {
                out.push_str("_x");
                out.push_str(part);
            }
        }
    }
    Cow::Owned(out)
}
