//! Reading XML of others with little memory: a bounded number of attributes, and no tree.
//!
//! A document is its text and the places of its elements in it. Attributes and texts are read from there when they are asked for.

mod entities;
mod tags;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::QName;
use quick_xml::{Reader, XmlVersion};
use std::borrow::Cow;
use steerwright_format::FormatError;
use steerwright_format::limits::Limit;
use tags::{check_tags, tag};

/// A file that was checked, and where its elements are.
#[derive(Debug)]
pub struct Document<'a> {
    text: Cow<'a, str>,
    /// In the order of the file.
    elements: Vec<Place>,
}

#[derive(Debug)]
struct Place {
    /// The offset of its "<".
    start: u32,
    /// The index of the first element behind it that is not inside it.
    next: u32,
}

/// An element.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    document: &'a Document<'a>,
    index: usize,
}

fn invalid(place: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: place.into(),
        message: message.into(),
    }
}

/// What a file should be, and what saves it, for messages.
#[derive(Clone, Copy)]
pub struct Kind {
    /// What the file should be.
    pub name: &'static str,
    /// The program that saves it.
    pub program: &'static str,
    /// The maximum number of elements.
    pub most: Option<&'static Limit>,
    /// How deep elements may be nested.
    pub deepest: Option<&'static Limit>,
}

impl<'a> Document<'a> {
    /// Checks a text and finds its elements.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line.
    pub fn parse(text: impl Into<Cow<'a, str>>, kind: Kind) -> Result<Self, FormatError> {
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text = match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
                Cow::Owned(text) => Cow::Owned(text.trim_start_matches('\u{feff}').to_owned()),
            };
        }
        let text = entities::expanded(text)?;
        check_tags(&text, kind.program)?;
        let elements = Parser {
            text: &text,
            kind,
            elements: Vec::new(),
            open: Vec::new(),
        }
        .read()?;
        Ok(Self { text, elements })
    }

    /// The outermost element.
    pub fn root(&'a self) -> Node<'a> {
        self.node(0)
    }

    /// All elements, in the order of the file.
    pub fn nodes(&'a self) -> impl Iterator<Item = Node<'a>> {
        (0..self.elements.len()).map(|index| self.node(index))
    }

    /// The element with an [index](Node::index).
    pub fn node(&'a self, index: usize) -> Node<'a> {
        Node {
            document: self,
            index,
        }
    }
}

/// The line and column of an offset, from 1.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
    let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
    (line, column)
}

struct Parser<'a> {
    text: &'a str,
    kind: Kind,
    elements: Vec<Place>,
    /// The elements around the one that is read.
    open: Vec<usize>,
}

impl Parser<'_> {
    fn error(&self, offset: usize, error: impl std::fmt::Display) -> FormatError {
        let (line, column) = position(self.text, offset);
        let Kind { name, program, .. } = self.kind;
        let error = steerwright_format::sanitize_for_display(&error.to_string());
        invalid(
            format!("{line}:{column}"),
            format!("this is not {name}: {error}; save it again in {program}"),
        )
    }

    fn read(mut self) -> Result<Vec<Place>, FormatError> {
        let is_allowed = |c: char| c >= ' ' || matches!(c, '\t' | '\n' | '\r');
        if let Some(at) = self.text.find(|c| !is_allowed(c)) {
            return Err(self.error(at, "a character that XML does not have"));
        }
        let mut reader = Reader::from_str(self.text);
        loop {
            let start = reader.buffer_position() as usize;
            let event = match reader.read_event() {
                Ok(event) => event,
                Err(error) => return Err(self.error(reader.error_position() as usize, error)),
            };
            match event {
                Event::Start(tag) => {
                    self.element(start, &tag)?;
                    self.open.push(self.elements.len() - 1);
                }
                Event::Empty(tag) => self.element(start, &tag)?,
                Event::End(_) => {
                    let next = self.elements.len() as u32;
                    if let Some(place) = self.open.pop().and_then(|at| self.elements.get_mut(at)) {
                        place.next = next;
                    }
                }
                Event::Text(text) if self.open.is_empty() => {
                    if !text.iter().all(u8::is_ascii_whitespace) {
                        return Err(self.error(start, "text outside of the elements"));
                    }
                }
                Event::GeneralRef(entity) => {
                    resolved(&entity).map_err(|error| self.error(start, error))?;
                }
                Event::DocType(_) if !self.elements.is_empty() => {
                    return Err(self.error(start, "a document type inside of the elements"));
                }
                Event::Eof => break,
                Event::Text(_)
                | Event::CData(_)
                | Event::Comment(_)
                | Event::Decl(_)
                | Event::PI(_)
                | Event::DocType(_) => {}
            }
        }
        if let Some(place) = self.open.last().and_then(|&open| self.elements.get(open)) {
            return Err(self.error(place.start as usize, "the element does not end"));
        }
        if self.elements.is_empty() {
            return Err(self.error(0, "the file contains no element"));
        }
        Ok(self.elements)
    }

    fn element(&mut self, start: usize, tag: &BytesStart<'_>) -> Result<(), FormatError> {
        if self.open.is_empty() && !self.elements.is_empty() {
            return Err(self.error(start, "a second outermost element"));
        }
        for (limit, count) in [
            (self.kind.deepest, self.open.len()),
            (self.kind.most, self.elements.len()),
        ] {
            if let Some(limit) = limit
                && count as u64 >= limit.max
            {
                return Err(FormatError::BeyondLimit {
                    pointer: position(self.text, start).0.to_string(),
                    limit,
                });
            }
        }
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| {
                // The place in the tag is not what a user looks for.
                let text = error.to_string();
                match text
                    .strip_prefix("position ")
                    .and_then(|text| text.split_once(": "))
                {
                    Some((at, what)) => self.error(start + 1 + at.parse().unwrap_or(0), what),
                    None => self.error(start, text),
                }
            })?;
            if !is_name(attribute.key.as_ref()) || attribute.value.contains(&b'<') {
                return Err(self.error(start, "an attribute with an invalid name or value"));
            }
            if attribute.value.contains(&b'&') {
                attribute
                    .normalized_value(XmlVersion::Implicit1_0)
                    .map_err(|error| self.error(start, error))?;
            }
        }
        self.elements.push(Place {
            start: start as u32,
            next: self.elements.len() as u32 + 1,
        });
        Ok(())
    }
}

/// Whether an attribute can be called so.
fn is_name(name: &[u8]) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || b"_:".contains(&byte) || byte >= 128;
    let is_of_name = |&byte: &u8| is_letter(byte) || byte.is_ascii_digit() || b"-.".contains(&byte);
    name.first().is_some_and(|&first| is_letter(first)) && name.iter().all(is_of_name)
}

/// What an entity stands for.
fn resolved(entity: &BytesRef<'_>) -> Result<Cow<'static, str>, String> {
    let character = entity.resolve_char_ref().map_err(|error| error.to_string());
    if let Some(character) = character? {
        return Ok(character.to_string().into());
    }
    let name = entity.decode().map_err(|error| error.to_string())?;
    let known = resolve_predefined_entity(&name).map(Cow::Borrowed);
    known.ok_or_else(|| format!("the entity {name:?} is unknown"))
}

impl<'a> Node<'a> {
    /// Its place among all elements.
    pub fn index(self) -> usize {
        self.index
    }

    fn start(self) -> usize {
        let place = self.document.elements.get(self.index);
        place.map_or(0, |place| place.start as usize)
    }

    /// The text from its "<".
    fn rest(self) -> &'a str {
        self.document.text.get(self.start()..).unwrap_or_default()
    }

    /// Its name without a namespace.
    pub fn tag(self) -> &'a str {
        local(self.full_tag())
    }

    /// Its name as it is written.
    pub fn full_tag(self) -> &'a str {
        let rest = self.rest().get(1..).unwrap_or_default();
        let is_end = |c: char| c.is_ascii_whitespace() || c == '/' || c == '>';
        &rest[..rest.find(is_end).unwrap_or(rest.len())]
    }

    /// The index of the first element behind it that is not inside it.
    pub fn next(self) -> usize {
        let elements = &self.document.elements;
        elements
            .get(self.index)
            .map_or(elements.len(), |own| own.next as usize)
    }

    /// The text of its tag.
    pub fn tag_text(self) -> &'a str {
        let rest = self.rest();
        &rest[..tag(rest).1]
    }

    /// The names, with their namespaces, and the values of its attributes as they are written.
    fn written_attributes(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let all = self.tag_text();
        let mut inside = all
            .split_once(|c: char| c.is_ascii_whitespace())
            .map_or("", |(_, inside)| inside);
        std::iter::from_fn(move || {
            let (key, after) = inside.split_once('=')?;
            let after = after.trim_start();
            let quote = after.chars().next()?;
            let (value, left) = after.get(1..)?.split_once(quote)?;
            inside = left;
            Some((key.trim(), value))
        })
    }

    /// The names, with their namespaces, and the values of its attributes.
    pub fn attributes(self) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> {
        self.written_attributes()
            .map(|(key, value)| (key, normalized(key, value).unwrap_or_default()))
    }

    /// The value of an attribute, whatever its namespace.
    pub fn attribute(self, name: &str) -> Option<Cow<'a, str>> {
        let mut all = self.written_attributes();
        let (key, value) = all.find(|(key, _)| local(key) == name && !key.starts_with("xmlns"))?;
        normalized(key, value)
    }

    /// The text before its first element.
    pub fn text(self) -> Cow<'a, str> {
        let rest = self.rest();
        let (_, end) = tag(rest);
        if rest[..end].ends_with('/') {
            return Cow::Borrowed("");
        }
        let mut reader = Reader::from_str(rest.get(end + 1..).unwrap_or_default());
        reader.config_mut().allow_unmatched_ends = true;
        let mut text = Cow::Borrowed("");
        loop {
            let part = match reader.read_event() {
                Ok(Event::Text(part)) => part.xml10_content().unwrap_or_default(),
                Ok(Event::CData(part)) => part.xml10_content().unwrap_or_default(),
                Ok(Event::GeneralRef(entity)) => resolved(&entity).unwrap_or_default(),
                Ok(Event::Comment(_) | Event::PI(_)) => continue,
                // The end of the element, or another one.
                Ok(_) | Err(_) => return text,
            };
            if text.is_empty() {
                text = part;
            } else {
                text.to_mut().push_str(&part);
            }
        }
    }

    /// The elements inside.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> {
        let end = self.next();
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            let child = (at < end).then(|| self.document.node(at))?;
            at = child.next();
            Some(child)
        })
    }

    /// The children with this name.
    pub fn all(self, name: &str) -> impl Iterator<Item = Node<'a>> {
        self.children().filter(move |child| child.tag() == name)
    }

    /// The document.
    pub fn document(self) -> &'a Document<'a> {
        self.document
    }

    /// The line and column in the file.
    pub fn position(self) -> (usize, usize) {
        position(&self.document.text, self.start())
    }
}

/// The value of an attribute, which was checked.
fn normalized<'a>(key: &'a str, value: &'a str) -> Option<Cow<'a, str>> {
    let attribute = Attribute {
        key: QName(key.as_bytes()),
        value: Cow::Borrowed(value.as_bytes()),
    };
    attribute.normalized_value(XmlVersion::Implicit1_0).ok()
}

/// A name without its namespace.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests;
