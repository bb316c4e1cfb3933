use super::*;

fn watcher(forget_ticks: u32) -> Preset {
    let sight = Sight {
        forget_ticks,
        ..Sight::default()
    };
    Preset {
        sight: Some(sight),
        ..with_goal(guard(), Behavior::Seek {}, Goal::LastSeen)
    }
}

/// The ids are used again: no other agent is taken for the one that is gone.
#[test]
fn nobody_perceives_or_touches_an_agent_that_was_removed() {
    let mut world = World::new(&scene(watcher(100), &[(0.5, 0.0), (5.0, 3.0)]));
    world.step();
    world.despawn(THIEF).expect("the thief");
    assert_eq!(perceived(&world), None);
    assert!(
        world.senses(GUARD).expect("the guard").noticed,
        "it knows that someone was there"
    );
    let again = Agent {
        team: Some("thieves".into()),
        ..Agent::at(THIEF, "", PresetId(2), DVec2::new(-0.5, 0.0))
    };
    world.spawn(again).expect("the id is free");
    assert_eq!(perceived(&world), None);
    let touched = (2, EventKind::Touched(THIEF));
    assert_eq!(events(&mut world, 1), [touched], "it is another one");
}

#[test]
fn those_who_are_left_keep_whom_they_perceive_when_others_go() {
    let places: Vec<(f64, f64)> = (0..30).map(|i| (f64::from(i) * 0.5 - 9.0, -20.0)).collect();
    let mut scene = scene(watcher(100), &places);
    for (agent, team) in Arc::make_mut(&mut scene.agents).iter_mut().zip(0..) {
        if team > 20 {
            agent.position = DVec2::new(4.0, f64::from(team - 25) * 0.3);
        }
    }
    let mut world = World::new(&scene);
    world.step();
    let known = perceived(&world);
    assert_eq!(known, Some(Target::Agent(AgentId(26))));
    for id in [2, 31, 17, 25, 3] {
        world.despawn(AgentId(id)).expect("an agent");
        assert_eq!(perceived(&world), known);
        world.step();
        assert_eq!(perceived(&world), known);
    }
}

#[test]
fn an_edit_keeps_what_agents_know_and_forgets_whom_the_scene_lacks() {
    let mut edited = scene(watcher(100), &[(3.0, 0.0), (4.0, 1.0)]);
    let mut worlds = [World::new(&edited), World::new(&edited)];
    for world in &mut worlds {
        world.step();
        put(world, THIEF, -9.0, 0.0);
        put(world, OTHER, -9.0, 1.0);
        world.step();
    }
    Arc::make_mut(&mut edited.presets[1]).body.max_speed += 1.0;
    Arc::make_mut(&mut edited.agents)[0].name = "Ann".into();
    worlds[0].apply_scene(&edited);
    worlds[1].apply_scene_to_all(&edited);
    for world in &mut worlds {
        assert_eq!(perceived(world), Some(Target::Agent(THIEF)));
        assert!(world.senses(GUARD).expect("the guard").noticed);
    }
    Arc::make_mut(&mut edited.agents).remove(1);
    for world in &mut worlds {
        world.apply_scene(&edited);
        assert_eq!(perceived(world), None);
        assert!(world.senses(GUARD).expect("the guard").noticed);
        world.step();
        let guard = world.agent(GUARD).expect("the guard");
        assert!(guard.force.x > 0.0, "the place stays");
    }
}

#[test]
fn another_sight_or_other_teams_start_noticing_again() {
    for change in [
        |preset: &mut Preset| preset.watches.push("cats".into()),
        |preset: &mut Preset| preset.sight = Some(Sight::default()),
        |preset: &mut Preset| preset.hearing = None,
    ] {
        let mut world = World::new(&scene(watcher(100), &[(3.0, 0.0)]));
        world.step();
        let mut other = watcher(100);
        change(&mut other);
        let keeps = other.hearing.is_none();
        world.replace_preset(other).expect("a preset");
        assert_eq!(world.senses(GUARD).expect("the guard").noticed, keeps);
        assert_eq!(perceived(&world), Some(Target::Agent(THIEF)));
    }
}

#[test]
fn an_agent_that_enters_again_knows_nothing() {
    let mut edited = scene(watcher(100), &[(3.0, 0.0)]);
    let mut world = World::new(&edited);
    world.step();
    Arc::make_mut(&mut edited.agents)[0].position.x = -30.0;
    world.apply_scene(&edited);
    let senses = world.senses(GUARD).expect("the guard");
    assert_eq!((senses.noticed, senses.perceived), (false, None));
    world.step();
    assert_eq!(world.agent(GUARD).expect("the guard").force, DVec2::ZERO);
}

/// Where an agent entered counts, even if its preset had no goals then, its start is another now,
/// or the seed has changed.
#[test]
fn a_post_stays_where_the_agent_entered() {
    use steerwright_runtime::scene::Scatter;
    let mut plain = scene(Preset::steered(PresetId(1), "", []), &[]);
    plain.presets.push(Arc::new(Preset {
        id: PresetId(3),
        ..with_goal(blind(), Behavior::Seek {}, Goal::Post)
    }));
    Arc::make_mut(&mut plain.agents)[0].scatter = Some(Scatter { min: 1.0, max: 2.0 });
    for edit in [
        |_: &mut Scene| {},
        |scene: &mut Scene| scene.seed += 1,
        |scene: &mut Scene| Arc::make_mut(&mut scene.agents)[0].position.x += 50.0,
        |scene: &mut Scene| Arc::make_mut(&mut scene.agents)[0].scatter = None,
    ] {
        for to_all in [false, true] {
            let mut world = World::new(&plain);
            let post = world.agent(GUARD).expect("the guard").position;
            put(&mut world, GUARD, 0.0, 0.0);
            world.step();
            let mut edited = plain.clone();
            edit(&mut edited);
            match to_all {
                false => world.apply_scene(&edited),
                true => world.apply_scene_to_all(&edited),
            }
            world.set_preset(GUARD, PresetId(3)).expect("a preset");
            world.release(GUARD).expect("the guard");
            world.step();
            let force = world.agent(GUARD).expect("the guard").force;
            assert!(force.normalize().abs_diff_eq(post.normalize(), 1e-9));
        }
    }
}

#[test]
fn a_preset_without_senses_keeps_what_was_known_for_a_later_one() {
    let mut scene = scene(watcher(100), &[(3.0, 0.0)]);
    let seek = with_goal(
        Preset::steered(PresetId(3), "", []),
        Behavior::Seek {},
        Goal::LastSeen,
    );
    scene.presets.push(Arc::new(seek));
    scene
        .presets
        .push(Arc::new(Preset::steered(PresetId(4), "", [])));
    let mut world = World::new(&scene);
    world.step();
    world.set_preset(GUARD, PresetId(4)).expect("a preset");
    put(&mut world, THIEF, -9.0, 0.0);
    (0..9).for_each(|_| world.step());
    assert_eq!(
        perceived(&world),
        Some(Target::Agent(THIEF)),
        "it senses no more"
    );
    world.set_preset(GUARD, PresetId(3)).expect("a preset");
    world.step();
    assert!(world.agent(GUARD).expect("the guard").force.x > 0.0);
}

#[test]
fn agents_of_spawners_are_in_the_team_of_the_spawner() {
    use steerwright_runtime::scene::{SpawnPlace, Spawner, SpawnerId};
    let mut scene = scene(guard(), &[]);
    let place = SpawnPlace::Point(DVec2::new(3.0, 0.0));
    scene.spawners.push(Arc::new(Spawner {
        team: Some("thieves".into()),
        ..Spawner::at(SpawnerId(1), "", PresetId(2), place)
    }));
    let mut world = World::new(&scene);
    assert_eq!(events(&mut world, 1), [(1, EventKind::SightGained)]);
    assert_eq!(perceived(&world), Some(Target::Agent(THIEF)));
    assert_eq!(world.team(THIEF), Some("thieves"));
}

#[test]
fn waiting_noises_outlast_an_edit_but_not_a_scene_in_other_coordinates() {
    let scene = scene(listener(), &[]);
    let mut world = World::new(&scene);
    world.noise(DVec2::X, 3.0).expect("a noise");
    world.apply_scene(&scene);
    assert_eq!(events(&mut world, 1), [(1, EventKind::NoiseHeard)]);
    world.step();
    world.noise(DVec2::X, 3.0).expect("a noise");
    world.reset_with_scene(&scene, DVec2::ZERO);
    assert_eq!(events(&mut world, 1), []);
}
