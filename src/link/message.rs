//! The lines that go over the link, each a JSON object.

use crate::export::{ExportError, Options, Target, export};
use crate::scene::{ExportOptions, Scene};
use serde::Deserialize;
use serde_json::{Value, json};

/// The version of the protocol.
pub const VERSION: u64 = 1;
/// The longest hello, in bytes with its end.
pub const MAX_HELLO: usize = 4096;
/// The longest line a game reads, in bytes with its end.
pub const MAX_MESSAGE: usize = 64 << 20;
/// No name of a game is shown longer, in characters.
const MAX_NAME: usize = 80;

/// What a game says first.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Hello {
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
        let read = |line| serde_json::from_slice::<Value>(line).ok().filter(|value| value.get("steerwright_link").is_some());
        let value = read(line).ok_or("this is no hello of a game; see docs/live-link.md of Steerwright")?;
        let hello: Self = serde_json::from_value(value).map_err(|error| format!("the hello cannot be read: {error}"))?;
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
        let name: String = self.game.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_NAME).collect();
        if name.trim().is_empty() { "a game".into() } else { name.trim().to_owned() }
    }
}

/// What a game with this token, name and these options says first.
pub(super) fn hello(token: &str, game: &str, options: &Options) -> String {
    let Options { y_down, plane, scale, origin, .. } = options;
    let options = json!({ "y_down": y_down, "plane": plane, "scale": scale, "origin": origin });
    let game: String = game.chars().take(MAX_NAME).collect();
    line(&json!({ "steerwright_link": VERSION, "token": token, "game": game, "options": options }))
}

pub(super) fn welcome() -> String {
    line(&json!({ "welcome": "steerwright", "steerwright_link": VERSION, "version": env!("CARGO_PKG_VERSION") }))
}

pub(super) fn refused(reason: &str) -> String {
    line(&json!({ "refused": reason }))
}

/// What is said of a scene: all after the revision.
pub(super) fn content(scene: &Scene, options: &Options) -> String {
    let found = one_line(scene, &Options { with_trace: None, ..*options }).map_err(|error| error.to_string());
    match found
        .and_then(|scene| if scene.len() < MAX_MESSAGE - 100 { Ok(scene) } else { Err("the scene is too large for the live link".into()) })
    {
        Ok(scene) => format!("\"scene\": {scene}}}\n"),
        Err(problem) => format!("\"problem\": {}}}\n", Value::from(problem)),
    }
}

pub(super) fn numbered(revision: u64, content: &str) -> String {
    format!("{{\"revision\": {revision}, {content}")
}

/// The text of NAME.steer.json on one line, so that numbers are written as there. No line of it ends inside a text: there "\n" is
/// escaped.
fn one_line(scene: &Scene, options: &Options) -> Result<String, ExportError> {
    let files = export(scene, Target::Json, options)?;
    let text = files.first().map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).unwrap_or_default();
    Ok(text.lines().map(str::trim_start).collect())
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

/// What the editor says.
#[derive(Debug)]
pub(super) enum Said {
    Welcome,
    Refused(String),
    /// The text of an export.
    Scene(String),
    Problem(String),
    /// Of a later version, for others.
    Other,
}

impl Said {
    /// Reads a line of the editor's; none if it is no JSON object.
    pub fn read(line: &[u8]) -> Option<Self> {
        let Value::Object(mut fields) = serde_json::from_slice(line).ok()? else { return None };
        let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hello_is_read_as_it_is_written() {
        let options = Options { y_down: true, scale: 32.0, ..Options::default() };
        let written = hello("secret", "Night\nwatch", &options);
        assert_eq!(written.matches('\n').count(), 1);
        let read = Hello::read(written.trim_end().as_bytes()).expect("a hello");
        assert_eq!((read.token.as_str(), read.name(), read.options), ("secret", "Night watch".to_owned(), options));
        let least = Hello::read(b"{\"steerwright_link\": 1}").expect("a hello");
        assert_eq!((least.name(), least.options), ("a game".into(), Options::default()));
    }

    #[test]
    fn what_is_no_hello_is_refused_with_the_reason() {
        for (line, reason) in [
            (&b"GET / HTTP/1.1"[..], "no hello"),
            (b"\xff\x00", "no hello"),
            (b"{}", "no hello"),
            (b"[1]", "no hello"),
            (b"{\"steerwright_link\": 2}", "version 2"),
            (b"{\"steerwright_link\": \"1\"}", "cannot be read"),
            (b"{\"steerwright_link\": 1, \"options\": {\"scale\": \"big\"}}", "cannot be read"),
        ] {
            assert!(Hello::read(line).is_err_and(|said| said.contains(reason)), "{line:?}");
        }
    }

    #[test]
    fn a_scene_is_one_line_and_reads_back() {
        let scene = Scene { name: "two\nlines {\u{2028}  }".into(), ..Scene::default() };
        let line = numbered(7, &content(&scene, &Options::default()));
        assert_eq!(line.matches('\n').count(), 1);
        let Some(Said::Scene(text)) = Said::read(line.as_bytes()) else { panic!("{line}") };
        assert_eq!(crate::export::read_export(&text).expect("an export").scene, scene);
        let far = content(&scene, &Options { scale: 1e300, ..Options::default() });
        assert!(matches!(Said::read(numbered(8, &far).as_bytes()), Some(Said::Problem(problem)) if problem.contains("scale")));
    }
}
