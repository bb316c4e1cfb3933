//! The subcommand `import`.

use crate::export::{fails, files_below, folder_with, runs, shipped};
use std::path::Path;
use steerwright_format::load_scene;

#[test]
fn imports_restore_the_authored_scene() {
    let mut scene = shipped("gate-patrol");
    scene.name = "夜 watch".into();
    scene.notes = "Two guards,\n\"one\" scout".into();
    std::sync::Arc::make_mut(&mut scene.presets[1]).description = "Waits long".into();
    std::sync::Arc::make_mut(&mut scene.agents).reverse();
    scene.presets.swap(0, 2);
    let folder = folder_with(&[("a.scene.json", &scene)]);
    runs(
        &[
            "export",
            "a.scene.json",
            "--to",
            "json,scene",
            "--out",
            "out",
            "--scale",
            "8",
            "--y-down",
        ],
        folder.path(),
    );
    let arguments = ["import", "out/json/夜-watch.steer.json", "--out", "back"];
    let printed = runs(&arguments, folder.path());
    let path = folder.path().join(printed.trim());
    assert_eq!(path, folder.path().join("back/夜-watch.scene.json"));
    let back = load_scene(&path).expect("a scene").value;
    assert_eq!(
        (&back.paths, &back.markers, &back.name),
        (&scene.paths, &scene.markers, &scene.name)
    );
    assert_eq!(back, scene);
    let message = fails(&arguments, folder.path());
    assert!(
        message.contains("the file already exists; use --force"),
        "{message}"
    );
    runs(&[&arguments[..], &["--force"]].concat(), folder.path());
}

#[test]
fn valid_files_are_imported_even_if_others_are_invalid() {
    let folder = folder_with(&[("a.scene.json", &shipped("squad"))]);
    runs(
        &["export", "a.scene.json", "--to", "json", "--out", "."],
        folder.path(),
    );
    let put =
        |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("a file");
    put("empty.steer.json", b"");
    put(
        "cut.steer.json",
        &std::fs::read(folder.path().join("Squad.steer.json")).expect("a file")[..900],
    );
    put("deep.steer.json", "[".repeat(1_000_000).as_bytes());
    put("bytes.steer.json", b"\xff\xfe\x00");
    put("asset.steer.ron", b"()");
    put("picture.png", b"x");
    put(".steer.json", b"{}");
    let bad = [
        "empty.steer.json",
        "cut.steer.json",
        "deep.steer.json",
        "bytes.steer.json",
        "asset.steer.ron",
        "picture.png",
        ".steer.json",
        "gone.steer.json",
    ];
    let arguments = [
        &["import", "--out", "back"],
        &bad[..],
        &["Squad.steer.json"],
    ]
    .concat();
    let message = fails(&arguments, folder.path());
    for file in bad {
        assert_eq!(
            message
                .lines()
                .filter(|line| line.starts_with(&format!("{file}:")))
                .count(),
            1,
            "{file}: {message}"
        );
    }
    assert!(
        message.contains(
            "picture.png: cannot import this type of file; use one of .scene.json, .steer.json"
        ),
        "{message}"
    );
    assert_eq!(
        files_below(&folder.path().join("back"))
            .keys()
            .collect::<Vec<_>>(),
        [Path::new("Squad.scene.json")]
    );
}
