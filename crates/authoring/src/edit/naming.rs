//! Unique names for new items.

use std::collections::BTreeSet;

/// Returns `base`, or `base` with the lowest free number from 2. A trailing number is replaced in
/// place: "A3" becomes "A2", "A 3" becomes "A 2".
pub fn free_name<'a>(base: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken: BTreeSet<&str> = taken.collect();
    if !taken.contains(base) {
        return base.to_owned();
    }
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit());
    let (stem, gap) = if stem.is_empty() || stem == base {
        (base, " ")
    } else {
        (stem, "")
    };
    (2u32..)
        .map(|n| format!("{stem}{gap}{n}"))
        .find(|name| !taken.contains(name.as_str()))
        .unwrap_or_else(|| base.to_owned())
}

/// A key of a file in words: "slow_radius" as "Slow radius".
pub fn words(key: &str) -> String {
    sentence(&key.replace('_', " "))
}

/// `text` with a capital.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
