//! The editor's half: it reads the hello, and answers with scenes.

use super::{MAX_MESSAGE, MAX_NAME, VERSION, line};
use serde::Deserialize;
use serde_json::{Value, json};
use steerwright_format::export_file::{self, PlacedScene, PlacementError};
use steerwright_runtime::scene::{ExportOptions, Scene};

/// What a game says first.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Hello {
    steerwright_link: u64,
    #[serde(default)]
    pub token: String,
    #[serde(default)]
    game: String,
    /// How the game has its scenes.
    #[serde(default)]
    pub options: ExportOptions,
}

impl Hello {
    /// Reads the line; the error is the reason that the game is told.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let read = |line| {
            serde_json::from_slice::<Value>(line)
                .ok()
                .filter(|value| value.get("steerwright_link").is_some())
        };
        let value =
            read(line).ok_or("this is no hello of a game; see docs/live-link.md of Steerwright")?;
        let hello: Self = serde_json::from_value(value)
            .map_err(|error| format!("the hello cannot be read: {error}"))?;
        if hello.steerwright_link != VERSION {
            return Err(format!(
                "the game speaks version {} of the link and the editor {VERSION}; take the runtime of this editor's version along",
                hello.steerwright_link
            ));
        }
        Ok(hello)
    }

    /// What the game calls itself, fit to be shown on one line.
    pub fn name(&self) -> String {
        let name: String = self
            .game
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .take(MAX_NAME)
            .collect();
        if name.trim().is_empty() {
            "a game".into()
        } else {
            name.trim().to_owned()
        }
    }
}

pub(crate) fn welcome() -> String {
    line(
        &json!({ "welcome": "steerwright", "steerwright_link": VERSION, "version": env!("CARGO_PKG_VERSION") }),
    )
}

pub(crate) fn refused(reason: &str) -> String {
    line(&json!({ "refused": reason }))
}

/// What is said of a scene: all after the revision.
pub(crate) fn content(scene: &Scene, options: &ExportOptions) -> String {
    let found = one_line(
        scene,
        &ExportOptions {
            with_trace: None,
            ..*options
        },
    )
    .map_err(|error| error.to_string());
    match found.and_then(|scene| {
        if scene.len() < MAX_MESSAGE - 100 {
            Ok(scene)
        } else {
            Err("the scene is too large for the live link".into())
        }
    }) {
        Ok(scene) => format!("\"scene\": {scene}}}\n"),
        Err(problem) => format!("\"problem\": {}}}\n", Value::from(problem)),
    }
}

pub(crate) fn numbered(revision: u64, content: &str) -> String {
    format!("{{\"revision\": {revision}, {content}")
}

/// The text of NAME.steer.json on one line, so that numbers are written as there. No line of it ends inside a text: there "\n" is
/// escaped.
fn one_line(scene: &Scene, options: &ExportOptions) -> Result<String, PlacementError> {
    let text = export_file::text(&PlacedScene::new(scene, options)?);
    Ok(text.lines().map(str::trim_start).collect())
}
