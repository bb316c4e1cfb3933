//! Facing: agents look elsewhere than they move, and turn at a rate.

use std::sync::Arc;
use steerwright_runtime::geometry::vector::length;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, Behavior, Marker, MarkerId, MarkerKind, Preset, PresetId, Scene, Target,
};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::facing::{Facing, Toward, Turn};

const AGENT: AgentId = AgentId(1);

/// An agent at the origin with a target at `target`.
fn scene(facing: Option<Facing>, behavior: Option<Behavior>, target: DVec2) -> Scene {
    let mut preset = Preset::steered(PresetId(1), "Guard", behavior);
    preset.facing = facing;
    let mut agent = Agent::at(AGENT, "Guard", PresetId(1), DVec2::ZERO);
    agent.target = Some(Target::Marker(MarkerId(1)));
    let marker = Marker::at(MarkerId(1), "Goal", MarkerKind::Target, target);
    Scene {
        presets: vec![Arc::new(preset)],
        agents: Arc::new(vec![agent]),
        markers: Arc::new(vec![marker]),
        ..Scene::default()
    }
}

fn toward_target(turn_rate: Option<f64>) -> Option<Facing> {
    Some(Facing {
        toward: Toward::Target,
        turn_rate,
    })
}

fn facing_after(world: &mut World, ticks: usize) -> DVec2 {
    (0..ticks).for_each(|_| world.step());
    world.agent(AGENT).expect("the agent").facing
}

#[test]
fn agents_turn_at_their_rate_and_left_to_what_is_behind_them() {
    let mut world = World::new(&scene(toward_target(Some(90.0)), None, DVec2::NEG_X));
    let quarter = facing_after(&mut world, 60);
    assert!(quarter.abs_diff_eq(DVec2::Y, 1e-6), "{quarter}");
    let half = facing_after(&mut world, 61);
    assert_eq!(half, DVec2::NEG_X, "and no further");
    let agent = world.agent(AGENT).expect("the agent");
    assert_eq!((agent.heading, agent.position), (DVec2::X, DVec2::ZERO));
}

#[test]
fn without_a_rate_they_turn_at_once() {
    let target = DVec2::new(-3.0, -4.0);
    let mut world = World::new(&scene(toward_target(None), None, target));
    assert_eq!(facing_after(&mut world, 1), DVec2::new(-0.6, -0.8));
}

#[test]
fn without_a_facing_they_look_where_they_move() {
    let target = DVec2::new(0.0, 9.0);
    let mut world = World::new(&scene(None, Some(Behavior::Seek {}), target));
    for _ in 0..60 {
        world.step();
        let agent = world.agent(AGENT).expect("the agent");
        assert_eq!(agent.facing, agent.heading);
    }
}

#[test]
fn facing_does_not_change_how_agents_move() {
    let target = DVec2::new(-5.0, 3.0);
    let run = |facing| {
        let mut world = World::new(&scene(facing, Some(Behavior::Seek {}), target));
        facing_after(&mut world, 100);
        let agent = world.agent(AGENT).expect("the agent");
        (agent.position, agent.velocity, agent.heading)
    };
    assert_eq!(run(toward_target(Some(10.0))), run(None));
}

#[test]
fn an_edit_of_the_rate_keeps_the_facing_and_its_end_resets_it() {
    let mut edited = scene(toward_target(Some(90.0)), None, DVec2::NEG_X);
    let mut world = World::new(&edited);
    let before = facing_after(&mut world, 30);
    Arc::make_mut(&mut edited.presets[0]).facing = toward_target(Some(20.0));
    world.apply_scene(&edited);
    assert_eq!(facing_after(&mut world, 0), before);
    Arc::make_mut(&mut edited.presets[0]).facing = None;
    world.apply_scene(&edited);
    assert_eq!(facing_after(&mut world, 0), DVec2::X);
    world.apply_scene_to_all(&edited);
    assert_eq!(facing_after(&mut world, 0), DVec2::X);
}

#[test]
fn an_agent_at_rest_begins_with_its_heading() {
    let mut turned = scene(None, None, DVec2::ZERO);
    Arc::make_mut(&mut turned.agents)[0].heading = Some(DVec2::new(0.0, -0.5));
    let world = World::new(&turned);
    let agent = world.agent(AGENT).expect("the agent");
    assert_eq!((agent.heading, agent.facing), (DVec2::NEG_Y, DVec2::NEG_Y));
    Arc::make_mut(&mut turned.agents)[0].velocity = DVec2::X;
    let heading = World::new(&turned).agent(AGENT).expect("the agent").heading;
    assert_eq!(heading, DVec2::X, "the velocity counts first");
}

#[test]
fn turns_keep_the_length_and_stay_with_a_wanted_direction_of_zero() {
    let turn = Facing {
        turn_rate: Some(77.7),
        ..Facing::default()
    }
    .turn(1.0 / 60.0);
    let mut facing = DVec2::X;
    for _ in 0..100_000 {
        facing = turn.apply(facing, -facing);
    }
    assert!((length(facing) - 1.0).abs() < 1e-12);
    assert_eq!(turn.apply(facing, DVec2::ZERO), facing);
    assert_eq!(Turn::AT_ONCE.apply(facing, DVec2::NEG_Y), DVec2::NEG_Y);
}
