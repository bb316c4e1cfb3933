use steerwright_authoring::sample;
use steerwright_runtime::simulation::World;
#[test]
fn write_saves() {
    for (_, scene) in sample::scenes() {
        let (name, ticks) = match scene.name.as_str() {
            "Night watch" => ("night-watch", 900),
            "Squad" => ("squad", 400),
            _ => continue,
        };
        let mut world = World::new(&scene);
        for tick in 0..ticks {
            if tick == 100 { world.set_pressed(true); }
            world.step();
        }
        std::fs::write(format!("/work/wt/save/fuzz/corpus/save/{name}"), world.save()).unwrap();
        if name == "night-watch" {
            std::fs::write("/work/wt/save/fuzz/corpus/save/start", World::new(&scene).save()).unwrap();
        }
    }
}
