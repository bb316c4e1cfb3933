//! The window in which commands get other keys: a key is recorded, and where two commands want the same one, the person decides.

use crate::editor::key_map;
use crate::editor::key_map::KeyMap;
use crate::editor::theme;
use egui::{Context, Event, Id, Key, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};
use egui_material_icons::icons;
use steerwright_authoring::Command;
use steerwright_authoring::command::{MENUS, Shortcut};

/// The window, open or not.
#[derive(Clone, Debug, Default)]
pub struct KeyEditor {
    open: bool,
    /// It has only just been opened.
    fresh: bool,
    typed: String,
    state: State,
}

#[derive(Clone, Debug, Default, PartialEq)]
enum State {
    #[default]
    Ready,
    /// The next key pressed is for this command.
    Recording(Command),
    /// The key pressed belongs to others already.
    Asking {
        command: Command,
        keys: Shortcut,
        rivals: Vec<Command>,
    },
    /// The key pressed cannot be given away.
    Refused {
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
            | Self::Asking { command, .. }
            | Self::Refused { command, .. } => Some(*command),
        }
    }
}

impl KeyEditor {
    /// Opens it.
    pub fn open(&mut self) {
        *self = Self {
            open: true,
            fresh: true,
            ..Self::default()
        };
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Draws it, if it is open.
    pub fn ui(&mut self, ctx: &Context, map: &mut KeyMap) {
        if !self.open {
            return;
        }
        self.record(ctx, map);
        let mut asked = false;
        let modal = Modal::new(Id::unique("keys of commands")).show(ctx, |ui| {
            ui.set_width(560.0);
            // Escape leaves what is asked as it is, and only then the window.
            asked = self.state != State::Ready;
            ui.horizontal(|ui| {
                ui.heading("Keys");
                theme::right_ui(ui, |ui| {
                    if ui.button("Close").clicked() {
                        self.open = false;
                    }
                    if ui
                        .add_enabled(map.is_any_changed(), egui::Button::new("Reset all"))
                        .clicked()
                    {
                        map.reset_all();
                        self.state = State::Ready;
                    }
                });
            });
            let search = ui.add(
                TextEdit::singleline(&mut self.typed)
                    .hint_text("Filter by name or key")
                    .desired_width(f32::INFINITY),
            );
            search.widget_info(|| WidgetInfo::labeled(Role::SearchInput, true, "Filter keys"));
            if std::mem::take(&mut self.fresh) {
                search.request_focus();
            }
            ui.add_space(4.0);
            let height = (ctx.content_rect().height() - 220.0).clamp(160.0, 520.0);
            ScrollArea::vertical()
                .max_height(height)
                .auto_shrink([false, false])
                .show(ui, |ui| self.list_ui(ui, map));
        });
        if modal.should_close() && !asked && self.state == State::Ready {
            self.open = false;
        }
    }

    /// Takes the key pressed, before anything else sees it.
    fn record(&mut self, ctx: &Context, map: &mut KeyMap) {
        let State::Recording(command) = self.state else {
            return;
        };
        let mut pressed = None;
        ctx.input_mut(|i| {
            i.events.retain(|event| match event {
                // Held for the key to come.
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
                // The clipboard's keys arrive under names of their own.
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
        let Some((key, held)) = pressed else { return };
        let keys = Shortcut {
            ctrl: held.command,
            alt: held.alt,
            shift: held.shift,
            key: key.name(),
        };
        let rivals = map.rivals(keys, command);
        self.state = if key == Key::Escape {
            State::Ready
        } else if let Some(why) = key_map::reserved(keys) {
            State::Refused { command, keys, why }
        } else if rivals.is_empty() {
            map.add(command, keys);
            State::Ready
        } else {
            State::Asking {
                command,
                keys,
                rivals,
            }
        };
    }

    fn list_ui(&mut self, ui: &mut Ui, map: &mut KeyMap) {
        let typed = self.typed.to_lowercase();
        for (menu, entries) in MENUS {
            let found: Vec<Command> = entries
                .iter()
                .copied()
                .flatten()
                .filter(|&command| is_found(command, map, &typed))
                .collect();
            if found.is_empty() {
                continue;
            }
            ui.label(RichText::new(*menu).strong().color(theme::TEXT_STRONG));
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
                let rivals = map.rivals(keys, command);
                chip_ui(ui, keys, &rivals);
                let away = ui.add(
                    egui::Button::new(theme::icon_text(icons::ICON_CLOSE, 12.0))
                        .frame(false)
                        .small(),
                );
                let label = format!("Take {keys} from {}", command.label());
                away.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                if away.on_hover_text(&label).clicked() {
                    map.remove(command, keys);
                }
            }
            let recording = self.state == State::Recording(command);
            let text = if recording {
                "Press a key… Esc cancels"
            } else {
                "Add key"
            };
            let full = map.keys(command).len() >= key_map::MOST_KEYS;
            let add = ui.add_enabled(!full, egui::Button::new(text).small().selected(recording));
            let add = add.on_disabled_hover_text(
                "It has as many keys as one can have; take one away first.",
            );
            add.widget_info(|| {
                WidgetInfo::labeled(
                    Role::Button,
                    true,
                    format!("Add key to {}", command.label()),
                )
            });
            if add.clicked() {
                self.state = if recording {
                    State::Ready
                } else {
                    State::Recording(command)
                };
                // Keys are for the recording now, not for the button.
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
                if reset.on_hover_text("Back to its first keys").clicked() {
                    map.reset(command);
                }
            }
        });
        if self.state.command() == Some(command) {
            self.answer_ui(ui, map);
        }
    }

    /// What has to be decided about the key just pressed.
    fn answer_ui(&mut self, ui: &mut Ui, map: &mut KeyMap) {
        match self.state.clone() {
            State::Asking { .. } | State::Refused { .. }
                if ui.input(|i| i.key_pressed(Key::Escape)) =>
            {
                self.state = State::Ready
            }
            State::Asking {
                command,
                keys,
                rivals,
            } => {
                let names = names_of(&rivals);
                ui.horizontal(|ui| {
                    ui.add_space(20.0);
                    ui.label(
                        RichText::new(format!("{keys} belongs to {names}.")).color(theme::WARN),
                    );
                    if ui
                        .button("Take it")
                        .on_hover_text(format!("Takes it away from {names}."))
                        .clicked()
                    {
                        rivals.iter().for_each(|&rival| map.remove(rival, keys));
                        map.add(command, keys);
                        self.state = State::Ready;
                    }
                    if ui.button("Leave it").clicked() {
                        self.state = State::Ready;
                    }
                });
            }
            State::Refused { keys, why, .. } => {
                ui.horizontal(|ui| {
                    ui.add_space(20.0);
                    ui.label(
                        RichText::new(format!("{keys} {why}, always. Choose another."))
                            .color(theme::WARN),
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

/// A key; marked where others have it, too.
fn chip_ui(ui: &mut Ui, keys: Shortcut, rivals: &[Command]) {
    let chip = theme::key_ui(ui, &keys.to_string());
    if !rivals.is_empty() {
        let text = theme::icon_text(icons::ICON_WARNING, 13.0).color(theme::WARN);
        let sign = ui.label(text).on_hover_text(format!(
            "Also {}; only one of them gets it.",
            names_of(rivals)
        ));
        sign.widget_info(|| {
            WidgetInfo::labeled(
                Role::Label,
                true,
                format!("{keys} is also {}", names_of(rivals)),
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

fn is_found(command: Command, map: &KeyMap, typed: &str) -> bool {
    let keys: String = map
        .keys(command)
        .iter()
        .map(|keys| format!(" {keys}"))
        .collect();
    let text = format!("{} {}{keys}", command.label(), command.tooltip()).to_lowercase();
    typed.split_whitespace().all(|word| text.contains(word))
}
