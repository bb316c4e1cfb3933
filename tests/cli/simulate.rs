//! `steerwright simulate`.

use crate::support::{code, run, sample_folder, scene, stderr, stdout, steerwright};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use steerwright_analysis::trace;
use steerwright_runtime::scene::Scene;
use steerwright_runtime::simulation::World;

/// The trace of `ticks` ticks, computed with a world.
fn expected_trace(scene: &Scene, ticks: u32) -> String {
    let mut world = World::new(scene);
    let mut text = format!("{}\n{}", trace::HEADER, trace::rows(&world));
    for _ in 0..ticks {
        world.step();
        text.push_str(&trace::rows(&world));
    }
    text
}

pub fn simulate(file: &Path, arguments: &[&str]) -> Output {
    run(steerwright().arg("simulate").arg(file).args(arguments))
}

#[test]
fn simulate_prints_the_trace_of_the_world() {
    let (_folder, file) = sample_folder();
    for (arguments, ticks) in [
        (vec![], 600),
        (vec!["--seconds", "2.5"], 150),
        (vec!["--ticks", "37"], 37),
        (vec!["--seconds", "0"], 0),
        (vec!["--seconds", "0.0124"], 1),
        // More than all threads write at a time.
        (vec!["--ticks", "20000"], 20_000),
    ] {
        let output = simulate(&file, &arguments);
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
        assert!(
            stdout(&output) == expected_trace(&scene(), ticks),
            "{arguments:?} printed a different trace"
        );
    }
}

#[test]
fn simulate_with_another_seed_changes_only_random_agents() {
    let (_folder, file) = sample_folder();
    let (own, other) = (
        stdout(&simulate(&file, &["--seconds", "3"])),
        stdout(&simulate(&file, &["--seconds", "3", "--seed", "77"])),
    );
    assert!(
        other
            == expected_trace(
                &Scene {
                    seed: 77,
                    ..scene()
                },
                180
            )
    );
    let of = |text: &str, agent: &str| {
        text.lines()
            .filter(|row| row.split(',').nth(2) == Some(agent))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(of(&own, "1"), of(&other, "1"));
    assert_ne!(of(&own, "2"), of(&other, "2"), "the random walk differs");
    assert_eq!(
        stdout(&simulate(&file, &["--seconds", "3", "--seed", "5"])),
        own
    );
}

#[test]
fn simulate_writes_files_atomically() {
    let (folder, file) = sample_folder();
    let out = folder.path().join("courtyard.trace.csv");
    fs::write(&out, "old").expect("written");
    let output = run(steerwright()
        .arg("simulate")
        .arg(&file)
        .args(["--ticks", "90", "--out"])
        .arg(&out));
    assert_eq!((code(&output), stdout(&output).as_str()), (Some(0), ""));
    assert!(fs::read_to_string(&out).expect("the trace") == expected_trace(&scene(), 90));

    // An invalid scene, a folder as the output, and a missing folder: the old file and the folder
    // stay unchanged.
    let bad = folder.path().join("bad.scene.json");
    fs::write(&bad, "{").expect("written");
    let before = fs::read(&out).expect("the trace");
    for (scene, out) in [
        (&bad, out.clone()),
        (&file, folder.path().to_owned()),
        (&file, folder.path().join("none/courtyard.csv")),
    ] {
        let output = run(steerwright()
            .arg("simulate")
            .arg(scene)
            .arg("--out")
            .arg(&out));
        assert_eq!(code(&output), Some(1));
        assert!(!stderr(&output).is_empty() && stdout(&output).is_empty());
    }
    assert_eq!(fs::read(&out).expect("the trace"), before);
    let mut names: Vec<_> = folder
        .path()
        .read_dir()
        .expect("the folder")
        .map(|e| e.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "bad.scene.json",
            "courtyard.scene.json",
            "courtyard.trace.csv"
        ]
    );
}

#[cfg(unix)]
#[test]
fn simulate_out_does_not_replace_pipes_and_links() {
    use std::os::unix::fs::FileTypeExt;
    let (folder, file) = sample_folder();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo")
            .success()
    );
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("the trace")
    });
    let output = run(steerwright()
        .arg("simulate")
        .arg(&file)
        .args(["--ticks", "5", "--out"])
        .arg(&pipe));
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(
        fs::metadata(&pipe)
            .expect("still there")
            .file_type()
            .is_fifo()
    );
    assert!(reader.join().expect("read") == expected_trace(&scene(), 5));

    let (real, link) = (
        folder.path().join("real.csv"),
        folder.path().join("link.csv"),
    );
    fs::write(&real, "old").expect("written");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    assert_eq!(
        code(&run(steerwright()
            .arg("simulate")
            .arg(&file)
            .args(["--ticks", "5", "--out"])
            .arg(&link))),
        Some(0)
    );
    assert!(
        fs::symlink_metadata(&link)
            .expect("still there")
            .is_symlink()
    );
    assert!(fs::read_to_string(&real).expect("the trace") == expected_trace(&scene(), 5));
}

#[test]
fn a_save_removes_the_temporary_file_of_a_killed_run_and_of_no_other() {
    let (folder, file) = sample_folder();
    let temporary = || {
        let names = fs::read_dir(folder.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name());
        names
            .filter_map(|name| name.into_string().ok())
            .find(|name| name.ends_with(".tmp"))
    };
    let mut run = steerwright()
        .arg("simulate")
        .arg(&file)
        .args(["--ticks", "1000000000", "--out"])
        .arg(folder.path().join("long.trace.csv"))
        .spawn()
        .expect("started");
    while temporary().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let name = temporary().expect("a temporary file");
    assert!(name.contains(&run.id().to_string()), "{name}");
    steerwright_format::save_text("another", &folder.path().join("a.txt")).expect("saved");
    assert_eq!(temporary(), Some(name));

    run.kill().expect("killed");
    run.wait().expect("ended");
    steerwright_format::save_text("yet another", &folder.path().join("a.txt")).expect("saved");
    // Elsewhere it is removed when it is old.
    if Path::new("/proc/self").exists() {
        assert_eq!(temporary(), None);
    }
}

#[test]
fn simulate_prints_events_with_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("night-watch.scene.json");
    let mut built_in = steerwright_authoring::sample::SCENES.iter();
    let sample = built_in.find(|built_in| built_in.file == "night-watch.scene.json");
    fs::write(&file, sample.expect("the sample").text).unwrap();
    let output = simulate(&file, &["--seconds", "60", "--events"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
    let printed = stdout(&output);
    let mut rows = csv::Reader::from_reader(printed.as_bytes());
    let rows = rows
        .records()
        .map(|row| row.expect("as many columns as the header"));
    let of_states = rows
        .filter(|row| &row[4] == "state_entered")
        .collect::<Vec<_>>();
    assert!(!of_states.is_empty(), "guards change their states");
    let saw = |reason: &str| reason.starts_with("saw ") && reason.ends_with(" m");
    assert!(of_states.iter().any(|row| saw(&row[10])), "{of_states:?}");
    assert!(
        of_states
            .iter()
            .all(|row| !row[8].is_empty() && !row[10].is_empty())
    );
}
