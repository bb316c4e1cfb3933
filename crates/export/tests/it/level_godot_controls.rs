//! Controls in Godot's scenes: what Godot 4.6 says about the same files.

use crate::level_godot::{bounds, left_out, project, read};

#[test]
fn a_control_anchored_to_a_size_that_is_not_known_is_listed() {
    let level = r#"[gd_scene format=3]
[node name="Level" type="Node2D"]
[node name="Plain" type="Node2D" parent="."]
[node name="Sign" type="Control" parent="Plain"]
anchor_left = 0.5
offset_left = 10.0
[node name="Spot" type="Marker2D" parent="Plain/Sign"]
[node name="Picture" type="Sprite2D" parent="."]
[node name="Sign" type="Control" parent="Picture"]
anchor_left = 0.5
offset_left = 10.0
[node name="Lost" type="Marker2D" parent="Picture/Sign"]
[node name="Window" type="CanvasLayer" parent="."]
[node name="Sign" type="Control" parent="Window"]
anchor_left = 0.5
[node name="Gone" type="Marker2D" parent="Window/Sign"]
"#;
    let folder = project(&[("level.tscn", level)]);
    let level = read(folder.path(), "level.tscn");
    let (spot, _) = bounds(&level, "node/Level/Plain/Sign/Spot");
    assert_eq!(spot, [10.0, 0.0, 10.0, 0.0]);
    assert_eq!(level.found.len(), 1);
    let left_out = left_out(&level);
    for name in ["Level/Picture/Sign/Lost", "Level/Window/Sign/Gone"] {
        assert!(left_out.contains(name), "{left_out}");
    }
}
