//! Commands that toggle kinds of snapping.

use crate::command::define::{define_commands, info};
use crate::command::shortcut::{key, shift};

define_commands! {
    /// Commands that toggle kinds of snapping.
    SnapCommand in Snap {
        /// Toggles snapping to the grid.
        ToggleSnapGrid => info(
            "Snap to grid",
            "Snaps positions to the grid. Hold Ctrl to disable.",
        ).key(key("G")),
        /// Toggles snapping to nodes, agents and markers.
        ToggleSnapNodes => info(
            "Snap to nodes",
            "Snaps positions to nodes, agents and markers. Hold Ctrl to disable.",
        ).key(shift("G")),
        /// Toggles snapping to segments.
        ToggleSnapSegments => info(
            "Snap to segments",
            "Snaps positions to other paths and walls. Hold Ctrl to disable.",
        ),
        /// Toggles snapping to guides.
        ToggleSnapGuides => info(
            "Snap to guides",
            "Aligns positions with other items. Hold Ctrl to disable.",
        ),
        /// Toggles snapping to angles.
        ToggleSnapAngles => info(
            "Snap to angles",
            "Snaps directions to 15° steps. Hold Shift to disable.",
        ),
    }
}
