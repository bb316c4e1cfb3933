//! Every sample for 24 simulated hours. Takes minutes in a release build:
//! `cargo test --release -p steerwright-runtime --test it soak -- --ignored --nocapture`

use steerwright_runtime::scene::{AgentId, Motion, Scene};
use steerwright_runtime::simulation::World;
use steerwright_testing::shipped;

const HOURS: u64 = 24;
/// Speed is limited before the position is computed; the tick's product may round up.
const ROUNDING: f64 = 1.0 + 1e-12;

/// The highest speed of an agent that moves by forces, u/s.
fn max_speed(scene: &Scene, id: AgentId) -> Option<f64> {
    let preset = scene.preset(scene.agent(id)?.preset)?;
    match &preset.motion {
        Motion::Steered(_) => Some(preset.body.max_speed),
        Motion::GridChase(_) => None,
    }
}

#[test]
#[ignore = "takes minutes"]
fn every_sample_runs_for_a_day() {
    for (name, scene) in shipped::every_scene() {
        let mut world = World::new(&scene);
        let limits: Vec<Option<f64>> = world
            .agents()
            .map(|agent| max_speed(&scene, agent.id))
            .collect();
        let ticks_per_hour = (3600.0 * scene.ticks_per_second) as u64;
        for hour in 1..=HOURS {
            // The first hour brings all buffers to their size. After it, memory is only asked for as long as a longer line of
            // cells than ever before comes up.
            let used = allocation_counter::measure(|| {
                for _ in 0..ticks_per_hour {
                    world.step();
                    for (agent, limit) in world.agents().zip(&limits) {
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
            "{name}: {} agents, {} ticks",
            scene.agents.len(),
            world.tick()
        );
    }
}
