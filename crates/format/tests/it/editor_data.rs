//! What only the editor uses has a section of its own in scene files.

use serde_json::{Value, json};
use steerwright_format::{read_scene, write_scene};
use steerwright_runtime::scene::{AgentId, GroupId, MarkerId, PathId, PictureId};
use steerwright_testing::full_scene::{error_of, full_scene, with, without};

const OLD: &str = include_str!("../fixtures/v1/editor-data-in-items.scene.json");

#[test]
fn editor_data_is_written_to_one_section() {
    let text = write_scene(&full_scene()).expect("a valid scene");
    let mut file: Value = serde_json::from_str(&text).expect("JSON");
    let editor = file
        .as_object_mut()
        .and_then(|fields| fields.remove("editor"))
        .expect("the section");
    assert_eq!(
        editor["paths"],
        json!({ "3": { "group": 1, "hidden": true, "locked": true } })
    );
    assert_eq!(editor["markers"], json!({ "1": { "group": 1 } }));
    assert_eq!(editor["agents"], json!({ "1": { "locked": true } }));
    assert_eq!(editor["groups"][0]["name"], "Night");
    assert_eq!(editor["exports"][0]["folder"], "../game");
    assert_eq!(editor["pictures"][1]["file"], "../plan.svg");
    assert_eq!(editor["picture_props"], json!({ "2": { "locked": true } }));
    assert_eq!(editor["area_props"], json!({ "2": { "locked": true } }));
    assert_eq!(editor["spawner_props"], json!({ "1": { "group": 1 } }));
    let requirements: Vec<&Value> = (0..2).map(|i| &editor["areas"][i]["requirement"]).collect();
    assert_eq!(
        requirements,
        [
            &json!({ "no_gap_over": 8.5 }),
            &json!({ "watched_at_least": 62.5 })
        ]
    );
    assert_eq!(editor["areas"][1]["watched_if"], "every");
    let rest = file.to_string();
    for word in [
        "group",
        "hidden",
        "\"locked\"",
        "Night",
        "../game",
        "plan.svg",
    ] {
        assert!(!rest.contains(word), "{word}");
    }
}

#[test]
fn editor_data_in_items_is_read_as_the_section() {
    let old = read_scene(OLD).expect("readable");
    assert_eq!(old.unknown_fields, [""; 0]);
    let scene = old.value;
    let editor = &scene.editor;
    let props = editor.props(PathId(3));
    assert_eq!(
        (props.group, props.hidden, props.locked),
        (Some(GroupId(1)), true, true)
    );
    assert_eq!(editor.props(PathId(4)), Default::default());
    assert_eq!(editor.props(MarkerId(1)).group, Some(GroupId(2)));
    assert!(editor.is_hidden(MarkerId(1)), "with its group");
    assert!(editor.props(AgentId(1)).locked);
    let group = editor.group(GroupId(1)).expect("the group");
    assert_eq!(
        (group.name.as_str(), group.parent),
        ("Night", Some(GroupId(2)))
    );
    assert_eq!(editor.exports[0].options.scale, 32.0);

    let text = write_scene(&scene).expect("a valid scene");
    assert!(!text.contains("outline") && text.contains("\"editor\""));
    assert_eq!(read_scene(&text).expect("readable").value, scene);
}

#[test]
fn old_editor_data_beside_the_section_is_reported() {
    let mut file: Value = serde_json::from_str(OLD).expect("JSON");
    file["editor"] = json!({ "groups": [{ "id": 7, "name": "New" }] });
    let loaded = read_scene(&file.to_string()).expect("readable");
    assert_eq!(loaded.value.editor.groups[0].name, "New");
    let mut unknown = loaded.unknown_fields;
    unknown.sort();
    assert_eq!(
        unknown,
        [
            "/agents/0/outline",
            "/exports",
            "/groups",
            "/markers/0/outline",
            "/paths/0/outline"
        ]
    );
}

#[test]
fn editor_data_of_missing_items_and_groups_is_not_read() {
    let mut file: Value = serde_json::from_str(OLD).expect("JSON");
    file["paths"].as_array_mut().expect("paths").remove(0);
    file["markers"][0]["outline"]["group"] = json!(77);
    let scene = read_scene(&file.to_string()).expect("readable").value;
    assert_eq!(scene.editor.props(MarkerId(1)).group, None);
    let text = write_scene(&scene).expect("a valid scene");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    // The path has gone; the marker has nothing left.
    assert!(file["editor"].get("paths").is_none() && file["editor"].get("markers").is_none());

    let mut file: Value = serde_json::from_str(OLD).expect("JSON");
    file["groups"][1]["id"] = json!(1);
    let error = read_scene(&file.to_string()).expect_err("two groups of one id");
    assert!(error.to_string().contains("/editor/groups/1"), "{error}");
}

#[test]
fn wrong_areas_are_reported_with_a_fix() {
    for (pointer, wrong, message) in [
        (
            "requirement",
            json!({ "no_gap_over": -1 }),
            "no_gap_over: -1 is out of range; use 0 to 600",
        ),
        (
            "requirement",
            json!({ "watched_at_least": 101 }),
            "watched_at_least: 101 is out of range; use 0 to 100",
        ),
        ("requirement", json!("sometimes"), "sometimes"),
        ("nodes/1/x", json!(1e10), "use -1e9 to 1e9"),
        ("nodes/1/id", json!(1), "id"),
    ] {
        let error = error_of(&with(&format!("/editor/areas/0/{pointer}"), wrong));
        assert!(
            error.contains(message) && error.contains("/editor/areas/"),
            "{error}"
        );
    }
    let error = error_of(&without("/editor/areas/0", "requirement"));
    assert!(error.contains("/editor/areas/0"), "{error}");
}

#[test]
fn wrong_tracks_are_reported_with_a_fix() {
    for (pointer, wrong, message) in [
        ("id", json!(1), "duplicate id 1"),
        ("ticks_per_second", json!(0), "use 1 to 1000"),
        ("from/x", json!(1e10), "use -1e9 to 1e9"),
        ("speeds/run", json!(-1), "use 0 to 1000000000"),
        ("inputs/0/ticks", json!(0), "use 1 or more"),
        ("inputs/0/ticks", json!(4_000_000_000_u32), "track ticks"),
        (
            "inputs/0/movement/direction/x",
            json!(2),
            "2 is out of range; use -1, 0 or 1",
        ),
        ("inputs/0/movement/direction/x", json!(0.5), "0.5"),
        (
            "inputs/1/movement/toward/y",
            json!(-1e10),
            "use -1e9 to 1e9",
        ),
        ("inputs/0/gait", json!("fly"), "fly"),
        ("expectations/0/ends_near/within", json!(-1), "use 0 to"),
        ("expectations/1/reaches/before", json!(-1), "use 0 to"),
        ("expectations/2/seen_at/seconds", json!(1e9), "use 0 to"),
        ("expectations/3", json!("always_seen"), "always_seen"),
    ] {
        let error = error_of(&with(&format!("/editor/tracks/0/{pointer}"), wrong));
        assert!(
            error.contains(message) && error.contains("/editor/tracks"),
            "{pointer}: {error}"
        );
    }
}

/// What a track refers to need not exist: nothing that was recorded is lost when a file is read.
#[test]
fn tracks_of_agents_that_do_not_exist_are_kept() {
    let scene = full_scene();
    assert!(scene.agent(scene.editor.tracks[1].agent).is_none());
    let text = write_scene(&scene).expect("a valid scene");
    let read = read_scene(&text).expect("readable");
    assert_eq!(read.unknown_fields, [""; 0]);
    assert_eq!(read.value.editor.tracks, scene.editor.tracks);
}

#[test]
fn wrong_pictures_are_reported_with_a_fix() {
    for (pointer, wrong, message) in [
        ("file", json!(""), "not the path of a file"),
        ("file", json!("a\u{0}b.png"), "not the path of a file"),
        ("width", json!(0), "0 is out of range; use 0.000001 to"),
        ("height", json!(1e10), "out of range; use 0.000001 to"),
        ("opacity", json!(1.5), "1.5 is out of range; use 0 to 1"),
        ("rotation", json!(-361), "-361 is out of range"),
        ("position/x", json!(2e9), "2000000000 is out of range"),
        ("id", json!(1), "duplicate id 1"),
    ] {
        let pointer = format!("/editor/pictures/0/{pointer}");
        let error = error_of(&with(&pointer, wrong));
        assert!(
            error.contains(message) && error.contains("/editor/pictures/"),
            "{error}"
        );
    }
    let error = error_of(&without("/editor/pictures/0", "file"));
    assert!(
        error.contains("/editor/pictures/0") && error.contains("file"),
        "{error}"
    );
}

#[test]
fn a_picture_that_says_little_is_read() {
    let text = r#"{"format":"steerwright-scene","format_version":1,
        "editor":{"pictures":[{"id":7,"file":"a.png","width":2,"height":1}],"picture_props":{"7":{"locked":true},"8":{"locked":true}}}}"#;
    let loaded = read_scene(text).expect("readable");
    assert_eq!(loaded.unknown_fields, [""; 0]);
    let scene = loaded.value;
    let picture = scene.picture(PictureId(7)).expect("the picture");
    assert_eq!((picture.opacity, picture.rotation), (1.0, 0.0));
    assert!(scene.editor.is_locked(PictureId(7)) && !scene.editor.is_locked(PictureId(8)));
    assert!(!scene.is_empty(), "a scene with a picture is not empty");
}
