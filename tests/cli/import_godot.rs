//! Importing a scene of a Godot project on the command line.

use crate::import_level::{folder, import, scene, write};
use crate::support::{run, stderr, steerwright};
use steerwright_runtime::glam::DVec2;

#[test]
fn a_godot_scene_brings_the_scenes_that_it_instances() {
    let folder = folder();
    write(&folder, "game/project.godot", "config_version=5\n");
    write(
        &folder,
        "game/parts/crate.tscn",
        r#"[gd_scene format=3]
[sub_resource type="RectangleShape2D" id="1"]
size = Vector2(32, 64)
[node name="Crate" type="StaticBody2D"]
[node name="Shape" type="CollisionShape2D" parent="."]
position = Vector2(16, 32)
shape = SubResource("1")
"#,
    );
    write(
        &folder,
        "game/levels/yard.tscn",
        r#"[gd_scene format=3]
[ext_resource type="PackedScene" path="res://parts/crate.tscn" id="1_c"]
[sub_resource type="Curve2D" id="2"]
_data = {
"points": PackedVector2Array(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0)
}
[node name="Yard" type="Node2D"]
[node name="Crate1" parent="." instance=ExtResource("1_c")]
position = Vector2(64, 0)
[node name="Group" type="Node2D" parent="."]
position = Vector2(0, 32)
[node name="Beat" type="Path2D" parent="Group"]
curve = SubResource("2")
[node name="Gate" type="Marker2D" parent="Group"]
[node name="Trigger" type="Area2D" parent="."]
[node name="Zone" type="CollisionPolygon2D" parent="Trigger"]
polygon = PackedVector2Array(0, 0, 8, 0, 8, 8)
[node name="Ground" type="TileMapLayer" parent="."]
"#,
    );
    let said = import(&folder, &["game/levels/yard.tscn"]).expect("imported");
    assert!(
        said.contains("3 added") && said.contains("it has no tile set"),
        "{said}"
    );
    assert!(said.contains("not imported: polygon \"Zone\""), "{said}");
    // The project is found from a name alone too.
    let bare = run(steerwright()
        .current_dir(folder.path().join("game/levels"))
        .args(["import", "yard.tscn", "--into", "../../level.scene.json"]));
    assert!(bare.status.success(), "{}", stderr(&bare));
    let scene = scene(&folder);
    let wall: Vec<DVec2> = scene.walls[0]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(
        wall,
        [(2.0, 0.0), (3.0, 0.0), (3.0, -2.0), (2.0, -2.0)].map(DVec2::from)
    );
    let beat: Vec<DVec2> = scene.paths[0]
        .nodes
        .iter()
        .map(|node| node.position)
        .collect();
    assert_eq!(beat, [(0.0, -1.0), (2.0, -1.0)].map(DVec2::from));
    assert_eq!(scene.markers[0].position, DVec2::new(0.0, -1.0));
}
