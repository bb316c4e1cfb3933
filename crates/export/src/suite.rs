//! The conformance cases, embedded in the binary; see `conformance/README.md`.

use crate::OutputFile;

/// Name and text of every file in `conformance/` that belongs to a case, as the build script lists them.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/conformance_files.rs"));

/// The files of all cases, by name: `NAME.steer.json` and `NAME.bits`, and `NAME.X.steer.json` for each edited export.
pub fn files() -> Vec<OutputFile> {
    FILES
        .iter()
        .map(|&(name, text)| OutputFile::new(name.to_owned(), text))
        .collect()
}
