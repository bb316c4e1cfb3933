//! Advice of rules that measure, in random scenes.

use super::*;
use crate::verdicts::Numbers;
use steerwright_runtime::steering::arrive::Stop;

fn one_of<T: Copy>(random: &mut Numbers, choices: &[T]) -> T {
    choices[(random.next() * choices.len() as f64) as usize]
}

fn body(random: &mut Numbers) -> Body {
    Body {
        mass: random.between(0.2, 20.0),
        max_speed: random.between(0.3, 30.0),
        max_force: random.between(0.5, 500.0),
        time_to_target: random.between(0.01, 2.0),
        ..Body::default()
    }
}

/// Follows all advice in random scenes.
fn assert_advice_helps(scenes: usize, at_least: usize, random_scene: impl FnMut() -> Scene) {
    let (counts, useless): (Vec<usize>, Vec<Vec<String>>) = std::iter::repeat_with(random_scene)
        .take(scenes)
        .map(|scene| follow_advice(&scene, None))
        .unzip();
    let found: usize = counts.iter().sum();
    let useless = useless.concat();
    assert!(
        useless.is_empty(),
        "{}\n{} of {found}",
        useless.join("\n"),
        useless.len()
    );
    assert!(found >= at_least, "only {found} findings");
}

#[test]
fn advice_about_paths_ends_what_was_found() {
    let random = &mut Numbers(4);
    assert_advice_helps(10, 5, || {
        let size = random.between(0.5, 20.0);
        let count = one_of(random, &[1, 2, 3, 4, 6]);
        let corners: Vec<(f64, f64)> = (0..count)
            .map(|_| (random.next() * size, random.next() * size))
            .collect();
        let traversal = one_of(
            random,
            &[Traversal::Loop, Traversal::PingPong, Traversal::Once],
        );
        let (radius, body) = (random.between(0.02, 5.0), body(random));
        let mut scene = patrol(&corners, traversal, radius, body);
        if random.next() < 0.3 {
            let limit = one_of(random, &[0.0, 0.5, 2.0, 10.0]);
            scene.node_mut(PathId(1), NodeId(1)).expect("a node").speed = Some(limit);
        }
        if random.next() < 0.3 {
            let follow = FollowPath {
                target_radius: random.between(0.01, 2.0),
                slow_radius: random.between(0.01, 5.0),
                ..FollowPath::default()
            };
            let preset = scene.preset_mut(PresetId(1)).expect("a preset");
            preset.motion = Preset::steered(PresetId(1), "", [Behavior::FollowPath(follow)]).motion;
        }
        scene
    });
}

#[test]
fn advice_about_stopping_ends_what_was_found() {
    let random = &mut Numbers(2);
    assert_advice_helps(8, 3, || {
        let arrive = Arrive {
            target_radius: random.between(0.001, 2.0),
            slow_radius: random.between(0.01, 10.0),
            ramp: one_of(random, &[Ramp::Linear, Ramp::Sqrt, Ramp::Quadratic]),
            stop: one_of(random, &[Stop::Brake, Stop::Brake, Stop::Coast]),
            ..Arrive::default()
        };
        let behavior = one_of(
            random,
            &[
                Behavior::Arrive(arrive),
                Behavior::Arrive(arrive),
                Behavior::Leave(Leave::default()),
            ],
        );
        let mut preset = Preset::steered(PresetId(1), "Guard", [behavior]);
        preset.body = body(random);
        preset.body.idle = one_of(random, &[Idle::Brake, Idle::Coast]);
        let agent = Agent {
            target: Some(Target::Marker(MarkerId(1))),
            danger: Some(Target::Marker(MarkerId(1))),
            ..Agent::at(AgentId(1), "Ann", PresetId(1), DVec2::new(-20.0, 0.0))
        };
        let marker = Marker::at(MarkerId(1), "Mark", MarkerKind::Target, DVec2::ZERO);
        Scene {
            presets: vec![Arc::new(preset)],
            agents: Arc::new(vec![agent]),
            markers: Arc::new(vec![marker]),
            ..Scene::default()
        }
    });
}

#[test]
fn advice_about_overlaps_ends_what_was_found() {
    let random = &mut Numbers(3);
    assert_advice_helps(10, 5, || {
        let mut behaviors = vec![one_of(
            random,
            &[Behavior::Seek {}, Behavior::Arrive(Arrive::default())],
        )];
        if random.next() < 0.5 {
            behaviors.push(Behavior::Separation(Separation {
                radius: random.between(0.5, 4.0),
                max_separation: random.between(0.1, 10.0),
                falloff: one_of(random, &[Falloff::None, Falloff::InverseSquare]),
            }));
        }
        let mut preset = Preset::steered(PresetId(1), "Walker", behaviors);
        preset.body.radius = random.between(0.1, 1.0);
        let agents = (1..=3).map(|id| Agent {
            target: Some(Target::Marker(MarkerId(one_of(random, &[1, 2])))),
            ..Agent::at(
                AgentId(id),
                "Walker",
                PresetId(1),
                DVec2::new(random.next() * 4.0, random.next() * 4.0).round(),
            )
        });
        let agents = Arc::new(agents.collect());
        let marker =
            |id, x| Marker::at(MarkerId(id), "End", MarkerKind::Target, DVec2::new(x, 0.0));
        Scene {
            presets: vec![Arc::new(preset)],
            markers: Arc::new(vec![marker(1, 20.0), marker(2, -20.0)]),
            agents,
            ..Scene::default()
        }
    });
}
