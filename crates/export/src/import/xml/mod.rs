//! Reading XML of others within limits, and what `roxmltree` does not say about its nodes.

mod costs;

use roxmltree::ParsingOptions;
use std::borrow::Cow;
use steerwright_format::{FormatError, sanitize_for_display};

/// A file.
pub type Document<'a> = roxmltree::Document<'a>;
/// An element or a text of a file.
pub type Node<'a> = roxmltree::Node<'a, 'a>;

fn fault(place: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: place.into(),
        message: message.into(),
    }
}

/// Reads a file that should be `name`, and that `program` saves.
///
/// # Errors
/// A [`FormatError`] that names the line.
pub fn parse<'a>(text: &'a str, name: &str, program: &str) -> Result<Document<'a>, FormatError> {
    costs::check(text, program)?;
    let options = ParsingOptions {
        allow_dtd: true,
        // Files that an entity stands for are not read: it is empty.
        entity_resolver: Some(&|_, _| Ok(Some(""))),
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| {
        let (error, place) = (error.to_string(), error.pos());
        let at = format!("{}:{}", place.row, place.col);
        let error = sanitize_for_display(error.trim_end_matches(&format!(" at {at}")));
        let message = format!("this is not {name}: {error}; save it again in {program}");
        fault(at, message)
    })
}

/// The line and column of an offset, from 1.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
    let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
    (line, column)
}

/// The line of an element.
pub fn line(node: Node<'_>) -> String {
    let (line, _) = position(node.document().input_text(), node.range().start);
    line.to_string()
}

/// The name of an element without its namespace.
pub fn tag(node: Node<'_>) -> &str {
    node.tag_name().name()
}

/// The value of an attribute, whatever its namespace.
pub fn attribute<'a>(node: Node<'a>, name: &str) -> Option<&'a str> {
    node.attribute(name)
}

/// The value of an attribute without a namespace.
pub fn unprefixed<'a>(node: Node<'a>, name: &str) -> Option<&'a str> {
    let mut all = node.attributes();
    let found = all.find(|attribute| attribute.name() == name && attribute.namespace().is_none());
    found.map(|attribute| attribute.value())
}

/// The length of all values of attributes of an element.
pub fn attributes_length(node: Node<'_>) -> usize {
    node.attributes()
        .map(|attribute| attribute.value().len())
        .sum()
}

/// The elements inside of an element.
pub fn children(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.children().filter(Node::is_element)
}

/// The text before the first element inside of an element.
pub fn text(node: Node<'_>) -> Cow<'_, str> {
    let before = node.children().take_while(|child| !child.is_element());
    let mut parts = before.filter(Node::is_text).filter_map(|part| part.text());
    let mut text = Cow::Borrowed(parts.next().unwrap_or_default());
    for part in parts {
        text.to_mut().push_str(part);
    }
    text
}

#[cfg(test)]
mod tests;
