//! Times to target that are too short for a tick.

use super::*;
use steerwright_runtime::scene::{State, StateId};

/// An agent that arrives at a marker 10 u away.
pub(super) fn arriving(body: Body, arrive: Arrive, weight: f64) -> Scene {
    let mut preset = Preset::steered(PresetId(1), "Guard", [Behavior::Arrive(arrive)]);
    preset.body = body;
    if let Motion::Steered(steered) = &mut preset.motion {
        steered.behaviors[0].weight = weight;
    }
    let agent = Agent {
        target: Some(Target::Marker(MarkerId(1))),
        ..Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::ZERO)
    };
    let goal = DVec2::new(10.0, 0.0);
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new(vec![agent]),
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Mark",
            MarkerKind::Target,
            goal,
        )]),
        ..Scene::default()
    }
}

/// Whether the agent turns back and forth at the end of a run of 20 s.
fn flips(scene: &Scene) -> bool {
    let mut world = World::new(scene);
    let mut flips = 0;
    let ann = |world: &World| world.agent(AgentId(1)).expect("Ann").velocity.x;
    let ticks = (20.0 / world.dt()) as u64;
    for _ in 0..ticks {
        let before = ann(&world);
        world.step();
        let is_late = world.tick() + 100 > ticks;
        flips += u64::from(is_late && before * ann(&world) < -1e-9);
    }
    flips > 50
}

#[test]
fn a_time_to_target_is_warned_of_exactly_where_the_velocity_flips_for_ever() {
    assert_warned_where_it_flips(&[1000.0, 1e9]);
}

#[test]
#[ignore = "takes minutes"]
fn a_time_to_target_is_warned_of_where_force_is_too_little_to_see_that_it_flips() {
    assert_warned_where_it_flips(&[1.0]);
}

fn assert_warned_where_it_flips(forces: &[f64]) {
    let mut warned = 0;
    for &max_force in forces {
        for mass in [0.5, 1.0, 4.0] {
            for weight in [1.0, 3.0] {
                for time_to_target in [0.001, 0.004, 0.008, 0.0084, 0.009, 0.02, 0.1] {
                    let body = Body {
                        max_force,
                        mass,
                        time_to_target,
                        ..Body::default()
                    };
                    let scene = arriving(body, Arrive::default(), weight);
                    let is_warned = has(&scene, Rule::FlipsEveryTick);
                    let share: f64 = weight / (60.0 * mass * time_to_target);
                    assert_eq!(is_warned, share >= 2.0, "{body:?} {weight}");
                    // With little force, it is too slow to tell.
                    if max_force > 1.0 && !(1.7..2.0).contains(&share) {
                        assert_eq!(is_warned, flips(&scene), "{body:?} {weight}");
                    }
                    warned += usize::from(is_warned);
                }
            }
        }
    }
    assert!(warned > 14 * forces.len());
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    words
        .filter_map(|word| word.trim_end_matches('.').parse().ok())
        .collect()
}

#[test]
fn each_advice_of_the_warning_ends_the_flipping() {
    for time_to_target in [0.001, 0.0037, 0.005, 0.0083] {
        let body = Body {
            time_to_target,
            max_force: 1000.0,
            ..Body::default()
        };
        let scene = arriving(body, Arrive::default(), 1.0);
        let found = only(&scene, Rule::FlipsEveryTick);
        assert_eq!(found.pointer, "/presets/0/body/time_to_target");
        assert_eq!(found.severity, Severity::Warning);
        let advised = numbers(&found.help);
        let [time, ticks] = advised[..] else {
            panic!("{}", found.help);
        };
        let body = Body {
            time_to_target: time,
            ..body
        };
        let longer = arriving(body, Arrive::default(), 1.0);
        let faster = Scene {
            ticks_per_second: ticks,
            ..scene
        };
        for changed in [longer, faster] {
            assert!(!has(&changed, Rule::FlipsEveryTick), "{}", found.help);
            assert!(!flips(&changed), "{}", found.help);
        }
    }
}

#[test]
fn a_time_of_a_behavior_is_warned_of_where_it_stands() {
    let arrive = Arrive {
        time_to_target: Some(0.005),
        ..Arrive::default()
    };
    let scene = arriving(Body::default(), arrive, 1.0);
    let found = only(&scene, Rule::FlipsEveryTick);
    assert_eq!(found.subject, Subject::Preset(PresetId(1), Some(0)));
    assert_eq!(
        found.pointer,
        "/presets/0/motion/steered/behaviors/0/behavior/arrive/time_to_target"
    );

    // The same in another state.
    let mut scene = arriving(Body::default(), Arrive::default(), 1.0);
    let preset = scene.preset_mut(PresetId(1)).expect("a preset");
    let mut state = State::default();
    state.rules.id = StateId(2);
    state.motion = Motion::Steered(Steered {
        behaviors: vec![WeightedBehavior::from(Behavior::Arrive(arrive))],
        ..Steered::default()
    });
    preset.states.push(state);
    assert_eq!(
        only(&scene, Rule::FlipsEveryTick).pointer,
        "/presets/0/states/0/motion/steered/behaviors/0/behavior/arrive/time_to_target"
    );
}

#[test]
fn a_wait_uses_the_time_of_the_body_even_if_the_behavior_has_its_own() {
    let corners = [(0.0, 0.0), (10.0, 0.0)];
    let body = Body {
        time_to_target: 0.005,
        idle: Idle::Coast,
        ..Body::default()
    };
    let mut scene = patrol(&corners, Traversal::PingPong, 0.5, body);
    let follow = FollowPath {
        time_to_target: Some(0.1),
        ..FollowPath::default()
    };
    let preset = scene.preset_mut(PresetId(1)).expect("a preset");
    preset.motion = Motion::Steered(Steered {
        behaviors: vec![WeightedBehavior::from(Behavior::FollowPath(follow))],
        ..Steered::default()
    });
    let pointer = "/presets/0/body/time_to_target";
    assert_eq!(only(&scene, Rule::FlipsEveryTick).pointer, pointer);
    let preset = scene.preset_mut(PresetId(1)).expect("a preset");
    preset.motion = Motion::Steered(Steered {
        behaviors: vec![WeightedBehavior::from(Behavior::Separation(
            Separation::default(),
        ))],
        ..Steered::default()
    });
    assert!(!has(&scene, Rule::FlipsEveryTick), "nothing uses it");
}
