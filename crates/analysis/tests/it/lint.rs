//! Patrol lint compared with simulated runs: every prediction comes true, and runs without diagnostics have no problems.

use std::sync::Arc;
use steerwright_analysis::lint::{
    Diagnostic, Rule, Severity, Subject, braking_distance, damping_ratio, diagnostics,
};
use steerwright_analysis::probe::critical_slow_radius;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, CellMap, Marker, MarkerId, MarkerKind, Motion, Node, NodeId, PathId,
    PatrolPath, Preset, PresetId, Scene, Steered, Target, Wall, WallId, WeightedBehavior,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::arrive::Ramp;
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_runtime::steering::separation::Falloff;
use steerwright_runtime::steering::{
    Arrive, Body, FollowPath, GridChase, HomingWalk, Idle, Leave, Separation,
};

fn patrol(corners: &[(f64, f64)], traversal: Traversal, radius: f64, body: Body) -> Scene {
    let mut path = PatrolPath::new(PathId(1), "Yard");
    (path.traversal, path.radius) = (traversal, radius);
    path.nodes = corners
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| Node::at(NodeId(i as u32 + 1), DVec2::new(x, y)))
        .collect();
    let mut preset = Preset::steered(
        PresetId(1),
        "Guard",
        [Behavior::FollowPath(FollowPath::default())],
    );
    preset.body = body;
    let agent = Agent {
        path: Some(PathId(1)),
        ..Agent::at(AgentId(1), "Ann", PresetId(1), path.nodes[0].position)
    };
    Scene {
        presets: vec![Arc::new(preset)],
        paths: vec![Arc::new(path)],
        agents: Arc::new(vec![agent]),
        ..Scene::default()
    }
}

fn has(scene: &Scene, rule: Rule) -> bool {
    diagnostics(scene)
        .iter()
        .any(|finding| finding.rule == rule)
}

fn only(scene: &Scene, rule: Rule) -> Diagnostic {
    let mut found: Vec<Diagnostic> = diagnostics(scene)
        .into_iter()
        .filter(|finding| finding.rule == rule)
        .collect();
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

/// The laps of a run, and the largest number of misses before a node was reached.
fn watched(scene: &Scene, seconds: f64) -> (usize, usize) {
    let mut world = World::new(scene);
    let nodes = &scene.paths[0].nodes;
    let (mut laps, mut most, mut passes, mut way) = (0, 0, 0, None);
    let (mut before, mut nearest) = (f64::NAN, f64::NAN);
    for _ in 0..(seconds / scene.dt()) as u64 {
        let from = world.agent(AgentId(1)).expect("Ann").position;
        world.step();
        laps += usize::from(
            world
                .events()
                .iter()
                .any(|event| event.kind == EventKind::NodeReached(nodes.len() - 1)),
        );
        let node = world.agent(AgentId(1)).expect("Ann").node.expect("a node");
        if way != Some(node) {
            (way, passes, before, nearest) = (Some(node), 0, f64::NAN, f64::NAN);
        }
        let distance = from.distance(nodes[node as usize].position);
        passes += usize::from(nearest < before && distance > nearest);
        (before, nearest) = (nearest, distance);
        most = most.max(passes);
    }
    (laps, most)
}

#[test]
fn circled_nodes_are_reported_exactly_where_agents_circle() {
    const SQUARE: [(f64, f64); 4] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    const LINE: [(f64, f64); 2] = [(0.0, 0.0), (1.0, 0.1)];
    const ZIGZAG: [(f64, f64); 4] = [(0.0, 0.0), (1.0, 0.0), (0.0, 0.2), (1.0, 0.3)];
    let (mut circled, mut clean, mut agreed) = (0, 0, 0);
    for (corners, traversal) in [
        (&SQUARE[..], Traversal::Loop),
        (&LINE[..], Traversal::PingPong),
        (&ZIGZAG[..], Traversal::PingPong),
    ] {
        for (speed, force, lag) in [
            (3.0, 2.0, 0.1),
            (3.0, 20.0, 0.5),
            (6.0, 6.0, 0.02),
            (5.0, 4.0, 0.1),
            (12.0, 20.0, 0.5),
        ] {
            let turn: f64 = speed * speed / force;
            for (size, part) in [
                (0.5, 0.01),
                (0.5, 0.05),
                (0.5, 0.2),
                (2.0, 0.02),
                (2.0, 0.2),
                (8.0, 0.01),
                (8.0, 0.3),
            ] {
                let scaled: Vec<(f64, f64)> = corners
                    .iter()
                    .map(|&(x, y)| (x * size * turn, y * size * turn))
                    .collect();
                let body = Body {
                    max_speed: speed,
                    max_force: force,
                    time_to_target: lag,
                    ..Body::default()
                };
                let mut scene = patrol(&scaled, traversal, part * turn, body);
                // An agent exactly on the line of a ping-pong path would never leave it.
                scene.agent_mut(AgentId(1)).expect("Ann").position.y -= 0.1 * turn;
                let (laps, passes) = watched(&scene, 90.0);
                let found = diagnostics(&scene);
                let reported = has(&scene, Rule::NodeCircled);
                // The start position changes the oscillation slightly, so the counts may differ by one.
                assert!(
                    !reported || passes >= 1,
                    "{passes} passes at {speed} {force} {lag} {size} {part}: {found:#?}"
                );
                assert!(
                    reported || passes <= 2,
                    "{passes} passes at {speed} {force} {lag} {size} {part}"
                );
                agreed += usize::from(reported == (passes >= 2));
                circled += usize::from(reported);
                clean += usize::from(!reported);
                assert!(
                    laps > 0 && !has(&scene, Rule::NodeNeverReached),
                    "{laps} laps at {speed} {force} {lag} {size} {part}: {found:#?}"
                );
            }
        }
    }
    assert!(
        circled >= 10 && clean >= 40,
        "the sweep has both: {circled} circled, {clean} clean"
    );
    assert!(
        agreed * 100 >= 95 * (circled + clean),
        "only {agreed} of {} agree to the pass",
        circled + clean
    );
}

#[test]
fn a_node_reported_as_never_reached_stops_the_lap() {
    let corners = [(0.0, 0.0), (6.0, 0.0), (6.0, 5.0)];
    let body = Body {
        max_speed: 4.0,
        max_force: 6.0,
        ..Body::default()
    };
    let reachable = patrol(&corners, Traversal::Loop, 0.3, body);
    assert!(!has(&reachable, Rule::NodeNeverReached) && watched(&reachable, 60.0).0 > 3);

    let follow = FollowPath {
        target_radius: 1.0,
        slow_radius: 4.0,
        ..FollowPath::default()
    };
    let steered = |weight| {
        let behaviors = vec![WeightedBehavior {
            weight,
            behavior: Behavior::FollowPath(follow),
        }];
        Motion::Steered(Steered {
            behaviors,
            ..Steered::default()
        })
    };
    let mut without_weight = patrol(&corners, Traversal::Loop, 0.3, body);
    without_weight
        .preset_mut(PresetId(1))
        .expect("a preset")
        .motion = steered(0.0);
    let mut at_a_stand = patrol(&corners, Traversal::PingPong, 0.3, body);
    at_a_stand
        .node_mut(PathId(1), NodeId(2))
        .expect("a node")
        .speed = Some(0.0);
    let mut stops_short = patrol(&corners, Traversal::Once, 0.3, body);
    stops_short
        .preset_mut(PresetId(1))
        .expect("a preset")
        .motion = steered(1.0);
    for (scene, node) in [(without_weight, 2), (at_a_stand, 2), (stops_short, 3)] {
        assert_eq!(watched(&scene, 200.0).0, 0);
        let finding = only(&scene, Rule::NodeNeverReached);
        assert_eq!(finding.subject, Subject::Node(PathId(1), NodeId(node)));
        assert_eq!(finding.pointer, format!("/paths/0/nodes/{}", node - 1));
    }
}

#[test]
fn following_the_help_of_a_circled_node_fixes_it() {
    let corners = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)];
    let mut scene = patrol(
        &corners,
        Traversal::Loop,
        0.1,
        Body {
            max_speed: 5.0,
            max_force: 4.0,
            ..Body::default()
        },
    );
    let circled: Vec<Diagnostic> = diagnostics(&scene)
        .into_iter()
        .filter(|finding| finding.rule == Rule::NodeCircled)
        .collect();
    let first = circled.first().expect("a finding");
    assert_eq!(first.severity, Severity::Warning);
    assert!(
        first.message.contains("will be circled by Guard: at 5 m/s with 4 m/s², the turn needs 6.25 m, but the radius is 0.1 m."),
        "{first}"
    );
    assert_eq!(
        first.help,
        "Raise the node radius, or add a speed limit of 0.63 m/s."
    );
    for node in 1..=4 {
        scene
            .node_mut(PathId(1), NodeId(node))
            .expect("a node")
            .speed = Some(0.63);
    }
    assert!(!has(&scene, Rule::NodeCircled));
    assert!(watched(&scene, 120.0).1 < 2);
}

#[test]
fn a_guard_too_fast_for_its_corners_is_reported_and_the_help_fixes_it() {
    let corners = [(0.0, 0.0), (12.0, 0.0), (12.0, 9.0), (0.0, 9.0)];
    let fast = Body {
        max_speed: 8.0,
        ..Body::default()
    };
    let mut scene = patrol(&corners, Traversal::Loop, 0.5, fast);
    let found = only(&scene, Rule::OffPath);
    assert_eq!(found.severity, Severity::Warning);
    assert!(
        found.message.contains("m off Yard after node") && found.message.contains("at 8 m/s"),
        "{found}"
    );
    let limit = found
        .help
        .strip_prefix("Raise the node radius, or add a speed limit of ")
        .and_then(|rest| rest.strip_suffix(" m/s."))
        .and_then(|number| number.parse::<f64>().ok())
        .unwrap_or_else(|| panic!("{found}"));
    for node in 1..=4 {
        scene
            .node_mut(PathId(1), NodeId(node))
            .expect("a node")
            .speed = Some(limit);
    }
    assert!(!has(&scene, Rule::OffPath));
    let slow = patrol(&corners, Traversal::Loop, 0.5, Body::default());
    assert!(!has(&slow, Rule::OffPath));
}

#[test]
fn an_agent_that_coasts_away_from_its_danger_for_ever_is_a_hint() {
    let mut preset = Preset::steered(PresetId(1), "Doe", [Behavior::Leave(Leave::default())]);
    let mut agent = Agent::at(AgentId(1), "Doe", PresetId(1), DVec2::new(1.0, 0.0));
    agent.danger = Some(Target::Pointer);
    let mut scene = Scene {
        presets: vec![Arc::new(preset.clone())],
        agents: Arc::new(vec![agent]),
        ..Scene::default()
    };
    assert!(!has(&scene, Rule::NeverStops));
    preset.body.idle = Idle::Coast;
    preset.body.time_to_target = 1.0;
    scene.presets = vec![Arc::new(preset)];
    let found = only(&scene, Rule::NeverStops);
    assert_eq!(found.severity, Severity::Hint);
    assert_eq!(found.subject, Subject::Preset(PresetId(1), Some(0)));
}

/// How far an agent overshoots its target, u.
fn overshoot(body: Body, slow_radius: f64, ramp: Ramp) -> (f64, Scene) {
    let arrive = Arrive {
        target_radius: 0.0,
        slow_radius,
        ramp,
        ..Arrive::default()
    };
    let mut preset = Preset::steered(PresetId(1), "Guard", [Behavior::Arrive(arrive)]);
    preset.body = body;
    let far = 3.0 * slow_radius + 2.0 * body.max_speed * body.max_speed / body.max_force + 5.0;
    let agent = Agent {
        target: Some(Target::Marker(MarkerId(1))),
        ..Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::new(-far, 0.0))
    };
    let marker = Marker::at(
        MarkerId(1),
        "Mark",
        MarkerKind::Target,
        DVec2::new(0.0, 0.0),
    );
    let scene = Scene {
        ticks_per_second: 240.0,
        presets: vec![Arc::new(preset)],
        agents: Arc::new(vec![agent]),
        markers: Arc::new(vec![marker]),
        ..Scene::default()
    };
    let mut world = World::new(&scene);
    let mut furthest = f64::NEG_INFINITY;
    for _ in 0..240 * 40 {
        world.step();
        furthest = furthest.max(world.agent(AgentId(1)).expect("Ann").position.x);
    }
    (furthest, scene)
}

#[test]
fn overshoot_is_reported_where_an_agent_overshoots_by_more_than_one_percent() {
    let (mut reported, mut silent) = (0, 0);
    for (mass, speed, force, tau) in [
        (1.0, 5.0, 1e6, 0.1),
        (4.0, 3.0, 1e6, 0.2),
        (1.0, 6.0, 8.0, 0.05),
        (2.0, 4.0, 30.0, 0.3),
    ] {
        let body = Body {
            mass,
            max_speed: speed,
            max_force: force,
            time_to_target: tau,
            ..Body::default()
        };
        let (_, scene) = overshoot(body, 1.0, Ramp::Linear);
        let critical = critical_slow_radius(&scene.presets[0], 0, scene.ticks_per_second)
            .expect("there is one");
        for part in [0.2, 0.4, 0.6, 0.8, 0.95, 1.0, 1.05, 1.5, 3.0] {
            let slow_radius = critical * part;
            let (past, scene) = overshoot(body, slow_radius, Ramp::Linear);
            assert!(
                part < 1.0 || past <= 2e-3 * slow_radius,
                "overshoots by {past} at {part} of {critical}"
            );
            assert!(
                part > 0.95 || past > 1e-4 * slow_radius,
                "overshoots by {past} at {part} of {critical}"
            );
            if past > 0.011 * slow_radius {
                let found = only(&scene, Rule::Overshoot);
                assert_eq!(found.subject, Subject::Preset(PresetId(1), Some(0)));
                reported += 1;
            } else if past < 0.009 * slow_radius {
                assert!(!has(&scene, Rule::Overshoot));
                silent += 1;
            }
        }
    }
    assert!(reported >= 8 && silent >= 16, "{reported} {silent}");
    // Without enough distance to brake, every ramp overshoots.
    let body = Body {
        max_speed: 6.0,
        max_force: 8.0,
        time_to_target: 0.02,
        ..Body::default()
    };
    for ramp in [Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic] {
        let (past, scene) = overshoot(body, 1.5, ramp);
        assert!(past > 0.3);
        let found = only(&scene, Rule::Overshoot);
        assert_eq!(found.severity, Severity::Warning);
        let room = braking_distance(&body, ramp);
        let expected = format!("needs {room} m to brake from 6 m/s, but the slow radius is 1.5 m");
        assert!(found.message.contains(&expected), "{found}");
        let shown = format!("Guard overshoots its target by {past:.2}");
        assert!(
            found.message.starts_with(shown.trim_end_matches('0')),
            "{found} {past}"
        );
    }
}

#[test]
fn the_damping_ratio_matches_the_specification() {
    let body = Body {
        mass: 2.0,
        max_speed: 3.0,
        time_to_target: 0.25,
        ..Body::default()
    };
    assert_eq!(damping_ratio(&body, 6.0), 1.0);
    assert_eq!(
        damping_ratio(
            &Body {
                max_speed: 0.0,
                ..body
            },
            6.0
        ),
        f64::INFINITY
    );
}

#[test]
fn a_valid_scene_has_no_diagnostics() {
    let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 8.0)];
    assert_eq!(
        diagnostics(&patrol(&corners, Traversal::Loop, 0.5, Body::default())),
        []
    );
    assert_eq!(
        diagnostics(&patrol(&corners, Traversal::Once, 0.5, Body::default())),
        []
    );
    assert_eq!(diagnostics(&Scene::default()), []);
}

#[test]
fn missing_bindings_and_swapped_radii_are_reported_with_their_pointer() {
    let corners = [(0.0, 0.0), (10.0, 0.0)];
    let mut scene = patrol(&corners, Traversal::PingPong, 0.5, Body::default());
    scene.agent_mut(AgentId(1)).expect("Ann").path = None;
    let missing = only(&scene, Rule::MissingRole);
    assert_eq!(
        (missing.subject, missing.pointer.as_str()),
        (Subject::Agent(AgentId(1)), "/agents/0/path")
    );
    assert_eq!(
        missing.message,
        "Ann has no path, but its preset “Guard” needs one."
    );
    assert_eq!(
        only(&scene, Rule::UnusedPath).subject,
        Subject::Path(PathId(1))
    );

    scene.path_mut(PathId(1)).expect("a path").nodes.clear();
    assert_eq!(
        only(&scene, Rule::EmptyPath).subject,
        Subject::Path(PathId(1))
    );
    assert!(
        !has(&scene, Rule::UnusedPath),
        "one diagnostic per path is enough"
    );

    let mut wide = patrol(&corners, Traversal::PingPong, 0.5, Body::default());
    wide.node_mut(PathId(1), NodeId(2)).expect("a node").radius = Some(12.0);
    assert_eq!(
        only(&wide, Rule::RadiusOverSegment).subject,
        Subject::Node(PathId(1), NodeId(2))
    );

    let swapped_arrive = Behavior::Arrive(Arrive {
        target_radius: 3.0,
        slow_radius: 2.0,
        ..Arrive::default()
    });
    let swapped_leave = Behavior::Leave(Leave {
        escape_radius: 3.0,
        danger_radius: 2.0,
        ..Leave::default()
    });
    for behavior in [swapped_arrive, swapped_leave] {
        let scene = Scene {
            presets: vec![Arc::new(Preset::steered(PresetId(4), "Odd", [behavior]))],
            ..Scene::default()
        };
        assert_eq!(
            only(&scene, Rule::RadiiSwapped).subject,
            Subject::Preset(PresetId(4), Some(0))
        );
    }
    let mut still = patrol(
        &corners,
        Traversal::PingPong,
        0.5,
        Body {
            max_speed: 0.0,
            ..Body::default()
        },
    );
    assert_eq!(
        only(&still, Rule::CannotMove).pointer,
        "/presets/0/body/max_speed"
    );
    still.preset_mut(PresetId(1)).expect("a preset").motion =
        Motion::GridChase(GridChase::default());
    assert!(
        !has(&still, Rule::CannotMove),
        "a grid chase needs no speed"
    );
    assert_eq!(only(&still, Rule::MissingRole).pointer, "/agents/0/target");
}

#[test]
fn homing_walks_reported_as_endless_never_arrive() {
    let arrives = |walk: HomingWalk| {
        let preset = Preset::steered(PresetId(1), "Bee", [Behavior::HomingWalk(walk)]);
        let agent = Agent {
            target: Some(Target::Pointer),
            ..Agent::at(AgentId(1), "Bo", PresetId(1), DVec2::new(9.0, 4.0))
        };
        let scene = Scene {
            presets: vec![Arc::new(preset)],
            agents: Arc::new(vec![agent]),
            ..Scene::default()
        };
        let mut world = World::new(&scene);
        let arrived = (0..60 * 60).any(|_| {
            world.step();
            world
                .events()
                .iter()
                .any(|event| event.kind == EventKind::Arrived)
        });
        (arrived, has(&scene, Rule::EndlessWalk))
    };
    assert_eq!(arrives(HomingWalk::default()), (true, false));
    assert_eq!(
        arrives(HomingWalk {
            reach_radius: 0.0,
            ..HomingWalk::default()
        }),
        (false, true)
    );
    assert_eq!(
        arrives(HomingWalk {
            min_step: 0.0,
            ..HomingWalk::default()
        }),
        (false, true)
    );
}

/// Two agents that walk toward each other along a line, and what keeps them apart.
fn meeting(separation: Option<Separation>) -> Scene {
    let walk = Behavior::Seek {};
    let behaviors = separation
        .map(Behavior::Separation)
        .into_iter()
        .chain([walk]);
    let marker = |id, x| Marker::at(MarkerId(id), "End", MarkerKind::Target, DVec2::new(x, 0.0));
    let agent = |id, name, x: f64, target| Agent {
        target: Some(Target::Marker(MarkerId(target))),
        ..Agent::at(
            AgentId(id),
            name,
            PresetId(1),
            DVec2::new(x, 0.1 * x.signum()),
        )
    };
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "Walker", behaviors))],
        markers: Arc::new(vec![marker(1, 100.0), marker(2, -100.0)]),
        agents: Arc::new(vec![agent(1, "Ann", -5.0, 1), agent(2, "Bob", 5.0, 2)]),
        ..Scene::default()
    }
}

#[test]
fn bodies_that_overlap_in_a_run_are_a_warning_and_bodies_kept_apart_are_not() {
    let found = only(&meeting(None), Rule::BodiesOverlap);
    assert_eq!(found.severity, Severity::Warning);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert_eq!(found.pointer, "/agents/0");
    assert!(
        found.message.starts_with("Ann and Bob overlap by up to 0."),
        "{}",
        found.message
    );
    let apart = Separation {
        radius: 2.0,
        max_separation: 30.0,
        falloff: Falloff::InverseSquare,
    };
    assert!(!has(&meeting(Some(apart)), Rule::BodiesOverlap));
}

#[test]
fn an_overlap_with_what_an_agent_goes_for_may_be_meant_and_cell_movers_have_no_body() {
    let mut scene = meeting(None);
    scene.agent_mut(AgentId(1)).expect("Ann").target = Some(Target::Agent(AgentId(2)));
    assert_eq!(only(&scene, Rule::BodiesOverlap).severity, Severity::Hint);
    scene.preset_mut(PresetId(1)).expect("the preset").motion =
        Motion::GridChase(GridChase::default());
    assert!(!has(&scene, Rule::BodiesOverlap));
}

/// A guard who walks 10 u to the right and back, and a wall through these points.
fn walled(points: &[(f64, f64)]) -> Scene {
    let mut scene = patrol(
        &[(0.0, 0.0), (10.0, 0.0)],
        Traversal::PingPong,
        0.5,
        Body::default(),
    );
    let points = points.iter().map(|&(x, y)| DVec2::new(x, y));
    scene.walls = vec![Arc::new(Wall::through(WallId(3), "Hedge", points))];
    scene
}

#[test]
fn a_body_that_starts_in_a_wall_is_found() {
    let found = only(&walled(&[(-2.0, 0.3), (2.0, 0.3)]), Rule::StartInWall);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert!(found.message.contains("0.3"), "{}", found.message);
    assert!(!has(&walled(&[(-2.0, 0.5), (2.0, 0.5)]), Rule::StartInWall));
}

#[test]
fn a_node_behind_a_wall_is_found_and_one_behind_a_door_is_not() {
    let mut scene = walled(&[(5.0, -3.0), (5.0, 3.0)]);
    let found = only(&scene, Rule::NodeBehindWall);
    assert_eq!(found.subject, Subject::Node(PathId(1), NodeId(2)));
    assert_eq!(found.pointer, "/paths/0/nodes/1");
    assert!(!has(&scene, Rule::PathTooClose));
    Arc::make_mut(&mut scene.walls[0]).open = Some(false);
    assert!(!has(&scene, Rule::NodeBehindWall));
    let glass = Arc::make_mut(&mut scene.walls[0]);
    (glass.open, glass.blocks_motion) = (None, false);
    assert!(!has(&scene, Rule::NodeBehindWall), "a bush stops no body");
}

#[test]
fn a_path_that_passes_a_wall_too_closely_is_found() {
    let found = only(&walled(&[(5.0, 0.2), (6.0, 3.0)]), Rule::PathTooClose);
    assert_eq!(found.subject, Subject::Node(PathId(1), NodeId(2)));
    assert!(found.message.contains("0.2"), "{}", found.message);
    assert!(!has(
        &walled(&[(5.0, 0.41), (6.0, 3.0)]),
        Rule::PathTooClose
    ));
}

#[test]
fn walls_that_block_nothing_are_found() {
    for points in [&[][..], &[(5.0, 5.0)], &[(5.0, 5.0), (5.0, 5.0)]] {
        let found = only(&walled(points), Rule::WallWithoutEdges);
        assert_eq!(found.subject, Subject::Wall(WallId(3)));
    }
    let double = walled(&[(5.0, 5.0), (6.0, 5.0), (6.0, 5.0), (6.0, 8.0)]);
    let found = only(&double, Rule::EdgeWithoutLength);
    assert_eq!(found.pointer, "/walls/0/nodes/1");
    let mut shadow = walled(&[(5.0, 5.0), (6.0, 5.0)]);
    let wall = Arc::make_mut(&mut shadow.walls[0]);
    (wall.blocks_motion, wall.blocks_sight) = (false, false);
    assert_eq!(
        only(&shadow, Rule::WallWithoutEffect).severity,
        Severity::Warning
    );
}

#[test]
fn cells_that_stop_a_body_are_found() {
    let mut scene = walled(&[]);
    scene.walls.clear();
    let cells = |blocked: &[[i32; 2]]| {
        Arc::new(CellMap {
            blocked: blocked.iter().copied().map(Cell::from).collect(),
            ..CellMap::default()
        })
    };
    scene.cells = cells(&[[6, 0]]);
    let found = only(&scene, Rule::CellsStopBody);
    assert_eq!(found.subject, Subject::Agent(AgentId(1)));
    assert!(has(&scene, Rule::NodeBehindWall), "cells count as walls");
    scene.cells = cells(&[[6, 3]]);
    assert!(!has(&scene, Rule::CellsStopBody));
}
