//! Reads the text of files. Only regular files are opened: a pipe or a device may never end, or
//! never answer.

use super::MAX_FILE_BYTES;
use super::encoding::{unicode_text, utf8_text};
use crate::FormatError;
use crate::limits::FILE_BYTES;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Reads the text of the file at `path`, of any kind.
///
/// # Errors
/// A [`FormatError`] for a file that cannot be read, is larger than [`MAX_FILE_BYTES`], or is not
/// UTF-8.
pub fn load_text(path: &Path) -> Result<String, FormatError> {
    load_bytes(path).and_then(utf8_text)
}

/// Reads the text of the table at `path`, in UTF-8 or, as spreadsheets also save it, in UTF-16.
///
/// # Errors
/// A [`FormatError`] for a file that cannot be read, is larger than [`MAX_FILE_BYTES`], or has
/// another encoding.
pub fn load_table(path: &Path) -> Result<String, FormatError> {
    load_bytes(path).and_then(unicode_text)
}

fn load_bytes(path: &Path) -> Result<Vec<u8>, FormatError> {
    let io = |source: io::Error| {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the standard library has many kinds, and adds some"
        )]
        let help = match source.kind() {
            ErrorKind::NotFound => "check the file name",
            ErrorKind::PermissionDenied => "check its permissions",
            ErrorKind::InvalidInput => "choose a regular file",
            _ => "check that it is a readable file",
        };
        FormatError::Io {
            action: "cannot read",
            source,
            help: help.into(),
        }
    };
    let file = open_regular(path).map_err(io)?;
    let expected = file.metadata().map_or(0, |meta| meta.len());
    let mut bytes = Vec::with_capacity(expected.min(MAX_FILE_BYTES) as usize + 1);
    // One byte more than allowed, because a file may grow while it is read.
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(io)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let bytes = std::fs::metadata(path).map_or(MAX_FILE_BYTES + 1, |meta| {
            meta.len().max(MAX_FILE_BYTES + 1)
        });
        return Err(FormatError::TooLarge {
            bytes,
            limit: &FILE_BYTES,
        });
    }
    Ok(bytes)
}

/// Opens the file at `path` for reading, without waiting for anything.
///
/// # Errors
/// Those of the system, and [`ErrorKind::InvalidInput`] for anything but a regular file: folders,
/// pipes, sockets and devices.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let check = |meta: std::fs::Metadata| match meta.is_file() {
        true => Ok(()),
        false if meta.is_dir() => Err(io::Error::from(ErrorKind::IsADirectory)),
        false => Err(io::Error::new(
            ErrorKind::InvalidInput,
            "this is not a regular file",
        )),
    };
    // Before opening, because to open a device can have effects.
    check(std::fs::metadata(path)?)?;
    let file = open_without_waiting(path)?;
    // The file may have been replaced in between.
    check(file.metadata()?)?;
    Ok(file)
}

#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // Opening a pipe without a writer would block.
    std::fs::OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}
