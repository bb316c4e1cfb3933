//! `steerwright runtime` and `steerwright conformance`.

use std::path::Path;
use std::process::{Command, Output};
use steerwright_export::conformance::{Case, CaseFile, Expectation};

fn steerwright(arguments: &[&str], folder: &Path) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_steerwright"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it starts");
    assert!(
        !String::from_utf8_lossy(&output.stderr).contains("panicked"),
        "{arguments:?}"
    );
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn shipped(file: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("presets/scenes")
        .join(file)
        .to_string_lossy()
        .into_owned()
}

#[test]
fn runtime_writes_the_sources_and_the_conformance_cases() {
    let folder = tempfile::tempdir().expect("a folder");
    for (language, runtime) in [
        ("csharp", "Steerwright.cs"),
        ("gdscript", "steerwright.gd"),
        ("javascript", "steerwright.mjs"),
        ("lua", "steerwright.lua"),
        ("python", "steerwright.py"),
    ] {
        let output = steerwright(&["runtime", language, "--out", language], folder.path());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let source = std::fs::read_to_string(folder.path().join(language).join(runtime))
            .expect("the runtime");
        assert!(
            source.contains("MIT OR Apache-2.0") || source.contains("MIT or Apache-2.0"),
            "{language} names its license"
        );
        assert!(
            text(&output.stdout)
                .lines()
                .all(|file| folder.path().join(file).is_file())
        );
    }
    let output = steerwright(
        &["runtime", "lua", "--out", "cases", "--conformance"],
        folder.path(),
    );
    assert!(text(&output.stdout).contains("conformance.lua"));
    assert!(
        folder
            .path()
            .join("cases/conformance/samples/gate-patrol.cases")
            .is_file()
    );
}

#[test]
fn an_unknown_language_is_rejected_with_the_list_of_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = steerwright(&["runtime", "cobol", "--out", "x"], folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("csharp, gdscript, javascript, lua, python"));
    assert!(!folder.path().join("x").exists());
}

#[test]
fn a_conformance_case_contains_the_commands_and_is_deterministic() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(
        folder.path().join("my.calls"),
        "# the player\n\ndrive 5 1 1.5 -2\nset_pointer 7 3 4\n",
    )
    .expect("a file");
    let squad = shipped("squad.scene.json");
    let case = |out: &str| {
        let arguments = [
            "conformance",
            &squad,
            "--out",
            out,
            "--calls",
            "my.calls",
            "--seconds",
            "1",
            "--y-down",
            "--scale",
            "2",
        ];
        let output = steerwright(&arguments, folder.path());
        assert!(output.status.success(), "{}", text(&output.stderr));
        std::fs::read_to_string(folder.path().join(out).join("squad.cases")).expect("the case")
    };
    let text = case("a");
    assert_eq!(text, case("b"));
    // Commands are in the game's units and axes.
    assert!(
        text.contains("\ndrive 5 1 3 4\n")
            && text.contains("\nset_pointer 7 6 -8\n")
            && text.ends_with("end 60\n")
    );
}

#[test]
fn a_conformance_case_contains_edited_scenes() {
    let folder = tempfile::tempdir().expect("a folder");
    let put =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let edited = std::fs::read_to_string(shipped("squad.scene.json"))
        .expect("a scene")
        .replacen("\"Squad\"", "\"Band\"", 1);
    std::fs::create_dir(folder.path().join("calls")).expect("a folder");
    put("calls/Later on.scene.json", &edited);
    let output = steerwright(
        &[
            "export",
            "calls/Later on.scene.json",
            "--to",
            "json",
            "--out",
            "calls",
            "--scale",
            "3",
        ],
        folder.path(),
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    put(
        "calls/my.calls",
        "drive 30 1 1 1\napply_scene 30 Later on.scene.json\ndrive 30 1 2 2\napply_scene 40 Band.steer.json\nset_pointer 41 1 1\n",
    );
    let squad = shipped("squad.scene.json");
    let arguments = [
        "conformance",
        &squad,
        "--out",
        "out",
        "--calls",
        "calls/my.calls",
        "--seconds",
        "1",
        "--y-down",
        "--scale",
        "2",
    ];
    let output = steerwright(&arguments, folder.path());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let file = std::fs::read_to_string(folder.path().join("out/squad.cases")).expect("a file");
    let file = CaseFile::parse(&file).expect("cases");
    let [
        Case {
            name,
            expectation: Expectation::Run { export, lines },
            ..
        },
    ] = &file.cases[..]
    else {
        panic!("{file:?}");
    };
    assert_eq!((name.as_str(), export.as_str()), ("squad", "base"));
    let lines: Vec<&str> = lines
        .lines()
        .filter(|line| !line.starts_with("state ") && !line.starts_with("event "))
        .collect();
    let expected = [
        "drive 30 1 2 -2",
        "apply_scene 30 Later-on",
        "drive 30 1 4 -4",
        "apply_scene 40 Band",
        "set_pointer 41 3 3",
        "end 60",
    ];
    assert_eq!(lines, expected);
    // Edited scenes are exported with the same options; exports are copied unchanged.
    let export = |label| file.export(label).expect(label);
    assert!(export("Later-on").contains("\"scale\": 2,"));
    assert_eq!(
        export("Band"),
        std::fs::read_to_string(folder.path().join("calls/Band.steer.json")).expect("an export")
    );
}

#[test]
fn conformance_cases_of_two_scenes_with_one_name_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let text_of = |seed: u32, name: &str| {
        format!(
            "{{\"format\": \"steerwright-scene\", \"format_version\": 1, \"name\": \"{name}\", \"seed\": {seed}}}"
        )
    };
    for (file, scene) in [
        ("a.scene.json", text_of(1, "Guard post")),
        ("b.scene.json", text_of(2, "guard, post")),
        ("c.scene.json", text_of(3, "Squad")),
    ] {
        std::fs::write(folder.path().join(file), scene).expect("a file");
    }
    let cases = |scenes: &[&str]| {
        let arguments = [&["conformance", "--out", "x"], scenes].concat();
        steerwright(&arguments, folder.path())
    };
    let output = cases(&["c.scene.json", "a.scene.json", "b.scene.json"]);
    assert_eq!(output.status.code(), Some(1));
    let message = text(&output.stderr);
    assert!(
        message.contains("a.scene.json and b.scene.json would both write guard-post.cases"),
        "{message}"
    );
    assert!(!folder.path().join("x").exists(), "nothing is written");
    // The same file twice is one case.
    let output = cases(&["a.scene.json", "a.scene.json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 1);
}

#[test]
fn a_run_ends_after_its_last_call() {
    let folder = tempfile::tempdir().expect("a folder");
    let squad = shipped("squad.scene.json");
    for (calls, end) in [
        ("drive 6 1 3 4\n", "end 600"),
        ("drive 600 1 3 4\n", "end 601"),
        ("\u{feff} drive 700 1 3 4 \r\ndrive 650 1 0 0\n", "end 701"),
    ] {
        std::fs::write(folder.path().join("my.calls"), calls).expect("a file");
        let output = steerwright(
            &["conformance", &squad, "--out", "x", "--calls", "my.calls"],
            folder.path(),
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        let case = std::fs::read_to_string(folder.path().join("x/squad.cases")).expect("a file");
        assert_eq!(case.lines().last(), Some(end));
        let driven = case
            .lines()
            .filter(|line| line.starts_with("drive "))
            .count();
        assert_eq!(driven, calls.lines().count());
    }
}

#[test]
fn invalid_commands_and_scenes_are_reported_with_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let squad = shipped("squad.scene.json");
    let rejected = |calls: &str| {
        std::fs::write(folder.path().join("my.calls"), calls).expect("a file");
        let output = steerwright(
            &["conformance", &squad, "--out", "x", "--calls", "my.calls"],
            folder.path(),
        );
        assert_eq!(output.status.code(), Some(1));
        assert!(!folder.path().join("x").exists(), "nothing is written");
        text(&output.stderr)
    };
    assert!(rejected("\nfly 1 2\n").starts_with("my.calls:2:1: this is not a command; "));
    assert!(rejected("drive 1 77 0 0\n").starts_with("\"drive 1 77 0 0\": there is no agent 77"));
    assert!(rejected("drive 1 1 NaN 0\n").contains("not a coordinate"));
    assert!(
        rejected("\napply_scene soon x.scene.json\n")
            .starts_with("my.calls:2:1: expected a tick and a file, like ")
    );
    assert!(
        rejected("apply_scene 5\n").starts_with("my.calls:1:1: expected a tick and a file, like ")
    );
    assert!(
        rejected("apply_scene 5 gone.scene.json\n").starts_with("gone.scene.json: cannot read: ")
    );
    assert!(
        rejected("apply_scene 5 gone.steer.json\n").starts_with("gone.steer.json: cannot read: ")
    );
    std::fs::write(folder.path().join("bad.steer.json"), "{}").expect("a file");
    assert!(rejected("apply_scene 5 bad.steer.json\n").starts_with("bad.steer.json:"));
    for at in ["a", "b"] {
        std::fs::create_dir(folder.path().join(at)).expect("a folder");
        let scene = format!(
            "{{\"format\": \"steerwright-scene\", \"format_version\": 1, \"name\": \"{at}\"}}"
        );
        std::fs::write(folder.path().join(at).join("x.scene.json"), scene).expect("a file");
    }
    let twice = rejected(
        "apply_scene 5 a/x.scene.json\napply_scene 6 a/x.scene.json\napply_scene 7 b/x.scene.json\n",
    );
    assert!(twice.contains("both write \"== export x\""), "{twice}");
    assert!(
        rejected("drive 999999999999 1 3 4\n").contains("has more than"),
        "a run that is too long"
    );
    let output = steerwright(&["conformance", "gone.json", "--out", "x"], folder.path());
    assert!(text(&output.stderr).starts_with("gone.json: cannot read: "));
    let output = steerwright(
        &["conformance", &squad, "--out", "x", "--calls", "gone.calls"],
        folder.path(),
    );
    assert!(text(&output.stderr).starts_with("gone.calls: cannot read: "));
}
