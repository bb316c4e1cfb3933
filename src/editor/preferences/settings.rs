//! The user's settings: click tolerance, drag threshold, snapping, mouse wheel, interface and
//! live link.

use crate::editor::inspector::card::Folds;
use crate::editor::preferences::interface::{Interface, SCALES, THEMES};
use crate::editor::preferences::panel_sizes::{DrawnPanel, PanelSizes};
use crate::editor::widgets::dialog;
use crate::editor::widgets::drop_down::{drop_down_ui, value_ui};
use crate::editor::widgets::expression_field::number_field;
use crate::{config, editor::theme};
use egui::{ComboBox, Context, Id, Key, RichText, Slider, Ui, vec2};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use steerwright_authoring::Command;
use steerwright_authoring::command::{InterfaceCommand, SnapCommand};
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool_settings::{DRAG_POINTS, GRAB_POINTS, ToolSettings};
use steerwright_link::{Address, DEFAULT_PORT, Token};

/// What the mouse wheel does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wheel {
    /// A wheel zooms, two fingers on a touchpad pan.
    #[default]
    ByDevice,
    /// Always zooms.
    Zooms,
    /// Always pans; Ctrl or a pinch zooms.
    Pans,
}

impl Wheel {
    const ALL: [(Self, &str, &str); 3] = [
        (Self::ByDevice, "by_device", "Wheel zooms, touchpad pans"),
        (Self::Zooms, "zooms", "Always zooms"),
        (Self::Pans, "pans", "Always pans; Ctrl zooms"),
    ];
}

/// The range of the click tolerance, in points.
pub const GRAB_RANGE: RangeInclusive<f64> = 4.0..=32.0;

/// The range of the drag threshold, in points.
pub const DRAG_RANGE: RangeInclusive<f64> = 1.0..=24.0;

/// The name of a kind of snapping in the file.
const fn snap_name(command: SnapCommand) -> &'static str {
    match command {
        SnapCommand::ToggleSnapGrid => "grid",
        SnapCommand::ToggleSnapNodes => "nodes",
        SnapCommand::ToggleSnapSegments => "segments",
        SnapCommand::ToggleSnapGuides => "guides",
        SnapCommand::ToggleSnapAngles => "angles",
    }
}

/// The user's settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The click tolerance of nodes, agents, markers and handles, in points.
    pub grab_points: f64,
    /// The drag threshold, in points. A press that moves less is a click.
    pub drag_points: f64,
    /// The snap settings.
    pub snap: Snap,
    /// What the mouse wheel does.
    pub wheel: Wheel,
    /// The panels that are shown, and the scale and the theme of the interface.
    pub interface: Interface,
    /// The sizes of panels that were dragged.
    pub panel_sizes: PanelSizes,
    /// The cards of the inspector that were folded and unfolded.
    pub folds: Folds,
    link_port: u16,
    link_token: Option<Token>,
    /// `None` if nothing is stored.
    file: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            grab_points: GRAB_POINTS,
            drag_points: DRAG_POINTS,
            snap: Snap::default(),
            wheel: Wheel::default(),
            interface: Interface::default(),
            panel_sizes: PanelSizes::default(),
            folds: Folds::default(),
            link_port: DEFAULT_PORT,
            link_token: None,
            file: None,
        }
    }
}

impl Settings {
    /// Loads the settings stored in `folder`. Invalid values get their defaults. A file that cannot
    /// be read stays as it is.
    pub fn load_from(folder: &Path) -> Self {
        let path = folder.join("settings.json");
        let read = config::read(&path);
        let mut settings = Self {
            file: read.is_some().then_some(path),
            ..Self::default()
        };
        let value = read.unwrap_or_default();
        let points = |name: &str, range: RangeInclusive<f64>, defaults: f64| {
            let points = value
                .get(name)
                .and_then(Value::as_f64)
                .filter(|points| points.is_finite());
            points.map_or(defaults, |points| {
                points.clamp(*range.start(), *range.end())
            })
        };
        settings.grab_points = points("grab_points", GRAB_RANGE, GRAB_POINTS);
        settings.drag_points = points("drag_points", DRAG_RANGE, DRAG_POINTS);
        for &command in SnapCommand::ALL {
            let on = value
                .get("snap")
                .and_then(|snap| snap.get(snap_name(command)))
                .and_then(Value::as_bool);
            let switch = settings.snap.switch(command);
            *switch = on.unwrap_or(*switch);
        }
        let wheel = value.get("wheel").and_then(Value::as_str);
        if let Some((wheel, ..)) = Wheel::ALL
            .into_iter()
            .find(|(_, tag, _)| wheel == Some(tag))
        {
            settings.wheel = wheel;
        }
        settings.interface = Interface::from_value(value.get("interface"));
        settings.panel_sizes = PanelSizes::from_value(value.get("panel_sizes"));
        settings.folds = Folds::from_value(value.get("folds"));
        let link = value
            .get("live_link")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if let Ok(Address { port, token }) = link.parse() {
            (settings.link_port, settings.link_token) = (port, Some(token));
        }
        settings
    }

    /// The port of the live link.
    pub fn link_port(&self) -> u16 {
        self.link_port
    }

    /// Sets the port of the live link.
    pub fn set_link_port(&mut self, port: u16) {
        self.link_port = port;
        self.store();
    }

    /// The token of the live link, if one was created.
    pub fn link_token(&self) -> Option<&Token> {
        self.link_token.as_ref()
    }

    /// Sets the token of the live link.
    pub fn set_link_token(&mut self, token: Token) {
        self.link_token = Some(token);
        self.store();
    }

    fn store(&self) {
        let tag = Wheel::ALL
            .into_iter()
            .find(|(wheel, ..)| *wheel == self.wheel)
            .map_or("", |(_, tag, _)| tag);
        if let Some(path) = &self.file {
            let snaps: Map<String, Value> = SnapCommand::ALL
                .iter()
                .map(|&command| (snap_name(command).into(), self.snap.is_on(command).into()))
                .collect();
            let (grab, drag) = (self.grab_points, self.drag_points);
            let mut value = json!({ "grab_points": grab, "drag_points": drag, "wheel": tag, "snap": snaps, "interface": self.interface.to_value(), "panel_sizes": self.panel_sizes.to_value(), "folds": self.folds.to_value() });
            if let Some(token) = self.link_token.clone() {
                value["live_link"] = Address {
                    port: self.link_port,
                    token,
                }
                .to_string()
                .into();
            }
            config::write_private(path, &value);
        }
    }

    /// The settings of tools.
    pub fn tools(&self) -> ToolSettings {
        ToolSettings {
            grab_points: self.grab_points,
            drag_points: self.drag_points,
            snap: self.snap,
        }
    }

    /// Shows or hides panels, scales the interface or chooses its theme, and stores it.
    pub fn perform(&mut self, command: InterfaceCommand, ctx: &Context) {
        self.interface.perform(command, ctx);
        if command == InterfaceCommand::ResetPanels {
            self.panel_sizes.clear();
            self.folds.clear();
        }
        self.store();
    }

    /// Shows or hides the plots of a low window, and stores it.
    pub fn show_plots(&mut self, shown: bool) {
        self.interface.show_plots(shown);
        self.store();
    }

    /// Stores the sizes that panels were drawn with.
    pub fn set_panel_sizes(&mut self, drawn: &[DrawnPanel]) {
        if self.panel_sizes.set(drawn) {
            self.store();
        }
    }

    /// Stores the cards of the inspector that were folded and unfolded since they were drawn.
    pub fn take_folds(&mut self, ctx: &Context) {
        if self.folds.end(ctx) {
            self.store();
        }
    }

    /// Shows the panel that a command works in.
    pub fn show_panel_for(&mut self, command: Command) {
        if self.interface.show_panel_for(command) {
            self.store();
        }
    }

    /// Toggles a kind of snapping.
    pub fn toggle_snap(&mut self, command: SnapCommand) {
        *self.snap.switch(command) ^= true;
        self.store();
    }

    /// Draws the settings window. Returns whether "Edit shortcuts…" was clicked.
    pub fn window_ui(&mut self, ctx: &Context, open: &mut bool) -> bool {
        if *open && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            *open = false;
        }
        let before = self.clone();
        let mut edit_shortcuts = false;
        if !*open {
            return false;
        }
        dialog::window(ctx, "Settings")
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .show(ctx, |ui| {
                dialog::scrolling_contents_ui(ui, "Settings", open, |ui| {
                    let grid = egui::Grid::new("settings")
                        .num_columns(2)
                        .spacing([16.0, 8.0])
                        .show(ui, |ui| {
                            let name = ui.label("Click tolerance");
                            points_ui(ui, name.id, &mut self.grab_points, GRAB_RANGE);
                            ui.end_row();
                            ui.label("");
                            let help =
                                "The maximum distance between a click and a node, agent or handle.";
                            help_ui(ui, help);
                            ui.end_row();
                            let name = ui.label("Drag threshold");
                            points_ui(ui, name.id, &mut self.drag_points, DRAG_RANGE);
                            ui.end_row();
                            ui.label("");
                            help_ui(
                                ui,
                                "How far the pointer moves before a click becomes a drag.",
                            );
                            ui.end_row();
                            let name = ui.label("Mouse wheel");
                            let shown = Wheel::ALL
                                .into_iter()
                                .find(|(wheel, ..)| *wheel == self.wheel)
                                .map_or("", |(.., label)| label);
                            let combo = ComboBox::from_id_salt("wheel")
                                .selected_text(shown)
                                .width(210.0);
                            let combo = drop_down_ui(ui, combo, |ui| {
                                for (wheel, _, label) in Wheel::ALL {
                                    value_ui(ui, &mut self.wheel, wheel, label);
                                }
                            });
                            combo.response.labelled_by(name.id);
                            ui.end_row();
                            let name = ui.label("Theme");
                            let theme = &mut self.interface.theme;
                            let shown = THEMES.into_iter().find(|(value, ..)| value == theme);
                            let combo = ComboBox::from_id_salt("theme")
                                .selected_text(shown.map_or("", |(_, label, _)| label))
                                .width(210.0);
                            let combo = drop_down_ui(ui, combo, |ui| {
                                for (value, label, _) in THEMES {
                                    value_ui(ui, theme, value, label);
                                }
                            });
                            combo.response.labelled_by(name.id);
                            ui.end_row();
                            let name = ui.label("Interface scale");
                            let combo = ComboBox::from_id_salt("scale")
                                .selected_text(format!("{}%", self.interface.scale))
                                .width(210.0);
                            let combo = drop_down_ui(ui, combo, |ui| {
                                for scale in SCALES {
                                    let text = format!("{scale}%");
                                    value_ui(ui, &mut self.interface.scale, scale, text);
                                }
                            });
                            combo.response.labelled_by(name.id);
                            ui.end_row();
                        });
                    // A separator alone would be as wide as the screen.
                    let width = grid.response.rect.width();
                    ui.allocate_ui(vec2(width, 0.0), |ui| ui.separator());
                    ui.horizontal(|ui| {
                        edit_shortcuts = ui.button("Edit shortcuts…").clicked();
                        if ui
                            .button("Restore defaults")
                            .on_hover_text(
                                "Restores all settings except shortcuts and the live link address.",
                            )
                            .clicked()
                        {
                            let defaults = Self::default();
                            (self.grab_points, self.drag_points) =
                                (defaults.grab_points, defaults.drag_points);
                            (self.snap, self.wheel) = (defaults.snap, defaults.wheel);
                            self.interface = defaults.interface;
                        }
                    });
                })
            });
        if *self != before {
            self.store();
        }
        edit_shortcuts
    }
}

/// Draws the slider of a distance in whole points.
fn points_ui(ui: &mut Ui, name: Id, points: &mut f64, range: RangeInclusive<f64>) {
    ui.horizontal(|ui| {
        let accent = theme::colors(ui).accent;
        theme::number_slider_ui(
            ui,
            name,
            points,
            |points| Slider::new(points, range.clone()).step_by(1.0),
            |ui, points| {
                let field = number_field(ui, points, " pt").max_decimals(0);
                field.speed(0.2).range(range.clone())
            },
            accent,
        );
    });
}

/// Draws what a setting does, in lines that fit the smallest window.
fn help_ui(ui: &mut Ui, text: &str) {
    // The name of the setting, the frame of the window and the scroll bar are beside it.
    const BESIDE: f32 = 190.0;
    let width = (ui.ctx().content_rect().width() - BESIDE).min(420.0);
    ui.scope(|ui| {
        ui.set_max_width(width);
        let text = RichText::new(text).color(theme::colors(ui).text_weak);
        ui.add(egui::Label::new(text).wrap());
    });
}
