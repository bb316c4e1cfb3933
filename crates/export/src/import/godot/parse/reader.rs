//! Reads the values of Godot's text files one after the other.

use crate::target::godot::text::Variant;
use steerwright_format::FormatError;
use steerwright_format::limits::{MAP_POINTS, NODES};
use steerwright_format::sanitize_for_display;

/// Values in values are read no deeper.
const DEEPEST: usize = 64;
/// The most numbers of a list: a curve has six for each point.
const MAX_NUMBERS: u64 = 6 * MAP_POINTS.max;

/// A place in a file.
#[derive(Clone)]
pub struct Reader<'a> {
    text: &'a str,
    /// The byte that is read next.
    pub at: usize,
    /// Whether values are made, and not only checked.
    keeps: bool,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            keeps: false,
        }
    }

    /// A reader that starts at an offset.
    pub fn starting(text: &'a str, at: usize) -> Self {
        Self {
            at,
            ..Self::new(text)
        }
    }

    /// Reads a value and makes it.
    pub fn kept(&mut self) -> Result<Variant, FormatError> {
        self.keeps = true;
        let value = self.value(0);
        self.keeps = false;
        value
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub fn word(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Blanks, line feeds and comments.
    pub fn skip_blank(&mut self) {
        loop {
            self.word(|c| c.is_whitespace() || c == '\u{feff}');
            if self.peek() != Some(';') {
                return;
            }
            self.word(|c| c != '\n');
        }
    }

    pub fn fault(&self, message: &str) -> FormatError {
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

    /// Reads a heading up to the value called `wanted`, and says whether there is one.
    pub fn heading(&mut self, wanted: &str) -> Result<bool, FormatError> {
        self.take('[')?;
        self.word(is_of_name);
        loop {
            self.skip_blank();
            if self.peek() == Some(']') {
                self.next();
                return Ok(false);
            }
            let name = self.word(is_of_name);
            self.take('=')?;
            if !wanted.is_empty() && name == wanted {
                return Ok(true);
            }
            self.value(0)?;
        }
    }

    /// Reads the name of a value below a heading.
    pub fn property(&mut self) -> Result<&'a str, FormatError> {
        let name = self.word(|c| c != '=' && c != '\n').trim();
        self.take('=')?;
        Ok(name)
    }

    /// A reader in front of the value of a key, if the value here is a dictionary that has it.
    pub fn entry(mut self, wanted: &str) -> Option<Self> {
        self.skip_blank();
        if self.next() != Some('{') {
            return None;
        }
        let (mut is_key, mut is_found) = (true, false);
        loop {
            self.skip_blank();
            match self.peek()? {
                '}' => return None,
                ',' | ':' => {
                    self.next();
                }
                _ if is_found => return Some(self),
                _ if is_key => {
                    is_found = self.kept().ok()?.as_text() == Some(wanted);
                    is_key = false;
                }
                _ => {
                    self.value(1).ok()?;
                    is_key = true;
                }
            }
        }
    }

    /// The numbers of a list or constructor call; `None` if it contains anything else.
    pub fn numbers(&mut self) -> Result<Option<Vec<f64>>, FormatError> {
        self.skip_blank();
        self.word(is_of_name);
        let end = match self.next() {
            Some('(') => ')',
            Some('[') => ']',
            _ => return Ok(None),
        };
        let mut numbers: Vec<f64> = Vec::new();
        loop {
            self.skip_blank();
            match self.peek() {
                Some(c) if c == end => {
                    // A typed list: "Array[int]([1, 2])".
                    self.next();
                    return Ok(Some(numbers).filter(|_| end == ')' || self.peek() != Some('(')));
                }
                Some(',' | ':') => {
                    self.next();
                }
                Some(c) if starts_number(c) => {
                    if numbers.len() == numbers.capacity() {
                        // Twice as much each time would be far more than is needed.
                        numbers.reserve_exact(16 + numbers.len() / 4);
                    }
                    numbers.extend(self.number()?.number());
                    if numbers.len() as u64 > MAX_NUMBERS {
                        return Err(self.fault(&MAP_POINTS.message()));
                    }
                }
                _ => return Ok(None),
            }
        }
    }

    pub fn value(&mut self, depth: usize) -> Result<Variant, FormatError> {
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
            Some(c) if starts_number(c) => self.number(),
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
                _ => {
                    let item = self.value(depth + 1)?;
                    if self.keeps {
                        items.push(item);
                    }
                    // The lists that are asked for have an item for each node.
                    if items.len() as u64 > NODES.max {
                        return Err(self.fault(&NODES.message()));
                    }
                }
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

    /// A word: `true`, `null`, or the maker of what follows, as in `Vector2(1, 2)` or
    /// `Array[int]([1, 2])`.
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
            let c = match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => match self.next() {
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some('r') => '\r',
                    Some('b') => '\u{8}',
                    Some('f') => '\u{c}',
                    Some('u') => self.hexadecimal(4)?,
                    Some('U') => self.hexadecimal(6)?,
                    Some(c) => c,
                    None => return Err(self.fault("the file ends inside a string")),
                },
                Some(c) => c,
                None => return Err(self.fault("the file ends inside a string")),
            };
            if self.keeps {
                text.push(c);
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

fn starts_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '-' | '+' | '.')
}

pub fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '/'
}
