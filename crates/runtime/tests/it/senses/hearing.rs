use super::*;
use steerwright_runtime::simulation::WorldError;
use steerwright_runtime::steering::Noise;

/// The place of the noise that the guard goes to: it moves there by a goal.
fn heard(world: &mut World) -> Option<DVec2> {
    let before = events(world, 1);
    let begins = before
        .iter()
        .any(|(_, kind)| *kind == EventKind::NoiseHeard);
    world.step();
    let guard = world.agent(GUARD).expect("the guard");
    begins.then(|| guard.force.normalize_or_zero())
}

fn to_noise(preset: Preset) -> Preset {
    with_goal(preset, Behavior::Seek {}, Goal::LastNoise)
}

#[test]
fn a_noise_of_the_game_is_heard_within_its_radius_by_the_scale_of_the_hearing() {
    for (scale, radius, is_heard) in [
        (1.0, 5.0, true),
        (1.0, 4.999, false),
        (2.0, 2.5, true),
        (0.0, 1e9, false),
    ] {
        let mut listener = listener();
        listener.hearing = Some(Hearing { scale, muffle: 0.5 });
        let mut world = World::new(&scene(listener, &[]));
        world.noise(DVec2::new(3.0, 4.0), radius).expect("a noise");
        let expected = match is_heard {
            true => vec![(1, EventKind::NoiseHeard)],
            false => vec![],
        };
        assert_eq!(events(&mut world, 2), expected, "{scale} {radius}");
    }
}

#[test]
fn walls_muffle_and_open_doors_do_not() {
    let door = |open| Wall {
        open: Some(open),
        ..wall((1.0, -9.0), (1.0, 9.0))
    };
    for (open, radius, is_heard) in [(false, 7.9, false), (false, 8.0, true), (true, 4.0, true)] {
        let mut world = World::new(&with_wall(scene(listener(), &[]), door(open)));
        world.noise(DVec2::new(4.0, 0.0), radius).expect("a noise");
        assert_eq!(
            events(&mut world, 1).len(),
            usize::from(is_heard),
            "{open} {radius}"
        );
    }
    // What blocks sight alone does not muffle.
    let curtain = Wall {
        blocks_motion: false,
        ..wall((1.0, -9.0), (1.0, 9.0))
    };
    let mut world = World::new(&with_wall(scene(listener(), &[]), curtain));
    world.noise(DVec2::new(4.0, 0.0), 4.0).expect("a noise");
    assert_eq!(events(&mut world, 1).len(), 1);
}

#[test]
fn thieves_that_walk_are_heard_and_others_are_not() {
    let mut loud = scene(listener(), &[(2.0, 0.0)]);
    Arc::make_mut(&mut loud.presets[1]).body.noise = Some(Noise {
        speed: 1.0,
        radius: 3.0,
    });
    let walk = |world: &mut World, tick: u64, speed: f64| {
        put(world, THIEF, 2.0, speed * tick as f64 / 60.0);
        events(world, 1)
    };
    let mut world = World::new(&loud);
    assert_eq!(walk(&mut world, 1, 0.99), []);
    assert_eq!(walk(&mut world, 2, 2.0), [(2, EventKind::NoiseHeard)]);
    assert_eq!(walk(&mut world, 3, 2.0), [], "it goes on");
    world.step();
    let at = world.agent(THIEF).expect("the thief").position.y;
    put(&mut world, THIEF, 2.0, at + 0.2);
    assert_eq!(
        events(&mut world, 1),
        [(5, EventKind::NoiseHeard)],
        "it begins again"
    );
    let mut unwatched = World::new(&loud);
    unwatched.set_team(THIEF, None).expect("the thief");
    assert_eq!(walk(&mut unwatched, 1, 6.0), []);
    // Without teams, the target is heard.
    let mut alone = loud.clone();
    Arc::make_mut(&mut alone.presets[0]).watches.clear();
    let mut world = World::new(&alone);
    assert_eq!(walk(&mut world, 1, 6.0), []);
    world
        .set_target(GUARD, Some(Target::Agent(THIEF)))
        .expect("the thief");
    assert_eq!(walk(&mut world, 2, 6.0), [(2, EventKind::NoiseHeard)]);
}

#[test]
fn the_nearest_noise_counts_and_of_equal_ones_the_first() {
    let mut world = World::new(&scene(to_noise(listener()), &[]));
    for (x, y) in [(0.0, 4.0), (3.0, 0.0), (0.0, -3.0)] {
        world.noise(DVec2::new(x, y), 9.0).expect("a noise");
    }
    assert_eq!(heard(&mut world), Some(DVec2::X));
    // Agents come before the game.
    let mut loud = scene(to_noise(listener()), &[(0.0, 3.0)]);
    Arc::make_mut(&mut loud.presets[1]).body.noise = Some(Noise {
        speed: 0.0,
        radius: 9.0,
    });
    Arc::make_mut(&mut loud.agents)[1].position.x = -0.5;
    let mut world = World::new(&loud);
    world.noise(DVec2::new(3.0, 0.0), 9.0).expect("a noise");
    put(&mut world, THIEF, 0.0, 3.0);
    assert_eq!(heard(&mut world), Some(DVec2::Y));
}

#[test]
fn a_noise_counts_in_one_tick() {
    let mut world = World::new(&scene(listener(), &[]));
    world.noise(DVec2::X, 2.0).expect("a noise");
    assert_eq!(events(&mut world, 3), [(1, EventKind::NoiseHeard)]);
    world.noise(DVec2::X, 2.0).expect("a noise");
    world.advance(2.5 / 60.0);
    let kinds: Vec<_> = world.events().iter().map(|event| event.tick).collect();
    assert_eq!(kinds, [4]);
}

#[test]
fn noises_that_are_no_noises_are_refused() {
    let mut world = World::new(&scene(listener(), &[]));
    for (x, radius, error) in [
        (f64::NAN, 1.0, WorldError::Coordinate),
        (2e9, 1.0, WorldError::Coordinate),
        (0.0, -0.1, WorldError::NoiseRadius),
        (0.0, f64::NAN, WorldError::NoiseRadius),
        (0.0, 1.1e9, WorldError::NoiseRadius),
    ] {
        let refused = world.noise(DVec2::new(x, 0.0), radius);
        assert_eq!(refused, Err(error));
    }
    for _ in 0..1000 {
        world.noise(DVec2::new(1e9, 0.0), 0.0).expect("a noise");
    }
    assert_eq!(world.noise(DVec2::X, 2.0), Err(WorldError::Noises));
    assert_eq!(events(&mut world, 1), []);
    world.noise(DVec2::X, 2.0).expect("a noise");
    assert_eq!(world.set_team(GUARD, Some("")), Err(WorldError::Team));
    let unknown = AgentId(99);
    assert_eq!(
        world.set_team(unknown, None),
        Err(WorldError::Agent(unknown))
    );
}
