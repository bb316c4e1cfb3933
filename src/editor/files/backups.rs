//! Backups of saved scenes: the last versions of each file, in the user's data folder.
//!
//! Every save keeps the version that it replaces and the version that it writes. They are not
//! beside the scene, so that they do not end up in version control or in a game.

use crate::editor::files::file_key::file_key;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use steerwright_format::{FileError, FormatError, SCENE_EXTENSION, load_text, save_text};

/// The most backups of a scene. The oldest are removed first.
pub const MAX_BACKUPS: usize = 20;
/// The most scenes with backups. Those that were not saved for the longest time are removed first.
pub const MAX_SCENES: usize = 200;
/// The file with the path of the scene to which the backups in its folder belong.
const SOURCE: &str = "source.txt";

/// An earlier version of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The file of the backup.
    pub file: PathBuf,
    /// When the version was saved.
    pub saved: SystemTime,
}

/// The folder of all backups.
#[derive(Clone, Debug)]
pub struct Backups {
    folder: PathBuf,
}

impl Backups {
    /// The backups in `folder`, which is created when needed.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }

    /// Keeps the version of the scene at `path` that is on disk now, unless it is the newest backup
    /// already.
    ///
    /// # Errors
    /// A [`FileError`] if the version cannot be read or the backup cannot be written. Nothing has
    /// changed then.
    pub fn keep(&self, path: &Path) -> Result<(), FileError> {
        let Some(saved) = modified(path) else {
            return Ok(());
        };
        let text = load_text(path).map_err(|error| FileError::new(path, error))?;
        let kept = self.list(path);
        if text.is_empty()
            || kept
                .first()
                .is_some_and(|newest| load_text(&newest.file).is_ok_and(|newest| newest == text))
        {
            return Ok(());
        }
        let folder = self.folder_of(path);
        fs::create_dir_all(&folder).map_err(|source| {
            let help = "check the permissions of the data folder".into();
            let action = "cannot create the folder of backups";
            FileError::new(
                &folder,
                FormatError::Io {
                    action,
                    source,
                    help,
                },
            )
        })?;
        save_text(&path.display().to_string(), &folder.join(SOURCE))?;
        // Of two versions with the same time, the later one is written over the earlier one's
        // successor.
        let millis = saved
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_millis());
        let newest = kept.first().and_then(|newest| millis_of(&newest.file));
        let millis = newest.map_or(millis, |newest| millis.max(u128::from(newest) + 1));
        save_text(
            &text,
            &folder.join(format!("{millis:014}.{SCENE_EXTENSION}")),
        )?;
        remove_all(
            self.list(path)
                .into_iter()
                .skip(MAX_BACKUPS)
                .map(|old| old.file),
        );
        self.remove_old_scenes();
        Ok(())
    }

    /// The backups of the scene at `path`, newest first.
    pub fn list(&self, path: &Path) -> Vec<Backup> {
        let entries = fs::read_dir(self.folder_of(path)).into_iter().flatten();
        let mut backups: Vec<Backup> = entries
            .flatten()
            .filter_map(|entry| {
                let millis = millis_of(&entry.path())?;
                Some(Backup {
                    file: entry.path(),
                    saved: UNIX_EPOCH + Duration::from_millis(millis),
                })
            })
            .collect();
        backups.sort_by(|a, b| b.file.cmp(&a.file));
        backups
    }

    fn folder_of(&self, path: &Path) -> PathBuf {
        self.folder.join(file_key(path))
    }

    fn remove_old_scenes(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut scenes: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| Some((modified(&entry.path())?, entry.path())))
            .filter(|(_, folder)| folder.join(SOURCE).is_file())
            .collect();
        scenes.sort();
        let surplus = scenes.len().saturating_sub(MAX_SCENES);
        for (_, folder) in scenes.into_iter().take(surplus) {
            if let Err(error) = fs::remove_dir_all(&folder) {
                ::log::warn!("cannot remove old backups in {}: {error}", folder.display());
            }
        }
    }
}

/// The time in the name of a backup.
fn millis_of(file: &Path) -> Option<u64> {
    let name = file.file_name()?.to_str()?;
    name.strip_suffix(SCENE_EXTENSION)?
        .strip_suffix('.')?
        .parse()
        .ok()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|meta| meta.modified()).ok()
}

fn remove_all(files: impl Iterator<Item = PathBuf>) {
    for file in files {
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                ::log::warn!("cannot remove the backup {}: {error}", file.display());
            }
            _ => {}
        }
    }
}
