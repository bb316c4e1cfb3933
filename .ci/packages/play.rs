//! Loads a scene by the published crates, and plays it.

use steerwright_format::read_scene;
use steerwright_link::Receiver;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::simulation::World;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("a scene is missing")?;
    let mut world = World::new(&read_scene(&std::fs::read_to_string(path)?)?.value);
    let mut link = Receiver::new(None, "Game", &ExportOptions::default());
    for _ in 0..60 {
        link.poll(&mut world);
        world.advance(1.0 / 60.0);
    }
    println!("{} ticks", world.tick());
    Ok(())
}
