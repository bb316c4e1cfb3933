//! The panels that are shown, and the scale and the theme of the interface. Stored with the
//! settings.

use egui::containers::panel::PanelState;
use egui::{Context, ThemePreference, Vec2};
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

/// In a narrower window, panels at the side leave the canvas less than half of it, in points.
const NARROW: f32 = 940.0;
/// In a lower window, plots leave the canvas less than half of it, in points.
const LOW: f32 = 720.0;
/// In a lower window, the outliner has no room above the inspector, in points.
const MIN_HEIGHT_OF_BOTH: f32 = 440.0;
/// In windows at least this wide, the outliner and the inspector are at both sides of the canvas;
/// in narrower ones, they are stacked at the right. In points, and in those of the default scale: a
/// smaller interface leaves the room to the canvas.
const WIDE: f32 = 1400.0;
/// In a lower window, plots have no room at all, in points.
const MIN_HEIGHT_OF_PLOTS: f32 = 250.0;

/// What there is room for in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// For panels at the side by default. In narrower windows they are shown on request.
    pub sides: bool,
    /// For panels at both sides.
    pub two_sides: bool,
    /// For the outliner as well as the inspector.
    pub both: bool,
    /// For plots by default. In lower windows they are shown on request.
    pub plots: bool,
    /// For plots at all.
    pub any_plots: bool,
}

impl Room {
    /// The room in a window of `size` points at a scale of the interface, in percent.
    pub fn of(size: Vec2, scale: u32) -> Self {
        let two_sides = size.x.min(size.x * scale as f32 / 100.0) >= WIDE;
        Self {
            sides: size.x >= NARROW,
            two_sides,
            both: size.y >= MIN_HEIGHT_OF_BOTH || two_sides,
            plots: size.y >= LOW,
            any_plots: size.y >= MIN_HEIGHT_OF_PLOTS,
        }
    }
}

impl Default for Room {
    fn default() -> Self {
        Self::of(Vec2::INFINITY, DEFAULT_SCALE)
    }
}

/// The panels at the side that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Whether the outliner is shown.
    pub outliner: bool,
    /// Whether the inspector is shown.
    pub inspector: bool,
}

impl Sides {
    const ALL: Self = Self {
        outliner: true,
        inspector: true,
    };
    const NONE: Self = Self {
        outliner: false,
        inspector: false,
    };

    fn from_value(value: Option<&Value>, default: Self) -> Self {
        Self {
            outliner: flag(value, "outliner").unwrap_or(default.outliner),
            inspector: flag(value, "inspector").unwrap_or(default.inspector),
        }
    }
}

/// A stored flag.
fn flag(value: Option<&Value>, name: &str) -> Option<bool> {
    value?.get(name)?.as_bool()
}

/// The panels that are shown, and the scale and the theme of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The scale in percent of the default size of the system: one of [`SCALES`].
    pub scale: u32,
    /// The theme.
    pub theme: ThemePreference,
    /// The panels at the side of a window that has room for them.
    wide: Sides,
    /// The panels at the side of a narrower window.
    narrow: Sides,
    /// Whether the timeline is shown.
    pub timeline: bool,
    /// Whether plots are in the timeline of a low window, if the user chose it.
    low_plots: Option<bool>,
    /// The room in the window, which is not stored.
    room: Room,
    /// What was shown before all panels were hidden, which is not stored.
    hidden: Option<(Sides, bool)>,
}

impl Default for Interface {
    fn default() -> Self {
        Self {
            scale: DEFAULT_SCALE,
            theme: ThemePreference::System,
            wide: Sides::ALL,
            narrow: Sides::NONE,
            timeline: true,
            low_plots: None,
            room: Room::default(),
            hidden: None,
        }
    }
}

impl Interface {
    /// Reads what [`to_value`](Self::to_value) wrote. Invalid values get their defaults.
    pub fn from_value(value: Option<&Value>) -> Self {
        let defaults = Self::default();
        let narrow = value.and_then(|value| value.get("narrow"));
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
            wide: Sides::from_value(value, defaults.wide),
            narrow: Sides::from_value(narrow, defaults.narrow),
            timeline: flag(value, "timeline").unwrap_or(defaults.timeline),
            low_plots: flag(value, "low_plots"),
            room: defaults.room,
            hidden: None,
        }
    }

    /// What is stored.
    pub fn to_value(self) -> Value {
        let theme = THEMES.into_iter().find(|(theme, ..)| *theme == self.theme);
        let mut value = json!({
            "theme": theme.map_or("", |(_, _, stored)| stored),
            "scale": self.scale,
            "outliner": self.wide.outliner,
            "inspector": self.wide.inspector,
            "timeline": self.timeline,
        });
        if self.narrow != Sides::NONE {
            let Sides {
                outliner,
                inspector,
            } = self.narrow;
            value["narrow"] = json!({ "outliner": outliner, "inspector": inspector });
        }
        if let Some(plots) = self.low_plots {
            value["low_plots"] = plots.into();
        }
        value
    }

    /// Sets the size of the window, in points.
    pub fn set_window(&mut self, size: Vec2) {
        self.room = Room::of(size, self.scale);
    }

    /// The room in the window.
    pub fn room(self) -> Room {
        self.room
    }

    /// The panels at the side that are shown.
    pub fn sides(self) -> Sides {
        let sides = if self.room.sides {
            self.wide
        } else {
            self.narrow
        };
        Sides {
            outliner: sides.outliner && (self.room.both || !sides.inspector),
            ..sides
        }
    }

    /// Whether plots are in the timeline. In a low window they are shown on request.
    pub fn has_plots(self) -> bool {
        self.room.plots || (self.room.any_plots && self.low_plots == Some(true))
    }

    /// Shows or hides the plots of a low window.
    pub fn show_plots(&mut self, shown: bool) {
        self.low_plots = Some(shown);
    }

    /// Whether the timeline has a button that shows or hides the plots.
    pub fn offers_plots(self) -> bool {
        self.room.any_plots && !self.room.plots
    }

    fn sides_mut(&mut self) -> &mut Sides {
        if self.room.sides {
            &mut self.wide
        } else {
            &mut self.narrow
        }
    }

    /// Shows or hides the outliner. Where there is no room for both, it is shown instead of the
    /// inspector.
    fn show_outliner(&mut self, shown: bool) {
        let both = self.room.both;
        let sides = self.sides_mut();
        sides.outliner = shown;
        sides.inspector &= both;
    }

    fn show_inspector(&mut self, shown: bool) {
        let both = self.room.both;
        let sides = self.sides_mut();
        sides.inspector = shown;
        sides.outliner &= both;
    }

    /// Carries out a command.
    pub fn perform(&mut self, command: InterfaceCommand, ctx: &Context) {
        match command {
            InterfaceCommand::ToggleOutliner => self.show_outliner(!self.sides().outliner),
            InterfaceCommand::ToggleInspector => self.show_inspector(!self.sides().inspector),
            InterfaceCommand::ToggleTimeline => self.timeline ^= true,
            InterfaceCommand::ToggleAllPanels => self.toggle_all(),
            InterfaceCommand::ResetPanels => {
                *self = Self {
                    scale: self.scale,
                    theme: self.theme,
                    room: self.room,
                    ..Self::default()
                };
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
        let was_hidden = IN_OUTLINER.contains(&command) && !self.sides().outliner;
        if was_hidden {
            self.show_outliner(true);
        }
        was_hidden
    }

    /// Whether a toggle is on. `None` for other commands.
    pub fn is_on(self, command: InterfaceCommand) -> Option<bool> {
        match command {
            InterfaceCommand::ToggleOutliner => Some(self.sides().outliner),
            InterfaceCommand::ToggleInspector => Some(self.sides().inspector),
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
        let sides = self.sides();
        sides.outliner || sides.inspector || self.timeline
    }

    /// Hides all panels, or shows those that were hidden together; by default, those that there is
    /// room for.
    fn toggle_all(&mut self) {
        if self.any_shown() {
            self.hidden = Some((*self.sides_mut(), self.timeline));
            (*self.sides_mut(), self.timeline) = (Sides::NONE, false);
        } else {
            let sides = if self.room.sides {
                Sides::ALL
            } else {
                Sides::NONE
            };
            (*self.sides_mut(), self.timeline) = self.hidden.take().unwrap_or((sides, true));
        }
    }
}
