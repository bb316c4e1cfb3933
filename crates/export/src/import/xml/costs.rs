//! What XML can cost beyond the length of its text: texts that would take the parser very long, or
//! much memory.

use super::fault;
use std::collections::BTreeSet;
use steerwright_format::FormatError;
use steerwright_format::limits::{MAP_ELEMENTS, TREE_BYTES};

/// The maximum number of attributes of an element. The parser compares each with all others.
const MAX_ATTRIBUTES: usize = 256;
/// The maximum number of prefixes of namespaces. Each element that declares one lists all those
/// around it.
const MAX_PREFIXES: usize = 64;

/// Refuses a text that would cost too much.
///
/// # Errors
/// A [`FormatError`] that names the line.
pub fn check(text: &str, program: &str) -> Result<(), FormatError> {
    let mut prefixes = BTreeSet::new();
    let (mut longest_entity, mut elements) = (0, 0);
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let refuse = |why: String| {
            let place = super::position(text, text.len() - rest.len()).0;
            fault(
                place.to_string(),
                format!("{why}; save the file again in {program}"),
            )
        };
        let markup = &rest[..markup_length(rest)];
        elements += u64::from(!markup.starts_with("</"));
        if elements > MAP_ELEMENTS.max {
            return Err(FormatError::BeyondLimit {
                pointer: "the file".into(),
                limit: &MAP_ELEMENTS,
            });
        }
        if markup.starts_with("<!ENTITY") {
            let (value, length) = (quoted(markup), markup.len());
            if value.contains('<') || value.replace("&#", "").contains('&') {
                return Err(refuse(
                    "an entity contains elements or other entities".into(),
                ));
            }
            longest_entity = longest_entity.max(length);
        } else if !markup.starts_with("<!") && !markup.starts_with("<?") {
            if attributes(markup) > MAX_ATTRIBUTES {
                let why = format!("more than {MAX_ATTRIBUTES} attributes in an element");
                return Err(refuse(format!("{why} (limit \"attributes\")")));
            }
            let declared = markup.split("xmlns").skip(1);
            prefixes.extend(declared.map(|name| name.split('=').next().unwrap_or_default()));
            if prefixes.len() > MAX_PREFIXES {
                let why = format!("more than {MAX_PREFIXES} prefixes of namespaces");
                return Err(refuse(format!("{why} (limit \"prefixes\")")));
            }
        }
        rest = &rest[markup.len()..];
    }
    let references = if longest_entity > 0 {
        text.matches('&').count()
    } else {
        0
    };
    if (references * longest_entity) as u64 > TREE_BYTES.max {
        return Err(FormatError::BeyondLimit {
            pointer: "the entities".into(),
            limit: &TREE_BYTES,
        });
    }
    Ok(())
}

/// The length of the comment, tag or other markup at the start of a text. What a document type
/// declares is markup of its own.
fn markup_length(text: &str) -> usize {
    for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
        if let Some(inside) = text.strip_prefix(open) {
            let end = inside.find(close);
            return end.map_or(text.len(), |end| open.len() + end + close.len());
        }
    }
    let is_type = text.starts_with("<!DOCTYPE");
    let is_end = |&(_, byte, is_quoted): &(usize, u8, bool)| {
        !is_quoted && (byte == b'>' || is_type && byte == b'[')
    };
    bytes(text)
        .find(is_end)
        .map_or(text.len(), |(at, ..)| at + 1)
}

/// The bytes of markup, with their offsets, and whether they are in quotes.
fn bytes(markup: &str) -> impl Iterator<Item = (usize, u8, bool)> {
    let mut quote = None;
    markup.bytes().enumerate().map(move |(at, byte)| {
        let is_quoted = quote.is_some();
        match quote {
            Some(open) if open == byte => quote = None,
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            Some(_) | None => {}
        }
        (at, byte, is_quoted)
    })
}

fn attributes(tag: &str) -> usize {
    let equals = bytes(tag).filter(|&(_, byte, is_quoted)| byte == b'=' && !is_quoted);
    equals.count()
}

/// What is in quotes, and what is behind.
fn quoted(markup: &str) -> &str {
    let start = markup.find(['"', '\'']);
    start.map_or("", |start| &markup[start..])
}
