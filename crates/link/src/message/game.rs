//! The game's side: writes the hello and reads the editor's messages.

use super::{MAX_NAME, VERSION, line};
use crate::Nonce;
use serde_json::{Value, json};
use steerwright_runtime::scene::ExportOptions;

/// The first message of a game.
pub(crate) fn hello(nonce: &Nonce, game: &str, options: &ExportOptions) -> String {
    let ExportOptions {
        y_down,
        plane,
        scale,
        origin,
        ..
    } = options;
    let options = json!({ "y_down": y_down, "plane": plane, "scale": scale, "origin": origin });
    let game: String = game.chars().take(MAX_NAME).collect();
    line(
        &json!({ "steerwright_link": VERSION, "nonce": nonce.digits(), "game": game, "options": options }),
    )
}

/// The game's proof.
pub(crate) fn proof(proof: &str) -> String {
    line(&json!({ "proof": proof }))
}

/// A message of the editor.
#[derive(Debug)]
pub(crate) enum EditorMessage {
    /// The editor's nonce and proof.
    Challenge {
        nonce: String,
        proof: String,
    },
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
        } else if let (Some(nonce), Some(proof)) = (fields.remove("challenge"), fields.get("proof"))
        {
            Self::Challenge {
                nonce: text(nonce),
                proof: text(proof.clone()),
            }
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
