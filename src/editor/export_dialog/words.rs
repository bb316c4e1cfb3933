//! Groups and length units of export targets.

use steerwright_export::ExportTarget;

/// The groups of the list, in order.
pub const GROUPS: [&str; 3] = ["Engines and editors", "Data", "Documents"];

/// The group of a target.
pub fn group(target: ExportTarget) -> &'static str {
    match target {
        ExportTarget::Json | ExportTarget::Csv | ExportTarget::Trace | ExportTarget::SceneFile => {
            GROUPS[1]
        }
        ExportTarget::Svg => GROUPS[2],
        ExportTarget::Godot4
        | ExportTarget::Godot3
        | ExportTarget::Unity
        | ExportTarget::Bevy
        | ExportTarget::Tiled
        | ExportTarget::Love
        | ExportTarget::Phaser
        | ExportTarget::Threejs
        | ExportTarget::Pygame
        | ExportTarget::Unreal
        | ExportTarget::GameMaker => GROUPS[0],
    }
}

/// All targets, ordered by group.
pub fn in_groups() -> impl Iterator<Item = ExportTarget> {
    GROUPS.into_iter().flat_map(|name| {
        ExportTarget::ALL
            .into_iter()
            .filter(move |&target| group(target) == name)
    })
}

/// The length unit of a target.
pub fn length(target: ExportTarget) -> &'static str {
    match target {
        ExportTarget::Godot4
        | ExportTarget::Godot3
        | ExportTarget::Tiled
        | ExportTarget::Love
        | ExportTarget::Phaser
        | ExportTarget::Pygame
        | ExportTarget::GameMaker
        | ExportTarget::Svg => "pixels",
        ExportTarget::Unreal => "centimeters",
        ExportTarget::Unity
        | ExportTarget::Bevy
        | ExportTarget::Threejs
        | ExportTarget::Json
        | ExportTarget::Csv
        | ExportTarget::Trace
        | ExportTarget::SceneFile => "units",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_listed_once() {
        let mut listed: Vec<ExportTarget> = in_groups().collect();
        assert!(
            GROUPS
                .iter()
                .all(|name| listed.iter().any(|&target| group(target) == *name))
        );
        listed.sort();
        let mut all = ExportTarget::ALL.to_vec();
        all.sort();
        assert_eq!(listed, all);
    }
}
