//! What the dialog says of each target beyond what the target says of itself.

use steerwright_export::ExportTarget;

/// The headings of the list, in its order.
pub const GROUPS: [&str; 3] = ["Engines and editors", "Data", "Documents"];

/// The heading that a target stands under.
pub fn group(target: ExportTarget) -> &'static str {
    match target {
        ExportTarget::Json | ExportTarget::Csv | ExportTarget::Trace | ExportTarget::SceneFile => {
            GROUPS[1]
        }
        ExportTarget::Svg => GROUPS[2],
        _ => GROUPS[0],
    }
}

/// Every target, group by group.
pub fn in_groups() -> impl Iterator<Item = ExportTarget> {
    GROUPS.into_iter().flat_map(|name| {
        ExportTarget::ALL
            .into_iter()
            .filter(move |&target| group(target) == name)
    })
}

/// What a game of this kind measures lengths in.
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
    fn every_target_stands_in_the_list_once() {
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
