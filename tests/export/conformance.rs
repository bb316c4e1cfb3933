//! The conformance cases: this build computes the same bits, and reads its own exports.

use std::collections::BTreeSet;
use steerwright_export::conformance::{self, CaseExport, CaseFile, CaseScript, Expectation};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::read_export;
use steerwright_runtime::scene::{Behavior, ExportOptions, Scene};
use steerwright_testing::cases::{OTHER_VERSIONS, SUITE, case_files, export_of_case};

/// The files with cases that can be run, and their paths.
fn run_files() -> Vec<(String, CaseFile)> {
    let mut files = case_files(SUITE);
    files.retain(|(_, file)| {
        let mut cases = file.cases.iter();
        cases.any(|case| matches!(case.expectation, Expectation::Run { .. }))
    });
    files
}

/// Runs the cases of a file with the steps in their lines, and compares the results. Returns how
/// many there are.
fn assert_same_results(file: &CaseFile) -> usize {
    let mut runs = 0;
    for case in &file.cases {
        let Expectation::Run { export, lines } = &case.expectation else {
            continue;
        };
        let name = &case.name;
        let exported = read_export(file.export(export).expect("its export"))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let script = CaseScript::of(file, lines).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = conformance::results(&exported, &script).expect("results");
        assert_eq!(first_difference(lines, &again), None, "{name}");
        assert_eq!(lines.len(), again.len(), "{name}");
        runs += 1;
    }
    runs
}

fn first_difference<'a>(expected: &'a str, got: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let pairs = expected.lines().zip(got.lines()).enumerate();
    pairs
        .map(|(i, (expected, got))| (i + 1, expected, got))
        .find(|(_, expected, got)| expected != got)
}

#[test]
fn every_case_gives_the_same_bits_on_several_threads() {
    let files = run_files();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let runs: usize = files
                    .iter()
                    .map(|(_, file)| assert_same_results(file))
                    .sum();
                assert!(runs >= 325, "only {runs} cases");
            });
        }
    });
}

#[test]
fn exports_of_earlier_and_later_versions_give_the_same_bits() {
    let files = case_files(OTHER_VERSIONS);
    let runs: usize = files
        .iter()
        .map(|(_, file)| assert_same_results(file))
        .sum();
    assert_eq!(runs, 2);
}

#[test]
fn every_refusal_is_refused_and_its_export_without_the_changes_is_not() {
    let mut refusals = 0;
    for (path, file) in case_files(SUITE) {
        for case in &file.cases {
            if let Expectation::Refusal { changes, text, .. } = &case.expectation {
                assert!(read_export(text).is_err(), "{path}: {}", case.name);
                let base = file.export(&changes.of).expect("its export");
                if let Err(error) = read_export(base) {
                    assert!(base.is_empty(), "{path}: {}: {error}", changes.of);
                }
                refusals += 1;
            }
        }
    }
    assert!(refusals >= 222, "only {refusals} cases");
}

#[test]
fn the_names_of_cases_are_in_kebab_case_and_unique() {
    let mut names = BTreeSet::new();
    for (path, file) in case_files(SUITE) {
        for case in file.cases {
            let is_kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(case.name.chars().all(is_kebab), "{path}: {}", case.name);
            assert!(names.insert(case.name.clone()), "{path}: {}", case.name);
        }
    }
}

#[test]
fn every_export_reads_back_to_a_scene_that_exports_the_same() {
    for (path, CaseExport { label, text, .. }) in run_files()
        .into_iter()
        .filter(|(_, file)| file.cases[0].name != conformance::UNUSUAL)
        .flat_map(|(path, file)| {
            file.exports
                .into_iter()
                .map(move |export| (path.clone(), export))
        })
    {
        let name = format!("{path}: {label}");
        let exported = read_export(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        // The scene that was read back already has the units and the origin of the game.
        let options = ExportOptions {
            y_down: exported.y_down,
            plane: exported.plane,
            ..ExportOptions::default()
        };
        let again =
            export::export(&exported.scene, ExportTarget::Json, &options).expect("an export");
        let again = String::from_utf8(again[0].bytes.clone()).expect("text");
        let placed =
            |line: &&str| line.starts_with("  \"scale\"") || line.starts_with("  \"origin\"");
        let unplaced = |text: &str| {
            text.lines()
                .filter(|line| !placed(line))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let (text, again) = (unplaced(&text).join("\n"), unplaced(&again).join("\n"));
        assert_eq!(first_difference(&text, &again), None, "{name}");
        assert_eq!(text.len(), again.len(), "{name}");
    }
}

#[test]
fn the_cases_cover_every_event_command_and_behavior() {
    let mut all = String::new();
    for (_, file) in run_files() {
        all.extend(file.exports.iter().map(|export| export.text.as_str()));
        all.push_str(&file.to_string());
    }
    let events = [
        "node_reached",
        "wait_started",
        "wait_ended",
        "path_finished",
        "arrived",
        "waypoint_picked",
        "aggro_entered",
        "aggro_left",
        "cell_entered",
        "line_gained",
        "line_lost",
        "sight_gained",
        "sight_lost",
        "spawned",
        "expired",
        "contact",
        "emitted",
        "met",
        "noise_heard",
        "touched",
        "state_entered",
        "search_finished",
    ];
    for event in events {
        assert!(
            all.lines()
                .any(|line| line.starts_with("event ") && line.contains(event)),
            "{event}"
        );
    }
    for call in [
        "set_pointer",
        "move_marker",
        "drive",
        "release",
        "despawn",
        "set_target",
        "set_danger",
        "apply_scene",
        "set_wall_open",
        "set_pressed",
        "trigger",
        "noise",
        "set_team",
        "set_state",
        "force_event",
        "senses",
        "in_state",
        "hash",
        "save_load",
        "facing",
        "sees",
        "is_wall_open",
    ] {
        assert!(
            all.lines()
                .any(|line| line.starts_with(&format!("{call} "))),
            "{call}"
        );
    }
    let kinds = Behavior::all().map(|behavior| behavior.description().key);
    let terms = [
        "sees",
        "sees_not_for",
        "hears",
        "told",
        "touches",
        "meter_at_least",
        "meter_at_most",
        "for",
        "arrived",
        "path_finished",
        "near",
        "event",
        "search_finished",
    ];
    for kind in kinds
        .into_iter()
        .chain(terms)
        .chain(["grid_chase", "share"])
    {
        assert!(all.contains(&format!("\"kind\": \"{kind}\"")), "{kind}");
    }
    let goals = [
        "perceived",
        "last_seen",
        "last_seen_ahead",
        "last_noise",
        "left_path",
        "post",
    ];
    for goal in goals {
        assert!(all.contains(&format!("\"goal\": \"{goal}\"")), "{goal}");
    }
    assert!(all.contains("\"y_down\": true"));
}

#[test]
fn an_inconsistent_export_is_rejected_with_the_place() {
    let text = export_of_case("samples/curved-loop.cases", "curved-loop");
    let changed = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        read_export(&changed).expect_err("an error").to_string()
    };
    let start = text.find("\"random_state\": [").expect("a stream") + "\"random_state\": [".len();
    let word = &text[start..start + text[start..].find(',').expect("a comma")];
    let stream = changed(&format!("[{word}, "), "[1, ");
    assert!(
        stream.starts_with("/agents/0/random_state/0: does not match the rest"),
        "{stream}"
    );
    let wait = changed("\"wait_ticks\": 0", "\"wait_ticks\": 5");
    assert!(wait.contains("/wait_ticks: does not match"), "{wait}");
    let mass = changed("\"mass\": 1,", "\"mass\": -1,");
    assert!(mass.starts_with("/agents/0/body/mass: "), "{mass}");
    let kind = changed("\"kind\": \"follow_path\"", "\"kind\": \"fly\"");
    assert!(
        kind.starts_with("/agents/0/behaviors/0: ") && kind.contains("fly"),
        "{kind}"
    );
}

#[test]
fn places_along_a_segment_are_read_as_they_are() {
    let export = export_of_case("actions/along-curves.cases", "along-a-curve");
    let known = read_export(&export).expect("an export").scene;
    for (from, to) in [
        ("\"distance\": 1,", "\"distance\": 9,"),
        ("\"distance\": 1,", "\"distance\": \"near\","),
        ("\"distance\": 1,", ""),
    ] {
        let changed = export.replacen(from, to, 1);
        assert_ne!(changed, export);
        let read = read_export(&changed).expect("an export").scene;
        let along = |scene: &Scene| scene.paths[0].nodes[0].along()[0].place;
        assert_eq!(along(&read), along(&known), "{to}");
        assert!(along(&read).is_some());
    }
}

#[test]
fn a_newer_export_is_read_if_its_min_reader_allows_it() {
    let text = export_of_case("samples/squad.cases", "squad");
    let newer = text
        .replacen("\"format_version\": 1", "\"format_version\": 9", 1)
        .replacen("\"name\"", "\"news\": [{}], \"name\"", 1);
    assert_eq!(
        read_export(&newer).expect("it can be read").scene,
        read_export(&text).expect("an export").scene
    );
    let at_once = text.replacen("\"min_reader\": 1", "\"min_reader\": 5", 1);
    assert!(
        read_export(&at_once)
            .expect_err("it is too new")
            .to_string()
            .contains("version 5")
    );
    let too_new = newer.replacen("\"min_reader\": 1", "\"min_reader\": 4", 1);
    let message = read_export(&too_new)
        .expect_err("it is too new")
        .to_string();
    assert!(
        message.contains("needs a reader of version 4 or later, but this is version 1"),
        "{message}"
    );
}
