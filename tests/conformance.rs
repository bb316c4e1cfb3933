//! The conformance cases that ship: this build comes to their bits, whatever else the machine does, and reads back what it exports.

use std::path::{Path, PathBuf};
use steerwright::export::conformance::{self, Conduct};
use steerwright::export::{self, Exported, Options, Target, read_export};
use steerwright::glam::DVec2;
use steerwright::simulation::call::Call;

/// Name, export and bits of every case that ships.
fn cases() -> Vec<(String, String, String)> {
    cases_in("conformance")
}

fn cases_in(folder: &str) -> Vec<(String, String, String)> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder")
        .filter_map(|entry| entry.expect("an entry").file_name().to_string_lossy().strip_suffix(".bits").map(str::to_owned))
        .collect();
    names.sort();
    let read = |name: &str, end: &str| std::fs::read_to_string(folder.join(format!("{name}.{end}"))).expect("a file");
    names.into_iter().map(|name| (read(&name, "steer.json"), read(&name, "bits"), name)).map(|(a, b, c)| (c, a, b)).collect()
}

/// Runs the export as its bits say it was run, and writes them anew.
fn bits_again(exported: &Exported, bits: &str) -> String {
    let up = |place: DVec2| if exported.y_down { DVec2::new(place.x, 0.0 - place.y) } else { place };
    let calls: Vec<Call> = bits.lines().filter_map(|line| line.parse().ok()).collect();
    let calls = calls.into_iter().map(|call| Call { deed: call.deed.map_place(up), ..call }).collect();
    let tick_of = |line: &str| line.split(' ').nth(1).and_then(|tick| tick.parse::<u64>().ok());
    let ticks = bits.lines().last().and_then(tick_of).expect("an end");
    let states = bits.lines().filter(|line| line.starts_with("state ")).filter_map(tick_of);
    let every = states.into_iter().find(|&tick| tick > 0).expect("a state after the start");
    let options = Options { y_down: exported.y_down, ..Options::default() };
    let [_, again] = conformance::case(&exported.scene, &options, &Conduct { ticks, every, calls }).expect("a case");
    String::from_utf8(again.bytes).expect("text")
}

fn first_difference<'a>(wanted: &'a str, got: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let pairs = wanted.lines().zip(got.lines()).enumerate();
    pairs.map(|(i, (wanted, got))| (i + 1, wanted, got)).find(|(_, wanted, got)| wanted != got)
}

#[test]
fn every_case_comes_to_the_same_bits_on_several_threads_at_once() {
    let cases = cases();
    assert!(cases.len() >= 40, "only {} cases", cases.len());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for (name, export, bits) in &cases {
                    let exported = read_export(export).unwrap_or_else(|fault| panic!("{name}: {fault}"));
                    let again = bits_again(&exported, bits);
                    assert_eq!(first_difference(bits, &again), None, "{name}");
                    assert_eq!(bits.len(), again.len(), "{name}");
                }
            });
        }
    });
}

#[test]
fn exports_of_earlier_versions_and_of_the_next_one_come_to_their_bits() {
    let cases = cases_in("tests/fixtures/v1/exports");
    assert_eq!(cases.len(), 2);
    for (name, export, bits) in cases {
        let exported = read_export(&export).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(first_difference(&bits, &bits_again(&exported, &bits)), None, "{name}");
    }
}

#[test]
fn every_export_reads_back_to_a_scene_that_exports_the_same() {
    for (name, text, _) in cases() {
        let exported = read_export(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let options = Options { y_down: exported.y_down, ..Options::default() };
        let again = export::export(&exported.scene, Target::Json, &options).expect("an export");
        let again = String::from_utf8(again[0].bytes.clone()).expect("text");
        let without_scale = |text: &str| text.lines().filter(|line| !line.contains("\"scale\"")).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(without_scale(&text), without_scale(&again), "{name}");
    }
}

#[test]
fn the_cases_cover_every_event_every_call_and_every_behaviour() {
    let all: String = cases().into_iter().flat_map(|(_, export, bits)| [export, bits]).collect();
    let events = ["node_reached", "wait_started", "wait_ended", "path_finished", "arrived", "way_point_picked", "cell_entered"];
    for event in events.into_iter().chain(["sight_lost", "sight_gained"]) {
        assert!(all.lines().any(|line| line.starts_with("event ") && line.contains(event)), "{event}");
    }
    for call in ["set_pointer", "move_marker", "drive", "release", "despawn", "set_target", "set_danger"] {
        assert!(all.lines().any(|line| line.starts_with(&format!("{call} "))), "{call}");
    }
    let kinds = ["seek", "flee", "arrive", "leave", "pursue", "evade", "follow_path", "separation", "follow_leader", "homing_walk"];
    for kind in kinds.into_iter().chain(["grid_chase"]) {
        assert!(all.contains(&format!("\"kind\": \"{kind}\"")), "{kind}");
    }
    assert!(all.contains("\"y_down\": true"));
}

#[test]
fn an_export_that_was_changed_in_one_place_only_is_refused_by_name_of_that_place() {
    let (_, text, _) = cases().into_iter().find(|(name, ..)| name == "Curved-loop").expect("the case");
    let changed = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        read_export(&changed).expect_err("a fault").to_string()
    };
    let start = text.find("\"random_state\": [").expect("a stream") + "\"random_state\": [".len();
    let word = &text[start..start + text[start..].find(',').expect("a comma")];
    let stream = changed(&format!("[{word}, "), "[1, ");
    assert!(stream.starts_with("/agents/0/random_state/0: does not follow from the rest"), "{stream}");
    let wait = changed("\"wait_ticks\": 0", "\"wait_ticks\": 5");
    assert!(wait.contains("/wait_ticks: does not follow"), "{wait}");
    let mass = changed("\"mass\": 1,", "\"mass\": -1,");
    assert!(mass.starts_with("/agents/0/body/mass: "), "{mass}");
    let kind = changed("\"kind\": \"follow_path\"", "\"kind\": \"fly\"");
    assert!(kind.starts_with("/agents/0/behaviors/0: ") && kind.contains("fly"), "{kind}");
}

#[test]
fn a_newer_export_is_read_if_it_says_so_and_refused_with_both_numbers_if_not() {
    let (_, text, _) = cases().swap_remove(0);
    let newer = text.replacen("\"format_version\": 1", "\"format_version\": 9", 1).replacen("\"name\"", "\"news\": [{}], \"name\"", 1);
    assert_eq!(read_export(&newer).expect("it can be read").scene, read_export(&text).expect("an export").scene);
    let at_once = text.replacen("\"min_reader\": 1", "\"min_reader\": 5", 1);
    assert!(read_export(&at_once).expect_err("it is too new").to_string().contains("version 5"));
    let too_new = newer.replacen("\"min_reader\": 1", "\"min_reader\": 4", 1);
    let message = read_export(&too_new).expect_err("it is too new").to_string();
    assert!(message.contains("needs a reader of version 4; this one is of version 1"), "{message}");
}
