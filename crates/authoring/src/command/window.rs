//! Commands that open or close panels and dialogs.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, ctrl_shift, key};

define_commands! {
    /// Commands that open or close panels and dialogs.
    WindowCommand in Window {
        /// Opens the live link panel.
        LiveLink => info("Live link…", "Shows every edit immediately in running games."),
        /// Opens the dialog that removes redundant nodes.
        SimplifyPath => info("Simplify…", "Removes redundant nodes.")
            .key(ctrl("L"))
            .requires(Requirement::LongPath),
        /// Opens the scorecard.
        Scorecard => info(
            "Scorecard…",
            "Runs the scene with many seeds and shows percentiles of its figures.",
        )
        .key(ctrl_shift("R"))
        .requires(Requirement::AnyAgent),
        /// Opens the window that tunes the selected preset to a goal.
        TuneToGoal => info(
            "Tune to a goal…",
            "Searches for parameters with which the selected agent meets limits that you set.",
        )
        .key(ctrl_shift("T"))
        .requires(Requirement::Preset),
        /// Opens the same window with a limit for the overshoot.
        TuneOvershoot => info(
            "Tune overshoot to a goal…",
            "Searches for parameters with which the selected agent passes its target by less than you allow.",
        )
        .requires(Requirement::Overshoot),
        /// Opens the window that shows presets next to each other.
        PresetTable => info(
            "Compare presets…",
            "Shows presets next to each other: their values, and how they move from the same start.",
        )
        .key(ctrl_shift("M")),
        /// Opens the window that declares custom properties.
        CustomProperties => info(
            "Custom properties…",
            "Declares what else the game gets to know of nodes, paths, agents, markers, walls and presets.",
        ),
        /// Declares a custom property of the selected kinds of items.
        DeclareProperty => info(
            "Declare property…",
            "Declares a custom property of the selected kinds of items.",
        ),
        /// Shows or hides the history panel.
        ToggleHistory => info("History", "Lists all steps. Click one to go to it.").key(key("U")),
        /// Opens the command palette.
        CommandPalette => info("Command palette…", "Finds and runs any command by name.")
            .key(ctrl_shift("P")),
        /// Lists all keyboard shortcuts.
        KeyboardShortcuts => info("Keyboard shortcuts", "Lists all keyboard shortcuts.")
            .key(key("F1")),
        /// Opens the shortcut editor.
        EditShortcuts => info("Edit shortcuts…", "Changes the keyboard shortcuts of commands."),
        /// Opens the settings.
        Settings => info("Settings…", "Preferences for clicking, dragging and the mouse wheel.")
            .key(ctrl("Comma")),
        /// Opens the introduction.
        GettingStarted => info(
            "Getting started",
            "Explains how to draw, tune and export a patrol.",
        ),
    }
}
