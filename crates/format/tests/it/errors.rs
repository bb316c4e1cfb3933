//! Errors name the place and the fix.

use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_format::{
    FORMAT_VERSION, FormatError, load_scene, read_preset, read_scene, write_preset, write_scene,
};
use steerwright_runtime::scene::{Preset, PresetId, Scene};
use steerwright_testing::full_scene::*;

#[test]
fn unknown_fields_are_reported_by_pointer_and_ignored() {
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    for place in [
        "",
        "/presets/0/body",
        "/presets/0/motion/steered",
        "/paths/0/nodes/1",
        "/agents/0/scatter",
        "/cells",
        "/pointer",
    ] {
        file.pointer_mut(place).expect("a place")["of.to/morrow~"] =
            serde_json::json!({ "deep": [1, 2] });
    }
    let behaviors = file
        .pointer_mut("/presets/0/motion/steered/behaviors")
        .expect("behaviors");
    behaviors[0]["behavior"]["follow_path"]["haste"] = 1.into();
    behaviors[2]["behavior"]["seek"]["haste"] = 1.into();
    file["presets"][1]["motion"]["grid_chase"]["haste"] = 1.into();
    let loaded = read_scene(&file.to_string()).expect("readable");
    assert_eq!(loaded.value, full_scene());
    let found: BTreeSet<&str> = loaded.unknown_fields.iter().map(String::as_str).collect();
    let expected = [
        "/of.to~1morrow~0",
        "/presets/0/body/of.to~1morrow~0",
        "/presets/0/motion/steered/of.to~1morrow~0",
        "/presets/0/motion/steered/behaviors/0/behavior/follow_path/haste",
        "/presets/0/motion/steered/behaviors/2/behavior/seek/haste",
        "/presets/1/motion/grid_chase/haste",
        "/paths/0/nodes/1/of.to~1morrow~0",
        "/agents/0/scatter/of.to~1morrow~0",
        "/cells/of.to~1morrow~0",
        "/pointer/of.to~1morrow~0",
    ];
    assert_eq!(found, BTreeSet::from(expected));
    for pointer in &found {
        assert!(file.pointer(pointer).is_some(), "{pointer} leads nowhere");
    }
}

#[test]
fn wrong_types_are_reported_with_their_pointer_and_a_fix() {
    for (pointer, wrong) in [
        ("/name", 5.into()),
        ("/seed", (-1).into()),
        ("/seed", 1.5.into()),
        ("/ticks_per_second", "fast".into()),
        ("/pointer/x", Value::Null),
        ("/presets/0/color", "red".into()),
        ("/presets/0/color", "#12345é".into()),
        ("/presets/0/body/mass", "heavy".into()),
        ("/presets/0/motion/steered/blend_mode", "somehow".into()),
        (
            "/presets/0/motion/steered/behaviors/1/behavior/arrive/ramp",
            "steep".into(),
        ),
        (
            "/presets/0/motion/steered/behaviors/1/behavior/arrive/slow_radius",
            "wide".into(),
        ),
        ("/presets/1/motion/grid_chase/max_path_length", 1.5.into()),
        ("/paths/0/nodes", "none".into()),
        ("/paths/0/nodes/0/wait", true.into()),
        ("/paths/0/traversal", "sideways".into()),
        ("/agents/0/id", 4_294_967_296_u64.into()),
        ("/markers/0/kind", "treasure".into()),
        ("/walls/0/open", "ajar".into()),
        ("/walls/0/blocks_sight", 1.into()),
        ("/walls/0/nodes/1/x", "east".into()),
        ("/presets/0/sight/notice_ticks", 1.5.into()),
        ("/cells/blocked/0", serde_json::json!([1])),
        ("/cells/blocked/0/1", 0.5.into()),
        ("/cells/blocked/0", serde_json::json!([1, 2, 3])),
        ("/paths/0/traversal", 1.into()),
        ("/paths/0/traversal", serde_json::json!({})),
        (
            "/paths/0/traversal",
            serde_json::json!({ "once": null, "loop": null }),
        ),
    ] {
        let message = error_of(&with(pointer, wrong));
        let place = message.split_once(": ").map_or("", |(place, _)| place);
        assert!(
            place == pointer || place == pointer.rsplit_once('/').map_or("", |(parent, _)| parent),
            "{message}, not at {pointer}"
        );
        assert!(
            message.contains("schema") && !message.contains('`'),
            "no fix in {message}"
        );
        let of_rust = [
            "struct ", "f64", "u32", "sequence", "tuple", "a map", "boolean",
        ];
        assert!(
            !of_rust.iter().any(|words| message.contains(words)),
            "words of Rust in {message}"
        );
    }
    for (pointer, wrong, words) in [
        (
            "/presets/0/body/mass",
            "heavy".into(),
            "expected a number, found the text \"heavy\"",
        ),
        (
            "/paths/0/nodes",
            Value::from("none"),
            "expected a list, found the text \"none\"",
        ),
        ("/paths/0/nodes/0", 3.into(), "expected an object, found 3"),
        ("/paths/0", Value::Null, "expected an object, found null"),
        (
            "/agents/0/id",
            (-1).into(),
            "expected a whole number from 0 to 4294967295, found -1",
        ),
        (
            "/walls/0/blocks_sight",
            1.into(),
            "expected true or false, found 1",
        ),
        (
            "/agents/0/name",
            serde_json::json!({}),
            "expected a text, found an object",
        ),
    ] {
        let message = error_of(&with(pointer, wrong));
        assert!(message.contains(words), "{message}");
    }
    let unknown_behavior = error_of(&with(
        "/presets/0/motion/steered/behaviors/1/behavior",
        serde_json::json!({ "fly": {} }),
    ));
    assert!(
        unknown_behavior.starts_with("/presets/0/motion/steered/behaviors/1/behavior")
            && unknown_behavior.contains("fly"),
        "{unknown_behavior}"
    );
}

#[test]
fn missing_fields_are_reported_at_their_parent() {
    for (parent, key) in [
        ("/presets/0", "id"),
        ("/paths/0", "id"),
        ("/paths/0/nodes/1", "x"),
        ("/walls/0", "id"),
        ("/walls/0/nodes/1", "y"),
        ("/markers/1", "y"),
        ("/agents/0", "preset"),
        ("/agents/0/scatter", "max"),
        ("/pointer", "y"),
        ("/presets/0/motion/steered/behaviors/3", "behavior"),
    ] {
        assert_eq!(
            error_of(&without(parent, key)),
            format!("{parent}: missing field \"{key}\"; add it")
        );
    }
}

#[test]
fn missing_optional_fields_get_their_defaults() {
    let least = r#"{ "format": "steerwright-scene", "format_version": 1 }"#;
    let scene = read_scene(least).expect("readable").value;
    assert_eq!(
        scene,
        Scene {
            name: String::new(),
            seed: 0,
            ..Scene::default()
        }
    );
    let preset =
        read_preset(r#"{ "format": "steerwright-preset", "format_version": 1, "id": 3, "body": { "mass": 2 } }"#).expect("readable").value;
    let body = steerwright_runtime::steering::Body {
        mass: 2.0,
        ..Default::default()
    };
    assert_eq!(
        preset,
        Preset {
            body,
            ..Preset::steered(PresetId(3), "", [])
        }
    );
}

#[test]
fn dangling_references_duplicate_ids_and_numbers_out_of_range_are_reported_with_a_fix() {
    for (pointer, wrong, place, fix) in [
        (
            "/agents/0/preset",
            77.into(),
            "/agents/0/preset",
            "no preset has the id 77; use the id of an existing preset",
        ),
        (
            "/agents/0/path",
            77.into(),
            "/agents/0/path",
            "no path has the id 77; use the id of an existing path",
        ),
        (
            "/agents/0/target",
            serde_json::json!({ "marker": 77 }),
            "/agents/0/target",
            "no marker has the id 77",
        ),
        (
            "/agents/0/danger",
            serde_json::json!({ "agent": 77 }),
            "/agents/0/danger",
            "no agent has the id 77",
        ),
        (
            "/agents/0/leader",
            77.into(),
            "/agents/0/leader",
            "no agent has the id 77",
        ),
        (
            "/agents/0/leader",
            1.into(),
            "/agents/0/leader",
            "an agent cannot refer to itself; choose another agent",
        ),
        ("/agents/1/id", 1.into(), "/agents/1/id", "duplicate id 1"),
        ("/presets/1/id", 1.into(), "/presets/1/id", "duplicate id 1"),
        ("/markers/1/id", 1.into(), "/markers/1/id", "duplicate id 1"),
        (
            "/walls/0/nodes/2/id",
            1.into(),
            "/walls/0/nodes/2/id",
            "duplicate id 1",
        ),
        (
            "/walls/0/nodes/0/y",
            1e10.into(),
            "/walls/0/nodes/0/y",
            "use -1e9 to 1e9",
        ),
        (
            "/presets/0/sight/fov_deg",
            361.into(),
            "/presets/0/sight/fov_deg",
            "use 0.001 to 360",
        ),
        (
            "/presets/0/sight/forget_ticks",
            0.into(),
            "/presets/0/sight/forget_ticks",
            "use 1 to",
        ),
        ("/skin", 0.into(), "/skin", "use 0.000000001 to 1"),
        (
            "/paths/0/nodes/1/id",
            1.into(),
            "/paths/0/nodes/1/id",
            "duplicate id 1",
        ),
        (
            "/ticks_per_second",
            0.into(),
            "/ticks_per_second",
            "use 1 to 1000",
        ),
        (
            "/seed",
            1_000_000_000_000_000_u64.into(),
            "/seed",
            "use a smaller seed",
        ),
        (
            "/presets/0/body/mass",
            0.into(),
            "/presets/0/body/mass",
            "0 is out of range; use 0.001 to 1000000",
        ),
        (
            "/presets/0/body/max_speed",
            (-1).into(),
            "/presets/0/body/max_speed",
            "use 0 to 1000000",
        ),
        (
            "/presets/0/motion/steered/behaviors/0/weight",
            1e9.into(),
            "/presets/0/motion/steered/behaviors/0/weight",
            "use -1000000",
        ),
        (
            "/presets/0/motion/steered/behaviors/1/behavior/arrive/slow_radius",
            (-2).into(),
            "/presets/0/motion/steered/behaviors/1/behavior/arrive/slow_radius",
            "use 0 to",
        ),
        (
            "/presets/1/motion/grid_chase/step_interval",
            0.into(),
            "/presets/1/motion/grid_chase/step_interval",
            "use 0.001",
        ),
        (
            "/paths/0/tolerance",
            0.into(),
            "/paths/0/tolerance",
            "use 0.000001",
        ),
        (
            "/paths/0/nodes/0/x",
            1e10.into(),
            "/paths/0/nodes/0/x",
            "use -1e9 to 1e9",
        ),
        (
            "/paths/0/nodes/0/wait",
            (-1).into(),
            "/paths/0/nodes/0/wait",
            "use 0 to",
        ),
        (
            "/agents/0/vx",
            1e7.into(),
            "/agents/0/vx",
            "use -1e6 to 1e6",
        ),
        (
            "/agents/0/scatter/min",
            9.into(),
            "/agents/0/scatter",
            "use 0 <= min <= max",
        ),
        ("/cells/size", 0.into(), "/cells/size", "use 0.001"),
    ] {
        let message = error_of(&with(pointer, wrong));
        assert!(
            message
                .lines()
                .any(|line| line.starts_with(&format!("{place}: ")) && line.contains(fix)),
            "{message}, not {place}: {fix}"
        );
    }
}

#[test]
fn all_errors_are_reported_together_one_per_line_with_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.scene.json");
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    file["cells"]["size"] = 0.into();
    file["agents"][0]["preset"] = 77.into();
    std::fs::write(&path, file.to_string()).expect("written");
    let message = load_scene(&path).expect_err("an error").to_string();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with(&format!("{}:/agents/0/preset: ", path.display())),
        "{message}"
    );
    assert!(
        lines[1].starts_with(&format!("{}:/cells/size: ", path.display())),
        "{message}"
    );
}

#[test]
fn an_invalid_scene_is_not_written() {
    let mut scene = full_scene();
    Arc::make_mut(&mut scene.agents)[0].preset = PresetId(77);
    assert!(
        matches!(write_scene(&scene), Err(FormatError::Validation(problems)) if problems[0].pointer == "/agents/0/preset")
    );
    let mut preset = Preset::steered(PresetId(1), "Ghost", []);
    preset.body.mass = -1.0;
    assert!(
        matches!(write_preset(&preset), Err(FormatError::Validation(problems)) if problems[0].pointer == "/body/mass")
    );
    preset.body.mass = 0.001 - 1e-13;
    assert!(
        write_preset(&preset).is_ok(),
        "errors that rounding removes do not count"
    );
}

#[test]
fn newer_versions_and_other_files_are_rejected_with_an_explanation() {
    let newer = error_of(&with("/format_version", (FORMAT_VERSION + 1).into()));
    assert_eq!(
        newer,
        "/format_version: the file has version 2 and needs a reader of version 2 or later, but this is version 1; use a newer version of Steerwright"
    );
    assert!(
        error_of(&with("/format_version", u64::MAX.into()))
            .contains("newer version of Steerwright")
    );
    for wrong in [0.into(), (-1).into(), 1.5.into(), "1".into(), Value::Null] {
        assert!(error_of(&with("/format_version", wrong)).starts_with("/format_version: "));
    }
    assert!(error_of(&without("", "format_version")).starts_with("/format_version: "));
    assert!(error_of(&without("", "format")).contains("no \"format\""));
    assert!(
        error_of(&with("/format", "steerwright-preset".into()))
            .contains("its \"format\" is \"steerwright-preset\"")
    );
    for other in ["[]", "null", "5", "\"scene\"", "{}"] {
        assert!(
            error_of(other).starts_with("/format: this is not a steerwright-scene file"),
            "{other}"
        );
    }
    assert!(
        read_preset(&text_of_full_scene()).is_err(),
        "a scene is not a preset"
    );
}

#[test]
fn unreadable_files_are_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = load_scene(&folder.path().join("none.scene.json"))
        .expect_err("missing")
        .to_string();
    assert!(
        missing.contains("none.scene.json: cannot read") && missing.contains("check the file name"),
        "{missing}"
    );
    assert!(load_scene(folder.path()).is_err(), "a folder is not a file");
    let latin = folder.path().join("latin.scene.json");
    std::fs::write(&latin, b"{\n  \"name\": \"M\xfcller\"\n}").expect("written");
    assert!(
        load_scene(&latin)
            .expect_err("not UTF-8")
            .to_string()
            .contains("latin.scene.json:2:13: ")
    );
}

#[test]
fn whole_numbers_that_do_not_fit_are_refused_and_not_clamped() {
    let preset = |start: &str| {
        format!(
            r#"{{"format": "steerwright-preset", "format_version": 1, "id": 1, "name": "G", "motion": {{"steered": {{"behaviors": [{{"behavior": {{"follow_path": {{"start": {{"node": {start}}}}}}}}}]}}}}}}"#
        )
    };
    read_preset(&preset("2.0")).expect("a whole number");
    for start in ["3.4e38", "1e300", "18446744073709551616", "-1e300", "1e16"] {
        assert!(read_preset(&preset(start)).is_err(), "{start}");
    }
}
