//! The game's side: writes the hello and reads the editor's messages.

use super::{MAX_NAME, VERSION, line};
use serde_json::{Value, json};
use steerwright_runtime::scene::ExportOptions;

/// The first message of a game.
pub(crate) fn hello(token: &str, game: &str, options: &ExportOptions) -> String {
    let ExportOptions {
        y_down,
        plane,
        scale,
        origin,
        ..
    } = options;
    let options = json!({ "y_down": y_down, "plane": plane, "scale": scale, "origin": origin });
    let game: String = game.chars().take(MAX_NAME).collect();
    line(&json!({ "steerwright_link": VERSION, "token": token, "game": game, "options": options }))
}

/// A message of the editor.
#[derive(Debug)]
pub(crate) enum EditorMessage {
    Welcome,
    Refused(String),
    /// The text of an export.
    Scene(String),
    Problem(String),
    /// A message of a later version, to be ignored.
    Other,
}

impl EditorMessage {
    /// Reads a line; `None` if it is not a JSON object.
    pub fn read(line: &[u8]) -> Option<Self> {
        let Value::Object(mut fields) = serde_json::from_slice(line).ok()? else {
            return None;
        };
        let text = |value: Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        };
        Some(if let Some(reason) = fields.remove("refused") {
            Self::Refused(text(reason))
        } else if fields.contains_key("welcome") {
            Self::Welcome
        } else if let Some(scene) = fields.remove("scene") {
            Self::Scene(scene.to_string())
        } else if let Some(problem) = fields.remove("problem") {
            Self::Problem(text(problem))
        } else {
            Self::Other
        })
    }
}
