//! The import of files for Phaser and three.js, including edits.

use serde_json::{Value, json};
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::FormatError;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{NodeId, Plane, Scene};
use steerwright_testing::exported::shipped;
use steerwright_testing::hard_scenes::hostile;
use steerwright_testing::web::{difference, winding_scene};

const ENDINGS: [(ExportTarget, &str, &str); 2] = [
    (ExportTarget::Phaser, "phaser.json", "data"),
    (ExportTarget::Threejs, "three.json", "userData"),
];

fn options() -> ExportOptions {
    ExportOptions {
        y_down: true,
        plane: Plane::Xz,
        scale: 32.0,
        origin: DVec2::new(2.0, -4.0),
        with_trace: None,
    }
}

fn exported(scene: &Scene, target: ExportTarget) -> Value {
    let files = export::export(scene, target, &options()).expect("an export");
    serde_json::from_slice(&files[0].bytes).expect("JSON")
}

fn imported(file: &Value, ending: &str) -> Result<Scene, FormatError> {
    export::import(&format!("x.{ending}"), &file.to_string()).expect("a known ending")
}

/// The x of both ends of a curve.
fn ends(curve: &mut Value) -> [&mut Value; 2] {
    let fields = curve.as_object_mut().expect("a curve");
    if fields.contains_key("points") {
        let [x, .., u, _] = fields["points"]
            .as_array_mut()
            .expect("points")
            .as_mut_slice()
        else {
            panic!("too few")
        };
        return [x, u];
    }
    let [mut first, mut last] = [None, None];
    for (name, value) in fields.iter_mut().filter(|(name, _)| name.starts_with('v')) {
        let x = &mut value.as_array_mut().expect("a place")[0];
        if first.is_none() {
            first = Some(x);
        } else {
            last = Some(x);
        }
        assert!(name.len() == 2);
    }
    [first.expect("an end"), last.expect("an end")]
}

#[test]
fn scenes_are_restored_except_for_what_names_other_files() {
    for (target, ending, _) in ENDINGS {
        for mut scene in [
            shipped("squad"),
            shipped("curved-loop"),
            hostile(),
            winding_scene(),
            steerwright_testing::full_scene::full_scene(),
            Scene::default(),
        ] {
            let back = imported(&exported(&scene, target), ending).expect("a scene");
            scene.editor_mut().remove_file_references();
            assert!(back == scene, "{ending}: {}", difference(&back, &scene));
        }
    }
}

#[test]
fn moved_curves_move_nodes() {
    for (target, ending, _) in ENDINGS {
        let scene = shipped("curved-loop");
        let mut file = exported(&scene, target);
        // A node between two curves, moved in both, in the first alone, and in the second alone.
        let curves = file["paths"][0]["curves"].as_array_mut().expect("curves");
        for (curve, end) in [(0, 1), (1, 0), (2, 1), (4, 0)] {
            *ends(&mut curves[curve])[end] = json!(64.0);
        }
        let mut expected = scene.clone();
        for node in [1, 3, 4] {
            // 64 pixels are two units, and the origin is at 2.
            Arc::make_mut(&mut expected.paths[0]).nodes[node].position.x = 4.0;
        }
        let back = imported(&file, ending).expect("a scene");
        assert!(
            back == expected,
            "{ending}: {}",
            difference(&back, &expected)
        );
    }
}

#[test]
fn added_and_removed_nodes_do_not_change_others() {
    for (target, ending, data) in ENDINGS {
        let scene = shipped("gate-patrol");
        let mut file = exported(&scene, target);
        let curves = file["paths"][0]["curves"].as_array_mut().expect("curves");
        curves.remove(1);
        *ends(&mut curves[0])[0] = json!(64.0);
        let mut added = file["paths"][0].clone();
        added.as_object_mut().expect("a path").remove(data);
        added["name"] = json!("Added");
        file["paths"].as_array_mut().expect("paths").push(added);
        let back = imported(&file, ending).expect("a scene");
        let mut expected = scene.paths[0].nodes.clone();
        expected.remove(1);
        expected[0].position.x = 4.0;
        assert_eq!(
            back.paths[0].nodes, expected,
            "one deleted, the one before it moved"
        );
        let [.., added] = back.paths.as_slice() else {
            panic!("no paths")
        };
        assert_eq!(
            (added.name.as_str(), back.paths.len()),
            ("Added", scene.paths.len() + 1)
        );
        assert!(
            added
                .nodes
                .iter()
                .map(|node| node.id)
                .eq((1..).map(NodeId).take(added.nodes.len()))
        );
        assert_eq!(back.agents, scene.agents);

        file["paths"][0]["curves"] = json!([]);
        assert!(
            imported(&file, ending).expect("a scene").paths[0]
                .nodes
                .is_empty()
        );
    }
}

#[test]
fn other_curves_become_paths_through_their_points() {
    let scene = shipped("gate-patrol");
    let mut phaser = exported(&scene, ExportTarget::Phaser);
    phaser["paths"][0]["curves"] =
        json!([{ "type": "SplineCurve", "points": [0, 0, 32, 0, 32, 64] }]);
    let back = imported(&phaser, "phaser.json").expect("a scene");
    let places: Vec<(f64, f64)> = back.paths[0]
        .nodes
        .iter()
        .map(|node| (node.position.x, node.position.y))
        .collect();
    assert_eq!(places[..2], [(2.0, -4.0), (3.0, -4.0)]);
    let mut three = exported(&scene, ExportTarget::Threejs);
    three["paths"][0]["curves"] =
        json!([{ "type": "CatmullRomCurve3", "points": [[0, 7, 0], [32, 7, 0], [32, 7, 64]] }]);
    assert_eq!(
        imported(&three, "three.json").expect("a scene").paths[0].nodes,
        back.paths[0].nodes
    );
}

#[test]
fn malicious_files_are_rejected_with_one_error() {
    for (target, ending, data) in ENDINGS {
        let valid = exported(&shipped("curved-loop"), target);
        let faulty = [
            ("/steerwright", json!(null), "steerwright"),
            ("/steerwright/scale", json!(0), "scale"),
            ("/steerwright/scale", json!(-1e300), "scale"),
            ("/steerwright/scene", json!({}), "format"),
            (
                "/steerwright/scene/agents",
                json!(7),
                "/steerwright/scene/agents",
            ),
            (
                "/steerwright/scene/ticks_per_second",
                json!(-7),
                "/steerwright/scene/ticks_per_second",
            ),
            ("/paths", json!({}), ""),
            ("/paths/0", json!([]), "/paths/0"),
            ("/paths/0/curves", json!("none"), "/paths/0"),
            (
                "/paths/1/curves/2",
                json!({ "type": "EllipseCurve" }),
                "/paths/1/curves/2",
            ),
            (
                "/paths/1/curves/2",
                json!({ "type": "SplineCurve", "points": [1, 2] }),
                "/paths/1/curves/2",
            ),
            (
                "/paths/1/curves/2",
                json!({ "type": "LineCurve", "points": [1, 2, null, 4] }),
                "/paths/1/curves/2",
            ),
            (
                "/paths/1/curves/2",
                json!({ "type": "LineCurve3", "v1": [1, 2, 3], "v2": [1, 2] }),
                "/paths/1/curves/2",
            ),
            (
                "/paths/0/curves/0",
                json!({ "type": "LineCurve", "points": [1e300, 0, 0, 0] }),
                "/paths/0/nodes/0",
            ),
        ];
        for (pointer, value, place) in faulty {
            let mut file = valid.clone();
            *file.pointer_mut(pointer).expect("a place") = value;
            let error = imported(&file, ending).expect_err(pointer).to_string();
            assert!(
                error.contains(place) && error.contains([';', ':']),
                "{ending}, {pointer}: {error}"
            );
        }
        let mut file = valid.clone();
        file["paths"][0][data]["id"] = json!("one");
        assert!(imported(&file, ending).is_err());

        let text = valid.to_string();
        for length in (0..text.len())
            .step_by(997)
            .filter(|&length| text.is_char_boundary(length))
        {
            let error =
                export::import(&format!("x.{ending}"), &text[..length]).expect("a known ending");
            assert!(matches!(error, Err(FormatError::Syntax { .. })), "{length}");
        }
        let deep = "[".repeat(100_000);
        assert!(
            export::import(&format!("x.{ending}"), &deep)
                .expect("a known ending")
                .is_err()
        );
    }
}
