//! What something in a map should become: guessed from its kind and its words, or as a user says.

use super::{Becomes, Found, FoundKind, Level};
use std::collections::BTreeMap;

/// Words of walls, paths, markers, of what is neither, and of doors, in lower case.
const WORDS: [(Becomes, &[&str]); 5] = [
    (
        Becomes::Wall,
        &[
            "wall",
            "collision",
            "collide",
            "solid",
            "block",
            "obstacle",
            "barrier",
            "fence",
            "boundary",
            "bounds",
            "occluder",
        ],
    ),
    (
        Becomes::Path,
        &["path", "patrol", "route", "waypoint", "track", "rail"],
    ),
    (
        Becomes::Marker,
        &[
            "marker", "spawn", "start", "player", "goal", "target", "exit", "enemy", "npc", "item",
        ],
    ),
    (
        Becomes::Nothing,
        &[
            "trigger", "zone", "area", "region", "camera", "light", "event", "teleport", "warp",
            "portal", "sensor", "music", "sound",
        ],
    ),
    (Becomes::Door, &["door"]),
];

/// What something becomes: by the first of `words` that says it, or by its kind.
pub fn propose(kind: FoundKind, words: &[&str]) -> Becomes {
    let said = words.iter().find_map(|word| {
        let word = word.to_lowercase();
        // They name no doors.
        let word = word.replace("indoor", "").replace("outdoor", "");
        WORDS
            .iter()
            .find(|(_, known)| known.iter().any(|known| word.contains(known)))
            .map(|(becomes, _)| *becomes)
    });
    match (kind, said) {
        (FoundKind::Point, _) => Becomes::Marker,
        (FoundKind::CollisionShapes, _) => Becomes::Wall,
        // Most layers are the floor.
        (FoundKind::FilledTiles, Some(said @ (Becomes::Wall | Becomes::Door))) => said,
        (FoundKind::FilledTiles, _) => Becomes::Nothing,
        (FoundKind::Line | FoundKind::Polygon | FoundKind::Tile, Some(said)) => said,
        (FoundKind::Line, None) => Becomes::Path,
        (FoundKind::Polygon, None) => Becomes::Wall,
        (FoundKind::Tile, None) => Becomes::Marker,
    }
}

/// What the user wants something to become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name of a layer, the name of an item, or an id.
    pub of: String,
    /// What it becomes.
    pub becomes: Becomes,
}

impl Level {
    /// What each item becomes: as the last rule for it says, else as `remembered` from the last import, else as proposed. A choice
    /// that something cannot become is skipped.
    #[must_use]
    pub fn choices(&self, rules: &[Rule], remembered: &BTreeMap<String, Becomes>) -> Vec<Becomes> {
        let chosen = |found: &Found| {
            let possible = found.choices();
            let ruled = rules.iter().rev().filter(|rule| {
                rule.of == "*"
                    || [&found.layer, &found.name, &found.source]
                        .into_iter()
                        .any(|known| *known == rule.of)
            });
            ruled
                .map(|rule| rule.becomes)
                .chain(remembered.get(&found.source).copied())
                .find(|becomes| possible.contains(becomes))
                .unwrap_or(found.becomes)
        };
        self.found.iter().map(chosen).collect()
    }
}
