//! Advice helps: whatever a rule says to do is done, in a random scene, and ends what the rule found.

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

/// The alternatives of an advice.
fn alternatives(help: &str) -> Vec<&str> {
    help.trim_end_matches('.').split(", or ").collect()
}

/// The first number of a text.
fn number(text: &str) -> Option<f64> {
    text.split_whitespace()
        .find_map(|word| word.trim_end_matches(',').parse().ok())
}

/// What takes an advice without a number further each time.
const STEPS: [f64; 5] = [1.5, 3.0, 10.0, 100.0, 1000.0];

/// Does what an advice says, as someone would who reads it. `times` is how far to go where it names no number.
fn follow(scene: &mut Scene, finding: &Diagnostic, advice: &str, times: f64) {
    let lower = advice.to_lowercase();
    let says = |words: &str| lower.starts_with(words);
    if says("use ") && lower.ends_with(" or more ticks per second") {
        scene.ticks_per_second = number(advice).expect("ticks");
    } else if let Subject::Node(path, id) = finding.subject {
        if says("set the traversal to once") {
            scene.path_mut(path).expect("a path").traversal = Traversal::Once;
            return;
        }
        let radius = scene.path(path).expect("a path").radius;
        let node = scene.node_mut(path, id).expect("a node");
        if says("raise the node radius to") {
            node.radius = number(advice);
        } else if says("add a speed limit of") {
            assert_eq!(node.speed, None, "{finding}");
            node.speed = number(advice);
        } else if says("lower the speed limit to") || says("raise the speed limit to") {
            assert!(node.speed.is_some(), "{finding}");
            node.speed = number(advice);
        } else if says("remove the speed limit") {
            node.speed = None;
        } else if says("lower the node's radius") {
            node.radius = Some(node.radius.unwrap_or(radius) / times);
        } else if says("move the nodes apart") {
            let path = scene.path_mut(path).expect("a path");
            for (i, node) in path.nodes.iter_mut().enumerate() {
                node.position += DVec2::new(i as f64, 0.0) * times;
            }
        } else {
            follow_for_preset(scene, PresetId(1), finding, advice);
        }
    } else if let Subject::Preset(preset, _) = finding.subject {
        if says("raise the mass") && number(advice).is_none() {
            scene.preset_mut(preset).expect("a preset").body.mass *= times;
        } else if says("raise the target radius, if") {
            let preset = scene.preset_mut(preset).expect("a preset");
            for weighted in behaviors_of(preset) {
                if let Behavior::Arrive(arrive) = &mut weighted.behavior {
                    arrive.target_radius += 0.1;
                }
            }
        } else if says("lower the weight") {
            let preset = scene.preset_mut(preset).expect("a preset");
            for weighted in behaviors_of(preset) {
                weighted.weight /= times;
            }
        } else {
            follow_for_preset(scene, preset, finding, advice);
        }
    } else if says("start the agents further apart") {
        for (i, agent) in Arc::make_mut(&mut scene.agents).iter_mut().enumerate() {
            agent.position.x += i as f64 * times;
        }
    } else if says("give them targets or ways of their own")
        || says("give the agents targets or ways of their own")
    {
        for agent in Arc::make_mut(&mut scene.agents) {
            let marker = MarkerId(100 + agent.id.0);
            let place = agent.position + DVec2::new(0.0, 100.0 * times);
            agent.target = Some(Target::Marker(marker));
            Arc::make_mut(&mut scene.markers).push(Marker::at(
                marker,
                "End",
                MarkerKind::Target,
                place,
            ));
        }
    } else {
        for preset in &mut scene.presets {
            follow_for_overlap(Arc::make_mut(preset), advice, finding);
        }
    }
}

fn behaviors_of(preset: &mut Preset) -> &mut [WeightedBehavior] {
    match &mut preset.motion {
        Motion::Steered(steered) => &mut steered.behaviors,
        Motion::GridChase(_) => &mut [],
    }
}

fn follow_for_overlap(preset: &mut Preset, advice: &str, finding: &Diagnostic) {
    let lower = advice.to_lowercase();
    let says = |words: &str| lower.starts_with(words);
    if says("lower the body radius to") {
        preset.body.radius = number(advice).expect("a radius");
        return;
    }
    let Motion::Steered(steered) = &mut preset.motion else {
        panic!("not steered: {finding}");
    };
    if says("add a separation behavior with a radius of") {
        let (radius, rest) = advice.split_once(',').expect("a radius and a separation");
        let added = Separation {
            radius: number(radius).expect("a radius"),
            max_separation: number(rest).expect("a separation"),
            falloff: Falloff::InverseSquare,
        };
        steered
            .behaviors
            .insert(0, Behavior::Separation(added).into());
        return;
    }
    let own = steered.behaviors.iter_mut().find_map(|weighted| {
        if let Behavior::Separation(own) = &mut weighted.behavior {
            Some(own)
        } else {
            None
        }
    });
    let own = own.unwrap_or_else(|| panic!("no separation: {finding}"));
    if says("set the falloff of the separation to inverse square") {
        own.falloff = Falloff::InverseSquare;
    } else if says("raise the max separation to") {
        own.max_separation = number(advice).expect("a separation");
    } else {
        panic!("no one knows how to follow {advice:?}: {finding}");
    }
}

fn follow_for_preset(scene: &mut Scene, preset: PresetId, finding: &Diagnostic, advice: &str) {
    let lower = advice.to_lowercase();
    let says = |words: &str| lower.starts_with(words);
    let preset = scene.preset_mut(preset).expect("a preset");
    let body = &mut preset.body;
    if says("lower the max speed to") {
        body.max_speed = number(advice).expect("a speed");
    } else if says("lower the mass to") {
        body.mass = number(advice).expect("a mass");
    } else if says("raise the max force to") {
        body.max_force = number(advice).expect("a force");
    } else if says("to make it stop, set idle to brake") {
        body.idle = Idle::Brake;
    } else if says("raise the time to target to") {
        body.time_to_target = number(advice).expect("a time");
    } else {
        let Motion::Steered(steered) = &mut preset.motion else {
            panic!("not steered: {finding}");
        };
        let weighted = &mut steered.behaviors[0];
        if says("raise the weight of follow path to") {
            weighted.weight = number(advice).expect("a weight");
            return;
        }
        let (slow, target, brakes) = match &mut weighted.behavior {
            Behavior::Arrive(arrive) => (
                &mut arrive.slow_radius,
                &mut arrive.target_radius,
                Some(&mut arrive.stop),
            ),
            Behavior::FollowPath(follow) => {
                (&mut follow.slow_radius, &mut follow.target_radius, None)
            }
            _ => panic!("no one knows how to follow: {finding}"),
        };
        if says("raise the slow radius to") || says("raise the end slow radius to") {
            *slow = number(advice).expect("a radius");
        } else if says("lower the end target radius to") {
            *target = number(advice).expect("a radius");
        } else if says("set it to brake at the target") {
            *brakes.expect("a way to stop") = Stop::Brake;
        } else {
            panic!("no one knows how to follow {advice:?}: {finding}");
        }
    }
}

/// Follows each advice for what was found in `scene`, one at a time. Returns how much was found, and the advice that does not help.
fn follow_advice(scene: &Scene) -> (usize, Vec<String>) {
    let found = diagnostics(scene);
    let mut useless = Vec::new();
    // What was not measured is not promised, and says so.
    let found: Vec<Diagnostic> = found
        .into_iter()
        .filter(|finding| !finding.help.starts_with("Try "))
        .collect();
    for finding in &found {
        for advice in alternatives(&finding.help) {
            let is_gone = |times: &f64| {
                let mut changed = scene.clone();
                for step in advice.split(", and ") {
                    follow(&mut changed, finding, step, *times);
                }
                diagnostics(&changed)
                    .iter()
                    .all(|other| (other.rule, other.subject) != (finding.rule, finding.subject))
            };
            let helps = if number(advice).is_some() {
                is_gone(&1.0)
            } else {
                STEPS.iter().any(is_gone)
            };
            if !helps {
                useless.push(format!(
                    "{advice:?} does not help: {finding} {:?}",
                    scene.presets[0].body
                ));
            }
        }
    }
    (found.len(), useless)
}

/// Follows all advice in random scenes.
fn assert_advice_helps(scenes: usize, at_least: usize, random_scene: impl FnMut() -> Scene) {
    let (counts, useless): (Vec<usize>, Vec<Vec<String>>) = std::iter::repeat_with(random_scene)
        .take(scenes)
        .map(|scene| follow_advice(&scene))
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
