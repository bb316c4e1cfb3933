//! Commands that change the selected items.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, key};

define_commands! {
    /// Commands that change the selected items.
    EditCommand in Edit {
        /// Duplicates the selection.
        Duplicate => info("Duplicate", "Adds a copy of the selection next to it.")
            .key(ctrl("D"))
            .requires(Requirement::Selection),
        /// Deletes the selection.
        Delete => info(
            "Delete",
            "Deletes the selected nodes, or whole items if no node is selected.",
        )
        .key(key("Delete"))
        .or_key(key("Backspace"))
        .requires(Requirement::Selection),
        /// Mirrors the selection left to right.
        FlipHorizontal => info("Flip horizontal", "Mirrors the selection left to right.")
            .key(key("X"))
            .requires(Requirement::Positioned),
        /// Mirrors the selection top to bottom.
        FlipVertical => info("Flip vertical", "Mirrors the selection top to bottom.")
            .key(key("Y"))
            .requires(Requirement::Positioned),
        /// Rotates the selection by 90° counterclockwise.
        RotateCounterclockwise => info(
            "Rotate 90° counterclockwise",
            "Rotates the selection around its center.",
        )
        .key(ctrl("OpenBracket"))
        .requires(Requirement::Positioned),
        /// Rotates the selection by 90° clockwise.
        RotateClockwise => info("Rotate 90° clockwise", "Rotates the selection around its center.")
            .key(ctrl("CloseBracket"))
            .requires(Requirement::Positioned),
        /// Aligns left edges.
        AlignLeft => info("Align left", "Aligns the left edges of the selected items.")
            .requires(Requirement::TwoItems),
        /// Aligns horizontal centers.
        AlignCenter => info(
            "Align horizontal centers",
            "Centers the selected items on a vertical line.",
        ).requires(Requirement::TwoItems),
        /// Aligns right edges.
        AlignRight => info("Align right", "Aligns the right edges of the selected items.")
            .requires(Requirement::TwoItems),
        /// Aligns top edges.
        AlignTop => info("Align top", "Aligns the top edges of the selected items.")
            .requires(Requirement::TwoItems),
        /// Aligns vertical centers.
        AlignMiddle => info(
            "Align vertical centers",
            "Centers the selected items on a horizontal line.",
        ).requires(Requirement::TwoItems),
        /// Aligns bottom edges.
        AlignBottom => info("Align bottom", "Aligns the bottom edges of the selected items.")
            .requires(Requirement::TwoItems),
        /// Spaces items evenly from left to right.
        DistributeHorizontally => info(
            "Distribute horizontally",
            "Spaces the selected items evenly from left to right.",
        ).requires(Requirement::ThreeItems),
        /// Spaces items evenly from top to bottom.
        DistributeVertically => info(
            "Distribute vertically",
            "Spaces the selected items evenly from top to bottom.",
        ).requires(Requirement::ThreeItems),
    }
}
