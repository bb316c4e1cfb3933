//! Commands on pictures underneath the scene.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;

define_commands! {
    /// Commands on pictures.
    PictureCommand in Picture {
        /// Adds a picture from a file.
        AddPicture => info(
            "Add picture…",
            "Shows a PNG, JPEG, WebP or SVG file underneath the scene.",
        ),
        /// Chooses the file of the selected picture.
        LocatePicture => info(
            "Locate picture…",
            "Chooses another file for the selected picture.",
        )
        .requires(Requirement::Picture),
        /// Shows a picture from outside of the folder of the scene.
        ShowPicture => info(
            "Show picture from outside",
            "Reads the file of the selected picture although it is not in the folder of the scene.",
        )
        .requires(Requirement::BlockedPicture),
    }
}
