//! Tags of XML, before the parser sees them.

use super::invalid;
use steerwright_format::FormatError;

/// The maximum number of attributes of an element. The parser compares each with all others.
const MAX_ATTRIBUTES: usize = 256;
/// Refuses texts that would take the parser very long: the time it needs is quadratic in the attributes of an element.
pub fn check_tags(text: &str, program: &str) -> Result<(), FormatError> {
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
pub fn tag(text: &str) -> (usize, usize) {
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
