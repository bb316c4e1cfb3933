//! What agents do at nodes, their teams and the lengths among them in Tiled's maps come back, and
//! errors name what was damaged.

use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{ExportOptions, LookAt, NodeAction, NodeId, Scene};
use steerwright_testing::full_scene::{full_scene, without_file_references};

const FORMATS: [&str; 3] = ["tmx", "tmj", "lua"];

fn exported(scene: &Scene, target: ExportTarget, ending: &str, options: &ExportOptions) -> String {
    let files = export::export(scene, target, options).expect("an export");
    let file = files.into_iter().find(|file| file.name.ends_with(ending));
    String::from_utf8(file.expect("a file").bytes).expect("text")
}

fn map(scene: &Scene, format: &str) -> String {
    let target = ExportTarget::Tiled;
    exported(scene, target, format, &target.default_options())
}

fn import(format: &str, text: &str) -> Scene {
    let imported = export::import(&format!("Full.{format}"), text).expect("a known format");
    imported.expect("a scene")
}

fn error(text: &str) -> String {
    let imported = export::import("Full.tmx", text).expect("a known format");
    imported.map(|_| ()).expect_err("an error").to_string()
}

fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no {from:?} in {text}");
    text.replace(from, to)
}

/// The map without the first object that contains `part`.
fn without_object(map: &str, part: &str) -> String {
    let objects = map.match_indices("<object ").map(|(start, _)| start);
    for start in objects {
        let end = "</object>";
        let length = map[start..].find(end).expect("its end") + end.len();
        if map[start..start + length].contains(part) {
            return format!("{}{}", &map[..start], &map[start + length..]);
        }
    }
    panic!("no object with {part:?}")
}

#[test]
fn scripts_and_teams_and_margins_come_back_in_each_format_and_placement() {
    let scene = full_scene();
    let placements = [
        ExportTarget::Tiled.default_options(),
        ExportOptions {
            y_down: false,
            scale: 100.0,
            origin: DVec2::new(4.0, -2.0),
            ..ExportTarget::Tiled.default_options()
        },
    ];
    for (format, options) in FORMATS
        .into_iter()
        .flat_map(|format| placements.iter().map(move |options| (format, options)))
    {
        let text = exported(&scene, ExportTarget::Tiled, format, options);
        let found = import(format, &text);
        assert_eq!(found.paths, scene.paths, "{format}");
        assert_eq!(found.agents, scene.agents, "{format}");
        assert_eq!(found.spawners, scene.spawners, "{format}");
        assert!(found == without_file_references(&scene), "{format}");
    }
}

#[test]
fn lengths_that_no_agent_needs_come_back() {
    let scene = Scene {
        name: "Full".into(),
        touch_margin: 0.3,
        route_tolerance: 0.7,
        ..Scene::default()
    };
    for format in FORMATS {
        assert_eq!(import(format, &map(&scene, format)), scene, "{format}");
    }
    let usual = Scene {
        touch_margin: Scene::default().touch_margin,
        route_tolerance: Scene::default().route_tolerance,
        ..scene
    };
    assert!(!map(&usual, "tmx").contains("margin"));
}

#[test]
fn points_are_coordinates_of_the_map() {
    let text = map(&full_scene(), "tmx");
    let moved = changed(&text, "&quot;x&quot;:112.0", "&quot;x&quot;:160.0");
    let moved = changed(&moved, "&quot;y&quot;:40.0", "&quot;y&quot;:64.0");
    let points: Vec<LookAt> = import("tmx", &moved).paths[0].nodes[0]
        .actions()
        .iter()
        .filter_map(|action| match action {
            NodeAction::Look { at, .. } if matches!(at, LookAt::Point { .. }) => Some(*at),
            _ => None,
        })
        .collect();
    assert_eq!(points, [LookAt::Point { x: 5.0, y: -2.0 }]);
}

#[test]
fn an_error_names_the_node_and_its_damaged_property() {
    let text = map(&full_scene(), "tmx");
    let start = text.find("class=\"node\"").or(text.find("type=\"node\""));
    let before = &text[..start.expect("a node")];
    let id = before.rsplit_once("id=\"").expect("its id").1;
    let id = id.split('"').next().expect("its end");
    for (property, from, to) in [
        ("actions", "[{&quot;wait", "[{&quot;dance"),
        (
            "along",
            "&quot;distance&quot;:16.0",
            "&quot;distance&quot;:",
        ),
        ("next", "&quot;node&quot;:2", "&quot;node&quot;:true"),
        ("choose", "\"in_turn\"", "\"sometimes\""),
    ] {
        let message = error(&changed(&text, from, to));
        let place = format!("object {id} \"\", property \"{property}\": ");
        assert!(message.starts_with(&place), "{message}");
    }
    let too_many = format!("[{{&quot;path&quot;:3,&quot;node&quot;:2}}{}", {
        ",{&quot;path&quot;:3,&quot;node&quot;:2}".repeat(32)
    });
    let next = "[{&quot;path&quot;:3,&quot;node&quot;:2,&quot;weight&quot;:3}";
    let message = error(&changed(&text, next, &too_many));
    assert!(message.contains("property \"next\""), "{message}");
    let message = error(&changed(
        &text,
        "\"touch_margin\" type=\"float\" value=\"0.1\"",
        "\"touch_margin\" type=\"float\" value=\"-1\"",
    ));
    assert!(message.starts_with("touch_margin: "), "{message}");
}

#[test]
fn what_refers_to_something_deleted_in_tiled_is_removed() {
    let scene = full_scene();
    let text = without_object(
        &map(&scene, "tmx"),
        "name=\"marker_id\" type=\"int\" value=\"1\"",
    );
    let text = without_object(&text, "name=\"wall_id\"");
    let found = import("tmx", &text);
    let wanted = |action: &&NodeAction| match action {
        NodeAction::SetWall { .. } => false,
        NodeAction::Look { at, .. } => !matches!(at, LookAt::Marker { .. }),
        _ => true,
    };
    let first = &found.paths[0].nodes[0];
    let kept: Vec<&NodeAction> = scene.paths[0].nodes[0]
        .actions()
        .iter()
        .filter(wanted)
        .collect();
    assert_eq!(first.actions().iter().collect::<Vec<_>>(), kept);
    assert_eq!(first.next(), scene.paths[0].nodes[0].next());
    let of_doors = |scene: &Scene| {
        let states = scene.presets.iter().flat_map(|preset| preset.all_states());
        states.map(|state| state.rules.enter.len()).sum::<usize>()
    };
    assert!(of_doors(&found) < of_doors(&scene));
}

#[test]
fn a_node_without_a_script_has_no_properties_of_one() {
    let mut scene = full_scene();
    let path = Arc::make_mut(&mut scene.paths[0]);
    path.nodes.retain(|node| node.id == NodeId(2));
    let text = map(&scene, "tmx");
    for name in ["actions", "along", "next", "choose", "not_back"] {
        assert!(!text.contains(&format!("name=\"{name}\"")), "{name}");
    }
}

#[test]
fn places_on_segments_are_not_imported() {
    let scene = full_scene();
    let json = ExportTarget::Json;
    let text = exported(&scene, json, "steer.json", &json.default_options());
    let found = import("steer.json", &text);
    let script = &scene.paths[0].nodes[0].script;
    assert_eq!(&found.paths[0].nodes[0].script, script);
}
