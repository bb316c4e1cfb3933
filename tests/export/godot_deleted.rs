//! Deleting a node of a Godot scene does not prevent an import: spawners let go of it.

use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::scene::PathId;
use steerwright_testing::full_scene::full_scene;

#[test]
fn a_spawner_lets_go_of_its_path_that_was_deleted_in_godot() {
    let mut scene = full_scene();
    scene.name = "Yard".into();
    assert_eq!(scene.spawners[0].path, Some(PathId(3)));
    for target in [ExportTarget::Godot3, ExportTarget::Godot4] {
        let files = export::export(&scene, target, &target.default_options()).expect("an export");
        let file = files.into_iter().find(|file| file.name == "Yard.tscn");
        let text = String::from_utf8(file.expect("a scene").bytes).expect("text");
        let start = text.find("[node name=\"Path\"").expect("the path");
        let length = text[start + 1..].find("\n[").expect("another node") + 2;
        let without = format!("{}{}", &text[..start], &text[start + length..]);
        let found = export::import("Yard.tscn", &without).expect("a known format");
        let found = found.expect("a scene");
        assert!(found.paths.is_empty(), "{target:?}");
        assert_eq!(found.spawners.len(), 1, "{target:?}");
        assert_eq!(found.spawners[0].path, None, "{target:?}");
        assert_eq!(found.spawners[0].target, scene.spawners[0].target);
    }
}
