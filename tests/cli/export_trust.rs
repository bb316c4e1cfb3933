//! Exports that a scene from elsewhere stores, and what an export never replaces.

use crate::export::{fails, files_below, folder_with, runs, shipped};
use crate::support::{code, run, stderr, steerwright};
use std::fs;
use std::path::Path;
use steerwright_format::save_scene;
use steerwright_runtime::scene::editor::RememberedExport;
use steerwright_runtime::scene::{ExportOptions, Scene};

/// A scene that exports to these targets and folders.
fn storing(exports: &[(&str, &str)]) -> Scene {
    let mut scene = shipped("squad");
    let setup = |&(to, folder): &(&str, &str)| RememberedExport {
        to: to.into(),
        folder: folder.into(),
        on_save: true,
        options: ExportOptions::default(),
    };
    scene.editor_mut().exports = exports.iter().map(setup).collect();
    scene
}

#[test]
fn what_a_scene_stores_is_exported_only_after_it_was_confirmed_on_this_computer() {
    let folder = folder_with(&[("a.scene.json", &storing(&[("json", "game"), ("csv", "")]))]);
    let (path, settings) = (folder.path(), tempfile::tempdir().expect("a folder"));
    let export = |settings: &Path, arguments: &[&str]| {
        run(steerwright()
            .env("STEERWRIGHT_CONFIG_DIR", settings)
            .current_dir(path)
            .arg("export")
            .args(arguments))
    };
    let before = files_below(path);
    let is_refused = |file: &str, exports: &str| {
        let output = export(settings.path(), &[file]);
        let expected = format!(
            "{file}: the scene would export {exports}, which was not confirmed on this computer; if you trust the scene, export it once with --confirm\n"
        );
        assert_eq!((code(&output), stderr(&output)), (Some(1), expected));
    };
    is_refused("a.scene.json", "json to game, csv to .");
    assert_eq!(files_below(path), before);
    let confirms = |arguments: &[&str]| {
        let output = export(settings.path(), arguments);
        assert_eq!((code(&output), stderr(&output)), (Some(0), String::new()));
    };
    confirms(&["--confirm", "a.scene.json"]);
    confirms(&["./a.scene.json"]);
    assert!(path.join("game/Squad.steer.json").is_file() && path.join("Squad.nodes.csv").is_file());
    // Another computer, another target or folder, and another file are other questions.
    let elsewhere = tempfile::tempdir().expect("a folder");
    assert_eq!(code(&export(elsewhere.path(), &["a.scene.json"])), Some(1));
    fs::copy(path.join("a.scene.json"), path.join("b.scene.json")).expect("a copy");
    is_refused("b.scene.json", "json to game, csv to .");
    let changed = storing(&[("json", "game"), ("csv", "deep"), ("svg", "game")]);
    save_scene(&changed, &path.join("a.scene.json")).expect("saved");
    is_refused("a.scene.json", "csv to deep, svg to game");
    // What was chosen here needs no confirmation.
    confirms(&["b.scene.json", "--to", "json", "--out", "other"]);
}

#[cfg(unix)]
#[test]
fn confirmations_that_cannot_be_read_are_not_replaced() {
    let folder = folder_with(&[("a.scene.json", &storing(&[("json", "game")]))]);
    let settings = tempfile::tempdir().expect("a folder");
    let list = settings.path().join("confirmed_exports.json");
    std::os::unix::fs::symlink("confirmed_exports.json", &list).expect("a link");
    let output = run(steerwright()
        .env("STEERWRIGHT_CONFIG_DIR", settings.path())
        .current_dir(folder.path())
        .args(["export", "--confirm", "a.scene.json"]));
    assert_eq!(code(&output), Some(0));
    let message = stderr(&output);
    assert!(
        message.contains("confirmed_exports.json: cannot read"),
        "{message}"
    );
    assert!(list.is_symlink());
    assert!(folder.path().join("game/Squad.steer.json").is_file());
}

#[cfg(unix)]
#[test]
fn a_confirmed_folder_is_asked_about_again_when_a_link_takes_its_place() {
    let folder = folder_with(&[("s/a.scene.json", &storing(&[("json", "game")]))]);
    let path = folder.path();
    runs(&["export", "--confirm", "s/a.scene.json"], path);
    fs::remove_dir_all(path.join("s/game")).expect("removed");
    fs::create_dir(path.join("outside")).expect("made");
    std::os::unix::fs::symlink("../outside", path.join("s/game")).expect("a link");
    let message = fails(&["export", "--confirm", "s/a.scene.json"], path);
    assert!(message.contains("--allow-outside"), "{message}");
    assert_eq!(fs::read_dir(path.join("outside")).expect("it").count(), 0);
}

#[cfg(unix)]
#[test]
fn no_link_leads_an_export_out_of_its_folder() {
    use std::os::unix::fs::symlink;
    for (link, to) in [
        ("out/Squad.steer.json", "../../victim.txt"),
        ("out/Squad.steer.json", "../../new.txt"),
        ("out/Squad.steer.json", "/dev/null"),
        ("out/steerwright", "../../outside"),
        ("out/steerwright", "../../nothing"),
        ("out/steerwright/README-json.md", "../../../victim.txt"),
    ] {
        let folder = folder_with(&[("project/a.scene.json", &storing(&[("json", "out")]))]);
        let path = folder.path();
        fs::write(path.join("victim.txt"), "precious").expect("written");
        fs::create_dir(path.join("outside")).expect("made");
        let link = path.join("project").join(link);
        fs::create_dir_all(link.parent().expect("a folder")).expect("made");
        symlink(to, &link).expect("a link");
        let before = files_below(path);
        for arguments in [
            &["export", "--confirm", "project/a.scene.json"][..],
            &[
                "export",
                "project/a.scene.json",
                "--to",
                "json",
                "--out",
                "project/out",
            ],
        ] {
            let message = fails(arguments, path);
            assert!(
                message.contains(&format!(
                    "this is a link to {to}, outside the folder of the export; remove the link"
                )),
                "{message}"
            );
            assert_eq!(files_below(path), before, "{to}");
        }
    }
}

#[cfg(unix)]
#[test]
fn links_to_the_folder_and_within_it_stay_links() {
    let folder = folder_with(&[("a.scene.json", &shipped("squad"))]);
    let path = folder.path();
    fs::create_dir_all(path.join("real/data")).expect("made");
    std::os::unix::fs::symlink("real", path.join("game")).expect("a link");
    let link = path.join("real/Squad.steer.json");
    fs::write(path.join("real/data/squad.json"), "").expect("written");
    std::os::unix::fs::symlink("data/squad.json", &link).expect("a link");
    runs(
        &["export", "a.scene.json", "--to", "json", "--out", "game"],
        path,
    );
    assert!(link.is_symlink());
    let text = fs::read_to_string(path.join("real/data/squad.json")).expect("a file");
    assert!(text.contains("steerwright"), "{text}");
}

#[test]
fn replacing_the_files_of_another_scene_is_said() {
    let mut other = shipped("crowd");
    other.name = "Squad".into();
    let folder = folder_with(&[
        ("one.scene.json", &shipped("squad")),
        ("two.scene.json", &other),
    ]);
    let path = folder.path();
    let export = |file: &str| {
        let output = run(steerwright()
            .current_dir(path)
            .args(["export", file, "--to", "json", "--out", "game"]));
        assert_eq!(code(&output), Some(0));
        stderr(&output).replace('\\', "/")
    };
    assert_eq!(export("one.scene.json"), "");
    assert_eq!(export("one.scene.json"), "");
    let said = export("two.scene.json");
    assert!(
        said.starts_with("game/Squad.steer.json: replaced this file, which was exported from")
            && said.contains("one.scene.json; rename one of the scenes to keep both"),
        "{said}"
    );
    assert_eq!(export("two.scene.json"), "", "it is said once");
    assert!(
        export("one.scene.json").contains("two.scene.json"),
        "back again"
    );
    // A scene file that was moved is no other scene.
    fs::rename(path.join("one.scene.json"), path.join("moved.scene.json")).expect("moved");
    assert_eq!(export("moved.scene.json"), "");
}

#[test]
fn names_that_only_some_file_systems_tell_apart_are_one_name() {
    let [mut composed, mut decomposed] = [shipped("squad"), shipped("crowd")];
    composed.name = "Caf\u{e9}".into();
    decomposed.name = "CAFE\u{301}".into();
    let folder = folder_with(&[("a.scene.json", &composed), ("b.scene.json", &decomposed)]);
    let message = fails(
        &[
            "export",
            "a.scene.json",
            "b.scene.json",
            "--to",
            "json",
            "--out",
            "game",
        ],
        folder.path(),
    );
    assert!(message.contains("would both write"), "{message}");
}
