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

/// The unfinished files of saves in a folder.
#[cfg(target_os = "linux")]
fn unfinished(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "tmp"))
        .collect()
}

#[cfg(target_os = "linux")]
#[test]
fn the_next_run_removes_what_a_killed_run_left() {
    let (folder, file) = sample_folder();
    let start = |seconds: &str| {
        let mut command = steerwright();
        command
            .arg("simulate")
            .arg(&file)
            .args(["--seconds", seconds]);
        command.arg("--out").arg(folder.path().join("trace.csv"));
        command
    };
    let mut killed = start("1e7").spawn().expect("it starts");
    while unfinished(folder.path()).is_empty() {
        assert!(
            killed.try_wait().expect("a state").is_none(),
            "it has ended"
        );
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    killed.kill().expect("killed");
    killed.wait().expect("ended");
    assert_eq!(unfinished(folder.path()).len(), 1);
    let abandoned = format!(".steerwright-{}-left.tmp", killed.id());
    fs::write(folder.path().join(abandoned), "half").expect("written");
    let output = run(&mut start("1"));
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert_eq!(unfinished(folder.path()), Vec::<std::path::PathBuf>::new());
}
