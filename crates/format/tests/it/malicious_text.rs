//! Text that is cut, broken or malicious is refused with a place; marks of other editors are
//! accepted.

use serde_json::Value;
use steerwright_analysis::lint::diagnostics;
use steerwright_format::{load_scene, read_scene, write_scene};
use steerwright_runtime::scene::PathId;
use steerwright_testing::full_scene::*;

#[test]
fn syntax_errors_have_line_and_column() {
    let text = text_of_full_scene();
    assert!(error_of(&text.replacen("\"Full\",", "\"Full\"", 1)).starts_with("5:"));
    for (broken, place) in [
        ("", "1:1"),
        ("\n\n", "3:1"),
        ("{", "1:1"),
        ("{ \"format\": nothing }", "1:1"),
        ("{}x", "1:3"),
    ] {
        let message = error_of(broken);
        assert!(
            names_a_place(&message) && message.starts_with(&place[..2]),
            "{broken:?}: {message}"
        );
        assert!(
            message.contains("invalid JSON") && !message.contains("EOF"),
            "{message}"
        );
    }
}

#[test]
fn a_scene_cut_at_any_byte_is_an_error_with_a_place() {
    let text = text_of_full_scene();
    let whole = text.trim_end().len();
    for end in (0..whole).filter(|&end| text.is_char_boundary(end)) {
        let message = error_of(&text[..end]);
        assert!(names_a_place(&message), "cut at {end}: {message}");
    }
    assert!(read_scene(&text[..whole]).is_ok());
    // A file may end in the middle of a character.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cut.scene.json");
    let fox = text.find('🦊').expect("a long character");
    for end in fox - 4..fox + 5 {
        std::fs::write(&path, &text.as_bytes()[..end]).expect("written");
        let message = load_scene(&path).expect_err("cut").to_string();
        assert!(
            names_a_place(
                message
                    .strip_prefix(&format!("{}:", path.display()))
                    .expect("the file")
            ),
            "{message}"
        );
    }
}

#[test]
fn malicious_texts_are_rejected_without_a_crash() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(error_of(&deep(200_000)).contains("invalid JSON"));
    assert!(error_of(&with("/name", Value::Null).replace("null", &deep(100))).starts_with('/'));
    for number in [
        "1e999",
        "-1e999",
        "1e308",
        "123456789012345678901234567890",
        "1e-400",
    ] {
        let text = with("/pointer/x", Value::Null).replacen("null", number, 1);
        match read_scene(&text) {
            Ok(loaded) => assert_eq!(loaded.value.pointer.x, 0.0, "{number}"),
            Err(error) => assert!(names_a_place(&error.to_string()), "{number}: {error}"),
        }
    }
    assert!(error_of("{\0}").starts_with("1:2: "));
    assert!(error_of(&text_of_full_scene().replace("Full", "Fu\0ll")).starts_with("4:"));
    let escaped = read_scene(&text_of_full_scene().replace("Full", "Fu\\u0000ll"))
        .expect("an escaped NUL is a character");
    assert_eq!(
        read_scene(&write_scene(&escaped.value).expect("valid"))
            .expect("readable")
            .value,
        escaped.value
    );
}

#[test]
fn messages_quote_text_from_files_safely_on_one_line() {
    let hostile = format!("\u{1b}[31m\n\u{202e}{}", "z".repeat(100_000));
    let shape = with("/paths/0/shape", Value::from(hostile.as_str()));
    let kind = with("/name", Value::Null).replacen(
        "null",
        &format!("[{}]", Value::from(hostile.as_str())),
        1,
    );
    let format = with("/format", Value::from(hostile.as_str()));
    let mut nested = serde_json::Map::new();
    nested.insert(hostile.clone(), Value::from(1));
    let behavior = with(
        "/presets/0/motion/steered/behaviors/0/behavior",
        Value::Object(nested),
    );
    for text in [shape, kind, format, behavior] {
        let message = error_of(&text);
        assert!(
            message.chars().count() < 800
                && !message.contains(|c: char| c.is_control() || c == '\u{202e}'),
            "{message:?}"
        );
    }
    let mut scene = full_scene();
    scene.unit = hostile.clone();
    let path = scene.path_mut(PathId(3)).expect("the path");
    (path.name, path.nodes) = (hostile, Vec::new());
    let findings = diagnostics(&scene);
    assert!(
        findings
            .iter()
            .any(|finding| finding.message.contains("zzz"))
    );
    for message in findings.iter().map(ToString::to_string) {
        assert!(
            message.chars().count() < 800
                && !message.contains(|c: char| c.is_control() || c == '\u{202e}'),
            "{message:?}"
        );
    }
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_accepted() {
    let text = text_of_full_scene();
    for text in [
        format!("\u{feff}{text}"),
        text.replace('\n', "\r\n"),
        format!("\u{feff}{}", text.replace('\n', "\r\n")),
    ] {
        assert_eq!(read_scene(&text).expect("readable").value, full_scene());
    }
}
