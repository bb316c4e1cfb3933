//! Commands that change the selection.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, ctrl_shift, key, shift};

define_commands! {
    /// Commands that change the selection.
    SelectCommand in Select {
        /// Selects everything.
        SelectAll => info("Select all", "Selects all nodes, agents and markers.")
            .key(ctrl("A"))
            .requires(Requirement::SceneContents),
        /// Selects all nodes of the selected paths and walls.
        SelectNodes => info("Select nodes", "Selects all nodes of the selected paths and walls.")
            .key(shift("N"))
            .requires(Requirement::EditableLine),
        /// Selects the next item on the canvas.
        SelectNext => info("Select next", "Selects the next item on the canvas.")
            .key(key("CloseBracket"))
            .requires(Requirement::SceneContents),
        /// Selects the previous item on the canvas.
        SelectPrevious => info("Select previous", "Selects the previous item on the canvas.")
            .key(key("OpenBracket"))
            .requires(Requirement::SceneContents),
        /// Clears the selection.
        Deselect => info("Deselect", "Clears the selection.")
            .key(ctrl_shift("A"))
            .requires(Requirement::Selection),
        /// Inverts the selection.
        InvertSelection => info("Invert selection", "Selects everything that isn't selected.")
            .key(ctrl("I"))
            .requires(Requirement::SceneContents),
    }
}
