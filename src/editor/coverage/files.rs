//! Saving a coverage as a picture or as a table.

use crate::coverage_files;
use crate::editor::background::{Background, Progress};
use crate::editor::coverage::CoverageView;
use egui::Context;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use steerwright_analysis::coverage::{csv, picture};
use steerwright_format::{FileError, FormatError, save_together};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverageFile {
    /// The shown layer, as PNG.
    Picture,
    /// The figures of all cells, as CSV.
    Table,
}

impl CoverageFile {
    /// The extension of its name.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Picture => "png",
            Self::Table => "csv",
        }
    }
}

/// A file that is being written.
pub(super) struct Saving {
    path: PathBuf,
    work: Background<Result<(), FileError>>,
}

impl CoverageView {
    /// Whether there is something to save.
    pub fn is_measured(&self) -> bool {
        self.coverage.is_some()
    }

    /// Writes a file on a background thread. Its end is reported by [`CoverageView::take_saved`].
    pub fn save(&mut self, ctx: &Context, file: CoverageFile, path: &Path) {
        let (Some(coverage), Some(since)) = (&self.coverage, self.texture.since()) else {
            return;
        };
        let (coverage, since, layer) = (Arc::clone(coverage), since.clone(), self.layer);
        let to = path.to_owned();
        let work = Background::start(ctx, "saving a coverage", move || {
            let bytes = match file {
                CoverageFile::Picture => coverage_files::png(&picture(&coverage, layer, &since))
                    .map_err(|error| unwritten(&to, error))?,
                CoverageFile::Table => csv(&coverage, &since).into_bytes(),
            };
            save_together(&[(to.as_path(), bytes.as_slice())])
        });
        self.saving = Some(Saving {
            path: path.to_owned(),
            work,
        });
    }

    /// The file whose writing has ended since the last call.
    pub fn take_saved(&mut self) -> Option<Result<PathBuf, FileError>> {
        let progress = self.saving.as_mut()?.work.poll();
        if matches!(progress, Progress::Working) {
            return None;
        }
        let path = self.saving.take()?.path;
        Some(match progress {
            Progress::Done(result) => result.map(|()| path),
            Progress::Working | Progress::Lost => {
                let error = io::Error::other("the program failed to write it");
                Err(unwritten(&path, error))
            }
        })
    }
}

fn unwritten(path: &Path, source: io::Error) -> FileError {
    let error = FormatError::Io {
        action: "cannot save",
        source,
        help: "choose another file".into(),
    };
    FileError::new(path, error)
}
