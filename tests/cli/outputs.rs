//! Files that subcommands write: what they never replace.

use crate::support::{code, run, sample_folder, stderr, steerwright};
use std::fs;
use std::path::Path;

/// Runs a subcommand, which must fail with this message.
fn refused(arguments: &[&Path], part: &str) {
    let output = run(steerwright().args(arguments));
    assert_eq!(code(&output), Some(1), "{arguments:?}");
    assert!(stderr(&output).contains(part), "{}", stderr(&output));
}

#[test]
fn an_output_never_replaces_what_it_is_made_of_under_any_name() {
    let (folder, file) = sample_folder();
    let before = fs::read(&file).expect("a scene");
    let name = file.file_name().expect("a name");
    let linked = folder.path().join("linked.csv");
    fs::hard_link(&file, &linked).expect("a link");
    let mut names = vec![file.clone(), folder.path().join(".").join(name), linked];
    #[cfg(unix)]
    {
        let symbolic = folder.path().join("symbolic.csv");
        std::os::unix::fs::symlink(name, &symbolic).expect("a link");
        names.push(symbolic);
    }
    for out in &names {
        let [simulate, coverage] = ["simulate", "coverage"].map(Path::new);
        for option in ["--csv", "--png"] {
            refused(
                &[coverage, &file, Path::new(option), out],
                "this file is read here",
            );
        }
        refused(
            &[simulate, &file, Path::new("--out"), out],
            "this file is read here",
        );
        refused(
            &[Path::new("import"), &file, Path::new("--into"), out],
            "this file is read here",
        );
    }
    assert_eq!(fs::read(&file).expect("a scene"), before);
}

#[test]
fn an_export_never_replaces_a_scene_of_the_same_command() {
    let (folder, file) = sample_folder();
    // The name of an export, which the name of the scene decides.
    let exported = run(steerwright()
        .arg("export")
        .arg(&file)
        .args(["--to", "json", "--out"])
        .arg(folder.path()));
    assert_eq!(code(&exported), Some(0));
    let written = String::from_utf8(exported.stdout).expect("paths");
    let export = Path::new(written.lines().next().expect("a file"));
    fs::remove_file(export).expect("removed");
    fs::rename(&file, export).expect("renamed");
    let before = fs::read(export).expect("a scene");
    let [command, to, json, out] = ["export", "--to", "json", "--out"].map(Path::new);
    refused(
        &[command, export, to, json, out, folder.path()],
        "this file is read here",
    );
    assert_eq!(fs::read(export).expect("a scene"), before);
}

#[test]
fn two_outputs_with_one_name_are_refused() {
    let (folder, file) = sample_folder();
    let (one, same) = (
        folder.path().join("yard"),
        folder.path().join(".").join("yard"),
    );
    let [command, csv, png] = ["coverage", "--csv", "--png"].map(Path::new);
    refused(
        &[command, &file, csv, &one, png, &same],
        "two outputs have this name",
    );
    assert!(!one.exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_that_no_program_reads_is_an_error_after_some_seconds() {
    let (folder, file) = sample_folder();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let [command, out] = ["simulate", "--out"].map(Path::new);
    refused(
        &[command, &file, out, &pipe],
        "no program reads from the pipe",
    );
}
