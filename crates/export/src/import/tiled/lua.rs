//! Reads a Lua table as exported by Tiled. Nothing is executed, so expressions are errors.

use super::invalid;
use crate::import::level::element::Document;
use serde_json::Number;
use steerwright_format::FormatError;

/// The maximum nesting depth of tables.
const MAX_DEPTH: usize = 64;

/// Checks that a text is a map, and writes it as JSON. A tree of its values would take many times
/// as much memory.
pub fn document(text: &str) -> Result<Document<'static>, FormatError> {
    let mut reader = Reader {
        text,
        at: 0,
        json: String::with_capacity(text.len()),
    };
    reader.skip_space();
    if !reader.take("return") {
        return Err(reader.error("does not start with \"return\""));
    }
    reader.value(0)?;
    reader.skip_space();
    if reader.at < text.len() {
        return Err(reader.error("has text after its end"));
    }
    let document = Document::from_json(reader.json, "map")?;
    if document.root().attribute("tiledversion").is_none() {
        return Err(invalid(
            "1:1",
            "this is not a Lua map exported by Tiled; export one from Tiled, or with \"--to tiled\"",
        ));
    }
    Ok(document)
}

/// The name in JSON of a field of a table.
fn json_name(key: &str) -> &str {
    match key {
        // The file of a tileset.
        "filename" => "source",
        "objectGroup" => "objectgroup",
        other => other,
    }
}

/// A position in the text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// What was read so far.
    json: String,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn error(&self, what: &str) -> FormatError {
        let before = self.text.get(..self.at).unwrap_or_default();
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.chars().rev().take_while(|c| *c != '\n').count();
        invalid(
            format!("{line}:{column}"),
            format!("the Lua table {what}; export it again from Tiled"),
        )
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest().trim_start();
            self.at = self.text.len() - rest.len();
            if !rest.starts_with("--") {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<(), FormatError> {
        self.skip_space();
        let rest = self.rest();
        let word = &rest[..rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c)))
            .unwrap_or(rest.len())];
        match word {
            "true" | "false" => self.json.push_str(word),
            "nil" => self.json.push_str("null"),
            "" if rest.starts_with('{') => return self.table(depth),
            "" if rest.starts_with('"') => {
                let text = self.quoted()?;
                self.write_text(&text);
                return Ok(());
            }
            word => {
                let number = self.number(word)?.to_string();
                self.json.push_str(&number);
            }
        }
        self.at += word.len();
        Ok(())
    }

    fn write_text(&mut self, text: &str) {
        self.json.push('"');
        for c in text.chars() {
            if self.json.capacity() - self.json.len() < 8 {
                // Twice as much each time would be far more than is needed.
                self.json.reserve_exact(64 + self.json.len() / 4);
            }
            match c {
                '"' | '\\' => self.json.extend(['\\', c]),
                c if c < ' ' => self.json.push_str(&format!("\\u{:04x}", u32::from(c))),
                c => self.json.push(c),
            }
        }
        self.json.push('"');
    }

    fn number(&self, word: &str) -> Result<Number, FormatError> {
        let whole = word.parse::<i64>().ok().map(Number::from);
        // Rust also parses words such as "inf".
        let float = || {
            word.parse()
                .ok()
                .filter(|_| word.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
                .and_then(Number::from_f64)
        };
        whole
            .or_else(float)
            .ok_or_else(|| self.error("has a value that is not a number, string or table"))
    }

    fn quoted(&mut self) -> Result<String, FormatError> {
        let mut bytes = Vec::new();
        let mut rest = self.rest().bytes().skip(1).peekable();
        let mut length = 1;
        loop {
            length += 1;
            match rest.next() {
                None | Some(b'\n') => return Err(self.error("has an unterminated string")),
                Some(b'"') => break,
                Some(b'\\') => {
                    length += 1;
                    bytes.push(match rest.next() {
                        Some(b'n') => b'\n',
                        Some(b'r') => b'\r',
                        Some(b't') => b'\t',
                        Some(first) if first.is_ascii_digit() => {
                            let mut code = u32::from(first - b'0');
                            for _ in 0..2 {
                                let Some(digit) = rest.next_if(u8::is_ascii_digit) else {
                                    break;
                                };
                                code = code * 10 + u32::from(digit - b'0');
                                length += 1;
                            }
                            u8::try_from(code)
                                .map_err(|_| self.error("has an escape sequence above \\255"))?
                        }
                        Some(other) => other,
                        None => return Err(self.error("has an unterminated string")),
                    });
                }
                Some(byte) => bytes.push(byte),
            }
        }
        let text =
            String::from_utf8(bytes).map_err(|_| self.error("has a string that is not UTF-8"))?;
        self.at += length;
        Ok(text)
    }

    /// Reads a table, which is a list if its entries have no keys.
    fn table(&mut self, depth: usize) -> Result<(), FormatError> {
        if depth == MAX_DEPTH {
            return Err(self.error("is nested too deeply"));
        }
        let start = self.json.len();
        let (mut has_keys, mut is_first) = (false, true);
        self.json.push('[');
        self.at += 1;
        loop {
            self.skip_space();
            if self.take("}") {
                break;
            }
            let key = self.key()?;
            let before = self.json.len();
            if key.is_some() && !has_keys {
                // The items before have no names.
                self.json.truncate(start);
                self.json.push('{');
                (has_keys, is_first) = (true, true);
            }
            let kept = self.json.len();
            if !is_first {
                self.json.push(',');
            }
            if let Some(key) = &key {
                self.write_text(json_name(key));
                self.json.push(':');
            }
            if key.as_deref() == Some("properties") {
                self.properties(depth + 1)?;
            } else {
                self.value(depth + 1)?;
            }
            if key.is_none() && has_keys {
                self.json.truncate(before.min(kept));
            } else {
                is_first = false;
            }
            self.end_of_entry()?;
        }
        self.json.push(if has_keys { '}' } else { ']' });
        Ok(())
    }

    /// Reads a table of custom properties, and writes the list that it is in JSON.
    fn properties(&mut self, depth: usize) -> Result<(), FormatError> {
        self.skip_space();
        if !self.take("{") {
            return self.value(depth);
        }
        self.json.push('[');
        let mut is_first = true;
        loop {
            self.skip_space();
            if self.take("}") {
                break;
            }
            let Some(name) = self.key()? else {
                return Err(self.error("has a custom property without a name"));
            };
            if !is_first {
                self.json.push(',');
            }
            is_first = false;
            self.json.push_str("{\"name\":");
            self.write_text(&name);
            self.json.push_str(",\"value\":");
            let start = self.json.len();
            self.value(depth + 1)?;
            let written = self.json.get(start..).unwrap_or_default();
            // An object is the table of its id.
            let object = written
                .strip_prefix("{\"id\":")
                .and_then(|rest| rest.strip_suffix('}')?.parse::<u32>().ok());
            let kind = match written.as_bytes().first() {
                _ if object.is_some() => "object",
                Some(b't' | b'f') => "bool",
                Some(b'"') => "string",
                Some(b'{' | b'[') => "class",
                _ => "float",
            };
            if let Some(id) = object {
                self.json.truncate(start);
                self.json.push_str(&id.to_string());
            }
            self.json.push_str(&format!(",\"type\":\"{kind}\"}}"));
            self.end_of_entry()?;
        }
        self.json.push(']');
        Ok(())
    }

    fn end_of_entry(&mut self) -> Result<(), FormatError> {
        self.skip_space();
        if self.take(",") || self.take(";") || self.rest().starts_with('}') {
            Ok(())
        } else {
            Err(self.error("has no comma after an entry"))
        }
    }

    /// Reads `name =` or `["name"] =`, if the entry has a key.
    fn key(&mut self) -> Result<Option<String>, FormatError> {
        let start = self.at;
        let key = if self.take("[") {
            self.skip_space();
            if !self.rest().starts_with('"') {
                return Err(self.error("has a key that is not a string"));
            }
            let key = self.quoted()?;
            self.skip_space();
            if !self.take("]") {
                return Err(self.error("has an unterminated key"));
            }
            key
        } else {
            let rest = self.rest();
            let word = &rest[..rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .unwrap_or(rest.len())];
            self.at += word.len();
            word.to_owned()
        };
        self.skip_space();
        if !key.is_empty() && self.take("=") {
            return Ok(Some(key));
        }
        self.at = start;
        Ok(None)
    }
}
