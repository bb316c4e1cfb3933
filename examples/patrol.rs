//! Loads a scene, advances it, and prints positions and events:
//! `cargo run --example patrol -- presets/scenes/gate-patrol.scene.json`

use std::path::Path;
use steerwright_format::load_scene;
use steerwright_runtime::simulation::World;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args()
        .nth(1)
        .unwrap_or("presets/scenes/gate-patrol.scene.json".into());
    let scene = load_scene(Path::new(&file))?.value;
    let mut world = World::new(&scene);
    // A game calls this once per frame with the duration of the frame.
    for _frame in 0..10 * 60 {
        world.advance(1.0 / 60.0);
        for event in world.events() {
            println!(
                "{:5.2} s  agent {}  {}",
                event.tick as f64 * world.dt(),
                event.agent,
                event.kind.name()
            );
        }
        if world.tick().is_multiple_of(60) {
            for agent in world.agents() {
                println!(
                    "{:5.2} s  agent {} is at {:.2}, {:.2}",
                    world.time(),
                    agent.id,
                    agent.position.x,
                    agent.position.y
                );
            }
        }
    }
    Ok(())
}
