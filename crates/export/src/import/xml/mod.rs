//! Reading XML of others with little memory: no entities, a bounded number of attributes and namespaces, and no tree.
//!
//! A document is its text and the places of its elements in it. Attributes and texts are read from there when they are asked for.

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

/// Elements are nested at most this deep.
const MAX_DEPTH: usize = 128;

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
                Event::DocType(declared) if declared.contains(&b'[') => {
                    let (line, _) = position(self.text, start);
                    return Err(invalid(
                        line.to_string(),
                        "the document type declares entities, which are not read; save the file again without them",
                    ));
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
        let line = |text| position(text, start).0.to_string();
        if self.open.len() >= MAX_DEPTH {
            let message = "layers are nested too deeply; ungroup some";
            return Err(invalid(line(self.text), message));
        }
        if let Some(limit) = self.kind.most
            && self.elements.len() as u64 >= limit.max
        {
            return Err(FormatError::BeyondLimit {
                pointer: line(self.text),
                limit,
            });
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
        let rest = self.rest().get(1..).unwrap_or_default();
        let is_end = |c: char| c.is_ascii_whitespace() || c == '/' || c == '>';
        let name = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        local(name)
    }

    /// The value of an attribute, whatever its namespace.
    pub fn attribute(self, name: &str) -> Option<Cow<'a, str>> {
        let rest = self.rest();
        let (_, end) = tag(rest);
        let mut inside = rest[..end].split_once(|c: char| c.is_ascii_whitespace())?.1;
        loop {
            let (key, after) = inside.split_once('=')?;
            let after = after.trim_start();
            let quote = after.chars().next()?;
            let (value, left) = after.get(1..)?.split_once(quote)?;
            let key = key.trim();
            if local(key) == name && !key.starts_with("xmlns") {
                let attribute = Attribute {
                    key: QName(key.as_bytes()),
                    value: Cow::Borrowed(value.as_bytes()),
                };
                // It was checked.
                return attribute.normalized_value(XmlVersion::Implicit1_0).ok();
            }
            inside = left;
        }
    }

    /// The text before its first element or comment.
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
                // The end of the element, another one or a comment.
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
        let elements = &self.document.elements;
        let end = elements.get(self.index).map_or(0, |own| own.next as usize);
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            let child = (at < end).then(|| self.document.node(at))?;
            at = elements.get(at)?.next as usize;
            Some(child)
        })
    }

    /// The children with this name.
    pub fn all(self, name: &str) -> impl Iterator<Item = Node<'a>> {
        self.children().filter(move |child| child.tag() == name)
    }

    /// The line and column in the file.
    pub fn position(self) -> (usize, usize) {
        position(&self.document.text, self.start())
    }
}

/// A name without its namespace.
fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[cfg(test)]
mod tests;
