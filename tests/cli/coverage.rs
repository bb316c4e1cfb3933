//! `steerwright coverage`.

use crate::support::{code, run, scene, stderr, stdout, steerwright};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use steerwright_format::save_scene;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::editor::{Area, AreaRequirement};
use steerwright_runtime::scene::{AreaId, Scene, Wall, WallId};
use tempfile::TempDir;

/// The sample scene, whose guard has sight, with a wall around it.
fn yard() -> Scene {
    let mut scene = scene();
    Arc::make_mut(&mut scene.presets[0]).sight = Some(Sight::default());
    let corners = [(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)];
    let mut wall = Wall::through(WallId(1), "Fence", corners.map(DVec2::from));
    wall.closed = true;
    scene.walls.push(Arc::new(wall));
    scene
}

fn folder_of(scene: &Scene) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("yard.scene.json");
    save_scene(scene, &file).expect("saved");
    (folder, file)
}

fn coverage(file: &Path, arguments: &[&str]) -> Output {
    run(steerwright().arg("coverage").arg(file).args(arguments))
}

#[test]
fn coverage_prints_its_figures() {
    let (_folder, file) = folder_of(&yard());
    let output = coverage(&file, &["--seconds", "60", "--cell", "0.5"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
    let text = stdout(&output);
    assert!(text.starts_with("Agents: 1\nCells: 40 x 40, 0.5 m each\nCounted: one loop of "));
    assert!(text.contains("\nNever watched: "), "{text}");
    let whole = coverage(&file, &["--seconds", "60", "--whole-run", "--agent", "Ann"]);
    assert!(stdout(&whole).contains("the whole run of 60.0 s"));
}

#[test]
fn areas_are_checked_and_listed() {
    let mut scene = yard();
    let corners = [(-9.0, 8.0), (-8.0, 8.0), (-8.0, 9.0)].map(DVec2::from);
    let area = |id, name, requirement| Area::through(AreaId(id), name, requirement, corners);
    scene.editor_mut().areas = vec![
        area(1, "Hideout", AreaRequirement::NeverWatched),
        area(2, "Post", AreaRequirement::NoGapOver(8.0)),
    ];
    let (_folder, file) = folder_of(&scene);
    let output = run(steerwright().arg("check").arg(&file));
    assert_eq!(code(&output), Some(1));
    let errors = stderr(&output);
    let expected = format!(
        "{}:/editor/areas/1: area \"Post\": no gap over 8 s is required, but longest gap ",
        file.display()
    );
    assert!(
        errors.contains(&expected) && errors.contains("not watched from 0.2 s to "),
        "{errors}"
    );
    assert!(!errors.contains("Hideout"), "{errors}");
    assert!(stdout(&output).contains("1 wall, 2 areas"));
    let text = stdout(&coverage(&file, &[]));
    assert!(
        text.contains("\nok: area \"Hideout\": never watched is met; "),
        "{text}"
    );
    assert!(text.contains("\nfailed: area \"Post\": "), "{text}");
    scene.editor_mut().areas.pop();
    let (_folder, file) = folder_of(&scene);
    assert_eq!(code(&run(steerwright().arg("check").arg(&file))), Some(0));
}

#[test]
fn the_files_of_a_coverage_do_not_depend_on_the_threads() {
    let (folder, file) = folder_of(&yard());
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let mut files = Vec::new();
    for threads in ["1", "3"] {
        let (png, csv) = (
            path(&format!("{threads}.png")),
            path(&format!("{threads}.csv")),
        );
        let arguments = ["--cell", "0.5", "--layer", "since", "--at", "8"];
        let files_to = ["--threads", threads, "--png", &png, "--csv", &csv];
        let output = coverage(&file, &[&arguments[..], &files_to[..]].concat());
        assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
        let read = |path: &str| std::fs::read(path).expect("a file");
        files.push((read(&png), read(&csv)));
    }
    assert!(files[0] == files[1]);
    let picture = image::load_from_memory(&files[0].0).expect("a PNG");
    assert_eq!((picture.width(), picture.height()), (640, 640));
    let mut table = csv::Reader::from_reader(files[0].1.as_slice());
    let header = table.headers().expect("a header").clone();
    assert_eq!(
        header,
        [
            "x",
            "y",
            "watched_share",
            "longest_gap_s",
            "since_watched_s"
        ][..]
    );
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 1600);
    assert_eq!((&rows[0][0], &rows[0][1]), ("-9.75", "-9.75"));
    let is_watched = |row: &&csv::StringRecord| &row[2] != "0";
    let watched = rows.iter().filter(is_watched).count();
    assert!((100..1500).contains(&watched), "{watched}");
    // What is never watched has no last time.
    assert!(
        rows.iter()
            .filter(|row| &row[2] == "0")
            .all(|row| row[4].is_empty())
    );
}

#[test]
fn what_coverage_cannot_measure_is_refused() {
    let (folder, file) = folder_of(&scene());
    let refused = |file: &Path, arguments: &[&str], part: &str| {
        let output = coverage(file, arguments);
        assert_eq!(
            (code(&output), stdout(&output).as_str()),
            (Some(1), ""),
            "{part}"
        );
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
    };
    refused(&file, &[], "add sight to their preset");
    refused(
        &file,
        &["--agent", "Missing"],
        "use one of \"Ann\", \"Old one\"",
    );
    let (_yard_folder, yard) = folder_of(&yard());
    refused(&yard, &["--cell", "0.01"], "limit \"coverage cells\"");
    refused(&yard, &["--seconds", "0"], "use more than 0");
    refused(&yard, &["--seconds", "1e6"], "at most 600");
    let missing = folder.path().join("missing").join("yard.png");
    let missing = missing.to_string_lossy();
    refused(&yard, &["--png", &missing], "cannot save");
    let output = coverage(&yard, &["--cell", "-1"]);
    assert_eq!(code(&output), Some(2));
    assert!(stderr(&output).contains("use a number above 0"));
}

#[cfg(unix)]
#[test]
fn a_private_file_stays_private_when_coverage_replaces_it() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, yard) = folder_of(&yard());
    let [table, picture] = ["table.csv", "picture.png"].map(|name| folder.path().join(name));
    for file in [&table, &picture] {
        std::fs::write(file, "before").expect("written");
        std::fs::set_permissions(file, PermissionsExt::from_mode(0o600)).expect("set");
    }
    let [csv, png] = [&table, &picture].map(|file| file.to_string_lossy());
    let output = coverage(&yard, &["--seconds", "5", "--csv", &csv, "--png", &png]);
    assert_eq!((code(&output), stderr(&output).as_str()), (Some(0), ""));
    for file in [&table, &picture] {
        let meta = std::fs::metadata(file).expect("a file");
        assert_eq!(meta.permissions().mode() & 0o777, 0o600);
        assert!(meta.len() > 6);
    }
}
