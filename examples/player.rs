//! The game drives one agent, the squad follows it, and a monster is spawned later: `cargo run
//! --example player`

use std::path::Path;
use steerwright_format::{load_preset, load_scene};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Agent, Target};
use steerwright_runtime::simulation::{EventKind, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = load_scene(Path::new("presets/scenes/squad.scene.json"))?.value;
    let mut monster = load_preset(Path::new("presets/agents/monster.preset.json"))?.value;
    let mut world = World::new(&scene);
    let player = scene
        .agents
        .iter()
        .find(|agent| agent.name == "Leader")
        .ok_or("the scene has no leader")?
        .id;
    let start = world
        .agent(player)
        .ok_or("the leader is not in the world")?
        .position;

    for frame in 0..8 * 60 {
        let seconds = f64::from(frame) / 60.0;
        // The input of the player: here, it moves right and up.
        world.drive(player, start + DVec2::new(1.5, 0.5) * seconds)?;
        if frame == 120 {
            monster.id = world.scene().next_preset_id();
            let id = world.next_agent_id();
            let preset = monster.id;
            world.edit(|scene| scene.presets.push(monster.clone().into()))?;
            world.spawn(Agent {
                target: Some(Target::Agent(player)),
                ..Agent::at(id, "Late monster", preset, start - DVec2::X * 6.0)
            })?;
            println!("{seconds:.1} s  a monster appears");
        }
        world.advance(1.0 / 60.0);
        for event in world
            .events()
            .iter()
            .filter(|event| event.kind == EventKind::Arrived)
        {
            println!("{:.1} s  agent {} has arrived", world.time(), event.agent);
        }
    }
    for agent in world.agents() {
        println!(
            "agent {} ended at {:.2}, {:.2}",
            agent.id, agent.position.x, agent.position.y
        );
    }
    Ok(())
}
