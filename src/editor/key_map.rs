//! Which keys ask for which command: the table of commands, and what the person changed of it.

use crate::editor::config;
use egui::Key;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright_authoring::Command;
use steerwright_authoring::command::Shortcut;

/// No command has more keys than this.
pub const MOST_KEYS: usize = 4;

/// The keys of every command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyMap {
    /// Only commands whose keys are not those of the table.
    changed: BTreeMap<Command, Vec<Shortcut>>,
    /// `None`: not kept.
    stored_at: Option<PathBuf>,
}

impl KeyMap {
    /// What is kept in `folder`; what cannot be understood there is as in the table.
    pub fn load_from(folder: &Path) -> Self {
        let path = folder.join("keys.json");
        let value = config::read(&path);
        let mut map = Self {
            stored_at: Some(path),
            ..Self::default()
        };
        for (name, keys) in value
            .get("keys")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let Some(command) = Command::all().find(|command| format!("{command:?}") == *name)
            else {
                ::log::warn!("keys.json names no command {name:?}");
                continue;
            };
            let Some(keys) = keys.as_array() else {
                continue;
            };
            let keys: Vec<Shortcut> = keys
                .iter()
                .filter_map(Value::as_str)
                .filter_map(shortcut_from)
                .take(MOST_KEYS)
                .collect();
            map.change(command, keys);
        }
        map
    }

    /// The keys of a command, the one shown first.
    pub fn keys(&self, command: Command) -> Vec<Shortcut> {
        self.changed
            .get(&command)
            .cloned()
            .unwrap_or_else(|| command.default_keys())
    }

    /// How menus and tooltips show the keys of a command; empty for none.
    pub fn text(&self, command: Command) -> String {
        self.keys(command)
            .first()
            .map(|keys| keys.to_string())
            .unwrap_or_default()
    }

    /// How the sheet shows all keys of a command: "Ctrl+Shift+Z or Ctrl+Y"; empty for none.
    pub fn texts(&self, command: Command) -> String {
        self.keys(command)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" or ")
    }

    /// How to ask for a command, to begin a sentence with: "Press P", or "Choose Pen" if it has no key.
    pub fn way(&self, command: Command) -> String {
        match self.keys(command).first() {
            Some(keys) => format!("Press {keys}"),
            None => format!("Choose {}", command.label()),
        }
    }

    /// The other commands that a shortcut asks for as well.
    pub fn rivals(&self, shortcut: Shortcut, command: Command) -> Vec<Command> {
        Command::all()
            .filter(|&other| other != command && self.keys(other).contains(&shortcut))
            .collect()
    }

    /// Whether a command has other keys than in the table.
    pub fn is_changed(&self, command: Command) -> bool {
        self.changed.contains_key(&command)
    }

    /// Whether any command has.
    pub fn is_any_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Gives a command one more key.
    pub fn add(&mut self, command: Command, shortcut: Shortcut) {
        let mut keys = self.keys(command);
        if !keys.contains(&shortcut) && keys.len() < MOST_KEYS {
            keys.push(shortcut);
            self.change(command, keys);
            self.store();
        }
    }

    /// Takes a key from a command.
    pub fn remove(&mut self, command: Command, shortcut: Shortcut) {
        let mut keys = self.keys(command);
        keys.retain(|&other| other != shortcut);
        self.change(command, keys);
        self.store();
    }

    /// Gives a command the keys of the table again.
    pub fn reset(&mut self, command: Command) {
        self.changed.remove(&command);
        self.store();
    }

    /// Gives every command the keys of the table again.
    pub fn reset_all(&mut self) {
        self.changed.clear();
        self.store();
    }

    fn change(&mut self, command: Command, keys: Vec<Shortcut>) {
        if keys == command.default_keys() {
            self.changed.remove(&command);
        } else {
            self.changed.insert(command, keys);
        }
    }

    fn store(&self) {
        let Some(path) = &self.stored_at else { return };
        let keys = |keys: &[Shortcut]| {
            keys.iter()
                .map(|&keys| Value::from(text_of(keys)))
                .collect::<Vec<_>>()
        };
        let changed: Map<String, Value> = self
            .changed
            .iter()
            .map(|(command, of)| (format!("{command:?}"), keys(of).into()))
            .collect();
        config::write(path, &json!({ "keys": changed }));
    }
}

/// As it is written in the file: the same on every platform.
fn text_of(shortcut: Shortcut) -> String {
    let held = [
        (shortcut.ctrl, "Ctrl+"),
        (shortcut.alt, "Alt+"),
        (shortcut.shift, "Shift+"),
    ];
    held.into_iter()
        .filter(|(held, _)| *held)
        .map(|(_, name)| name)
        .chain([shortcut.key])
        .collect()
}

fn shortcut_from(text: &str) -> Option<Shortcut> {
    let mut parts: Vec<&str> = text.split('+').collect();
    let key = Key::from_name(parts.pop()?)?;
    let mut shortcut = Shortcut {
        ctrl: false,
        alt: false,
        shift: false,
        key: key.name(),
    };
    for part in parts {
        *(match part {
            "Ctrl" => &mut shortcut.ctrl,
            "Alt" => &mut shortcut.alt,
            "Shift" => &mut shortcut.shift,
            _ => return None,
        }) = true;
    }
    reserved(shortcut).is_none().then_some(shortcut)
}

/// What a key is for wherever one is, if no command may have it.
pub fn reserved(shortcut: Shortcut) -> Option<&'static str> {
    let plain = !shortcut.ctrl && !shortcut.alt;
    match Key::from_name(shortcut.key)? {
        key if is_modifier(key) => Some("is held with other keys"),
        Key::Escape => Some("cancels"),
        Key::Enter if plain => Some("ends what is being drawn"),
        Key::Tab => Some("goes from field to field"),
        Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown if !shortcut.alt => {
            Some("nudges what is selected")
        }
        Key::Copy | Key::Cut | Key::Paste => Some("belongs to the clipboard"),
        _ => None,
    }
}

/// Whether a key is held with others and means nothing by itself.
pub fn is_modifier(key: Key) -> bool {
    use Key as K;
    matches!(
        key,
        K::ShiftLeft
            | K::ShiftRight
            | K::ControlLeft
            | K::ControlRight
            | K::AltLeft
            | K::AltRight
            | K::SuperLeft
            | K::SuperRight
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_of_the_table_asks_for_two_commands_or_means_something_else() {
        let map = KeyMap::default();
        for command in Command::all() {
            for keys in map.keys(command) {
                assert_eq!(
                    (map.rivals(keys, command), reserved(keys)),
                    (vec![], None),
                    "{keys} of {command:?}"
                );
            }
        }
    }

    #[test]
    fn every_key_of_the_table_is_one_that_can_be_kept() {
        for command in Command::all() {
            for keys in command.default_keys() {
                assert_eq!(shortcut_from(&text_of(keys)), Some(keys), "{command:?}");
            }
        }
    }
}
