//! How far an agent leaves its path, compared with runs of the scene.

use crate::verdicts::{Numbers, alone};
use std::sync::Arc;
use steerwright_analysis::probe::{WalkExtent, own_path_walk};
use steerwright_analysis::{Run, measure};
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    AgentId, Behavior, Marker, MarkerId, MarkerKind, Motion, NextNode, Node, NodeAction, NodeId,
    PathId, PatrolPath, Preset, PresetId, Scene, State, StateId, StateRules, Target, Term,
    Transition, Wall, WallId,
};
use steerwright_runtime::simulation::EventKind;
use steerwright_runtime::steering::follow_path::Shape;
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::{Body, Flee, FollowPath};

/// A fast guard that walks around a yard.
fn fast_guard() -> Scene {
    let follow = Behavior::FollowPath(FollowPath::default());
    let mut preset = Preset::steered(PresetId(1), "Guard", [follow]);
    preset.body.max_speed = 8.0;
    let (mut scene, mut agent) = alone(preset);
    let mut path = PatrolPath::new(PathId(1), "Yard");
    path.traversal = Traversal::Loop;
    path.nodes = [(0.0, 0.0), (12.0, 0.0), (12.0, 9.0), (0.0, 9.0)]
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32), DVec2::new(x, y)))
        .collect();
    agent.path = Some(path.id);
    scene.paths = vec![Arc::new(path)];
    scene.agents = Arc::new(vec![agent]);
    scene
}

/// How far a run of the scene leaves the path, u.
fn off_path_in_run(scene: &Scene, seconds: u32) -> f64 {
    let mut run = Run::new(scene);
    (0..60 * seconds).for_each(|_| run.step());
    measure::run_metrics(run.recording(), scene, AgentId(1))
        .and_then(|metrics| metrics.off_path_max)
        .expect("a path")
}

#[test]
fn a_wall_that_holds_a_guard_back_at_a_corner_counts() {
    let mut scene = fast_guard();
    let fence = [
        (-3.0, -1.0),
        (13.0, -1.0),
        (13.0, 10.0),
        (-1.0, 10.0),
        (-1.0, -1.0),
    ];
    let fence = fence.map(|(x, y)| DVec2::new(x, y));
    scene.walls = vec![Arc::new(Wall::through(WallId(1), "Fence", fence))];
    let walk = own_path_walk(&scene, AgentId(1)).expect("a path");
    let measured = off_path_in_run(&scene, 20);
    assert!(
        (walk.off_path_max() - measured).abs() < 0.01,
        "{measured} {walk:?}"
    );
    assert!(
        measured < off_path_in_run(&fast_guard(), 20) - 0.2,
        "{measured}"
    );
}

#[test]
fn a_fast_guard_is_as_far_off_its_path_as_a_run_of_the_scene_shows() {
    let scene = fast_guard();
    let walk = own_path_walk(&scene, AgentId(1)).expect("a path");
    let measured = off_path_in_run(&scene, 20);
    assert!(measured > 1.0, "{measured}");
    assert!(
        (walk.off_path_max() - measured).abs() < 0.01,
        "{measured} {walk:?}"
    );
    assert_eq!(walk.corners.len(), 4);
    assert!(
        walk.corners.iter().all(|corner| corner.off_path > 0.5),
        "{walk:?}"
    );
    assert_eq!(walk.extent, WalkExtent::Whole);
}

/// The radius of nodes skips points of the curve between them, so the agent moves toward points
/// that no segment of the path joins.
#[test]
fn on_tight_random_curves_the_walk_is_as_far_off_as_a_run_shows() {
    let mut numbers = Numbers(5);
    for round in 0..40 {
        let mut scene = fast_guard();
        let preset = Arc::make_mut(&mut scene.presets[0]);
        preset.body = Body {
            max_speed: numbers.between(1.0, 4.0),
            max_force: numbers.between(10.0, 60.0),
            ..Body::default()
        };
        let path = Arc::make_mut(&mut scene.paths[0]);
        path.shape = Shape::CatmullRom;
        path.radius = numbers.between(0.3, 3.0);
        path.nodes = (1..=5)
            .map(|id| {
                let place = DVec2::new(numbers.next() - 0.5, numbers.next() - 0.5);
                Node::at(NodeId(id), 13.0 * place)
            })
            .collect();
        let start = path.nodes[0].position;
        Arc::make_mut(&mut scene.agents)[0].position = start;
        let walk = own_path_walk(&scene, AgentId(1)).expect("a path");
        let measured = off_path_in_run(&scene, 120);
        assert!(walk.extent == WalkExtent::Whole, "{round}");
        let said = walk.off_path_max();
        assert!(
            (said - measured).abs() < 0.01,
            "{round}: {said}, {measured}"
        );
    }
}

#[test]
fn what_an_agent_runs_past_the_end_of_its_path_counts() {
    let mut scene = fast_guard();
    let preset = Arc::make_mut(&mut scene.presets[0]);
    preset.body = Body {
        mass: 4.0,
        max_speed: 6.0,
        max_force: 15.0,
        time_to_target: 0.13,
        ..Body::default()
    };
    let path = Arc::make_mut(&mut scene.paths[0]);
    path.traversal = Traversal::Once;
    path.nodes.truncate(2);
    let walk = own_path_walk(&scene, AgentId(1)).expect("a path");
    let measured = off_path_in_run(&scene, 60);
    assert!(measured > 1.0, "{measured}");
    let (number, corner) = walk.far_off().expect("it is far off");
    assert_eq!(number, 1, "{walk:?}");
    assert!(
        (corner.off_path - measured).abs() < 0.01,
        "{measured} {walk:?}"
    );
    assert_eq!(walk.extent, WalkExtent::Whole);
}

/// Not the preset's speed on an endless straight line.
#[test]
fn actions_at_nodes_and_other_behaviors_count() {
    let speed = |scene: &mut Scene| {
        let nodes = &mut Arc::make_mut(&mut scene.paths[0]).nodes;
        nodes[0].edit_script(|script| {
            let limit = Some(1.0);
            script.actions = vec![
                NodeAction::Meet {
                    name: "gate".into(),
                    count: 2,
                },
                NodeAction::Wait {
                    min: 500.0,
                    max: 500.0,
                },
                NodeAction::Speed { limit },
            ];
        });
    };
    let seek = |scene: &mut Scene| {
        scene.markers = Arc::new(vec![Marker::at(
            MarkerId(1),
            "Bell",
            MarkerKind::Target,
            DVec2::new(6.0, 4.0),
        )]);
        Arc::make_mut(&mut scene.agents)[0].target = Some(Target::Marker(MarkerId(1)));
        let preset = Arc::make_mut(&mut scene.presets[0]);
        preset.body.max_speed = 2.0;
        if let Motion::Steered(steered) = &mut preset.motion {
            let mut seek = steered.behaviors[0].clone();
            seek.behavior = Behavior::Seek {};
            seek.weight = 0.3;
            steered.behaviors.push(seek);
        }
    };
    let changed = |change: &dyn Fn(&mut Scene)| {
        let mut scene = fast_guard();
        change(&mut scene);
        scene
    };
    let slow = changed(&speed);
    let walk = own_path_walk(&slow, AgentId(1)).expect("a path");
    assert!(
        walk.extent == WalkExtent::Whole && walk.off_path_max() < 0.5,
        "{walk:?}"
    );
    let seeking = changed(&seek);
    let walk = own_path_walk(&seeking, AgentId(1)).expect("a path");
    let measured = off_path_in_run(&seeking, 120);
    assert!(measured > 0.3, "{measured}");
    assert!(
        (walk.off_path_max() - measured).abs() < 0.01,
        "{measured} {walk:?}"
    );
}

#[test]
fn a_path_with_junctions_has_no_line_to_stay_on() {
    let mut scene = fast_guard();
    let nodes = &mut Arc::make_mut(&mut scene.paths[0]).nodes;
    nodes[1].edit_script(|script| {
        script.next = vec![NextNode {
            path: PathId(1),
            node: NodeId(3),
            weight: 1,
        }];
    });
    assert_eq!(own_path_walk(&scene, AgentId(1)), None);
}

#[test]
fn a_guard_is_measured_until_it_enters_another_state() {
    let mut scene = fast_guard();
    let preset = Arc::make_mut(&mut scene.presets[0]);
    preset.state.transitions = vec![Transition {
        to: StateId(2),
        terms: vec![Term::For { min: 2.0, max: 2.0 }],
        any: false,
    }];
    preset.states = vec![State {
        rules: StateRules {
            id: StateId(2),
            ..StateRules::default()
        },
        // It runs far from its path, away from the marker.
        motion: Preset::steered(PresetId(1), "", [Behavior::Flee(Flee::default())]).motion,
        facing: None,
    }];
    let marker = Marker::at(
        MarkerId(1),
        "Fire",
        MarkerKind::Danger,
        DVec2::new(6.0, 4.0),
    );
    scene.markers = Arc::new(vec![marker]);
    Arc::make_mut(&mut scene.agents)[0].danger = Some(Target::Marker(MarkerId(1)));
    let walk = own_path_walk(&scene, AgentId(1)).expect("a path");
    assert_eq!(walk.extent, WalkExtent::UntilStateChanged);
    assert!(walk.corners[2].off_path == 0.0, "{walk:?}");

    let mut run = Run::new(&scene);
    (0..60 * 8).for_each(|_| run.step());
    let line = Polyline::new(scene.paths[0].route().points(), true);
    let events = run.recording().events();
    let mut kinds = events.iter().map(|event| (event.tick, &event.kind));
    let reached = kinds.find(|(_, kind)| matches!(kind, EventKind::NodeReached(_)));
    let left = kinds.find(|(_, kind)| matches!(kind, EventKind::StateEntered { .. }));
    let (reached, left) = (reached.expect("a node").0, left.expect("a state").0);
    let history = run.recording().history(AgentId(1), 0);
    let distances: Vec<(u64, f64)> = history
        .map(|(tick, sample)| (tick, line.distance_to(sample.position)))
        .collect();
    let farthest = |ticks: std::ops::Range<u64>| {
        let in_time = distances.iter().filter(|(tick, _)| ticks.contains(tick));
        in_time.fold(0.0, |most: f64, (_, distance)| most.max(*distance))
    };
    let before = farthest(reached..left);
    assert!(before > 0.3, "{before}");
    assert!(farthest(left..u64::MAX) > before + 5.0, "it flees");
    let said = walk.off_path_max();
    assert!((said - before).abs() < 0.01, "{said}, {before}");
}
