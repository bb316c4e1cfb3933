//! Which of the exports that scenes store were confirmed on this computer.
//!
//! A scene file can come from anyone, and an export replaces files. So the first time that a scene
//! file exports to a stored target and folder, the user is asked. The answer is kept in the
//! settings folder, for the window and the command line alike.

use crate::config;
use crate::resolved_path::resolved;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use steerwright_authoring::remembered::exports::folder_of;
use steerwright_format::{FileError, FormatError, load_text, lock_for_update};
use steerwright_runtime::scene::editor::RememberedExport;

/// The most exports that are remembered. The oldest are forgotten first.
const MAX_EXPORTS: usize = 1000;

/// A target and a folder of a scene file, without symbolic links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Confirmed {
    scene: PathBuf,
    to: String,
    folder: PathBuf,
}

/// The exports that were confirmed on this computer.
#[derive(Clone, Debug, Default)]
pub struct ConfirmedExports {
    /// `None` if nothing is stored.
    file: Option<PathBuf>,
    known: Vec<Confirmed>,
}

impl ConfirmedExports {
    /// Those stored in `folder`, the user's folder for settings. Without one, they are forgotten at
    /// the end.
    pub fn load_from(folder: Option<&Path>) -> Self {
        let file = folder.map(|folder| folder.join("confirmed_exports.json"));
        let known = file.as_deref().map_or_else(Vec::new, |file| {
            serde_json::from_value(config::read(file).unwrap_or_default()).unwrap_or_default()
        });
        Self { file, known }
    }

    /// Whether the user confirmed that the scene file `scene` exports to the target and the folder
    /// of `setup`.
    pub fn contains(&self, scene: &Path, setup: &RememberedExport) -> bool {
        confirmed(scene, setup).is_some_and(|confirmed| self.known.contains(&confirmed))
    }

    /// Remembers that the user confirmed exports of the scene file `scene`.
    ///
    /// # Errors
    /// A [`FileError`] if they cannot be stored. Until the end, they are remembered all the same.
    pub fn confirm<'a>(
        &mut self,
        scene: &Path,
        setups: impl IntoIterator<Item = &'a RememberedExport>,
    ) -> Result<(), FileError> {
        let new = setups
            .into_iter()
            .filter_map(|setup| confirmed(scene, setup));
        let new: Vec<Confirmed> = new.filter(|one| !self.known.contains(one)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let Some(file) = self.file.clone() else {
            self.add(new);
            return Ok(());
        };
        // Another window or command may have added some in the meantime, or may be about to.
        let lock = lock_for_update(&file);
        let stored = match load_text(&file) {
            Ok(text) => Ok(serde_json::from_str(&text).ok()),
            Err(FormatError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Ok(None)
            }
            // Those that it contains would be lost.
            Err(error @ FormatError::Io { .. }) => Err(FileError::new(&file, error)),
            Err(_) => Ok(None),
        };
        if let Ok(Some(known)) = &stored {
            self.known.clone_from(known);
        }
        self.add(new);
        let _lock = lock?;
        stored?;
        // A path that is not valid Unicode cannot be written as JSON; the user is asked again.
        let known = self.known.iter();
        let known = known.filter_map(|one| serde_json::to_value(one).ok());
        config::save_private(&file, &known.collect())
    }

    fn add(&mut self, mut new: Vec<Confirmed>) {
        new.retain(|one| !self.known.contains(one));
        self.known.splice(0..0, new);
        self.known.truncate(MAX_EXPORTS);
    }
}

fn confirmed(scene: &Path, setup: &RememberedExport) -> Option<Confirmed> {
    let scene = resolved(scene)?;
    let folder = resolved(&folder_of(&setup.folder, scene.parent()))?;
    let to = setup.to.clone();
    Some(Confirmed { scene, to, folder })
}
