//! Commands that move the view or the cursor in it.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, key, shift};

define_commands! {
    /// Commands that move the view or the cursor in it.
    ViewCommand in View {
        /// Zooms in.
        ZoomIn => info("Zoom in", "Magnifies the view.").key(ctrl("Plus")).or_key(ctrl("Equals")),
        /// Zooms out.
        ZoomOut => info("Zoom out", "Shows more of the scene.").key(ctrl("Minus")),
        /// Fits the scene in the view.
        ZoomToFit => info("Zoom to fit", "Fits the whole scene in the view.").key(key("F")),
        /// Fits the selection in the view.
        ZoomToSelection => info("Zoom to selection", "Fits the selection in the view.")
            .key(shift("F"))
            .requires(Requirement::Selection),
        /// Shows the keyboard cursor.
        KeyboardCursor => info(
            "Keyboard cursor",
            "Arrow keys move a cursor on the canvas, Enter and Space click there.",
        )
        .key(key("Q")),
        /// Shows the moment and the place at which the selected area is watched worst.
        ShowWorstMoment => info(
            "Show worst moment",
            "Shows when and where the selected area is watched worst.",
        )
        .requires(Requirement::MeasuredArea),
    }
}
