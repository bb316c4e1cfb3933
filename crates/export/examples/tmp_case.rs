use steerwright_export::conformance::{self, CaseScript, CaseStep, SceneEdit};
use steerwright_format::{export_file::{self, PlacedScene}, read_scene};
use steerwright_runtime::scene::ExportOptions;
fn main() {
    for line in std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap().lines() {
        let f: Vec<&str> = line.split_whitespace().collect();
        let (scene, calls, out, ticks, every, down, scale) = (f[0], f[1], f[2], f[3].parse().unwrap(), f[4].parse().unwrap(), f[5] == "1", f[6].parse().unwrap());
        let read = |p: &str| { let t = std::fs::read_to_string(p).unwrap_or_else(|_| panic!("{p}")); let l = read_scene(&t).unwrap_or_else(|e| panic!("{p}: {e}")); assert!(l.unknown_fields.is_empty(), "{p}: {:?}", l.unknown_fields); l.value };
        let options = ExportOptions { y_down: down, scale, ..ExportOptions::default() };
        let mut steps = vec![];
        for line in std::fs::read_to_string(calls).unwrap_or_default().lines() {
            if let Some(rest) = line.strip_prefix("apply_scene ") {
                let (tick, name) = rest.split_once(' ').unwrap();
                let s = read(&format!("{}.{name}.scene.json", scene.strip_suffix(".scene.json").unwrap()));
                let placed = PlacedScene::new(&s, &options).unwrap();
                steps.push(CaseStep::ApplyScene(SceneEdit { tick: tick.parse().unwrap(), name: name.into(), export: export_file::text(&placed) }));
            } else { steps.push(CaseStep::TimedCommand(line.parse().unwrap())); }
        }
        let case = conformance::case(&read(scene), &options, &CaseScript { ticks, every, steps }).unwrap_or_else(|e| panic!("{scene}: {e}"));
        steerwright_export::write_files(&case, std::path::Path::new(out)).unwrap();
    }
}
