//! What tells two worlds apart.

use super::*;
use steerwright_runtime::scene::{PathId, PatrolPath, StateId};

const PATH: PathId = PathId(1);

#[test]
fn every_call_of_the_game_changes_the_hash() {
    let place = DVec2::new(0.5, 0.25);
    type Call<'a> = (&'a str, &'a dyn Fn(&mut World));
    let calls: [Call; 18] = [
        ("step", &|world| world.step()),
        ("due_ticks", &|world| _ = world.due_ticks(0.001)),
        ("set_pointer", &|world| world.set_pointer(place).unwrap()),
        ("move_marker", &|world| {
            world.move_marker(GOAL, place).unwrap()
        }),
        ("set_wall_open", &|world| {
            world.set_wall_open(DOOR, true).unwrap()
        }),
        ("set_pressed", &|world| world.set_pressed(true)),
        ("trigger", &|world| _ = world.trigger("wave")),
        ("noise", &|world| world.noise(place, 1.0).unwrap()),
        ("force_event", &|world| {
            world.force_event(Some(ANN), "go").unwrap()
        }),
        ("set_state", &|world| {
            world.set_state(ANN, StateId(1)).unwrap()
        }),
        ("set_team", &|world| {
            world.set_team(ANN, Some("red")).unwrap()
        }),
        ("drive", &|world| world.drive(ANN, place).unwrap()),
        ("set_target", &|world| world.set_target(ANN, None).unwrap()),
        ("set_danger", &|world| world.set_danger(ANN, None).unwrap()),
        ("set_leader", &|world| {
            world.set_leader(ANN, Some(BOB)).unwrap()
        }),
        ("set_path", &|world| {
            world.set_path(ANN, Some(PATH)).unwrap()
        }),
        ("despawn", &|world| world.despawn(ANN).unwrap()),
        ("spawn", &|world| {
            let id = world.next_agent_id();
            world.spawn(Agent::at(id, "", GUARD, place)).unwrap();
        }),
    ];
    let scene = Scene {
        paths: vec![PatrolPath::new(PATH, "Round").into()],
        ..scene()
    };
    let start = World::new(&scene);
    let mut hashes = vec![("nothing", start.hash64())];
    for (name, call) in calls {
        let mut world = start.clone();
        call(&mut world);
        let hash = world.hash64();
        let known = hashes.iter().find(|(_, known)| *known == hash);
        assert_eq!(known, None, "{name}");
        hashes.push((name, hash));
        assert_eq!(reloaded(&world, &scene).hash64(), hash, "{name}");
    }
}

#[test]
fn hashes_have_the_coordinates_of_the_game() {
    let scene = |y: f64| Scene {
        markers: Arc::new(vec![Marker::at(
            GOAL,
            "Goal",
            MarkerKind::Target,
            DVec2::new(1.0, y),
        )]),
        ..Scene::default()
    };
    let (up, mut down) = (World::new(&scene(-2.0)), World::new(&scene(2.0)));
    assert_ne!(down.hash64(), up.hash64());
    down.set_y_down(true);
    assert_eq!(down.hash64(), up.hash64());
    // Each of the two loads the saves of the other.
    let mut other = World::new(&scene(2.0));
    other.set_y_down(true);
    other
        .load_save(&up.save())
        .expect("a save of the same scene");
    assert_eq!(other.scene().marker(GOAL), down.scene().marker(GOAL));
}

#[test]
fn the_hash_of_an_empty_world_is_that_of_every_runtime() {
    let mut world = World::new(&Scene::default());
    assert_eq!(world.hash64(), 0xbb2a_2b80_6b5d_4d62);
    world.step();
    assert_eq!(world.hash64(), 0xdfba_9507_6674_349b);
}

#[test]
fn the_number_of_lanes_does_not_change_the_hash() {
    for (name, exported) in guards().into_iter().take(5) {
        let (mut wide, mut narrow) = (exported.world(), exported.world());
        narrow.limit_lanes(1);
        steps(&mut wide, 50);
        steps(&mut narrow, 50);
        assert_eq!(wide.hash64(), narrow.hash64(), "{name}");
    }
}
