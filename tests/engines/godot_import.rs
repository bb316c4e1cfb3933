//! Imports of Godot scenes and curves: as exported, as edited in the engine, and malformed.

use proptest::prelude::*;
use std::sync::Arc;
use steerwright_export::{self as export, ExportError, ExportTarget, import};
use steerwright_format::dangling::remove_dangling;
use steerwright_format::validate;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{AgentId, Plane, Scene, Target as Aim};
use steerwright_runtime::steering::follow_path::{Shape, Traversal};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::{SCENES, shipped};
use steerwright_testing::full_scene::{full_scene, without_file_references};

pub const TESTS: EngineTests = engine_tests![
    [] => an_unedited_scene_is_imported_to_the_bit,
    [] => each_curve_is_imported_as_a_path,
    [] => moves_of_nodes_and_points_are_imported,
    [] => rounding_by_godot_does_not_count_as_a_move,
    [] => adding_or_deleting_points_keeps_the_other_nodes,
    [] => a_closed_path_stays_closed_when_either_end_is_moved,
    [] => edited_metadata_of_paths_is_imported,
    [] => dragged_handles_become_nodes_that_follow_the_curve,
    [] => limits_of_agents_are_imported,
    [] => renamed_copied_new_and_deleted_nodes_are_imported,
    [] => files_without_a_scene_are_refused_with_the_line,
    [] => damaged_files_are_read_or_refused,
];

const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};
const GROUND: ExportOptions = ExportOptions {
    y_down: true,
    plane: Plane::Xz,
    ..ExportOptions::AS_AUTHORED
};
const ELSEWHERE: ExportOptions = ExportOptions {
    scale: 0.7,
    origin: DVec2::new(2.0, -3.0),
    ..ExportOptions::AS_AUTHORED
};

fn text(
    scene: &Scene,
    target: ExportTarget,
    options: &ExportOptions,
) -> Result<String, ExportError> {
    let file = export::export(scene, target, options)?.swap_remove(0);
    assert!(file.name.ends_with(".tscn"));
    Ok(String::from_utf8(file.bytes).expect("text"))
}

fn gate() -> String {
    text(&shipped("gate-patrol"), ExportTarget::Godot4, &PIXELS).expect("an export")
}

fn read(text: &str) -> Scene {
    import("x.tscn", text).expect("a reader").expect("a scene")
}

/// `text` with one thing changed in it.
fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from} is not in {text}");
    text.replacen(from, to, 1)
}

fn an_unedited_scene_is_imported_to_the_bit() {
    let mut scenes: Vec<Scene> = SCENES.map(shipped).into();
    scenes.extend([full_scene(), Scene::default()]);
    for scene in scenes {
        for target in [ExportTarget::Godot3, ExportTarget::Godot4] {
            for options in [PIXELS, GROUND, ELSEWHERE] {
                // Where there are cells, not every origin will do.
                let Ok(text) = text(&scene, target, &options) else {
                    continue;
                };
                assert_eq!(read(&text), without_file_references(&scene));
            }
        }
    }
}

fn each_curve_is_imported_as_a_path() {
    let scene = full_scene();
    for options in [PIXELS, GROUND] {
        let files = export::export(&scene, ExportTarget::Godot4, &options).expect("an export");
        let curves: Vec<_> = files
            .iter()
            .filter(|file| file.name.ends_with(".tres"))
            .collect();
        assert_eq!(curves.len(), scene.paths.len());
        for (curve, path) in curves.iter().zip(&scene.paths) {
            let back = import(
                &curve.name,
                std::str::from_utf8(&curve.bytes).expect("text"),
            )
            .expect("a reader")
            .expect("a scene");
            // Doors, markers and other paths are in the scene.
            let mut alone = Scene {
                paths: vec![path.clone()],
                ..Scene::default()
            };
            remove_dangling(&mut alone);
            assert_eq!(back.paths, alone.paths);
        }
    }
}

fn moves_of_nodes_and_points_are_imported() {
    let was = shipped("gate-patrol");
    let moved = read(&with(&gate(), "-96.0, 144.0", "-64.0, 112.0"));
    let mut wanted = was.paths[0].nodes.clone();
    wanted[1].position = DVec2::new(-2.0, -3.5);
    assert_eq!(moved.paths[0].nodes, wanted);
    assert_eq!(moved.paths[1..], was.paths[1..]);

    // A whole path: moved, turned by a quarter, larger.
    let heading = "parent=\"Paths\"]\n";
    let moved = read(&with(
        &gate(),
        heading,
        &format!("{heading}position = Vector2(32, 64)\n"),
    ));
    let places = |scene: &Scene| {
        scene.paths[0]
            .nodes
            .iter()
            .map(|node| DVec2::new(node.position.x, node.position.y))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        places(&moved),
        places(&was)
            .iter()
            .map(|at| *at + DVec2::new(1.0, -2.0))
            .collect::<Vec<_>>()
    );
    let turned = read(&with(
        &gate(),
        heading,
        &format!("{heading}rotation = 1.570796327\nscale = Vector2(2, 2)\n"),
    ));
    for (turned, at) in places(&turned).iter().zip(places(&was)) {
        assert!(
            (*turned - DVec2::new(at.y, -at.x) * 2.0).length() < 1e-6,
            "{turned} {at}"
        );
    }
    // And what it lies in.
    let moved = read(&with(
        &gate(),
        "[node name=\"Agents\" type=\"Node2D\" parent=\".\"]\n",
        "[node name=\"Agents\" type=\"Node2D\" parent=\".\"]\nposition = Vector2(0, -32)\n",
    ));
    for (moved, agent) in moved.agents.iter().zip(was.agents.iter()) {
        assert!((moved.position - agent.position - DVec2::Y).length() < 1e-9);
    }
    let ground = text(&was, ExportTarget::Godot3, &GROUND).expect("an export");
    let moved = read(&with(&ground, "1.0, -8.5, 0.0, -1.0)", "1.0, -7, 0.5, 2)"));
    let scout = moved
        .agents
        .iter()
        .find(|agent| agent.id == AgentId(3))
        .expect("the scout");
    assert_eq!(scout.position, DVec2::new(-7.0, -2.0));
}

fn rounding_by_godot_does_not_count_as_a_move() {
    let mut scene = shipped("gate-patrol");
    let path = Arc::make_mut(&mut scene.paths[0]);
    (path.nodes[1].position.x, path.nodes[1].position.y) = (12.345678912, -0.123456789);
    let text = text(&scene, ExportTarget::Godot3, &PIXELS).expect("an export");
    assert_eq!(
        read(&with(
            &text,
            "395.061725184, 3.950617248",
            "395.062, 3.95062"
        ))
        .paths[0],
        scene.paths[0]
    );
}

fn adding_or_deleting_points_keeps_the_other_nodes() {
    let was = shipped("gate-patrol");
    let (first, second) = (
        "0.0, 0.0, 0.0, 0.0, -272.0, 144.0, ",
        "0.0, 0.0, 0.0, 0.0, -96.0, 144.0, ",
    );
    let more = read(&with(
        &gate(),
        first,
        &format!("{first}0, 0, 0, 0, -160, 144, "),
    ));
    assert_eq!(more.paths[0].nodes.len(), 7);
    assert_eq!(more.paths[0].nodes[1].position, DVec2::new(-5.0, -4.5));
    assert!(
        was.paths[0]
            .nodes
            .iter()
            .all(|node| node.id != more.paths[0].nodes[1].id)
    );
    assert_eq!(more.paths[0].nodes[2..], was.paths[0].nodes[1..]);
    let fewer = read(&with(&gate(), second, ""));
    assert_eq!(fewer.paths[0].nodes[0], was.paths[0].nodes[0]);
    assert_eq!(fewer.paths[0].nodes[1..], was.paths[0].nodes[2..]);
}

fn a_closed_path_stays_closed_when_either_end_is_moved() {
    let mut scene = shipped("gate-patrol");
    let path = Arc::make_mut(&mut scene.paths[0]);
    (path.traversal, path.shape) = (Traversal::Loop, Shape::Straight);
    let nodes = path.nodes.len();
    let text = text(&scene, ExportTarget::Godot4, &PIXELS).expect("an export");
    let end = "0.0, 0.0, 0.0, 0.0, -272.0, 144.0)";
    for (from, to) in [
        (
            "Array(0.0, 0.0, 0.0, 0.0, -272.0, 144.0",
            "Array(0.0, 0.0, 0.0, 0.0, -256.0, 128.0",
        ),
        (end, "0.0, 0.0, 0.0, 0.0, -256.0, 128.0)"),
    ] {
        let moved = read(&with(&text, from, to));
        assert_eq!(
            (moved.paths[0].nodes.len(), moved.paths[0].traversal),
            (nodes, Traversal::Loop)
        );
        assert_eq!(moved.paths[0].nodes[0].position, DVec2::new(-8.0, -4.0));
    }
}

fn edited_metadata_of_paths_is_imported() {
    let text = with(
        &gate(),
        "metadata/waits = [1.5, 0.0",
        "metadata/waits = [1.5, 0.75",
    );
    let text = with(
        &text,
        "metadata/speeds = [null, null, null, 25.6",
        "metadata/speeds = [64.0, null, null, null",
    );
    let text = with(
        &text,
        "metadata/traversal = \"ping_pong\"",
        "metadata/traversal = \"loop\"",
    );
    let text = with(&text, "metadata/radius = 16.0", "metadata/radius = 32.0");
    let path = &read(&text).paths[0];
    assert_eq!(
        (path.traversal, path.radius, path.nodes[1].wait),
        (Traversal::Loop, 1.0, 0.75)
    );
    assert_eq!(
        (path.nodes[0].speed, path.nodes[3].speed),
        (Some(2.0), None)
    );
    let fault = import("x.tscn", &with(&gate(), "\"ping_pong\"", "\"sideways\""))
        .expect("a reader")
        .expect_err("refused")
        .to_string();
    assert!(
        fault.contains("sideways") && fault.contains("loop"),
        "{fault}"
    );
}

fn dragged_handles_become_nodes_that_follow_the_curve() {
    let was = shipped("gate-patrol");
    // The handle out of node 1, by (1, 2) in the scene, whose y points up.
    let dragged = with(
        &gate(),
        "0.0, 0.0, 0.0, 0.0, -96.0, 144.0",
        "0.0, 0.0, 32.0, -64.0, -96.0, 144.0",
    );
    let back = read(&dragged);
    let (before, after) = (&was.paths[0].nodes, &back.paths[0].nodes);
    let parts = after.len() - before.len() + 1;
    assert!(parts > 2, "{parts}");
    assert_eq!(
        (&after[..2], &after[1 + parts..]),
        (&before[..2], &before[2..])
    );
    let (a, d) = (before[1].position, before[2].position);
    let b = a + DVec2::new(1.0, 2.0);
    for (i, node) in after[2..=parts].iter().enumerate() {
        let t = (i + 1) as f64 / parts as f64;
        let s = 1.0 - t;
        let on_curve = a * (s * s * s) + b * (3.0 * s * s * t) + d * (3.0 * s * t * t + t * t * t);
        assert!(node.position.distance(on_curve) < 1e-6, "{node:?}");
        assert!(before.iter().all(|known| known.id != node.id));
    }
    assert_eq!(back.paths[1..], was.paths[1..]);
    for plane in [Plane::Xy, Plane::Xz] {
        let options = ExportOptions { plane, ..PIXELS };
        let curved = shipped("curved-loop");
        let exported = text(&curved, ExportTarget::Godot4, &options).expect("an export");
        assert_eq!(read(&exported).paths, curved.paths, "handles as exported");
    }
}

fn limits_of_agents_are_imported() {
    let was = shipped("gate-patrol");
    let back = read(&with(&gate(), "\"max_speed\": 51.2", "\"max_speed\": 64.0"));
    assert_eq!(back.presets.len(), was.presets.len());
    let changed: Vec<f64> = back
        .agents
        .iter()
        .map(|agent| back.preset(agent.preset).expect("a preset").body.max_speed)
        .collect();
    assert_eq!(changed, [2.0, 1.1, 4.5]);

    // One of several agents that share a preset gets a copy of it.
    let squad = shipped("squad");
    let exported = text(&squad, ExportTarget::Godot4, &PIXELS).expect("an export");
    let (agent, at) = squad
        .agents
        .iter()
        .find_map(|agent| {
            let shared = squad
                .agents
                .iter()
                .filter(|other| other.preset == agent.preset);
            (shared.count() > 1)
                .then_some((agent, exported.find(&format!("name=\"{}\"", agent.name))?))
        })
        .expect("agents that share a preset");
    let preset = squad.preset(agent.preset).expect("a preset");
    let (before, rest) = exported.split_at(at);
    let mass = format!("\"mass\": {:?}", preset.body.mass);
    let back = read(&format!("{before}{}", with(rest, &mass, "\"mass\": 7.5")));
    assert_eq!(back.presets.len(), squad.presets.len() + 1);
    assert_eq!(back.presets[..squad.presets.len()], squad.presets);
    let heavy: Vec<AgentId> = back
        .agents
        .iter()
        .filter(|agent| {
            back.preset(agent.preset)
                .is_some_and(|preset| preset.body.mass == 7.5)
        })
        .map(|agent| agent.id)
        .collect();
    assert_eq!(heavy, [agent.id]);
}

fn renamed_copied_new_and_deleted_nodes_are_imported() {
    let scene = shipped("homing-walk");
    let text = text(&scene, ExportTarget::Godot4, &PIXELS).expect("an export");
    let (agent, marker) = (&scene.agents[0], &scene.markers[0]);
    let renamed = with(
        &text,
        &format!(
            "[node name=\"{}\" type=\"Node2D\" parent=\"Agents\"]",
            agent.name
        ),
        "[node name=\"Zoe\" type=\"Node2D\" parent=\"Agents\"]",
    );
    assert_eq!(read(&renamed).agents[0].name, "Zoe");

    let head = format!(
        "[node name=\"{}\" type=\"Marker2D\" parent=\"Markers\"]\n",
        marker.name
    );
    let from = text.find(&head).expect("the marker");
    let until = from + text[from..].find("\n\n").expect("an end") + 2;
    let deleted = read(&format!("{}{}", &text[..from], &text[until..]));
    assert!(deleted.markers.iter().all(|other| other.id != marker.id));
    assert!(
        deleted
            .agents
            .iter()
            .all(|agent| agent.target != Some(Aim::Marker(marker.id)))
    );

    let more = format!(
        "{text}\n{}\n[node name=\"New\" type=\"Marker2D\" parent=\".\"]\nposition = Vector2(32, 32)\n\n[node name=\"Drawn\" type=\"Path2D\" parent=\".\"]\ncurve = SubResource(\"n\")\n\n[sub_resource type=\"Curve2D\" id=\"n\"]\n_data = {{\n\"points\": PackedVector2Array(0, 0, 4, 4, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0, 0)\n}}\n",
        &text[from..until]
    );
    let more = read(&more);
    assert_eq!(more.markers.len(), scene.markers.len() + 2);
    let new = more.markers.last().expect("a marker");
    assert_eq!(
        (new.name.as_str(), new.position),
        ("New", DVec2::new(1.0, -1.0))
    );
    let drawn = more.paths.last().expect("a path");
    assert_eq!(
        (
            drawn.name.as_str(),
            drawn.nodes.len(),
            drawn.traversal,
            drawn.shape
        ),
        ("Drawn", 2, Traversal::Loop, Shape::CatmullRom)
    );
    assert!(validate::scene_errors(&more).is_empty());
}

fn files_without_a_scene_are_refused_with_the_line() {
    for (text, place) in [
        ("", "metadata/steerwright_scene"),
        (
            "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\n",
            "metadata/steerwright_scene",
        ),
        ("[gd_scene format=3", "1:19: "),
        ("hello", "1:1: "),
        (
            "[node name=\"A\"]\nmetadata/steerwright_scene = \"{}\"",
            "metadata/steerwright_scene",
        ),
        (
            "[node name=\"A\"]\nmetadata/steerwright_scene = \"{\\\"options\\\": {\\\"scale\\\": 0}, \\\"scene\\\": {}}\"",
            "",
        ),
    ] {
        let fault = import("x.tscn", text)
            .expect("a reader")
            .expect_err(text)
            .to_string();
        assert!(fault.contains(place), "{text}: {fault}");
    }
    for (from, to) in [
        ("PackedVector2Array(0.0, ", "PackedVector2Array("),
        ("PackedVector2Array(0.0, ", "PackedVector2Array(nan, "),
        ("SubResource(\"resource_1\")", "ExtResource(\"1\")"),
        ("-272.0, 144.0", "-1e300, 144.0"),
    ] {
        assert!(
            import("x.tscn", &with(&gate(), from, to))
                .expect("a reader")
                .is_err(),
            "{to}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]
    fn damaged_files_are_read_or_refused(at in 0.0..1.0f64, length in 0..40usize, put in "[\\[\\](){}\"=,:&a0.e-]{0,6}") {
        let text = gate();
        let mut from = (text.len() as f64 * at) as usize;
        while !text.is_char_boundary(from) { from -= 1; }
        let mut until = (from + length).min(text.len());
        while !text.is_char_boundary(until) { until += 1; }
        let damaged = format!("{}{put}{}", &text[..from], &text[until..]);
        for text in [damaged.as_str(), &text[..from]] {
            if let Ok(scene) = import("x.tscn", text).expect("a reader") {
                prop_assert!(validate::scene_errors(&scene).is_empty());
            }
        }
    }
}
