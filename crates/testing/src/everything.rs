//! A scene with one item of each kind, and helpers to parse its exports.

use serde_json::Value;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget, OutputFile};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Target,
};
use steerwright_runtime::steering::follow_path::{Shape, Start, Traversal};
use steerwright_runtime::steering::{FollowPath, GridChase, HomingWalk};

/// One item of each kind, with names that need escaping.
pub fn scene() -> Scene {
    let mut scene = Scene {
        name: "Night <watch> & \"co\"".into(),
        seed: 42,
        ..Scene::default()
    };
    for (i, (traversal, shape)) in [
        (Traversal::Loop, Shape::Straight),
        (Traversal::Once, Shape::CatmullRom),
        (Traversal::Loop, Shape::CatmullRom),
    ]
    .into_iter()
    .enumerate()
    {
        let mut path = PatrolPath::new(
            PathId(i as u32 + 1),
            format!("path, \"{i}\"\nof <script>alert(1)</script> & more"),
        );
        (path.traversal, path.shape) = (traversal, shape);
        for (j, (x, y)) in [(0.0, 0.0), (8.0, 1.0), (9.0, 6.0), (1.5, 5.25)]
            .into_iter()
            .enumerate()
        {
            path.nodes.push(Node::at(
                NodeId(j as u32 + 1),
                DVec2::new(x + 12.0 * i as f64, y),
            ));
        }
        path.nodes[1].wait = 1.51;
        path.nodes[1].radius = Some(0.75);
        path.nodes[2].speed = Some(1.25);
        scene.paths.push(Arc::new(path));
    }
    let follow = FollowPath {
        start: Start::Node(2),
        ..FollowPath::default()
    };
    let mut all = Preset::steered(PresetId(1), "guard & <b>", Behavior::all());
    if let Motion::Steered(steered) = &mut all.motion {
        steered.behaviors[0] = Behavior::FollowPath(follow).into();
        steered.behaviors[0].weight = 0.5;
    }
    let mut hunter = Preset::steered(PresetId(2), "hunter", []);
    hunter.motion = Motion::GridChase(GridChase::default());
    let walker = Preset::steered(
        PresetId(3),
        "walker",
        [Behavior::HomingWalk(HomingWalk::default())],
    );
    scene.presets = vec![all.into(), hunter.into(), walker.into()];
    scene.markers = Arc::new(vec![
        Marker::at(
            MarkerId(1),
            "goal",
            MarkerKind::Target,
            DVec2::new(20.0, 9.0),
        ),
        Marker::at(
            MarkerId(2),
            "fire <hot>",
            MarkerKind::Danger,
            DVec2::new(4.0, -3.0),
        ),
    ]);
    let mut guard = Agent::at(
        AgentId(5),
        "Ann, \"the\" guard",
        PresetId(1),
        DVec2::new(-1.5, 2.0),
    );
    (guard.velocity.x, guard.velocity.y, guard.path, guard.danger) = (
        0.5,
        -0.25,
        Some(PathId(1)),
        Some(Target::Marker(MarkerId(2))),
    );
    guard.leader = Some(AgentId(3));
    let mut chaser = Agent::at(AgentId(3), "line\nfeed", PresetId(2), DVec2::new(2.5, 3.5));
    chaser.target = Some(Target::Agent(AgentId(5)));
    let mut walker = Agent::at(AgentId(9), "", PresetId(3), DVec2::new(-6.0, -2.0));
    walker.target = Some(Target::Marker(MarkerId(1)));
    scene.agents = Arc::new(vec![guard, chaser, walker]);
    scene.cells = Arc::new(CellMap {
        size: 1.0,
        blocked: [[5, 3], [5, -4], [5, 3]].map(Cell::from).into(),
    });
    scene
}

pub fn exported(scene: &Scene, target: ExportTarget, options: &ExportOptions) -> Vec<OutputFile> {
    export::export(scene, target, options).expect("a valid scene")
}

pub fn text(file: &OutputFile) -> &str {
    std::str::from_utf8(&file.bytes).expect("UTF-8")
}

pub fn json(scene: &Scene, options: &ExportOptions) -> Value {
    let files = exported(scene, ExportTarget::Json, options);
    assert!(files[0].name.ends_with(".steer.json"));
    serde_json::from_str(text(&files[0])).expect("JSON")
}

pub fn rows(file: &OutputFile) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(file.bytes.as_slice())
        .records()
        .collect::<Result<_, _>>()
        .expect("CSV, with as many cells in every row")
}

/// The trace of an export.
pub fn trace_of(files: &[OutputFile]) -> &OutputFile {
    files
        .iter()
        .find(|file| file.name.ends_with(".trace.csv"))
        .expect("a trace")
}

pub fn bits(value: &Value) -> u64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is not a number"))
        .to_bits()
}
