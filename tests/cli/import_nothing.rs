//! An import that adds nothing says so, and why.

use crate::import_level::{FLOOR, HEDGE, folder, import, scene, write, yard};
use crate::support::{run, stderr, steerwright};
use steerwright_format::load_scene;

#[test]
fn a_drawing_that_contains_the_words_of_our_format_is_imported() {
    let folder = folder();
    let drawing =
        r#"<svg><text>steerwright_scene</text><rect id="hall" width="64" height="32"/></svg>"#;
    write(&folder, "plan.svg", drawing);
    let said = import(&folder, &["plan.svg"]).expect("imported");
    assert!(said.contains("plan.svg: 1 added"), "{said}");
    assert_eq!(scene(&folder).walls.len(), 1);
    let output = run(steerwright()
        .current_dir(&folder)
        .args(["import", "plan.svg", "--out", "scenes"]));
    assert!(output.status.success(), "{}", stderr(&output));
    let written = load_scene(&folder.path().join("scenes/plan.scene.json")).expect("a scene");
    assert_eq!(written.value.walls.len(), 1);
}

#[test]
fn an_import_that_adds_nothing_says_so() {
    let folder = folder();
    write(&folder, "yard.tmx", &yard(HEDGE, FLOOR));
    let chosen = import(&folder, &["yard.tmx", "--as", "*=nothing"]).expect("read");
    assert!(
        chosen.contains("yard.tmx: nothing imported: 4 not chosen, 1 left out"),
        "{chosen}"
    );
    import(
        &folder,
        &["yard.tmx", "--as", "Level=wall", "--as", "Gate=marker"],
    )
    .expect("imported");
    let again = import(&folder, &["yard.tmx"]).expect("read");
    assert!(
        again.contains("yard.tmx: nothing imported: 3 unchanged, 1 not chosen, 1 left out"),
        "{again}"
    );
    write(&folder, "empty.svg", "<svg><!-- <rect/> --></svg>");
    let empty = import(&folder, &["empty.svg"]).expect("read");
    assert!(
        empty.contains("empty.svg: nothing imported: the map has no items"),
        "{empty}"
    );
}

#[test]
fn files_that_are_neither_maps_nor_exports_are_refused() {
    let folder = folder();
    for (name, text, expected) in [
        (
            "save.json",
            r#"{"format": "steerwright_scene", "hp": 3}"#,
            "this is no map of Tiled",
        ),
        (
            "theme.tres",
            "[gd_resource type=\"Theme\" format=3]\n\n[resource]\nname = \"steerwright_scene\"\n",
            "was not exported by Steerwright",
        ),
        (
            "run.lua",
            "print(\"steerwright\")",
            "does not start with \"return\"",
        ),
        ("notes.steer.json", "{\"note\": \"steerwright\"}", "/format"),
    ] {
        write(&folder, name, text);
        let into = import(&folder, &[name]).expect_err(name);
        let output = run(steerwright()
            .current_dir(&folder)
            .args(["import", name, "--out", "scenes"]));
        assert!(
            !output.status.success() && output.stdout.is_empty(),
            "{name}"
        );
        for message in [&into, &stderr(&output)] {
            assert!(
                message.contains(name) && message.contains(expected),
                "{name}: {message}"
            );
        }
        let stem = name.split('.').next().expect("a stem");
        assert!(
            !folder
                .path()
                .join(format!("scenes/{stem}.scene.json"))
                .exists()
        );
        assert!(!folder.path().join("level.scene.json").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_scene_that_cannot_be_read_is_not_replaced() {
    let folder = folder();
    write(&folder, "level.tmx", &yard(HEDGE, FLOOR));
    let link = folder.path().join("level.scene.json");
    // Not a missing file: the system cannot say what is there.
    std::os::unix::fs::symlink("level.scene.json", &link).expect("a link");
    let message = import(&folder, &["level.tmx"]).expect_err("it cannot be read");
    assert!(
        message.starts_with("level.scene.json: cannot read"),
        "{message}"
    );
    let output =
        run(steerwright()
            .current_dir(&folder)
            .args(["import", "level.tmx", "--out", "."]));
    assert!(!output.status.success());
    let message = stderr(&output);
    assert!(
        message.starts_with("./level.scene.json: cannot write"),
        "{message}"
    );
    assert!(link.is_symlink());
}
