//! The scenes with a squad, a convoy and a crowd.

use super::*;

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
