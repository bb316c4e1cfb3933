//! The editor's side: reads the hello and writes scenes.

use super::{MAX_MESSAGE, MAX_NAME, VERSION, line};
use crate::Nonce;
use serde::Deserialize;
use serde_json::{Value, json};
use steerwright_format::export_file::{self, PlacedScene, PlacementError};
use steerwright_runtime::scene::{ExportOptions, Scene};

/// The first message of a game.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Hello {
    steerwright_link: u64,
    #[serde(default)]
    nonce: String,
    #[serde(default)]
    game: String,
    /// How scenes are placed in the game.
    #[serde(default)]
    pub options: ExportOptions,
}

impl Hello {
    /// Reads the line. The error is the reason that is sent to the game.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let read = |line| {
            serde_json::from_slice::<Value>(line)
                .ok()
                .filter(|value| value.get("steerwright_link").is_some())
        };
        let value = read(line)
            .ok_or("this is not a hello of a game; see docs/live-link.md of Steerwright")?;
        let hello: Self =
            serde_json::from_value(value).map_err(|error| format!("invalid hello: {error}"))?;
        if hello.steerwright_link != VERSION {
            return Err(format!(
                "the game uses version {} of the link, but the editor uses version {VERSION}; use the runtime that came with this editor",
                hello.steerwright_link
            ));
        }
        Ok(hello)
    }

    /// The game's nonce, if it is valid.
    pub fn nonce(&self) -> Option<Nonce> {
        Nonce::from_digits(&self.nonce)
    }

    /// The name of the game, made safe to show on one line.
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

/// The editor's proof, and the nonce that the game's proof needs.
pub(crate) fn challenge(nonce: &Nonce, proof: &str) -> String {
    line(&json!({ "challenge": nonce.digits(), "proof": proof }))
}

/// Reads the game's proof; empty if there is none.
pub(crate) fn proof(line: &[u8]) -> String {
    let value: Option<Value> = serde_json::from_slice(line).ok();
    let proof = value
        .as_ref()
        .and_then(|value| value.get("proof")?.as_str());
    proof.unwrap_or_default().to_owned()
}

pub(crate) fn welcome() -> String {
    line(
        &json!({ "welcome": "steerwright", "steerwright_link": VERSION, "version": env!("CARGO_PKG_VERSION") }),
    )
}

pub(crate) fn refused(reason: &str) -> String {
    line(&json!({ "refused": reason }))
}

/// The message about a scene, without its revision.
pub(crate) fn content(scene: &Scene, options: &ExportOptions) -> String {
    let text = one_line(
        scene,
        &ExportOptions {
            with_trace: None,
            ..*options
        },
    )
    .map_err(|error| error.to_string());
    match text.and_then(|scene| {
        if scene.len() < MAX_MESSAGE - 100 {
            Ok(scene)
        } else {
            Err("the scene is too large for the live link; split it".into())
        }
    }) {
        Ok(scene) => format!("\"scene\": {scene}}}\n"),
        Err(problem) => format!("\"problem\": {}}}\n", Value::from(problem)),
    }
}

pub(crate) fn numbered(revision: u64, content: &str) -> String {
    format!("{{\"revision\": {revision}, {content}")
}

/// The text of NAME.steer.json on one line. Joining lines is safe because strings contain no raw
/// line feeds.
fn one_line(scene: &Scene, options: &ExportOptions) -> Result<String, PlacementError> {
    let text = export_file::text(&PlacedScene::new(scene, options)?);
    Ok(text.lines().map(str::trim_start).collect())
}
