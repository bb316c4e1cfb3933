//! Commands on the clipboard.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, ctrl_shift};

define_commands! {
    /// Commands on the clipboard.
    ClipboardCommand in Clipboard {
        /// Moves the selection to the clipboard.
        Cut => info("Cut", "Moves the selection to the clipboard.")
            .key(ctrl("X"))
            .requires(Requirement::Selection),
        /// Copies the selection.
        Copy => info("Copy", "Copies the selection, for this or another scene.")
            .key(ctrl("C"))
            .requires(Requirement::Selection),
        /// Pastes at the pointer.
        Paste => info("Paste", "Pastes the clipboard at the pointer.").key(ctrl("V")),
        /// Pastes at the original position.
        PasteInPlace => info("Paste in place", "Pastes the clipboard at its original position.")
            .key(ctrl_shift("V")),
    }
}
