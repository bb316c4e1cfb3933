//! Takes a text of correct syntax apart.

use super::error::ReadError;
use serde::de::Error;
use std::borrow::Cow;

/// A place in a text of correct syntax.
pub(super) struct Text<'de> {
    text: &'de str,
    at: usize,
}

impl<'de> Text<'de> {
    pub fn new(text: &'de str) -> Self {
        Self { text, at: 0 }
    }

    /// The next byte that is not white space.
    pub fn peek(&mut self) -> u8 {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let blank = rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        self.at += blank;
        rest.get(blank).copied().unwrap_or_default()
    }

    /// Passes the next byte if it is this one.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    /// A number or a word.
    pub fn unquoted(&mut self) -> &'de str {
        self.peek();
        let rest = self.text.get(self.at..).unwrap_or_default();
        let is_end = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b']' | b'}');
        let end = rest.bytes().position(is_end).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// A string with its quotes.
    pub fn quoted(&mut self) -> &'de str {
        self.peek();
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut escaped = true; // the first quote
        let is_end = |byte: u8| {
            let ends = byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            ends
        };
        let length = rest
            .bytes()
            .position(is_end)
            .map_or(rest.len(), |end| end + 1);
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// A string, without a copy where it has no escapes.
    pub fn string(&mut self) -> Result<Cow<'de, str>, ReadError> {
        let quoted = self.quoted();
        if quoted.contains('\\') {
            return serde_json::from_str(quoted)
                .map(Cow::Owned)
                .map_err(ReadError::custom);
        }
        let end = quoted.len().saturating_sub(1);
        Ok(Cow::Borrowed(quoted.get(1..end).unwrap_or_default()))
    }

    /// Passes a value.
    pub fn skip(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                }
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                }
                b',' | b':' => self.at += 1,
                b'"' => {
                    self.quoted();
                }
                _ => {
                    self.unquoted();
                }
            }
            if depth == 0 || self.at >= self.text.len() {
                return;
            }
        }
    }
}
