//! Names for what is new.

use std::collections::BTreeSet;

/// `base`, or `base` with the lowest number from 2 on that no other has, written as the number it has: "A3" goes on as "A2", "A 3" as
/// "A 2".
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
