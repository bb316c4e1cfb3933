//! The conformance cases, embedded in the binary; see `conformance/README.md`.

use crate::OutputFile;
use flate2::read::DeflateDecoder;
use std::io::{Error, ErrorKind, Read, Result};

/// The name, length and text of every file, compressed by the build script.
const ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/conformance.deflate"));

/// All `.cases` files in `conformance/`, in order of their names, like `paths/curves.cases`.
///
/// # Errors
/// If the archive in the binary is damaged.
pub fn files() -> Result<Vec<OutputFile>> {
    let mut archive = String::new();
    DeflateDecoder::new(ARCHIVE).read_to_string(&mut archive)?;
    let mut files = Vec::new();
    let mut rest = archive.as_str();
    while !rest.is_empty() {
        let (file, next) = split_file(rest)
            .ok_or(ErrorKind::InvalidData)
            .map_err(Error::from)?;
        files.push(file);
        rest = next;
    }
    Ok(files)
}

fn split_file(archive: &str) -> Option<(OutputFile, &str)> {
    let (heading, rest) = archive.split_once('\n')?;
    let (name, length) = heading.split_once(' ')?;
    let (text, next) = rest.split_at_checked(length.parse().ok()?)?;
    Some((OutputFile::new(name.to_owned(), text), next))
}
