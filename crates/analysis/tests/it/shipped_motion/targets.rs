//! The scenes whose agents approach a target or flee from a danger.

use super::*;

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
    // Those that come in later crowd them out.
    let mut world = World::new(&Scene {
        spawners: vec![],
        ..scene.clone()
    });
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
