//! Exports on disk: where they are written, and what is left of one that is canceled or fails.

use std::path::Path;
use steerwright_export::{self as export, ExportError, ExportTarget, OutputFile, file_name};
use steerwright_runtime::scene::{ExportOptions, Scene};
use steerwright_testing::everything::{exported, scene};

#[test]
fn a_long_trace_is_canceled_between_two_ticks() {
    let asked = std::cell::Cell::new(0);
    let keep_going = || {
        asked.set(asked.get() + 1);
        asked.get() < 5
    };
    for target in [ExportTarget::Trace, ExportTarget::Json] {
        asked.set(0);
        let options = ExportOptions {
            with_trace: Some(10.0),
            ..ExportOptions::default()
        };
        let error =
            export::export_files(&Scene::default(), target, &options, &keep_going).unwrap_err();
        assert!(matches!(error, ExportError::Canceled), "{error}");
        assert_eq!(asked.get(), 5);
    }
}

/// Staged files and folders go with the export.
#[test]
fn a_trace_that_is_canceled_while_it_is_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("game/assets");
    let options = ExportOptions {
        with_trace: Some(10.0),
        ..ExportOptions::default()
    };
    let files = export::export_files(&scene(), ExportTarget::Trace, &options, &|| true).unwrap();
    let ticks = std::cell::Cell::new(0);
    let keep_going = || {
        ticks.set(ticks.get() + 1);
        ticks.get() < 800
    };
    let Err(error) = export::stage_files(&files, &into, &keep_going) else {
        panic!("it was not canceled")
    };
    assert!(matches!(error, ExportError::Canceled), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);

    // Complete, it is not there either until it replaces what was there before.
    let kept = into.join("README-trace.md");
    std::fs::create_dir_all(&into).unwrap();
    std::fs::write(&kept, "of the game").unwrap();
    drop(export::stage_files(&files, &into, &|| true).unwrap());
    let left: Vec<_> = std::fs::read_dir(&into).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    let written = export::stage_files(&files, &into, &|| true).unwrap();
    let paths = written.commit().unwrap();
    let in_memory = export::export(&scene(), ExportTarget::Trace, &options).unwrap();
    for (path, OutputFile { name, bytes }) in paths.iter().zip(&in_memory) {
        assert!(*path == into.join(name) && std::fs::read(path).unwrap() == *bytes);
    }

    // A game that watches the files sees no change in a second export.
    let changed = |path: &std::path::PathBuf| path.metadata().unwrap().modified().unwrap();
    let times: Vec<_> = paths.iter().map(changed).collect();
    let again = export::stage_files(&files, &into, &|| true).unwrap();
    again.commit().unwrap();
    assert_eq!(paths.iter().map(changed).collect::<Vec<_>>(), times);
}

#[test]
fn malicious_names_stay_inside_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("a/b");
    let long = "x".repeat(10_000);
    let wide = "漢".repeat(300);
    let names = [
        "../../x",
        "",
        "CON",
        "con",
        "nul.txt",
        "COM1",
        "lpt¹",
        "🙂🙂",
        "/etc/passwd",
        "C:\\Windows",
        "..",
        ".",
        "-rf",
        "a\0b",
        "a\nb",
        "~",
        " ",
        "name.",
        "a/b",
        "*?<>|\"",
        &long,
        &wide,
    ];
    for name in names {
        let scene = Scene {
            name: name.into(),
            ..Scene::default()
        };
        let files = exported(
            &scene,
            ExportTarget::Json,
            &ExportOptions {
                with_trace: Some(0.0),
                ..ExportOptions::default()
            },
        );
        let written = export::write_files(&files, &inside)
            .unwrap_or_else(|error| panic!("{name:?}: {error}"));
        for path in written {
            assert!(path.is_file(), "{name:?}");
            let real = path.canonicalize().expect("a real path");
            let folder = inside.canonicalize().expect("the folder");
            assert!(
                real.parent() == Some(&folder)
                    || real.parent() == Some(&folder.join("steerwright")),
                "{name:?}"
            );
            let file = real
                .file_name()
                .and_then(|file| file.to_str())
                .expect("a name")
                .to_owned();
            assert!(file.len() < 255 && !file.starts_with(['.', '-']), "{file}");
            let file_name = file.split('.').next().unwrap_or_default().to_uppercase();
            assert!(
                !["CON", "NUL", "COM1", "LPT1", "LPT¹"].contains(&file_name.as_str()),
                "{file} is a device somewhere"
            );
        }
    }
    assert_eq!(
        folder.path().read_dir().expect("the folder").count(),
        1,
        "no file is outside"
    );
    assert_eq!(file_name("Guard post 7"), "Guard-post-7");
}

#[test]
fn a_folder_that_cannot_be_created_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "here").expect("written");
    let files = exported(&scene(), ExportTarget::Svg, &ExportOptions::default());
    let error = export::write_files(&files, &file.join("sub")).expect_err("a file is no folder");
    assert!(
        error
            .to_string()
            .starts_with(&*Path::new(&file).to_string_lossy()),
        "{error}"
    );
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), "here");
}
