//! The formulas against runs computed by an independent reference, and against the homing walk's
//! published run.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use steerwright_runtime::geometry::rotation;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, Scene, Steered, Target,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::{BlendMode, HomingWalk};

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

fn number(value: &Value, key: &str, otherwise: f64) -> f64 {
    value
        .get(key)
        .map_or(otherwise, |v| v.as_f64().expect("a number"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().expect("a text")
}

/// A golden case in the product's own terms.
fn scene_of(case: &Value) -> Scene {
    let mut scene = Scene {
        seed: case["seed"].as_u64().expect("a seed"),
        ..Scene::default()
    };
    assert_eq!(scene.dt(), number(case, "dt", 0.0));
    let mut points = BTreeMap::new();
    for (name, at) in case
        .get("points")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let id = scene.next_marker_id();
        points.insert(name.clone(), id);
        let (x, y) = (at[0].as_f64().expect("x"), at[1].as_f64().expect("y"));
        Arc::make_mut(&mut scene.markers).push(Marker::at(
            id,
            name.clone(),
            MarkerKind::Target,
            DVec2::new(x, y),
        ));
    }
    let mut paths = BTreeMap::new();
    for (name, path) in case
        .get("paths")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let id = scene.next_path_id();
        paths.insert(name.clone(), id);
        scene.paths.push(Arc::new(path_of(id, name, path)));
    }
    let ids: BTreeMap<String, AgentId> = case["agents"]
        .as_array()
        .expect("agents")
        .iter()
        .map(|a| {
            (
                text(a, "name").to_owned(),
                AgentId(a["id"].as_u64().expect("an id") as u32),
            )
        })
        .collect();
    for agent in case["agents"].as_array().expect("agents") {
        add_agent(&mut scene, agent, &points, &paths, &ids);
    }
    scene
}

fn path_of(id: PathId, name: &str, path: &Value) -> PatrolPath {
    let mut made = PatrolPath::new(id, name);
    made.radius = number(path, "radius", made.radius);
    made.traversal = serde_json::from_value(path["traversal"].clone()).expect("a traversal");
    for (i, node) in path["nodes"].as_array().expect("nodes").iter().enumerate() {
        made.nodes.push(Node {
            radius: node.get("radius").and_then(Value::as_f64),
            wait: number(node, "wait", 0.0),
            speed: node.get("speed").and_then(Value::as_f64),
            ..Node::at(
                NodeId(i as u32 + 1),
                DVec2::new(number(node, "x", 0.0), number(node, "y", 0.0)),
            )
        });
    }
    made
}

fn add_agent(
    scene: &mut Scene,
    agent: &Value,
    points: &BTreeMap<String, MarkerId>,
    paths: &BTreeMap<String, PathId>,
    ids: &BTreeMap<String, AgentId>,
) {
    let preset = scene.next_preset_id();
    let mut made = Agent::at(
        ids[text(agent, "name")],
        text(agent, "name"),
        preset,
        DVec2::new(number(agent, "x", 0.0), number(agent, "y", 0.0)),
    );
    (made.velocity.x, made.velocity.y) = (number(agent, "vx", 0.0), number(agent, "vy", 0.0));
    let mut behaviors = Vec::new();
    for behavior in agent["motion"]["steered"].as_array().expect("behaviors") {
        let kind = text(behavior, "kind");
        let parsed: Behavior =
            serde_json::from_value(serde_json::json!({ kind: behavior })).expect("a behavior");
        match parsed {
            Behavior::FollowPath(_) => made.path = Some(paths[text(behavior, "path")]),
            Behavior::FollowLeader(_) => made.leader = Some(ids[text(behavior, "target")]),
            Behavior::Leave(_) => {
                made.danger = Some(Target::Marker(points[text(behavior, "target")]))
            }
            Behavior::Arrive(_) => {
                made.target = Some(Target::Marker(points[text(behavior, "target")]))
            }
            other => panic!("no golden case uses {other:?} yet"),
        }
        behaviors.push(parsed.into());
    }
    assert_eq!(text(&agent["motion"], "combine"), "sum");
    let mut kind = Preset::steered(preset, "kind", []);
    kind.body = serde_json::from_value(agent["body"].clone()).expect("a body");
    kind.motion = Motion::Steered(Steered {
        blend_mode: BlendMode::WeightedSum,
        behaviors,
    });
    scene.presets.push(Arc::new(kind));
    Arc::make_mut(&mut scene.agents).push(made);
}

#[test]
fn every_golden_trace_is_met_within_1e_9() {
    let mut cases: Vec<PathBuf> = std::fs::read_dir(golden(""))
        .expect("the folder")
        .map(|e| e.expect("an entry").path())
        .collect();
    cases.retain(|path| path.to_string_lossy().ends_with(".case.json"));
    cases.sort();
    assert_eq!(cases.len(), 7);
    for case in cases {
        let trace =
            std::fs::read_to_string(case.to_string_lossy().replace(".case.json", ".trace.csv"))
                .expect("a trace");
        let case: Value =
            serde_json::from_str(&std::fs::read_to_string(&case).expect("a case")).expect("JSON");
        let mut world = World::new(&scene_of(&case));
        let mut largest: f64 = 0.0;
        for row in trace.lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            while world.tick() < cells[0].parse().expect("a tick") {
                world.step();
            }
            let agent = world
                .agent(AgentId(cells[1].parse().expect("an id")))
                .expect("an agent");
            let got = [
                agent.position.x,
                agent.position.y,
                agent.velocity.x,
                agent.velocity.y,
                agent.velocity.length(),
                agent.steering,
            ];
            for (got, wanted) in got.into_iter().zip(&cells[2..8]) {
                let wanted: f64 = wanted.parse().expect("a number");
                largest = largest.max((got - wanted).abs());
                assert!((got - wanted).abs() <= 1e-9, "got {got} in the row {row}");
            }
            let node = agent.node.map_or(String::new(), |n| n.to_string());
            assert_eq!(node, cells[8], "in the row {row}");
        }
        assert_eq!(world.tick(), case["ticks"].as_u64().expect("ticks"));
        assert_eq!(
            largest, 0.0,
            "the reference uses the same operations, so the bits are the same"
        );
    }
}

#[test]
fn the_published_homing_walk_is_reproduced_step_by_step_and_cone_by_cone() {
    const TOLERANCE: f64 = 0.011;
    let walk = HomingWalk::default();
    let text = std::fs::read_to_string(golden("homing_walk.csv")).expect("the run");
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .collect();
    assert_eq!(rows.len(), 5);
    let close = |a: f64, b: f64| assert!((a - b).abs() <= TOLERANCE, "{a} is not {b}");
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        let n = |i: usize| cells[i].parse::<f64>().expect("a number");
        let (from, to, goal) = (DVec2::new(n(0), n(1)), DVec2::new(n(2), n(3)), DVec2::ZERO);
        let distance = from.distance(goal);
        close(distance, n(4));
        if cells[8] == "true" {
            assert!(walk.step(distance) > distance);
            assert_eq!(
                walk.pick(from, goal, &mut || unreachable!(
                    "a straight walk draws nothing"
                ))
                .position,
                goal
            );
            continue;
        }
        close(walk.step(distance), n(5));
        close(walk.half_fov(distance).to_degrees(), n(6));
        let step = (goal - from) / distance * walk.step(distance);
        let reached = from + rotation::rotate(step, n(7).to_radians());
        close(reached.x, to.x);
        close(reached.y, to.y);
    }
}
