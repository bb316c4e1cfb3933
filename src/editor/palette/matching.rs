//! Finds entries of the command palette by their names and descriptions.

use super::Entry;
use crate::editor::key_map::KeyMap;
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use steerwright_authoring::Command;

/// How an entry matches, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    /// Its name contains all words.
    Name,
    /// Its name, kind, shortcuts or tooltip contain all words.
    Description,
    /// Its name contains the letters in order.
    Letters,
}

/// The indexes of the entries that match a text, best first. All entries if the text is empty: recent commands first, disabled ones last.
pub(super) fn matching(
    query: &str,
    entries: &[Entry],
    recent: &[Command],
    keys: &KeyMap,
    enabled: &dyn Fn(Command) -> bool,
) -> Vec<usize> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let is_disabled = |entry: &Entry| entry.command().is_some_and(|command| !enabled(command));
    if words.is_empty() {
        let mut all: Vec<usize> = (0..entries.len()).collect();
        all.sort_by_key(|&index| {
            let entry = &entries[index];
            let command = entry.command();
            let place = recent.iter().position(|known| Some(*known) == command);
            (is_disabled(entry), place.unwrap_or(recent.len()))
        });
        return all;
    }
    let has_words = |text: &str| words.iter().all(|word| text.contains(word));
    let mut matcher = Matcher::new(Config::DEFAULT);
    let pattern = Pattern::parse(&query, CaseMatching::Ignore, Normalization::Smart);
    let mut letters = Vec::new();
    let mut found: Vec<(Match, bool, u32, usize)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let name = entry.name.to_lowercase();
        let described = || {
            let keys = entry
                .command()
                .map_or(String::new(), |command| keys.texts(command));
            format!("{name} {keys} {} {}", entry.kind, entry.tooltip).to_lowercase()
        };
        let score = pattern.score(Utf32Str::new(&name, &mut letters), &mut matcher);
        let kind = if has_words(&name) {
            Match::Name
        } else if has_words(&described()) {
            Match::Description
        } else if score.is_some() {
            Match::Letters
        } else {
            continue;
        };
        found.push((
            kind,
            is_disabled(entry),
            u32::MAX - score.unwrap_or(0),
            index,
        ));
    }
    // Among equal matches, list enabled commands first.
    found.sort();
    found.into_iter().map(|(.., index)| index).collect()
}
