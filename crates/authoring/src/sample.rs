//! Built-in agent presets and sample scenes.

use steerwright_format::{read_preset, read_scene};
use steerwright_runtime::scene::{Preset, Scene};

/// A built-in file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// The file name, without the folder.
    pub file: &'static str,
    /// The contents.
    pub text: &'static str,
}

macro_rules! built_in {
    ($folder:literal, $file:literal) => {
        BuiltIn {
            file: $file,
            text: include_str!(concat!("../../../presets/", $folder, "/", $file)),
        }
    };
}

/// The sample scenes, in menu order. The first one opens at first start.
pub const SCENES: &[BuiltIn] = &[
    built_in!("scenes", "gate-patrol.scene.json"),
    built_in!("scenes", "guarded-yard.scene.json"),
    built_in!("scenes", "night-watch.scene.json"),
    built_in!("scenes", "maze.scene.json"),
    built_in!("scenes", "curved-loop.scene.json"),
    built_in!("scenes", "arrive-and-leave.scene.json"),
    built_in!("scenes", "squad.scene.json"),
    built_in!("scenes", "convoy.scene.json"),
    built_in!("scenes", "homing-walk.scene.json"),
    built_in!("scenes", "grid-chase.scene.json"),
    built_in!("scenes", "pursuit.scene.json"),
    built_in!("scenes", "crowd.scene.json"),
    built_in!("scenes", "herd.scene.json"),
];

/// The pictures underneath sample scenes. Scenes name them with [`PICTURE_PREFIX`] before the file
/// name, also after they are saved.
pub const PICTURES: &[BuiltIn] = &[built_in!("pictures", "guarded-yard.svg")];

/// What is before the name of a built-in picture in a scene. No file name on Windows has a colon.
pub const PICTURE_PREFIX: &str = "sample:";

/// The agent presets, sorted by name.
pub const AGENTS: &[BuiltIn] = &[
    built_in!("agents", "ambusher.preset.json"),
    built_in!("agents", "civilian.preset.json"),
    built_in!("agents", "convoy-leader.preset.json"),
    built_in!("agents", "courier.preset.json"),
    built_in!("agents", "coward.preset.json"),
    built_in!("agents", "flock.preset.json"),
    built_in!("agents", "follower.preset.json"),
    built_in!("agents", "grid-hunter.preset.json"),
    built_in!("agents", "grid-prey.preset.json"),
    built_in!("agents", "grid-stalker.preset.json"),
    built_in!("agents", "guard.preset.json"),
    built_in!("agents", "heavy-vehicle.preset.json"),
    built_in!("agents", "homing-walker.preset.json"),
    built_in!("agents", "monster.preset.json"),
    built_in!("agents", "pack-hunter.preset.json"),
    built_in!("agents", "patrol-guard.preset.json"),
    built_in!("agents", "pursuer.preset.json"),
    built_in!("agents", "rover.preset.json"),
    built_in!("agents", "scout.preset.json"),
    built_in!("agents", "sentry.preset.json"),
    built_in!("agents", "skittish-animal.preset.json"),
    built_in!("agents", "smooth-walker.preset.json"),
    built_in!("agents", "wall-follower.preset.json"),
    built_in!("agents", "wanderer.preset.json"),
    built_in!("agents", "watchful-sentry.preset.json"),
    built_in!("agents", "zombie.preset.json"),
];

/// The scene that opens at first start. Empty if it cannot be read.
///
/// ```
/// assert!(!steerwright_authoring::sample::first_scene().is_empty());
/// ```
pub fn first_scene() -> Scene {
    SCENES.first().and_then(scene_of).unwrap_or_default()
}

/// All sample scenes with their file names.
pub fn scenes() -> Vec<(String, Scene)> {
    SCENES
        .iter()
        .filter_map(|built_in| Some((built_in.file.to_owned(), scene_of(built_in)?)))
        .collect()
}

/// All agent presets.
pub fn agents() -> Vec<Preset> {
    AGENTS
        .iter()
        .filter_map(|built_in| Some(read_preset(built_in.text).ok()?.value))
        .collect()
}

/// The built-in picture that a scene names.
///
/// ```
/// use steerwright_authoring::sample;
/// assert!(sample::picture("sample:guarded-yard.svg").is_some());
/// assert!(sample::picture("guarded-yard.svg").is_none());
/// ```
pub fn picture(file: &str) -> Option<&'static BuiltIn> {
    let name = file.strip_prefix(PICTURE_PREFIX)?;
    PICTURES.iter().find(|picture| picture.file == name)
}

/// Tests check that every built-in file can be read.
fn scene_of(built_in: &BuiltIn) -> Option<Scene> {
    Some(read_scene(built_in.text).ok()?.value)
}
