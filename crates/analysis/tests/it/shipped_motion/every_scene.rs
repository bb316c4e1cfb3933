//! What holds in all shipped scenes.

use super::*;

// --- the files ---

#[test]
fn in_every_scene_numbers_stay_numbers_and_speeds_and_forces_within_limits() {
    let mut kinds = BTreeSet::new();
    for (file, scene) in every_scene() {
        // Spawned agents are in the scene of the world.
        let limits = |world: &World, id: AgentId| {
            let scene = world.scene();
            let agent = scene.agent(id).expect("an agent");
            let preset = scene.preset(agent.preset).expect("a preset");
            let state = world.state(id).expect("an agent");
            let state = preset.state_at(state.index).expect("a state");
            let (body, rules) = (&preset.body, state.rules);
            match state.motion {
                Motion::Steered(_) => (
                    rules.max_speed.unwrap_or(body.max_speed),
                    rules.max_force.unwrap_or(body.max_force),
                ),
                Motion::GridChase(chase) => (
                    scene.cells.size * std::f64::consts::SQRT_2 / chase.step_interval,
                    0.0,
                ),
            }
        };
        let mut before: BTreeMap<AgentId, (f64, f64)> = BTreeMap::new();
        let events = run(&mut World::new(&scene), SECONDS, |world| {
            for agent in world.agents() {
                // An agent that has just entered a state still has the speed of the one before.
                let now = limits(world, agent.id);
                let earlier = before.insert(agent.id, now).unwrap_or(now);
                let (speed, force) = (earlier.0.max(now.0), earlier.1.max(now.1));
                assert!(
                    agent.position.is_finite()
                        && agent.velocity.is_finite()
                        && agent.heading.is_finite(),
                    "{file}: {agent:?}"
                );
                assert!(
                    agent.position.length() < 40.0,
                    "{file}: agent {} got lost at {}",
                    agent.id,
                    agent.position
                );
                assert!(
                    agent.velocity.length() <= speed * (1.0 + 1e-9),
                    "{file}: agent {} is too fast",
                    agent.id
                );
                assert!(
                    agent.steering <= force * (1.0 + 1e-9),
                    "{file}: agent {} pushes too hard",
                    agent.id
                );
            }
        });
        kinds.extend(events.iter().map(|event| event.kind.name()));
    }
    // In these scenes no target is out of reach, no line is lost, the pointer is not pressed, no
    // touch is felt, no guards meet, and there is always a way around walls.
    assert_eq!(kinds.len(), 16, "some event never happens: only {kinds:?}");
}

#[test]
fn bodies_do_not_overlap_in_any_shipped_scene() {
    for (file, scene) in every_scene() {
        let radius: BTreeMap<AgentId, f64> = scene
            .agents
            .iter()
            .filter_map(|agent| {
                let preset = scene.preset(agent.preset)?;
                matches!(preset.motion, Motion::Steered(_))
                    .then_some((agent.id, preset.body.radius))
            })
            .collect();
        run(&mut World::new(&scene), SECONDS, |world| {
            let bodies: Vec<_> = world
                .agents()
                .filter_map(|agent| Some((agent.id, agent.position, *radius.get(&agent.id)?)))
                .collect();
            for (i, &(id, position, radius)) in bodies.iter().enumerate() {
                for &(other, place, other_radius) in &bodies[..i] {
                    assert!(
                        position.distance(place) >= radius + other_radius,
                        "{file}: agents {other} and {id} overlap at {} s",
                        world.time()
                    );
                }
            }
        });
        let found = lint::diagnostics(&scene);
        assert!(
            found
                .iter()
                .all(|found| found.rule != lint::Rule::BodiesOverlap),
            "{file}: {found:?}"
        );
    }
}

#[test]
fn no_agent_circles_a_node_forever() {
    for (file, scene) in every_scene() {
        let events = run(&mut World::new(&scene), SECONDS, |_| {});
        for agent in scene.agents.iter() {
            let Some(path) = agent.path.and_then(|id| scene.path(id)) else {
                continue;
            };
            // Guards leave their paths.
            if scene.preset(agent.preset).is_some_and(Preset::has_states) {
                continue;
            }
            let slowest = path
                .nodes
                .iter()
                .filter_map(|node| node.speed)
                .fold(f64::INFINITY, f64::min);
            let speed = scene
                .preset(agent.preset)
                .expect("a preset")
                .body
                .max_speed
                .min(slowest);
            let n = path.nodes.len();
            let longest = (0..n)
                .map(|i| {
                    path.nodes[i]
                        .position
                        .distance(path.nodes[(i + 1) % n].position)
                })
                .fold(0.0, f64::max);
            let most_wait = path.nodes.iter().map(|node| node.wait).fold(0.0, f64::max);
            let patience = 2.0 * longest / speed + most_wait + 1.0;
            let seen = happened(&events, agent.id);
            let mut last = 0;
            for (tick, happening) in &seen {
                if let EventKind::NodeReached(_) = happening {
                    assert!(
                        (tick - last) as f64 / 60.0 <= patience,
                        "{file}: {} took {} ticks to a node",
                        agent.name,
                        tick - last
                    );
                    last = *tick;
                }
            }
            let finished = seen
                .iter()
                .any(|(_, happening)| *happening == EventKind::PathFinished);
            assert!(
                finished || (SECONDS * 60 - last) as f64 / 60.0 <= patience,
                "{file}: {} reaches no more nodes",
                agent.name
            );
        }
    }
}

#[test]
fn no_shipped_scene_has_a_warning_or_a_hint() {
    for (file, scene) in every_scene() {
        assert_eq!(lint::diagnostics(&scene), [], "{file}");
    }
}
