//! What the user chose, stored in the settings folder.

use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::preferences::settings::Settings;
use std::path::Path;

/// The user's settings and keyboard shortcuts.
#[derive(Default)]
pub(super) struct Preferences {
    pub(super) settings: Settings,
    pub(super) keys: KeyMap,
}

impl Preferences {
    pub(super) fn load_from(folder: &Path) -> Self {
        Self {
            settings: Settings::load_from(folder),
            keys: KeyMap::load_from(folder),
        }
    }
}
