//! Reading XML of others without letting it take long: no entities, and a bounded number of attributes and namespaces.

use roxmltree::{Document, ParsingOptions};
use std::borrow::Cow;
use steerwright_format::FormatError;

/// The maximum number of XML nodes.
const MAX_NODES: u32 = 4_000_000;
/// The maximum number of attributes of an element. The parser compares each with all others.
const MAX_ATTRIBUTES: usize = 64;
/// The maximum number of namespace declarations. The parser copies them to every element inside.
const MAX_NAMESPACES: usize = 16;

fn invalid(place: impl Into<String>, message: impl Into<String>) -> FormatError {
    FormatError::InvalidField {
        pointer: place.into(),
        message: message.into(),
    }
}

/// The text without its document type, which old versions of Tiled and Inkscape write. All places stay the same.
pub fn without_doctype(text: &str) -> Result<Cow<'_, str>, FormatError> {
    let Some(start) = doctype(text) else {
        return Ok(Cow::Borrowed(text));
    };
    let end = text[start..]
        .find('>')
        .map_or(text.len(), |end| start + end + 1);
    let declared = &text[start..end];
    if declared.contains('[') {
        let line = 1 + text[..start].matches('\n').count();
        return Err(invalid(
            line.to_string(),
            "the document type declares entities, which are not read; save the file again without them",
        ));
    }
    let blank: String = declared
        .chars()
        .map(|c| if c == '\n' { '\n' } else { ' ' })
        .collect();
    Ok(Cow::Owned([&text[..start], &blank, &text[end..]].concat()))
}

/// Where the document type starts. Only comments and instructions come before it.
fn doctype(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.len()
            - rest
                .trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
                .len();
        let rest = &text[at..];
        let close = match rest {
            _ if rest.starts_with("<!DOCTYPE") => return Some(at),
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<?") => "?>",
            _ => return None,
        };
        at += rest.find(close)? + close.len();
    }
}

/// Parses a text without a document type. `kind` is what the file should be, and `program` what saves it.
pub fn parse<'a>(text: &'a str, kind: &str, program: &str) -> Result<Document<'a>, FormatError> {
    check_tags(text, program)?;
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: MAX_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        invalid(
            format!("{}:{}", at.row, at.col),
            format!("this is not {kind}: {error}; save it again in {program}"),
        )
    })
}

/// Refuses texts that would take the parser very long: the time it needs is quadratic in these numbers.
fn check_tags(text: &str, program: &str) -> Result<(), FormatError> {
    if text.matches("xmlns").nth(MAX_NAMESPACES).is_some() {
        let message = format!(
            "more than {MAX_NAMESPACES} XML namespaces (limit \"namespaces\"); save the file again in {program}"
        );
        return Err(invalid("1:1", message));
    }
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(open, _)| rest.starts_with(open));
        rest = match skipped {
            Some((open, close)) => match rest[open.len()..].find(close) {
                Some(end) => &rest[open.len() + end..],
                None => break,
            },
            None => {
                let (attributes, end) = tag(rest);
                if attributes > MAX_ATTRIBUTES {
                    let before = &text.as_bytes()[..text.len() - rest.len()];
                    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
                    let message = format!(
                        "more than {MAX_ATTRIBUTES} attributes in an element (limit \"attributes\"); save the file again in {program}"
                    );
                    return Err(invalid(line.to_string(), message));
                }
                &rest[end..]
            }
        };
    }
    Ok(())
}

/// The number of attributes of the tag at the start of `text`, and where the tag ends.
fn tag(text: &str) -> (usize, usize) {
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return (attributes, at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (None, _) => {}
        }
    }
    (attributes, text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_type_is_blanked_out_and_entities_are_refused() {
        let text = "<?xml version=\"1.0\"?>\n<!-- <!DOCTYPE no> -->\n<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map/>";
        let read = without_doctype(text).expect("read");
        assert_eq!(read.len(), text.len());
        assert!(parse(&read, "a map", "Tiled").is_ok());
        let bomb = "<!DOCTYPE map [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><map>&b;</map>";
        let message = without_doctype(bomb).expect_err("refused").to_string();
        assert!(
            message.starts_with("1: ") && message.contains("entities"),
            "{message}"
        );
    }
}
