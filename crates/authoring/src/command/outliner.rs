//! Commands on the outliner and its rows.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, ctrl_shift, key};

define_commands! {
    /// Commands on the outliner and its rows.
    OutlinerCommand in Outliner {
        /// Renames the selected item.
        Rename => info("Rename", "Renames the selected item.")
            .key(key("F2"))
            .requires(Requirement::Selection),
        /// Groups the selection.
        Group => info("Group", "Puts the selected items into a new group.")
            .key(ctrl("G"))
            .requires(Requirement::Selection),
        /// Moves the selection out of its group.
        Ungroup => info("Ungroup", "Moves the selected items out of their group.")
            .key(ctrl_shift("G"))
            .requires(Requirement::Grouped),
        /// Hides or shows the selection.
        ToggleHidden => info("Hide", "Hides the selected items. They are still simulated.")
            .key(ctrl("H"))
            .requires(Requirement::Selection),
        /// Hides everything that isn't selected.
        HideOthers => info("Hide others", "Hides all items that aren't selected.")
            .requires(Requirement::Selection),
        /// Shows all hidden items.
        ShowAll => info("Show all", "Shows all hidden items.")
            .key(ctrl_shift("H"))
            .requires(Requirement::Hidden),
        /// Locks or unlocks the selection.
        ToggleLocked => info("Lock", "Locks the selected items. They can't be selected on the canvas.")
            .key(ctrl("K"))
            .requires(Requirement::Selection),
        /// Unlocks all locked items.
        UnlockAll => info("Unlock all", "Unlocks all locked items.")
            .key(ctrl_shift("K"))
            .requires(Requirement::Locked),
        /// Adds a contact rule.
        AddContact => info(
            "Add contact rule",
            "Adds a rule for what happens when agents of two presets touch.",
        )
        .requires(Requirement::AnyPreset),
        /// Adds a preset without behaviors.
        NewPreset => info("New preset", "Adds a preset without behaviors, to start from."),
        /// Focuses the filter of the outliner.
        FindInOutliner => info("Find in outliner", "Filters the outliner by name.").key(ctrl("F")),
    }
}
