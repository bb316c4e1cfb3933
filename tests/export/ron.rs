//! Exports for Bevy: writing, reading and errors. `runtimes/bevy` tests them in the engine.

use std::path::Path;
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::{as_authored, read_ron};
use steerwright_format::{FormatError, load_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::editor::{EditorData, RememberedExport};
use steerwright_runtime::scene::{Plane, Scene};

fn scenes() -> Vec<Scene> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("presets/scenes");
    let mut files: Vec<_> = folder
        .read_dir()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|file| load_scene(&file).expect("a scene").value)
        .collect()
}

fn text(scene: &Scene, options: &ExportOptions) -> String {
    let files = export::export(scene, ExportTarget::Bevy, options).expect("an export");
    assert_eq!(files.len(), 2);
    assert_eq!(files[1].name, "steerwright/README-bevy.md");
    String::from_utf8(files[0].bytes.clone()).expect("text")
}

#[test]
fn every_scene_is_restored_by_the_reader() {
    // A power of two, and a corner of the cells.
    let placed = ExportOptions {
        plane: Plane::Xz,
        scale: 32.0,
        origin: DVec2::new(2.0, -1.0),
        y_down: true,
        with_trace: None,
    };
    for scene in scenes() {
        for options in [ExportOptions::default(), placed] {
            let written = text(&scene, &options);
            assert_eq!(written, text(&scene, &options));
            // What only the editor needs is not for games.
            let mut expected = scene.clone();
            *expected.editor_mut() = EditorData::default();
            let read = read_ron(&written).expect("an export");
            let authored = as_authored(read.scene, options.scale, options.origin);
            assert_eq!(authored.expect("valid"), expected, "{}", scene.name);
            assert_eq!(
                (read.plane, read.scale, read.origin, read.y_down),
                (options.plane, options.scale, options.origin, false)
            );
            assert!(!written.contains('\r') && written.lines().count() > 20);
        }
    }
}

#[test]
fn manual_edits_are_read_and_export_settings_are_not_exported() {
    let mut scene = scenes().remove(0);
    let setup = RememberedExport {
        to: "bevy".into(),
        folder: "../../home of a person".into(),
        on_save: true,
        options: ExportOptions::default(),
    };
    scene.editor_mut().exports = vec![setup];
    let written = text(&scene, &ExportOptions::default());
    assert!(!written.contains("home of a person"));
    let agent = &scene.agents[0];
    let moved = written.replacen(
        &format!("x: {:?}", agent.position.x),
        "x: 77.123456789123",
        1,
    );
    assert_ne!(moved, written);
    let back = read_ron(&moved).expect("an export").scene;
    let everything = format!("{:?}", (&back.paths, &back.agents, &back.markers));
    assert!(
        everything.contains("77.123456789,"),
        "rounded as everywhere"
    );
}

#[test]
fn invalid_files_are_rejected_with_the_place_and_the_fix() {
    let good = text(&scenes().remove(0), &ExportOptions::default());
    let invalid = |text: &str| read_ron(text).expect_err("an error");
    for broken in [
        "",
        "(",
        "()",
        "nonsense",
        "[1, 2]",
        "{\"format\": \"steerwright-export\"}",
        &good[..good.len() / 2],
        "(format: 3)",
        "\0",
    ] {
        let message = invalid(broken).to_string();
        assert!(
            message.contains("export the scene again"),
            "{broken:?}: {message}"
        );
    }
    assert!(matches!(
        invalid("(format: \"other\")"),
        FormatError::WrongFormat { .. }
    ));
    let newer = good.replacen("min_reader: 1", "min_reader: 8", 1).replacen(
        "format_version: 1",
        "format_version: 9",
        1,
    );
    assert!(invalid(&newer).to_string().contains("version 8"));
    let far = good.replacen("ticks_per_second: 60.0", "ticks_per_second: 1e9", 1);
    assert!(
        matches!(invalid(&far), FormatError::Validation(_)),
        "{}",
        invalid(&far)
    );
    assert!(
        invalid(&good.replacen("ticks_per_second: 60.0", "ticks_per_second: fast", 1))
            .to_string()
            .contains(':')
    );
    let deep = format!(
        "(format: \"steerwright-ron\", scene: {}",
        "[".repeat(1_000_000)
    );
    assert!(
        invalid(&deep)
            .to_string()
            .contains("export the scene again")
    );
    // A later version may have more fields, and `min_reader` decides whether it can be read.
    let later = good
        .replacen("min_reader: 1,", "min_reader: 1, news: Some([(a: 1)]),", 1)
        .replacen("format_version: 1", "format_version: 7", 1);
    assert_eq!(
        read_ron(&later).expect("it can be read"),
        read_ron(&good).expect("an export")
    );
}
