//! Files of earlier exports that a scene no longer has, because it or one of its paths has another
//! name now.
//!
//! Which files an export wrote, and with what content, is listed in a file beside them. A file is
//! only removed if it is listed there for the same scene file and target, was not written by this
//! export, belongs to no other scene, and still has the content that was written.

use crate::{ExportTarget, file_name, name_key};
use flate2::Crc;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use steerwright_format::{
    FileError, FormatError, io_message, load_text, lock_for_update, pretty, save_text,
};
use thiserror::Error;

/// The list, in the folder of the exports. Engines ignore files with such names.
pub const LIST_NAME: &str = ".steerwright-exports.json";

/// Larger files, which are long traces, are not listed, because reading them again takes long.
const MAX_BYTES: u64 = 1 << 26;

/// A larger list, of more than about 80,000 files, is started again, because looking for so many
/// files takes long.
const MAX_LIST_BYTES: u64 = 1 << 23;

/// What an export of a scene wrote to a folder.
#[derive(Clone, Debug)]
pub struct SceneExport {
    /// The file of the scene.
    pub scene: PathBuf,
    /// The name of the scene, after which its files are named.
    pub name: String,
    /// The target.
    pub target: ExportTarget,
    /// The names of the files of the export, as in [`OutputFile`](crate::OutputFile).
    pub files: Vec<String>,
}

/// What became of the files of earlier exports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormerFiles {
    /// The files that were removed.
    pub removed: Vec<PathBuf>,
    /// The files that could not be removed.
    pub not_removed: Vec<NotRemoved>,
    /// The list of earlier exports, if it is invalid: a new one was started, and their files stay.
    pub lost_list: Option<LostList>,
    /// The files of other scenes that these exports replaced.
    pub replaced: Vec<ReplacedFile>,
}

/// A file that was exported from another scene file, which is still there, and that an export
/// replaced.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}: replaced this file, which was exported from {}; rename one of the scenes to keep both",
    file.display(), scene.display()
)]
pub struct ReplacedFile {
    /// The file.
    pub file: PathBuf,
    /// The other scene file.
    pub scene: PathBuf,
}

/// A file of an earlier export that could not be removed. It is no longer listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: the scene no longer has this file, and it cannot be removed: {reason}; delete it yourself", file.display())]
pub struct NotRemoved {
    /// The file.
    pub file: PathBuf,
    /// The system's message.
    pub reason: String,
}

/// A list of earlier exports that is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{}: this list of exported files cannot be read, so a new one was started; delete files that the scene no longer has yourself",
    .0.display()
)]
pub struct LostList(PathBuf);

/// The list, by scene file relative to the folder and by target.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct List {
    about: String,
    #[serde(default)]
    scenes: BTreeMap<String, BTreeMap<String, Listed>>,
}

/// The files of one scene and target.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Listed {
    /// What the names of all files begin with, before a period or an underscore.
    name: String,
    files: BTreeMap<String, Content>,
}

/// What a file contained when it was written.
#[derive(PartialEq, Serialize, Deserialize)]
struct Content {
    bytes: u64,
    crc32: u32,
}

/// Removes the files in `folder` that earlier exports of the same scenes wrote and these did not,
/// if they are unchanged, and lists those of these exports.
///
/// # Errors
/// A [`FileError`] if the list cannot be read or saved, or is not a regular file, or if a file of
/// these exports cannot be read.
pub fn remove_former_files(
    folder: &Path,
    exports: &[SceneExport],
) -> Result<FormerFiles, FileError> {
    let path = folder.join(LIST_NAME);
    // A link is refused below.
    let is_link = path.is_symlink();
    let _lock = (!is_link).then(|| lock_for_update(&path)).transpose()?;
    let known = load_list(&path)?;
    let lost_list = known.is_none().then(|| LostList(path.clone()));
    let mut list = known.unwrap_or_default();
    list.about =
        "The files that Steerwright exported here, to remove those that a scene no longer has."
            .into();
    let (mut former, mut written) = (Vec::new(), BTreeSet::new());
    for export in exports {
        let export_name = file_name(&export.name);
        let is_own = |name: &&String| belongs_to(name, &export_name);
        let mut files = BTreeMap::new();
        for name in export.files.iter().filter(is_own) {
            let path = folder.join(name);
            let content = Content::of(&path).map_err(|error| list_error(&path, error))?;
            files.extend(content.map(|content| (name.clone(), content)));
        }
        let listed = Listed {
            files,
            name: export_name,
        };
        let scene =
            relative(&export.scene, folder).map_err(|error| list_error(&export.scene, error))?;
        written.insert(scene.clone());
        let targets = list.scenes.entry(scene);
        let before = targets
            .or_default()
            .insert(export.target.id().into(), listed);
        former.extend(before);
    }
    let replaced = list.take_replaced(folder, &written);
    let kept = list.kept(folder, exports);
    let (mut removed, mut not_removed) = (Vec::new(), Vec::new());
    for Listed {
        name: export_name,
        files,
    } in former
    {
        let files = files.into_iter();
        for (name, content) in files.filter(|(name, _)| belongs_to(name, &export_name)) {
            let file = folder.join(&name);
            match kept.remove_if_former(folder, &name, &content) {
                Ok(true) => removed.push(file),
                Ok(false) => {}
                gone if is_not_found(&gone) => {}
                Err(error) => not_removed.push(NotRemoved {
                    file,
                    reason: io_message(&error).to_string(),
                }),
            }
        }
    }
    // A list of texts and numbers is always JSON.
    if let Ok(list) = serde_json::to_value(&list) {
        save_text(&pretty(&list), &path)?;
    }
    Ok(FormerFiles {
        removed,
        not_removed,
        lost_list,
        replaced,
    })
}

/// The files that stay.
struct Kept<'a> {
    names: BTreeSet<&'a String>,
    /// Some file systems do not tell the case of letters apart.
    real_paths: io::Result<BTreeSet<PathBuf>>,
}

impl Kept<'_> {
    /// Removes a file if it is a former one. Returns whether it was.
    fn remove_if_former(
        &self,
        folder: &Path,
        name: &String,
        content: &Content,
    ) -> io::Result<bool> {
        let path = folder.join(name);
        let is_plain = |part| matches!(part, Component::Normal(_));
        if self.names.contains(name)
            || !Path::new(name).components().all(is_plain)
            || has_links(folder, name)?
        {
            return Ok(false);
        }
        let kept = self.real_paths.as_ref();
        let kept = kept.map_err(|error| io::Error::new(error.kind(), error.to_string()))?;
        if kept.contains(&path.canonicalize()?) || Content::of(&path)?.as_ref() != Some(content) {
            return Ok(false);
        }
        std::fs::remove_file(&path)?;
        // A folder that is not empty stays.
        let inner = path.parent().filter(|inner| *inner != folder);
        let _ = inner.map(std::fs::remove_dir);
        Ok(true)
    }
}

impl List {
    /// The files that these exports or others wrote.
    fn kept<'a>(&'a self, folder: &Path, exports: &'a [SceneExport]) -> Kept<'a> {
        let listed = self.scenes.values().flat_map(BTreeMap::values);
        let listed = listed.flat_map(|listed| listed.files.keys());
        let names = listed.chain(exports.iter().flat_map(|export| &export.files));
        let names: BTreeSet<&String> = names.collect();
        let real = names.iter().map(|name| folder.join(name).canonicalize());
        let real = real.filter(|real| !is_not_found(real));
        Kept {
            real_paths: real.collect(),
            names,
        }
    }

    /// Takes the files that the exports of the scenes `written` replaced out of what other scenes
    /// wrote. Returns those of scene files that still exist, unless both scenes wrote the same.
    fn take_replaced(&mut self, folder: &Path, written: &BTreeSet<String>) -> Vec<ReplacedFile> {
        let listed = |(scene, targets): (&String, &BTreeMap<_, Listed>)| {
            let files = targets.values().flat_map(|listed| &listed.files);
            let files = files.map(|(name, now)| (name_key(name), (now.bytes, now.crc32)));
            written.contains(scene).then(|| files.collect::<Vec<_>>())
        };
        let new: BTreeMap<String, (u64, u32)> =
            self.scenes.iter().filter_map(listed).flatten().collect();
        let mut replaced = Vec::new();
        for (scene, targets) in &mut self.scenes {
            if written.contains(scene) {
                continue;
            }
            let path = folder.join(scene);
            let path = path.canonicalize().unwrap_or(path);
            for listed in targets.values_mut() {
                listed.files.retain(|name, before| {
                    let now = new.get(&name_key(name));
                    if now.is_some_and(|now| *now != (before.bytes, before.crc32)) && path.exists()
                    {
                        replaced.push(ReplacedFile {
                            file: folder.join(name),
                            scene: path.clone(),
                        });
                    }
                    now.is_none()
                });
            }
        }
        replaced
    }
}

/// The list of earlier exports, or `None` if it is invalid.
fn load_list(path: &Path) -> Result<Option<List>, FileError> {
    let there = match std::fs::symlink_metadata(path) {
        Ok(there) => there,
        gone if is_not_found(&gone) => return Ok(Some(List::default())),
        Err(error) => return Err(list_error(path, error)),
    };
    // Whatever a link leads to would be replaced, and a pipe is never saved.
    if !there.is_file() {
        return Err(FileError {
            path: path.to_owned(),
            source: FormatError::Io {
                action: "cannot list the exported files",
                source: io::Error::new(io::ErrorKind::InvalidInput, "this is not a regular file"),
                help: "remove it, and export again".into(),
            },
        });
    }
    if there.len() > MAX_LIST_BYTES {
        return Ok(None);
    }
    match load_text(path) {
        Ok(text) => Ok(serde_json::from_str(&text).ok()),
        // It may be readable again later.
        Err(error @ FormatError::Io { .. }) => Err(FileError::new(path, error)),
        Err(_) => Ok(None),
    }
}

fn is_not_found<T>(result: &io::Result<T>) -> bool {
    matches!(result, Err(error) if error.kind() == io::ErrorKind::NotFound)
}

fn list_error(path: &Path, source: io::Error) -> FileError {
    FileError {
        path: path.to_owned(),
        source: FormatError::Io {
            action: "cannot list the exported files",
            source,
            help: "check that it is a readable file, and export again".into(),
        },
    }
}

/// Whether a file or a folder that its name goes through is a link, which could lead out of the
/// folder of the exports.
fn has_links(folder: &Path, name: &str) -> io::Result<bool> {
    let parts = Path::new(name).ancestors();
    for (i, part) in parts
        .filter(|part| !part.as_os_str().is_empty())
        .enumerate()
    {
        let there = std::fs::symlink_metadata(folder.join(part))?;
        if !(if i == 0 {
            there.is_file()
        } else {
            there.is_dir()
        }) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a file is named after a scene, such as `NAME.tscn` or a table for Unreal,
/// `NAME_Nodes.csv`.
fn belongs_to(name: &str, scene: &str) -> bool {
    !scene.is_empty()
        && name
            .strip_prefix(scene)
            .is_some_and(|rest| rest.starts_with(['.', '_']))
}

impl Content {
    /// The content of a file. `None` for one that is not listed, because it is too large or is
    /// gone.
    fn of(path: &Path) -> io::Result<Option<Self>> {
        let mut file = match File::open(path) {
            gone if is_not_found(&gone) => return Ok(None),
            opened => opened?,
        };
        if file.metadata()?.len() > MAX_BYTES {
            return Ok(None);
        }
        let (mut crc, mut piece, mut bytes) = (Crc::new(), vec![0; 1 << 16], 0);
        loop {
            let read = file.read(&mut piece)?;
            if read == 0 {
                let crc32 = crc.sum();
                return Ok(Some(Self { bytes, crc32 }));
            }
            crc.update(&piece[..read]);
            bytes += read as u64;
        }
    }
}

/// The path of `file` from `folder`, with "/", so that it is the same on another machine.
fn relative(file: &Path, folder: &Path) -> io::Result<String> {
    let [file, folder] = [real_path(file)?, real_path(folder)?];
    let [from, to] = [&folder, &file].map(|path| path.components().collect::<Vec<_>>());
    let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if same == 0 {
        return Ok(file.to_string_lossy().into_owned());
    }
    let up = from[same..].iter().map(|_| "..".into());
    let down = to[same..]
        .iter()
        .map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<std::borrow::Cow<str>> = up.chain(down).collect();
    Ok(parts.join("/"))
}

/// The path itself for what does not exist, and on Windows, where some drives have no real paths.
fn real_path(path: &Path) -> io::Result<PathBuf> {
    match path.canonicalize() {
        Err(_) if cfg!(windows) => Ok(path.into()),
        gone if is_not_found(&gone) => Ok(path.into()),
        real => real,
    }
}
