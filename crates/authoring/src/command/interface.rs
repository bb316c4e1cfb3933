//! Commands that show or hide panels, scale the interface and choose its theme.

use crate::command::define::{define_commands, info};
use crate::command::shortcut::ctrl;

define_commands! {
    /// Commands that show or hide panels, scale the interface and choose its theme.
    InterfaceCommand in Interface {
        /// Shows or hides the outliner.
        ToggleOutliner => info("Outliner panel", "Shows or hides the outliner.").key(ctrl("1")),
        /// Shows or hides the inspector.
        ToggleInspector => info("Inspector panel", "Shows or hides the inspector.").key(ctrl("2")),
        /// Shows or hides the timeline.
        ToggleTimeline => info("Timeline panel", "Shows or hides the timeline and the plots.")
            .key(ctrl("3")),
        /// Hides all panels, or shows them again.
        ToggleAllPanels => info(
            "All panels",
            "Hides all panels so that the canvas fills the window, or shows them again.",
        )
        .key(ctrl("Backslash")),
        /// Shows the panels as by default.
        ResetPanels => info(
            "Reset panels",
            "Shows the panels for which the window has room, in their default sizes.",
        ),
        /// Enlarges the interface.
        EnlargeInterface => info("Larger interface", "Enlarges text, icons and panels."),
        /// Shrinks the interface.
        ShrinkInterface => info("Smaller interface", "Shrinks text, icons and panels."),
        /// Resets the scale of the interface.
        ResetInterfaceScale => info(
            "Reset interface scale",
            "Shows text, icons and panels at the default size of the system.",
        ),
        /// Uses the light or the dark theme, as the system does.
        SystemTheme => info("System theme", "Uses light or dark colors as the system does."),
        /// Uses the light theme.
        LightTheme => info("Light theme", "Uses dark text on light surfaces."),
        /// Uses the dark theme.
        DarkTheme => info("Dark theme", "Uses light text on dark surfaces."),
    }
}
