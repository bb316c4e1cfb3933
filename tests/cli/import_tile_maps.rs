//! Importing tile maps of Godot on the command line.

use crate::support::{run, stderr, steerwright};
use steerwright_format::load_scene;
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::Scene;
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// Imports level.tscn. Returns the output and the scene.
fn import(folder: &TempDir, arguments: &[&str]) -> (String, Scene) {
    let output = run(steerwright()
        .current_dir(folder)
        .args(["import", "level.tscn", "--into", "level.scene.json"])
        .args(arguments));
    assert!(output.status.success(), "{}", stderr(&output));
    let scene = load_scene(&folder.path().join("level.scene.json")).expect("a scene");
    (String::from_utf8(output.stdout).expect("text"), scene.value)
}

/// The corners of all walls.
fn walls(scene: &Scene) -> Vec<Vec<[f64; 2]>> {
    let place = |position: DVec2| position.to_array();
    scene
        .walls
        .iter()
        .map(|wall| wall.nodes.iter().map(|node| place(node.position)).collect())
        .collect()
}

/// Full tiles, slopes, and tiles without a shape, of 16 px.
const TILES: &str = r#"[gd_resource type="TileSet" format=3]
[sub_resource type="TileSetAtlasSource" id="atlas"]
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)
1:0/0 = 0
1:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, 8, 8, 8, 8, -8)
2:0/0 = 0
2:0/0/physics_layer_1/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)
[sub_resource type="TileSetScenesCollectionSource" id="scenes"]
scenes/1/scene = null
[resource]
physics_layer_0/collision_layer = 1
physics_layer_1/collision_layer = 0
sources/0 = SubResource("atlas")
sources/7 = SubResource("scenes")
"#;

// Full tiles at (0, 0) and (1, 0), a slope at (3, 0) and a flipped one at (4, 0), and a tile
// without a body at (-1, 2).
const LAYER: &str =
    "AAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAADAAAAAAABAAAAAAAEAAAAAAABAAAAABD//wIAAAACAAAAAAA=";

#[test]
fn layers_of_godot_4_become_walls_around_their_collision_shapes() {
    let scene = format!(
        r#"[gd_scene format=4]
[ext_resource type="TileSet" path="res://tiles.tres" id="1"]
[sub_resource type="RectangleShape2D" id="1"]
[node name="Root" type="Node2D"]
position = Vector2(16, 0)
[node name="Rocks" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("{LAYER}")
tile_set = ExtResource("1")
[node name="Off" type="TileMapLayer" parent="."]
enabled = false
tile_map_data = PackedByteArray("{LAYER}")
tile_set = ExtResource("1")
[node name="Bare" type="TileMapLayer" parent="."]
tile_map_data = PackedByteArray("{LAYER}")
"#
    );
    let folder = folder(&[
        ("project.godot", ""),
        ("tiles.tres", TILES),
        ("level.tscn", &scene),
    ]);
    let (said, scene) = import(&folder, &[]);
    assert!(
        said.contains("the tile map \"Root/Off\": it is disabled"),
        "{said}"
    );
    assert!(
        said.contains("the tile map \"Root/Bare\": it has no tile set"),
        "{said}"
    );
    // One tile is one unit. The two slopes are one hill.
    assert_eq!(
        walls(&scene),
        [
            vec![[1.0, 0.0], [3.0, 0.0], [3.0, -1.0], [1.0, -1.0]],
            vec![[4.0, -1.0], [5.0, 0.0], [6.0, -1.0]],
        ]
    );
    let (_, scene) = import(&folder, &["--as", "node/Root/Rocks=cells"]);
    let cells: Vec<(i32, i32)> = scene
        .cells
        .blocked
        .iter()
        .map(|Cell { column, row }| (*column, *row))
        .collect();
    assert_eq!(cells.len(), 5, "{cells:?}");
    assert!(cells.contains(&(0, -3)), "{cells:?}");
}

#[test]
fn layers_of_a_tile_map_of_godot_4_0_are_told_apart() {
    let scene = r#"[gd_scene format=3]
[sub_resource type="TileSetAtlasSource" id="a"]
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-4, -4, 4, -4, 4, 4, -4, 4)
[sub_resource type="TileSet" id="t"]
tile_size = Vector2i(8, 8)
tile_shape = 1
physics_layer_0/collision_layer = 1
sources/2 = SubResource("a")
[node name="Map" type="TileMap"]
tile_set = SubResource("t")
format = 2
layer_0/name = "Ground"
layer_0/tile_data = PackedInt32Array(0, 3, 0)
layer_1/name = "Rocks"
layer_1/tile_data = PackedInt32Array(65537, 2, 0)
"#;
    let folder = folder(&[("level.tscn", scene)]);
    let (said, scene) = import(&folder, &[]);
    assert!(
        said.contains("filled tiles \"Ground\" (node/Map/layer_0)"),
        "{said}"
    );
    // In the second row, columns of isometric tiles are moved by half a tile.
    let (x, y) = (2.0, -1.0);
    assert_eq!(
        walls(&scene),
        [[
            [x - 0.5, y + 0.5],
            [x + 0.5, y + 0.5],
            [x + 0.5, y - 0.5],
            [x - 0.5, y - 0.5]
        ]]
    );
}

#[test]
fn tile_maps_of_godot_3_become_walls_around_their_shapes() {
    // Tile 5 at (0, 0), flipped upside down at (2, 1), and autotile 6 with and without a shape.
    let down = 1_u32 << 30;
    let cells = [
        [0, 5, 0],
        [(1 << 16) | 2, (down | 5) as i32, 0],
        [4, 6, 1],
        [5, 6, 0],
    ];
    let cells: Vec<String> = cells.as_flattened().iter().map(i32::to_string).collect();
    let scene = format!(
        r#"[gd_scene format=2]
[sub_resource type="ConvexPolygonShape2D" id=1]
points = PoolVector2Array( 0, 8, 16, 8, 16, 16, 0, 16 )
[sub_resource type="TileSet" id=2]
5/region = Rect2( 0, 0, 16, 16 )
5/tile_mode = 0
5/shapes = [ {{ "autotile_coord": Vector2( 0, 0 ), "shape": SubResource( 1 ), "shape_transform": Transform2D( 1, 0, 0, 1, 0, 0 ) }} ]
6/region = Rect2( 0, 16, 32, 16 )
6/tile_mode = 1
6/autotile/tile_size = Vector2( 16, 16 )
6/shapes = [ {{ "autotile_coord": Vector2( 1, 0 ), "shape": SubResource( 1 ), "shape_transform": Transform2D( 1, 0, 0, 1, 0, -8 ) }} ]
[node name="Map" type="TileMap"]
tile_set = SubResource( 2 )
cell_size = Vector2( 16, 16 )
format = 1
tile_data = PoolIntArray( {} )
"#,
        cells.join(", ")
    );
    let folder = folder(&[("level.tscn", &scene)]);
    let (_, scene) = import(&folder, &[]);
    assert_eq!(
        walls(&scene),
        [
            [[0.0, -0.5], [1.0, -0.5], [1.0, -1.0], [0.0, -1.0]],
            [[2.0, -1.0], [3.0, -1.0], [3.0, -1.5], [2.0, -1.5]],
            [[4.0, 0.0], [5.0, 0.0], [5.0, -0.5], [4.0, -0.5]],
        ]
    );
}

#[test]
fn a_tile_set_that_cannot_be_read_is_named() {
    let scene = r#"[gd_scene format=4]
[ext_resource type="TileSet" path="res://gone.tres" id="1"]
[ext_resource type="TileSet" path="res://tiles.res" id="2"]
[node name="Root" type="Node2D"]
[node name="A" type="TileMapLayer" parent="."]
tile_set = ExtResource("1")
[node name="B" type="TileMapLayer" parent="."]
tile_set = ExtResource("2")
[node name="Gate" type="Marker2D" parent="."]
"#;
    let folder = folder(&[("level.tscn", scene)]);
    let (said, scene) = import(&folder, &[]);
    assert!(said.contains("gone.tres was not read"), "{said}");
    assert!(said.contains("only text files (.tres)"), "{said}");
    assert_eq!(scene.markers.len(), 1);
}
