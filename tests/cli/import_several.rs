//! Imports that could replace each other's results.

use crate::import_level::{FLOOR, HEDGE, folder, import, scene, write, yard};
use crate::support::{run, stderr, steerwright};

#[test]
fn imports_into_one_scene_at_the_same_time_all_arrive() {
    let folder = folder();
    let names: Vec<String> = (0..6).map(|i| format!("yard{i}.tmx")).collect();
    for name in &names {
        write(&folder, name, &yard(HEDGE, FLOOR));
    }
    std::thread::scope(|scope| {
        let runs: Vec<_> = names
            .iter()
            .map(|name| scope.spawn(|| import(&folder, &[name])))
            .collect();
        for run in runs {
            run.join().expect("it ends").expect("imported");
        }
    });
    let scene = scene(&folder);
    assert_eq!((scene.walls.len(), scene.paths.len()), (6, 6));
    assert_eq!(scene.editor.imports.len(), 6);
    let files = std::fs::read_dir(&folder).expect("a folder");
    assert_eq!(files.count(), 7, "no lock is left");
}

#[test]
fn maps_of_one_name_are_refused_before_one_replaces_the_other() {
    let folder = folder();
    for name in ["a/yard.tmx", "b/YARD.svg"] {
        write(&folder, name, &yard(HEDGE, FLOOR));
    }
    let output = run(steerwright().current_dir(&folder).args([
        "import",
        "--force",
        "a/yard.tmx",
        "b/YARD.svg",
        "--out",
        "scenes",
    ]));
    let said = stderr(&output).replace('\\', "/");
    assert_eq!(
        said,
        "a/yard.tmx and b/YARD.svg would both become scenes/YARD.scene.json; import them to different folders\n"
    );
    let scenes = std::fs::read_dir(folder.path().join("scenes")).expect("a folder");
    assert_eq!((output.status.code(), scenes.count()), (Some(1), 0));
}
