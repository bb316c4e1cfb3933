//! Groups and length units of export targets.

use steerwright_export::Target;

/// The groups of the list, in order.
pub const GROUPS: [&str; 3] = ["Engines and editors", "Data", "Documents"];

/// The group of a target.
pub fn group(target: Target) -> &'static str {
    match target {
        Target::Json | Target::Csv | Target::Trace | Target::SceneFile => GROUPS[1],
        Target::Svg => GROUPS[2],
        _ => GROUPS[0],
    }
}

/// All targets, ordered by group.
pub fn in_groups() -> impl Iterator<Item = Target> {
    GROUPS.into_iter().flat_map(|name| {
        Target::ALL
            .into_iter()
            .filter(move |&target| group(target) == name)
    })
}

/// The length unit of a target.
pub fn length(target: Target) -> &'static str {
    match target {
        Target::Godot4
        | Target::Godot3
        | Target::Tiled
        | Target::Love
        | Target::Phaser
        | Target::Pygame
        | Target::GameMaker
        | Target::Svg => "pixels",
        Target::Unreal => "centimeters",
        Target::Unity
        | Target::Bevy
        | Target::Threejs
        | Target::Json
        | Target::Csv
        | Target::Trace
        | Target::SceneFile => "units",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_listed_once() {
        let mut listed: Vec<Target> = in_groups().collect();
        assert!(
            GROUPS
                .iter()
                .all(|name| listed.iter().any(|&target| group(target) == *name))
        );
        listed.sort();
        let mut all = Target::ALL.to_vec();
        all.sort();
        assert_eq!(listed, all);
    }
}
