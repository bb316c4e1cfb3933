//! What separates the columns of a table.

use crate::import::level::node_places::normalized_name;
use csv::ReaderBuilder;

/// The delimiter that the first line names, as Excel reads it, and the text behind that line.
pub fn said_delimiter(text: &str) -> Option<(u8, &str)> {
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    let (line, rest) = text.split_at_checked(end)?;
    let (key, said) = line.trim_matches('"').split_at_checked(4)?;
    let mut said = said.chars();
    let delimiter = said
        .next()
        .filter(|c| c.is_ascii() && !c.is_ascii_alphanumeric() && *c != '"')?;
    // A spreadsheet may have filled the line up.
    let is_said = key.eq_ignore_ascii_case("sep=") && said.all(|c| c == delimiter);
    is_said.then_some((delimiter as u8, rest))
}

/// The delimiter with which the first row names x and y, or else the one that it has.
pub fn delimiter_of(text: &str) -> u8 {
    let mut lines = text.split(['\n', '\r']);
    let is_filled = |line: &&str| line.contains(char::is_alphanumeric);
    let first = lines.find(is_filled).unwrap_or_default();
    let names_both = |delimiter: &u8| {
        let reader = ReaderBuilder::new()
            .delimiter(*delimiter)
            .has_headers(false)
            .from_reader(first.as_bytes());
        let record = reader.into_records().next();
        record.is_some_and(|record| {
            record.is_ok_and(|record| {
                let has = |name| record.iter().any(|cell| normalized_name(cell) == name);
                has("x") && has("y")
            })
        })
    };
    let mut is_quoted = false;
    let unquoted: Vec<u8> = first
        .bytes()
        .filter(|&byte| {
            is_quoted ^= byte == b'"';
            !is_quoted
        })
        .collect();
    let known = [b'\t', b';', b','];
    let named = known.into_iter().find(names_both);
    named
        .or_else(|| known.into_iter().find(|byte| unquoted.contains(byte)))
        .unwrap_or(b',')
}
