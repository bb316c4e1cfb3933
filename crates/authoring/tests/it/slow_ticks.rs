//! Scenes with so many agents that their ticks are simulated on a thread.

use std::sync::Arc;
use steerwright_analysis::Run;
use steerwright_authoring::Playback;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Agent, AgentId, Behavior, Preset, PresetId, Scene, Target};
use steerwright_runtime::simulation::World;
use steerwright_runtime::steering::Arrive;

/// More agents than a first tick in the window's thread may have.
fn crowd() -> Scene {
    let arrive = Behavior::Arrive(Arrive::default());
    Scene {
        presets: vec![Arc::new(Preset::steered(PresetId(1), "Seeker", [arrive]))],
        agents: Arc::new(
            (1..=6_000)
                .map(|id| Agent {
                    target: Some(Target::Pointer),
                    ..Agent::at(
                        AgentId(id),
                        "Seeker",
                        PresetId(1),
                        DVec2::new(f64::from(id), 0.0),
                    )
                })
                .collect(),
        ),
        ..Scene::default()
    }
}

/// A little more than a tick.
fn tick_seconds(playback: &Playback) -> f64 {
    playback.recording().dt() * 1.000_001
}

/// Calls `advance` until it has simulated a tick.
fn finish_tick(playback: &mut Playback) {
    let seconds = tick_seconds(playback);
    while !playback.advance(seconds) {
        std::thread::yield_now();
    }
}

#[test]
fn a_slow_tick_does_not_block_and_gives_the_same_bits() {
    let scene = crowd();
    let mut world = World::new(&scene);
    let mut playback = Playback::new(&scene);
    playback.play();
    let seconds = tick_seconds(&playback);
    assert!(!playback.advance(seconds), "the tick is on its thread");
    assert!(playback.slow_tick().is_some());
    while playback.recording().last_tick() < 3 {
        playback.advance(seconds);
    }
    for _ in 0..playback.recording().last_tick() {
        world.step();
    }
    let expected: Vec<_> = world
        .agents()
        .map(|agent| (agent.id, agent.position))
        .collect();
    assert_eq!(playback.positions(), expected);
}

#[test]
fn pausing_does_not_wait_for_a_slow_tick() {
    let mut playback = Playback::new(&crowd());
    playback.play();
    playback.advance(tick_seconds(&playback));
    playback.pause();
    assert!(playback.slow_tick().is_none());
    assert!(!playback.advance(1.0));
    assert_eq!(playback.recording().last_tick(), 0);
    playback.play();
    finish_tick(&mut playback);
    assert!(playback.recording().last_tick() > 0);
}

#[test]
fn a_single_step_waits_for_its_slow_tick_and_for_no_other() {
    let mut playback = Playback::new(&crowd());
    playback.step_forward();
    assert!(playback.slow_tick().is_some());
    finish_tick(&mut playback);
    assert!(playback.slow_tick().is_none());
    assert!(!playback.advance(1.0));
    assert_eq!(playback.recording().last_tick(), 1);
}

#[test]
fn an_edit_and_the_pointer_have_effect_after_the_slow_tick() {
    let scene = crowd();
    let mut edited = scene.clone();
    Arc::make_mut(&mut edited.presets[0]).body.max_speed = 0.5;
    let pointer = DVec2::new(0.0, 50.0);

    let mut run = Run::new(&scene);
    assert!(!run.try_step());
    run.apply_scene(&edited);
    run.set_pointer(pointer);
    while !run.try_step() {
        std::thread::yield_now();
    }
    run.step();

    let mut world = World::new(&scene);
    world.step();
    world.apply_scene(&edited);
    world.set_pointer(pointer).expect("a place in range");
    world.step();
    let expected: Vec<DVec2> = world.agents().map(|agent| agent.position).collect();
    let found: Vec<DVec2> = run.world().agents().map(|agent| agent.position).collect();
    assert_eq!(found, expected);
    assert_eq!(run.recording().last_tick(), 2);
}
