//! The export for GameMaker: the script is parsed as GML, calls only functions of GameMaker, and is
//! run as JavaScript, because it is valid in both languages. GameMaker itself is not available.

use crate::gamemaker_metadata::in_script;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{ContactId, Scene, SpawnPlace, SpawnWhen};
use steerwright_testing::engine::{Engine, run, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{SCENES, exported, shipped};
use steerwright_testing::full_scene::full_scene;
use steerwright_testing::hard_scenes::{HARD_NAMES, hostile, long_path};
use steerwright_testing::pictured_scene::pictured;
use steerwright_testing::root;

pub const TESTS: EngineTests = engine_tests![
    [NodeModules] => the_script_creates_the_whole_scene,
    [NodeModules] => pictures_are_structs,
    [NodeModules] => spawners_and_contact_rules_are_structs,
    [NodeModules] => difficult_names_and_paths_are_exported,
    [] => functions_of_different_scenes_have_different_names,
    [NodeModules] => the_checker_detects_errors,
];

/// Node.js with the checker.
fn checker() -> Command {
    let mut command = Engine::NodeModules.command();
    command.arg(root().join("tests/engines/gamemaker/check.mjs"));
    command
}

/// The data that the script creates.
pub fn made(scene: &Scene, options: &ExportOptions) -> Value {
    let mut checker = checker();
    let exported = exported(scene, ExportTarget::GameMaker, options);
    let script = exported
        .folder
        .path()
        .join(format!("{}.gml", exported.file_name));
    let printed = run_well(
        checker.arg(script).arg(
            exported
                .folder
                .path()
                .join("steerwright/README-gamemaker.md"),
        ),
    );
    serde_json::from_str(&printed).expect("JSON")
}

/// The JSON export of the same scene.
pub fn plain(scene: &Scene, options: &ExportOptions) -> Value {
    let files = export::export(scene, ExportTarget::Json, options).expect("an export");
    serde_json::from_slice(&files[0].bytes).expect("JSON")
}

pub fn placements() -> [ExportOptions; 3] {
    let plain = ExportOptions::default();
    let origin = DVec2::new(-3.5, 2.25);
    [
        plain,
        ExportOptions {
            y_down: true,
            scale: 32.0,
            ..plain
        },
        ExportOptions {
            y_down: true,
            scale: 0.37,
            origin,
            ..plain
        },
    ]
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

fn near(found: &Value, expected: &Value) -> bool {
    match (found.as_f64(), expected.as_f64()) {
        (Some(found), Some(expected)) => (found - expected).abs() <= 1e-9,
        // JSON leaves out what is undefined.
        _ => found.is_null() && expected.is_null(),
    }
}

/// Compares the data of the script with the JSON export of the same scene.
pub fn check(scene: &Scene, options: &ExportOptions) {
    let (made, plain) = (made(scene, options), plain(scene, options));
    assert_eq!(made["name"], plain["name"]);
    assert_eq!(list(&made["paths"]).len(), scene.paths.len());
    for (path, expected) in list(&made["paths"]).iter().zip(list(&plain["paths"])) {
        assert_eq!(
            (&path["number"], &path["name"], &path["ends"]),
            (&expected["id"], &expected["name"], &expected["traversal"])
        );
        assert_eq!(
            (&path["path"]["kind"], &path["path"]["closed"]),
            (&json!(0), &expected["closed"])
        );
        let points = list(&path["path"]["points"]);
        assert_eq!(points.len(), list(&expected["points"]).len());
        for (point, expected) in points.iter().zip(list(&expected["points"])) {
            assert!(
                near(&point[0], &expected[0]) && near(&point[1], &expected[1]),
                "{point}, expected {expected}"
            );
        }
        let length = expected["length"].as_f64().expect("a number");
        assert_eq!(list(&path["nodes"]).len(), list(&expected["nodes"]).len());
        for (node, expected_node) in list(&path["nodes"]).iter().zip(list(&expected["nodes"])) {
            for (field, other) in [
                ("x", "x"),
                ("y", "y"),
                ("radius", "radius"),
                ("wait", "wait"),
                ("max_speed", "speed"),
                ("number", "id"),
            ] {
                assert!(
                    near(&node[field], &expected_node[other]),
                    "{field} of {node}, expected {expected_node}"
                );
            }
            let point = node["point"].as_u64().expect("an index") as usize;
            assert!(near(&points[point][0], &node["x"]) && near(&points[point][1], &node["y"]));
            let along = expected["cumulative"][point].as_f64().expect("a number");
            assert!(
                (node["position"].as_f64().expect("a number") * length - along).abs()
                    <= 1e-8 * (1.0 + length)
            );
        }
        // The limit of a node holds on the way to it, as a part of the path's pace; that of the
        // first on the way back.
        let nodes = list(&expected["nodes"]);
        let pace = path["pace"].as_f64().expect("a number");
        for (i, point) in points.iter().enumerate() {
            let toward = nodes.iter().find(|node| {
                node["point"]
                    .as_u64()
                    .is_some_and(|point| point as usize >= i)
            });
            let limit = toward.unwrap_or(&nodes[0])["speed"]
                .as_f64()
                .map_or(pace, |speed| speed.min(pace));
            let percent = point[2].as_f64().expect("a number");
            assert!(
                (pace * percent / 100.0 - limit).abs() <= 1e-6 * (1.0 + pace),
                "{percent} % of {pace}, expected {limit}"
            );
        }
    }
    for (kind, fields) in [
        ("markers", ["name", "kind", "x", "y"]),
        ("agents", ["name", "preset", "x", "y"]),
    ] {
        assert_eq!(list(&made[kind]).len(), list(&plain[kind]).len());
        for (item, expected) in list(&made[kind]).iter().zip(list(&plain[kind])) {
            assert_eq!(item["number"], expected["id"]);
            for field in fields {
                assert!(
                    item[field] == expected[field] || near(&item[field], &expected[field]),
                    "{field} of {item}, expected {expected}"
                );
            }
        }
    }
    assert_eq!(list(&made["walls"]).len(), list(&plain["walls"]).len());
    for (wall, expected) in list(&made["walls"]).iter().zip(list(&plain["walls"])) {
        for (field, other) in [
            ("number", "id"),
            ("name", "name"),
            ("closed", "closed"),
            ("blocks_motion", "blocks_motion"),
            ("blocks_sight", "blocks_sight"),
            ("open", "open"),
        ] {
            assert_eq!(wall[field], expected[other], "{field}");
        }
        for (point, expected) in list(&wall["points"]).iter().zip(list(&expected["points"])) {
            assert!(near(&point[0], &expected[0]) && near(&point[1], &expected[1]));
        }
    }
    for (agent, expected) in list(&made["agents"]).iter().zip(list(&plain["agents"])) {
        assert_eq!(agent["path"], expected["path"], "by number");
        assert_eq!(
            list(&agent["behaviors"]).len(),
            list(&expected["behaviors"]).len()
        );
        for limit in ["mass", "max_speed", "max_force", "time_to_target", "radius"] {
            assert!(
                near(&agent["body"][limit], &expected["body"][limit]),
                "{limit}"
            );
        }
    }
}

fn the_script_creates_the_whole_scene() {
    for options in placements() {
        for name in SCENES.into_iter().chain(["guarded-yard"]) {
            check(&shipped(name), &options);
        }
    }
    check(
        &shipped("grid-chase"),
        &ExportTarget::GameMaker.default_options(),
    );
    let mut slow = shipped("curved-loop");
    for path in &mut slow.paths {
        let slow_ends = Arc::make_mut(path).nodes.iter_mut().step_by(2);
        slow_ends.for_each(|node| node.speed = Some(0.5));
    }
    check(&slow, &ExportTarget::GameMaker.default_options());
}

fn pictures_are_structs() {
    let made = made(&pictured(), &ExportTarget::GameMaker.default_options());
    let pictures = list(&made["pictures"]);
    let expected = json!({
        "number": 1, "name": "Yard", "file": "art/yard.png", "x": 96, "y": -64, "width": 128, "height": 64,
        "angle": 30, "mirrored": true, "opacity": 0.5, "shown": true,
    });
    // GameMaker has no sprites of maps.
    assert_eq!(pictures, [expected]);
}

fn spawners_and_contact_rules_are_structs() {
    let full = full_scene();
    let mut scenes = vec![full.clone(), shipped("squad")];
    let places = [
        SpawnPlace::Point(DVec2::new(3.0, -2.0)),
        SpawnPlace::Marker(full.markers[0].id),
        SpawnPlace::Agent(full.agents[0].id),
    ];
    for place in places {
        let mut scene = full.clone();
        let spawner = Arc::make_mut(&mut scene.spawners[0]);
        (spawner.place, spawner.when, spawner.path) = (place, SpawnWhen::Time, None);
        scenes.push(scene);
    }
    for scene in scenes {
        let options = ExportTarget::GameMaker.default_options();
        let (made, plain) = (made(&scene, &options), plain(&scene, &options));
        assert!(!scene.spawners.is_empty());
        assert_eq!(list(&made["spawners"]).len(), scene.spawners.len());
        for (spawner, expected) in list(&made["spawners"]).iter().zip(list(&plain["spawners"])) {
            let expected = in_script(expected);
            let spawner = in_script(spawner);
            for field in [
                "number",
                "name",
                "place",
                "scatter",
                "when",
                "trigger",
                "delay",
                "every",
                "jitter",
                "count",
                "times",
                "max_alive",
                "lifetime",
                "path",
                "target",
                "danger",
                "leader",
                "team",
                "preset",
            ] {
                assert_eq!(spawner[field], expected[field], "{field}");
            }
            assert!(near(
                &spawner["body"]["max_speed"],
                &expected["body"]["max_speed"]
            ));
            assert!(spawner["color"].is_number());
        }
        let rules = plain["contacts"].as_array().map_or(0, Vec::len);
        assert_eq!(list(&made["contacts"]).len(), rules);
        for (rule, expected) in list(&made["contacts"])
            .iter()
            .zip(plain["contacts"].as_array().into_iter().flatten())
        {
            let (rule, expected) = (in_script(rule), in_script(expected));
            for field in ["number", "name", "distance", "margin", "despawn"] {
                assert_eq!(rule[field], expected[field], "{field}");
            }
            let id = ContactId(rule["number"].as_f64().expect("a number") as u32);
            let own = scene.contact(id).expect("a rule");
            let name = |id| scene.preset(id).map(|preset| preset.name.as_str());
            let named = (rule["first"].as_str(), rule["second"].as_str());
            assert_eq!(named, (name(own.first), name(own.second)));
        }
    }
}

fn difficult_names_and_paths_are_exported() {
    let hostile_everywhere = placements().map(|options| (hostile(), options));
    for (scene, options) in hostile_everywhere
        .into_iter()
        .chain([long_path(), Scene::default()].map(|scene| (scene, ExportOptions::default())))
    {
        check(&scene, &options);
    }
    let made = made(&hostile(), &ExportOptions::default());
    let names: Vec<&str> = list(&made["agents"])
        .iter()
        .filter_map(|agent| agent["name"].as_str())
        .collect();
    assert_eq!(names, HARD_NAMES);
}

fn functions_of_different_scenes_have_different_names() {
    let names = [
        "Gate patrol",
        "Gate_patrol",
        "गश्ती दल",
        "夜警",
        "42",
        "",
        "game_end",
    ];
    let mut functions = BTreeSet::new();
    for name in names {
        let scene = Scene {
            name: name.into(),
            ..Scene::default()
        };
        let files = export::export(&scene, ExportTarget::GameMaker, &ExportOptions::default())
            .expect("an export");
        assert_eq!(
            files,
            export::export(&scene, ExportTarget::GameMaker, &ExportOptions::default())
                .expect("an export")
        );
        assert!(
            files.len() == 2
                && files[0].name.ends_with(".gml")
                && files[1].name == "steerwright/README-gamemaker.md"
        );
        let text = String::from_utf8(files[0].bytes.clone()).expect("text");
        let function = text
            .lines()
            .find_map(|line| line.strip_prefix("function ")?.strip_suffix("() {"))
            .expect("a function");
        assert!(
            function
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_'),
            "{function}"
        );
        assert!(functions.insert(function.to_owned()), "{function}");
    }
}

fn the_checker_detects_errors() {
    let mut scene = shipped("gate-patrol");
    Arc::make_mut(&mut scene.agents).truncate(1);
    let exported = exported(&scene, ExportTarget::GameMaker, &ExportOptions::default());
    let script = exported
        .folder
        .path()
        .join(format!("{}.gml", exported.file_name));
    let text = std::fs::read_to_string(&script).expect("a file");
    for (from, to) in [
        ("path_add_point(", "path_add_pint("),
        ("path_set_kind(_path, 0)", "path_set_kind(_path)"),
        ("_nodes = [];", "_nodes = [;"),
        ("number:", "id:"),
    ] {
        assert!(text.contains(from), "{from}");
        std::fs::write(&script, text.replacen(from, to, 1)).expect("a file");
        let mut checker = checker();
        let output = run(checker.arg(&script).arg(
            exported
                .folder
                .path()
                .join("steerwright/README-gamemaker.md"),
        ));
        assert!(!output.status.success(), "{to}");
    }
}
