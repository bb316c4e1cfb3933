//! The built-in presets and sample scenes, and the user's own presets.

use crate::editor::app::messages::Messages;
use crate::editor::background::{Background, Progress};
use crate::editor::preset_chooser::PresetSources;
use egui::Context;
use std::path::{Path, PathBuf};
use steerwright_authoring::sample;
use steerwright_format::{
    PRESET_EXTENSION, PresetFile, io_message, load_preset_file, save_preset_file,
};
use steerwright_runtime::scene::{Preset, Scene};

/// At most this many files of the folder are read.
const MAX_FILES: usize = 500;

/// The built-in presets and sample scenes, and the presets in the user's folder.
pub(super) struct Library {
    pub(super) presets: Vec<Preset>,
    /// The sample scenes, by file name.
    pub(super) samples: Vec<(String, Scene)>,
    /// The presets in the user's folder.
    user: Vec<PresetFile>,
    /// The user's folder. `None` if the system has none.
    folder: Option<PathBuf>,
    reading: Option<Background<Vec<PresetFile>>>,
}

impl Library {
    /// The library with the presets of a folder, which is read in the background.
    pub(super) fn load(folder: Option<PathBuf>, ctx: &Context) -> Self {
        let mut library = Self {
            presets: sample::agents(),
            samples: sample::scenes(),
            user: Vec::new(),
            folder,
            reading: None,
        };
        library.read_folder(ctx);
        library
    }

    fn read_folder(&mut self, ctx: &Context) {
        if let Some(folder) = self.folder.clone() {
            let work = move || read_presets(&folder);
            self.reading = Some(Background::start(ctx, "preset library", work));
        }
    }

    /// Takes the presets that were read. Call it every frame.
    pub(super) fn update(&mut self) {
        match self.reading.as_mut().map(Background::poll) {
            Some(Progress::Done(presets)) => (self.user, self.reading) = (presets, None),
            Some(Progress::Lost) => self.reading = None,
            Some(Progress::Working) | None => {}
        }
    }

    /// The presets to choose from.
    pub(super) fn sources(&self) -> PresetSources<'_> {
        PresetSources {
            built_in: &self.presets,
            user: &self.user,
        }
    }

    /// The file names and titles of the sample scenes.
    pub(super) fn sample_titles(&self) -> Vec<(String, String)> {
        self.samples
            .iter()
            .map(|(file, scene)| (file.clone(), scene.name.clone()))
            .collect()
    }

    /// Saves a preset into the user's folder, and replaces the one of the same name there.
    pub(super) fn add(&mut self, file: &PresetFile, messages: &mut Messages, ctx: &Context) {
        let Some(folder) = &self.folder else {
            let text = "This system has no folder for your own presets; save the preset as a file.";
            return messages.show_error("The preset was not saved", text.into());
        };
        let preset = &file.preset;
        let path = folder.join(format!("{}.{PRESET_EXTENSION}", file_name(&preset.name)));
        let saved = std::fs::create_dir_all(folder)
            .map_err(|error| io_message(&error))
            .and_then(|()| save_preset_file(file, &path).map_err(|error| error.to_string()));
        match saved {
            Ok(()) => {
                messages.notify(format!("Saved {} to your library", preset.name));
                self.read_folder(ctx);
            }
            Err(error) => messages.show_error("The preset was not saved", error),
        }
    }
}

/// A name as part of a file name: letters and digits, others as hyphens.
fn file_name(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        "preset".into()
    } else {
        words.join("-").to_lowercase()
    }
}

/// The presets in a folder, by name. Files that cannot be read are logged and left out.
fn read_presets(folder: &Path) -> Vec<PresetFile> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = files
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(PRESET_EXTENSION))
        .take(MAX_FILES)
        .collect();
    paths.sort();
    let presets = paths
        .iter()
        .filter_map(|path| match load_preset_file(path) {
            Ok(loaded) => Some(loaded.value),
            Err(error) => {
                ::log::warn!("a preset of the library is left out: {error}");
                None
            }
        });
    presets.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use steerwright_format::save_preset;

    #[test]
    fn presets_of_a_folder_are_read_and_broken_files_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let preset = sample::agents().into_iter().next().unwrap();
        let path = folder
            .path()
            .join(format!("{}.{PRESET_EXTENSION}", file_name("My / guard")));
        assert!(path.to_string_lossy().contains("my-guard"));
        save_preset(&preset, &path).unwrap();
        std::fs::write(
            folder.path().join(format!("broken.{PRESET_EXTENSION}")),
            "{",
        )
        .unwrap();
        let names: Vec<String> = read_presets(folder.path())
            .into_iter()
            .map(|file| file.preset.name)
            .collect();
        assert_eq!(names, [preset.name]);
        assert!(read_presets(&folder.path().join("missing")).is_empty());
    }
}
