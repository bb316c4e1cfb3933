//! Every sample for 24 simulated hours. Takes minutes in a release build:
//! `cargo test --release -p steerwright-runtime --test it soak -- --ignored --nocapture`

use std::collections::BTreeMap;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, Motion, Preset, Scene};
use steerwright_runtime::simulation::World;
use steerwright_testing::shipped;

const HOURS: u64 = 24;
/// Speed is limited before the position is computed; the tick's product may round up.
const ROUNDING: f64 = 1.0 + 1e-12;

/// The highest speed of an agent that moves by forces, in any of its states, u/s.
fn max_speed(scene: &Scene, id: AgentId) -> Option<f64> {
    let preset = scene.preset(scene.agent(id)?.preset)?;
    match &preset.motion {
        Motion::Steered(_) => Some(highest_speed(preset)),
        Motion::GridChase(_) => None,
    }
}

fn highest_speed(preset: &Preset) -> f64 {
    let states = preset.all_states();
    let limits = states.filter_map(|state| state.rules.max_speed);
    limits.fold(preset.body.max_speed, f64::max)
}

/// The pointer walks around a square, and is pressed for two of every ten seconds.
fn play(world: &mut World) {
    let tick = world.tick() % 2400;
    let (side, along) = (tick / 600, (tick % 600) as f64 / 60.0 - 5.0);
    let place = match side {
        0 => DVec2::new(along, -5.0),
        1 => DVec2::new(5.0, along),
        2 => DVec2::new(-along, 5.0),
        _ => DVec2::new(-5.0, -along),
    };
    world.set_pointer(place).expect("a place");
    world.set_pressed(tick % 600 < 120);
}

#[test]
#[ignore = "takes minutes"]
fn every_sample_runs_for_a_day() {
    for (name, scene) in shipped::every_scene() {
        let mut world = World::new(&scene);
        let limits: BTreeMap<AgentId, Option<f64>> = world
            .agents()
            .map(|agent| (agent.id, max_speed(&scene, agent.id)))
            .collect();
        let highest = world.next_agent_id().0 - 1;
        let presets = scene.spawners.iter().map(|spawner| spawner.preset);
        let spawned = presets.filter_map(|id| Some(highest_speed(scene.preset(id)?)));
        let spawned = Some(spawned.fold(0.0, f64::max));
        let ticks_per_hour = (3600.0 * scene.ticks_per_second) as u64;
        for hour in 1..=HOURS {
            // The first hour brings all buffers to their size. After it, memory is only asked for
            // as long as a longer line of cells than ever before comes up.
            let used = allocation_counter::measure(|| {
                for _ in 0..ticks_per_hour {
                    play(&mut world);
                    world.step();
                    for agent in world.agents() {
                        let limit = *limits.get(&agent.id).unwrap_or(&spawned);
                        assert!(
                            agent.position.is_finite() && agent.velocity.is_finite(),
                            "{name}: agent {} at tick {}",
                            agent.id,
                            world.tick()
                        );
                        let speed = agent.velocity.length();
                        assert!(
                            limit.is_none_or(|limit| speed <= limit * ROUNDING),
                            "{name}: agent {} has speed {speed} at tick {}",
                            agent.id,
                            world.tick()
                        );
                    }
                }
            });
            assert!(
                hour == 1 || used.bytes_current <= 1 << 20,
                "{name}: {} bytes more after hour {hour}",
                used.bytes_current
            );
        }
        println!(
            "{name}: {} agents, {} spawned, {} ticks",
            scene.agents.len(),
            world.next_agent_id().0 - 1 - highest,
            world.tick()
        );
    }
}
