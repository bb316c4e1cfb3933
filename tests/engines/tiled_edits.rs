//! The import of maps that were edited in Tiled.

use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::FormatError;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Target as Aim,
};
use steerwright_runtime::steering::FollowPath;
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_testing::engine::{Engine, run_well};
use steerwright_testing::engine_test::{EngineTests, engine_tests};

pub const TESTS: EngineTests = engine_tests![
    also [Tiled] => an_unchanged_map_restores_the_scene,
    also [Tiled] => moved_agents_and_markers_move_and_nothing_else_changes,
    also [Tiled] => a_moved_point_keeps_its_wait,
    also [Tiled] => added_and_deleted_points_do_not_change_other_nodes,
    also [Tiled] => a_path_can_be_moved_rotated_and_closed,
    also [Tiled] => rings_can_be_moved_resized_edited_and_deleted,
];

/// A path of four nodes, a guard that follows it, an agent that flees from a marker, and two
/// blocked cells.
pub fn scene() -> Scene {
    let mut path = PatrolPath::new(PathId(3), "Rounds");
    path.traversal = Traversal::PingPong;
    path.nodes = [(0.0, 0.0), (4.123456, 0.0), (4.0, 3.0), (8.0, 3.0)]
        .into_iter()
        .enumerate()
        .map(|(i, (x, y))| Node {
            wait: i as f64,
            ..Node::at(NodeId(10 + i as u32), DVec2::new(x, y))
        })
        .collect();
    let mut guard = Agent::at(AgentId(5), "Guard", PresetId(1), DVec2::new(1.0, 1.0));
    (guard.path, guard.leader) = (Some(PathId(3)), Some(AgentId(6)));
    let mut other = Agent::at(AgentId(6), "Other", PresetId(2), DVec2::new(-1.0, 1.5));
    other.target = Some(Aim::Marker(MarkerId(7)));
    Scene {
        name: "Yard".into(),
        presets: vec![
            Preset::steered(
                PresetId(1),
                "Walker",
                [Behavior::FollowPath(FollowPath::default())],
            )
            .into(),
            Preset::steered(PresetId(2), "Seeker", [Behavior::Seek {}]).into(),
        ],
        paths: vec![path.into()],
        markers: Arc::new(vec![Marker::at(
            MarkerId(7),
            "Fire",
            MarkerKind::Target,
            DVec2::new(2.0, -3.0),
        )]),
        agents: Arc::new(vec![guard, other]),
        cells: Arc::new(CellMap {
            size: 2.0,
            blocked: vec![Cell::new(1, 1), Cell::new(-2, 0)],
        }),
        ..Scene::default()
    }
}

/// The scene as a map with 32 pixels per unit and y down.
pub fn tmx() -> String {
    let files = export::export(
        &scene(),
        ExportTarget::Tiled,
        &ExportTarget::Tiled.default_options(),
    )
    .expect("an export");
    String::from_utf8(files[0].bytes.clone()).expect("a text")
}

/// The map with one replacement; `from` must occur exactly once.
pub fn changed(map: &str, from: &str, to: &str) -> String {
    assert_eq!(map.matches(from).count(), 1, "{from:?} in\n{map}");
    map.replacen(from, to, 1)
}

/// The map without the object of this name and class.
pub fn without(map: &str, start: &str) -> String {
    let from = map
        .find(start)
        .unwrap_or_else(|| panic!("no {start} in\n{map}"));
    let end = from + map[from..].find("</object>").expect("its end") + "</object>".len();
    format!("{}{}", &map[..from], &map[end..])
}

pub fn import(name: &str, text: &str) -> Result<Scene, FormatError> {
    export::import(name, text).expect("a known ending")
}

/// Checks the import of a map: as it is, or after Tiled has saved it in each format.
pub fn check_import(map: &str, saved_by: Option<Engine>, check: impl Fn(&Scene)) {
    let Some(engine) = saved_by else {
        return check(&import("a.tmx", map).unwrap_or_else(|error| panic!("{error}\n{map}")));
    };
    let folder = tempfile::tempdir().expect("a folder");
    let edited = folder.path().join("edited.tmx");
    std::fs::write(&edited, map).expect("written");
    for (format, ending) in [("tmx", "tmx"), ("json", "tmj"), ("lua", "lua")] {
        let mut tiled = engine.command();
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            tiled.env(variable, folder.path());
        }
        let saved = folder.path().join(format!("saved.{ending}"));
        run_well(
            tiled
                .env("QT_QPA_PLATFORM", "offscreen")
                .args(["--export-map", format])
                .arg(&edited)
                .arg(&saved),
        );
        let text = std::fs::read_to_string(&saved).expect("Tiled saved it");
        check(
            &import(&format!("a.{ending}"), &text)
                .unwrap_or_else(|error| panic!("{error}\n{text}")),
        );
    }
}

fn near(a: DVec2, b: DVec2) -> bool {
    (a - b).length() < 1e-4
}

fn an_unchanged_map_restores_the_scene(saved_by: Option<Engine>) {
    check_import(&tmx(), saved_by, |back| assert_eq!(*back, scene()));
}

fn moved_agents_and_markers_move_and_nothing_else_changes(saved_by: Option<Engine>) {
    let map = changed(
        &tmx(),
        "name=\"Guard\" type=\"agent\" x=\"32\" y=\"-32\"",
        "name=\"Guard\" type=\"agent\" x=\"64\" y=\"-48\"",
    );
    let map = changed(
        &map,
        "name=\"Fire\" type=\"marker\" x=\"64\"",
        "name=\"Fire!\" type=\"marker\" x=\"96\"",
    );
    check_import(&map, saved_by, |back| {
        let mut wanted = scene();
        let agent = wanted.agent_mut(AgentId(5)).expect("the guard");
        agent.position = DVec2::new(2.0, 1.5);
        let marker = wanted.marker_mut(MarkerId(7)).expect("the fire");
        (marker.position.x, marker.name) = (3.0, "Fire!".into());
        assert_eq!(*back, wanted);
    });
}

const POINTS: &str = "points=\"0,0 131.950592,0 128,-96 256,-96\"";

fn positions(scene: &Scene) -> Vec<DVec2> {
    scene.paths[0]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect()
}

fn waits(scene: &Scene) -> Vec<(u32, f64)> {
    scene.paths[0]
        .nodes
        .iter()
        .map(|node| (node.id.0, node.wait))
        .collect()
}

fn a_moved_point_keeps_its_wait(saved_by: Option<Engine>) {
    check_import(
        &changed(
            &tmx(),
            POINTS,
            "points=\"0,0 131.950592,0 160,-64 256,-96\"",
        ),
        saved_by,
        |back| {
            assert_eq!(positions(back)[2], DVec2::new(5.0, 2.0));
            assert_eq!(
                positions(back)[1],
                DVec2::new(4.123456, 0.0),
                "to the digit"
            );
            assert_eq!(waits(back), waits(&scene()));
        },
    );
}

fn added_and_deleted_points_do_not_change_other_nodes(saved_by: Option<Engine>) {
    check_import(
        &changed(
            &tmx(),
            POINTS,
            "points=\"0,0 64,32 131.950592,0 128,-96 256,-96\"",
        ),
        saved_by,
        |back| {
            assert_eq!(positions(back)[1], DVec2::new(2.0, -1.0));
            assert_eq!(
                waits(back),
                [(10, 0.0), (14, 0.0), (11, 1.0), (12, 2.0), (13, 3.0)]
            );
        },
    );
    check_import(
        &changed(&tmx(), POINTS, "points=\"0,0 128,-96 256,-96\""),
        saved_by,
        |back| {
            assert_eq!(waits(back), [(10, 0.0), (12, 2.0), (13, 3.0)]);
        },
    );
    // The first one: the object stays where it is.
    check_import(
        &changed(&tmx(), POINTS, "points=\"131.950592,0 128,-96 256,-96\""),
        saved_by,
        |back| {
            assert_eq!(positions(back)[0], DVec2::new(4.123456, 0.0));
            assert_eq!(waits(back), [(11, 1.0), (12, 2.0), (13, 3.0)]);
        },
    );
}

fn a_path_can_be_moved_rotated_and_closed(saved_by: Option<Engine>) {
    const PLACE: &str = "name=\"Rounds\" type=\"path\" x=\"0\" y=\"0\"";
    check_import(
        &changed(
            &tmx(),
            PLACE,
            "name=\"Rounds\" type=\"path\" x=\"32\" y=\"-64\"",
        ),
        saved_by,
        |back| {
            let moved: Vec<DVec2> = positions(&scene())
                .iter()
                .map(|at| *at + DVec2::new(1.0, 2.0))
                .collect();
            assert!(
                positions(back)
                    .iter()
                    .zip(&moved)
                    .all(|(a, b)| near(*a, *b)),
                "{:?}",
                positions(back)
            );
            assert_eq!(waits(back), waits(&scene()));
        },
    );
    check_import(
        &changed(
            &tmx(),
            PLACE,
            "name=\"Rounds\" type=\"path\" x=\"0\" y=\"0\" rotation=\"90\"",
        ),
        saved_by,
        |back| {
            // Clockwise on the screen: what went right goes down.
            assert!(
                near(positions(back)[1], DVec2::new(0.0, -4.123456))
                    && near(positions(back)[2], DVec2::new(3.0, -4.0)),
                "{:?}",
                positions(back)
            );
            assert_eq!(waits(back), waits(&scene()));
        },
    );
    check_import(
        &changed(
            &tmx(),
            &format!("<polyline {POINTS}"),
            &format!("<polygon {POINTS}"),
        ),
        saved_by,
        |back| {
            assert_eq!(back.paths[0].traversal, Traversal::Loop);
            assert_eq!(positions(back), positions(&scene()));
        },
    );
}

fn rings_can_be_moved_resized_edited_and_deleted(saved_by: Option<Engine>) {
    // The ring of the third node: its middle at (128, -96), its radius 16.
    const RING: &str = "type=\"node\" x=\"112\" y=\"-112\" width=\"32\" height=\"32\"";
    check_import(
        &changed(
            &tmx(),
            RING,
            "type=\"node\" x=\"144\" y=\"-80\" width=\"32\" height=\"32\"",
        ),
        saved_by,
        |back| {
            assert_eq!(positions(back)[2], DVec2::new(5.0, 2.0));
        },
    );
    check_import(
        &changed(
            &tmx(),
            RING,
            "type=\"node\" x=\"112\" y=\"-112\" width=\"64\" height=\"64\"",
        ),
        saved_by,
        |back| {
            assert_eq!(positions(back), positions(&scene()));
            assert_eq!(back.paths[0].nodes[2].radius, Some(1.0));
        },
    );
    check_import(
        &changed(
            &tmx(),
            "name=\"wait\" type=\"float\" value=\"2\"",
            "name=\"wait\" type=\"string\" value=\"2.5\"",
        ),
        saved_by,
        |back| {
            assert_eq!(waits(back)[2], (12, 2.5));
        },
    );
    let map = changed(
        &tmx(),
        RING,
        "type=\"gone\" x=\"112\" y=\"-112\" width=\"32\" height=\"32\"",
    );
    check_import(
        &without(&map, "<object id=\"8\" name=\"\" type=\"gone\""),
        saved_by,
        |back| {
            assert_eq!(positions(back), positions(&scene()));
            assert_eq!(waits(back)[2], (14, 0.0));
        },
    );
}
