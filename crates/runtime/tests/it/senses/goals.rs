use super::*;
use steerwright_runtime::geometry::CellGrid;
use steerwright_runtime::scene::Scatter;
use steerwright_runtime::steering::grid_chase::Method;
use steerwright_runtime::steering::{Arrive, GridChase, HomingWalk, Pursue};

/// The direction in which the guard is pushed in the next tick.
fn pushed(world: &mut World) -> DVec2 {
    world.step();
    let guard = world.agent(GUARD).expect("the guard");
    guard.force.normalize_or_zero()
}

fn seek(goal: Goal) -> Preset {
    with_goal(guard(), Behavior::Seek {}, goal)
}

#[test]
fn a_guard_follows_the_one_it_perceives_from_the_next_tick_on() {
    let mut world = World::new(&scene(seek(Goal::Perceived), &[(3.0, 2.0)]));
    assert_eq!(pushed(&mut world), DVec2::ZERO, "it knows no one");
    let to_thief = DVec2::new(3.0, 2.0).normalize();
    assert!(pushed(&mut world).abs_diff_eq(to_thief, 1e-12));
    // Out of sight and not yet forgotten, it is where it is, not where it was.
    let mut long = seek(Goal::Perceived);
    long.sight = Some(Sight {
        forget_ticks: 9,
        ..Sight::default()
    });
    let mut world = World::new(&scene(long, &[(3.0, 0.0)]));
    world.step();
    put(&mut world, THIEF, -3.0, 0.0);
    world.step();
    assert_eq!(pushed(&mut world), DVec2::NEG_X);
}

#[test]
fn pursuit_of_the_perceived_one_takes_its_velocity_and_other_goals_have_none() {
    for (goal, leads) in [(Goal::Perceived, true), (Goal::LastSeen, false)] {
        let pursue = Behavior::Pursue(Pursue::default());
        let mut world = World::new(&scene(with_goal(guard(), pursue, goal), &[(4.0, 0.0)]));
        world.step();
        put(&mut world, THIEF, 4.0, 0.1);
        world.step();
        let to = pushed(&mut world);
        assert_eq!(to.y > 0.1, leads, "{to}");
    }
}

#[test]
fn the_place_where_one_was_last_seen_is_kept_and_can_be_led() {
    for (goal, x) in [
        (Goal::LastSeen, 3.0),
        (Goal::LastSeenAhead { ahead: 0.5 }, 6.0),
    ] {
        let arrive = Behavior::Arrive(Arrive {
            target_radius: 0.01,
            ..Arrive::default()
        });
        let mut world = World::new(&scene(with_goal(guard(), arrive, goal), &[(2.9, 0.0)]));
        world.step();
        put(&mut world, THIEF, 3.0, 0.0);
        world.step();
        put(&mut world, THIEF, -9.0, 0.0);
        (0..900).for_each(|_| world.step());
        let guard = world.agent(GUARD).expect("the guard").position;
        assert!(guard.abs_diff_eq(DVec2::new(x, 0.0), 0.02), "{guard}");
    }
}

#[test]
fn a_guard_goes_back_to_its_post() {
    let mut scene = scene(seek(Goal::Post), &[]);
    Arc::make_mut(&mut scene.agents)[0].scatter = Some(Scatter { min: 1.0, max: 4.0 });
    let mut world = World::new(&scene);
    let post = world.agent(GUARD).expect("the guard").position;
    assert!(post.length() > 0.9);
    put(&mut world, GUARD, 9.0, 9.0);
    world.step();
    world.release(GUARD).expect("the guard");
    let expected = (post - DVec2::splat(9.0)).normalize();
    assert!(pushed(&mut world).dot(expected) > 0.99);
}

#[test]
fn a_goal_that_is_not_known_is_a_target_that_is_none() {
    for goal in [Goal::LastNoise, Goal::LeftPath, Goal::LastSeen] {
        let mut world = World::new(&scene(seek(goal), &[]));
        world
            .set_target(GUARD, Some(Target::Pointer))
            .expect("the pointer");
        world.set_pointer(DVec2::new(0.0, 5.0)).expect("a place");
        assert_eq!(pushed(&mut world), DVec2::ZERO);
    }
}

#[test]
fn fleeing_and_walking_take_goals_too() {
    let flee = Behavior::Flee(steerwright_runtime::steering::Flee::default());
    let mut world = World::new(&scene(
        with_goal(guard(), flee, Goal::Perceived),
        &[(3.0, 0.0)],
    ));
    world.step();
    assert_eq!(pushed(&mut world), DVec2::NEG_X);
    let walk = Behavior::HomingWalk(HomingWalk::default());
    let mut walker = with_goal(blind(), walk, Goal::Post);
    walker.sight = None;
    let mut world = World::new(&scene(walker, &[]));
    put(&mut world, GUARD, 60.0, 0.0);
    world.step();
    let fov = world.agent(GUARD).expect("the guard").fov_deg;
    assert!(
        fov.is_some_and(|fov| (fov - 90.0).abs() < 1e-9),
        "of the goal: {fov:?}"
    );
    world.release(GUARD).expect("the guard");
    (0..120).for_each(|_| world.step());
    assert!(world.agent(GUARD).expect("the guard").position.x < 59.0);
}

#[test]
fn cell_movers_chase_a_goal() {
    let mut hunter = guard();
    hunter.motion = Motion::GridChase(GridChase {
        method: Method::Axis,
        goal: Goal::LastNoise,
        step_interval: 0.01,
        ..GridChase::default()
    });
    let mut world = World::new(&scene(hunter, &[]));
    (0..9).for_each(|_| world.step());
    let grid: &CellGrid = world.cells();
    let cell = grid.cell_at(world.agent(GUARD).expect("the guard").position);
    assert_eq!((cell.column, cell.row), (0, 0));
    world.noise(DVec2::new(3.5, 2.5), 20.0).expect("a noise");
    (0..20).for_each(|_| world.step());
    let guard = world.agent(GUARD).expect("the guard").position;
    assert_eq!(guard, DVec2::new(3.5, 2.5));
}
