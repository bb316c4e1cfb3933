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
            "railing",
            "boundar",
            "bounds",
            "border",
            "perimeter",
            "impassable",
            "unwalkable",
            "occluder",
            // Spanish, Portuguese, Italian, German, Russian, Japanese and Chinese.
            "pared",
            "muro",
            "obstacul",
            "obstácul",
            "colisi",
            "colisã",
            "colisao",
            "barrera",
            "barreira",
            "parete",
            "pareti",
            "ostacol",
            "mauer",
            "hindernis",
            "zaun",
            "kollision",
            "стен",
            "壁",
            "墙",
            "障碍",
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

/// What a name says that something becomes.
pub fn said(name: &str) -> Option<Becomes> {
    let name = name.to_lowercase();
    // They name no doors.
    let name = name.replace("indoor", "").replace("outdoor", "");
    WORDS
        .iter()
        .find(|(_, known)| known.iter().any(|known| name.contains(known)))
        .map(|(becomes, _)| *becomes)
}

/// What something becomes: by the first of `words` that says it, or by its kind.
pub fn propose(kind: FoundKind, words: &[&str]) -> Becomes {
    let said = words.iter().find_map(|word| said(word));
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
    /// The name of a layer, the name of an item, an id, or a class.
    pub of: String,
    /// What it becomes.
    pub becomes: Becomes,
}

impl Level {
    /// What each item becomes: as the last rule for it says, else as `remembered` from the last
    /// import, else as proposed. A choice that something cannot become is skipped.
    #[must_use]
    pub fn choices(&self, rules: &[Rule], remembered: &BTreeMap<String, Becomes>) -> Vec<Becomes> {
        let chosen = |found: &Found| {
            let possible = found.choices();
            let class = self.classes.get(&found.source);
            let ruled = rules.iter().rev().filter(|rule| {
                rule.of == "*"
                    || [&found.layer, &found.name, &found.source]
                        .into_iter()
                        .chain(class)
                        .any(|known| *known == rule.of)
            });
            let of_class = class.and_then(|class| remembered.get(&class_key(class)));
            ruled
                .map(|rule| rule.becomes)
                .chain(remembered.get(&found.source).copied())
                .chain(of_class.copied())
                .find(|becomes| possible.contains(becomes))
                .unwrap_or(found.becomes)
        };
        self.found.iter().map(chosen).collect()
    }
}

/// What a scene remembers the choice for all that has a class by. No id in a map starts like this.
fn class_key(class: &str) -> String {
    format!("class/{class}")
}

/// The choices that a scene remembers: those that differ from what would be chosen without them. A
/// choice for all that has a class is remembered for what will be added to the map, too.
pub fn remembered_choices(
    level: &Level,
    choices: &[Becomes],
    before: &BTreeMap<String, Becomes>,
) -> BTreeMap<String, Becomes> {
    let mut remembered = before.clone();
    let all = || level.found.iter().zip(choices);
    let mut of_classes: BTreeMap<&String, (Becomes, Option<Becomes>)> = BTreeMap::new();
    for (found, &chosen) in all() {
        if let Some(class) = level.classes.get(&found.source) {
            let of_class = of_classes.entry(class);
            let (_, common) = of_class.or_insert((found.becomes, Some(chosen)));
            *common = common.filter(|common| *common == chosen);
        }
    }
    for (class, (proposed, common)) in of_classes {
        match common {
            Some(common) if common == proposed => {
                remembered.remove(&class_key(class));
            }
            Some(common) => {
                remembered.insert(class_key(class), common);
            }
            // Where they differ, what was remembered for all still holds for those to come.
            None => {}
        }
    }
    for (found, &chosen) in all() {
        let class = level.classes.get(&found.source);
        let of_class = class.and_then(|class| remembered.get(&class_key(class)));
        if chosen == of_class.copied().unwrap_or(found.becomes) {
            remembered.remove(&found.source);
        } else {
            remembered.insert(found.source.clone(), chosen);
        }
    }
    remembered
}
