//! Where nodes of Godot's scenes are: what Godot 4.6 says about the same files.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use steerwright_export::level::{self, Becomes, Import, Level, Placing, Rule, merge};
use steerwright_runtime::scene::Scene;
use tempfile::TempDir;

/// A project with these files.
pub(crate) fn project(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    write("project.godot", "config_version=5\n");
    for (name, text) in files {
        write(name, text);
    }
    folder
}

pub(crate) fn read(folder: &Path, name: &str) -> Level {
    level::read(&folder.join(name), false).expect("a level")
}

/// The lower left and the upper right corner of what has a source, in pixels, y down, and what it
/// becomes.
pub(crate) fn bounds(level: &Level, source: &str) -> ([f64; 4], Becomes) {
    let mut found = level.found.iter();
    let found = found.find(|found| found.source == source).expect(source);
    let points = || found.shapes.iter().flat_map(|shape| &shape.points);
    let least = points().copied().reduce(|a, b| a.min(b)).expect("points");
    let most = points().copied().reduce(|a, b| a.max(b)).expect("points");
    let rounded = |number: f64| (number * 1e6).round() / 1e6;
    let corners = [least.x, least.y, most.x, most.y].map(rounded);
    (corners, found.becomes)
}

pub(crate) fn left_out(level: &Level) -> String {
    let lines = level.left_out.iter().map(ToString::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

const BASE: &str = r#"[gd_scene format=3]
[sub_resource type="RectangleShape2D" id="box"]
size = Vector2(20, 20)
[node name="Base" type="Node2D"]
scale = Vector2(2, 2)
[node name="Part" type="Node2D" parent="."]
position = Vector2(100, 0)
[node name="Gate" type="StaticBody2D" parent="."]
position = Vector2(10, 10)
[node name="Shape" type="CollisionShape2D" parent="Gate"]
shape = SubResource("box")
[node name="Spot" type="Marker2D" parent="."]
"#;

#[test]
fn an_instance_keeps_what_it_does_not_set_of_its_root() {
    let level = r#"[gd_scene format=3]
[ext_resource type="PackedScene" path="res://base.tscn" id="1"]
[node name="Level" type="Node2D"]
[node name="A" parent="." instance=ExtResource("1")]
position = Vector2(200, 100)
[node name="B" parent="." instance=ExtResource("1")]
rotation = 3.141592653589793
"#;
    let folder = project(&[("base.tscn", BASE), ("level.tscn", level)]);
    let level = read(folder.path(), "level.tscn");
    let (a, becomes) = bounds(&level, "node/Level/A/Gate/Shape");
    assert_eq!((a, becomes), ([200.0, 100.0, 240.0, 140.0], Becomes::Wall));
    let (b, _) = bounds(&level, "node/Level/B/Gate/Shape");
    assert_eq!(b, [-40.0, -40.0, 0.0, 0.0]);
}

#[test]
fn what_a_scene_says_about_nodes_of_other_scenes_counts() {
    let derived = r#"[gd_scene format=3]
[ext_resource type="PackedScene" path="res://base.tscn" id="1"]
[sub_resource type="RectangleShape2D" id="box"]
size = Vector2(60, 10)
[node name="Derived" instance=ExtResource("1")]
scale = Vector2(1, 1)
[node name="Gate" parent="." index="1"]
position = Vector2(300, 40)
[node name="Shape" parent="Gate" index="0"]
shape = SubResource("box")
[node name="Added" type="Marker2D" parent="Part" index="0"]
position = Vector2(5, 5)
[node name="Gone" parent="." index="7"]
position = Vector2(5, 5)
[node name="Lost" type="Marker2D" parent="Nowhere"]
"#;
    let level = r#"[gd_scene format=3]
[ext_resource type="PackedScene" path="res://derived.tscn" id="1"]
[node name="Level" type="Node2D"]
[node name="Inst" parent="." instance=ExtResource("1")]
position = Vector2(1000, 0)
[node name="Spot" parent="Inst" index="2"]
position = Vector2(7, 8)
[node name="More" type="Marker2D" parent="Inst/Part/Added" index="0"]
position = Vector2(3, 4)
[editable path="Inst"]
"#;
    let files = [
        ("base.tscn", BASE),
        ("derived.tscn", derived),
        ("level.tscn", level),
    ];
    let folder = project(&files);
    let level = read(folder.path(), "level.tscn");
    let at = |source: &str| bounds(&level, &format!("node/Level/Inst/{source}")).0;
    assert_eq!(at("Gate/Shape"), [1270.0, 35.0, 1330.0, 45.0]);
    assert_eq!(at("Spot")[..2], [1007.0, 8.0]);
    assert_eq!(at("Part/Added")[..2], [1105.0, 5.0]);
    assert_eq!(at("Part/Added/More")[..2], [1108.0, 9.0]);
    let said = left_out(&level);
    assert!(said.contains("the node \"Gone\""), "{said}");
    assert!(said.contains("the node \"Lost\""), "{said}");
}

#[test]
fn nodes_without_a_place_and_top_level_end_what_is_above() {
    let level = r#"[gd_scene format=3]
[node name="Level" type="Node2D"]
[node name="Guard" type="CharacterBody2D" parent="."]
position = Vector2(500, 300)
scale = Vector2(2, 2)
[node name="Top" type="Marker2D" parent="Guard"]
top_level = true
position = Vector2(100, 50)
[node name="Folder" type="Node" parent="Guard"]
[node name="Free" type="Marker2D" parent="Guard/Folder"]
position = Vector2(10, 20)
[node name="Screen" type="CanvasLayer" parent="Guard"]
offset = Vector2(9, 9)
[node name="Free" type="Marker2D" parent="Guard/Screen"]
position = Vector2(11, 21)
[node name="Panel" type="Control" parent="."]
offset_left = 40.0
offset_top = 30.0
rotation = 3.141592653589793
pivot_offset = Vector2(10, 0)
[node name="On" type="Marker2D" parent="Panel"]
position = Vector2(1, 2)
[node name="List" type="VBoxContainer" parent="Panel"]
[node name="Row" type="Control" parent="Panel/List"]
[node name="Somewhere" type="Marker2D" parent="Panel/List/Row"]
"#;
    let folder = project(&[("level.tscn", level)]);
    let level = read(folder.path(), "level.tscn");
    let at = |source: &str| {
        let [x, y, ..] = bounds(&level, &format!("node/Level/{source}")).0;
        [x, y]
    };
    assert_eq!(at("Guard/Top"), [100.0, 50.0]);
    assert_eq!(at("Guard/Folder/Free"), [10.0, 20.0]);
    assert_eq!(at("Guard/Screen/Free"), [11.0, 21.0]);
    assert_eq!(at("Panel/On"), [59.0, 28.0]);
    let said = left_out(&level);
    assert!(said.contains("Row/Somewhere"), "{said}");
}

#[test]
fn shapes_are_measured_as_their_version_does() {
    let scene = |format: u8, shape: &str| {
        format!(
            "[gd_scene format={format}]\n[sub_resource {shape}\n[node name=\"L\" type=\"StaticBody2D\"]\n[node name=\"S\" type=\"CollisionShape2D\" parent=\".\"]\nshape = SubResource( 1 )\n"
        )
    };
    for (format, shape, half) in [
        (
            2,
            "type=\"RectangleShape2D\" id=1]\nextents = Vector2( 8, 6 )",
            [8.0, 6.0],
        ),
        (
            3,
            "type=\"RectangleShape2D\" id=1]\nsize = Vector2(8, 6)",
            [4.0, 3.0],
        ),
        (
            2,
            "type=\"CapsuleShape2D\" id=1]\nradius = 5.0\nheight = 8.0",
            [5.0, 9.0],
        ),
        (2, "type=\"CapsuleShape2D\" id=1]", [10.0, 20.0]),
        (
            3,
            "type=\"CapsuleShape2D\" id=1]\nradius = 5.0\nheight = 18.0",
            [5.0, 9.0],
        ),
        (
            3,
            "type=\"CapsuleShape2D\" id=1]\nradius = 20.0",
            [20.0, 20.0],
        ),
        (3, "type=\"CapsuleShape2D\" id=1]\nheight = 8.0", [4.0, 4.0]),
    ] {
        let folder = project(&[("level.tscn", &scene(format, shape))]);
        let level = read(folder.path(), "level.tscn");
        let (found, _) = bounds(&level, "node/L/S");
        let [x, y] = half;
        for (found, wanted) in found.into_iter().zip([-x, -y, x, y]) {
            assert!((found - wanted).abs() < 0.3, "{shape}: {found} {wanted}");
        }
    }
}

#[test]
fn shapes_and_curves_in_files_of_their_own_are_read() {
    let level = r#"[gd_scene format=3]
[ext_resource type="Shape2D" path="res://box.tres" id="1"]
[ext_resource type="Curve2D" path="way.tres" id="2"]
[ext_resource type="Shape2D" path="res://box.res" id="3"]
[node name="L" type="StaticBody2D"]
[node name="S" type="CollisionShape2D" parent="."]
shape = ExtResource("1")
[node name="Binary" type="CollisionShape2D" parent="."]
shape = ExtResource("3")
[node name="W" type="Path2D" parent="."]
curve = ExtResource("2")
"#;
    let shape =
        "[gd_resource type=\"RectangleShape2D\" format=3]\n[resource]\nsize = Vector2(8, 6)\n";
    let curve = "[gd_resource type=\"Curve2D\" format=3]\n[resource]\n_data = {\n\"points\": PackedVector2Array(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 80, 5)\n}\n";
    let files = [
        ("level.tscn", level),
        ("box.tres", shape),
        ("way.tres", curve),
    ];
    let folder = project(&files);
    let level = read(folder.path(), "level.tscn");
    assert_eq!(bounds(&level, "node/L/S").0, [-4.0, -3.0, 4.0, 3.0]);
    assert_eq!(
        bounds(&level, "node/L/W"),
        ([0.0, 0.0, 80.0, 5.0], Becomes::Path)
    );
    let said = left_out(&level);
    assert!(
        said.contains("L/Binary\": its shape was not read: only text files"),
        "{said}"
    );
}

#[test]
fn what_does_not_block_is_no_wall() {
    let shape = |parent: &str, more: &str| {
        format!(
            "[node name=\"S\" type=\"CollisionPolygon2D\" parent=\"{parent}\"]\npolygon = PackedVector2Array(0, 0, 9, 0, 9, 9)\n{more}"
        )
    };
    let body = |name: &str, more: &str| {
        format!("[node name=\"{name}\" type=\"StaticBody2D\" parent=\".\"]\n{more}")
    };
    let parts = [
        "[gd_scene format=3]\n[node name=\"L\" type=\"Node2D\"]\n".to_owned(),
        body("Hidden", "visible = false\n") + &shape("Hidden", ""),
        body("Disabled", "") + &shape("Disabled", "disabled = true\n"),
        body("NoLayer", "collision_layer = 0\n") + &shape("NoLayer", ""),
        body("Asleep", "process_mode = 4\n") + &shape("Asleep", ""),
        body("Kept", "process_mode = 4\ndisable_mode = 2\n") + &shape("Kept", ""),
    ];
    let folder = project(&[("level.tscn", &parts.concat())]);
    let level = read(folder.path(), "level.tscn");
    for (body, becomes) in [
        ("Hidden", Becomes::Wall),
        ("Disabled", Becomes::Nothing),
        ("NoLayer", Becomes::Nothing),
        ("Asleep", Becomes::Nothing),
        ("Kept", Becomes::Wall),
    ] {
        assert_eq!(
            bounds(&level, &format!("node/L/{body}/S")).1,
            becomes,
            "{body}"
        );
    }
}

#[test]
fn a_scene_is_read_once_however_often_it_is_instanced() {
    let mut forest = String::from(
        "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://base.tscn\" id=\"1\"]\n[node name=\"Forest\" type=\"Node2D\"]\n",
    );
    for tree in 0..300 {
        writeln!(
            forest,
            "[node name=\"Tree{tree}\" parent=\".\" instance=ExtResource(\"1\")]"
        )
        .expect("text");
    }
    let folder = project(&[("base.tscn", BASE), ("forest.tscn", &forest)]);
    let level = read(folder.path(), "forest.tscn");
    let walls = level
        .found
        .iter()
        .filter(|found| found.becomes == Becomes::Wall);
    assert_eq!(walls.count(), 300);
    assert_eq!(left_out(&level), "");
}

#[test]
fn instances_of_instances_stop_at_a_limit() {
    let scene = |inner: &str| {
        let mut text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://{inner}.tscn\" id=\"1\"]\n[node name=\"R\" type=\"Node2D\"]\n"
        );
        for index in 0..20 {
            writeln!(
                text,
                "[node name=\"I{index}\" parent=\".\" instance=ExtResource(\"1\")]"
            )
            .expect("text");
        }
        text
    };
    let (a, b, c, d, e) = (scene("b"), scene("c"), scene("d"), scene("e"), scene("a"));
    let files = [
        ("a.tscn", &*a),
        ("b.tscn", &b),
        ("c.tscn", &c),
        ("d.tscn", &d),
        ("e.tscn", &e),
    ];
    let folder = project(&files);
    let said = left_out(&read(folder.path(), "a.tscn"));
    assert!(said.contains("it contains itself"), "{said}");
    assert!(said.contains("limit \"instanced nodes\""), "{said}");
}

pub(crate) const PATROL: &str = r#"[gd_scene format=3]
[ext_resource type="PackedScene" path="res://guard.tscn" id="1"]
[sub_resource type="NavigationPolygon" id="n"]
outlines = Array[PackedVector2Array]([PackedVector2Array(0, 0, 320, 0, 320, 160, 0, 160), PackedVector2Array(9, 9, 20, 9, 20, 20)])
[node name="Root" type="Node2D"]
[node name="Floor" type="NavigationRegion2D" parent="."]
navigation_polygon = SubResource("n")
[node name="Waypoints" type="Node2D" parent="."]
position = Vector2(0, 5)
metadata/wait = 2.5
[node name="1" type="Node2D" parent="Waypoints"]
position = Vector2(10, 10)
[node name="2" type="Area2D" parent="Waypoints"]
position = Vector2(50, 10)
[node name="Guard" parent="." instance=ExtResource("1")]
position = Vector2(64, 32)
route = NodePath("../Waypoints")
speed = 80.0
z_index = 3
"#;
pub(crate) const GUARD: &str =
    "[gd_scene format=3]\n[node name=\"G\" type=\"CharacterBody2D\"]\nspeed = 60.0\nalert = true\n";

#[test]
fn what_is_made_for_guards_is_found() {
    let folder = project(&[("level.tscn", PATROL), ("guard.tscn", GUARD)]);
    let level = read(folder.path(), "level.tscn");
    let (floor, becomes) = bounds(&level, "node/Root/Floor");
    assert_eq!((floor, becomes), ([0.0, 0.0, 320.0, 160.0], Becomes::Wall));
    let (way, becomes) = bounds(&level, "node/Root/Waypoints");
    assert_eq!((way, becomes), ([10.0, 15.0, 50.0, 15.0], Becomes::Path));
    assert_eq!(bounds(&level, "node/Root/Waypoints/1").1, Becomes::Nothing);
    let (guard, becomes) = bounds(&level, "node/Root/Guard");
    assert_eq!(
        (guard[0], guard[1], becomes),
        (64.0, 32.0, Becomes::Nothing)
    );
}

#[test]
fn a_choice_for_a_scene_holds_for_its_instances_to_come() {
    let folder = project(&[("level.tscn", PATROL), ("guard.tscn", GUARD)]);
    let into = |scene: &mut Scene, rules: &[Rule]| {
        let level = read(folder.path(), "level.tscn");
        let imports = scene.editor.imports.first();
        let remembered = imports.map_or(BTreeMap::new(), |import| import.becomes.clone());
        let import = Import {
            file: "level.tscn".into(),
            placing: Placing::of(&level),
            choices: level.choices(rules, &remembered),
            delete_gone: false,
            with_deleted: false,
        };
        merge(scene, &level, &import).expect("merged")
    };
    let mut scene = Scene::default();
    let rule = Rule {
        of: "guard.tscn".into(),
        becomes: Becomes::Marker,
    };
    into(&mut scene, &[rule]);
    assert_eq!(scene.markers.len(), 1);
    let path = &scene.paths[0];
    assert!(path.nodes.iter().all(|node| node.wait == 2.5));
    let mut values: Vec<String> = scene.markers[0]
        .properties
        .iter()
        .map(|(id, value)| format!("{id:?} {value:?}"))
        .collect();
    values.sort();
    assert_eq!(values.len(), 3, "route, speed and alert: {values:?}");
    let second = "[node name=\"Second\" parent=\".\" instance=ExtResource(\"1\")]\n";
    std::fs::write(
        folder.path().join("level.tscn"),
        format!("{PATROL}{second}"),
    )
    .expect("written");
    into(&mut scene, &[]);
    assert_eq!(scene.markers.len(), 2);
    let unchanged = scene.clone();
    let changes = into(&mut scene, &[]);
    assert!(
        changes.added.is_empty() && changes.updated.is_empty(),
        "{changes:?}"
    );
    assert_eq!(scene, unchanged);
}

#[test]
fn types_are_told_by_their_names_and_values() {
    let level = r#"[gd_scene format=3]
[node name="Level" type="Node2D"]
position = Vector2(100, 0)
[node name="Clock" type="Timer" parent="."]
[node name="Spot" type="Marker2D" parent="Clock"]
position = Vector2(1, 0)
[node name="Sign" type="Label" parent="."]
offset_right = 40.0
offset_bottom = 23.0
[node name="Spot" type="Marker2D" parent="Sign"]
position = Vector2(2, 0)
[node name="Menu" type="PopupMenu" parent="."]
position = Vector2(7, 7)
[node name="Spot" type="Marker2D" parent="Menu"]
position = Vector2(3, 0)
[node name="Agent" type="NavigationAgent2D" parent="."]
[node name="Spot" type="Marker2D" parent="Agent"]
position = Vector2(4, 0)
[node name="Blend" type="CanvasGroup" parent="."]
[node name="Spot" type="Marker2D" parent="Blend"]
position = Vector2(5, 0)
"#;
    let folder = project(&[("level.tscn", level)]);
    let level = read(folder.path(), "level.tscn");
    let x = |parent: &str| bounds(&level, &format!("node/Level/{parent}/Spot")).0[0];
    let all = ["Clock", "Sign", "Menu", "Agent", "Blend"].map(x);
    assert_eq!(all, [1.0, 102.0, 3.0, 4.0, 105.0]);
}

#[test]
fn shapes_that_no_body_has_are_no_walls() {
    let level = r#"[gd_scene format=3]
[ext_resource type="PackedScene" path="res://wall.scn" id="1"]
[sub_resource type="RectangleShape2D" id="box"]
[node name="Level" type="Node2D"]
[node name="Body" type="StaticBody2D" parent="."]
[node name="Shape" type="CollisionShape2D" parent="Body"]
shape = SubResource("box")
[node name="Folder" type="Node2D" parent="Body"]
[node name="Shape" type="CollisionShape2D" parent="Body/Folder"]
shape = SubResource("box")
[node name="Unread" parent="." instance=ExtResource("1")]
[node name="Shape" type="CollisionShape2D" parent="Unread"]
shape = SubResource("box")
"#;
    let folder = project(&[("level.tscn", level)]);
    let level = read(folder.path(), "level.tscn");
    let becomes = |source: &str| bounds(&level, &format!("node/Level/{source}/Shape")).1;
    assert_eq!(becomes("Body"), Becomes::Wall);
    assert_eq!(becomes("Body/Folder"), Becomes::Nothing);
    assert_eq!(becomes("Unread"), Becomes::Wall);
}

#[test]
fn what_moves_with_the_camera_is_listed() {
    let level = r#"[gd_scene format=2]
[node name="Level" type="Node2D"]
[node name="Sky" type="ParallaxBackground" parent="."]
[node name="Layer" type="ParallaxLayer" parent="Sky"]
motion_offset = Vector2( 50, 0 )
[node name="Spot" type="Position2D" parent="Sky/Layer"]
"#;
    let folder = project(&[("level.tscn", level)]);
    let level = read(folder.path(), "level.tscn");
    assert!(level.found.is_empty());
    let said = left_out(&level);
    assert!(said.contains("the camera"), "{said}");
}

#[test]
fn scenes_of_version_2_are_refused() {
    let level = "[gd_scene load_steps=1 format=1]\n[node name=\"A\" type=\"Position2D\"]\ntransform/pos = Vector2( 8, 9 )\n";
    let folder = project(&[("level.tscn", level)]);
    let error = level::read(&folder.path().join("level.tscn"), false).expect_err("refused");
    assert!(error.to_string().contains("Godot 2"), "{error}");
}
