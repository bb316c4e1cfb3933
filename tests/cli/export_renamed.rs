//! What `export` removes after a scene was renamed: its own files that nobody has changed, and
//! nothing else.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use steerwright_format::{load_scene, save_scene};
use steerwright_runtime::scene::Scene;

fn shipped(name: &str) -> Scene {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("presets/scenes");
    load_scene(&scenes.join(format!("{name}.scene.json")))
        .unwrap()
        .value
}

/// A folder with a scene file and the game that it is exported to.
struct Project {
    folder: tempfile::TempDir,
    scene: Scene,
}

impl Project {
    fn new() -> Self {
        let (folder, mut scene) = (tempfile::tempdir().unwrap(), shipped("gate-patrol"));
        scene.name = "Old gate".into();
        Self { folder, scene }
    }

    /// Saves the scene under a name and exports it. Returns what the program says of removed files.
    fn export(&mut self, name: &str, file: &str, target: &str) -> String {
        self.scene.name = name.into();
        save_scene(&self.scene, &self.folder.path().join(file)).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_steerwright"))
            .args(["export", file, "--to", target, "--out", "game"])
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        said
    }

    /// Exports the scene, which writes its files but cannot list them. Returns what the program
    /// says.
    fn failing_export(&self, file: &str) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_steerwright"))
            .args(["export", file, "--to", "json", "--out", "game"])
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }

    /// The files and folders that are named after the scene.
    fn own_files(&self) -> BTreeSet<String> {
        let entries = std::fs::read_dir(self.folder.path().join("game")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let is_own = |name: &String| name.contains("-gate.") || name.contains("-gate_");
        names.filter(is_own).collect()
    }

    fn has(&self, name: &str) -> bool {
        self.folder.path().join("game").join(name).exists()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join("game").join(name), text).unwrap();
    }
}

#[test]
fn a_renamed_scene_leaves_no_files_of_its_old_name() {
    for target in [
        "json", "godot4", "unity", "unreal", "bevy", "tiled", "csv", "svg",
    ] {
        let mut project = Project::new();
        assert_eq!(project.export("Old gate", "gate.scene.json", target), "");
        let old = project.own_files();
        assert!(!old.is_empty());
        let said = project.export("New gate", "gate.scene.json", target);
        assert!(
            said.lines().count() >= old.len() && said.contains("removed game"),
            "{said}"
        );
        let renamed = old.iter().map(|name| name.replace("Old-", "New-"));
        assert_eq!(project.own_files(), renamed.collect());
        assert_eq!(project.export("New gate", "gate.scene.json", target), "");
    }
}

#[test]
fn files_that_somebody_has_changed_or_added_stay() {
    let mut project = Project::new();
    project.export("Old gate", "gate.scene.json", "godot4");
    project.write("Old-gate.tscn", "changed in Godot");
    project.write("Old-gate.png", "of the game");
    project.write("Old-gate.curves/path-99.txt", "of the game");
    let said = project.export("New gate", "gate.scene.json", "godot4");
    assert!(said.contains("Old-gate.steer.json"), "{said}");
    for kept in [
        "Old-gate.tscn",
        "Old-gate.png",
        "Old-gate.curves/path-99.txt",
    ] {
        assert!(project.has(kept) && !said.contains(kept), "{kept}: {said}");
    }
    assert!(!project.has("Old-gate.steer.json") && !project.has("Old-gate.curves/path-1.tres"));
    assert!(project.has("New-gate.tscn") && project.has("addons/steerwright/plugin.cfg"));
}

/// The names of tables for Unreal have an underscore after that of the scene, as another scene may
/// have.
#[test]
fn tables_for_unreal_of_another_scene_and_changed_ones_stay() {
    let mut project = Project::new();
    project.export("Old gate", "gate.scene.json", "unreal");
    project.export("Old-gate_Nodes", "nodes.scene.json", "unreal");
    project.write("Old-gate_Nodes.csv", "changed by a designer");
    project.write("Old-gate_Enemies.csv", "of the game");
    let said = project.export("New gate", "gate.scene.json", "unreal");
    assert!(said.contains("removed game/Old-gate_Agents.csv"), "{said}");
    assert!(!project.has("Old-gate_Agents.csv") && !project.has("Old-gate.steer.json"));
    for kept in [
        "Old-gate_Nodes.csv",
        "Old-gate_Enemies.csv",
        "Old-gate_Nodes_Agents.csv",
        "Old-gate_Nodes.steer.json",
        "steerwright/SteerwrightRows.h",
    ] {
        assert!(project.has(kept) && !said.contains(kept), "{kept}: {said}");
    }
}

#[test]
fn files_of_another_scene_stay() {
    let mut project = Project::new();
    project.export("Old gate", "gate.scene.json", "json");
    // A copy under another file name is another scene, also with the same files.
    project.export("Old gate", "copy.scene.json", "json");
    assert_eq!(project.export("New gate", "gate.scene.json", "json"), "");
    assert!(project.has("Old-gate.steer.json") && project.has("New-gate.steer.json"));
    // Its other target, too.
    project.export("New gate", "gate.scene.json", "csv");
    assert!(project.has("New-gate.steer.json"));
}

#[test]
fn a_path_that_is_gone_leaves_no_curve_and_a_new_case_of_a_name_removes_no_new_file() {
    let mut project = Project::new();
    project.export("Old gate", "gate.scene.json", "godot3");
    let gone = project.scene.paths.pop().unwrap().id;
    for agent in Arc::make_mut(&mut project.scene.agents) {
        agent.path = agent.path.filter(|path| *path != gone);
    }
    project.export("OLD gate", "gate.scene.json", "godot3");
    assert!(project.has("OLD-gate.tscn") && project.has("OLD-gate.steer.json"));
    assert!(!project.has(&format!("OLD-gate.curves/path-{gone}.tres")));
    assert!(!project.has(&format!("Old-gate.curves/path-{gone}.tres")));
}

/// The list of what was written comes with the game, and may be anyone's.
#[test]
fn a_forged_list_removes_nothing_outside_and_a_broken_one_nothing_at_all() {
    let mut project = Project::new();
    project.export("Old gate", "gate.scene.json", "json");
    let list = project.folder.path().join("game/.steerwright-exports.json");
    let text = std::fs::read_to_string(&list).unwrap();
    let outside = project.folder.path().join("Old-gate.steer.json");
    std::fs::copy(
        project.folder.path().join("game/Old-gate.steer.json"),
        &outside,
    )
    .unwrap();
    project.write("mine.txt", "mine");
    let readable = [
        text.replace("\"Old-gate.steer.json\"", "\"../Old-gate.steer.json\""),
        text.replace("\"Old-gate\"", "\"..\"")
            .replace("\"Old-gate.steer.json\"", "\"../Old-gate.steer.json\""),
        text.replace("\"Old-gate\"", "\"\"")
            .replace("\"Old-gate.steer.json\"", "\"mine.txt\""),
        text.replace("\"Old-gate.steer.json\"", "\"mine.txt\""),
    ];
    let broken = [
        text.replace("\"files\"", "\"file\""),
        "{".into(),
        "[1]".into(),
        "\u{0}".into(),
        String::new(),
        "[".repeat(200_000),
    ];
    let broken = broken.map(String::into_bytes).into_iter();
    let broken = broken.chain([b"\xff\xfe{".to_vec()]);
    let forged = readable.map(|forged| (forged.into_bytes(), false));
    for (forged, is_broken) in forged.into_iter().chain(broken.map(|list| (list, true))) {
        assert_ne!(forged, text.as_bytes());
        std::fs::write(&list, forged).unwrap();
        let said = project.export("New gate", "gate.scene.json", "json");
        if is_broken {
            let expected = "game/.steerwright-exports.json: this list of exported files cannot be read, so a new one was started; \
                            delete files that the scene no longer has yourself\n";
            assert_eq!(said, expected);
            assert_eq!(project.export("New gate", "gate.scene.json", "json"), "");
        } else {
            assert_eq!(said, "");
        }
        assert!(outside.exists() && project.has("mine.txt"));
        assert!(project.has("Old-gate.steer.json"));
    }
}

/// A project can come with links, and with a list that names what is behind them.
#[cfg(unix)]
#[test]
fn nothing_is_removed_or_written_through_links() {
    let mut project = Project::new();
    project.export("Old gate", "gate.scene.json", "json");
    let game = project.folder.path().join("game");
    let list = game.join(".steerwright-exports.json");
    let elsewhere = project.folder.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::copy(
        game.join("Old-gate.steer.json"),
        elsewhere.join("Old-gate.steer.json"),
    )
    .unwrap();
    std::os::unix::fs::symlink(&elsewhere, game.join("Old-gate.curves")).unwrap();
    let text = std::fs::read_to_string(&list).unwrap();
    let inner = "\"Old-gate.curves/Old-gate.steer.json\"";
    std::fs::write(&list, text.replace("\"Old-gate.steer.json\"", inner)).unwrap();
    assert_eq!(project.export("New gate", "gate.scene.json", "json"), "");
    assert!(elsewhere.join("Old-gate.steer.json").exists());

    // The list itself would be written to where a link leads.
    let mine = project.folder.path().join("mine.txt");
    std::fs::write(&mine, "mine").unwrap();
    std::fs::remove_file(&list).unwrap();
    std::os::unix::fs::symlink(&mine, &list).unwrap();
    let said = project.failing_export("gate.scene.json");
    assert!(
        said.contains("cannot list the exported files: this is not a regular file; remove it"),
        "{said}"
    );
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine");
}

/// A pipe has no end, and a list of a million files takes minutes.
#[cfg(unix)]
#[test]
fn a_list_that_is_a_pipe_or_too_long_does_not_stop_an_export() {
    let mut project = Project::new();
    project.export("Old gate", "gate.scene.json", "json");
    let list = project.folder.path().join("game/.steerwright-exports.json");
    let text = std::fs::read_to_string(&list).unwrap();
    std::fs::write(&list, text + &" ".repeat(9_000_000)).unwrap();
    let said = project.export("New gate", "gate.scene.json", "json");
    assert!(said.contains("a new one was started"), "{said}");
    assert!(project.has("Old-gate.steer.json"));
    assert!(std::fs::metadata(&list).unwrap().len() < 1000);

    std::fs::remove_file(&list).unwrap();
    let made = Command::new("mkfifo").arg(&list).status().unwrap();
    assert!(made.success());
    let said = project.failing_export("gate.scene.json");
    assert!(said.contains("not a regular file"), "{said}");
}
