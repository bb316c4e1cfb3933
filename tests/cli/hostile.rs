//! Files that exhaust memory or block forever are refused quickly.

use crate::support::{run, stderr, steerwright};

#[test]
fn a_pipe_is_refused_by_every_subcommand_without_waiting() {
    if !cfg!(unix) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.scene.json");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    for arguments in [
        vec!["check"],
        vec!["export", "--to", "json", "--out", "out"],
        vec!["simulate"],
        vec!["score"],
        vec!["import", "--out", "out"],
    ] {
        let output = run(steerwright()
            .args(&arguments)
            .arg(&pipe)
            .current_dir(&folder));
        assert!(
            !output.status.success() && stderr(&output).contains("not a regular file"),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn warnings_beyond_the_limit_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("paths.scene.json");
    let paths: Vec<String> = (1..=1_000).map(|id| format!("{{\"id\":{id}}}")).collect();
    let unknown: String = (0..1_000).map(|i| format!(",\"new{i}\":0")).collect();
    let text = format!(
        "{{\"format\":\"steerwright-scene\",\"format_version\":1{unknown},\"paths\":[{}]}}",
        paths.join(",")
    );
    std::fs::write(&file, text).expect("written");
    let output = run(steerwright().arg("check").arg(&file));
    let lines = stderr(&output).lines().count();
    assert!(output.status.success() && lines < 120, "{lines} lines");
    assert!(stderr(&output).contains("only the first 100 unknown fields"));
    assert!(
        stderr(&output).contains("997 more warnings like the one before"),
        "{}",
        stderr(&output)
    );
}
