//! Floor 5: a scene in, the files a game reads out. One file a target.
//!
//! Everything but [`write_files`] is pure, and the same scene always gives the same bytes.

pub mod conformance;
mod convert;
mod csv;
mod error;
mod import;
mod json;
mod line;
pub mod runtime;
mod stem;
pub mod suite;
mod svg;
mod trace;
mod write;

pub use convert::{MAX_SCALE, MIN_SCALE};
pub use error::ExportError;
pub use import::{Exported, read_export};
pub use stem::file_stem;
pub use trace::{MAX_TRACE_ROWS, ticks_in};
pub use write::write_files;

use crate::scene::Scene;
use convert::Converted;

/// What a scene can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Plain JSON that any game can read.
    Json,
    /// Tables for spreadsheets and scripts.
    Csv,
    /// A picture for documents.
    Svg,
}

impl Target {
    /// Every target, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Json, Self::Csv, Self::Svg];

    /// Its name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Svg => "svg",
        }
    }

    /// The target with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.id() == id)
    }

    /// Its name in menus.
    pub fn label(self) -> &'static str {
        match self {
            Self::Json => "JSON for any game",
            Self::Csv => "CSV tables",
            Self::Svg => "SVG picture",
        }
    }

    /// What it is good for, in a sentence.
    pub fn description(self) -> &'static str {
        match self {
            Self::Json => {
                "One file with paths, agents and behaviours in plain terms: curves as points, waits as ticks, random streams as words."
            }
            Self::Csv => "Three tables, of points, nodes and agents, for spreadsheets and scripts.",
            Self::Svg => "A picture of the scene for design documents, sharp at any size.",
        }
    }
}

/// How a scene is exported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Whether y grows downwards in the game. A picture always shows the scene as the editor does.
    pub y_down: bool,
    /// Game units in a unit of the scene, from [`MIN_SCALE`] to [`MAX_SCALE`]. Lengths, speeds and forces are multiplied by it.
    pub scale: f64,
    /// Adds the trace of the run over this many seconds, 0 or more: the proof that the game moves the same.
    ///
    /// It is the run of the exported numbers. So a port meets it bit for bit, whatever the scale; with a scale of 1 it is the
    /// editor's own run.
    pub with_trace: Option<f64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { y_down: false, scale: 1.0, with_trace: None }
    }
}

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// Its name, without a folder, safe on every system.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl OutputFile {
    fn new(name: String, text: impl Into<Vec<u8>>) -> Self {
        Self { name, bytes: text.into() }
    }
}

/// The files that `target` wants of `scene`.
///
/// ```
/// use steerwright::{export::{self, Options, Target}, scene::Scene};
/// let scene = Scene { name: "Night watch".into(), ..Scene::default() };
/// let files = export::export(&scene, Target::Json, &Options::default())?;
/// assert_eq!(files[0].name, "Night-watch.steer.json");
/// # Ok::<(), export::ExportError>(())
/// ```
///
/// # Errors
/// [`ExportError`] for options out of range and for a scene that is not sound.
pub fn export(scene: &Scene, target: Target, options: &Options) -> Result<Vec<OutputFile>, ExportError> {
    let converted = Converted::new(scene, options)?;
    let stem = file_stem(&scene.name);
    let mut files = match target {
        Target::Json => vec![OutputFile::new(format!("{stem}.steer.json"), json::text(&converted))],
        Target::Csv => csv::files(&converted, &stem)?,
        Target::Svg => vec![OutputFile::new(format!("{stem}.svg"), svg::picture(&converted))],
    };
    if let Some(seconds) = options.with_trace {
        files.push(OutputFile::new(format!("{stem}.trace.csv"), trace::text(&converted, seconds)?));
    }
    Ok(files)
}
