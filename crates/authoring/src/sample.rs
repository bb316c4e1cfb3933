//! What ships: agent presets and sample scenes, built in, so that they are there without an installation.

use steerwright_format::{read_preset, read_scene};
use steerwright_runtime::scene::{Preset, Scene};

/// A file that is built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Its name, without the folder.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($folder:literal, $file:literal) => {
        Shipped {
            file: $file,
            text: include_str!(concat!("../../../presets/", $folder, "/", $file)),
        }
    };
}

/// The sample scenes, in the order of menus; the first one opens at first start.
pub const SCENES: &[Shipped] = &[
    shipped!("scenes", "gate-patrol.scene.json"),
    shipped!("scenes", "curved-loop.scene.json"),
    shipped!("scenes", "arrive-and-leave.scene.json"),
    shipped!("scenes", "squad.scene.json"),
    shipped!("scenes", "convoy.scene.json"),
    shipped!("scenes", "homing-walk.scene.json"),
    shipped!("scenes", "grid-chase.scene.json"),
    shipped!("scenes", "pursuit.scene.json"),
    shipped!("scenes", "crowd.scene.json"),
];

/// The agent presets, by name.
pub const AGENTS: &[Shipped] = &[
    shipped!("agents", "convoy-leader.preset.json"),
    shipped!("agents", "courier.preset.json"),
    shipped!("agents", "follower.preset.json"),
    shipped!("agents", "grid-hunter.preset.json"),
    shipped!("agents", "grid-prey.preset.json"),
    shipped!("agents", "grid-stalker.preset.json"),
    shipped!("agents", "guard.preset.json"),
    shipped!("agents", "heavy-vehicle.preset.json"),
    shipped!("agents", "homing-walker.preset.json"),
    shipped!("agents", "monster.preset.json"),
    shipped!("agents", "pursuer.preset.json"),
    shipped!("agents", "scout.preset.json"),
    shipped!("agents", "sentry.preset.json"),
    shipped!("agents", "skittish-animal.preset.json"),
    shipped!("agents", "smooth-walker.preset.json"),
    shipped!("agents", "zombie.preset.json"),
];

/// The scene a newcomer sees first; an empty one, should it not be readable.
///
/// ```
/// assert!(!steerwright_authoring::sample::first_scene().is_empty());
/// ```
pub fn first_scene() -> Scene {
    SCENES.first().and_then(scene_of).unwrap_or_default()
}

/// Every sample scene with the name of its file.
pub fn scenes() -> Vec<(String, Scene)> {
    SCENES
        .iter()
        .filter_map(|shipped| Some((shipped.file.to_owned(), scene_of(shipped)?)))
        .collect()
}

/// Every agent preset.
pub fn agents() -> Vec<Preset> {
    AGENTS
        .iter()
        .filter_map(|shipped| Some(read_preset(shipped.text).ok()?.value))
        .collect()
}

/// The tests make sure that every shipped file can be read.
fn scene_of(shipped: &Shipped) -> Option<Scene> {
    Some(read_scene(shipped.text).ok()?.value)
}
