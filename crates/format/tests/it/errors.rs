//! What is wrong with a file is told with its place and a mend; nothing hostile breaks the reader.

use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;
use steerwright_analysis::lint::findings;
use steerwright_format::{
    FORMAT_VERSION, FormatError, load_scene, read_preset, read_scene, write_preset, write_scene,
};
use steerwright_runtime::scene::{PathId, Preset, PresetId, Scene};
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
    let wanted = [
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
    assert_eq!(found, BTreeSet::from(wanted));
    for pointer in &found {
        assert!(file.pointer(pointer).is_some(), "{pointer} leads nowhere");
    }
}

#[test]
fn wrong_types_are_named_by_pointer_and_mended() {
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
        ("/cells/blocked/0", serde_json::json!([1])),
        ("/cells/blocked/0/1", 0.5.into()),
    ] {
        let message = fault(&with(pointer, wrong));
        let place = message.split_once(": ").map_or("", |(place, _)| place);
        assert!(
            place == pointer || place == pointer.rsplit_once('/').map_or("", |(parent, _)| parent),
            "{message}, not at {pointer}"
        );
        assert!(
            message.contains("schema") && !message.contains('`'),
            "no mend in {message}"
        );
    }
    let unknown_behavior = fault(&with(
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
fn missing_fields_are_named_where_they_are_missed() {
    for (parent, key) in [
        ("/presets/0", "id"),
        ("/paths/0", "id"),
        ("/paths/0/nodes/1", "x"),
        ("/markers/1", "y"),
        ("/agents/0", "preset"),
        ("/agents/0/scatter", "max"),
        ("/pointer", "y"),
        ("/presets/0/motion/steered/behaviors/3", "behavior"),
    ] {
        assert_eq!(
            fault(&without(parent, key)),
            format!("{parent}: the field \"{key}\" is missing; add it")
        );
    }
}

#[test]
fn what_may_be_left_out_takes_its_default() {
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
fn dangling_references_doubled_ids_and_numbers_out_of_range_are_named_and_mended() {
    for (pointer, wrong, place, mend) in [
        (
            "/agents/0/preset",
            77.into(),
            "/agents/0/preset",
            "there is no preset with the id 77; add one",
        ),
        (
            "/agents/0/path",
            77.into(),
            "/agents/0/path",
            "there is no path with the id 77; add one, or leave \"path\" out",
        ),
        (
            "/agents/0/target",
            serde_json::json!({ "marker": 77 }),
            "/agents/0/target",
            "there is no marker with the id 77",
        ),
        (
            "/agents/0/danger",
            serde_json::json!({ "agent": 77 }),
            "/agents/0/danger",
            "there is no agent with the id 77",
        ),
        (
            "/agents/0/leader",
            77.into(),
            "/agents/0/leader",
            "there is no agent with the id 77",
        ),
        (
            "/agents/0/leader",
            1.into(),
            "/agents/0/leader",
            "names the agent itself; choose another",
        ),
        (
            "/agents/1/id",
            1.into(),
            "/agents/1/id",
            "the id 1 is used twice",
        ),
        (
            "/presets/1/id",
            1.into(),
            "/presets/1/id",
            "the id 1 is used twice",
        ),
        (
            "/markers/1/id",
            1.into(),
            "/markers/1/id",
            "the id 1 is used twice",
        ),
        (
            "/paths/0/nodes/1/id",
            1.into(),
            "/paths/0/nodes/1/id",
            "the id 1 is used twice",
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
            "coordinates go from -1e9 to 1e9",
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
            "velocities go from",
        ),
        (
            "/agents/0/scatter/min",
            9.into(),
            "/agents/0/scatter",
            "wants 0 <= min <= max",
        ),
        ("/cells/size", 0.into(), "/cells/size", "use 0.001"),
    ] {
        let message = fault(&with(pointer, wrong));
        assert!(
            message
                .lines()
                .any(|line| line.starts_with(&format!("{place}: ")) && line.contains(mend)),
            "{message}, not {place}: {mend}"
        );
    }
}

#[test]
fn all_problems_are_told_at_once_each_on_its_line_with_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.scene.json");
    let mut file: Value = serde_json::from_str(&text_of_full_scene()).expect("JSON");
    file["cells"]["size"] = 0.into();
    file["agents"][0]["preset"] = 77.into();
    std::fs::write(&path, file.to_string()).expect("written");
    let message = load_scene(&path).expect_err("a fault").to_string();
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
fn an_unsound_scene_is_not_written() {
    let mut scene = full_scene();
    Arc::make_mut(&mut scene.agents)[0].preset = PresetId(77);
    assert!(
        matches!(write_scene(&scene), Err(FormatError::Unsound(problems)) if problems[0].pointer == "/agents/0/preset")
    );
    let mut preset = Preset::steered(PresetId(1), "Ghost", []);
    preset.body.mass = -1.0;
    assert!(
        matches!(write_preset(&preset), Err(FormatError::Unsound(problems)) if problems[0].pointer == "/body/mass")
    );
    preset.body.mass = 0.001 - 1e-13;
    assert!(
        write_preset(&preset).is_ok(),
        "what rounding mends is no problem"
    );
}

#[test]
fn newer_versions_and_other_files_are_refused_in_a_sentence() {
    let newer = fault(&with("/format_version", (FORMAT_VERSION + 1).into()));
    assert_eq!(
        newer,
        "/format_version: the file has version 2 and needs a reader of version 2; this one is of version 1: use a newer Steerwright"
    );
    assert!(fault(&with("/format_version", u64::MAX.into())).contains("newer Steerwright"));
    for wrong in [0.into(), (-1).into(), 1.5.into(), "1".into(), Value::Null] {
        assert!(fault(&with("/format_version", wrong)).starts_with("/format_version: "));
    }
    assert!(fault(&without("", "format_version")).starts_with("/format_version: "));
    assert!(fault(&without("", "format")).contains("no \"format\""));
    assert!(
        fault(&with("/format", "steerwright-preset".into()))
            .contains("its \"format\" is \"steerwright-preset\"")
    );
    for other in ["[]", "null", "5", "\"scene\"", "{}"] {
        assert!(
            fault(other).starts_with("/format: this is not a steerwright-scene file"),
            "{other}"
        );
    }
    assert!(
        read_preset(&text_of_full_scene()).is_err(),
        "a scene is no preset"
    );
}

#[test]
fn syntax_errors_have_line_and_column() {
    let text = text_of_full_scene();
    assert!(fault(&text.replacen("\"Full\",", "\"Full\"", 1)).starts_with("5:"));
    for (broken, place) in [
        ("", "1:1"),
        ("\n\n", "3:1"),
        ("{", "1:1"),
        ("{ \"format\": nothing }", "1:1"),
        ("{}x", "1:3"),
    ] {
        let message = fault(broken);
        assert!(
            names_a_place(&message) && message.starts_with(&place[..2]),
            "{broken:?}: {message}"
        );
        assert!(message.contains("this is not JSON"), "{message}");
    }
}

#[test]
fn a_scene_cut_at_any_byte_is_an_error_with_a_place() {
    let text = text_of_full_scene();
    let whole = text.trim_end().len();
    for end in (0..whole).filter(|&end| text.is_char_boundary(end)) {
        let message = fault(&text[..end]);
        assert!(names_a_place(&message), "cut at {end}: {message}");
    }
    assert!(read_scene(&text[..whole]).is_ok());
    // In a file a character may be cut in two.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cut.scene.json");
    let fox = text.find('🦊').expect("a long character");
    for end in fox - 4..fox + 5 {
        std::fs::write(&path, &text.as_bytes()[..end]).expect("written");
        let message = load_scene(&path).expect_err("cut").to_string();
        assert!(
            names_a_place(
                message
                    .strip_prefix(&format!("{}:", path.display()))
                    .expect("the file")
            ),
            "{message}"
        );
    }
}

#[test]
fn hostile_texts_are_refused_calmly() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(fault(&deep(200_000)).contains("this is not JSON"));
    assert!(fault(&with("/name", Value::Null).replace("null", &deep(100))).starts_with('/'));
    for number in [
        "1e999",
        "-1e999",
        "1e308",
        "123456789012345678901234567890",
        "1e-400",
    ] {
        let text = with("/pointer/x", Value::Null).replacen("null", number, 1);
        match read_scene(&text) {
            Ok(loaded) => assert_eq!(loaded.value.pointer.x, 0.0, "{number}"),
            Err(fault) => assert!(names_a_place(&fault.to_string()), "{number}: {fault}"),
        }
    }
    assert!(fault("{\0}").starts_with("1:2: "));
    assert!(fault(&text_of_full_scene().replace("Full", "Fu\0ll")).starts_with("4:"));
    let escaped = read_scene(&text_of_full_scene().replace("Full", "Fu\\u0000ll"))
        .expect("an escaped NUL is a character");
    assert_eq!(
        read_scene(&write_scene(&escaped.value).expect("sound"))
            .expect("readable")
            .value,
        escaped.value
    );
}

#[test]
fn messages_quote_a_file_in_one_short_harmless_line() {
    let hostile = format!("\u{1b}[31m\n\u{202e}{}", "z".repeat(100_000));
    let shape = with("/paths/0/shape", Value::from(hostile.as_str()));
    let kind = with("/name", Value::Null).replacen(
        "null",
        &format!("[{}]", Value::from(hostile.as_str())),
        1,
    );
    let format = with("/format", Value::from(hostile.as_str()));
    let mut nested = serde_json::Map::new();
    nested.insert(hostile.clone(), Value::from(1));
    let behavior = with(
        "/presets/0/motion/steered/behaviors/0/behavior",
        Value::Object(nested),
    );
    for text in [shape, kind, format, behavior] {
        let told = fault(&text);
        assert!(
            told.chars().count() < 800
                && !told.contains(|c: char| c.is_control() || c == '\u{202e}'),
            "{told:?}"
        );
    }
    let mut scene = full_scene();
    scene.unit = hostile.clone();
    let path = scene.path_mut(PathId(3)).expect("the path");
    (path.name, path.nodes) = (hostile, Vec::new());
    let findings = findings(&scene);
    assert!(
        findings
            .iter()
            .any(|finding| finding.headline.contains("zzz"))
    );
    for told in findings.iter().map(ToString::to_string) {
        assert!(
            told.chars().count() < 800
                && !told.contains(|c: char| c.is_control() || c == '\u{202e}'),
            "{told:?}"
        );
    }
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_accepted() {
    let text = text_of_full_scene();
    for text in [
        format!("\u{feff}{text}"),
        text.replace('\n', "\r\n"),
        format!("\u{feff}{}", text.replace('\n', "\r\n")),
    ] {
        assert_eq!(read_scene(&text).expect("readable").value, full_scene());
    }
}

#[test]
fn files_that_cannot_be_read_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = load_scene(&folder.path().join("none.scene.json"))
        .expect_err("missing")
        .to_string();
    assert!(
        missing.contains("none.scene.json: cannot read") && missing.contains("check the name"),
        "{missing}"
    );
    assert!(load_scene(folder.path()).is_err(), "a folder is no file");
    let latin = folder.path().join("latin.scene.json");
    std::fs::write(&latin, b"{\n  \"name\": \"M\xfcller\"\n}").expect("written");
    assert!(
        load_scene(&latin)
            .expect_err("not UTF-8")
            .to_string()
            .contains("latin.scene.json:2:13: ")
    );
}
