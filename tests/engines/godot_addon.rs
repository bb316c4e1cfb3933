//! The add-on for Godot 4, in the engine: bodies that its physics moves, and its messages.

use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::scene::{ExportOptions, Plane};
use steerwright_testing::engine::run;
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{exported, shipped};
use steerwright_testing::godot::Godot;
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [Godot4] => bodies_follow_their_agents_and_agents_stay_with_blocked_bodies,
    [Godot4] => scene_files_are_imported_and_imported_again,
    [] => an_export_puts_the_add_on_into_the_root_of_the_project,
    [] => curves_of_removed_paths_are_removed,
];

/// As nodes are in single precision.
const ROUNDING: f64 = 2e-3;

fn bodies_follow_their_agents_and_agents_stay_with_blocked_bodies() {
    for (plane, scale, size) in [(Plane::Xy, 32.0, "8.0"), (Plane::Xz, 1.0, "0.25")] {
        let options = ExportOptions {
            y_down: true,
            plane,
            scale,
            ..ExportOptions::default()
        };
        let export = exported(&shipped("gate-patrol"), ExportTarget::Godot4, &options);
        let project = export.folder.path();
        Godot::Four.start_project(project, "");
        std::fs::copy(
            root().join("tests/engines/godot4/bodies.gd"),
            project.join("bodies.gd"),
        )
        .expect("a copy");
        let file = format!("res://{}.steer.json", export.file_name);
        let class = if plane == Plane::Xy { "2D" } else { "3D" };
        let mut command = Godot::Four.command(project, "bodies.gd", &[&file, class, size]);
        let output = run(&mut command);
        let (out, err) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(
            output.status.success() && !err.contains("SCRIPT ERROR"),
            "{out}\n{err}"
        );
        let number = |line: &str, word: &str| -> f64 {
            let line = out.lines().find(|found| found.starts_with(line));
            let (_, rest) = line
                .and_then(|line| line.split_once(word))
                .unwrap_or_else(|| panic!("no {word} in {out}"));
            rest.split_whitespace()
                .next()
                .and_then(|number| number.parse().ok())
                .expect("a number")
        };
        assert!(
            number("free", "farthest") <= ROUNDING * scale,
            "a free body is where its agent is: {out}"
        );
        // The block is four times as wide as the radius, so the middle of the body stays three
        // radiuses off.
        let radius: f64 = size.parse().expect("a number");
        assert!(
            number("blocked", "nearest") > 2.9 * radius,
            "the body is in the block: {out}"
        );
        assert!(
            number("blocked", "farthest") < 4.0 * radius,
            "the agent goes on without its body: {out}"
        );
        let warnings = err.matches("does not move: no agent has its name").count();
        assert_eq!(warnings, 2, "one for each scene: {err}");
        assert!(out.contains("unknown preset -1"), "{out}");
        let refused = "no agent or spawner of the scene has the preset \"Gard\"; check the name";
        assert!(err.contains(refused), "{err}");
    }
}

/// The importer itself runs, but not Godot's editor around it: its base class, the editor settings
/// and running a program are those of a stand-in, because the web build has none of them.
fn scene_files_are_imported_and_imported_again() {
    let options = ExportTarget::Godot4.default_options();
    let export = exported(&shipped("gate-patrol"), ExportTarget::Godot4, &options);
    let project = export.folder.path();
    Godot::Four.start_project(project, "");
    let again = exported(&shipped("squad"), ExportTarget::Godot4, &options);
    for file in ["importer.gd", "stand_in.gd"] {
        let script = root().join("tests/engines/godot4").join(file);
        std::fs::copy(script, project.join(file)).expect("a copy");
    }
    let files = [&export, &again].map(|one| format!("{}.steer.json", one.file_name));
    std::fs::copy(again.folder.path().join(&files[1]), project.join(&files[1])).expect("a copy");
    let importer = project.join("addons/steerwright/steerwright_scene_importer.gd");
    let mut script = std::fs::read_to_string(&importer).expect("a script");
    for (editors, stand_ins) in [
        ("@tool\n", ""),
        ("extends EditorImportPlugin", "extends RefCounted"),
        (
            "EditorInterface.get_editor_settings().get_setting(PROGRAM_SETTING)",
            "load(\"res://stand_in.gd\").program",
        ),
        ("OS.execute(", "load(\"res://stand_in.gd\").execute("),
    ] {
        assert!(script.contains(editors), "{editors}");
        script = script.replace(editors, stand_ins);
    }
    std::fs::write(&importer, script).expect("written");

    let mut command = Godot::Four.command(project, "importer.gd", &[&files[0], &files[1]]);
    let output = run(&mut command);
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success() && !err.contains("SCRIPT ERROR"),
        "{out}\n{err}"
    );
    for line in [
        "recognizes [\"scene.json\"]",
        "nothing: Failed, no scene",
        "broken: Failed, no scene",
        "empty: Failed, no scene",
        "Gate-patrol.steer.json: OK, Gate patrol",
        "plays 3 agents",
        "Squad.steer.json: OK, Squad",
    ] {
        assert!(
            out.lines().any(|found| found == line),
            "{line}\n{out}\n{err}"
        );
    }
    assert!(out.contains(" --y-down --plane xy --scale 32"), "{out}");
    for message in [
        "nothing cannot be run; choose the program in Editor Settings",
        "yard.scene.json:/paths: is broken",
        "format: is missing",
    ] {
        assert!(err.contains(message), "{message}\n{err}");
    }
}

fn an_export_puts_the_add_on_into_the_root_of_the_project() {
    let project = tempfile::tempdir().expect("a folder");
    std::fs::write(project.path().join("project.godot"), "").expect("a project");
    let options = ExportTarget::Godot4.default_options();
    let files =
        export::export(&shipped("squad"), ExportTarget::Godot4, &options).expect("an export");
    let levels = project.path().join("scenes/levels");
    export::write_files(&files, &levels).expect("written");
    assert!(levels.join("Squad.tscn").is_file());
    assert!(!levels.join("addons").exists());
    assert!(
        project
            .path()
            .join("addons/steerwright/plugin.cfg")
            .is_file()
    );
}

fn curves_of_removed_paths_are_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut scene = shipped("gate-patrol");
    let options = ExportTarget::Godot4.default_options();
    let write = |scene: &steerwright_runtime::scene::Scene| {
        let files = export::export(scene, ExportTarget::Godot4, &options).expect("an export");
        export::write_files(&files, folder.path()).expect("written");
    };
    write(&scene);
    let gone = scene.paths.pop().expect("a path").id;
    for agent in std::sync::Arc::make_mut(&mut scene.agents) {
        agent.path = agent.path.filter(|&path| path != gone);
    }
    let curves = folder.path().join("Gate-patrol.curves");
    let own = ["path-x.tres", "path-.tres", "my-path-9.tres", "path-9.txt"];
    for name in own {
        std::fs::write(curves.join(name), "").expect("a file");
    }
    assert!(curves.join(format!("path-{gone}.tres")).is_file());
    write(&scene);
    assert!(!curves.join(format!("path-{gone}.tres")).exists());
    for path in &scene.paths {
        assert!(curves.join(format!("path-{}.tres", path.id)).is_file());
    }
    for name in own {
        assert!(curves.join(name).is_file(), "{name} is not ours");
    }
}
