//! Commands that compare two versions of a preset, A and B.

use crate::command::define::{define_commands, info};
use crate::command::requirement::Requirement;
use crate::command::shortcut::{ctrl, key, shift};

define_commands! {
    /// Commands that compare two versions of a preset: A, which is kept, and B, which is in the
    /// scene.
    CompareCommand in Compare {
        /// Keeps the selected preset as A.
        KeepAsA => info(
            "Keep preset as A",
            "Keeps a copy of the preset as A, and compares your changes with it on the same seed.",
        )
        .key(key("M"))
        .requires(Requirement::Preset),
        /// Opens the list of presets to compare the agent with.
        ComparePresets => info(
            "Compare with preset…",
            "Compares how the selected agent moves with another preset, on the same seed.",
        )
        .requires(Requirement::AgentAndPresets),
        /// Exchanges A and B.
        SwapVersions => info("Swap A and B", "Uses A in the scene and keeps B for comparison.")
            .key(shift("M"))
            .requires(Requirement::Comparison),
        /// Shows A and B next to each other instead of on each other.
        ToggleSideBySide => info(
            "A and B side by side",
            "Shows A at the left and B at the right, with the same view.",
        )
        .key(ctrl("M"))
        .requires(Requirement::Comparison),
        /// Uses A in the scene and ends the comparison.
        KeepA => info("Keep A", "Uses A in the scene and ends the comparison.")
            .requires(Requirement::Comparison),
        /// Ends the comparison.
        KeepB => info("Keep B", "Keeps the scene as it is and ends the comparison.")
            .requires(Requirement::Comparison),
    }
}
