use super::*;

#[test]
fn a_thief_that_comes_near_is_touched_and_perceived_without_a_look() {
    // The radii are 0.4 and 0.25, and the margin 0.05.
    let mut world = World::new(&scene(blind(), &[(-0.701, 0.0)]));
    assert_eq!(events(&mut world, 2), []);
    put(&mut world, THIEF, -0.7, 0.0);
    assert_eq!(events(&mut world, 2), [(3, EventKind::Touched(THIEF))]);
    assert_eq!(perceived(&world), Some(Target::Agent(THIEF)));
    put(&mut world, THIEF, -0.8, 0.0);
    assert_eq!(events(&mut world, 1), []);
    assert_eq!(perceived(&world), None);
}

#[test]
fn the_nearest_is_touched_and_every_change_is_an_event() {
    let mut world = World::new(&scene(blind(), &[(0.5, 0.0), (0.0, -0.5)]));
    assert_eq!(events(&mut world, 1), [(1, EventKind::Touched(THIEF))]);
    put(&mut world, OTHER, 0.0, -0.4);
    assert_eq!(events(&mut world, 1), [(2, EventKind::Touched(OTHER))]);
    put(&mut world, OTHER, 0.0, -4.0);
    assert_eq!(events(&mut world, 1), [(3, EventKind::Touched(THIEF))]);
}

#[test]
fn nobody_is_touched_through_a_wall() {
    let thin = wall((0.3, -1.0), (0.3, 1.0));
    let mut world = World::new(&with_wall(scene(blind(), &[]), thin));
    let thief = Agent {
        team: Some("thieves".into()),
        ..Agent::at(THIEF, "", PresetId(2), DVec2::new(0.6, 0.0))
    };
    world.spawn(thief).expect("a place");
    put(&mut world, GUARD, 0.0, 0.0);
    put(&mut world, THIEF, 0.6, 0.0);
    assert_eq!(events(&mut world, 2), []);
    put(&mut world, THIEF, -0.6, 0.0);
    assert_eq!(events(&mut world, 1), [(3, EventKind::Touched(THIEF))]);
}

#[test]
fn one_that_is_perceived_is_not_replaced_by_one_that_is_touched() {
    let mut world = World::new(&scene(guard(), &[(5.0, 0.0), (-0.5, 0.0)]));
    let sight = Sight {
        near: 0.0,
        ..Sight::default()
    };
    let mut behind = world.scene().preset(PresetId(1)).expect("it").clone();
    behind.sight = Some(sight);
    world.replace_preset(behind).expect("a preset");
    assert_eq!(
        events(&mut world, 1),
        [(1, EventKind::SightGained), (1, EventKind::Touched(OTHER))]
    );
    assert_eq!(perceived(&world), Some(Target::Agent(THIEF)));
}

#[test]
fn sight_alone_feels_nothing() {
    let mut seer = guard();
    seer.watches.clear();
    seer.hearing = None;
    let mut world = World::new(&scene(seer, &[(0.5, 0.0)]));
    world
        .set_target(GUARD, Some(Target::Agent(THIEF)))
        .expect("the thief");
    assert_eq!(events(&mut world, 2), [(1, EventKind::SightGained)]);
}
