//! A running world asks for no memory: what a game calls sixty times a second never waits for the allocator.

use std::sync::Arc;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Contact, ContactId, Despawn, MarkerId, Preset, PresetId, Scene,
    Target,
};
use steerwright_runtime::simulation::World;
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
        // The first rounds find out how much room there has to be, and spawners add as many agents as they may.
        (0..2400).for_each(|tick| frame(&mut world, turn(tick)));
        let used = allocation_counter::measure(|| {
            (2400..3600).for_each(|tick| frame(&mut world, turn(tick)))
        });
        assert_eq!(used.count_total, 0, "{}", scene.name);
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
