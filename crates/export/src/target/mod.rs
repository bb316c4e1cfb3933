//! What a scene can be exported to, one file or folder a target; this one is their table.
//!
//! A target writes files called `NAME.*`, after the scene, and what all scenes of a game share into the folder `steerwright`:
//! the runtime and a `README-TARGET.md`. So no export ever meets a file of the person's own.

mod bevy;
mod csv;
mod gamemaker;
pub(super) mod godot;
pub(super) mod json;
mod love;
mod phaser;
mod pygame;
mod scene_file;
mod svg;
mod threejs;
pub(super) mod tiled;
mod trace_files;
pub(super) mod unity;
mod unreal;
mod web;

use crate::{ExportError, OutputFile};
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::ExportOptions;

/// What a scene can be exported to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExportTarget {
    /// Plain JSON that any game can read.
    Json,
    /// The scene as the editor saves it.
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
    /// A game for LÖVE.
    Love,
    /// Paths and a page for Phaser.
    Phaser,
    /// Curves and a page for three.js.
    Threejs,
    /// A program for pygame.
    Pygame,
    /// Data tables for Unreal.
    Unreal,
    /// Scripts for GameMaker.
    GameMaker,
    /// Tables for spreadsheets and scripts.
    Csv,
    /// A picture for documents.
    Svg,
    /// The recorded run.
    Trace,
}

/// What the table says of a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct TargetInfo {
    /// Its name on the command line and in scene files; never changes.
    pub id: &'static str,
    /// Its name in menus.
    pub label: &'static str,
    /// What it is good for, in a sentence.
    pub description: &'static str,
    /// What of the placement it heeds.
    pub space: Space,
    /// The options that suit most games of this kind.
    pub default_options: ExportOptions,
}

/// What of a scene's placement a target heeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Nothing: the scene is written as it was authored.
    Authored,
    /// It is 2D: all but the plane.
    Flat,
    /// It may be 3D: all.
    Spatial,
}

impl ExportTarget {
    /// Every target, in the order of menus.
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

    /// The files of this target, the one a person opens first, without the trace that may go with them. `seconds` is how long a
    /// trace was asked for.
    pub(super) fn files(
        self,
        placed: &PlacedScene,
        file_name: &str,
        seconds: Option<f64>,
    ) -> Result<Vec<OutputFile>, ExportError> {
        match self {
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
            Self::Trace => trace_files::files(placed, seconds, file_name),
        }
    }

    /// The target with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.id() == id)
    }

    /// Its name on the command line and in scene files.
    pub fn id(self) -> &'static str {
        self.info().id
    }

    /// Its name in menus.
    pub fn label(self) -> &'static str {
        self.info().label
    }

    /// What it is good for, in a sentence.
    pub fn description(self) -> &'static str {
        self.info().description
    }

    /// What of a scene's placement it heeds.
    pub fn space(self) -> Space {
        self.info().space
    }

    /// The options that suit most games of this kind.
    pub fn default_options(self) -> ExportOptions {
        self.info().default_options
    }
}
