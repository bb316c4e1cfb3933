//! The panels that are shown, and the scale and the theme of the interface. Stored with the settings.

use egui::containers::panel::PanelState;
use egui::{Context, ThemePreference};
use serde_json::{Value, json};
use steerwright_authoring::Command;
use steerwright_authoring::command::{InterfaceCommand, OutlinerCommand, WindowCommand};

/// The steps of the scale, in percent.
pub const SCALES: [u32; 10] = [75, 90, 100, 110, 125, 150, 175, 200, 250, 300];

/// The themes to choose from, with their labels and their names in the file.
pub const THEMES: [(ThemePreference, &str, &str); 3] = [
    (ThemePreference::System, "System", "system"),
    (ThemePreference::Light, "Light", "light"),
    (ThemePreference::Dark, "Dark", "dark"),
];

const DEFAULT_SCALE: u32 = 100;

/// The panels that are shown, and the scale and the theme of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The scale in percent of the default size of the system: one of [`SCALES`].
    pub scale: u32,
    /// The theme.
    pub theme: ThemePreference,
    /// Whether the outliner is shown.
    pub outliner: bool,
    /// Whether the inspector is shown.
    pub inspector: bool,
    /// Whether the timeline is shown.
    pub timeline: bool,
}

impl Default for Interface {
    fn default() -> Self {
        Self {
            scale: DEFAULT_SCALE,
            theme: ThemePreference::System,
            outliner: true,
            inspector: true,
            timeline: true,
        }
    }
}

impl Interface {
    /// Reads what [`to_value`](Self::to_value) wrote. Invalid values get their defaults.
    pub fn from_value(value: Option<&Value>) -> Self {
        let defaults = Self::default();
        let shown = |name: &str| {
            value
                .and_then(|value| value.get(name))
                .and_then(Value::as_bool)
                .unwrap_or(true)
        };
        let scale = value
            .and_then(|value| value.get("scale"))
            .and_then(Value::as_u64)
            .and_then(|scale| SCALES.into_iter().find(|&step| u64::from(step) == scale));
        let theme = value
            .and_then(|value| value.get("theme"))
            .and_then(Value::as_str)
            .and_then(|name| THEMES.into_iter().find(|(_, _, stored)| *stored == name));
        Self {
            scale: scale.unwrap_or(defaults.scale),
            theme: theme.map_or(defaults.theme, |(theme, ..)| theme),
            outliner: shown("outliner"),
            inspector: shown("inspector"),
            timeline: shown("timeline"),
        }
    }

    /// What is stored.
    pub fn to_value(self) -> Value {
        let theme = THEMES.into_iter().find(|(theme, ..)| *theme == self.theme);
        json!({
            "theme": theme.map_or("", |(_, _, stored)| stored),
            "scale": self.scale,
            "outliner": self.outliner,
            "inspector": self.inspector,
            "timeline": self.timeline,
        })
    }

    /// Carries out a command.
    pub fn perform(&mut self, command: InterfaceCommand, ctx: &Context) {
        match command {
            InterfaceCommand::ToggleOutliner => self.outliner ^= true,
            InterfaceCommand::ToggleInspector => self.inspector ^= true,
            InterfaceCommand::ToggleTimeline => self.timeline ^= true,
            InterfaceCommand::ToggleAllPanels => self.show_all(!self.any_shown()),
            InterfaceCommand::ResetPanels => {
                self.show_all(true);
                ctx.data_mut(|data| data.remove_by_type::<PanelState>());
            }
            InterfaceCommand::EnlargeInterface => {
                let larger = SCALES.into_iter().find(|&step| step > self.scale);
                self.scale = larger.unwrap_or(self.scale);
            }
            InterfaceCommand::ShrinkInterface => {
                let smaller = SCALES.into_iter().rev().find(|&step| step < self.scale);
                self.scale = smaller.unwrap_or(self.scale);
            }
            InterfaceCommand::ResetInterfaceScale => self.scale = DEFAULT_SCALE,
            InterfaceCommand::SystemTheme => self.theme = ThemePreference::System,
            InterfaceCommand::LightTheme => self.theme = ThemePreference::Light,
            InterfaceCommand::DarkTheme => self.theme = ThemePreference::Dark,
        }
    }

    /// Shows the panel that a command works in. Returns whether it was hidden.
    pub fn show_panel_for(&mut self, command: Command) -> bool {
        const IN_OUTLINER: [Command; 3] = [
            Command::Outliner(OutlinerCommand::Rename),
            Command::Outliner(OutlinerCommand::FindInOutliner),
            Command::Window(WindowCommand::ToggleHistory),
        ];
        let was_hidden = IN_OUTLINER.contains(&command) && !self.outliner;
        self.outliner |= was_hidden;
        was_hidden
    }

    /// Whether a toggle is on. `None` for other commands.
    pub fn is_on(self, command: InterfaceCommand) -> Option<bool> {
        match command {
            InterfaceCommand::ToggleOutliner => Some(self.outliner),
            InterfaceCommand::ToggleInspector => Some(self.inspector),
            InterfaceCommand::ToggleTimeline => Some(self.timeline),
            InterfaceCommand::ToggleAllPanels => Some(self.any_shown()),
            InterfaceCommand::SystemTheme => Some(self.theme == ThemePreference::System),
            InterfaceCommand::LightTheme => Some(self.theme == ThemePreference::Light),
            InterfaceCommand::DarkTheme => Some(self.theme == ThemePreference::Dark),
            InterfaceCommand::ResetPanels
            | InterfaceCommand::EnlargeInterface
            | InterfaceCommand::ShrinkInterface
            | InterfaceCommand::ResetInterfaceScale => None,
        }
    }

    /// Applies the theme, and the scale from the next frame on.
    pub fn apply(self, ctx: &Context) {
        ctx.set_theme(self.theme);
        let zoom = self.scale as f32 / 100.0;
        if ctx.zoom_factor() != zoom {
            ctx.set_zoom_factor(zoom);
        }
    }

    fn any_shown(self) -> bool {
        self.outliner || self.inspector || self.timeline
    }

    fn show_all(&mut self, shown: bool) {
        (self.outliner, self.inspector, self.timeline) = (shown, shown, shown);
    }
}
