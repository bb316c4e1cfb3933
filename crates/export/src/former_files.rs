//! Files of earlier exports that a scene no longer has, because it or one of its paths has another name now.
//!
//! Which files an export wrote, and with what content, is listed in a file beside them. A file is only removed if it is listed there for
//! the same scene file and target, was not written by this export, belongs to no other scene, and still has the content that was written.

use crate::{ExportTarget, file_name, name_key};
use flate2::Crc;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use steerwright_format::{FileError, FormatError, load_text, lock_for_update, pretty, save_text};
use thiserror::Error;

/// The list, in the folder of the exports. Engines ignore files with such names.
pub const LIST_NAME: &str = ".steerwright-exports.json";

/// Larger files, which are long traces, are not listed, because reading them again takes long.
const MAX_BYTES: u64 = 1 << 26;

/// A larger list, of more than about 80,000 files, is started again, because looking for so many files takes long.
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
    /// The list of earlier exports, if it could not be read: a new one was started, and their files stay.
    pub lost_list: Option<LostList>,
    /// The files of other scenes that these exports replaced.
    pub replaced: Vec<ReplacedFile>,
}

/// A file that was exported from another scene file, which is still there, and that an export replaced.
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

/// A list of earlier exports that could not be read.
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

/// Removes the files in `folder` that earlier exports of the same scenes wrote and these did not, if they are unchanged, and lists those
/// of these exports.
///
/// # Errors
/// A [`FileError`] if the list cannot be saved, or is not a regular file.
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
    let mut former = Vec::new();
    for export in exports {
        let own = file_name(&export.name);
        let is_own = |name: &&String| belongs_to(name, &own);
        let files = export.files.iter().filter(is_own).filter_map(|name| {
            let content = Content::of(&folder.join(name)).ok()?;
            Some((name.clone(), content))
        });
        let listed = Listed {
            files: files.collect(),
            name: own,
        };
        let targets = list.scenes.entry(relative(&export.scene, folder));
        let before = targets
            .or_default()
            .insert(export.target.id().into(), listed);
        former.extend(before);
    }
    let replaced = list.take_replaced(folder, exports);
    // By their real paths: some file systems do not tell the case of letters apart.
    let kept: BTreeSet<PathBuf> = list
        .scenes
        .values()
        .flat_map(BTreeMap::values)
        .flat_map(|listed| listed.files.keys())
        .chain(exports.iter().flat_map(|export| &export.files))
        .filter_map(|name| folder.join(name).canonicalize().ok())
        .collect();
    let mut removed = Vec::new();
    for Listed { name: own, files } in former {
        for (name, content) in files {
            let path = folder.join(&name);
            let is_plain = |part| matches!(part, Component::Normal(_));
            if belongs_to(&name, &own)
                && Path::new(&name).components().all(is_plain)
                && has_no_links(folder, &name)
                && path.canonicalize().is_ok_and(|path| !kept.contains(&path))
                && Content::of(&path).is_ok_and(|now| now == content)
                && std::fs::remove_file(&path).is_ok()
            {
                // A folder that is not empty stays.
                let inner = path.parent().filter(|inner| *inner != folder);
                let _ = inner.map(std::fs::remove_dir);
                removed.push(path);
            }
        }
    }
    // A list of texts and numbers is always JSON.
    if let Ok(list) = serde_json::to_value(&list) {
        save_text(&pretty(&list), &path)?;
    }
    Ok(FormerFiles {
        removed,
        lost_list,
        replaced,
    })
}

impl List {
    /// Takes the files that these exports replaced out of what other scenes wrote. Returns those of scene files that still exist, unless
    /// both scenes wrote the same.
    fn take_replaced(&mut self, folder: &Path, exports: &[SceneExport]) -> Vec<ReplacedFile> {
        let written: BTreeSet<String> = exports
            .iter()
            .map(|export| relative(&export.scene, folder))
            .collect();
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

/// The list of earlier exports, or `None` if it cannot be read.
fn load_list(path: &Path) -> Result<Option<List>, FileError> {
    let Ok(there) = std::fs::symlink_metadata(path) else {
        return Ok(Some(List::default()));
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
    let text = load_text(path).ok();
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// Whether a file and the folders that its name goes through are not links, which could lead out of the folder of the exports.
fn has_no_links(folder: &Path, name: &str) -> bool {
    let is = |path: &Path, is_kind: fn(&Metadata) -> bool| {
        std::fs::symlink_metadata(folder.join(path)).is_ok_and(|meta| is_kind(&meta))
    };
    let mut parts = Path::new(name).ancestors();
    parts.next().is_some_and(|file| is(file, Metadata::is_file))
        && parts
            .filter(|inner| !inner.as_os_str().is_empty())
            .all(|inner| is(inner, Metadata::is_dir))
}

/// Whether a file is named after a scene, such as `NAME.tscn` or a table for Unreal, `NAME_Nodes.csv`.
fn belongs_to(name: &str, scene: &str) -> bool {
    !scene.is_empty()
        && name
            .strip_prefix(scene)
            .is_some_and(|rest| rest.starts_with(['.', '_']))
}

impl Content {
    fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        if file.metadata()?.len() > MAX_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let (mut crc, mut piece, mut bytes) = (Crc::new(), vec![0; 1 << 16], 0);
        loop {
            let read = file.read(&mut piece)?;
            if read == 0 {
                return Ok(Self {
                    bytes,
                    crc32: crc.sum(),
                });
            }
            crc.update(&piece[..read]);
            bytes += read as u64;
        }
    }
}

/// The path of `file` from `folder`, with "/", so that it is the same on another machine.
fn relative(file: &Path, folder: &Path) -> String {
    let [file, folder] =
        [file, folder].map(|path| path.canonicalize().unwrap_or_else(|_| path.to_owned()));
    let [from, to] = [&folder, &file].map(|path| path.components().collect::<Vec<_>>());
    let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if same == 0 {
        return file.to_string_lossy().into_owned();
    }
    let up = from[same..].iter().map(|_| "..".into());
    let down = to[same..]
        .iter()
        .map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<std::borrow::Cow<str>> = up.chain(down).collect();
    parts.join("/")
}
