//! The numbers and objects of exported maps; see [`crate::tiled`].

use crate::tiled::{file, floats, hostile, long_path, placements, read, usual};
use serde_json::Value;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::geometry::vector::segment_distance;
use steerwright_runtime::glam::DVec2;
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{SCENES, exported, shipped};
use steerwright_testing::full_scene::full_scene;

pub const TESTS: EngineTests = engine_tests![
    [] => the_map_contains_the_exact_numbers_and_all_objects_lie_inside_it,
    [] => agents_start_at_their_points_and_follow_the_lines_of_the_map,
    [PythonModules] => pytmx_reads_the_same_objects,
];

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

/// Compares the map with the trace: agents start at their points, and agents that follow a path
/// stay near its line.
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
