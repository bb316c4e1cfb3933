//! Commands that export the scene or copy paths as code.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, ctrl_shift};

/// The tooltip of the commands that copy code.
const COPIES_CODE: &str =
    "Copies the selected paths, or all paths, as constants in the engine's coordinates.";

define_commands! {
    /// Commands that export the scene or copy paths as code.
    ExportCommand in Export {
        /// Opens the export dialog.
        Export => info("Export…", "Writes files for a game engine.")
            .key(ctrl("E"))
            .requires(Requirement::SceneContents),
        /// Repeats all exports stored in the scene.
        ExportAgain => info("Export again", "Repeats every export stored in the scene.")
            .key(ctrl_shift("E"))
            .requires(Requirement::StoredExport),
        /// Opens the folder of the last export.
        OpenExportFolder => info(
            "Open export folder",
            "Opens the folder of the last export in the file manager.",
        )
        .requires(Requirement::StoredExport),
        /// Saves the coverage as a picture.
        CoveragePicture => info(
            "Coverage as picture…",
            "Saves the shown coverage as PNG.",
        )
        .requires(Requirement::AnyAgent),
        /// Saves the coverage as a table.
        CoverageTable => info(
            "Coverage as table…",
            "Saves the figures of all cells of the coverage as CSV.",
        )
        .requires(Requirement::AnyAgent),
        /// Copies paths as GDScript.
        CopyGdscript => info("Copy as GDScript", COPIES_CODE).requires(Requirement::AnyPath),
        /// Copies paths as C#.
        CopyCsharp => info("Copy as C#", COPIES_CODE).requires(Requirement::AnyPath),
        /// Copies paths as C++.
        CopyCpp => info("Copy as C++", COPIES_CODE).requires(Requirement::AnyPath),
        /// Copies paths as Rust.
        CopyRust => info("Copy as Rust", COPIES_CODE).requires(Requirement::AnyPath),
        /// Copies paths as JavaScript.
        CopyJavaScript => info("Copy as JavaScript", COPIES_CODE).requires(Requirement::AnyPath),
        /// Copies paths as Lua.
        CopyLua => info("Copy as Lua", COPIES_CODE).requires(Requirement::AnyPath),
        /// Copies paths as Python.
        CopyPython => info("Copy as Python", COPIES_CODE).requires(Requirement::AnyPath),
        /// Copies paths as GML.
        CopyGml => info("Copy as GML", COPIES_CODE).requires(Requirement::AnyPath),
    }
}
