//! Several files that are saved together: first all of them are written beside those that they
//! replace, then they are renamed. A file that may be too long for memory is written piece by
//! piece.

use super::device::{is_device, open_device};
use super::prepared::{Prepared, can_rewrite, copy_to_temporary_folder, prepare, rewrite_error};
use super::target::{find_target, folder_of, save_error};
use super::temporary;
use crate::FileError;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes to a file.
pub type WriteFile<'a> = dyn FnOnce(&mut File) -> io::Result<()> + 'a;

/// What is saved in a file.
pub enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// What this writes to an empty file.
    Written(Box<WriteFile<'a>>),
}

/// Files that have been written beside those that they replace. Without [`commit`](Self::commit),
/// nothing is replaced.
#[must_use]
pub struct StagedFiles<'a> {
    files: Vec<(PathBuf, Staged<'a>)>,
}

enum Staged<'a> {
    Bytes(Prepared, &'a [u8]),
    /// It has this content already.
    Unchanged,
    /// Rename the temporary file next to it.
    Replace {
        temporary: NamedTempFile,
        target: PathBuf,
    },
    /// Copy the temporary file into it: a pipe or a device, or a file that none can be created next
    /// to.
    Copy {
        temporary: NamedTempFile,
        target: PathBuf,
    },
}

/// Writes files like [`save_together`](crate::save_together), and leaves it to the caller to
/// replace the old ones when all is well.
///
/// # Errors
/// Those of [`save_text`](crate::save_text), for the first file that cannot be written. Existing
/// files are unchanged.
pub fn stage_files<'a>(files: Vec<(&Path, Content<'a>)>) -> Result<StagedFiles<'a>, FileError> {
    let folders: BTreeSet<&Path> = files.iter().map(|(path, _)| folder_of(path)).collect();
    folders.into_iter().for_each(temporary::remove_abandoned);
    let staged = files.into_iter().map(|(path, content)| {
        let staged = match content {
            Content::Bytes(bytes) => Staged::Bytes(prepare(bytes, path)?, bytes),
            Content::Written(write) => stage(write, path)?,
        };
        Ok((path.to_owned(), staged))
    });
    let files = staged.collect::<Result<_, FileError>>()?;
    Ok(StagedFiles { files })
}

impl StagedFiles<'_> {
    /// Replaces the files, in the given order. A file that already has the same content is not
    /// touched.
    ///
    /// # Errors
    /// A [`FileError`] for the first file that cannot be replaced.
    pub fn commit(self) -> Result<(), FileError> {
        self.files
            .into_iter()
            .try_for_each(|(path, staged)| staged.commit(&path))
    }
}

fn stage<'a>(
    write: impl FnOnce(&mut File) -> io::Result<()>,
    path: &Path,
) -> Result<Staged<'a>, FileError> {
    let (target, there) = find_target(path)?;
    let is_device = there.as_ref().is_some_and(|there| !there.is_file());
    let beside = if is_device {
        None
    } else {
        match temporary::create_temporary_for(&target, there.as_ref()) {
            Ok(temporary) => Some(temporary),
            Err(error) if there.is_some() && can_rewrite(&error) => None,
            Err(source) => return Err(save_error(path, source)),
        }
    };
    let is_beside = beside.is_some();
    let written = beside
        .map_or_else(NamedTempFile::new, Ok)
        .and_then(|mut temporary| {
            write(temporary.as_file_mut())?;
            temporary.as_file().sync_all()?;
            Ok(temporary)
        });
    let temporary = written.map_err(|source| save_error(path, source))?;
    if !is_device && has_same_content(temporary.path(), &target) {
        return Ok(Staged::Unchanged);
    }
    Ok(if is_beside {
        Staged::Replace { temporary, target }
    } else {
        Staged::Copy { temporary, target }
    })
}

impl Staged<'_> {
    fn commit(self, path: &Path) -> Result<(), FileError> {
        let (temporary, target) = match self {
            Self::Bytes(prepared, bytes) => return prepared.commit(bytes, path),
            Self::Unchanged => return Ok(()),
            Self::Copy { temporary, target } => (temporary, target),
            Self::Replace { temporary, target } => match temporary.persist(&target) {
                Ok(_) => {
                    temporary::flush_folder(&target);
                    return Ok(());
                }
                Err(failed) if target.exists() && can_rewrite(&failed.error) => {
                    // The next save removes temporary files beside the target.
                    let text = failed.file.reopen();
                    let text = text.map_err(|source| save_error(path, source))?;
                    let copy = copy_to_temporary_folder(text, path);
                    (copy.map_err(|error| FileError::new(path, error))?, target)
                }
                Err(failed) => return Err(save_error(path, failed.error)),
            },
        };
        let is_device = is_device(&target);
        let file = match is_device {
            true => open_device(&target),
            false => OpenOptions::new().write(true).open(&target),
        };
        let file = file.map_err(|source| save_error(path, source))?;
        copy(&temporary, file, is_device)
            .map_err(|source| FileError::new(path, rewrite_error(source, temporary)))
    }
}

fn copy(temporary: &NamedTempFile, mut to: File, is_device: bool) -> io::Result<()> {
    let mut from = temporary.reopen()?;
    if is_device {
        return io::copy(&mut from, &mut to).map(|_| ());
    }
    to.set_len(0)?;
    io::copy(&mut from, &mut to)?;
    to.sync_all()
}

fn has_same_content(one: &Path, other: &Path) -> bool {
    let length = |path| std::fs::metadata(path).map(|meta: std::fs::Metadata| meta.len());
    match (length(one), length(other)) {
        (Ok(a), Ok(b)) if a == b => are_equal(one, other).unwrap_or(false),
        _ => false,
    }
}

/// Whether two files of the same length are equal.
fn are_equal(one: &Path, other: &Path) -> io::Result<bool> {
    const PIECE: usize = 1 << 16;
    let [mut one, mut other] = [File::open(one)?, File::open(other)?].map(BufReader::new);
    let [mut a, mut b] = [vec![0; PIECE], vec![0; PIECE]];
    loop {
        let read = one.read(&mut a)?;
        if read == 0 {
            return Ok(true);
        }
        other.read_exact(&mut b[..read])?;
        if a[..read] != b[..read] {
            return Ok(false);
        }
    }
}
