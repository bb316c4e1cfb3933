//! Entities that a document declares itself, which are put in where they are named.

use super::{invalid, position};
use std::borrow::Cow;
use std::collections::BTreeMap;
use steerwright_format::limits::TREE_BYTES;
use steerwright_format::{FormatError, sanitize_for_display};

/// Entities contain each other at most this deep.
const MAX_DEPTH: usize = 64;
/// The bytes that an entity counts beyond its own, which can be none.
const COST: u64 = 16;

/// The text without its document type, and with what the entities stand for. Lines keep their numbers.
///
/// # Errors
/// A [`FormatError`] that names the line if the document type does not end, an entity contains itself, or the text becomes too long.
pub fn expanded(text: Cow<'_, str>) -> Result<Cow<'_, str>, FormatError> {
    let Some(start) = document_type(&text) else {
        return Ok(text);
    };
    let Some((entities, length)) = declared(&text[start..]) else {
        let (line, _) = position(&text, start);
        let message = "the document type does not end; correct it in a text editor";
        return Err(invalid(line.to_string(), message));
    };
    let end = start + length;
    let mut expansion = Expansion {
        out: String::with_capacity(text.len()),
        open: Vec::new(),
        within: Within::Content,
        work: 0,
    };
    expansion.out.push_str(&text[..start]);
    expansion
        .out
        .extend(text[start..end].chars().filter(|&c| c == '\n'));
    expansion.run(&text[end..], &entities)?;
    Ok(expansion.out.into())
}

/// Where a document type is that declares something itself.
fn document_type(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest.len() - rest.trim_start().len();
        let rest = &text[at..];
        let close = if rest.starts_with("<?") {
            "?>"
        } else if rest.starts_with("<!--") {
            "-->"
        } else {
            let bracket = rest.find(['[', '>'])?;
            let declares = rest.starts_with("<!DOCTYPE") && rest[bracket..].starts_with('[');
            return declares.then_some(at);
        };
        at += rest.find(close)? + close.len();
    }
}

/// The entities that a document type declares, and its length. `None` if it does not end.
fn declared(text: &str) -> Option<(BTreeMap<&str, String>, usize)> {
    let mut entities = BTreeMap::new();
    let mut rest = text.split_once('[')?.1;
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(']') {
            let after = after.trim_start().strip_prefix('>')?;
            return Some((entities, text.len() - after.len()));
        }
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.split_once("-->")?.1;
        } else if rest.starts_with("<?") {
            rest = rest.split_once("?>")?.1;
        } else if let Some(parameter) = rest.strip_prefix('%') {
            rest = parameter.split_once(';')?.1;
        } else {
            let end = declaration_end(rest)?;
            if let Some((name, value)) = rest[..end].strip_prefix("<!ENTITY").and_then(entity) {
                // The first one holds.
                entities.entry(name).or_insert(value);
            }
            rest = &rest[end + 1..];
        }
    }
}

/// The offset of the ">" behind a declaration.
fn declaration_end(text: &str) -> Option<usize> {
    let mut quote = None;
    text.bytes().position(|byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return true,
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        false
    })
}

/// The name and value of an entity. Files are not read: an entity that is one is empty. `None` for a parameter entity.
fn entity(declaration: &str) -> Option<(&str, String)> {
    let (name, rest) = declaration.trim().split_once(|c: char| c.is_whitespace())?;
    let rest = rest.trim_start();
    let value = match rest.chars().next()? {
        quote @ ('"' | '\'') => rest.get(1..)?.split(quote).next()?,
        _ => "",
    };
    (name != "%").then(|| (name, with_characters(value)))
}

/// Replaces the numbers of characters.
fn with_characters(value: &str) -> String {
    let mut out = String::new();
    let mut parts = value.split("&#");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let character = part.split_once(';').and_then(|(number, rest)| {
            let code = match number.strip_prefix('x') {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
                None => number.parse(),
            };
            Some((char::from_u32(code.ok()?)?, rest))
        });
        match character {
            Some((character, rest)) => {
                out.push(character);
                out.push_str(rest);
            }
            None => {
                out.push_str("&#");
                out.push_str(part);
            }
        }
    }
    // Lines keep their numbers.
    out.replace(['\n', '\r'], " ")
}

/// The name of an entity at the start of the text, and what is behind it.
fn reference(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('&')?;
    let end = text.find([';', '&', '<', '"', '\''])?;
    Some((&text[..end], text[end..].strip_prefix(';')?))
}

/// What is around a place in the text.
#[derive(Clone, Copy)]
enum Within {
    Content,
    Tag,
    /// A value, its quote, and how many entities are open around it.
    Value(u8, usize),
}

struct Expansion<'a> {
    out: String,
    /// The names of the entities around, outermost first.
    open: Vec<&'a str>,
    within: Within,
    /// What was counted for the entities that were put in.
    work: u64,
}

impl<'a> Expansion<'a> {
    fn run(
        &mut self,
        text: &'a str,
        entities: &'a BTreeMap<&str, String>,
    ) -> Result<(), FormatError> {
        let mut rests = vec![text];
        while let Some(rest) = rests.pop() {
            if rest.is_empty() {
                self.open.pop();
                continue;
            }
            let length = self.plain(rest);
            self.out.push_str(&rest[..length]);
            if self.out.len() as u64 + self.work > TREE_BYTES.max {
                return Err(FormatError::BeyondLimit {
                    pointer: self.line(),
                    limit: &TREE_BYTES,
                });
            }
            let rest = &rest[length..];
            let known = reference(rest)
                .filter(|_| length == 0)
                .and_then(|(name, after)| Some((name, entities.get(name)?, after)));
            match known {
                Some((name, value, after)) => {
                    if self.open.contains(&name) || self.open.len() >= MAX_DEPTH {
                        let shown = sanitize_for_display(name);
                        let message = format!(
                            "the entity {shown:?} contains itself or too many others; correct it in a text editor"
                        );
                        return Err(invalid(self.line(), message));
                    }
                    self.work += COST;
                    self.open.push(name);
                    rests.push(after);
                    rests.push(value);
                }
                None if length == 0 => rests.push(self.mark(rest)),
                None => rests.push(rest),
            }
        }
        Ok(())
    }

    fn line(&self) -> String {
        position(&self.out, self.out.len()).0.to_string()
    }

    /// The length of what is copied as it is.
    fn plain(&self, rest: &str) -> usize {
        match self.within {
            Within::Content => {
                let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
                    .into_iter()
                    .find(|(open, _)| rest.starts_with(open));
                match skipped {
                    Some((_, close)) => rest.find(close).map(|end| end + close.len()),
                    None => rest.find(['<', '&']),
                }
            }
            Within::Tag => rest.find(['"', '\'', '>']),
            Within::Value(..) => rest.find(['"', '\'', '&', '<']),
        }
        .unwrap_or(rest.len())
    }

    /// Copies a character that may change what is around. Returns the rest.
    fn mark<'r>(&mut self, rest: &'r str) -> &'r str {
        let Some(&byte) = rest.as_bytes().first() else {
            return rest;
        };
        let depth = self.open.len();
        let mut copied = &rest[..rest.chars().next().map_or(0, char::len_utf8)];
        match (self.within, byte) {
            (Within::Content, b'<') if !rest.starts_with("<!") && !rest.starts_with("<?") => {
                self.within = Within::Tag;
            }
            (Within::Tag, b'>') => self.within = Within::Content,
            (Within::Tag, b'"' | b'\'') => self.within = Within::Value(byte, depth),
            (Within::Value(quote, opened), _) if byte == quote && opened == depth => {
                self.within = Within::Tag;
            }
            // What an entity stands for ends no value.
            (Within::Value(_, opened), b'"') if opened < depth => copied = "&quot;",
            (Within::Value(_, opened), b'\'') if opened < depth => copied = "&apos;",
            (Within::Content | Within::Tag | Within::Value(..), _) => {}
        }
        self.out.push_str(copied);
        &rest[rest.chars().next().map_or(0, char::len_utf8)..]
    }
}
