//! Commands on files.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, ctrl_shift};

define_commands! {
    /// Commands on files.
    FileCommand in File {
        /// Creates an empty scene.
        New => info("New scene", "Creates an empty scene.").key(ctrl("N")),
        /// Opens a scene file.
        Open => info("Open…", "Opens a scene file.").key(ctrl("O")),
        /// Saves the scene to its file.
        Save => info("Save", "Saves the scene to its file.").key(ctrl("S")),
        /// Saves the scene to another file.
        SaveAs => info("Save as…", "Saves the scene to another file.").key(ctrl_shift("S")),
        /// Opens the list of earlier versions of the scene's file.
        RestoreBackup => info(
            "Restore a backup…",
            "Lists earlier versions of the scene file.",
        ),
        /// Opens exported files as a new scene, and imports levels.
        Import => info(
            "Import…",
            "Opens an exported file as a new scene, or adds walls, paths, markers and agents from a map of another program.",
        ),
        /// Adds a preset from a file.
        LoadPreset => info("Load preset…", "Adds an agent preset from a file."),
        /// Saves the selected preset to a file.
        SavePreset => info("Save preset…", "Saves the selected agent's preset to a file.")
            .requires(Requirement::Preset),
        /// Saves the selected preset to the user's library.
        AddToLibrary => info(
            "Add preset to library",
            "Saves the selected agent's preset in your library, for other scenes.",
        )
        .requires(Requirement::Preset),
        /// Closes the editor.
        Quit => info("Quit", "Closes the editor. Asks first if there are unsaved changes.")
            .key(ctrl("Q")),
    }
}
