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

/// A wall from (0, 0) to (`length`, 0.5), and an agent that moves by cells.
fn scene_with_wall(length: f64) -> String {
    format!(
        r#"{{"format":"steerwright-scene","format_version":1,"name":"W","cells":{{"size":0.001,"blocked":[]}},
            "presets":[{{"id":1,"name":"P","motion":{{"grid_chase":{{"step_interval":0.1}}}}}}],
            "agents":[{{"id":1,"preset":1,"x":0,"y":1,"target":"pointer"}}],
            "walls":[{{"id":1,"name":"w","nodes":[{{"id":1,"x":0,"y":0}},{{"id":2,"x":{length},"y":0.5}}]}}]}}"#
    )
}

#[test]
fn a_wall_over_too_many_cells_is_refused_by_all_that_runs_a_scene() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, fits) = ("wall.scene.json", "fits.scene.json");
    std::fs::write(folder.path().join(file), scene_with_wall(1e6)).expect("written");
    std::fs::write(folder.path().join(fits), scene_with_wall(999.0)).expect("written");
    for arguments in [
        vec!["check"],
        vec!["simulate", "--ticks", "1"],
        vec!["score", "--seeds", "1", "--seconds", "1"],
        vec!["coverage", "--seconds", "1"],
        vec!["export", "--to", "json", "--out", "out"],
        vec!["conformance", "--seconds", "1", "--out", "cases"],
    ] {
        let output = |file: &str| {
            run(steerwright()
                .args(&arguments)
                .arg(file)
                .current_dir(&folder))
        };
        let refused = output(file);
        let message = "/walls/0: more than 1000000 (limit \"crossed cells\")";
        assert!(
            !refused.status.success() && stderr(&refused).contains(message),
            "{arguments:?}: {}",
            stderr(&refused)
        );
        let accepted = stderr(&output(fits));
        assert!(!accepted.contains("crossed cells"), "{accepted}");
    }
}
