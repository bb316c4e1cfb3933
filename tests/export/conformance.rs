//! The conformance cases: this build computes the same bits, and reads its own exports.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use steerwright_export::conformance;
use steerwright_export::conformance::{CaseScript, CaseStep, SceneEdit};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::{Exported, read_export};
use steerwright_runtime::scene::{ExportOptions, Scene};

/// The files of a case.
struct Case {
    name: String,
    export: String,
    bits: String,
    /// The edited scenes that the world applies, by name.
    edited: BTreeMap<String, String>,
}

/// Every case that ships and can be run.
fn cases() -> Vec<Case> {
    let mut cases = cases_in("conformance");
    cases.retain(|case| !case.is_refused());
    cases
}

fn cases_in(folder: &str) -> Vec<Case> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder")
        .filter_map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .strip_suffix(".bits")
                .map(str::to_owned)
        })
        .collect();
    names.sort();
    let read = |name: &str, end: &str| {
        std::fs::read_to_string(folder.join(format!("{name}.{end}"))).expect("a file")
    };
    let case = |name: String| {
        let bits = read(&name, "bits");
        let edits = bits
            .lines()
            .filter(|line| line.starts_with("apply_scene "))
            .filter_map(|line| line.split(' ').nth(2));
        let edited = edits
            .map(|edit| (edit.to_owned(), read(&name, &format!("{edit}.steer.json"))))
            .collect();
        Case {
            export: read(&name, "steer.json"),
            edited,
            bits,
            name,
        }
    };
    names.into_iter().map(case).collect()
}

impl Case {
    fn is_refused(&self) -> bool {
        self.bits.lines().nth(1) == Some(conformance::REFUSED)
    }

    fn exported(&self) -> Exported {
        read_export(&self.export).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// Runs the export with the steps in its bits file, and writes the bits again.
    fn bits_again(&self) -> String {
        let tick_of = |line: &str| {
            line.split(' ')
                .nth(1)
                .and_then(|tick| tick.parse::<u64>().ok())
        };
        let step = |line: &str| match line
            .strip_prefix("apply_scene ")
            .and_then(|rest| rest.split_once(' '))
        {
            Some((tick, name)) => {
                let (tick, export) = (tick.parse().expect("a tick"), self.edited[name].clone());
                Some(CaseStep::ApplyScene(SceneEdit {
                    tick,
                    name: name.into(),
                    export,
                }))
            }
            None => line.parse().ok(),
        };
        let steps = self.bits.lines().filter_map(step).collect();
        let ticks = self.bits.lines().last().and_then(tick_of).expect("an end");
        let every = conformance::interval(&self.bits).expect("a state after the start");
        conformance::bits(
            &self.exported(),
            &CaseScript {
                ticks,
                every,
                steps,
            },
        )
        .expect("bits")
    }

    fn assert_same_bits(&self) {
        let again = self.bits_again();
        assert_eq!(first_difference(&self.bits, &again), None, "{}", self.name);
        assert_eq!(self.bits.len(), again.len(), "{}", self.name);
    }
}

fn first_difference<'a>(expected: &'a str, got: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let pairs = expected.lines().zip(got.lines()).enumerate();
    pairs
        .map(|(i, (expected, got))| (i + 1, expected, got))
        .find(|(_, expected, got)| expected != got)
}

#[test]
fn every_case_gives_the_same_bits_on_several_threads() {
    let cases = cases();
    assert!(cases.len() >= 89, "only {} cases", cases.len());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                cases.iter().for_each(Case::assert_same_bits);
            });
        }
    });
}

#[test]
fn exports_of_earlier_and_later_versions_give_the_same_bits() {
    let cases = cases_in("crates/format/tests/fixtures/v1/exports");
    assert_eq!(cases.len(), 2);
    cases.iter().for_each(Case::assert_same_bits);
}

#[test]
fn every_export_of_a_refused_case_is_refused() {
    let mut refused = cases_in("conformance");
    refused.retain(Case::is_refused);
    assert!(refused.len() >= 100, "only {} cases", refused.len());
    for case in refused {
        assert!(read_export(&case.export).is_err(), "{}", case.name);
    }
}

#[test]
fn every_export_reads_back_to_a_scene_that_exports_the_same() {
    let texts = |case: Case| {
        case.edited
            .into_values()
            .chain([case.export])
            .map(|text| (case.name.clone(), text))
            .collect::<Vec<_>>()
    };
    let written = cases()
        .into_iter()
        .filter(|case| case.name != conformance::UNUSUAL);
    for (name, text) in written.flat_map(texts) {
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
    let all: String = cases()
        .into_iter()
        .flat_map(|case| [case.export, case.bits])
        .collect();
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
    let kinds = [
        "seek",
        "flee",
        "arrive",
        "leave",
        "pursue",
        "evade",
        "follow_path",
        "separation",
        "follow_leader",
        "homing_walk",
        "avoid_walls",
        "follow_wall",
        "search",
    ];
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
    let text = cases()
        .into_iter()
        .find(|case| case.name == "Curved-loop")
        .expect("the case")
        .export;
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
    let case = cases()
        .into_iter()
        .find(|case| case.name == "Actions-along-a-curve")
        .expect("the case");
    let known = read_export(&case.export).expect("an export").scene;
    for (from, to) in [
        ("\"distance\": 1,", "\"distance\": 9,"),
        ("\"distance\": 1,", "\"distance\": \"near\","),
        ("\"distance\": 1,", ""),
    ] {
        let changed = case.export.replacen(from, to, 1);
        assert_ne!(changed, case.export);
        let read = read_export(&changed).expect("an export").scene;
        let along = |scene: &Scene| scene.paths[0].nodes[0].along()[0].place;
        assert_eq!(along(&read), along(&known), "{to}");
        assert!(along(&read).is_some());
    }
}

#[test]
fn a_newer_export_is_read_if_its_min_reader_allows_it() {
    let text = cases().swap_remove(0).export;
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
