//! Exports for Tiled, loaded and saved by Tiled, loaded by pytmx, and imported again.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::rounding::round_numbers;
use steerwright_runtime::geometry::vector::segment_distance;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Node, NodeId, PathId, PatrolPath, Preset, PresetId, Scene,
};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{Exported, SCENES, exported, shipped};
use steerwright_testing::full_scene::{full_scene, without_file_references};

pub const TESTS: EngineTests = engine_tests![
    [Tiled] => tiled_reads_each_format_and_writes_the_same,
    also [Tiled] => each_format_restores_the_scene,
    [] => the_map_contains_the_exact_numbers_and_all_objects_lie_inside_it,
    [] => agents_start_at_their_points_and_follow_the_lines_of_the_map,
    [PythonModules] => pytmx_reads_the_same_objects,
    [] => the_same_scene_gives_the_same_bytes,
];

fn usual() -> ExportOptions {
    ExportTarget::Tiled.default_options()
}

/// All axes and units; only the defaults for long scenes.
fn placements(scene: &Scene) -> Vec<ExportOptions> {
    let origin = DVec2::new(4.0, -2.0);
    let others = [
        ExportOptions::default(),
        ExportOptions {
            scale: 0.5,
            origin,
            ..usual()
        },
        ExportOptions {
            y_down: false,
            scale: 100.0,
            origin,
            ..usual()
        },
    ];
    let is_long = scene.paths.iter().any(|path| path.nodes.len() > 1000);
    [usual()]
        .into_iter()
        .chain(others.into_iter().filter(|_| !is_long))
        .collect()
}

/// Names that need escaping, duplicate names, and paths with few nodes.
fn hostile() -> Scene {
    let names = [
        "a \"b\" 'c' <d> & ]]> -- */ \\ \u{7f}",
        "line\nfeed\r\ttab ",
        "गश्ती दल 夜警 🦊",
        "<script>alert(1)</script>",
        "",
        "same",
        "same",
        "x].y = os.exit() --[[",
    ];
    let mut scene = Scene {
        name: names[2].into(),
        notes: names[0].into(),
        ..Scene::default()
    };
    for (i, name) in names.iter().enumerate() {
        let id = i as u32 + 1;
        scene
            .presets
            .push(Preset::steered(PresetId(id), *name, []).into());
        let mut path = PatrolPath::new(PathId(id), *name);
        path.traversal = [Traversal::Once, Traversal::Loop, Traversal::PingPong][i % 3];
        path.shape = if i % 2 == 0 {
            Shape::Straight
        } else {
            Shape::CatmullRom
        };
        path.nodes = (0..i as u32 % 4)
            .map(|n| Node::at(NodeId(n + 1), DVec2::new(f64::from(n) * 0.1, -0.3)))
            .collect();
        scene.paths.push(path.into());
        let mut agent = Agent::at(
            AgentId(id),
            *name,
            PresetId(id),
            DVec2::new(0.1 + f64::from(id), 0.2),
        );
        agent.path = Some(PathId(id));
        Arc::make_mut(&mut scene.agents).push(agent);
    }
    round_numbers(&mut scene);
    scene
}

fn long_path() -> Scene {
    let mut path = PatrolPath::new(PathId(1), "long");
    let place = |n: u32| DVec2::new(f64::from(n % 100) * 0.7, f64::from(n / 100) * 0.3);
    path.nodes = (0..10_000)
        .map(|n| Node {
            wait: f64::from(n % 7),
            ..Node::at(NodeId(n + 1), place(n))
        })
        .collect();
    let mut scene = Scene {
        name: "Long".into(),
        paths: vec![path.into()],
        ..Scene::default()
    };
    round_numbers(&mut scene);
    scene
}

fn file(exported: &Exported, ending: &str) -> std::path::PathBuf {
    exported
        .folder
        .path()
        .join(format!("{}.{ending}", exported.file_name))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn imported(path: &Path) -> Scene {
    let name = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    export::import(&name, &read(path))
        .expect("a known ending")
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Tiled without a display, with its settings in `home`.
fn tiled(program: &str, home: &Path) -> Command {
    let mut command = Engine::Tiled.program(program);
    for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env(variable, home);
    }
    command.env("QT_QPA_PLATFORM", "offscreen");
    command
}

/// Converts a file with Tiled.
fn save_with_tiled(format: &str, from: &Path, to: &Path) {
    let mut command = tiled("tiled", from.parent().expect("a folder"));
    run_well(command.arg("--export-map").arg(format).arg(from).arg(to));
    assert!(to.is_file(), "Tiled wrote no {}", to.display());
}

/// The lines of a Lua table in Tiled's format, without trailing commas and with six digits per number.
fn lua_lines(text: &str) -> Vec<String> {
    let six = |word: &str| match word.parse::<f64>() {
        Ok(number) => format!("{number:.5e}"),
        Err(_) => word.to_owned(),
    };
    let words = |line: &str| {
        line.split(' ')
            .map(|word| six(word.trim_end_matches(',')))
            .collect::<Vec<_>>()
            .join(" ")
    };
    text.lines()
        .filter(|line| !line.contains("[\"exact\"]"))
        .map(words)
        .collect()
}

fn tiled_reads_each_format_and_writes_the_same() {
    for scene in SCENES
        .map(shipped)
        .into_iter()
        .chain([full_scene(), hostile()])
    {
        for options in placements(&scene) {
            let exported = exported(&scene, ExportTarget::Tiled, &options);
            let folder = exported.folder.path();
            let [tmx, tmj, lua] = ["tmx", "tmj", "lua"].map(|ending| file(&exported, ending));
            let [by_tmx, by_tmj, by_lua] =
                ["x.tmj", "j.tmj", "x.lua"].map(|name| folder.join(name));
            save_with_tiled("json", &tmx, &by_tmx);
            save_with_tiled("json", &tmj, &by_tmj);
            save_with_tiled("lua", &tmx, &by_lua);
            let ours: Value = serde_json::from_str(&read(&tmj)).expect("JSON");
            for theirs in [by_tmx, by_tmj] {
                let theirs: Value = serde_json::from_str(&read(&theirs)).expect("JSON");
                assert!(
                    floats(&ours) == floats(&theirs),
                    "{}: Tiled makes something else of it",
                    scene.name
                );
            }
            if scene.name != hostile().name {
                // Tiled does not escape what Lua cannot hold.
                for (ours, theirs) in lua_lines(&read(&lua)).iter().zip(lua_lines(&read(&by_lua))) {
                    assert_eq!(*ours, theirs, "{}", scene.name);
                }
            }
            let picture = folder.join("picture.png");
            let mut rasterizer = tiled("tmxrasterizer", folder);
            run_well(rasterizer.args(["--size", "256"]).arg(&tmx).arg(&picture));
            assert!(picture.is_file());
        }
    }
}

/// JSON with all numbers as floats, because integers may be written either way.
fn floats(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(floats).collect(),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(key, value)| (key.clone(), floats(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

fn each_format_restores_the_scene(saved_by: Option<Engine>) {
    for scene in SCENES
        .map(shipped)
        .into_iter()
        .chain([full_scene(), hostile(), long_path()])
    {
        let wanted = without_file_references(&scene);
        for options in placements(&scene)
            .into_iter()
            .filter(|options| options.scale != 0.5)
        {
            let exported = exported(&scene, ExportTarget::Tiled, &options);
            if saved_by.is_none() {
                for ending in ["tmx", "tmj", "lua"] {
                    assert!(
                        imported(&file(&exported, ending)) == wanted,
                        "{} is another scene from {ending}",
                        scene.name
                    );
                }
                continue;
            }
            for (format, ending) in [("tmx", "tmx"), ("json", "tmj"), ("lua", "lua")] {
                let saved = exported.folder.path().join(format!("saved.{ending}"));
                // Tiled's Lua leaves control characters as they are.
                if ending == "lua" && scene.name == hostile().name {
                    continue;
                }
                save_with_tiled(format, &file(&exported, "tmx"), &saved);
                assert!(
                    imported(&saved) == wanted,
                    "{} is another scene once Tiled saved it as {ending}",
                    scene.name
                );
            }
        }
    }
}

fn the_map_contains_the_exact_numbers_and_all_objects_lie_inside_it() {
    for scene in SCENES
        .map(shipped)
        .into_iter()
        .chain([full_scene(), long_path()])
    {
        for options in placements(&scene) {
            let exported = exported(&scene, ExportTarget::Tiled, &options);
            let map: Value = serde_json::from_str(&read(&file(&exported, "tmj"))).expect("JSON");
            let text =
                &export::export(&scene, ExportTarget::Json, &options).expect("an export")[0].bytes;
            let json: Value = serde_json::from_slice(text).expect("JSON");
            let number = |value: &Value, key: &str| {
                value[key].as_f64().unwrap_or_else(|| panic!("no {key}"))
            };
            let layer = |name: &str| {
                map["layers"]
                    .as_array()
                    .expect("layers")
                    .iter()
                    .find(|layer| layer["name"] == name)
                    .expect("a layer")
            };
            let objects = |name: &str| layer(name)["objects"].as_array().expect("objects").clone();
            let property = |object: &Value, name: &str| {
                let list = object["properties"].as_array().expect("properties");
                list.iter()
                    .find(|property| property["name"] == name)
                    .map(|property| property["value"].clone())
            };
            for (kind, id) in [("agents", "agent_id"), ("markers", "marker_id")] {
                let mut compared = 0;
                for object in objects(kind)
                    .iter()
                    .filter(|object| object["type"] != "pointer")
                {
                    let id = property(object, id).expect("an id");
                    let item = json[kind]
                        .as_array()
                        .expect("items")
                        .iter()
                        .find(|item| item["id"] == id)
                        .expect("it is there");
                    assert_eq!(
                        (number(object, "x"), number(object, "y")),
                        (number(item, "x"), number(item, "y"))
                    );
                    compared += 1;
                }
                assert_eq!(compared, json[kind].as_array().expect("items").len());
            }
            let mut rings = objects("nodes").into_iter();
            for (object, path) in objects("paths")
                .iter()
                .zip(json["paths"].as_array().expect("paths"))
            {
                let points = object["polyline"]
                    .as_array()
                    .or(object["polygon"].as_array())
                    .cloned()
                    .unwrap_or_default();
                assert_eq!(object.get("polygon").is_some(), path["closed"] == true);
                let origin = (number(object, "x"), number(object, "y"));
                for (point, node) in points.iter().zip(path["nodes"].as_array().expect("nodes")) {
                    let offset = |axis: &str, origin: f64| {
                        steerwright_runtime::geometry::decimal::rounded(number(node, axis) - origin)
                    };
                    assert_eq!(
                        (number(point, "x"), number(point, "y")),
                        (offset("x", origin.0), offset("y", origin.1))
                    );
                    let ring = rings.next().expect("a ring");
                    assert_eq!(
                        number(&ring, "width"),
                        steerwright_runtime::geometry::decimal::rounded(
                            2.0 * number(node, "radius")
                        )
                    );
                    assert_eq!(
                        property(&ring, "wait").and_then(|wait| wait.as_f64()),
                        node["wait"].as_f64()
                    );
                }
            }
            let (width, height) = (
                number(&map, "width") * number(&map, "tilewidth"),
                number(&map, "height") * number(&map, "tileheight"),
            );
            for (layer, object) in map["layers"]
                .as_array()
                .expect("layers")
                .iter()
                .filter(|l| l["type"] == "objectgroup")
                .flat_map(|l| {
                    l["objects"]
                        .as_array()
                        .expect("objects")
                        .iter()
                        .map(move |o| (l, o))
                })
            {
                let (x, y) = (
                    number(object, "x") + number(layer, "offsetx"),
                    number(object, "y") + number(layer, "offsety"),
                );
                assert!(
                    x >= 0.0
                        && y >= 0.0
                        && x + number(object, "width") <= width
                        && y + number(object, "height") <= height,
                    "{object}"
                );
            }
        }
    }
}

/// Compares the map with the trace: agents start at their points, and agents that follow a path stay near its line.
fn agents_start_at_their_points_and_follow_the_lines_of_the_map() {
    let mut walked = 0;
    for name in SCENES.into_iter().chain(["curved-loop"]) {
        let exported = exported(&shipped(name), ExportTarget::Tiled, &usual());
        let map: Value = serde_json::from_str(&read(&file(&exported, "tmj"))).expect("JSON");
        let layers = map["layers"].as_array().expect("layers");
        let objects: Vec<&Value> = layers
            .iter()
            .flat_map(|layer| layer["objects"].as_array().expect("objects"))
            .collect();
        let property = |object: &Value, name: &str| {
            let list = object["properties"].as_array().expect("properties");
            list.iter()
                .find(|property| property["name"] == name)
                .map(|property| property["value"].clone())
        };
        let point = |value: &Value| {
            DVec2::new(
                value["x"].as_f64().expect("x"),
                value["y"].as_f64().expect("y"),
            )
        };
        let agents = exported.scene.agents.len();
        for agent in objects.iter().filter(|object| object["type"] == "agent") {
            let id = property(agent, "agent_id")
                .and_then(|id| id.as_u64())
                .expect("an id") as u32;
            let places: Vec<DVec2> = exported
                .trace
                .iter()
                .filter(|place| place.agent == id)
                .map(|place| DVec2::new(place.x, place.y))
                .collect();
            // Spawners add rows.
            let has_all = exported.trace.len() == agents * places.len();
            assert!(places.len() > 500 && (has_all || !exported.scene.spawners.is_empty()));
            let scattered = property(agent, "scatter_max")
                .and_then(|max| max.as_f64())
                .unwrap_or(0.0);
            assert!(
                (places[0] - point(agent)).length() <= scattered,
                "agent {id} of {name} starts elsewhere"
            );
            let Some(path) = property(agent, "path")
                .and_then(|id| objects.iter().find(|object| object["id"] == id).copied())
            else {
                continue;
            };
            let line = property(path, "curve")
                .and_then(|id| objects.iter().find(|object| object["id"] == id).copied())
                .unwrap_or(path);
            let mut points: Vec<DVec2> = line["polyline"]
                .as_array()
                .or(line["polygon"].as_array())
                .expect("a line")
                .iter()
                .map(|p| point(line) + point(p))
                .collect();
            if line.get("polygon").is_some() {
                points.push(points[0]);
            }
            let distance = |place: DVec2| {
                points
                    .windows(2)
                    .map(|ends| segment_distance(ends[0], ends[1], place))
                    .fold(f64::INFINITY, f64::min)
            };
            let radius = property(path, "radius")
                .and_then(|radius| radius.as_f64())
                .expect("a radius");
            let came = places
                .iter()
                .position(|place| distance(*place) <= radius)
                .expect("it comes to its path");
            for place in &places[came..] {
                // A bend is cut, or swung out of, by no more than a radius and what the turn takes.
                assert!(
                    distance(*place) <= 2.0 * radius,
                    "agent {id} of {name} is {} off its path",
                    distance(*place)
                );
            }
            walked += 1;
        }
    }
    assert!(walked >= 4, "only {walked} walked a path");
}

fn pytmx_reads_the_same_objects() {
    for scene in SCENES
        .map(shipped)
        .into_iter()
        .chain([full_scene(), hostile(), long_path()])
    {
        for options in placements(&scene) {
            let exported = exported(&scene, ExportTarget::Tiled, &options);
            let mut python = Engine::PythonModules.command();
            let printed = run_well(
                python
                    .arg("tests/engines/tiled/read.py")
                    .arg(file(&exported, "tmx")),
            );
            let line = printed.lines().last().unwrap_or_default();
            let read_by_pytmx: Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {printed}"));
            let map: Value = serde_json::from_str(&read(&file(&exported, "tmj"))).expect("JSON");
            let properties = |owner: &Value| -> Value {
                let list = owner["properties"].as_array().cloned().unwrap_or_default();
                Value::Object(
                    list.iter()
                        .map(|p| {
                            (
                                p["name"].as_str().expect("a name").to_owned(),
                                floats(&p["value"]),
                            )
                        })
                        .collect(),
                )
            };
            assert_eq!(floats(&read_by_pytmx["properties"]), properties(&map));
            for (ours, theirs) in map["layers"]
                .as_array()
                .expect("layers")
                .iter()
                .filter(|layer| layer["type"] == "objectgroup")
                .zip(read_by_pytmx["layers"].as_array().expect("layers"))
            {
                let (objects, read) = (
                    ours["objects"].as_array().expect("objects"),
                    theirs["objects"].as_array().expect("objects"),
                );
                assert_eq!(
                    (&ours["name"], objects.len()),
                    (&theirs["name"], read.len())
                );
                for (object, read) in objects.iter().zip(read) {
                    assert_eq!(
                        (&object["id"], &object["name"], &object["type"]),
                        (&read["id"], &read["name"], &read["class"])
                    );
                    let number = |value: &Value, key: &str| value[key].as_f64().expect("a number");
                    assert_eq!(
                        (number(object, "x"), number(object, "y")),
                        (number(read, "x"), number(read, "y"))
                    );
                    assert_eq!(properties(object), floats(&read["properties"]));
                    let points = object["polyline"]
                        .as_array()
                        .or(object["polygon"].as_array())
                        .cloned()
                        .unwrap_or_default();
                    let placed = points.iter().map(|p| {
                        serde_json::json!([
                            number(object, "x") + number(p, "x"),
                            number(object, "y") + number(p, "y")
                        ])
                    });
                    if !points.is_empty() {
                        assert_eq!(read["points"], placed.collect::<Value>());
                    }
                }
            }
        }
    }
}

fn the_same_scene_gives_the_same_bytes() {
    for scene in [full_scene(), hostile()] {
        let files = || export::export(&scene, ExportTarget::Tiled, &usual()).expect("an export");
        assert_eq!(files(), files());
    }
}
