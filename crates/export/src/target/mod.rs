//! The export targets, one module per target.
//!
//! A target writes files called `NAME.*`, after the scene (for Unreal also `NAME_*`), and puts
//! files that scenes share into the folder `steerwright`: the runtime and a `README-TARGET.md`. In
//! Godot 4, scripts have names in the whole project, so that folder is `addons/steerwright` in its
//! root. So an export does not overwrite files of the game.

mod bevy;
mod csv;
mod gamemaker;
pub(super) mod godot;
pub(super) mod json;
mod love;
mod node_scripts;
mod phaser;
pub(crate) mod picture;
mod properties;
mod pygame;
mod scene_file;
mod svg;
mod table;
mod threejs;
pub(super) mod tiled;
mod trace_files;
pub(super) mod unity;
mod unreal;
mod web;

use crate::trace::TraceOptions;
use crate::{ExportError, ExportFile};
use serde_json::Value;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

/// An export target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExportTarget {
    /// JSON for any game.
    Json,
    /// A scene file of the editor.
    SceneFile,
    /// Scenes and curves for Godot 4.
    Godot4,
    /// Scenes and curves for Godot 3.
    Godot3,
    /// A package and a scene asset for Unity.
    Unity,
    /// An asset for Bevy.
    Bevy,
    /// Object layers for Tiled.
    Tiled,
    /// A playable scene for LÖVE.
    Love,
    /// Paths and a web page for Phaser.
    Phaser,
    /// Curves and a web page for three.js.
    Threejs,
    /// A playable scene for pygame.
    Pygame,
    /// Data tables for Unreal.
    Unreal,
    /// A script for GameMaker.
    GameMaker,
    /// Tables for spreadsheets and scripts.
    Csv,
    /// A picture for design documents.
    Svg,
    /// A recorded run.
    Trace,
}

/// The description of a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetInfo {
    /// Its id on the command line and in scene files, which never changes.
    pub id: &'static str,
    /// Its display name.
    pub label: &'static str,
    /// A one-sentence description.
    pub description: &'static str,
    /// Where it is listed.
    pub group: TargetGroup,
    /// The placement options that it uses.
    pub space: Space,
    /// The unit of its lengths.
    pub length_unit: &'static str,
    /// What of the editor's data its files hold.
    pub editor_data: KeptEditorData,
    /// The default options, which suit most games.
    pub default_options: ExportOptions,
}

/// A group of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetGroup {
    /// Engines and editors.
    Engines,
    /// Data.
    Data,
    /// Documents.
    Documents,
}

impl TargetGroup {
    /// All groups, in menu order.
    pub const ALL: [Self; 3] = [Self::Engines, Self::Data, Self::Documents];

    /// Its display name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Engines => "Engines and editors",
            Self::Data => "Data",
            Self::Documents => "Documents",
        }
    }
}

/// What of the editor's data the files of a target hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeptEditorData {
    /// The folders of the outliner, and what is hidden and locked there: they can be imported
    /// again.
    Outliner,
    /// Only the pictures underneath.
    Pictures,
    /// Nothing, or what the format itself holds.
    None,
}

/// The placement options that a target uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// None: the scene is written in its authored coordinates.
    Authored,
    /// All except the plane, for 2D.
    Flat,
    /// All, for 2D and 3D.
    Spatial,
}

/// The size of the cells of an export, and the column and row of every blocked one, in the axes of
/// the game.
fn blocked_cells(exported: &Value) -> (f64, Vec<[i64; 2]>) {
    let cells = &exported["cells"];
    let pairs = cells["blocked"].as_array().into_iter().flatten();
    let blocked = pairs.filter_map(|pair| Some([pair[0].as_i64()?, pair[1].as_i64()?]));
    (
        cells["size"].as_f64().unwrap_or_default(),
        blocked.collect(),
    )
}

impl ExportTarget {
    /// All targets, in menu order.
    pub const ALL: [Self; 16] = [
        Self::Json,
        Self::Godot4,
        Self::Godot3,
        Self::Unity,
        Self::Unreal,
        Self::Bevy,
        Self::Tiled,
        Self::Love,
        Self::Phaser,
        Self::Threejs,
        Self::Pygame,
        Self::GameMaker,
        Self::Csv,
        Self::Svg,
        Self::Trace,
        Self::SceneFile,
    ];

    fn info(self) -> &'static TargetInfo {
        match self {
            Self::Json => &json::INFO,
            Self::SceneFile => &scene_file::INFO,
            Self::Godot4 => &godot::GODOT4_INFO,
            Self::Godot3 => &godot::GODOT3_INFO,
            Self::Unity => &unity::INFO,
            Self::Bevy => &bevy::INFO,
            Self::Tiled => &tiled::INFO,
            Self::Love => &love::INFO,
            Self::Phaser => &phaser::INFO,
            Self::Threejs => &threejs::INFO,
            Self::Pygame => &pygame::INFO,
            Self::Unreal => &unreal::INFO,
            Self::GameMaker => &gamemaker::INFO,
            Self::Csv => &csv::INFO,
            Self::Svg => &svg::INFO,
            Self::Trace => &trace_files::INFO,
        }
    }

    /// The files of this target, the main one first, without an additional trace. `seconds` is the
    /// requested length of a trace.
    pub(super) fn files(
        self,
        placed: &PlacedScene,
        file_name: &str,
        trace: &TraceOptions,
    ) -> Result<Vec<ExportFile>, ExportError> {
        let files = match self {
            Self::Json => json::files(placed, file_name),
            Self::SceneFile => scene_file::files(placed, file_name),
            Self::Godot4 => godot::godot4_files(placed, file_name),
            Self::Godot3 => godot::godot3_files(placed, file_name),
            Self::Unity => unity::files(placed, file_name),
            Self::Bevy => bevy::files(placed, file_name),
            Self::Tiled => tiled::files(placed, file_name),
            Self::Love => love::files(placed, file_name),
            Self::Phaser => phaser::files(placed, file_name),
            Self::Threejs => threejs::files(placed, file_name),
            Self::Pygame => pygame::files(placed, file_name),
            Self::Unreal => unreal::files(placed, file_name),
            Self::GameMaker => gamemaker::files(placed, file_name),
            Self::Csv => csv::files(placed, file_name),
            Self::Svg => svg::files(placed, file_name),
            Self::Trace => return trace_files::files(placed, trace, file_name),
        };
        Ok(files?.into_iter().map(ExportFile::Ready).collect())
    }

    /// The target with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.id() == id)
    }

    /// Its id on the command line and in scene files.
    pub fn id(self) -> &'static str {
        self.info().id
    }

    /// What of the editor's data its files hold.
    pub(crate) fn editor_data(self) -> KeptEditorData {
        self.info().editor_data
    }

    /// Where it is listed.
    pub fn group(self) -> TargetGroup {
        self.info().group
    }

    /// The unit of its lengths.
    pub fn length_unit(self) -> &'static str {
        self.info().length_unit
    }

    /// Its display name.
    pub fn label(self) -> &'static str {
        self.info().label
    }

    /// A one-sentence description.
    pub fn description(self) -> &'static str {
        self.info().description
    }

    /// The placement options that it uses.
    pub fn space(self) -> Space {
        self.info().space
    }

    /// The default options, which suit most games.
    pub fn default_options(self) -> ExportOptions {
        self.info().default_options
    }
}
