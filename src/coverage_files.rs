//! The files of a coverage: a picture and a table.

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use std::io;
use std::io::Write;
use std::path::Path;
use steerwright_analysis::coverage::Picture;
use steerwright_format::create_temporary_in;

/// A picture as PNG.
///
/// # Errors
///
/// If the encoder fails.
pub fn png(picture: &Picture) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let (width, height) = (picture.width as u32, picture.height as u32);
    PngEncoder::new(&mut bytes)
        .write_image(&picture.rgba, width, height, ExtendedColorType::Rgba8)
        .map_err(io::Error::other)?;
    Ok(bytes)
}

/// Writes a file completely or not at all.
///
/// # Errors
///
/// If the file cannot be written. It is as before then.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Resolved, so that a symbolic link stays a link.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = std::fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|meta| meta.is_dir()) {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Write to devices and pipes directly; they must not be replaced.
    if existing.as_ref().is_some_and(|meta| !meta.is_file()) {
        return std::fs::write(&target, bytes);
    }
    if existing.is_some_and(|meta| meta.permissions().readonly()) {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        ));
    }
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut temporary = create_temporary_in(folder.unwrap_or(Path::new(".")))?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary
        .persist(&target)
        .map(|_| ())
        .map_err(|error| error.error)
}
