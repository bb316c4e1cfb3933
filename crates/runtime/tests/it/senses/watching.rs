use super::*;
use steerwright_runtime::scene::{Marker, MarkerId, MarkerKind};

#[test]
fn the_nearest_of_a_watched_team_is_perceived_and_stays_while_it_is_seen() {
    let mut world = World::new(&scene(guard(), &[(6.0, 0.0), (3.0, 1.0)]));
    let seen = events(&mut world, 1);
    assert_eq!(seen, [(1, EventKind::SightGained)]);
    assert_eq!(perceived(&world), Some(Target::Agent(OTHER)));
    // Another that comes nearer does not replace it.
    put(&mut world, THIEF, 2.0, 0.0);
    world.step();
    assert_eq!(perceived(&world), Some(Target::Agent(OTHER)));
    // One that is out of sight is replaced by one that is seen, without an event.
    put(&mut world, OTHER, -5.0, 0.0);
    assert_eq!(events(&mut world, 1), []);
    assert_eq!(perceived(&world), Some(Target::Agent(THIEF)));
}

#[test]
fn of_two_at_the_same_distance_the_one_with_the_lower_id_is_perceived() {
    let mut world = World::new(&scene(guard(), &[(3.0, 1.0), (3.0, -1.0)]));
    world.step();
    assert_eq!(perceived(&world), Some(Target::Agent(THIEF)));
}

#[test]
fn the_one_perceived_stays_out_of_sight_until_it_is_forgotten() {
    let mut watcher = guard();
    watcher.sight = Some(Sight {
        notice_ticks: 2,
        forget_ticks: 3,
        ..Sight::default()
    });
    let mut world = World::new(&scene(watcher, &[(3.0, 0.0)]));
    world.step();
    assert_eq!(perceived(&world), Some(Target::Agent(THIEF)), "seen");
    assert!(!world.senses(GUARD).expect("the guard").noticed, "not yet");
    // One that is not noticed is forgotten at once.
    put(&mut world, THIEF, -3.0, 0.0);
    world.step();
    assert_eq!(perceived(&world), None);
    put(&mut world, THIEF, 3.0, 0.0);
    assert_eq!(events(&mut world, 2), [(4, EventKind::SightGained)]);
    put(&mut world, THIEF, -3.0, 0.0);
    assert_eq!(events(&mut world, 2), []);
    assert_eq!(perceived(&world), Some(Target::Agent(THIEF)));
    assert_eq!(events(&mut world, 1), [(7, EventKind::SightLost)]);
    assert_eq!(perceived(&world), None);
}

#[test]
fn only_teams_that_are_watched_count_and_nobody_watches_itself() {
    let mut scene = scene(guard(), &[(3.0, 0.0)]);
    Arc::make_mut(&mut scene.agents)[0].team = Some("thieves".into());
    let mut world = World::new(&scene);
    world.set_team(THIEF, Some("Thieves")).expect("an agent");
    world.step();
    assert_eq!(perceived(&world), None, "names are compared exactly");
    world.set_team(THIEF, Some("thieves")).expect("an agent");
    world.step();
    assert_eq!(perceived(&world), Some(Target::Agent(THIEF)));
    assert_eq!(world.team(THIEF), Some("thieves"));
    world.set_team(THIEF, None).expect("an agent");
    world.step();
    assert_eq!((perceived(&world), world.team(THIEF)), (None, None));
}

#[test]
fn without_teams_the_target_is_watched_be_it_a_marker_or_the_pointer() {
    let mut watcher = guard();
    watcher.watches.clear();
    let mut scene = scene(watcher, &[(3.0, 0.0)]);
    scene.markers = Arc::new(vec![Marker::at(
        MarkerId(7),
        "",
        MarkerKind::Target,
        DVec2::new(4.0, 0.0),
    )]);
    scene.pointer = DVec2::new(5.0, 0.0);
    let mut world = World::new(&scene);
    world.step();
    assert_eq!(perceived(&world), None);
    for target in [
        Target::Marker(MarkerId(7)),
        Target::Pointer,
        Target::Agent(THIEF),
    ] {
        world.set_target(GUARD, Some(target)).expect("a target");
        world.step();
        assert_eq!(perceived(&world), Some(target));
    }
}

#[test]
fn a_wall_hides_and_an_open_door_does_not() {
    let door = Wall {
        open: Some(false),
        ..wall((2.0, -9.0), (2.0, 9.0))
    };
    let mut world = World::new(&with_wall(scene(guard(), &[(3.0, 0.0)]), door));
    assert_eq!(events(&mut world, 3), []);
    world.set_wall_open(WallId(1), true).expect("a door");
    assert_eq!(events(&mut world, 1), [(4, EventKind::SightGained)]);
}

#[test]
fn a_guard_that_faces_its_target_turns_to_the_one_it_perceives() {
    use steerwright_runtime::steering::facing::{Facing, Toward};
    let mut watcher = guard();
    watcher.facing = Some(Facing {
        toward: Toward::Target,
        turn_rate: None,
    });
    let mut world = World::new(&scene(watcher, &[(3.0, 2.0)]));
    world
        .set_target(GUARD, Some(Target::Pointer))
        .expect("the pointer");
    let facing = |world: &World| world.agent(GUARD).expect("the guard").facing;
    world.step();
    assert_eq!(
        facing(&world),
        DVec2::X,
        "it perceives from the end of the tick on"
    );
    world.step();
    assert_eq!(facing(&world), DVec2::new(3.0, 2.0).normalize());
    put(&mut world, THIEF, 60.0, 0.0);
    world.step();
    world.step();
    assert_eq!(facing(&world), DVec2::X, "the heading");
}

#[test]
fn what_is_watched_does_not_change_how_others_are_seen() {
    let world = World::new(&scene(guard(), &[(3.0, 0.0)]));
    assert!(world.sees(GUARD, THIEF));
    assert!(!world.sees(THIEF, GUARD), "it has no sight");
    let sights: Vec<AgentId> = world.target_sights().map(|(id, _)| id).collect();
    assert_eq!(sights, [GUARD]);
}
