//! The shortcuts of commands: the defaults with the user's changes.

use crate::config;
use egui::Key;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright_authoring::Command;
use steerwright_authoring::command::Shortcut;

/// The maximum number of shortcuts per command.
pub const MAX_SHORTCUTS: usize = 4;

/// The shortcuts of all commands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyMap {
    /// Only commands that differ from the defaults.
    changed: BTreeMap<Command, Vec<Shortcut>>,
    /// `None` if nothing is stored.
    file: Option<PathBuf>,
}

impl KeyMap {
    /// Loads the changes stored in `folder`. Invalid entries are ignored. A file that cannot be
    /// read stays as it is.
    pub fn load_from(folder: &Path) -> Self {
        let path = folder.join("keys.json");
        let read = config::read(&path);
        let mut map = Self {
            file: read.is_some().then_some(path),
            ..Self::default()
        };
        let value = read.unwrap_or_default();
        for (name, keys) in value
            .get("keys")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let Some(command) = Command::from_name(name) else {
                ::log::warn!("keys.json contains the unknown command {name:?}");
                continue;
            };
            let Some(keys) = keys.as_array() else {
                continue;
            };
            let keys: Vec<Shortcut> = keys
                .iter()
                .filter_map(Value::as_str)
                .filter_map(shortcut_from)
                .take(MAX_SHORTCUTS)
                .collect();
            map.change(command, keys);
        }
        map
    }

    /// The shortcuts of a command, the main one first.
    pub fn keys(&self, command: Command) -> Vec<Shortcut> {
        self.changed
            .get(&command)
            .cloned()
            .unwrap_or_else(|| command.default_shortcuts())
    }

    /// The main shortcut as text; empty if there is none.
    pub fn text(&self, command: Command) -> String {
        self.keys(command)
            .first()
            .map(|keys| keys.to_string())
            .unwrap_or_default()
    }

    /// All shortcuts as text: "Ctrl+Shift+Z or Ctrl+Y"; empty if there are none.
    pub fn texts(&self, command: Command) -> String {
        self.keys(command)
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" or ")
    }

    /// How to run a command, as the start of a sentence: "Press P", or "Choose Pen" if it has no
    /// shortcut.
    pub fn instruction(&self, command: Command) -> String {
        match self.keys(command).first() {
            Some(keys) => format!("Press {keys}"),
            None => format!("Choose {}", command.label()),
        }
    }

    /// The other commands with the same shortcut.
    pub fn conflicts(&self, shortcut: Shortcut, command: Command) -> Vec<Command> {
        Command::all()
            .filter(|&other| other != command && self.keys(other).contains(&shortcut))
            .collect()
    }

    /// Whether the shortcuts of a command differ from the defaults.
    pub fn is_changed(&self, command: Command) -> bool {
        self.changed.contains_key(&command)
    }

    /// Whether the shortcuts of any command differ from the defaults.
    pub fn any_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Adds a shortcut to a command.
    pub fn add(&mut self, command: Command, shortcut: Shortcut) {
        let mut keys = self.keys(command);
        if !keys.contains(&shortcut) && keys.len() < MAX_SHORTCUTS {
            keys.push(shortcut);
            self.change(command, keys);
            self.store();
        }
    }

    /// Removes a shortcut from a command.
    pub fn remove(&mut self, command: Command, shortcut: Shortcut) {
        let mut keys = self.keys(command);
        keys.retain(|&other| other != shortcut);
        self.change(command, keys);
        self.store();
    }

    /// Restores the default shortcuts of a command.
    pub fn reset(&mut self, command: Command) {
        self.changed.remove(&command);
        self.store();
    }

    /// Restores all default shortcuts.
    pub fn reset_all(&mut self) {
        self.changed.clear();
        self.store();
    }

    fn change(&mut self, command: Command, keys: Vec<Shortcut>) {
        if keys == command.default_shortcuts() {
            self.changed.remove(&command);
        } else {
            self.changed.insert(command, keys);
        }
    }

    fn store(&self) {
        let Some(path) = &self.file else { return };
        let keys = |keys: &[Shortcut]| {
            keys.iter()
                .map(|&keys| Value::from(text_of(keys)))
                .collect::<Vec<_>>()
        };
        let changed: Map<String, Value> = self
            .changed
            .iter()
            .map(|(command, of)| (command.name().into(), keys(of).into()))
            .collect();
        config::write(path, &json!({ "keys": changed }));
    }
}

/// The text in the file, which is the same on every platform.
fn text_of(shortcut: Shortcut) -> String {
    let modifiers = [
        (shortcut.ctrl, "Ctrl+"),
        (shortcut.alt, "Alt+"),
        (shortcut.shift, "Shift+"),
    ];
    modifiers
        .into_iter()
        .filter(|(modifiers, _)| *modifiers)
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

/// Why a shortcut cannot be assigned. `None` if it can.
pub fn reserved(shortcut: Shortcut) -> Option<&'static str> {
    let plain = !shortcut.ctrl && !shortcut.alt;
    match Key::from_name(shortcut.key)? {
        key if is_modifier(key) => Some("it is a modifier key"),
        Key::Escape => Some("it always cancels"),
        Key::Enter if plain => Some("it finishes drawing"),
        Key::Tab => Some("it moves between fields"),
        Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown if !shortcut.alt => {
            Some("the arrow keys nudge the selection")
        }
        Key::Copy | Key::Cut | Key::Paste => Some("it is a clipboard key"),
        _ => None,
    }
}

/// Whether a key is a modifier.
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
    fn default_shortcuts_are_unique_and_not_reserved() {
        let map = KeyMap::default();
        for command in Command::all() {
            for keys in map.keys(command) {
                assert_eq!(
                    (map.conflicts(keys, command), reserved(keys)),
                    (vec![], None),
                    "{keys} of {command:?}"
                );
            }
        }
    }

    #[test]
    fn every_default_shortcut_can_be_stored() {
        for command in Command::all() {
            for keys in command.default_shortcuts() {
                assert_eq!(shortcut_from(&text_of(keys)), Some(keys), "{command:?}");
            }
        }
    }
}
