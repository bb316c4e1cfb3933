//! Usage of the command line: help, schemas, incorrect arguments and output that cannot be written.

use crate::simulate::simulate;
use crate::support::{code, run, sample_folder, scene, stderr, stdout, steerwright};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use steerwright_export as export;
use steerwright_format as format;

#[test]
fn a_closed_pipe_is_not_an_error() {
    let (_folder, file) = sample_folder();
    for subcommand in [
        vec!["simulate", "--ticks", "1000000000"],
        vec!["schema"],
        vec!["check"],
    ] {
        let mut command = steerwright();
        command
            .args(&subcommand)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        match subcommand[0] {
            "simulate" => drop(command.arg(&file)),
            "check" => drop(command.args(vec![&file; 3_000])),
            _ => {}
        }
        let mut child = command.spawn().expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe"))
            .read_line(&mut line)
            .expect("a line");
        assert!(!line.is_empty());
        // The reader is dropped here.
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(0), ""),
            "{subcommand:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn failed_writes_to_standard_output_are_reported() {
    let (_folder, file) = sample_folder();
    for subcommand in ["simulate", "check", "schema"] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("/dev/full");
        let mut command = steerwright();
        command.arg(subcommand).stdout(full);
        if subcommand != "schema" {
            command.arg(&file);
        }
        let output = run(&mut command);
        assert_eq!(code(&output), Some(1), "{subcommand}");
        assert!(
            stderr(&output).contains("standard output"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn export_writes_each_target_and_prints_the_paths() {
    let (folder, file) = sample_folder();
    let out = folder.path().join("deep/out");
    let csv = [
        "Courtyard.points.csv",
        "Courtyard.nodes.csv",
        "Courtyard.agents.csv",
        "Courtyard.behaviors.csv",
        "Courtyard.markers.csv",
        "Courtyard.walls.csv",
        "Courtyard.cells.csv",
        "Courtyard.actions.csv",
        "Courtyard.junctions.csv",
        "Courtyard.properties.csv",
        "Courtyard.declared_properties.csv",
        "steerwright/README-csv.md",
    ];
    for (target, names) in [
        (
            "json",
            vec![
                "Courtyard.steer.json",
                "steerwright/steer.schema.json",
                "steerwright/README-json.md",
            ],
        ),
        ("csv", csv.to_vec()),
        ("svg", vec!["Courtyard.svg", "Courtyard.trace.csv"]),
    ] {
        let mut command = steerwright();
        command
            .arg("export")
            .arg(&file)
            .args(["--to", target, "--y-down", "--scale", "0.5", "--out"])
            .arg(&out);
        if target == "svg" {
            command.args(["--trace", "0.25"]);
        }
        let output = run(&mut command);
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
        let paths: Vec<PathBuf> = stdout(&output).lines().map(PathBuf::from).collect();
        let expected: Vec<PathBuf> = names.iter().map(|name| out.join(name)).collect();
        assert_eq!(paths, expected);
        assert!(paths.iter().all(|path| path.is_file()));
    }
    let json: Value = serde_json::from_str(
        &fs::read_to_string(out.join("Courtyard.steer.json")).expect("the export"),
    )
    .expect("JSON");
    assert_eq!(
        (
            json["paths"][0]["nodes"][2]["y"].as_f64(),
            json["y_down"].as_bool()
        ),
        (Some(-2.0), Some(true))
    );
    let trace = fs::read_to_string(out.join("Courtyard.trace.csv")).expect("the trace");
    assert_eq!(trace.lines().count(), 1 + 2 * 16);
}

#[test]
fn export_reports_failed_writes() {
    let (folder, file) = sample_folder();
    // The output folder is a file.
    let output = run(steerwright()
        .arg("export")
        .arg(&file)
        .args(["--to", "svg", "--out"])
        .arg(&file));
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(1), ""));
    assert!(
        stderr(&output).starts_with(&file.display().to_string()),
        "{}",
        stderr(&output)
    );
    let output = run(steerwright()
        .arg("export")
        .arg(&file)
        .args(["--to", "json", "--trace", "1e300", "--out"])
        .arg(folder.path()));
    assert_eq!(code(&output), Some(1));
    assert!(
        stderr(&output).contains("fewer seconds"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn valid_files_match_the_printed_schema() {
    let scene_text = format::write_scene(&scene()).expect("text");
    let preset_text = format::write_preset(&scene().presets[0]).expect("text");
    let files = export::export(
        &scene(),
        export::ExportTarget::Json,
        &steerwright_runtime::scene::ExportOptions::default(),
    )
    .expect("an export");
    let export_text = String::from_utf8(files[0].bytes.clone()).expect("text");
    for (arguments, good) in [
        (vec!["schema"], &scene_text),
        (vec!["schema", "scene"], &scene_text),
        (vec!["schema", "preset"], &preset_text),
        (vec!["schema", "export"], &export_text),
    ] {
        let output = run(steerwright().args(&arguments));
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
        let schema: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        assert!(
            validator.is_valid(&serde_json::from_str(good).expect("JSON")),
            "{arguments:?}"
        );
        assert!(!validator.is_valid(&serde_json::json!({ "format": "other" })));
    }
}

#[test]
fn incorrect_usage_exits_with_2_and_an_explanation() {
    let (folder, file) = sample_folder();
    let file = file.to_str().expect("a path");
    let out = folder.path().to_str().expect("a path");
    for arguments in [
        vec!["simulate"],
        vec!["simulate", file, "--seconds", "-1"],
        vec!["simulate", file, "--seconds", "NaN"],
        vec!["simulate", file, "--seconds", "inf"],
        vec!["simulate", file, "--seconds", "1", "--ticks", "2"],
        vec!["simulate", file, "--ticks", "-1"],
        vec!["simulate", file, "--ticks", "99999999999999999999999"],
        vec!["simulate", file, "--seed", "9999999999999999"],
        vec!["check"],
        vec!["export", file, "--out", out],
        vec!["export", file, "--to", "json"],
        vec![
            "export", file, "--to", "json", "--out", out, "--origin", "3",
        ],
        vec![
            "export", file, "--to", "json", "--out", out, "--plane", "yz",
        ],
        vec!["export", file, "--to", "exe", "--out", out],
        vec!["export", file, "--to", "json", "--out", out, "--scale", "0"],
        vec![
            "export", file, "--to", "json", "--out", out, "--scale", "-2",
        ],
        vec![
            "export", file, "--to", "json", "--out", out, "--scale", "1e300",
        ],
        vec![
            "export", file, "--to", "json", "--out", out, "--trace", "-3",
        ],
        vec!["schema", "node"],
        vec!["--nonsense"],
        vec![file, "check", file],
    ] {
        let output = run(steerwright().args(&arguments));
        assert_eq!(
            (code(&output), stdout(&output).as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(
            stderr(&output).starts_with("error: "),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
    let output = simulate(Path::new(file), &["--seconds", "1e300"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(1), ""));
    assert!(stderr(&output).contains("fewer seconds"));
}

#[test]
fn help_has_examples() {
    let version = run(steerwright().arg("--version"));
    assert_eq!(
        (code(&version), stdout(&version).trim()),
        (Some(0), concat!("steerwright ", env!("CARGO_PKG_VERSION")))
    );
    for subcommand in [
        None,
        Some("simulate"),
        Some("score"),
        Some("coverage"),
        Some("check"),
        Some("export"),
        Some("schema"),
    ] {
        let output = run(steerwright().args(subcommand).arg("--help"));
        assert_eq!(code(&output), Some(0));
        let example = format!(
            "\n  steerwright {}",
            subcommand.unwrap_or("guard.scene.json")
        );
        assert!(
            stdout(&output).contains("Examples:\n") && stdout(&output).contains(&example),
            "{subcommand:?}"
        );
    }
}

#[test]
fn help_of_each_subcommand_has_its_full_description() {
    for (subcommand, detail) in [
        ("simulate", "one row per tick and agent"),
        ("score", "Each row names the worst seed"),
        ("coverage", "one whole loop is counted"),
        ("check", "All files are checked"),
        ("export", "each target gets a subfolder of DIR"),
        ("import", "in its authored units and axes"),
        ("conformance", "the hex digits of doubles"),
        ("runtime", "one source file without dependencies"),
    ] {
        let help = |option| {
            let output = run(steerwright().args([subcommand, option]));
            let lines = stdout(&output);
            lines.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert!(help("--help").contains(detail), "{subcommand}");
        assert!(!help("-h").contains(detail), "{subcommand}");
    }
}

#[cfg(not(feature = "editor"))]
#[test]
fn a_build_without_the_editor_says_so_when_a_file_is_opened() {
    for arguments in [vec![], vec!["courtyard.scene.json"], vec!["./check"]] {
        let output = run(steerwright().args(&arguments));
        assert_eq!(
            (code(&output), stdout(&output).as_str()),
            (Some(2), ""),
            "{arguments:?}"
        );
        assert!(
            stderr(&output).contains("does not include the editor"),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}
