//! Recorded runs: the binary file, read with the code of the README, equals the CSV file exactly.

use std::process::Command;
use std::sync::Arc;
use steerwright_export::{
    self as export, ExportError, ExportTarget, MAX_ROWS_IN_MEMORY, OutputFile, file_name,
};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Agent, AgentId, Behavior, Preset, PresetId, Scene};
use steerwright_testing::engine::{Engine, run, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{SCENES, shipped};
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [Python] => python_reads_the_exact_numbers_from_the_binary_file,
    [Gcc] => c_reads_the_exact_numbers_from_the_binary_file,
    [] => the_csv_file_equals_the_trace_of_other_exports,
    [] => the_default_length_is_ten_seconds_and_too_long_runs_are_rejected,
];

fn exported(scene: &Scene, options: &ExportOptions) -> Vec<OutputFile> {
    export::export(scene, ExportTarget::Trace, options).expect("an export")
}

fn file<'a>(files: &'a [OutputFile], end: &str) -> &'a [u8] {
    &files
        .iter()
        .find(|file| file.name.ends_with(end))
        .unwrap_or_else(|| panic!("no {end}"))
        .bytes
}

/// The tested scenes and placements.
fn cases() -> Vec<(Scene, ExportOptions)> {
    let usual = ExportTarget::Trace.default_options();
    let placed = ExportOptions {
        y_down: true,
        scale: 32.0,
        origin: DVec2::new(2.5, -7.0),
        with_trace: Some(3.0),
        ..usual
    };
    let mut cases: Vec<(Scene, ExportOptions)> = SCENES.map(|name| (shipped(name), usual)).into();
    cases.extend(["convoy", "pursuit"].map(|name| (shipped(name), placed)));
    cases.push((
        shipped("grid-chase"),
        ExportOptions {
            with_trace: Some(0.0),
            ..usual
        },
    ));
    cases.push((Scene::default(), usual));
    cases.push((
        hostile(),
        ExportOptions {
            with_trace: Some(1.0),
            ..usual
        },
    ));
    cases
}

/// Names that need escaping, and an agent with the largest id.
fn hostile() -> Scene {
    let name = "a \"b\"\n\\ ]]> */ गश्ती 巡逻 👮\0,";
    let mut scene = Scene {
        name: name.into(),
        ..Scene::default()
    };
    scene.presets = vec![Arc::new(Preset::steered(
        PresetId(1),
        name,
        Behavior::all(),
    ))];
    scene.agents = Arc::new(
        [7, u32::MAX, 2]
            .map(|id| {
                Agent::at(
                    AgentId(id),
                    name,
                    PresetId(1),
                    DVec2::new(f64::from(id % 97), 1e-9),
                )
            })
            .into(),
    );
    scene
}

fn block<'a>(files: &'a [OutputFile], language: &str) -> &'a str {
    let readme = std::str::from_utf8(file(files, "README-trace.md")).expect("text");
    readme
        .split_once(&format!("```{language}\n"))
        .and_then(|(_, rest)| rest.split_once("```"))
        .expect("a program")
        .0
}

fn python_reads_the_exact_numbers_from_the_binary_file() {
    for (scene, options) in cases() {
        let mut python = Engine::Python.command();
        let (folder, files) = (
            tempfile::tempdir().expect("a folder"),
            exported(&scene, &options),
        );
        export::write_files(&files, folder.path()).expect("written");
        std::fs::write(folder.path().join("reader.py"), block(&files, "python")).expect("written");
        std::fs::copy(
            root().join("tests/engines/trace/compare.py"),
            folder.path().join("compare.py"),
        )
        .expect("a copy");
        let printed = run_well(
            python
                .current_dir(folder.path())
                .args(["compare.py", &file_name(&scene.name)]),
        );
        let seconds = options.with_trace.expect("a length");
        let ticks = (seconds * scene.ticks_per_second) as usize + 1;
        let csv = file(&files, &format!("{}.trace.csv", file_name(&scene.name)));
        let rows = csv.iter().filter(|&&byte| byte == b'\n').count() - 1;
        assert!(!scene.spawners.is_empty() || rows == ticks * scene.agents.len());
        assert!(printed.contains(&format!("{rows} rows")), "{printed}");
    }
}

fn c_reads_the_exact_numbers_from_the_binary_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = exported(
        &shipped("gate-patrol"),
        &ExportTarget::Trace.default_options(),
    );
    export::write_files(&files, folder.path()).expect("written");
    std::fs::write(folder.path().join("trace.c"), block(&files, "c")).expect("written");
    let arguments = [
        "-std=c11",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsanitize=address,undefined",
        "trace.c",
        "-o",
        "trace",
    ];
    run_well(
        Engine::Gcc
            .command()
            .current_dir(folder.path())
            .args(arguments),
    );
    let reader = || Command::new(folder.path().join("trace"));
    let printed = run_well(reader().arg(folder.path().join("Gate-patrol.trace.bin")));
    let mut rows = csv::Reader::from_reader(file(&files, ".trace.csv"));
    let mut lines = printed.lines();
    for row in rows.records().map(|row| row.expect("a row")) {
        let fields: Vec<&str> = lines.next().expect("a line").split(' ').collect();
        let same = |field: usize, column: usize| {
            fields[field].parse::<f64>().map(f64::to_bits) == row[column].parse().map(f64::to_bits)
        };
        assert!(
            (&row[0], &row[2]) == (fields[0], fields[1]) && same(2, 3) && same(3, 4),
            "{fields:?} and {row:?}"
        );
    }
    assert!(lines.next().is_none());
    assert!(
        !run(reader().arg(folder.path().join("trace.c")))
            .status
            .success()
    );
}

fn the_csv_file_equals_the_trace_of_other_exports() {
    for (scene, options) in cases() {
        let files = exported(&scene, &options);
        let others = export::export(&scene, ExportTarget::Svg, &options).expect("an export");
        assert!(file(&files, ".trace.csv") == file(&others, ".trace.csv"));
        if SCENES.map(shipped).contains(&scene) {
            assert!(file(&files, ".trace.bin").len() < file(&files, ".trace.csv").len() * 2 / 5);
        }
        assert_eq!(files, exported(&scene, &options));
    }
}

fn the_default_length_is_ten_seconds_and_too_long_runs_are_rejected() {
    let scene = shipped("gate-patrol");
    let usual = ExportTarget::Trace.default_options();
    assert_eq!(
        exported(
            &scene,
            &ExportOptions {
                with_trace: None,
                ..usual
            }
        ),
        exported(&scene, &usual)
    );
    let refused = |seconds| {
        export::export(
            &scene,
            ExportTarget::Trace,
            &ExportOptions {
                with_trace: Some(seconds),
                ..usual
            },
        )
        .expect_err("too long")
    };
    for seconds in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(refused(seconds), ExportError::TraceLength(_)));
    }
    let agents = scene.agents.len() as f64;
    let most = (MAX_ROWS_IN_MEMORY as f64 / agents).floor() * scene.dt();
    for seconds in [1e300, 1e9, most + 1.0] {
        let error = refused(seconds);
        assert!(
            matches!(error, ExportError::TraceTooLong { .. })
                && error.to_string().contains("fewer seconds"),
            "{error}"
        );
    }
}
