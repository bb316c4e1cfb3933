//! How the editor feels to a hand: how near a click has to be, what is a drag, what positions snap to, what the wheel does. The
//! person's, not the scene's.

use crate::editor::expression_field::typed;
use crate::editor::{config, theme};
use egui::{ComboBox, Context, Key, RichText, Slider};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use steerwright_authoring::hit::GRAB_POINTS;
use steerwright_authoring::snap::Snap;
use steerwright_authoring::tool::DRAG_POINTS;
use steerwright_authoring::{Command, remembered_exports};
use steerwright_link::{Address, DEFAULT_PORT, Token};

/// What turning the wheel does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wheel {
    /// A wheel zooms, two fingers on a touchpad move the view.
    #[default]
    ByDevice,
    /// Zooms, whatever turns.
    Zooms,
    /// Moves the view; zooming takes Ctrl or a pinch.
    Pans,
}

impl Wheel {
    const ALL: [(Self, &str, &str); 3] = [
        (Self::ByDevice, "by_device", "Wheel zooms, touchpad pans"),
        (Self::Zooms, "zooms", "Always zooms"),
        (Self::Pans, "pans", "Always pans; Ctrl zooms"),
    ];
}

/// The least and the greatest distance at which things may be picked, points.
pub const GRAB_RANGE: (f64, f64) = (4.0, 32.0);

/// The least and the greatest distance from which on a press is a drag, points.
pub const DRAG_RANGE: (f64, f64) = (1.0, 24.0);

/// What positions can snap to: the command that switches it, its name in the file, its switch.
type SnapSwitch = (Command, &'static str, fn(&mut Snap) -> &mut bool);

const SNAPS: [SnapSwitch; 5] = [
    (Command::ToggleSnap, "grid", |snap| &mut snap.to_grid),
    (Command::ToggleSnapNodes, "nodes", |snap| &mut snap.to_nodes),
    (Command::ToggleSnapSegments, "segments", |snap| {
        &mut snap.to_segments
    }),
    (Command::ToggleSnapGuides, "guides", |snap| {
        &mut snap.to_guides
    }),
    (Command::ToggleSnapAngles, "angles", |snap| {
        &mut snap.to_angles
    }),
];

/// The oldest of the folders that may be exported to are forgotten beyond this many.
const MOST_FOLDERS: usize = 100;

/// How the editor feels.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How near the pointer has to be to a node, agent, marker or handle, points on the screen.
    pub grab_points: f64,
    /// A press that moves less than this is a click, points on the screen.
    pub drag_points: f64,
    /// What positions snap to.
    pub snap: Snap,
    /// What turning the wheel does.
    pub wheel: Wheel,
    link_port: u16,
    link_token: Option<Token>,
    /// Where scenes may export to when they are saved, outside their own folders.
    export_folders: Vec<PathBuf>,
    /// `None`: not kept.
    stored_at: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            grab_points: GRAB_POINTS,
            drag_points: DRAG_POINTS,
            snap: Snap::default(),
            wheel: Wheel::default(),
            link_port: DEFAULT_PORT,
            link_token: None,
            export_folders: Vec::new(),
            stored_at: None,
        }
    }
}

impl Settings {
    /// What is kept in `folder`; whatever cannot be understood there is as at first.
    pub fn load_from(folder: &Path) -> Self {
        let path = folder.join("settings.json");
        let value = config::read(&path);
        let mut settings = Self {
            stored_at: Some(path),
            ..Self::default()
        };
        let points = |name: &str, range: (f64, f64), at_first: f64| {
            let points = value
                .get(name)
                .and_then(Value::as_f64)
                .filter(|points| points.is_finite());
            points.map_or(at_first, |points| points.clamp(range.0, range.1))
        };
        settings.grab_points = points("grab_points", GRAB_RANGE, GRAB_POINTS);
        settings.drag_points = points("drag_points", DRAG_RANGE, DRAG_POINTS);
        for (_, name, switch) in SNAPS {
            let on = value
                .get("snap")
                .and_then(|snap| snap.get(name))
                .and_then(Value::as_bool);
            let switch = switch(&mut settings.snap);
            *switch = on.unwrap_or(*switch);
        }
        let wheel = value.get("wheel").and_then(Value::as_str);
        if let Some((wheel, ..)) = Wheel::ALL
            .into_iter()
            .find(|(_, tag, _)| wheel == Some(tag))
        {
            settings.wheel = wheel;
        }
        let link = value
            .get("live_link")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if let Ok(Address { port, token }) = link.parse() {
            (settings.link_port, settings.link_token) = (port, Some(token));
        }
        let folders = value
            .get("export_folders")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        settings.export_folders = folders
            .filter_map(Value::as_str)
            .map(PathBuf::from)
            .take(MOST_FOLDERS)
            .collect();
        settings
    }

    /// Whether scenes may export to a folder outside their own.
    pub fn may_export_to(&self, folder: &Path) -> bool {
        let folder = remembered_exports::plain(folder);
        self.export_folders
            .iter()
            .any(|allowed| folder.starts_with(allowed))
    }

    /// Lets scenes export to a folder from now on.
    pub fn allow_export_to(&mut self, folder: &Path) {
        if !self.may_export_to(folder) {
            self.export_folders
                .insert(0, remembered_exports::plain(folder));
            self.export_folders.truncate(MOST_FOLDERS);
            self.store();
        }
    }

    /// The port of the live link.
    pub fn link_port(&self) -> u16 {
        self.link_port
    }

    /// Chooses another port for the live link.
    pub fn set_link_port(&mut self, port: u16) {
        self.link_port = port;
        self.store();
    }

    /// The secret of the live link, once there is one.
    pub fn link_token(&self) -> Option<&Token> {
        self.link_token.as_ref()
    }

    /// Takes another secret for the live link.
    pub fn set_link_token(&mut self, token: Token) {
        self.link_token = Some(token);
        self.store();
    }

    fn store(&self) {
        let tag = Wheel::ALL
            .into_iter()
            .find(|(wheel, ..)| *wheel == self.wheel)
            .map_or("", |(_, tag, _)| tag);
        if let Some(path) = &self.stored_at {
            let mut snap = self.snap;
            let snaps: Map<String, Value> = SNAPS
                .into_iter()
                .map(|(_, name, on)| (name.into(), (*on(&mut snap)).into()))
                .collect();
            let (grab, drag) = (self.grab_points, self.drag_points);
            let mut value =
                json!({ "grab_points": grab, "drag_points": drag, "wheel": tag, "snap": snaps });
            if let Some(token) = self.link_token.clone() {
                value["live_link"] = Address {
                    port: self.link_port,
                    token,
                }
                .to_string()
                .into();
            }
            if !self.export_folders.is_empty() {
                // A path that is no Unicode cannot be written as JSON; it is asked about again.
                value["export_folders"] = self
                    .export_folders
                    .iter()
                    .filter_map(|folder| folder.to_str())
                    .collect();
            }
            config::write_private(path, &value);
        }
    }

    /// The commands that switch what positions snap to.
    pub fn snap_commands() -> impl Iterator<Item = Command> {
        SNAPS.into_iter().map(|(command, ..)| command)
    }

    /// Whether positions snap to what a command switches.
    pub fn snaps(&self, command: Command) -> Option<bool> {
        let mut snap = self.snap;
        SNAPS
            .into_iter()
            .find(|(of, ..)| *of == command)
            .map(|(.., on)| *on(&mut snap))
    }

    /// Switches what positions snap to.
    pub fn switch_snap(&mut self, command: Command) {
        if let Some((.., on)) = SNAPS.into_iter().find(|(of, ..)| *of == command) {
            *on(&mut self.snap) ^= true;
            self.store();
        }
    }

    /// The window of settings; says whether the keys are to be changed.
    pub fn window_ui(&mut self, ctx: &Context, open: &mut bool) -> bool {
        if *open && ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape)) {
            *open = false;
        }
        let before = self.clone();
        let mut keys = false;
        let window = egui::Window::new("Settings")
            .open(open)
            .resizable(false)
            .collapsible(false)
            .order(egui::Order::Foreground);
        window
            .pivot(egui::Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .show(ctx, |ui| {
                egui::Grid::new("settings")
                    .num_columns(2)
                    .spacing([16.0, 8.0])
                    .show(ui, |ui| {
                        let name = ui.label("Pick within");
                        let range = GRAB_RANGE.0..=GRAB_RANGE.1;
                        let parse = typed(ui, self.grab_points, "pt");
                        let slider = Slider::new(&mut self.grab_points, range)
                            .step_by(1.0)
                            .suffix(" pt")
                            .custom_parser(parse);
                        ui.add(slider.update_while_editing(false))
                            .labelled_by(name.id);
                        ui.end_row();
                        ui.label("");
                        ui.label(
                            RichText::new("How near to a node, agent or handle a click has to be.")
                                .color(theme::TEXT_WEAK),
                        );
                        ui.end_row();
                        let name = ui.label("Drag from");
                        let range = DRAG_RANGE.0..=DRAG_RANGE.1;
                        let parse = typed(ui, self.drag_points, "pt");
                        let slider = Slider::new(&mut self.drag_points, range)
                            .step_by(1.0)
                            .suffix(" pt")
                            .custom_parser(parse);
                        ui.add(slider.update_while_editing(false))
                            .labelled_by(name.id);
                        ui.end_row();
                        ui.label("");
                        ui.label(
                            RichText::new("How far a press has to move to be more than a click.")
                                .color(theme::TEXT_WEAK),
                        );
                        ui.end_row();
                        let name = ui.label("Wheel");
                        let shown = Wheel::ALL
                            .into_iter()
                            .find(|(wheel, ..)| *wheel == self.wheel)
                            .map_or("", |(.., label)| label);
                        let combo = ComboBox::from_id_salt("wheel")
                            .selected_text(shown)
                            .width(210.0)
                            .show_ui(ui, |ui| {
                                for (wheel, _, label) in Wheel::ALL {
                                    ui.selectable_value(&mut self.wheel, wheel, label);
                                }
                            });
                        combo.response.labelled_by(name.id);
                        ui.end_row();
                    });
                ui.separator();
                ui.horizontal(|ui| {
                    keys = ui.button("Change keys…").clicked();
                    if ui
                        .button("Reset")
                        .on_hover_text("As at first; the keys and the live link's address stay.")
                        .clicked()
                    {
                        let at_first = Self::default();
                        (self.grab_points, self.drag_points) =
                            (at_first.grab_points, at_first.drag_points);
                        (self.snap, self.wheel) = (at_first.snap, at_first.wheel);
                    }
                });
            });
        if *self != before {
            self.store();
        }
        keys
    }
}
