//! Metrics of short runs with known results.

use super::*;
use crate::Run;
use std::sync::Arc;
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::{
    Agent, Behavior, Marker, MarkerId, MarkerKind, Motion, NextNode, Node, NodeId, PathId,
    PatrolPath, PresetId, State, StateId, StateRules, Term, Transition,
};
use steerwright_runtime::steering::{Arrive, Body, FollowPath};

const AGENT: AgentId = AgentId(1);

fn scene(behavior: Behavior, time_to_target: f64) -> Scene {
    let mut preset = Preset::steered(PresetId(1), "Guard", [behavior]);
    preset.body = Body {
        time_to_target,
        ..Body::default()
    };
    let mut agent = Agent::at(AGENT, "Guard", PresetId(1), DVec2::ZERO);
    agent.target = Some(Target::Marker(MarkerId(1)));
    Scene {
        presets: vec![Arc::new(preset)],
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Post",
            MarkerKind::Target,
            DVec2::new(6.0, 0.0),
        )]),
        agents: Arc::new(vec![agent]),
        ..Scene::default()
    }
}

fn patrol(traversal: Traversal) -> Scene {
    let mut scene = scene(Behavior::FollowPath(FollowPath::default()), 0.1);
    let mut path = PatrolPath::new(PathId(1), "Gate");
    path.traversal = traversal;
    path.nodes = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32), DVec2::new(x, y)))
        .collect();
    scene.paths = vec![Arc::new(path)];
    scene.agent_mut(AGENT).unwrap().path = Some(PathId(1));
    scene
}

fn run(scene: &Scene, seconds: u32) -> Run {
    let mut run = Run::new(scene);
    (0..seconds * 60).for_each(|_| run.step());
    run
}

fn metrics_after(scene: &Scene, seconds: u32) -> RunMetrics {
    run_metrics(run(scene, seconds).recording(), scene, AGENT).unwrap()
}

#[test]
fn a_lap_of_a_loop_is_its_length_at_the_speed_of_the_agent() {
    // 16 u at 3 u/s are 5.3 s; the corners are cut at a radius of 0.5 u, and turning costs a
    // little.
    let found = metrics_after(&patrol(Traversal::Loop), 20);
    let lap = found.lap_time.unwrap();
    assert!((4.2..6.0).contains(&lap), "{lap}");
    let off = found.off_path_max.unwrap();
    assert!(off > 0.05 && off < 0.5, "{off}");
    assert_eq!(found.arrived_at, None);
    assert!(
        (2.9..=3.0 + 1e-9).contains(&found.peak_speed) && (found.peak_steering - 20.0).abs() < 1e-9,
        "{found:?}"
    );
}

#[test]
fn a_lap_of_a_ping_pong_path_is_a_round_trip() {
    let lap = metrics_after(&patrol(Traversal::PingPong), 30)
        .lap_time
        .unwrap();
    assert!((6.5..9.0).contains(&lap), "{lap}");
    assert_eq!(
        metrics_after(&patrol(Traversal::PingPong), 5).lap_time,
        None,
        "halfway back"
    );
}

#[test]
fn an_open_path_ends_and_has_no_lap() {
    let found = metrics_after(&patrol(Traversal::Once), 20);
    assert_eq!(found.lap_time, None);
    assert!(
        found.arrived_at.is_some_and(|t| (3.0..8.0).contains(&t)),
        "{found:?}"
    );
    assert!(
        found.overshoot.is_some_and(|u| (0.0..0.5).contains(&u)),
        "{found:?}"
    );
}

#[test]
fn a_slow_agent_overshoots_and_a_responsive_one_does_not() {
    let arrive = |slow_radius| {
        Behavior::Arrive(Arrive {
            slow_radius,
            ..Arrive::default()
        })
    };
    let slow = metrics_after(&scene(arrive(0.3), 0.8), 20);
    let responsive = metrics_after(&scene(arrive(4.0), 0.05), 20);
    assert!(slow.overshoot.unwrap() > 0.3, "{slow:?}");
    assert!(responsive.overshoot.unwrap() < 1e-9, "{responsive:?}");
    assert!(
        responsive.arrived_at.is_some()
            && responsive.off_path_max.is_none()
            && responsive.lap_time.is_none()
    );
}

/// It cannot be at rest at its target before it arrives there.
#[test]
fn times_of_an_agent_that_appears_late_count_from_the_start_of_the_run() {
    let scene = scene(Behavior::Arrive(Arrive::default()), 0.1);
    let mut run = Run::new(&Scene {
        agents: Arc::default(),
        ..scene.clone()
    });
    (0..600).for_each(|_| run.step());
    run.apply_scene(&scene);
    (0..1200).for_each(|_| run.step());
    let late = run_metrics(run.recording(), &scene, AGENT).expect("it is there");
    let early = metrics_after(&scene, 20);
    for (late, early) in [
        (late.arrived_at, early.arrived_at),
        (late.settled_at, early.settled_at),
    ] {
        let after = late.expect("it arrives") - early.expect("it arrives");
        assert!((after - 10.0).abs() < 1.0 / 30.0, "{after}");
    }
}

/// It may still get farther past the target.
#[test]
fn an_overshoot_is_known_only_when_it_has_ended() {
    let behavior = Behavior::Arrive(Arrive {
        slow_radius: 0.3,
        ..Arrive::default()
    });
    let scene = scene(behavior, 0.8);
    let mut run = Run::new(&scene);
    let so_far = |run: &Run| {
        let metrics = run_metrics(run.recording(), &scene, AGENT).expect("it is there");
        Metric::Overshoot.so_far(&metrics)
    };
    let is_past = |run: &Run| run.world().agent(AGENT).expect("it is there").position.x > 6.0;
    while !is_past(&run) {
        assert_eq!(so_far(&run), None);
        run.step();
    }
    let known = loop {
        if let Some(known) = so_far(&run) {
            break known;
        }
        run.step();
    };
    (0..1200).for_each(|_| run.step());
    let whole = so_far(&run).expect("it has come to rest");
    assert!(whole > 0.3);
    assert!((whole - known).abs() < 0.001, "{known}, then {whole}");
}

#[test]
fn incremental_reading_gives_the_same_metrics() {
    let scene = patrol(Traversal::Loop);
    let mut run = Run::new(&scene);
    let mut measure = MetricsReader::new(run.recording(), &scene, AGENT).unwrap();
    for _ in 0..900 {
        run.step();
        measure.read(run.recording(), 8);
    }
    while !measure.read(run.recording(), 1) {}
    assert_eq!(
        measure.metrics(),
        run_metrics(run.recording(), &scene, AGENT)
    );
}

/// A guard that leaves its path of 16 u after 8 s, for a place 30 u away, and comes back 6 s later.
fn chaser(is_first: bool) -> Scene {
    let mut scene = patrol(Traversal::Loop);
    Arc::make_mut(&mut scene.markers)[0].position = DVec2::new(0.0, -30.0);
    let after = |seconds, to| Transition {
        to: StateId(to),
        any: false,
        terms: vec![Term::For {
            min: seconds,
            max: seconds,
        }],
    };
    let rules = |id, transition| StateRules {
        id: StateId(id),
        transitions: vec![transition],
        ..StateRules::default()
    };
    let preset = Arc::make_mut(&mut scene.presets[0]);
    let chase = Preset::steered(PresetId(2), "Chase", [Behavior::Seek {}]).motion;
    let motions: [Motion; 2] = if is_first {
        [preset.motion.clone(), chase]
    } else {
        [chase, preset.motion.clone()]
    };
    let [first, second] = motions;
    let seconds = if is_first { [8.0, 6.0] } else { [6.0, 8.0] };
    preset.motion = first;
    preset.state = rules(1, after(seconds[0], 2));
    preset.states = vec![State {
        rules: rules(2, after(seconds[1], 1)),
        facing: None,
        motion: second,
    }];
    scene
}

#[test]
fn the_distance_of_a_chase_is_no_path_deviation() {
    for is_first in [true, false] {
        let scene = chaser(is_first);
        let run = run(&scene, 40);
        let line = Polyline::new(scene.paths[0].route().points(), true);
        let distance = |(_, sample): (u64, Sample)| line.distance_to(sample.position);
        let history = run.recording().history(AGENT, 0);
        let farthest = history.map(distance).fold(0.0, f64::max);
        assert!(farthest > 10.0, "{farthest}");
        let metrics = run_metrics(run.recording(), &scene, AGENT).expect("the guard");
        let off = metrics.off_path_max.expect("it follows its path");
        assert!(off > 0.05 && off < 0.6, "{off}");
        // The same in a run that is not recorded, as of a scorecard.
        let mut world = World::new(&scene);
        let mut reader = MetricsReader::unrecorded(&scene, AGENT).expect("the guard");
        reader.read_world(&world);
        for _ in 0..40 * 60 {
            world.step();
            reader.read_world(&world);
        }
        let unrecorded = reader.metrics().expect("the guard").off_path_max;
        assert!((unrecorded.expect("a distance") - off).abs() < 1e-6);
        assert!(Metric::OffPath.applies_to(&scene, AGENT));
    }
}

#[test]
fn an_unknown_agent_has_no_metrics() {
    let scene = patrol(Traversal::Loop);
    assert_eq!(
        run_metrics(run(&scene, 1).recording(), &scene, AgentId(9)),
        None
    );
}

#[test]
fn a_lap_across_an_edit_does_not_count() {
    let to_and_fro = patrol(Traversal::PingPong);
    let lap = |edit_at: Option<u32>| {
        let mut run = Run::new(&to_and_fro);
        for tick in 0..60 * 16 {
            if Some(tick) == edit_at {
                run.apply_scene(&patrol(Traversal::Loop));
            }
            run.step();
        }
        let scene = edit_at.map_or(to_and_fro.clone(), |_| patrol(Traversal::Loop));
        let metrics = run_metrics(run.recording(), &scene, AGENT);
        metrics.expect("the guard").lap_time
    };
    let whole = lap(None).expect("a round trip of 24 u");
    assert!(whole > 7.5, "{whole}");
    // The loop is 16 u long, and after the edit there is no time for more than a part of it.
    assert_eq!(lap(Some(60 * 13)), None);
    let again = lap(Some(60 * 5)).expect("a whole loop after the edit");
    assert!((again - 5.3).abs() < 0.6, "{again}");
}

#[test]
fn a_lap_across_a_state_does_not_count() {
    // A lap takes 5 s. Where the agent is away for 6 s, one lap is whole before it leaves, and the
    // next begins after it is back.
    let scene = chaser(true);
    let mut run = Run::new(&scene);
    let mut reader = MetricsReader::new(run.recording(), &scene, AGENT).expect("the guard");
    let mut laps = Vec::new();
    for _ in 0..60 * 60 {
        run.step();
        reader.read(run.recording(), u64::MAX);
        laps.extend(reader.metrics().and_then(|metrics| metrics.lap_time));
    }
    assert!(!laps.is_empty());
    let longest = laps.iter().copied().fold(0.0, f64::max);
    assert!(longest < 6.0, "{longest}");
}

#[test]
fn the_distance_to_a_path_as_it_was_at_another_time_is_no_path_deviation() {
    let before = patrol(Traversal::Loop);
    let mut after = before.clone();
    for node in &mut Arc::make_mut(&mut after.paths[0]).nodes {
        node.position.x += 10.0;
    }
    let mut run = run(&before, 8);
    run.apply_scene(&after);
    (0..12 * 60).for_each(|_| run.step());
    let line = Polyline::new(after.paths[0].route().points(), true);
    let mut history = run.recording().history(AGENT, 0);
    assert!(history.any(|(_, sample)| line.distance_to(sample.position) > 9.0));
    let metrics = run_metrics(run.recording(), &after, AGENT).expect("the guard");
    let off = metrics.off_path_max.expect("it follows its path");
    assert!(off > 0.05 && off < 0.6, "{off}");
    // Right after the edit, it has not reached the path as it is now: that of the path before
    // remains.
    let mut run = self::run(&before, 8);
    let deviation = |run: &Run, scene: &Scene| {
        let metrics = run_metrics(run.recording(), scene, AGENT).expect("the guard");
        (metrics.off_path_max, metrics.lap_time)
    };
    let (off, lap) = deviation(&run, &before);
    assert!(off.is_some() && lap.is_some());
    run.apply_scene(&after);
    (0..30).for_each(|_| run.step());
    assert_eq!(deviation(&run, &after), (off, None));
}

/// An edit while playing must not make one figure count from another time than the rest.
#[test]
fn path_deviation_and_lap_time_count_from_the_start_after_a_preset_was_edited() {
    let before = patrol(Traversal::Loop);
    let mut after = before.clone();
    Arc::make_mut(&mut after.presets[0]).body.max_speed = 0.5;
    let mut run = run(&before, 8);
    let metrics =
        |run: &Run, scene: &Scene| run_metrics(run.recording(), scene, AGENT).expect("the guard");
    let early = metrics(&run, &before);
    run.apply_scene(&after);
    (0..60).for_each(|_| run.step());
    let late = metrics(&run, &after);
    assert!(late.off_path_max.is_some() && late.off_path_max >= early.off_path_max);
    assert_eq!(late.lap_time, early.lap_time);
    assert_eq!(late.peak_speed, early.peak_speed);
}

/// However often its path was dragged while it played.
#[test]
fn what_many_edits_leave_unknown_is_not_measured() {
    let scene = patrol(Traversal::Loop);
    let mut run = run(&scene, 8);
    for edit in 0..400 {
        let mut edited = scene.clone();
        Arc::make_mut(&mut edited.paths[0]).nodes[0].position.x = -0.01 * f64::from(edit % 7);
        run.apply_scene(&edited);
        run.step();
    }
    let known = run.recording().scene_at(u64::MAX).1;
    assert_eq!(
        known.map(|known| known.paths[0].nodes[0].position.x),
        Some(0.0)
    );
    assert!(run.recording().scene_at(0).1.is_none());
    let metrics = run_metrics(run.recording(), &scene, AGENT).expect("the guard");
    assert!(metrics.peak_speed > 2.9);
}

#[test]
fn a_path_with_junctions_has_neither_laps_nor_a_deviation() {
    for traversal in [Traversal::Loop, Traversal::PingPong] {
        let mut scene = patrol(traversal);
        for metric in [Metric::LapTime, Metric::OffPath] {
            assert!(metric.applies_to(&scene, AGENT), "{metric:?}");
        }
        // A way that leaves out the third node.
        Arc::make_mut(&mut scene.paths[0]).nodes[1].edit_script(|script| {
            script.next = vec![NextNode {
                path: PathId(1),
                node: NodeId(3),
                weight: 1,
            }];
        });
        let found = metrics_after(&scene, 20);
        assert_eq!((found.lap_time, found.off_path_max), (None, None));
        for metric in [Metric::LapTime, Metric::OffPath] {
            assert!(!metric.applies_to(&scene, AGENT), "{metric:?}");
        }
        assert!(Metric::PeakSpeed.applies_to(&scene, AGENT));
    }
}
