//! Nodes that agents circle or never reach.

use super::*;

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
                // The start position changes the oscillation slightly, so the counts may differ by
                // one.
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
        "the lint and the run agree on only {agreed} of {}",
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
        let behaviors = vec![WeightedBehavior::weighing(
            weight,
            Behavior::FollowPath(follow),
        )];
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
    let mut zero_speed_limit = patrol(&corners, Traversal::PingPong, 0.3, body);
    zero_speed_limit
        .node_mut(PathId(1), NodeId(2))
        .expect("a node")
        .speed = Some(0.0);
    let mut stops_short = patrol(&corners, Traversal::Once, 0.3, body);
    stops_short
        .preset_mut(PresetId(1))
        .expect("a preset")
        .motion = steered(1.0);
    for (scene, node) in [(without_weight, 2), (zero_speed_limit, 2), (stops_short, 3)] {
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
    assert_eq!(first.help, "Add a speed limit of 0.63 m/s.");
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
fn an_unnamed_preset_is_called_by_its_number_in_the_list() {
    let corners = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)];
    let body = Body {
        max_speed: 5.0,
        max_force: 4.0,
        ..Body::default()
    };
    let mut scene = patrol(&corners, Traversal::Loop, 0.1, body);
    scene.preset_mut(PresetId(1)).expect("a preset").name = String::new();
    let findings = diagnostics(&scene);
    assert!(
        findings
            .iter()
            .any(|finding| finding.message.contains("will be circled by preset 1:")),
        "{findings:#?}"
    );
}

#[test]
fn a_guard_too_fast_for_its_corners_is_reported() {
    let corners = [(0.0, 0.0), (12.0, 0.0), (12.0, 9.0), (0.0, 9.0)];
    let fast = Body {
        max_speed: 8.0,
        ..Body::default()
    };
    let scene = patrol(&corners, Traversal::Loop, 0.5, fast);
    let found = only(&scene, Rule::OffPath);
    assert_eq!(found.severity, Severity::Warning);
    assert!(
        found.message.contains("m off Yard after node") && found.message.contains("at 8 m/s"),
        "{found}"
    );
    let slow = patrol(&corners, Traversal::Loop, 0.5, Body::default());
    assert!(!has(&slow, Rule::OffPath));
}

#[test]
fn a_path_of_one_node_is_not_called_too_narrow() {
    let body = Body {
        max_speed: 3.0,
        ..Body::default()
    };
    let mut scene = patrol(&[(3.0, 0.0)], Traversal::Loop, 0.5, body);
    scene.agent_mut(AgentId(1)).expect("Ann").position = DVec2::ZERO;
    let found = only(&scene, Rule::NodeCircled);
    assert_eq!(found.message, "Node 1 of Yard will be circled by Guard.");
    assert_eq!(
        found.help,
        "Set the traversal to Once, so that the agent stops at the end."
    );
}
