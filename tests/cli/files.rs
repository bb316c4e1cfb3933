//! `steerwright check`, and how all subcommands report invalid files.

use crate::support::{code, run, sample_folder, scene, stderr, stdout, steerwright};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use steerwright_authoring::pictures;
use steerwright_format::{load_scene, save_preset, save_scene, write_scene};
use steerwright_runtime::glam::DVec2;

#[test]
fn check_summarizes_valid_files_and_continues_after_errors() {
    let (folder, file) = sample_folder();
    let preset = folder.path().join("guard.preset.json");
    save_preset(&scene().presets[0], &preset).expect("saved");
    let missing = folder.path().join("missing.scene.json");
    let output = run(steerwright().arg("check").args([&file, &missing, &preset]));
    assert_eq!(code(&output), Some(1));
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(
        lines,
        [
            format!("{}: ok (1 path, 3 nodes, 2 agents)", file.display()),
            format!("{}: ok (preset, 1 behavior)", preset.display())
        ]
    );
    assert_eq!(stderr(&output).lines().count(), 1);
    assert!(stderr(&output).starts_with(&format!("{}:", missing.display())));
    assert_eq!(
        code(&run(steerwright().arg("check").args([&file, &preset]))),
        Some(0)
    );
}

#[test]
fn check_recognizes_presets_by_their_format_not_their_name() {
    let (folder, _) = sample_folder();
    let odd = folder.path().join("guard.scene.json");
    save_preset(&scene().presets[0], &odd).expect("saved");
    let output = run(steerwright().arg("check").arg(&odd));
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
    assert!(stdout(&output).contains("ok (preset"));
    // Without a format, the file name decides which one is expected.
    for (name, expected) in [
        ("x.preset.json", "steerwright-preset"),
        ("x.scene.json", "steerwright-scene"),
        ("x.json", "steerwright-scene"),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, "{}").expect("written");
        let output = run(steerwright().arg("check").arg(&file));
        assert_eq!(code(&output), Some(1));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

#[test]
fn a_missing_picture_is_a_warning_of_check() {
    let (folder, file) = sample_folder();
    let mut scene = load_scene(&file).expect("the scene").value;
    let size = DVec2::new(2.0, 1.0);
    pictures::add(&mut scene, "art/level.png".into(), DVec2::ZERO, size);
    save_scene(&scene, &file).expect("saved");
    let check = || {
        let name = file.file_name().expect("a name");
        let output = run(steerwright().current_dir(&folder).arg("check").arg(name));
        assert_eq!(code(&output), Some(0));
        stderr(&output).to_owned()
    };
    let said = check();
    assert!(
        said.contains(":/editor/pictures/0: warning: ") && said.contains("missing: art/level.png"),
        "{said}"
    );
    fs::create_dir(folder.path().join("art")).expect("a folder");
    fs::write(folder.path().join("art/level.png"), "").expect("written");
    assert!(!check().contains("pictures"));
}

#[test]
fn unknown_fields_are_reported_as_warnings_with_their_place() {
    let (_folder, file) = sample_folder();
    let mut json: Value =
        serde_json::from_str(&fs::read_to_string(&file).expect("the scene")).expect("JSON");
    json["paths"][0]["nodes"][1]["color"] = "red".into();
    fs::write(&file, json.to_string()).expect("written");
    for subcommand in [vec!["check"], vec!["simulate", "--ticks", "1"]] {
        let output = run(steerwright().args(&subcommand).arg(&file));
        assert_eq!(code(&output), Some(0));
        let expected = format!("{}:/paths/0/nodes/1/color: warning: ", file.display());
        assert!(
            stderr(&output).starts_with(&expected),
            "{}",
            stderr(&output)
        );
        assert!(!stdout(&output).is_empty());
    }
    // The name of a field cannot control the terminal.
    json[format!("\u{1b}[31m\n{}", "k".repeat(100_000))] = 1.into();
    fs::write(&file, json.to_string()).expect("written");
    let message = stderr(&run(steerwright().arg("check").arg(&file)));
    assert!(
        message.lines().count() == 2 && message.len() < 2_000 && !message.contains('\u{1b}'),
        "{message:?}"
    );
}

/// Invalid files: the name, the content, and the start of the place of the error.
fn bad_files() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let good = write_scene(&scene()).expect("text");
    let changed = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} is not in the text");
        good.replacen(from, to, 1).into_bytes()
    };
    vec![
        ("empty", vec![], "1:1: "),
        ("truncated", good.as_bytes()[..good.len() / 2].to_vec(), ""),
        ("not_json", b"hello\n".to_vec(), "1:1: "),
        ("second_line", b"{\n  \"format\": oops }".to_vec(), "2:"),
        (
            "other_format",
            b"{ \"format\": \"svg\" }".to_vec(),
            "/format: ",
        ),
        ("no_object", b"[1, 2]".to_vec(), "/format: "),
        (
            "newer",
            changed("\"format_version\": 1", "\"format_version\": 99"),
            "/format_version: ",
        ),
        (
            "no_version",
            changed("\"format_version\": 1", "\"format_version\": \"one\""),
            "/format_version: ",
        ),
        ("deep", vec![b'['; 100_000], "1:"),
        ("deep_objects", "{\"a\":".repeat(100_000).into_bytes(), "1:"),
        (
            "infinite",
            changed("\"seed\": 5", "\"seed\": 5, \"ticks_per_second\": 1e999"),
            "",
        ),
        ("not_a_number", changed("\"seed\": 5", "\"seed\": NaN"), ""),
        (
            "large_numbers",
            changed("\"x\": 6,", "\"x\": 1e300,"),
            "/paths/0/nodes/1/x: ",
        ),
        (
            "large_seed",
            changed("\"seed\": 5", "\"seed\": 9999999999999999"),
            "/seed: ",
        ),
        (
            "negative_seed",
            changed("\"seed\": 5", "\"seed\": -1"),
            "/seed: ",
        ),
        (
            "duplicate_keys",
            changed("\"seed\": 5", "\"seed\": 5, \"seed\": \"x\""),
            "/seed: ",
        ),
        (
            "large_id",
            changed("\"id\": 1", "\"id\": 99999999999"),
            "/presets/0/id: ",
        ),
        ("nul_bytes", b"{\0\0\0}".to_vec(), "1:2: "),
        (
            "no_utf8",
            b"{ \"format\":\n \"\xff\xfe\" }".to_vec(),
            "2:3: ",
        ),
        (
            "no_path",
            changed("\"path\": 1", "\"path\": 12"),
            "/agents/0/path: ",
        ),
        (
            "no_marker",
            changed("\"marker\": 1", "\"marker\": 12"),
            "/agents/1/target: ",
        ),
        (
            "no_preset",
            changed("\"preset\": 1", "\"preset\": 12"),
            "/agents/0/preset: ",
        ),
        (
            "wrong_type",
            changed("\"x\": 6,", "\"x\": \"six\","),
            "/paths/0/nodes/1/x: ",
        ),
    ]
}

/// Runs every subcommand that reads a scene on an invalid file, and checks that each prints only
/// its error.
fn assert_rejected(file: &Path, place: &str, folder: &Path) {
    let out = folder.join("out");
    for subcommand in ["simulate", "check", "export"] {
        let mut command = steerwright();
        command.arg(subcommand).arg(file);
        if subcommand == "export" {
            command.args(["--to", "json", "--out"]).arg(&out);
        }
        let output = run(&mut command);
        assert_eq!(code(&output), Some(1), "{subcommand} {}", file.display());
        assert_eq!(stdout(&output), "", "{subcommand} {}", file.display());
        let expected = format!("{}:{place}", file.display());
        let message = stderr(&output);
        assert!(
            message.starts_with(&expected),
            "{subcommand}: {message:?} does not start with {expected:?}"
        );
        assert!(
            message.len() < 2000,
            "{subcommand}: the message is too long"
        );
        assert!(
            !out.exists(),
            "{subcommand} {} left files behind",
            file.display()
        );
    }
}

#[test]
fn invalid_files_are_rejected_with_file_and_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes, place) in bad_files() {
        let file = folder.path().join(format!("{name}.scene.json"));
        fs::write(&file, bytes).expect("written");
        assert_rejected(&file, place, folder.path());
    }
}

#[test]
fn missing_files_folders_and_huge_files_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_rejected(
        &folder.path().join("missing.scene.json"),
        " ",
        folder.path().join("x").as_path(),
    );
    assert_rejected(folder.path(), " ", folder.path().join("x").as_path());
    let huge = folder.path().join("huge.scene.json");
    fs::File::create(&huge)
        .and_then(|file| file.set_len(200 << 20))
        .expect("a sparse file");
    assert_rejected(&huge, "1:1: the file has 209715200 bytes", folder.path());
}

#[test]
fn truncated_files_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = write_scene(&scene()).expect("text").into_bytes();
    let files: Vec<PathBuf> = (0..good.len() - 2)
        .step_by(23)
        .map(|length| {
            let file = folder.path().join(format!("{length}.scene.json"));
            fs::write(&file, &good[..length]).expect("written");
            file
        })
        .collect();
    let output = run(steerwright().arg("check").args(&files));
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(1), ""));
    let messages = stderr(&output);
    assert_eq!(messages.lines().count(), files.len());
    for (line, file) in messages.lines().zip(&files) {
        assert!(line.starts_with(&format!("{}:", file.display())), "{line}");
    }
}
