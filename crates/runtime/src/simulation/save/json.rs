//! Reads the JSON of a save: an object with the list of its values.

use crate::simulation::save::error::SaveError;
use crate::simulation::save::text::{FORMAT, VERSION};
use std::borrow::Cow;

/// How deep what a save does not have may be nested.
const MAX_NESTED: usize = 64;

/// A value of the list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SavedValue<'t> {
    None,
    Flag(bool),
    Whole(i64),
    Text(Cow<'t, str>),
    /// What no save has.
    Other,
}

/// A save whose values are still to be read.
#[derive(Debug)]
pub(super) struct SaveFile<'t> {
    /// The hash of the scene.
    pub(super) scene: u64,
    pub(super) values: Vec<SavedValue<'t>>,
}

/// Reads a save. Of equal keys the last counts, and unknown ones are ignored.
pub(super) fn read(text: &str) -> Result<SaveFile<'_>, SaveError> {
    let mut json = Json { text, at: 0 };
    json.blank();
    if json.peek() != Some(b'{') {
        // A value of another kind is JSON too.
        json.value(0)?;
        json.end()?;
        return Err(SaveError::Format);
    }
    let (mut format, mut version, mut scene) = (None, None, None);
    let mut values = None;
    json.members(|json, key| {
        match key {
            "format" => format = Some(json.value(0)?),
            "format_version" => version = Some(json.value(0)?),
            "scene" => scene = Some(json.value(0)?),
            "values" if json.peek() == Some(b'[') => {
                let mut list = Vec::new();
                json.elements(|json| {
                    list.push(json.value(0)?);
                    Ok(())
                })?;
                values = Some(list);
            }
            _ => {
                json.value(0)?;
            }
        }
        Ok(())
    })?;
    json.end()?;
    if format != Some(SavedValue::Text(FORMAT.into())) {
        return Err(SaveError::Format);
    }
    match version {
        Some(SavedValue::Whole(version)) if version > VERSION => {
            return Err(SaveError::Version(version));
        }
        Some(SavedValue::Whole(VERSION)) => {}
        _ => return Err(SaveError::Format),
    }
    let scene = match scene {
        Some(SavedValue::Text(digits)) => bits_of(&digits),
        _ => None,
    };
    match (scene, values) {
        (Some(scene), Some(values)) => Ok(SaveFile { scene, values }),
        _ => Err(SaveError::Format),
    }
}

/// The number with these 16 hex digits, as a save writes them.
pub(super) fn bits_of(digits: &str) -> Option<u64> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if digits.len() != 16 || !digits.bytes().all(is_digit) {
        return None;
    }
    u64::from_str_radix(digits, 16).ok()
}

/// A place in a text of JSON.
struct Json<'t> {
    text: &'t str,
    at: usize,
}

type Parsed<T> = Result<T, SaveError>;

impl<'t> Json<'t> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fail<T>(&self) -> Parsed<T> {
        Err(SaveError::Syntax(self.at))
    }

    /// Skips white space.
    fn blank(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Skips `byte`, if it is next.
    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8) -> Parsed<()> {
        if self.skip(byte) { Ok(()) } else { self.fail() }
    }

    fn end(&mut self) -> Parsed<()> {
        self.blank();
        match self.peek() {
            None => Ok(()),
            Some(_) => self.fail(),
        }
    }

    /// Reads an object; `member` reads each value.
    fn members(&mut self, mut member: impl FnMut(&mut Self, &str) -> Parsed<()>) -> Parsed<()> {
        self.expect(b'{')?;
        self.list(b'}', |json| {
            let key = json.text()?;
            json.blank();
            json.expect(b':')?;
            json.blank();
            member(json, &key)
        })
    }

    /// Reads a list; `element` reads each value.
    fn elements(&mut self, element: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.expect(b'[')?;
        self.list(b']', element)
    }

    fn list(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.blank();
        if self.skip(end) {
            return Ok(());
        }
        loop {
            self.blank();
            item(self)?;
            self.blank();
            if self.skip(end) {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads any value. Lists and objects, whose content is skipped, are in as many others as
    /// `depth`.
    fn value(&mut self, depth: usize) -> Parsed<SavedValue<'t>> {
        if depth > MAX_NESTED {
            return self.fail();
        }
        match self.peek() {
            Some(b'"') => return self.text().map(SavedValue::Text),
            Some(b'-' | b'0'..=b'9') => return self.number(),
            Some(b'{') => self.members(|json, _| json.value(depth + 1).map(drop))?,
            Some(b'[') => self.elements(|json| json.value(depth + 1).map(drop))?,
            _ => return self.word(),
        }
        Ok(SavedValue::Other)
    }

    fn word(&mut self) -> Parsed<SavedValue<'t>> {
        let rest = &self.text.as_bytes()[self.at..];
        for (word, value) in [
            ("null", SavedValue::None),
            ("true", SavedValue::Flag(true)),
            ("false", SavedValue::Flag(false)),
        ] {
            if rest.starts_with(word.as_bytes()) {
                self.at += word.len();
                return Ok(value);
            }
        }
        self.fail()
    }

    fn number(&mut self) -> Parsed<SavedValue<'t>> {
        let start = self.at;
        self.skip(b'-');
        if !self.skip(b'0') {
            self.digits()?;
        }
        let whole = &self.text[start..self.at];
        let mut is_whole = true;
        if self.skip(b'.') {
            is_whole = false;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            is_whole = false;
            self.at += 1;
            if !self.skip(b'-') {
                self.skip(b'+');
            }
            self.digits()?;
        }
        let number = whole.parse().ok().filter(|_| is_whole);
        Ok(number.map_or(SavedValue::Other, SavedValue::Whole))
    }

    fn digits(&mut self) -> Parsed<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start {
            return self.fail();
        }
        Ok(())
    }

    fn text(&mut self) -> Parsed<Cow<'t, str>> {
        self.expect(b'"')?;
        let mut text = Cow::Borrowed("");
        loop {
            let start = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | ..b' ')) {
                self.at += 1;
            }
            // All of these bytes are letters of their own, so it ends between letters.
            let plain = &self.text[start..self.at];
            if text.is_empty() {
                text = Cow::Borrowed(plain);
            } else {
                text.to_mut().push_str(plain);
            }
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.at += 1;
                    let letter = self.escaped()?;
                    text.to_mut().push(letter);
                }
                _ => return self.fail(),
            }
        }
    }

    /// Reads what follows a backslash.
    fn escaped(&mut self) -> Parsed<char> {
        let Some(byte) = self.peek() else {
            return self.fail();
        };
        let letter = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return self.fail(),
        };
        self.at += 1;
        Ok(letter)
    }

    fn unicode(&mut self) -> Parsed<char> {
        let mut units = vec![self.unit()?];
        if (0xd800..0xdc00).contains(&units[0]) {
            self.expect(b'\\')?;
            self.expect(b'u')?;
            units.push(self.unit()?);
        }
        match char::decode_utf16(units).next() {
            Some(Ok(letter)) => Ok(letter),
            Some(Err(_)) | None => self.fail(),
        }
    }

    /// Reads four hex digits.
    fn unit(&mut self) -> Parsed<u16> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return self.fail();
            };
            unit = unit * 16 + digit as u16;
            self.at += 1;
        }
        Ok(unit)
    }
}
