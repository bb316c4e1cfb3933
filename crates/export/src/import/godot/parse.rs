//! Godot's text files: sections, each a heading in brackets and values below it.

use crate::target::godot::text::{Section, Variant};
use steerwright_format::FormatError;
use steerwright_format::sanitize_for_display;

/// Values in values are read no deeper.
const DEEPEST: usize = 64;

/// The sections of a file.
///
/// # Errors
/// A [`FormatError`] that names the line.
pub fn sections(text: &str) -> Result<Vec<Section>, FormatError> {
    let mut reader = Reader { text, at: 0 };
    let mut sections: Vec<Section> = Vec::new();
    loop {
        reader.skip_blank();
        match (reader.peek(), sections.last_mut()) {
            (None, _) => return Ok(sections),
            (Some('['), _) => sections.push(reader.heading()?),
            (Some(_), Some(section)) => {
                let name = reader.word(|c| c != '=' && c != '\n').trim().to_owned();
                reader.take('=')?;
                section.properties.push((name, reader.value(0)?));
            }
            (Some(_), None) => {
                return Err(reader.fault("the file does not start with a section in brackets"));
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The byte that is read next.
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Blanks, line feeds and comments.
    fn skip_blank(&mut self) {
        loop {
            self.word(|c| c.is_whitespace() || c == '\u{feff}');
            if self.peek() != Some(';') {
                return;
            }
            self.word(|c| c != '\n');
        }
    }

    fn fault(&self, message: &str) -> FormatError {
        let before = &self.text[..self.at];
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.chars().rev().take_while(|&c| c != '\n').count();
        FormatError::InvalidField {
            pointer: format!("{line}:{column}"),
            message: format!("{message}; save the file in Godot again, or export the scene again"),
        }
    }

    fn take(&mut self, wanted: char) -> Result<(), FormatError> {
        self.skip_blank();
        match self.peek() {
            Some(c) if c == wanted => {
                self.next();
                Ok(())
            }
            Some(c) => Err(self.fault(&format!(
                "expected \"{wanted}\", but found \"{}\"",
                sanitize_for_display(&c.to_string())
            ))),
            None => Err(self.fault(&format!("expected \"{wanted}\", but the file ends"))),
        }
    }

    fn heading(&mut self) -> Result<Section, FormatError> {
        self.take('[')?;
        let mut section = Section::new(self.word(is_of_name));
        loop {
            self.skip_blank();
            if self.peek() == Some(']') {
                self.next();
                return Ok(section);
            }
            let name = self.word(is_of_name).to_owned();
            self.take('=')?;
            section.attributes.push((name, self.value(0)?));
        }
    }

    fn value(&mut self, depth: usize) -> Result<Variant, FormatError> {
        if depth > DEEPEST {
            return Err(self.fault("the values are nested too deeply"));
        }
        self.skip_blank();
        match self.peek() {
            Some('"') => self.quoted().map(Variant::Text),
            // Names and paths to nodes.
            Some('&' | '^') => {
                self.next();
                self.quoted().map(Variant::Text)
            }
            Some('[') => {
                self.next();
                self.items(']', depth).map(Variant::List)
            }
            Some('{') => {
                self.next();
                let parts = self.items('}', depth)?;
                Ok(Variant::Dictionary(
                    parts
                        .chunks_exact(2)
                        .map(|pair| (pair[0].clone(), pair[1].clone()))
                        .collect(),
                ))
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.number(),
            Some(c) if is_of_name(c) => self.made(depth),
            _ => Err(self.fault("expected a value")),
        }
    }

    /// Values up to `end`, with commas or colons between them.
    fn items(&mut self, end: char, depth: usize) -> Result<Vec<Variant>, FormatError> {
        let mut items = Vec::new();
        loop {
            self.skip_blank();
            match self.peek() {
                Some(c) if c == end => {
                    self.next();
                    return Ok(items);
                }
                Some(',' | ':') => {
                    self.next();
                }
                _ => items.push(self.value(depth + 1)?),
            }
        }
    }

    fn number(&mut self) -> Result<Variant, FormatError> {
        let word = self.word(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'));
        let float = || {
            word.parse()
                .ok()
                .filter(|number: &f64| number.is_finite())
                .map(Variant::Float)
        };
        let number = word.parse().ok().map(Variant::Int).or_else(float);
        number.ok_or_else(|| {
            self.fault(&format!(
                "\"{}\" is not a number",
                sanitize_for_display(word)
            ))
        })
    }

    /// A word: `true`, `null`, or the maker of what follows, as in `Vector2(1, 2)` or `Array[int]([1, 2])`.
    fn made(&mut self, depth: usize) -> Result<Variant, FormatError> {
        let name = self.word(is_of_name);
        if self.peek() == Some('[') {
            self.next();
            self.items(']', depth)?;
        }
        if self.peek() == Some('(') {
            self.next();
            return Ok(Variant::Made(name.to_owned(), self.items(')', depth)?));
        }
        Ok(match name {
            "true" => Variant::Bool(true),
            "false" => Variant::Bool(false),
            _ => Variant::Null,
        })
    }

    fn quoted(&mut self) -> Result<String, FormatError> {
        self.take('"')?;
        let mut text = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => match self.next() {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some('b') => text.push('\u{8}'),
                    Some('f') => text.push('\u{c}'),
                    Some('u') => text.push(self.hexadecimal(4)?),
                    Some('U') => text.push(self.hexadecimal(6)?),
                    Some(c) => text.push(c),
                    None => return Err(self.fault("the file ends inside a string")),
                },
                Some(c) => text.push(c),
                None => return Err(self.fault("the file ends inside a string")),
            }
        }
    }

    fn hexadecimal(&mut self, digits: usize) -> Result<char, FormatError> {
        let word = self.rest().get(..digits).unwrap_or_default();
        let code = u32::from_str_radix(word, 16).ok().and_then(char::from_u32);
        let c = code.ok_or_else(|| self.fault("a string has an invalid escape sequence"))?;
        self.at += digits;
        Ok(c)
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '/'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let section = Section::new("node")
            .attribute("name", Variant::text("a ] \"b\" \\ 😀"))
            .property("position", Variant::made("Vector2", [1.5, -2.0]))
            .property(
                "metadata/x",
                Variant::Dictionary(vec![(
                    Variant::text("k\n\u{1}"),
                    Variant::List(vec![Variant::Null, Variant::Bool(true)]),
                )]),
            );
        assert_eq!(
            sections(&section.to_string()).expect("a section"),
            [section]
        );
    }

    #[test]
    fn what_only_godot_writes_is_read() {
        let text = "; made by hand\n[node name=\"A\" groups=[\"x\"]]\na = &\"name\"\nb = Array[int]([1, 2])\nc = NodePath(\"../B\")\nd = 1e-05\ne = inf\n";
        let section = sections(text).expect("a section").remove(0);
        assert_eq!(section.value("a"), Some(&Variant::text("name")));
        assert_eq!(section.value("d"), Some(&Variant::Float(1e-5)));
        assert_eq!(section.value("e"), Some(&Variant::Null));
    }

    #[test]
    fn faults_name_the_line() {
        let deep = format!("[a]\nb = {}", "[".repeat(100_000));
        for text in [
            "x = 1",
            "[a",
            "[a b]",
            "[a]\nb",
            "[a]\nb =",
            "[a]\nb = \"c",
            "[a]\nb = \"\\u00",
            "[a]\nb = 1e999",
            "[a]\nb = [1,",
            "[a]\nb = )",
            &deep,
        ] {
            let fault = sections(text).expect_err(text).to_string();
            assert!(
                fault
                    .split(':')
                    .take(2)
                    .all(|number| number.parse::<usize>().is_ok_and(|n| n > 0)),
                "{fault}"
            );
        }
    }
}
