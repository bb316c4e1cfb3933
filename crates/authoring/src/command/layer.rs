//! Commands that show or hide layers of the canvas.

use crate::command::define::{define_commands, info};
use crate::command::shortcut::key;

define_commands! {
    /// Commands that show or hide layers of the canvas.
    LayerCommand in Layer {
        /// Toggles the grid.
        ToggleGrid => info("Grid", "Shows the grid.").key(key("Quote")),
        /// Toggles trails.
        ToggleTrails => info("Trails", "Shows where agents have been, colored by speed.")
            .key(key("1")),
        /// Toggles velocity arrows.
        ToggleVelocities => info("Velocities", "Shows velocities as arrows.").key(key("2")),
        /// Toggles steering force arrows.
        ToggleForces => info("Forces", "Shows steering forces as arrows.").key(key("3")),
        /// Toggles field of view cones.
        ToggleFieldsOfView => info("Fields of view", "Shows fields of view as cones.")
            .key(key("4")),
        /// Toggles the coverage.
        ToggleCoverage => info(
            "Coverage",
            "Shows what agents see of the level during a run, and what they never see.",
        )
        .key(key("6")),
        /// Toggles names.
        ToggleNames => info("Names", "Shows the names of agents and markers.").key(key("5")),
    }
}
