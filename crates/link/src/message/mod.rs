//! The messages of the link: one JSON object per line.

#[cfg(feature = "server")]
pub(crate) mod editor;
pub(crate) mod game;

use serde_json::Value;

/// The version of the protocol.
pub const VERSION: u64 = 2;
/// The longest message before the welcome in bytes, including the line feed.
pub const MAX_HELLO: usize = 4096;
/// The longest message that a game reads, in bytes, including the line feed.
pub const MAX_MESSAGE: usize = 64 << 20;
/// The longest name of a game, in characters.
pub(crate) const MAX_NAME: usize = 80;

fn line(value: &Value) -> String {
    format!("{value}\n")
}

#[cfg(all(test, feature = "server"))]
mod tests {
    use super::editor::{Hello, content, numbered};
    use super::game::{EditorMessage, hello};
    use crate::Nonce;
    use steerwright_runtime::scene::{ExportOptions, Scene};

    #[test]
    fn a_hello_is_read_as_it_is_written() {
        let options = ExportOptions {
            y_down: true,
            scale: 32.0,
            ..ExportOptions::default()
        };
        let nonce = Nonce::random().expect("a nonce");
        let written = hello(&nonce, "Night\nwatch", &options);
        assert_eq!(written.matches('\n').count(), 1);
        let read = Hello::read(written.trim_end().as_bytes()).expect("a hello");
        assert_eq!(
            (read.nonce(), read.name(), read.options),
            (Some(nonce), "Night watch".to_owned(), options)
        );
        let least = Hello::read(b"{\"steerwright_link\": 2}").expect("a hello");
        assert_eq!(
            (least.name(), least.options),
            ("a game".into(), ExportOptions::default())
        );
    }

    #[test]
    fn an_invalid_hello_is_refused_with_the_reason() {
        for (line, reason) in [
            (&b"GET / HTTP/1.1"[..], "not a hello"),
            (b"\xff\x00", "not a hello"),
            (b"{}", "not a hello"),
            (b"[1]", "not a hello"),
            (b"{\"steerwright_link\": 1}", "version 1"),
            (b"{\"steerwright_link\": \"2\"}", "invalid hello"),
            (
                b"{\"steerwright_link\": 2, \"options\": {\"scale\": \"big\"}}",
                "invalid hello",
            ),
        ] {
            assert!(
                Hello::read(line).is_err_and(|message| message.contains(reason)),
                "{line:?}"
            );
        }
    }

    #[test]
    fn a_scene_is_one_line_and_reads_back() {
        let scene = Scene {
            name: "two\nlines {\u{2028}  }".into(),
            ..Scene::default()
        };
        let line = numbered(7, &content(&scene, &ExportOptions::default()));
        assert_eq!(line.matches('\n').count(), 1);
        let Some(EditorMessage::Scene(text)) = EditorMessage::read(line.as_bytes()) else {
            panic!("{line}")
        };
        assert_eq!(
            steerwright_format::export_file::read_export(&text)
                .expect("an export")
                .scene,
            scene
        );
        let far = content(
            &scene,
            &ExportOptions {
                scale: 1e300,
                ..ExportOptions::default()
            },
        );
        assert!(
            matches!(EditorMessage::read(numbered(8, &far).as_bytes()), Some(EditorMessage::Problem(problem)) if problem.contains("scale"))
        );
    }
}
