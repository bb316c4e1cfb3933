//! The content of exports for any scene and any name.

use serde_json::Value;
use std::sync::Arc;
use steerwright_export::{self as export, ExportError, ExportTarget};
use steerwright_format::export_file::PlacementError;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    AgentId, Behavior, CellMap, Node, NodeId, PathId, PatrolPath, Scene,
};
use steerwright_runtime::simulation::random::Stream;
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_testing::everything::{bits, exported, json, scene, text};

#[test]
fn targets_are_found_by_their_ids_and_described() {
    for target in ExportTarget::ALL {
        assert_eq!(ExportTarget::by_id(target.id()), Some(target));
        assert!(!target.label().is_empty() && target.description().ends_with('.'));
    }
    assert_eq!(ExportTarget::by_id("exe"), None);
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let options = ExportOptions {
        with_trace: Some(1.0),
        ..ExportOptions::default()
    };
    for target in ExportTarget::ALL {
        assert_eq!(
            exported(&scene(), target, &options),
            exported(&scene(), target, &options)
        );
    }
}

#[test]
fn json_paths_contain_the_points_that_agents_follow() {
    let scene = scene();
    let json = json(&scene, &ExportOptions::default());
    assert_eq!(json["format"], "steerwright-export");
    assert_eq!(bits(&json["dt"]), scene.dt().to_bits());
    for (path, out) in scene
        .paths
        .iter()
        .zip(json["paths"].as_array().expect("paths"))
    {
        let line = Polyline::new(path.route().points(), path.is_closed());
        assert_eq!(out["closed"], path.traversal == Traversal::Loop);
        assert_eq!(out["name"], path.name.as_str());
        let points = out["points"].as_array().expect("points");
        let cumulative = out["cumulative"].as_array().expect("lengths");
        assert_eq!(
            (points.len(), cumulative.len()),
            (line.points.len(), line.points.len())
        );
        for (i, point) in line.points.iter().enumerate() {
            assert_eq!(
                (bits(&points[i][0]), bits(&points[i][1])),
                (point.x.to_bits(), point.y.to_bits())
            );
            assert_eq!(bits(&cumulative[i]), line.cumulative[i].to_bits());
        }
        assert_eq!(bits(&out["length"]), line.length().to_bits());
        assert_eq!(
            bits(&cumulative[points.len() - 1]),
            line.cumulative.last().expect("a point").to_bits()
        );
        for (node, out) in path
            .nodes
            .iter()
            .zip(out["nodes"].as_array().expect("nodes"))
        {
            let point = &points[out["point"].as_u64().expect("an index") as usize];
            assert_eq!(
                (point[0].as_f64(), point[1].as_f64()),
                (Some(node.position.x), Some(node.position.y)),
                "a node is where its point is"
            );
        }
    }
    let node = &json["paths"][1]["nodes"][1];
    assert_eq!(
        (
            node["wait"].as_f64(),
            node["wait_ticks"].as_u64(),
            node["radius"].as_f64()
        ),
        (Some(1.51), Some(91), Some(0.75))
    );
    assert!(node["speed"].is_null());
    assert_eq!(json["paths"][1]["nodes"][2]["speed"].as_f64(), Some(1.25));
}

#[test]
fn json_agents_are_plain_objects() {
    let json = json(&scene(), &ExportOptions::default());
    let agents = json["agents"].as_array().expect("agents");
    let ids: Vec<_> = agents
        .iter()
        .map(|agent| agent["id"].as_u64().expect("an id"))
        .collect();
    assert_eq!(ids, [3, 5, 9], "by id, as in the trace");
    let guard = &agents[1];
    assert_eq!(
        (
            guard["preset"].as_str(),
            guard["path"].as_u64(),
            guard["leader"].as_u64()
        ),
        (Some("guard & <b>"), Some(1), Some(3))
    );
    assert_eq!(
        guard["danger"],
        serde_json::json!({ "kind": "marker", "id": 2 })
    );
    assert!(guard["target"].is_null());
    let behaviors = guard["behaviors"].as_array().expect("behaviors");
    assert_eq!(behaviors.len(), Behavior::all().len());
    for behavior in behaviors {
        let fields = behavior.as_object().expect("an object");
        assert!(fields["kind"].is_string() && fields["weight"].is_number());
        assert!(
            fields
                .values()
                .all(|value| !value.is_object() && !value.is_array()),
            "{behavior} is not flat"
        );
    }
    assert_eq!(behaviors[0]["kind"], "follow_path");
    assert_eq!(
        (
            behaviors[0]["weight"].as_f64(),
            behaviors[0]["start"].as_str()
        ),
        (Some(0.5), Some("node"))
    );
    assert_eq!(behaviors[0]["start_node"], 2);
    let flee = behaviors
        .iter()
        .find(|b| b["kind"] == "flee")
        .expect("flee");
    assert!(
        flee.as_object()
            .expect("an object")
            .contains_key("panic_distance"),
        "absent numbers are null, not missing"
    );
    assert_eq!(
        (
            agents[0]["motion"].as_str(),
            agents[0]["behaviors"][0]["step_ticks"].as_u64()
        ),
        (Some("grid_chase"), Some(15))
    );
    assert_eq!(
        json["cells"]["blocked"],
        serde_json::json!([[5, -4], [5, 3]])
    );
}

/// xoshiro128++ as Blackman and Vigna publish it, so that the words are seen to be enough.
fn next(state: &mut [u32; 4]) -> u32 {
    let result = state[0]
        .wrapping_add(state[3])
        .rotate_left(7)
        .wrapping_add(state[0]);
    let t = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = state[3].rotate_left(11);
    result
}

#[test]
fn random_state_is_the_start_of_each_agents_stream() {
    let scene = scene();
    for agent in json(&scene, &ExportOptions::default())["agents"]
        .as_array()
        .expect("agents")
    {
        let words: Vec<u32> = serde_json::from_value(agent["random_state"].clone()).expect("words");
        let mut state: [u32; 4] = words.try_into().expect("four");
        let mut stream = Stream::new(
            scene.seed,
            AgentId(agent["id"].as_u64().expect("an id") as u32),
        );
        assert!((0..50).all(|_| next(&mut state) == stream.next_u32()));
    }
}

#[test]
fn pictures_are_well_formed_and_escape_names() {
    let files = exported(&scene(), ExportTarget::Svg, &ExportOptions::default());
    let picture = text(&files[0]);
    let document = roxmltree::Document::parse(picture).expect("XML");
    assert_eq!(document.root_element().tag_name().name(), "svg");
    assert!(
        !document
            .descendants()
            .any(|node| node.has_tag_name("script"))
    );
    let text_content: String = document
        .descendants()
        .filter_map(|node| node.text())
        .collect();
    for name in [
        "Night <watch> & \"co\"",
        "of <script>alert(1)</script> & more",
        "guard & <b>",
        "fire <hot>",
        "waits 1.51 s",
        "≤ 1.25 m/s",
    ] {
        assert!(text_content.contains(name), "{name} is missing");
    }
    assert!(
        document
            .descendants()
            .any(|node| node.attribute("fill") == Some("#e8a33d")),
        "agents have their preset's color"
    );
    for word in ["start", "end"] {
        assert!(
            document
                .descendants()
                .any(|node| node.has_tag_name("text")
                    && node.text().is_some_and(|t| t.trim() == word))
        );
    }
}

#[test]
fn pictures_of_empty_and_huge_scenes_are_well_formed() {
    let mut far = scene();
    far.paths = vec![];
    let far_agents = Arc::make_mut(&mut far.agents);
    far_agents[0].path = None;
    (
        far_agents[0].position.x,
        far_agents[0].position.y,
        far_agents[2].position.x,
        far_agents[2].position.y,
    ) = (1e9, 1e9, -1e9, -1e9);
    far.cells = Arc::new(CellMap {
        size: 1e6,
        blocked: vec![Cell::new(i32::MAX, i32::MIN)],
    });
    let mut lonely = Scene::default();
    let mut path = PatrolPath::new(PathId(1), "one");
    path.radius = 0.0;
    path.nodes = vec![Node::at(NodeId(1), DVec2::splat(1e9)); 1];
    lonely.paths.push(Arc::new(path));
    let mut empty_path = Scene::default();
    empty_path
        .paths
        .push(Arc::new(PatrolPath::new(PathId(1), "none")));
    let illegal = Scene {
        name: "\u{0}\u{1}\u{b}\u{fffe}]]>\u{7f}".into(),
        ..Scene::default()
    };
    for scene in [Scene::default(), far, lonely, empty_path, illegal] {
        let files = exported(&scene, ExportTarget::Svg, &ExportOptions::default());
        let document = roxmltree::Document::parse(text(&files[0])).expect("XML");
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            assert!(
                !attribute.value().contains("NaN") && !attribute.value().contains("inf"),
                "{attribute:?}"
            );
        }
        for target in [ExportTarget::Json, ExportTarget::Csv] {
            exported(&scene, target, &ExportOptions::default());
        }
    }
}

#[test]
fn y_down_negates_every_y_and_nothing_else() {
    let (up, down) = (
        json(&scene(), &ExportOptions::default()),
        json(
            &scene(),
            &ExportOptions {
                y_down: true,
                ..ExportOptions::default()
            },
        ),
    );
    assert_eq!(
        (up["turn_sign"].as_i64(), down["turn_sign"].as_i64()),
        (Some(1), Some(-1))
    );
    let turned = |a: &Value, b: &Value| assert_eq!(a.as_f64().map(|y| 0.0 - y), b.as_f64());
    for (a, b) in [
        ("/markers/1", "y"),
        ("/agents/1", "y"),
        ("/agents/1", "vy"),
        ("/paths/2/nodes/3", "y"),
        ("/pointer", "y"),
    ]
    .map(|(place, key)| {
        (
            up.pointer(place).expect(place)[key].clone(),
            down.pointer(place).expect(place)[key].clone(),
        )
    }) {
        turned(&a, &b);
    }
    let points = |json: &Value| {
        json["paths"][2]["points"]
            .as_array()
            .expect("points")
            .clone()
    };
    for (a, b) in points(&up).iter().zip(&points(&down)) {
        assert_eq!(a[0], b[0]);
        turned(&a[1], &b[1]);
    }
    assert_eq!(up["paths"][2]["cumulative"], down["paths"][2]["cumulative"]);
    assert_eq!(
        down["cells"]["blocked"],
        serde_json::json!([[5, 3], [5, -4]]),
        "row r covers what row -1 - r did"
    );
    assert!(
        !exported(
            &scene(),
            ExportTarget::Json,
            &ExportOptions {
                y_down: true,
                ..ExportOptions::default()
            }
        )
        .iter()
        .any(|f| text(f).contains("-0,"))
    );
}

#[test]
fn scale_multiplies_lengths_speeds_and_forces_but_not_times() {
    let (plain, scaled) = (
        json(&scene(), &ExportOptions::default()),
        json(
            &scene(),
            &ExportOptions {
                scale: 32.0,
                ..ExportOptions::default()
            },
        ),
    );
    for place in [
        "/paths/0/nodes/1/x",
        "/paths/0/nodes/1/radius",
        "/paths/0/nodes/2/speed",
        "/paths/0/radius",
        "/paths/0/length",
        "/paths/2/points/5/0",
        "/agents/1/vx",
        "/agents/1/body/max_speed",
        "/agents/1/body/max_force",
        "/agents/1/body/radius",
        "/agents/1/behaviors/1/slow_radius",
        "/agents/2/behaviors/0/aggro_radius",
        "/markers/0/y",
        "/cells/size",
    ] {
        let of = |json: &Value| {
            json.pointer(place)
                .and_then(Value::as_f64)
                .unwrap_or_else(|| panic!("no {place}"))
        };
        let (plain, scaled) = (of(&plain), of(&scaled));
        assert!(
            (scaled - plain * 32.0).abs() <= 1e-9 * scaled.abs() && plain != 0.0,
            "{place}: {plain} became {scaled}"
        );
    }
    for place in [
        "/paths/0/nodes/1/wait",
        "/paths/0/nodes/1/wait_ticks",
        "/dt",
        "/agents/1/body/mass",
        "/agents/1/body/time_to_target",
        "/agents/2/behaviors/0/max_fov_deg",
        "/agents/2/behaviors/0/step_fraction",
        "/cells/blocked",
        "/agents/1/random_state",
    ] {
        assert_eq!(
            plain.pointer(place).expect(place),
            scaled.pointer(place).expect(place),
            "{place}"
        );
    }
}

#[test]
fn invalid_options_and_scenes_are_rejected_with_a_reason() {
    let refused = |scene: &Scene, options: ExportOptions| {
        export::export(scene, ExportTarget::Json, &options).expect_err("refused")
    };
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-9, 1e9] {
        assert!(
            matches!(
                refused(
                    &scene(),
                    ExportOptions {
                        scale,
                        ..ExportOptions::default()
                    }
                ),
                ExportError::Placement(PlacementError::Scale(_))
            ),
            "{scale}"
        );
    }
    for seconds in [-1.0, f64::NAN, f64::INFINITY] {
        let error = refused(
            &scene(),
            ExportOptions {
                with_trace: Some(seconds),
                ..ExportOptions::default()
            },
        );
        assert!(matches!(error, ExportError::TraceLength(_)), "{seconds}");
    }
    let error = refused(
        &scene(),
        ExportOptions {
            with_trace: Some(1e300),
            ..ExportOptions::default()
        },
    );
    assert!(matches!(error, ExportError::TraceTooLong { .. }));
    let mut far = scene();
    Arc::make_mut(&mut far.markers)[0].position.x = 1e9;
    let error = refused(
        &far,
        ExportOptions {
            scale: 10.0,
            ..ExportOptions::default()
        },
    );
    assert!(
        matches!(error, ExportError::Placement(PlacementError::Scaled { .. }))
            && error.to_string().contains("/markers/0/x"),
        "{error}"
    );
    let mut dangling = scene();
    Arc::make_mut(&mut dangling.agents)[0].path = Some(PathId(77));
    assert!(
        refused(&dangling, ExportOptions::default())
            .to_string()
            .contains("/agents/0/path")
    );
}
