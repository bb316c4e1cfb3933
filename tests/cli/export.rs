//! `steerwright export` with several scenes, and `steerwright import`.

use crate::support;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, SystemTime};
use steerwright_export::{ExportTarget, LIST_NAME};
use steerwright_format::{load_scene, save_scene};
use steerwright_runtime::scene::editor::RememberedExport;
use steerwright_runtime::scene::{ExportOptions, Scene};

/// All targets, as an argument.
fn targets() -> String {
    ExportTarget::ALL.map(ExportTarget::id).join(",")
}

fn steerwright(arguments: &[&str], folder: &Path) -> Output {
    let output = support::steerwright()
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it starts");
    assert!(!stderr(&output).contains("panicked"), "{arguments:?}");
    output
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn runs(arguments: &[&str], folder: &Path) -> String {
    let output = steerwright(arguments, folder);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        stderr(&output)
    );
    assert_eq!(stderr(&output), "");
    String::from_utf8(output.stdout).expect("text")
}

/// Runs the command, which must exit with 1, and returns its messages.
pub(crate) fn fails(arguments: &[&str], folder: &Path) -> String {
    let output = steerwright(arguments, folder);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    stderr(&output)
}

pub(crate) fn shipped(name: &str) -> Scene {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("presets/scenes/{name}.scene.json"));
    load_scene(&path).expect("a scene").value
}

/// A folder with scenes of these names in these files.
pub(crate) fn folder_with(scenes: &[(&str, &Scene)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, scene) in scenes {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        save_scene(scene, &path).expect("saved");
    }
    folder
}

/// Every file below `folder`, by its path from there, without the lists of what was exported. A
/// link has the path that it leads to.
pub(crate) fn files_below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("below").to_owned();
            if let Ok(to) = path.read_link() {
                found.insert(name, to.into_os_string().into_encoded_bytes());
            } else if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with(LIST_NAME) {
                found.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// The files below `folder` without those that scenes share.
fn scene_files(folder: &Path) -> Vec<PathBuf> {
    files_below(folder)
        .into_keys()
        .filter(|file| !file.starts_with("steerwright"))
        .collect()
}

#[test]
fn exporting_several_scenes_to_all_targets_is_deterministic() {
    let folder = folder_with(&[
        ("a.scene.json", &shipped("squad")),
        ("b.scene.json", &shipped("gate-patrol")),
    ]);
    let export = |out: &str| {
        runs(
            &[
                "export",
                "a.scene.json",
                "b.scene.json",
                "--to",
                &targets(),
                "--out",
                out,
                "--trace",
                "1",
            ],
            folder.path(),
        )
    };
    let printed = export("one");
    export("two");
    let (one, two) = (
        files_below(&folder.path().join("one")),
        files_below(&folder.path().join("two")),
    );
    assert_eq!(one, two);
    for target in ExportTarget::ALL.map(ExportTarget::id) {
        for file_name in ["Squad", "Gate-patrol"] {
            assert!(
                one.keys()
                    .any(|file| file.starts_with(target)
                        && file.to_string_lossy().contains(file_name)),
                "{target}: {file_name}"
            );
        }
    }
    // Both scenes share one README, and every path is printed once.
    assert!(one.contains_key(Path::new("bevy/steerwright/README-bevy.md")));
    let paths: Vec<PathBuf> = printed
        .lines()
        .map(|line| {
            Path::new(line)
                .strip_prefix("one")
                .expect("below")
                .to_owned()
        })
        .collect();
    assert_eq!(
        paths.iter().collect::<std::collections::BTreeSet<_>>(),
        one.keys().collect()
    );
    assert_eq!(paths.len(), one.len(), "each path once");
    // A single target gets no subfolder.
    runs(
        &["export", "a.scene.json", "--to", "json", "--out", "three"],
        folder.path(),
    );
    assert_eq!(
        scene_files(&folder.path().join("three")),
        [Path::new("Squad.steer.json")]
    );
}

#[test]
fn unchanged_files_are_not_touched() {
    let mut scene = shipped("squad");
    let folder = folder_with(&[
        ("a.scene.json", &scene),
        ("b.scene.json", &shipped("gate-patrol")),
    ]);
    let export = || {
        runs(
            &[
                "export",
                "a.scene.json",
                "b.scene.json",
                "--to",
                "json,bevy",
                "--out",
                "out",
            ],
            folder.path(),
        )
    };
    export();
    let files: Vec<PathBuf> = files_below(&folder.path().join("out"))
        .into_keys()
        .map(|file| folder.path().join("out").join(file))
        .collect();
    let long_ago = SystemTime::now() - Duration::from_secs(100_000);
    let age = |file: &PathBuf| {
        std::fs::File::options()
            .write(true)
            .open(file)
            .expect("a file")
            .set_modified(long_ago)
            .expect("aged")
    };
    files.iter().for_each(age);
    scene
        .agent_mut(steerwright_runtime::scene::AgentId(1))
        .expect("an agent")
        .position
        .x += 1.0;
    save_scene(&scene, &folder.path().join("a.scene.json")).expect("saved");
    export();
    let is_new = |file: &&PathBuf| {
        file.metadata()
            .and_then(|meta| meta.modified())
            .expect("a time")
            > long_ago + Duration::from_secs(9)
    };
    let new: Vec<&PathBuf> = files.iter().filter(is_new).collect();
    assert!(
        new.len() == 2
            && new
                .iter()
                .all(|file| file.to_string_lossy().contains("Squad.")),
        "{new:?}"
    );
}

#[test]
fn scenes_with_the_same_name_are_rejected_before_anything_is_written() {
    let (mut one, mut other) = (shipped("squad"), shipped("gate-patrol"));
    other.name = "SQUAD!".into();
    let setup = |folder: &str| RememberedExport {
        to: "json".into(),
        folder: folder.into(),
        on_save: false,
        options: ExportOptions::default(),
    };
    let mut first = shipped("crowd");
    first.editor_mut().exports = vec![setup("../a-game")];
    one.editor_mut().exports = vec![setup("../game")];
    other.editor_mut().exports = vec![setup("../x/../game")];
    let folder = folder_with(&[
        ("s/first.scene.json", &first),
        ("s/one.scene.json", &one),
        ("t/other.scene.json", &other),
    ]);
    let before = files_below(folder.path());
    let message = fails(
        &[
            "export",
            "s/one.scene.json",
            "t/other.scene.json",
            "--to",
            &targets(),
            "--out",
            "out",
        ],
        folder.path(),
    );
    assert!(
        message.contains("s/one.scene.json and t/other.scene.json would both write"),
        "{message}"
    );
    assert!(
        message.to_lowercase().contains("squad.") && message.contains("rename one of the scenes"),
        "{message}"
    );
    assert_eq!(files_below(folder.path()), before);
    // Also if the scenes refer to the folder in different ways, and after a valid scene.
    let message = fails(
        &[
            "export",
            "--allow-outside",
            "s/first.scene.json",
            "s/one.scene.json",
            "t/other.scene.json",
        ],
        folder.path(),
    );
    assert!(message.contains("would both write"), "{message}");
    assert_eq!(files_below(folder.path()), before);
    // The same scene twice is fine.
    runs(
        &[
            "export",
            "s/one.scene.json",
            "s/one.scene.json",
            "--to",
            "json,json",
            "--out",
            "out",
        ],
        folder.path(),
    );
}

#[test]
fn without_targets_scenes_are_exported_to_their_saved_targets() {
    let mut scene = shipped("squad");
    let options = ExportOptions {
        scale: 16.0,
        y_down: true,
        ..ExportOptions::default()
    };
    let setup = |to: &str, folder: &str| RememberedExport {
        to: to.into(),
        folder: folder.into(),
        on_save: false,
        options,
    };
    scene.editor_mut().exports = vec![setup("json", "../game/data"), setup("csv", "")];
    let folder = folder_with(&[
        ("scenes/a.scene.json", &scene),
        ("scenes/none.scene.json", &shipped("crowd")),
    ]);
    runs(
        &["export", "--allow-outside", "scenes/a.scene.json"],
        folder.path(),
    );
    let text = std::fs::read_to_string(folder.path().join("game/data/Squad.steer.json"))
        .expect("relative to the scene");
    assert!(text.contains("\"scale\": 16,") && text.contains("\"y_down\": true,"));
    assert!(folder.path().join("scenes/Squad.nodes.csv").is_file());
    // Options override saved settings, which still apply otherwise.
    runs(
        &[
            "export",
            "scenes/a.scene.json",
            "--to",
            "json",
            "--out",
            "other",
            "--scale",
            "2",
        ],
        folder.path(),
    );
    let text =
        std::fs::read_to_string(folder.path().join("other/Squad.steer.json")).expect("a file");
    assert!(text.contains("\"scale\": 2,") && text.contains("\"y_down\": true,"));
    let message = fails(&["export", "scenes/none.scene.json"], folder.path());
    assert!(
        message.contains(
            "scenes/none.scene.json: the scene has no saved export settings; use --to and --out"
        ),
        "{message}"
    );
    scene.editor_mut().exports = vec![setup("hologram", "x")];
    save_scene(&scene, &folder.path().join("scenes/a.scene.json")).expect("saved");
    let message = fails(&["export", "scenes/a.scene.json"], folder.path());
    assert!(
        message.contains("unknown export target \"hologram\""),
        "{message}"
    );
}

#[test]
fn saved_folders_outside_the_scene_need_permission() {
    let folder = folder_with(&[]);
    let path = folder.path();
    for inside in ["scenes/deep", "game"] {
        std::fs::create_dir_all(path.join(inside)).expect("created");
    }
    let save = |file: &str, to: &str| {
        let mut scene = shipped("squad");
        scene.editor_mut().exports = vec![RememberedExport {
            to: "json".into(),
            folder: to.into(),
            on_save: false,
            options: ExportOptions::default(),
        }];
        save_scene(&scene, &path.join(file)).expect("saved");
    };
    #[cfg(unix)]
    std::os::unix::fs::symlink("../game", path.join("scenes/link")).expect("a link");
    let absolute = path.join("game").display().to_string();
    let mut outside = vec!["../game", "deep/../../game", "new/../../game", &absolute];
    if cfg!(unix) {
        outside.push("link/below");
    }
    for (index, to) in outside.into_iter().enumerate() {
        // A folder that was allowed for a file is not asked about again.
        let file = format!("scenes/{index}.scene.json");
        save(&file, to);
        let before = files_below(path);
        let message = fails(&["export", &file], path);
        assert!(
            message.contains("is outside the folder of the scene; use --allow-outside"),
            "{to}: {message}"
        );
        assert_eq!(files_below(path), before, "{to}");
        runs(&["export", "--allow-outside", &file], path);
        assert_ne!(files_below(path), before, "{to}");
        std::fs::remove_dir_all(path.join("game")).expect("removed");
        std::fs::create_dir_all(path.join("game")).expect("created");
    }
    for to in ["", "deep", "new/folder", "deep/../other", "../scenes/again"] {
        save("scenes/a.scene.json", to);
        runs(&["export", "--confirm", "scenes/a.scene.json"], path);
        runs(&["export", "a.scene.json"], &path.join("scenes"));
    }
    save("scenes/a.scene.json", "../other");
    let message = fails(
        &["export", "--confirm", "a.scene.json"],
        &path.join("scenes"),
    );
    assert!(message.contains("--allow-outside"), "{message}");
}

#[test]
fn valid_scenes_are_exported_even_if_others_are_invalid() {
    let folder = folder_with(&[
        ("a.scene.json", &shipped("squad")),
        ("z.scene.json", &shipped("crowd")),
    ]);
    std::fs::write(
        folder.path().join("bad.scene.json"),
        "{\"format\": \"steerwright-scene\", ",
    )
    .expect("a file");
    let arguments = [
        "export",
        "a.scene.json",
        "bad.scene.json",
        "gone.scene.json",
        "z.scene.json",
        "--to",
        "json",
        "--out",
        "out",
    ];
    let message = fails(&arguments, folder.path());
    assert!(
        message.contains("bad.scene.json:1:") && message.contains("gone.scene.json: cannot read"),
        "{message}"
    );
    assert_eq!(
        scene_files(&folder.path().join("out")),
        [Path::new("Crowd.steer.json"), Path::new("Squad.steer.json")]
    );
}
