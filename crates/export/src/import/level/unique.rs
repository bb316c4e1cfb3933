//! Sources that no two items of a map share, because importing again finds items by them.

use super::Level;
use std::collections::BTreeSet;

/// Sources that are taken.
#[derive(Default)]
pub struct Sources(BTreeSet<String>);

impl Sources {
    /// The source itself for the first item that has it. For others in the order of the map: `#2`,
    /// `#3` and so on behind it.
    pub fn unique(&mut self, source: String) -> String {
        if self.0.insert(source.clone()) {
            return source;
        }
        // A map can repeat one source for all of its items: the count is found by doubling, then by
        // halving.
        let is_free = |number: u64| !self.0.contains(&format!("{source}#{number}"));
        let (mut taken, mut free) = (1, 2);
        while !is_free(free) {
            (taken, free) = (free, free * 2);
        }
        while free - taken > 1 {
            let middle = taken + (free - taken) / 2;
            if is_free(middle) {
                free = middle;
            } else {
                taken = middle;
            }
        }
        let unique = format!("{source}#{free}");
        self.0.insert(unique.clone());
        unique
    }
}

/// The source of a shape of something.
pub fn source_of(found: &str, key: &str) -> String {
    if key.is_empty() {
        found.to_owned()
    } else {
        format!("{found}@{key}")
    }
}

/// Gives everything in a map a source of its own, and every shape of it a key of its own.
pub fn give_unique_sources(level: &mut Level) {
    let mut sources = Sources::default();
    for found in level.found.iter_mut().chain(&mut level.nodes) {
        found.source = sources.unique(std::mem::take(&mut found.source));
    }
    for found in &mut level.found {
        for (index, shape) in found.shapes.iter_mut().enumerate() {
            match (index, shape.key.is_empty()) {
                (0, true) => continue,
                (_, true) => shape.key = index.to_string(),
                (_, false) => {}
            }
            let unique = sources.unique(source_of(&found.source, &shape.key));
            if let Some(key) = unique.strip_prefix(&format!("{}@", found.source)) {
                key.clone_into(&mut shape.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_sources_are_numbered_and_skip_what_is_taken() {
        let mut sources = Sources::default();
        let mut unique = |source: &str| sources.unique(source.to_owned());
        let found = ["a", "a#3", "a", "a", "a", "a#3"].map(&mut unique);
        assert_eq!(found, ["a", "a#3", "a#2", "a#4", "a#5", "a#3#2"]);
    }
}
