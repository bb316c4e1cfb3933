//! The shipped scenes move as their notes describe.

use std::collections::{BTreeMap, BTreeSet};
use steerwright_analysis::lint;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, Behavior, Motion, Scene};
use steerwright_runtime::simulation::{Event, EventKind, World};
use steerwright_testing::shipped::{every_scene, scene};

const SECONDS: u64 = 60;

/// The id of the agent called `name`.
fn id(scene: &Scene, name: &str) -> AgentId {
    scene
        .agents
        .iter()
        .find(|agent| agent.name == name)
        .unwrap_or_else(|| panic!("no agent is called {name}"))
        .id
}

fn place(world: &World, id: AgentId) -> DVec2 {
    world.agent(id).expect("an agent").position
}

/// Runs for `seconds` and returns the events.
fn run(world: &mut World, seconds: u64, mut see: impl FnMut(&World)) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..seconds * 60 {
        world.step();
        events.extend_from_slice(world.events());
        see(world);
    }
    events
}

fn happened(events: &[Event], agent: AgentId) -> Vec<(u64, EventKind)> {
    events
        .iter()
        .filter(|event| event.agent == agent)
        .map(|event| (event.tick, event.kind))
        .collect()
}

// --- the files ---

#[test]
fn in_every_scene_numbers_stay_numbers_and_speeds_and_forces_within_limits() {
    let mut kinds = BTreeSet::new();
    for (file, scene) in every_scene() {
        let limits: BTreeMap<AgentId, (f64, f64)> = scene
            .agents
            .iter()
            .map(|agent| {
                let preset = scene.preset(agent.preset).expect("a preset");
                let limit = match &preset.motion {
                    Motion::Steered(_) => (preset.body.max_speed, preset.body.max_force),
                    Motion::GridChase(chase) => (
                        scene.cells.size * std::f64::consts::SQRT_2 / chase.step_interval,
                        0.0,
                    ),
                };
                (agent.id, limit)
            })
            .collect();
        let events = run(&mut World::new(&scene), SECONDS, |world| {
            for agent in world.agents() {
                let (speed, force) = limits[&agent.id];
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
    // In these scenes no target is out of reach, and no line is lost.
    assert_eq!(kinds.len(), 8, "some event never happens: only {kinds:?}");
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
fn gate_patrol_visits_every_node_both_ways_waits_and_slows_at_the_gate() {
    let scene = scene("gate-patrol");
    let (guard, scout) = (id(&scene, "Guard"), id(&scene, "Scout"));
    let mut fastest_at_gate: f64 = 0.0;
    let events = run(&mut World::new(&scene), SECONDS, |world| {
        let agent = world.agent(guard).expect("the guard");
        // Half a second after turning to the limited node, and later.
        if agent.node == Some(3) && (agent.position.x.abs() < 1.0) {
            fastest_at_gate = fastest_at_gate.max(agent.velocity.length());
        }
    });
    let seen = happened(&events, guard);
    let nodes: Vec<usize> = seen
        .iter()
        .filter_map(|(_, h)| {
            if let EventKind::NodeReached(n) = h {
                Some(*n)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(
        nodes[..11],
        [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0],
        "a lap goes there and back"
    );
    let lengths: Vec<u64> = seen
        .iter()
        .filter_map(|&(from, h)| {
            if let EventKind::WaitStarted(n) = h {
                Some((n, from))
            } else {
                None
            }
        })
        .filter_map(|(n, from)| {
            seen.iter()
                .find(|&&(tick, h)| tick > from && h == EventKind::WaitEnded(n))
                .map(|&(to, _)| to - from)
        })
        .collect();
    assert_eq!(
        lengths[..5],
        [90, 120, 90, 120, 90],
        "the authored waits in ticks"
    );
    assert!(
        fastest_at_gate > 0.5 && fastest_at_gate < 0.9,
        "the speed limit of the gate is kept: {fastest_at_gate}"
    );
    let rounds = happened(&events, scout)
        .iter()
        .filter(|(_, h)| *h == EventKind::NodeReached(0))
        .count();
    assert!(rounds >= 5, "the scout runs round and round: {rounds}");
}

#[test]
fn curved_loop_starts_at_the_configured_nodes_and_the_open_path_ends() {
    let scene = scene("curved-loop");
    let mut world = World::new(&scene);
    world.step();
    let target_node = |name: &str| world.agent(id(&scene, name)).expect("an agent").node;
    assert_eq!(
        target_node("First"),
        Some(1),
        "it starts on the first node and moves to the next"
    );
    assert_eq!(target_node("Nearest"), Some(4));
    assert_eq!(target_node("Fifth"), Some(5));
    let loop_line =
        steerwright_runtime::geometry::Polyline::new(scene.paths[0].route().points(), true);
    let scouts = ["First", "Nearest", "Fifth"].map(|name| id(&scene, name));
    let mut furthest: f64 = 0.0;
    let events = run(&mut world, SECONDS, |world| {
        furthest = scouts
            .iter()
            .map(|&scout| loop_line.distance_to(place(world, scout)))
            .fold(furthest, f64::max);
    });
    assert!(furthest < 0.8, "scouts keep to the curve: {furthest}");
    let courier = id(&scene, "Courier");
    assert!(
        happened(&events, courier)
            .iter()
            .any(|(_, h)| *h == EventKind::PathFinished)
    );
    assert!(
        world.agent(courier).expect("the courier").velocity.length() < 1e-3,
        "it stops at the end"
    );
}

#[test]
fn arriving_agents_stop_the_coasting_agent_rolls_on_and_leaving_agents_leave() {
    let scene = scene("arrive-and-leave");
    let mut world = World::new(&scene);
    let events = run(&mut world, 30, |_| {});
    let target = |name: &str| {
        scene
            .target_position(
                scene
                    .agent(id(&scene, name))
                    .expect("an agent")
                    .target
                    .expect("a target"),
            )
            .expect("a place")
    };
    for name in ["Linear", "Square root", "Quadratic", "Vehicle"] {
        let agent = world.agent(id(&scene, name)).expect("an agent");
        assert!(
            agent.position.distance(target(name)) < 0.45,
            "{name} ends at {}",
            agent.position
        );
        assert!(agent.velocity.length() < 0.01, "{name} still moves");
        let arrivals = happened(&events, agent.id)
            .iter()
            .filter(|(_, h)| *h == EventKind::Arrived)
            .count();
        assert_eq!(arrivals, 1, "{name} arrives once");
    }
    let first = |name: &str| happened(&events, id(&scene, name))[0].0;
    assert!(
        first("Square root") < first("Linear") && first("Linear") < first("Quadratic"),
        "the ramps differ in haste"
    );
    let coaster = happened(&events, id(&scene, "Coasting"));
    assert!(
        coaster
            .iter()
            .filter(|(_, h)| *h == EventKind::Arrived)
            .count()
            > 1,
        "the coaster rolls out and comes back"
    );
    assert!(place(&world, id(&scene, "Coasting")).distance(target("Coasting")) < 1.0);
    for name in ["Stepped", "Smooth", "Shy"] {
        let agent = scene.agent(id(&scene, name)).expect("an agent");
        let danger = scene
            .target_position(agent.danger.expect("a danger"))
            .expect("a place");
        let radius = scene
            .preset(agent.preset)
            .expect("a preset")
            .behaviors()
            .find_map(|b| {
                if let Behavior::Leave(l) = b {
                    Some(l.danger_radius)
                } else {
                    None
                }
            });
        let (before, after) = (
            agent.position.distance(danger),
            place(&world, agent.id).distance(danger),
        );
        assert!(
            before < 2.0 && after > 0.85 * radius.expect("a radius"),
            "{name} went from {before} to {after}"
        );
    }
    // The pointer comes after the shy one, which runs again.
    let shy = id(&scene, "Shy");
    let cornered = place(&world, shy);
    world
        .set_pointer(cornered + DVec2::new(-0.5, 0.3))
        .expect("a place");
    run(&mut world, 10, |_| {});
    assert!(place(&world, shy).distance(cornered) > 3.0);
}

#[test]
fn the_squad_stays_near_its_leader_as_the_pointer_moves() {
    let scene = scene("squad");
    let leader = id(&scene, "Leader");
    let squad: Vec<AgentId> = (1..=5)
        .map(|n| id(&scene, &format!("Follower {n}")))
        .collect();
    let mut world = World::new(&scene);
    let check = |world: &mut World, pointer: DVec2| {
        world.set_pointer(pointer).expect("a place");
        run(world, 15, |world| {
            for &follower in &squad {
                let apart = place(world, follower).distance(place(world, leader));
                assert!(apart < 6.0, "follower {follower} is left behind: {apart}");
            }
        });
        assert!(
            place(world, leader).distance(pointer) < 0.35,
            "the leader is at the pointer"
        );
        for &follower in &squad {
            assert!(
                place(world, follower).distance(pointer) < 3.5,
                "follower {follower} is there too"
            );
        }
    };
    check(&mut world, DVec2::ZERO);
    check(&mut world, DVec2::new(8.0, -5.0));
    check(&mut world, DVec2::new(-8.0, 6.0));
    check(&mut world, DVec2::new(8.0, 6.0));
}

#[test]
fn monsters_start_inside_their_scatter_ring_at_positions_that_depend_on_the_seed() {
    let scene = scene("squad");
    let monsters: Vec<AgentId> = scene
        .agents
        .iter()
        .filter(|agent| agent.scatter.is_some())
        .map(|agent| agent.id)
        .collect();
    assert!(monsters.len() >= 3);
    let starts = |seed: u64| -> Vec<DVec2> {
        let world = World::new(&Scene {
            seed,
            ..scene.clone()
        });
        monsters
            .iter()
            .map(|&monster| place(&world, monster))
            .collect()
    };
    for seed in 0..50 {
        for (start, &monster) in starts(seed).iter().zip(&monsters) {
            let agent = scene.agent(monster).expect("a monster");
            let (scatter, distance) = (
                agent.scatter.expect("a ring"),
                start.distance(agent.position),
            );
            assert!(
                distance >= scatter.min - 1e-9 && distance <= scatter.max + 1e-9,
                "starts at {distance}"
            );
        }
        assert_ne!(starts(seed), starts(seed + 1));
        assert_eq!(starts(seed), starts(seed));
    }
    let mut world = World::new(&scene);
    run(&mut world, 30, |_| {});
    for &monster in &monsters {
        assert!(
            place(&world, monster).distance(place(&world, id(&scene, "Leader"))) < 3.0,
            "monster {monster} got to its prey"
        );
    }
    for (i, &a) in monsters.iter().enumerate() {
        for &b in &monsters[..i] {
            assert!(
                place(&world, a).distance(place(&world, b)) > 0.7,
                "monsters {a} and {b} pile up"
            );
        }
    }
}

#[test]
fn the_convoy_stays_in_a_column() {
    let scene = scene("convoy");
    let column: Vec<AgentId> = scene.agents.iter().map(|agent| agent.id).collect();
    let mut world = World::new(&scene);
    run(&mut world, 10, |_| {});
    run(&mut world, 110, |world| {
        for pair in column.windows(2) {
            let gap = place(world, pair[0]).distance(place(world, pair[1]));
            assert!(
                gap > 1.2 && gap < 6.0,
                "{} follows {} at {gap}",
                pair[1],
                pair[0]
            );
        }
    });
}

#[test]
fn the_homing_walk_starts_within_the_published_field_of_view_and_arrives() {
    let scene = scene("homing-walk");
    let walker = scene.agent(id(&scene, "Walker")).expect("the walker");
    let target = scene
        .target_position(walker.target.expect("a target"))
        .expect("a place");
    assert_eq!(
        (walker.position, target),
        (DVec2::new(10.0, 10.0), DVec2::ZERO)
    );
    let published = scene
        .preset(walker.preset)
        .expect("a preset")
        .behaviors()
        .find_map(|b| {
            if let Behavior::HomingWalk(w) = b {
                Some(*w)
            } else {
                None
            }
        });
    assert_eq!(
        published,
        Some(steerwright_runtime::steering::HomingWalk::default())
    );
    for seed in 0..20 {
        let scene = Scene {
            seed,
            ..scene.clone()
        };
        let mut world = World::new(&scene);
        let first = world.agent(walker.id).expect("the walker");
        assert!((first.position.distance(target) - 14.14).abs() < 0.005);
        assert!(
            (first.fov_deg.expect("a cone") / 2.0 - 21.2).abs() < 0.05,
            "half the cone is 21.2 degrees"
        );
        let mut narrowest: f64 = 90.0;
        let events = run(&mut world, SECONDS, |world| {
            narrowest = narrowest.min(
                world
                    .agent(walker.id)
                    .and_then(|agent| agent.fov_deg)
                    .expect("a cone"),
            );
        });
        assert!(narrowest < 1.0, "the cone narrows: {narrowest}");
        let picked = happened(&events, walker.id)
            .iter()
            .filter(|(_, h)| *h == EventKind::WaypointPicked)
            .count();
        assert!(
            (5..=8).contains(&picked),
            "four bent steps or so, then straight: {picked}"
        );
        for agent in scene.agents.iter() {
            let goal = scene
                .target_position(agent.target.expect("a target"))
                .expect("a place");
            assert!(
                happened(&events, agent.id)
                    .iter()
                    .any(|(_, h)| *h == EventKind::Arrived),
                "{} arrives",
                agent.name
            );
            assert!(place(&world, agent.id).distance(goal) < 0.35);
        }
    }
}

#[test]
fn grid_chases_never_enter_a_blocked_cell_or_cut_a_corner() {
    let scene = scene("grid-chase");
    let grid = scene.cells.grid();
    assert!(scene.cells.blocked.len() > 50, "there are walls");
    let movers: Vec<AgentId> = scene
        .agents
        .iter()
        .filter(|agent| {
            matches!(
                scene.preset(agent.preset).map(|p| &p.motion),
                Some(Motion::GridChase(_))
            )
        })
        .map(|agent| agent.id)
        .collect();
    assert_eq!(movers.len(), 3);
    let mut world = World::new(&scene);
    let mut at: BTreeMap<AgentId, Cell> = movers
        .iter()
        .map(|&mover| (mover, grid.cell_at(place(&world, mover))))
        .collect();
    let (mut steps, mut diagonals) = (0, 0);
    let events = run(&mut world, SECONDS, |world| {
        for (&mover, was) in &mut at {
            let now = grid.cell_at(place(world, mover));
            assert!(
                !grid.is_blocked(now),
                "agent {mover} is in the wall at {now:?}"
            );
            if now != *was {
                assert!(
                    grid.can_step(*was, now),
                    "agent {mover} cut a corner from {was:?} to {now:?}"
                );
                steps += 1;
                diagonals += u32::from(now.column != was.column && now.row != was.row);
                *was = now;
            }
        }
        let walker = grid.cell_at(place(world, id(&scene, "Walker")));
        assert!(
            !grid.is_blocked(walker),
            "the walker keeps out of the walls too"
        );
    });
    assert!(
        steps > 60 && diagonals > 5,
        "{steps} steps, {diagonals} of them diagonal"
    );
    for name in ["Hunter", "Stalker"] {
        assert!(
            happened(&events, id(&scene, name))
                .iter()
                .any(|(_, h)| *h == EventKind::Arrived),
            "{name} catches the walker"
        );
    }
    let (prey, stalker) = (id(&scene, "Prey"), id(&scene, "Stalker"));
    assert!(
        place(&world, prey).distance(place(&world, stalker)) > 2.0,
        "the prey keeps away"
    );
}

#[test]
fn separation_keeps_the_crowd_apart() {
    let scene = scene("crowd");
    assert_eq!(scene.agents.len(), 40);
    // How many pairs overlap, summed over the run.
    let overlaps = |scene: &Scene| {
        let mut count = 0;
        run(&mut World::new(scene), 30, |world| {
            let places: Vec<DVec2> = world.agents().map(|agent| agent.position).collect();
            for (i, a) in places.iter().enumerate() {
                count += places[..i].iter().filter(|b| a.distance(**b) < 0.5).count();
            }
        });
        count
    };
    let mut without = scene.clone();
    for preset in scene.presets.iter().map(|preset| preset.id) {
        let Some(Motion::Steered(steered)) =
            without.preset_mut(preset).map(|preset| &mut preset.motion)
        else {
            continue;
        };
        steered
            .behaviors
            .retain(|weighted| !matches!(weighted.behavior, Behavior::Separation(_)));
    }
    let (with, without) = (overlaps(&scene), overlaps(&without));
    assert!(
        with * 5 < without,
        "{with} overlaps, {without} without separation"
    );
    let events = run(&mut World::new(&scene), SECONDS, |_| {});
    for agent in scene.agents.iter() {
        let nodes: BTreeSet<_> = happened(&events, agent.id)
            .iter()
            .map(|(_, event)| (event.name(), event.node()))
            .collect();
        assert_eq!(nodes.len(), 8, "{} goes all the way round", agent.name);
    }
}

#[test]
fn the_wolf_gets_closer_than_the_hound_and_the_hare_flees_first() {
    let scene = scene("pursuit");
    let [wolf, hound, deer, hare] = ["Wolf", "Hound", "Deer", "Hare"].map(|name| id(&scene, name));
    let mut world = World::new(&scene);
    let (mut by_wolf, mut by_hound, mut panics, mut ticks) = (0.0, 0.0, 0, 0.0);
    run(&mut world, SECONDS, |world| {
        by_wolf += place(world, wolf).distance(place(world, deer));
        by_hound += place(world, hound).distance(place(world, deer));
        ticks += 1.0;
        // While the hare flees, it does not follow its path.
        let fleeing = world.agent(hare).expect("the hare").node.is_none();
        panics += usize::from(fleeing);
    });
    assert!(
        by_wolf / ticks < by_hound / ticks,
        "cutting off beats chasing: {} and {}",
        by_wolf / ticks,
        by_hound / ticks
    );
    assert!(
        panics > 30 && (panics as f64) < ticks / 2.0,
        "the hare flees now and then: {panics} ticks"
    );
}

#[test]
fn no_shipped_scene_has_a_warning_or_a_hint() {
    for (file, scene) in every_scene() {
        assert_eq!(lint::diagnostics(&scene), [], "{file}");
    }
}
