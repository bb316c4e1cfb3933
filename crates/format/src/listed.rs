//! Lists of errors and warnings that stay readable, however many there are.

use crate::limits;
use std::collections::BTreeMap;

/// An error in a scene or preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// The JSON pointer to the value.
    pub pointer: String,
    /// What is wrong and how to fix it.
    pub message: String,
}

impl std::fmt::Display for ValidationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.pointer, self.message)
    }
}

/// The maximum number of entries of one kind that are listed; the others are counted.
const LISTED_OF_A_KIND: u64 = 3;

/// The first entries of each kind, and how many more there are.
///
/// Entries are of one kind if their places and messages differ in numbers only, as those of the
/// nodes of a path do. Of more than [`limits::LISTED_ERRORS`] entries that are listed, the others
/// are counted too.
#[derive(Default)]
pub struct Listed {
    entries: Vec<ValidationError>,
    kinds: BTreeMap<(String, String), Kind>,
    others: u64,
}

/// The entries of a kind.
struct Kind {
    count: u64,
    /// The index of the last one that is listed.
    listed: usize,
    /// The place of the last one.
    last: String,
}

impl Listed {
    /// Adds an entry.
    pub fn add(&mut self, pointer: String, message: String) {
        let key = (without_numbers(&pointer), without_numbers(&message));
        let is_full = self.entries.len() as u64 >= limits::LISTED_ERRORS.max;
        match self.kinds.get_mut(&key) {
            Some(kind) if kind.count >= LISTED_OF_A_KIND => {
                kind.count += 1;
                kind.last = pointer;
            }
            _ if is_full => self.others += 1,
            known => {
                let listed = self.entries.len();
                match known {
                    Some(kind) => {
                        kind.count += 1;
                        kind.listed = listed;
                    }
                    None => {
                        let last = String::new();
                        self.kinds.insert(
                            key,
                            Kind {
                                count: 1,
                                listed,
                                last,
                            },
                        );
                    }
                }
                self.entries.push(ValidationError { pointer, message });
            }
        }
    }

    /// The list. After the last entry of a kind that is listed, an entry counts the others; the
    /// last one counts `what` is not listed at all.
    #[must_use]
    pub fn into_entries(self, what: &str) -> Vec<ValidationError> {
        let mut more: BTreeMap<usize, Kind> = self
            .kinds
            .into_values()
            .filter(|kind| kind.count > LISTED_OF_A_KIND)
            .map(|kind| (kind.listed, kind))
            .collect();
        let mut entries = Vec::with_capacity(self.entries.len());
        for (i, entry) in self.entries.into_iter().enumerate() {
            entries.push(entry);
            if let Some(kind) = more.remove(&i) {
                entries.push(ValidationError {
                    pointer: kind.last,
                    message: format!(
                        "{} like the one before, the last one here",
                        more_of(kind.count - LISTED_OF_A_KIND, what)
                    ),
                });
            }
        }
        if self.others > 0 {
            entries.push(ValidationError {
                pointer: "/".into(),
                message: format!(
                    "{}; {}",
                    more_of(self.others, what),
                    limits::LISTED_ERRORS.help
                ),
            });
        }
        entries
    }
}

/// The text with "#" for each number.
fn without_numbers(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        if !c.is_ascii_digit() {
            kept.push(c);
        } else if !kept.ends_with('#') {
            kept.push('#');
        }
    }
    kept.replace("#.#", "#").replace("-#", "#")
}

/// The text `3 more errors`, of what are `errors`.
fn more_of(count: u64, what: &str) -> String {
    let what = what
        .strip_suffix('s')
        .filter(|_| count == 1)
        .unwrap_or(what);
    format!("{count} more {what}")
}
