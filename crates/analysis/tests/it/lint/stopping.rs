//! Agents that overshoot, coast or never arrive.

use super::*;

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

#[test]
fn an_agent_that_never_reports_its_arrival_is_a_hint() {
    for target_radius in [0.0, 1e-6, 0.2] {
        let arrive = Arrive {
            target_radius,
            ..Arrive::default()
        };
        let agent = Agent {
            target: Some(Target::Pointer),
            ..Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::new(-4.0, 1.0))
        };
        let scene = Scene {
            presets: vec![Arc::new(Preset::steered(
                PresetId(1),
                "Guard",
                [Behavior::Arrive(arrive)],
            ))],
            agents: Arc::new(vec![agent]),
            ..Scene::default()
        };
        let mut world = World::new(&scene);
        let mut reports = false;
        while world.time() < 60.0 {
            world.step();
            let mut events = world.events().iter();
            reports |= events.any(|event| event.kind == EventKind::Arrived);
        }
        assert_eq!(reports, !has(&scene, Rule::ArrivalNotReported));
        assert_eq!(reports, target_radius > 0.0);
    }
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
    assert_reported_where_it_overshoots(&[0.4, 0.95, 1.0, 1.05]);
}

#[test]
#[ignore = "takes minutes"]
fn overshoot_is_reported_at_every_slow_radius_at_which_an_agent_overshoots() {
    assert_reported_where_it_overshoots(&[0.2, 0.6, 0.8, 1.5, 3.0]);
}

fn assert_reported_where_it_overshoots(parts: &[f64]) {
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
        let critical = critical_slow_radius(
            &scene.presets[0],
            0,
            scene.ticks_per_second,
            &mut Budget::of_preset(),
        )
        .expect("there is one");
        for &part in parts {
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
    assert!(reported >= 4 && silent >= 6, "{reported} {silent}");
}

#[test]
fn every_ramp_overshoots_without_enough_distance_to_brake() {
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

#[test]
fn a_body_that_takes_minutes_to_stop_is_not_measured_and_leaves_time_for_others() {
    let follow = Behavior::FollowLeader(FollowLeader::default());
    let mut barge = Preset::steered(PresetId(1), "Barge", [follow]);
    barge.body = Body {
        mass: 360.0,
        max_speed: 6.0,
        max_force: 38.6,
        ..Body::default()
    };
    let (past, mut scene) = overshoot(Body::default(), 0.05, Ramp::Linear);
    assert!(past > 0.005);
    let late = scene.presets.remove(0);
    let mut late = Preset::clone(&late);
    late.id = PresetId(2);
    scene.presets = vec![Arc::new(barge), Arc::new(late)];
    let mut agents = scene.agents.to_vec();
    agents[0].preset = PresetId(2);
    agents.push(Agent::at(
        AgentId(2),
        "Tug",
        PresetId(1),
        DVec2::new(0.0, 40.0),
    ));
    scene.agents = Arc::new(agents);
    let found = only(&scene, Rule::NotMeasured);
    assert_eq!(found.subject, Subject::Preset(PresetId(1), Some(0)));
    let measured = only(&scene, Rule::Overshoot);
    assert_eq!(measured.subject, Subject::Preset(PresetId(2), Some(0)));
}
