//! The shortcut editor: records shortcuts and resolves conflicts between commands.

use crate::editor::keyboard::key_map;
use crate::editor::keyboard::key_map::KeyMap;
use crate::editor::theme;
use crate::editor::widgets::dialog;
use egui::{Context, Event, Id, Key, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};
use egui_material_icons::icons;
use steerwright_authoring::Command;
use steerwright_authoring::command::{MENUS, Shortcut};

/// The state of the shortcut editor.
#[derive(Clone, Debug, Default)]
pub struct KeyEditor {
    open: bool,
    /// Whether it was just opened.
    just_opened: bool,
    filter: String,
    state: State,
}

#[derive(Clone, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// The next key press becomes a shortcut of this command.
    Recording(Command),
    /// The shortcut is already used by other commands.
    Conflict {
        command: Command,
        keys: Shortcut,
        conflicts: Vec<Command>,
    },
    /// The shortcut is reserved.
    Reserved {
        command: Command,
        keys: Shortcut,
        why: &'static str,
    },
}

impl State {
    fn command(&self) -> Option<Command> {
        match self {
            Self::Ready => None,
            Self::Recording(command)
            | Self::Conflict { command, .. }
            | Self::Reserved { command, .. } => Some(*command),
        }
    }
}

impl KeyEditor {
    /// Opens the editor.
    pub fn open(&mut self) {
        *self = Self {
            open: true,
            just_opened: true,
            ..Self::default()
        };
    }

    /// Whether the editor is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws the editor if it is open.
    pub fn ui(&mut self, ctx: &Context, map: &mut KeyMap) {
        if !self.open {
            return;
        }
        self.record(ctx, map);
        let mut was_recording = false;
        let modal = Modal::new(Id::unique("shortcut editor")).show(ctx, |ui| {
            dialog::fit_width(ui, 560.0);
            // Escape first cancels recording and then closes the window.
            was_recording = self.state != State::Ready;
            ui.horizontal(|ui| {
                ui.heading("Edit shortcuts");
                theme::right_ui(ui, |ui| {
                    if ui.button("Close").clicked() {
                        self.open = false;
                    }
                    if ui
                        .add_enabled(map.any_changed(), egui::Button::new("Reset all"))
                        .clicked()
                    {
                        map.reset_all();
                        self.state = State::Ready;
                    }
                });
            });
            let filter_field = ui.add(
                TextEdit::singleline(&mut self.filter)
                    .hint_text("Filter by command or key")
                    .desired_width(f32::INFINITY),
            );
            filter_field
                .widget_info(|| WidgetInfo::labeled(Role::SearchInput, true, "Filter shortcuts"));
            if std::mem::take(&mut self.just_opened) {
                filter_field.request_focus();
            }
            ui.add_space(4.0);
            let height = (ctx.content_rect().height() - 220.0).clamp(160.0, 520.0);
            ScrollArea::vertical()
                .max_height(height)
                .auto_shrink([false, false])
                .show(ui, |ui| self.list_ui(ui, map));
        });
        if modal.should_close() && !was_recording && self.state == State::Ready {
            self.open = false;
        }
    }

    /// Records the next key press, before anything else handles it.
    fn record(&mut self, ctx: &Context, map: &mut KeyMap) {
        let State::Recording(command) = self.state else {
            return;
        };
        let mut pressed = None;
        ctx.input_mut(|i| {
            i.events.retain(|event| match event {
                // Modifiers are part of the key press that follows.
                Event::Key { key, .. } if key_map::is_modifier(*key) => false,
                Event::Key {
                    key,
                    pressed: true,
                    modifiers,
                    ..
                } => {
                    pressed = pressed.or(Some((*key, *modifiers)));
                    false
                }
                // Clipboard shortcuts arrive as separate events.
                Event::Copy | Event::Cut | Event::Paste(_) | Event::Text(_) => {
                    let key = match event {
                        Event::Copy => Some(Key::Copy),
                        Event::Cut => Some(Key::Cut),
                        Event::Paste(_) => Some(Key::Paste),
                        _ => None,
                    };
                    pressed = pressed.or(key.map(|key| (key, egui::Modifiers::NONE)));
                    false
                }
                _ => true,
            });
        });
        let Some((key, modifiers)) = pressed else {
            return;
        };
        let keys = Shortcut {
            ctrl: modifiers.command,
            alt: modifiers.alt,
            shift: modifiers.shift,
            key: key.name(),
        };
        let conflicts = map.conflicts(keys, command);
        self.state = if key == Key::Escape {
            State::Ready
        } else if let Some(why) = key_map::reserved(keys) {
            State::Reserved { command, keys, why }
        } else if conflicts.is_empty() {
            map.add(command, keys);
            State::Ready
        } else {
            State::Conflict {
                command,
                keys,
                conflicts,
            }
        };
    }

    fn list_ui(&mut self, ui: &mut Ui, map: &mut KeyMap) {
        let filter = self.filter.to_lowercase();
        for (menu, entries) in MENUS {
            let found: Vec<Command> = entries
                .iter()
                .copied()
                .flatten()
                .filter(|&command| matches_filter(command, map, &filter))
                .collect();
            if found.is_empty() {
                continue;
            }
            ui.label(
                RichText::new(*menu)
                    .strong()
                    .color(theme::colors(ui).text_strong),
            );
            for command in found {
                ui.push_id(command.label(), |ui| self.command_ui(ui, command, map));
            }
            ui.add_space(6.0);
        }
    }

    fn command_ui(&mut self, ui: &mut Ui, command: Command, map: &mut KeyMap) {
        ui.horizontal(|ui| {
            let name = egui::vec2(190.0, 22.0);
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(name, layout, |ui| {
                ui.set_min_width(name.x);
                ui.add_space(12.0);
                ui.add(egui::Label::new(command.label()).truncate())
                    .on_hover_text(command.tooltip());
            });
            for keys in map.keys(command) {
                let conflicts = map.conflicts(keys, command);
                chip_ui(ui, keys, &conflicts);
                let remove = ui.add(
                    egui::Button::new(theme::icon_text(icons::ICON_CLOSE, 12.0))
                        .frame(false)
                        .small(),
                );
                let label = format!("Remove {keys} from {}", command.label());
                remove.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                if remove.on_hover_text(&label).clicked() {
                    map.remove(command, keys);
                }
            }
            let recording = self.state == State::Recording(command);
            let text = if recording {
                "Press keys… Esc cancels"
            } else {
                "Add shortcut"
            };
            let at_limit = map.keys(command).len() >= key_map::MAX_SHORTCUTS;
            let add = ui.add_enabled(
                !at_limit,
                egui::Button::new(text).small().selected(recording),
            );
            let add = add.on_disabled_hover_text(
                "This command has the maximum number of shortcuts. Remove one first.",
            );
            add.widget_info(|| {
                WidgetInfo::labeled(
                    Role::Button,
                    true,
                    format!("Add shortcut to {}", command.label()),
                )
            });
            if add.clicked() {
                self.state = if recording {
                    State::Ready
                } else {
                    State::Recording(command)
                };
                // The next key press is recorded, so the button must not handle it.
                add.surrender_focus();
            }
            if map.is_changed(command) {
                let reset = ui.add(
                    egui::Button::new(theme::icon_text(icons::ICON_UNDO, 13.0))
                        .frame(false)
                        .small(),
                );
                let label = format!("Reset {}", command.label());
                reset.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                if reset
                    .on_hover_text("Restores the default shortcuts.")
                    .clicked()
                {
                    map.reset(command);
                }
            }
        });
        if self.state.command() == Some(command) {
            self.conflict_ui(ui, map);
        }
    }

    /// Draws what to decide about the recorded shortcut.
    fn conflict_ui(&mut self, ui: &mut Ui, map: &mut KeyMap) {
        let colors = theme::colors(ui);
        match self.state.clone() {
            State::Conflict { .. } | State::Reserved { .. }
                if ui.input(|i| i.key_pressed(Key::Escape)) =>
            {
                self.state = State::Ready
            }
            State::Conflict {
                command,
                keys,
                conflicts,
            } => {
                let names = names_of(&conflicts);
                ui.horizontal(|ui| {
                    ui.add_space(20.0);
                    ui.label(
                        RichText::new(format!("{keys} is already used by {names}."))
                            .color(colors.warn),
                    );
                    if ui
                        .button("Reassign")
                        .on_hover_text(format!("Removes it from {names}."))
                        .clicked()
                    {
                        conflicts
                            .iter()
                            .for_each(|&conflict| map.remove(conflict, keys));
                        map.add(command, keys);
                        self.state = State::Ready;
                    }
                    if ui.button("Cancel").clicked() {
                        self.state = State::Ready;
                    }
                });
            }
            State::Reserved { keys, why, .. } => {
                ui.horizontal(|ui| {
                    ui.add_space(20.0);
                    ui.label(
                        RichText::new(format!(
                            "{keys} cannot be assigned: {why}. Choose another shortcut."
                        ))
                        .color(colors.warn),
                    );
                    if ui.button("OK").clicked() {
                        self.state = State::Ready;
                    }
                });
            }
            State::Ready | State::Recording(_) => {}
        }
    }
}

/// A shortcut, with a warning if other commands use it too.
fn chip_ui(ui: &mut Ui, keys: Shortcut, conflicts: &[Command]) {
    let chip = theme::key_ui(ui, &keys.to_string());
    if !conflicts.is_empty() {
        let text = theme::icon_text(icons::ICON_WARNING, 13.0).color(theme::colors(ui).warn);
        let warning = ui.label(text).on_hover_text(format!(
            "Also used by {}. Only one of them runs.",
            names_of(conflicts)
        ));
        warning.widget_info(|| {
            WidgetInfo::labeled(
                Role::Label,
                true,
                format!("{keys} is also used by {}", names_of(conflicts)),
            )
        });
    }
    chip.on_hover_text(keys.to_string());
}

fn names_of(commands: &[Command]) -> String {
    commands
        .iter()
        .map(|command| command.label())
        .collect::<Vec<_>>()
        .join(" and ")
}

fn matches_filter(command: Command, map: &KeyMap, filter: &str) -> bool {
    let keys: String = map
        .keys(command)
        .iter()
        .map(|keys| format!(" {keys}"))
        .collect();
    let text = format!("{} {}{keys}", command.label(), command.tooltip()).to_lowercase();
    filter.split_whitespace().all(|word| text.contains(word))
}
