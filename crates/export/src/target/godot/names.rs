//! Names that Godot takes for nodes.

use std::collections::HashSet;

/// A name for every node of one parent, in order: as people call them as far as Godot allows,
/// `fallback` where nothing is left, and no two the same.
pub(crate) fn unique<'a>(names: impl IntoIterator<Item = &'a str>, fallback: &str) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut next = 2;
    let mut unique = Vec::new();
    for name in names {
        let plain = allowed(name, fallback);
        let mut candidate = plain.clone();
        while !taken.insert(candidate.clone()) {
            candidate = format!("{plain} {next}");
            next += 1;
        }
        unique.push(candidate);
    }
    unique
}

/// `name` without what Godot does not take in a node's name, and without what cannot be seen in its
/// tree.
pub(crate) fn allowed(name: &str, fallback: &str) -> String {
    let is_bad = |c: char| c.is_control() || matches!(c, '.' | ':' | '@' | '/' | '"' | '%');
    let name: String = name
        .chars()
        .map(|c| if is_bad(c) { ' ' } else { c })
        .collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        fallback.to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::unique;

    #[test]
    fn names_are_allowed_and_differ() {
        let names = [
            "Guard",
            "Guard",
            "Guard 2",
            "",
            "../../etc",
            "  a:b\n\"c\"  ",
            "हिन्दी 😀",
            "",
        ];
        let wanted = [
            "Guard",
            "Guard 2",
            "Guard 2 3",
            "Agent",
            "etc",
            "a b c",
            "हिन्दी 😀",
            "Agent 4",
        ];
        assert_eq!(unique(names, "Agent"), wanted);
    }
}
