//! A running world asks for no memory: what a game calls sixty times a second never waits for the
//! allocator.

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Agent, AgentId, Alert, Behavior, Choose, Contact, ContactId, Despawn, EventValue, Hearing,
    MarkerId, Motion, NextNode, NodeAction, Preset, PresetId, Scene, Target, Wall, WallId,
    WeightedBehavior,
};
use steerwright_runtime::simulation::{EventKind, World};
use steerwright_runtime::steering::{Goal, Noise, Pursue};
use steerwright_testing::shipped;

fn scenes() -> Vec<Scene> {
    shipped::every_scene()
        .into_iter()
        .map(|(_, scene)| scene)
        .collect()
}

/// Everything that happens in a frame, with everything that moves moving.
fn frame(world: &mut World, turn: f64) {
    world
        .set_pointer(DVec2::new(6.0 * turn, 4.0 - turn))
        .expect("a place");
    if world.scene().marker(MarkerId(1)).is_some() {
        world
            .move_marker(MarkerId(1), DVec2::new(5.0 - turn, turn))
            .expect("a place");
    }
    world.advance(1.0 / 60.0);
    let mut sum = DVec2::ZERO;
    for agent in world.agents() {
        sum += agent.position;
    }
    assert!(sum.is_finite() && world.events().len() < 10_000);
}

#[test]
fn a_steady_step_of_every_shipped_scene_allocates_nothing() {
    for scene in scenes() {
        let mut world = World::new(&scene);
        let turn = |tick: u32| f64::from(tick % 240) / 60.0;
        // The first rounds find out how much room there has to be, and spawners add as many agents
        // as they may. It takes guards longer to have been in all of their states, and a herd to
        // have been in all of its shapes.
        let has_guards = scene.presets.iter().any(|preset| preset.has_states());
        let is_herd = scene.name == "Herd";
        let first = if has_guards || is_herd {
            12 * 2400
        } else {
            2400
        };
        (0..first).for_each(|tick| frame(&mut world, turn(tick)));
        for tick in first..first + 1200 {
            let used = allocation_counter::measure(|| frame(&mut world, turn(tick)));
            // An agent with a team and senses asks for memory when it comes in, and when it goes.
            let comes_or_goes = world.events().iter().any(|event| {
                matches!(
                    event.kind,
                    EventKind::Spawned(_) | EventKind::Expired(_) | EventKind::Contact { .. }
                )
            });
            assert!(
                used.count_total == 0 || (has_guards && comes_or_goes),
                "{}: {} in tick {tick}",
                scene.name,
                used.count_total
            );
        }
    }
}

#[test]
fn driving_and_retargeting_allocate_nothing() {
    let mut scene = scenes()
        .into_iter()
        .find(|scene| scene.name == "Squad")
        .expect("a scene");
    // New agents need room.
    scene.spawners.clear();
    let mut world = World::new(&scene);
    let driven = |world: &mut World, tick: u32| {
        world
            .drive(AgentId(1), DVec2::new(f64::from(tick) * 0.01, 1.0))
            .expect("the agent");
        world
            .set_target(
                AgentId(2),
                Some(steerwright_runtime::scene::Target::Agent(AgentId(1))),
            )
            .expect("both agents");
        world.step();
    };
    (0..300).for_each(|tick| driven(&mut world, tick));
    let used = allocation_counter::measure(|| (300..600).for_each(|tick| driven(&mut world, tick)));
    assert_eq!(used.count_total, 0);
}

#[test]
fn crowds_that_touch_allocate_nothing() {
    let preset = |id| Arc::new(Preset::steered(PresetId(id), "", [Behavior::Seek {}]));
    let agent = |i: u32| {
        let place = DVec2::new(f64::from(i % 10), f64::from(i / 10)) * 0.7;
        let mut agent = Agent::at(AgentId(i + 1), "", PresetId(1 + i % 2), place);
        agent.target = Some(Target::Pointer);
        agent
    };
    let scene = Scene {
        presets: vec![preset(1), preset(2)],
        agents: Arc::new((0..100).map(agent).collect()),
        contacts: vec![Arc::new(Contact {
            id: ContactId(1),
            name: String::new(),
            first: PresetId(1),
            second: PresetId(2),
            distance: Some(0.8),
            margin: 0.0,
            despawn: Despawn::None,
        })],
        ..Scene::default()
    };
    let mut world = World::new(&scene);
    let mut contacts = 0;
    let mut step = |world: &mut World, tick: u32| {
        let turn = f64::from(tick % 240) / 60.0;
        world
            .set_pointer(DVec2::new(turn, 4.0 - turn))
            .expect("a place");
        world.step();
        contacts += world.events().len();
    };
    (0..1200).for_each(|tick| step(&mut world, tick));
    let used = allocation_counter::measure(|| (1200..2400).for_each(|tick| step(&mut world, tick)));
    assert_eq!(used.count_total, 0);
    assert!(contacts > 1000, "{contacts}");
}

#[test]
fn actions_junctions_meetings_and_doors_allocate_nothing() {
    let mut scene = scenes()
        .into_iter()
        .find(|scene| scene.name == "Gate patrol")
        .expect("a scene");
    let door = Wall {
        open: Some(false),
        ..Wall::through(
            WallId(1),
            "Gate",
            [DVec2::new(30.0, 0.0), DVec2::new(30.0, 4.0)],
        )
    };
    scene.walls = vec![door.into()];
    for path in &mut scene.paths {
        let path = Arc::make_mut(path);
        let (id, last) = (path.id, path.nodes.len() - 1);
        let name = "bell".to_owned();
        let set = |open| NodeAction::SetWall {
            wall: WallId(1),
            open,
        };
        let sweep = NodeAction::Sweep {
            from_deg: 0.0,
            to_deg: 90.0,
            times: 1,
            turn_rate: Some(360.0),
        };
        let actions = vec![
            set(true),
            sweep,
            NodeAction::Wait { min: 0.0, max: 0.5 },
            NodeAction::Emit {
                name: name.clone(),
                value: EventValue::Text(name.clone()),
            },
            NodeAction::Meet { name, count: 1 },
            set(false),
        ];
        let next = |node| NextNode {
            path: id,
            node,
            weight: 1,
        };
        let ways = vec![next(path.nodes[0].id), next(path.nodes[last - 1].id)];
        path.nodes[0].edit_script(|script| script.actions = actions);
        path.nodes[last].edit_script(|script| {
            script.next = ways;
            script.choose = Choose::InTurn;
        });
    }
    assert_eq!(steerwright_format::validate::scene_errors(&scene), []);
    let mut world = World::new(&scene);
    drop(scene);
    let (mut emitted, mut switched, mut open) = (0, 0, false);
    let mut step = |world: &mut World| {
        world.step();
        let events = world.events().iter();
        emitted += events.filter(|event| event.kind.value().is_some()).count();
        switched += usize::from(world.is_wall_open(WallId(1)) != open);
        open = world.is_wall_open(WallId(1));
    };
    (0..2400).for_each(|_| step(&mut world));
    let used = allocation_counter::measure(|| (0..2400).for_each(|_| step(&mut world)));
    assert_eq!(used.count_total, 0);
    assert!(emitted > 10 && switched > 10, "{emitted} {switched}");
}

/// Two teams that look for each other, hear, touch and follow each other, more than are looked at
/// one by one.
#[test]
fn crowds_that_sense_allocate_nothing() {
    let preset = |id: u32, watched: &str| {
        let pursue = WeightedBehavior {
            goal: Goal::Perceived,
            ..Behavior::Pursue(Pursue::default()).into()
        };
        let mut preset = Preset::steered(PresetId(id), "", [Behavior::Seek {}]);
        preset.sight = Some(Sight::default());
        preset.watches = vec![watched.into()];
        preset.hearing = Some(Hearing::default());
        preset.alert = Some(Alert::default());
        preset.body.noise = Some(Noise::default());
        if let Motion::Steered(steered) = &mut preset.motion {
            steered.behaviors.push(pursue);
        }
        Arc::new(preset)
    };
    let agent = |i: u32| {
        let place = DVec2::new(f64::from(i % 20), f64::from(i / 20)) * 1.3;
        let team = ["cats", "mice"][i as usize % 2];
        Agent {
            team: Some(team.into()),
            target: Some(Target::Pointer),
            ..Agent::at(AgentId(i + 1), "", PresetId(1 + i % 2), place)
        }
    };
    let scene = Scene {
        presets: vec![preset(1, "mice"), preset(2, "cats")],
        agents: Arc::new((0..300).map(agent).collect()),
        ..Scene::default()
    };
    let mut world = World::new(&scene);
    let mut happened = 0;
    let mut step = |world: &mut World, tick: u32| {
        let turn = f64::from(tick % 240) / 60.0;
        let place = DVec2::new(20.0 * turn - 40.0, 9.0 * turn);
        world.set_pointer(place).expect("a place");
        for i in 0..10 {
            let noise = world.noise(place + f64::from(i), 5.0);
            noise.expect("room for a noise");
        }
        world.step();
        happened += world.events().len();
    };
    (0..1200).for_each(|tick| step(&mut world, tick));
    let used = allocation_counter::measure(|| (1200..2400).for_each(|tick| step(&mut world, tick)));
    assert_eq!(used.count_total, 0);
    assert!(happened > 1000, "{happened}");
}
