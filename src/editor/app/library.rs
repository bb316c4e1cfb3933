//! The built-in presets and sample scenes.

use steerwright_authoring::sample;
use steerwright_runtime::scene::{Preset, Scene};

/// The built-in presets and sample scenes.
pub(super) struct Library {
    pub(super) presets: Vec<Preset>,
    /// The sample scenes, by file name.
    pub(super) samples: Vec<(String, Scene)>,
}

impl Library {
    pub(super) fn load() -> Self {
        Self {
            presets: sample::agents(),
            samples: sample::scenes(),
        }
    }

    /// The file names and titles of the sample scenes.
    pub(super) fn sample_titles(&self) -> Vec<(String, String)> {
        self.samples
            .iter()
            .map(|(file, scene)| (file.clone(), scene.name.clone()))
            .collect()
    }
}
