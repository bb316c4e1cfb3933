//! Reading JSON of other programs with little memory, and naming places in it.
//!
//! A document is its text and the places of its lists and objects in it. Everything else is read
//! from there when it is asked for.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Number, Value};
use serde_path_to_error::Path;
use std::borrow::Cow;
use steerwright_format::limits::{DEPTH, Limit};
use steerwright_format::{FormatError, sanitize_for_display};

/// A text that was checked, and where its lists and objects are.
#[derive(Debug)]
pub struct Document<'a> {
    text: Cow<'a, str>,
    /// In the order of the file.
    containers: Vec<Container>,
}

/// A list or an object.
#[derive(Debug)]
struct Container {
    /// The offset behind its closing bracket.
    end: u32,
    /// The index of the first container behind it that is not inside it.
    next: u32,
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    document: &'a Document<'a>,
    /// The offset of its first character.
    at: usize,
    /// The index of the first container at or behind `at`.
    container: usize,
}

impl<'a> Document<'a> {
    /// Checks a text, with or without a byte order mark, and finds its lists and objects.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line.
    pub fn parse(text: impl Into<Cow<'a, str>>) -> Result<Self, FormatError> {
        Self::parse_within(text, None)
    }

    /// [`parse`](Self::parse) with a limit of objects.
    ///
    /// # Errors
    /// A [`FormatError`] that names the line, or the limit.
    pub fn parse_within(
        text: impl Into<Cow<'a, str>>,
        most: Option<&'static Limit>,
    ) -> Result<Self, FormatError> {
        let text = match text.into() {
            Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix('\u{feff}').unwrap_or(text)),
            Cow::Owned(text) => match text.strip_prefix('\u{feff}') {
                Some(text) => Cow::Owned(text.to_owned()),
                None => Cow::Owned(text),
            },
        };
        serde_json::from_str::<IgnoredAny>(&text).map_err(|error| syntax_error(&error))?;
        let containers = containers(&text, most)?;
        Ok(Self { text, containers })
    }

    /// The outermost value.
    pub fn root(&'a self) -> Node<'a> {
        let start = self.text.len() - self.text.trim_start_matches(is_space).len();
        self.value(start, 0)
    }

    fn value(&'a self, at: usize, container: usize) -> Node<'a> {
        Node {
            document: self,
            at,
            container,
        }
    }
}

/// An error of the parser, with its place.
pub fn syntax_error(error: &serde_json::Error) -> FormatError {
    FormatError::Syntax {
        line: error.line(),
        column: error.column().max(1),
        message: error
            .to_string()
            .split(" at line ")
            .next()
            .unwrap_or_default()
            .to_owned(),
    }
}

/// The JSON pointer of a place.
pub fn pointer(place: &Path) -> String {
    let steps = place.to_string();
    let pointer = format!("/{}", steps.replace(['.', '['], "/").replace(']', ""));
    sanitize_for_display(&pointer)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// The brackets of a text that is JSON, and their offsets.
fn brackets(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let (mut in_string, mut is_escaped) = (false, false);
    text.bytes().enumerate().filter(move |(_, byte)| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_string,
            b'"' => in_string = !in_string,
            b'[' | b'{' | b']' | b'}' => return !in_string,
            _ => {}
        }
        false
    })
}

/// The lists and objects of a text that is JSON.
fn containers(text: &str, most: Option<&'static Limit>) -> Result<Vec<Container>, FormatError> {
    let opening = |wanted: &[u8]| {
        brackets(text)
            .filter(|(_, byte)| wanted.contains(byte))
            .count()
    };
    if let Some(limit) = most
        && opening(b"{") as u64 > limit.max
    {
        return Err(FormatError::BeyondLimit {
            pointer: "the map".into(),
            limit,
        });
    }
    let mut found: Vec<Container> = Vec::with_capacity(opening(b"[{"));
    let mut open = Vec::new();
    for (at, byte) in brackets(text) {
        if matches!(byte, b'[' | b'{') {
            if open.len() as u64 >= DEPTH.max {
                let before = &text[..at];
                let line_start = before.rfind('\n').map_or(0, |end| end + 1);
                return Err(FormatError::Syntax {
                    line: 1 + before.matches('\n').count(),
                    column: at - line_start + 1,
                    message: "recursion limit exceeded".into(),
                });
            }
            open.push(found.len());
            found.push(Container { end: 0, next: 0 });
        } else {
            let next = found.len() as u32;
            if let Some(container) = open.pop().and_then(|index| found.get_mut(index)) {
                (container.end, container.next) = (at as u32 + 1, next);
            }
        }
    }
    Ok(found)
}

impl<'a> Node<'a> {
    fn text(self) -> &'a str {
        &self.document.text
    }

    fn first(self) -> u8 {
        self.text().as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.first() == b'{'
    }

    /// Whether it is a list.
    pub fn is_list(self) -> bool {
        self.first() == b'['
    }

    /// Whether it is a string.
    pub fn is_string(self) -> bool {
        self.first() == b'"'
    }

    /// The offset behind it, and the index of the first container behind it.
    fn end(self) -> (usize, usize) {
        let rest = self.text().as_bytes().get(self.at..).unwrap_or_default();
        let length = match self.first() {
            b'{' | b'[' => {
                return match self.document.containers.get(self.container) {
                    Some(container) => (container.end as usize, container.next as usize),
                    None => (self.text().len(), self.container),
                };
            }
            b'"' => {
                let mut is_escaped = false;
                let is_end = |&byte: &u8| {
                    let ends = byte == b'"' && !is_escaped;
                    is_escaped = byte == b'\\' && !is_escaped;
                    ends
                };
                rest.iter().skip(1).position(is_end).map(|end| end + 2)
            }
            _ => rest.iter().position(|byte| b",]} \t\r\n".contains(byte)),
        };
        let end = length.map_or(self.text().len(), |length| self.at + length);
        (end, self.container)
    }

    /// Its text in the file.
    pub fn raw(self) -> &'a str {
        let (end, _) = self.end();
        self.text().get(self.at..end).unwrap_or_default()
    }

    /// Its text if it is a string.
    pub fn as_text(self) -> Option<Cow<'a, str>> {
        self.is_string().then(|| unquoted(self.raw()))
    }

    /// Its text as in an attribute of XML: nothing for lists and objects.
    pub fn plain(self) -> Cow<'a, str> {
        match self.first() {
            b'"' => unquoted(self.raw()),
            b't' => Cow::Borrowed("1"),
            b'f' => Cow::Borrowed("0"),
            b'-' | b'0'..=b'9' => match serde_json::from_str::<Number>(self.raw()) {
                Ok(number) => Cow::Owned(number.to_string()),
                Err(_) => Cow::Borrowed(self.raw()),
            },
            _ => Cow::Borrowed(""),
        }
    }

    /// The items of a list.
    pub fn items(self) -> impl Iterator<Item = Node<'a>> {
        let mut at = self.is_list().then_some(self.at + 1);
        let mut container = self.container + 1;
        std::iter::from_fn(move || {
            let item = self.next_value(at?, container, b',')?;
            let (end, next) = item.end();
            (at, container) = (Some(end), next);
            Some(item)
        })
    }

    /// The names and values of an object.
    pub fn fields(self) -> impl Iterator<Item = (Cow<'a, str>, Node<'a>)> {
        let mut at = self.is_object().then_some(self.at + 1);
        let mut container = self.container + 1;
        std::iter::from_fn(move || {
            let name = self.next_value(at?, container, b',')?;
            let value = self.next_value(name.end().0, container, b':')?;
            let (end, next) = value.end();
            (at, container) = (Some(end), next);
            Some((unquoted(name.raw()), value))
        })
    }

    /// The value of a field; the last one if there are several.
    pub fn get(self, name: &str) -> Option<Node<'a>> {
        let found = self.fields().filter(|(known, _)| known == name).last();
        found.map(|(_, value)| value)
    }

    /// The value from `at`, behind white space and a separator, unless the container ends.
    fn next_value(self, at: usize, container: usize, separator: u8) -> Option<Node<'a>> {
        let bytes = self.text().as_bytes().get(at..)?;
        let is_between = |&byte: &u8| byte == separator || byte.is_ascii_whitespace();
        let at = at + bytes.iter().position(|byte| !is_between(byte))?;
        let node = self.document.value(at, container);
        (!matches!(node.first(), b']' | b'}')).then_some(node)
    }

    /// Reads it as a type. `place` is the pointer to it.
    ///
    /// # Errors
    /// The place and the parser's message.
    pub fn read<T: Deserialize<'a>>(self, place: &str) -> Result<T, (String, String)> {
        let mut reader = serde_json::Deserializer::from_str(self.raw());
        serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let inner = pointer(error.path());
            let at = match (place, inner.as_str()) {
                ("", _) => inner,
                (_, "/" | "//") => place.to_owned(),
                _ => format!("{place}{inner}"),
            };
            // The line and column in a part of the file would mislead.
            let message = error.inner().to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            (at, sanitize_for_display(message))
        })
    }
}

/// A text that is JSON, with all its decimal numbers rounded.
pub fn rounded_numbers(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    let (mut in_string, mut is_escaped) = (false, false);
    while let Some(c) = rest.chars().next() {
        if !in_string && (c == '-' || c.is_ascii_digit()) {
            let is_end = |c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c));
            let (number, after) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
            match serde_json::from_str::<Value>(number) {
                Ok(mut value) => {
                    steerwright_format::round_numbers(&mut value);
                    written.push_str(&value.to_string());
                }
                Err(_) => written.push_str(number),
            }
            rest = after;
            continue;
        }
        if is_escaped {
            is_escaped = false;
        } else if c == '"' {
            in_string = !in_string;
        } else {
            is_escaped = in_string && c == '\\';
        }
        written.push(c);
        rest = &rest[c.len_utf8()..];
    }
    written
}

/// The text of a string with its quotes.
fn unquoted(raw: &str) -> Cow<'_, str> {
    let inner = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
    match inner {
        Some(inner) if !inner.contains('\\') => Cow::Borrowed(inner),
        _ => serde_json::from_str::<String>(raw).map_or(Cow::Borrowed(raw), Cow::Owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_from_the_text() {
        let text = "\u{feff} {\"a\": [1, {\"b\\u0063\": \"x\\\"]\"}, []], \"d\":true ,\"e\":{}} ";
        let document = Document::parse(text).expect("JSON");
        let root = document.root();
        let names: Vec<String> = root.fields().map(|(name, _)| name.into_owned()).collect();
        assert_eq!(names, ["a", "d", "e"]);
        let items: Vec<Node<'_>> = root.get("a").expect("a list").items().collect();
        assert_eq!(items.len(), 3);
        assert_eq!(items[0].plain(), "1");
        let inner = items[1].get("bc").expect("a string");
        assert_eq!(inner.as_text().as_deref(), Some("x\"]"));
        assert_eq!(items[2].items().count(), 0);
        assert_eq!(root.get("d").expect("a flag").plain(), "1");
        assert_eq!(root.get("e").expect("an object").raw(), "{}");
        assert!(root.get("f").is_none());
    }

    #[test]
    fn nesting_is_limited() {
        let deep = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Document::parse(deep(127)).is_ok());
        let message = Document::parse(deep(128))
            .expect_err("too deep")
            .to_string();
        assert!(
            message.starts_with("1:128: ") && message.contains("recursion"),
            "{message}"
        );
        assert!(Document::parse("[".repeat(1_000_000)).is_err());
    }
}
