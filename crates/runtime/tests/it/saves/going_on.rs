//! Worlds that go on from a save.

use super::*;

#[test]
fn a_loaded_world_goes_on_like_the_one_that_was_saved() {
    for (name, exported) in guards() {
        let mut world = exported.world();
        for _ in 0..4 {
            steps(&mut world, 25);
            let mut loaded = exported.world();
            loaded.load_save(&world.save()).expect("its own save");
            assert_eq!(loaded.save(), world.save(), "{name}");
            for _ in 0..25 {
                world.step();
                loaded.step();
                assert_eq!(loaded.events(), world.events(), "{name}");
                assert_eq!(loaded.hash64(), world.hash64(), "{name}");
            }
        }
    }
}

#[test]
fn a_world_goes_back_to_its_own_save() {
    for (name, exported) in guards() {
        let mut world = exported.world();
        steps(&mut world, 30);
        let (save, hash) = (world.save(), world.hash64());
        steps(&mut world, 40);
        let later = world.hash64();
        world.load_save(&save).expect("its own save");
        assert_eq!(world.hash64(), hash, "{name}");
        steps(&mut world, 40);
        assert_eq!(world.hash64(), later, "{name}");
    }
}

#[test]
fn a_clone_of_a_world_is_a_snapshot_of_it() {
    for (name, exported) in guards() {
        let mut world = exported.world();
        steps(&mut world, 30);
        let before = world.clone();
        steps(&mut world, 40);
        let later = world.hash64();
        world.clone_from(&before);
        assert_eq!(world.save(), before.save(), "{name}");
        steps(&mut world, 40);
        assert_eq!(world.hash64(), later, "{name}");
    }
}

#[test]
fn an_agent_that_was_despawned_comes_back_as_it_was_authored() {
    let mut world = World::new(&scene());
    let save = world.save();
    world.despawn(BOB).expect("Bob");
    steps(&mut world, 10);
    world.load_save(&save).expect("its own save");

    let bob = world.scene().agent(BOB).expect("Bob");
    assert_eq!(
        (bob.name.as_str(), bob.position),
        ("Bob", DVec2::new(3.0, -2.0))
    );
    let ann = world.scene().agent(ANN).expect("Ann");
    assert_eq!(ann.danger, Some(Target::Agent(BOB)));
    // The spawner adds agents where Bob is, and with him as their target.
    let id = world.next_agent_id();
    world.trigger("wave");
    world.step();
    let spawned = world.scene().agent(id).expect("a spawned agent");
    assert_eq!(spawned.target, Some(Target::Agent(BOB)));
}

#[test]
fn an_agent_that_is_not_in_the_save_is_gone_with_all_references_to_it() {
    let scene = scene();
    let mut world = World::new(&scene);
    world.despawn(BOB).expect("Bob");
    let mut loaded = reloaded(&world, &scene);
    assert_eq!(loaded.hash64(), world.hash64());
    assert_eq!(loaded.agent(BOB), None);
    assert_eq!(loaded.scene().agent(ANN).expect("Ann").danger, None);
    assert!(loaded.trigger("wave"));
    loaded.step();
    assert_eq!(loaded.len(), 1, "the place of the spawner is gone");
}

#[test]
fn a_spawned_agent_is_loaded_without_a_name_and_starts_at_its_post() {
    let scene = scene();
    let mut world = World::new(&scene);
    let id = world.next_agent_id();
    let post = DVec2::new(1.0, 7.0);
    let target = Some(Target::Agent(ANN));
    world
        .spawn(Agent {
            target,
            ..Agent::at(id, "Wolf", GUARD, post)
        })
        .expect("an agent");
    steps(&mut world, 20);
    let loaded = reloaded(&world, &scene);
    let wolf = loaded.scene().agent(id).expect("the wolf");
    assert_eq!((wolf.name.as_str(), wolf.position), ("", post));
    assert_eq!(wolf.target, target);
    assert_eq!(
        loaded.agent(id).map(|wolf| wolf.position),
        world.agent(id).map(|wolf| wolf.position)
    );
    assert_eq!(loaded.next_agent_id(), world.next_agent_id());
}

#[test]
fn presets_that_the_game_has_replaced_stay_replaced() {
    let scene = scene();
    let mut world = World::new(&scene);
    let save = world.save();
    let mut slow = scene.presets[0].as_ref().clone();
    slow.body.max_speed = 0.5;
    world.replace_preset(slow.clone()).expect("the preset");
    world.load_save(&save).expect("its own save");
    assert_eq!(world.scene().preset(GUARD), Some(&slow));
}

#[test]
fn what_waits_for_the_next_tick_still_waits_after_loading() {
    let scene = scene();
    let mut world = World::new(&scene);
    world.noise(DVec2::new(1.0, 2.0), 3.0).expect("a noise");
    world.force_event(None, "alarm").expect("a name");
    world.set_pressed(true);
    world.trigger("wave");
    world.drive(BOB, DVec2::new(8.0, 8.0)).expect("Bob");
    let (mut loaded, before) = (reloaded(&world, &scene), world.hash64());
    assert_eq!(loaded.hash64(), before);
    world.step();
    loaded.step();
    assert_eq!(loaded.hash64(), world.hash64());
    assert_eq!(loaded.len(), 3, "the spawner has fired");
    assert_eq!(
        loaded.agent(BOB).expect("Bob").position,
        DVec2::new(8.0, 8.0)
    );
}

#[test]
fn a_loaded_world_has_no_events_and_keeps_the_length_of_each_force() {
    let scene = scene();
    let mut world = World::new(&scene);
    world.trigger("wave");
    world.step();
    assert!(!world.events().is_empty());
    let save = world.save();
    world.load_save(&save).expect("its own save");
    assert!(world.events().is_empty());
    let (ann, before) = (world.agent(ANN).expect("Ann"), reloaded(&world, &scene));
    assert!(ann.steering > 0.0);
    assert_eq!(ann.force, DVec2::new(ann.steering, 0.0));
    assert_eq!(before.agent(ANN).expect("Ann").steering, ann.steering);
}

#[test]
fn doors_markers_and_the_pointer_are_where_they_were() {
    let scene = scene();
    let mut world = World::new(&scene);
    world.set_wall_open(DOOR, true).expect("the door");
    world
        .move_marker(GOAL, DVec2::new(-1.0, -2.0))
        .expect("the marker");
    world.set_pointer(DVec2::new(4.0, 5.0)).expect("a place");
    let loaded = reloaded(&world, &scene);
    assert!(loaded.is_wall_open(DOOR));
    let goal = loaded.scene().marker(GOAL).expect("the marker");
    assert_eq!(
        (goal.position, loaded.pointer()),
        (DVec2::new(-1.0, -2.0), DVec2::new(4.0, 5.0))
    );
    assert_eq!(loaded.scene(), world.scene());
}

#[test]
fn a_save_survives_an_edit_that_the_game_repeats() {
    let scene = scene();
    let edit = |world: &mut World| {
        let path = world.edit(|scene| {
            let place = DVec2::new(2.0, 2.0);
            let second = Marker::at(MarkerId(9), "Second", MarkerKind::Target, place);
            Arc::make_mut(&mut scene.markers).push(second);
        });
        path.expect("a valid scene");
    };
    let mut world = World::new(&scene);
    edit(&mut world);
    world
        .set_target(BOB, Some(Target::Marker(MarkerId(9))))
        .expect("Bob");
    steps(&mut world, 5);
    let mut loaded = World::new(&scene);
    loaded
        .load_save(&world.save())
        .expect_err("there is no second marker");
    edit(&mut loaded);
    loaded.load_save(&world.save()).expect("the same edit");
    assert_eq!(loaded.hash64(), world.hash64());
}
