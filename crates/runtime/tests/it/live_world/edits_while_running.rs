//! Presets, paths and leaders that change while agents move.

use super::*;

#[test]
fn presets_and_paths_and_leaders_are_swapped_on_the_run() {
    let mut world = World::new(&scene());
    world.set_preset(HUNTER, PresetId(4)).expect("the hunter");
    world.set_path(HUNTER, Some(PathId(1))).expect("the path");
    let seen = steps(&mut world, 900);
    assert!(seen.contains(&(
        seen.iter().find(|s| s.1 == HUNTER).expect("an event").0,
        HUNTER,
        EventKind::NodeReached(0)
    )));
    world.set_leader(FOLLOWER, Some(HUNTER)).expect("both");
    steps(&mut world, 300);
    assert!(place(&world, FOLLOWER).distance(place(&world, HUNTER)) < 3.0);
    let mut slow = world
        .scene()
        .preset(PresetId(4))
        .expect("the guard")
        .clone();
    slow.body.max_speed = 0.5;
    world.replace_preset(slow).expect("the preset");
    world.step();
    assert!(world.agent(HUNTER).expect("the hunter").velocity.length() <= 0.5 + 1e-12);
}

#[test]
fn an_edit_leaves_driven_agents_where_the_game_put_them() {
    let mut world = World::new(&scene());
    let there = DVec2::new(9.0, 9.0);
    world.drive(PLAYER, there).expect("the player");
    world.step();
    world
        .edit(|scene| scene.agent_mut(PLAYER).expect("the player").position.x = -5.0)
        .expect("a valid scene");
    world.step();
    assert_eq!(place(&world, PLAYER), there);
}

#[test]
fn a_chaser_that_is_set_to_evade_turns_around_immediately() {
    let text = r#"{ "format": "steerwright-scene", "format_version": 1,
        "presets": [{ "id": 1, "motion": { "grid_chase": { "step_interval": 0.1 } } }, { "id": 2 }],
        "agents": [{ "id": 1, "preset": 1, "x": 0.5, "y": 0.5, "target": { "agent": 2 } }, { "id": 2, "preset": 2, "x": 20.5, "y": 0.5 }] }"#;
    let mut world = World::new(&read_scene(text).expect("a scene").value);
    steps(&mut world, 30);
    let mut evader = world.scene().presets[0].as_ref().clone();
    let Motion::GridChase(chase) = &mut evader.motion else {
        panic!("it moves by cells")
    };
    chase.mode = ChaseMode::Evade;
    let before = place(&world, AgentId(1)).x;
    world.replace_preset(evader).expect("the preset");
    steps(&mut world, 60);
    assert!(before > 3.0 && place(&world, AgentId(1)).x < before - 5.0);
}

#[test]
fn a_walk_made_smooth_is_planned_and_one_made_plain_has_no_plan_left() {
    let walk = |smooth| {
        Preset::steered(
            PresetId(2),
            "Zombie",
            [Behavior::HomingWalk(HomingWalk {
                smooth,
                ..HomingWalk::default()
            })],
        )
    };
    let mut scene = scene();
    scene.presets[1] = Arc::new(walk(false));
    let mut world = World::new(&scene);
    world
        .drive(PLAYER, DVec2::new(0.5, 0.0))
        .expect("the player");
    steps(&mut world, 3);
    let planned = |world: &World| world.planned_path(HUNTER).expect("a walk").points.len();
    assert_eq!(planned(&world), 2);
    world.replace_preset(walk(true)).expect("the preset");
    steps(&mut world, 1);
    assert!(planned(&world) > 3);
    world.replace_preset(walk(false)).expect("the preset");
    steps(&mut world, 1);
    assert_eq!(planned(&world), 2);
}

#[test]
fn a_path_changed_to_a_loop_on_the_way_back_continues_from_the_same_end() {
    let mut scene = scene();
    let corner = |id, x| {
        Node::at(
            NodeId(id),
            DVec2::new(x, if id % 2 == 0 { 1.0 } else { 0.0 }),
        )
    };
    scene.paths[0] = Arc::new(PatrolPath {
        nodes: vec![
            corner(1, 0.0),
            corner(2, 10.0),
            corner(3, 20.0),
            corner(4, 30.0),
        ],
        shape: Shape::CatmullRom,
        traversal: Traversal::PingPong,
        ..PatrolPath::new(PathId(1), "Walk")
    });
    let mut world = World::new(&scene);
    world.set_preset(HUNTER, PresetId(4)).expect("the hunter");
    world.set_path(HUNTER, Some(PathId(1))).expect("the path");
    let reached = |world: &mut World, node| {
        (0..5000).any(|_| {
            steps(world, 1).contains(&(world.tick(), HUNTER, EventKind::NodeReached(node)))
        })
    };
    assert!(
        reached(&mut world, 3) && reached(&mut world, 2),
        "on the way back"
    );
    steps(&mut world, 90);
    let before = place(&world, HUNTER).x;
    world
        .edit(|scene| scene.path_mut(PathId(1)).expect("the path").traversal = Traversal::Loop)
        .expect("a valid scene");
    steps(&mut world, 60);
    assert!(
        place(&world, HUNTER).x < before,
        "it continues to its target node"
    );
}
