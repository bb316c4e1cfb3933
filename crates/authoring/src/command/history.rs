//! Commands on the history.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, ctrl_shift};

define_commands! {
    /// Commands on the history.
    HistoryCommand in History {
        /// Undoes a step.
        Undo => info("Undo", "Undoes the last step.").key(ctrl("Z")).requires(Requirement::Undo),
        /// Redoes a step.
        Redo => info("Redo", "Redoes the last undone step.")
            .key(ctrl_shift("Z"))
            .or_key(ctrl("Y"))
            .requires(Requirement::Redo),
    }
}
