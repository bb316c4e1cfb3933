//! The conformance cases.

use crate::root;
use std::path::{Path, PathBuf};
use steerwright_export::conformance::{CaseFile, Expectation};

/// The folder of the cases that ship.
pub const SUITE: &str = "conformance";

/// The folder of cases whose exports are of earlier and later versions.
pub const OTHER_VERSIONS: &str = "crates/format/tests/fixtures/v1/exports";

/// The `.cases` files in a folder of the repository and in the folders in it, in order, with their
/// paths in the folder.
pub fn case_files(folder: &str) -> Vec<(String, CaseFile)> {
    let folder = root().join(folder);
    let mut paths = Vec::new();
    find(&folder, &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("text");
        let file = CaseFile::parse(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let path = path.strip_prefix(&folder).expect("a path in the folder");
        (path.to_string_lossy().replace('\\', "/"), file)
    };
    paths.into_iter().map(read).collect()
}

fn find(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            find(&path, paths);
        } else if path.extension().is_some_and(|end| end == "cases") {
            paths.push(path);
        }
    }
}

/// The names of the cases of a file that run an export, with its text.
pub fn run_exports(file: &CaseFile) -> impl Iterator<Item = (&str, &str)> {
    file.cases
        .iter()
        .filter_map(|case| match &case.expectation {
            Expectation::Run { export, .. } => Some((case.name.as_str(), file.export(export)?)),
            Expectation::Refusal { .. } => None,
        })
}

/// The export that a case of the suite runs.
pub fn export_of_case(path: &str, name: &str) -> String {
    let text = std::fs::read_to_string(root().join(SUITE).join(path)).expect(path);
    let file = CaseFile::parse(&text).expect(path);
    let mut runs = run_exports(&file);
    runs.find(|(known, _)| *known == name)
        .expect(name)
        .1
        .to_owned()
}
