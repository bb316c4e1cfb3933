//! The layout of files, which keeps diffs small, and the files of old versions.

use serde_json::Value;
use std::path::Path;
use steerwright_format::export_file;
use steerwright_format::export_file::{PlacedScene, read_export};
use steerwright_format::{load_preset, load_scene, read_scene, write_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{ExportOptions, Motion, Node, NodeId, PathId, Wall, WallId};
use steerwright_runtime::steering::BlendMode;
use steerwright_runtime::steering::grid_chase::ChaseMode;
use steerwright_testing::full_scene::*;

#[test]
fn a_node_takes_one_line_even_with_the_longest_numbers() {
    let mut scene = full_scene();
    let path = scene.path_mut(PathId(3)).expect("the path");
    path.nodes = (0..50)
        .map(|i| {
            let long = 123_456.789_012_345 + f64::from(i);
            Node {
                id: NodeId(u32::MAX - i),
                position: DVec2::splat(-long),
                radius: Some(long),
                wait: long,
                speed: Some(long),
                script: None,
                properties: Default::default(),
            }
        })
        .collect();
    let text = write_scene(&scene).expect("valid");
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| line.contains("{ \"id\": 42949"))
        .collect();
    assert_eq!(lines.len(), 50);
    for line in lines {
        let node: Value =
            serde_json::from_str(line.trim().trim_end_matches(',')).expect("a whole node");
        assert_eq!(node.as_object().map(|fields| fields.len()), Some(6));
    }
}

#[test]
fn numbers_have_at_most_9_decimals_and_15_digits_and_no_exponent() {
    let mut scene = full_scene();
    scene.pointer = DVec2::new(1.0 / 3.0, -999_999_999.999_999_9);
    let path = scene.path_mut(PathId(3)).expect("the path");
    path.nodes[0].position = DVec2::new(1e-9, 1e-10);
    path.nodes[1].position = DVec2::new(2e9 / 3.0, -1e9);
    let text = write_scene(&scene).expect("valid");
    let mut numbers = 0;
    for word in text
        .split([' ', ',', '[', ']', '\n', ':'])
        .filter(|word| word.starts_with(|c: char| c == '-' || c.is_ascii_digit()))
    {
        numbers += 1;
        assert!(
            word.chars()
                .all(|c| c.is_ascii_digit() || c == '-' || c == '.'),
            "{word} is no plain decimal"
        );
        let places = word.split_once('.').map_or(0, |(_, places)| places.len());
        let digits = word
            .trim_start_matches(['-', '0', '.'])
            .chars()
            .filter(char::is_ascii_digit)
            .count();
        assert!(
            places <= 9 && digits <= 15 && !word.ends_with(".0") && word != "-0",
            "{word}"
        );
    }
    assert!(numbers > 80);
    assert!(
        text.contains("0.000000001")
            && text.contains("0.333333333")
            && text.contains("-1000000000")
    );
}

#[test]
fn fields_come_in_one_order_and_the_text_ends_with_a_line_feed() {
    let text = text_of_full_scene();
    assert!(text.starts_with(
        "{\n  \"format\": \"steerwright-scene\",\n  \"format_version\": 1,\n  \"name\": \"Full\",\n"
    ));
    assert!(text.ends_with("}\n") && !text.contains('\r') && !text.contains(" \n"));
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let mut shuffled = serde_json::Map::new();
    for (key, value) in file.as_object().expect("an object").iter().rev() {
        shuffled.insert(key.clone(), value.clone());
    }
    let read = read_scene(&Value::Object(shuffled).to_string())
        .expect("any order is read")
        .value;
    assert_eq!(write_scene(&read).expect("valid"), text);
}

#[test]
fn moving_one_node_changes_one_line() {
    let mut scene = full_scene();
    let before = text_of_full_scene();
    scene.path_mut(PathId(3)).expect("the path").nodes[1]
        .position
        .x += 0.25;
    let after = write_scene(&scene).expect("valid");
    assert_eq!(
        before
            .lines()
            .zip(after.lines())
            .filter(|(a, b)| a != b)
            .count(),
        1
    );
    assert_eq!(before.lines().count(), after.lines().count());
}

#[test]
fn every_fixture_of_version_1_loads() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v1");
    let (mut scenes, mut presets) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.to_string_lossy().ends_with(".scene.json") {
            let scene = load_scene(&path).unwrap_or_else(|error| panic!("{error}"));
            assert!(!scene.value.is_empty() && scene.unknown_fields.is_empty());
            scenes += 1;
        } else if path.is_file() {
            // tests/export/conformance.rs reads the exports.
            load_preset(&path).unwrap_or_else(|error| panic!("{error}"));
            presets += 1;
        }
    }
    assert!(scenes >= 3 && presets >= 1);
}

#[test]
fn old_names_of_fields_are_read_as_the_new_ones() {
    let text = write_scene(&full_scene()).expect("a valid scene");
    let renamed = text
        .replace("\"blend_mode\": \"priority\"", "\"combine\": \"priority\"")
        .replace("\"mode\": \"chase\"", "\"aim\": \"evade\"");
    let loaded = read_scene(&renamed).expect("old names are read");
    assert_eq!(loaded.unknown_fields, Vec::<String>::new());
    let Motion::Steered(steered) = &loaded.value.presets[0].motion else {
        panic!("the first preset is steered");
    };
    assert_eq!(steered.blend_mode, BlendMode::Priority);
    let Motion::GridChase(chase) = &loaded.value.presets[1].motion else {
        panic!("the second preset moves by cells");
    };
    assert_eq!(chase.mode, ChaseMode::Evade);

    let placed = PlacedScene::new(&loaded.value, &ExportOptions::default()).expect("an export");
    let export = export_file::text(&placed)
        .replace("\"blend_mode\":", "\"combine\":")
        .replace("\"mode\":", "\"aim\":");
    let read = read_export(&export).expect("old names are read").scene;
    assert_eq!(read.presets[0].motion, loaded.value.presets[0].motion);
    assert_eq!(read.presets[1].motion, loaded.value.presets[1].motion);
}

#[test]
fn the_agents_and_walls_of_an_export_may_have_any_order() {
    let mut scene = full_scene();
    let bush = Wall::through(WallId(90), "Bush", [DVec2::ZERO, DVec2::ONE]);
    scene.walls.push(bush.into());
    let placed = PlacedScene::new(&scene, &ExportOptions::default()).expect("an export");
    let mut export = export_file::value(&placed);
    // The doors of nets are walls by their place in the file.
    export.as_object_mut().expect("an object").remove("nets");
    for list in ["agents", "walls"] {
        let items = export[list].as_array_mut().expect("a list");
        assert!(items.len() > 1, "{list}");
        items.reverse();
    }
    let read = read_export(&export.to_string()).expect("readable").scene;
    let ids: Vec<WallId> = read.walls.iter().map(|wall| wall.id).collect();
    assert_eq!(ids.first(), Some(&WallId(90)));
    assert_eq!(ids.len(), scene.walls.len());
}
