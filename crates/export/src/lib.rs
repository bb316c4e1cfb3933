//! Exports scenes to files for game engines, and imports them again.
//!
//! All functions except those that write files are pure, and the same scene always gives the same
//! bytes.

// A new variant of an enum is a decision at each match, which `_` would take silently.
#![warn(clippy::wildcard_enum_match_arm)]

mod authored;
mod code;
pub mod conformance;
mod error;
mod file_name;
mod former_files;
mod formula;
mod import;
pub mod runtime;
pub mod schema;
pub mod suite;
mod target;
mod ticks;
mod trace;
mod write;

pub use code::{CodeLanguage, code};
pub use error::ExportError;
pub use file_name::{file_name, name_key};
pub use former_files::{
    FormerFiles, LIST_NAME, LostList, NotRemoved, ReplacedFile, SceneExport, remove_former_files,
};
pub use import::{
    import, import_file, importable, importable_extension, level, load_import, not_importable,
};
pub use target::{ExportTarget, Space, TargetGroup};
pub use ticks::{MAX_ROWS_IN_MEMORY, MAX_TRACE_ROWS, ticks_in};
pub use trace::{RecordError, TraceFile};
pub use write::{StagedExport, stage_files, write_files};

use crate::target::KeptEditorData;
use std::sync::Arc;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::editor::EditorData;
use steerwright_runtime::scene::{ExportOptions, Plane, Scene};
use trace::{Run, TraceOptions};

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// Its name, valid on every system; folders are separated by "/".
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl OutputFile {
    pub(crate) fn new(name: String, text: impl Into<Vec<u8>>) -> Self {
        Self {
            name,
            bytes: text.into(),
        }
    }
}

/// A file of an export, whose content is there or is recorded when it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportFile {
    /// With its content.
    Ready(OutputFile),
    /// A trace, which may be too long for memory.
    Trace(TraceFile),
}

impl ExportFile {
    /// Its name, as that of an [`OutputFile`].
    pub fn name(&self) -> &str {
        match self {
            Self::Ready(file) => &file.name,
            Self::Trace(file) => &file.name,
        }
    }
}

impl From<OutputFile> for ExportFile {
    fn from(file: OutputFile) -> Self {
        Self::Ready(file)
    }
}

/// The options for exporting `scene` to `target`: those saved in the scene, or the defaults of the
/// target.
pub fn saved_options(scene: &Scene, target: ExportTarget) -> ExportOptions {
    let mut remembered = scene.editor.exports.iter();
    remembered
        .find(|export| export.to == target.id())
        .map_or(target.default_options(), |export| export.options)
}

/// Exports `scene` to `target`. The first file is the main one.
///
/// ```
/// use steerwright_export::{ExportTarget, self as export};
/// use steerwright_runtime::scene::{ExportOptions, Scene};
/// let scene = Scene { name: "Night watch".into(), ..Scene::default() };
/// let files = export::export(&scene, ExportTarget::Json, &ExportOptions::default())?;
/// assert_eq!(files[0].name, "Night-watch.steer.json");
/// # Ok::<(), export::ExportError>(())
/// ```
///
/// # Errors
/// [`ExportError`] if the options are out of range or the scene is invalid, or if it contains a
/// trace of more than [`MAX_ROWS_IN_MEMORY`] rows; see [`export_files`].
pub fn export(
    scene: &Scene,
    target: ExportTarget,
    options: &ExportOptions,
) -> Result<Vec<OutputFile>, ExportError> {
    let files = files(scene, target, options, MAX_ROWS_IN_MEMORY, &|| true)?;
    let ready = files.into_iter().map(|file| match file {
        ExportFile::Ready(file) => Ok(file),
        ExportFile::Trace(file) => file.into_output(&|| true),
    });
    ready.collect()
}

/// Like [`export`], but with traces of up to [`MAX_TRACE_ROWS`] rows, which are recorded when they
/// are written. Asks `keep_going` before every tick of a trace, so that a long one can be canceled
/// from another thread.
///
/// # Errors
/// [`ExportError::Canceled`] when `keep_going` returns false, otherwise as [`export`].
pub fn export_files(
    scene: &Scene,
    target: ExportTarget,
    options: &ExportOptions,
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<ExportFile>, ExportError> {
    files(scene, target, options, MAX_TRACE_ROWS, keep_going)
}

fn files(
    scene: &Scene,
    target: ExportTarget,
    options: &ExportOptions,
    max_rows: u64,
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<ExportFile>, ExportError> {
    let options = effective_options(target, options);
    let mut placed = PlacedScene::new(scene, &options)?;
    let mut editor = placed.authored.editor.clone();
    match target.editor_data() {
        KeptEditorData::None => editor = Default::default(),
        KeptEditorData::Pictures => editor = only_pictures(&editor).into(),
        KeptEditorData::Outliner => {
            let has_references = !(editor.exports.is_empty()
                && editor.imports.is_empty()
                && editor.pictures.is_empty());
            if has_references {
                Arc::make_mut(&mut editor).remove_file_references();
            }
        }
    }
    placed.scene.editor = editor.clone();
    placed.authored.editor = editor;
    let file_name = file_name(&scene.name);
    let trace = TraceOptions {
        seconds: options.with_trace,
        max_rows,
        keep_going,
    };
    let mut files = target.files(&placed, &file_name, &trace)?;
    if trace.seconds.is_some() && target != ExportTarget::Trace {
        let run = Arc::new(Run::new(&placed, &trace)?);
        files.push(ExportFile::Trace(TraceFile::csv(&file_name, run)));
    }
    Ok(files)
}

/// The pictures beside the scene, and which of them are hidden.
fn only_pictures(editor: &EditorData) -> EditorData {
    let mut only = EditorData::default();
    only.groups.clone_from(&editor.groups);
    only.pictures.clone_from(&editor.pictures);
    only.picture_props.clone_from(&editor.picture_props);
    only.remove_file_references();
    only
}

/// The options without those that `target` ignores.
fn effective_options(target: ExportTarget, options: &ExportOptions) -> ExportOptions {
    match target.space() {
        Space::Authored => ExportOptions {
            with_trace: options.with_trace,
            ..ExportOptions::AS_AUTHORED
        },
        Space::Flat => ExportOptions {
            plane: Plane::Xy,
            ..*options
        },
        Space::Spatial => *options,
    }
}
