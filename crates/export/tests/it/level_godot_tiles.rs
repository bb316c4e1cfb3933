//! Tile maps in Godot's scenes: what Godot 3.2 and 4.6 say about the same files.

use crate::level_godot::{bounds, left_out, project, read};
use steerwright_export::level::Becomes;

const MAPS_OF_THREE: &str = r#"[gd_scene format=2]
[sub_resource type="ConvexPolygonShape2D" id=1]
points = PoolVector2Array( 1, 2, 13, 3, 9, 21 )
[sub_resource type="ImageTexture" id=4]
size = Vector2( 32, 32 )
[sub_resource type="TileSet" id=3]
0/name = "single"
0/texture = SubResource( 4 )
0/region = Rect2( 0, 0, 32, 24 )
0/tile_mode = 0
0/shapes = [ {
"autotile_coord": Vector2( 0, 0 ),
"shape": SubResource( 1 ),
"shape_transform": Transform2D( 1, 0, 0, 1, 0, 0 )
} ]
1/name = "parts"
1/texture = SubResource( 4 )
1/region = Rect2( 0, 0, 64, 48 )
1/is_autotile = true
1/autotile/tile_size = Vector2( 32, 24 )
1/shapes = [ {
"autotile_coord": Vector2( 1, 0 ),
"shape": SubResource( 1 ),
"shape_transform": Transform2D( 1, 0, 0, 1, 5, 0 )
} ]
2/name = "whole"
2/texture = SubResource( 4 )
2/region = Rect2( 0, 0, 0, 0 )
2/shapes = [ {
"shape": SubResource( 1 ),
"shape_transform": Transform2D( 1, 0, 0, 1, 0, 0 )
} ]
[node name="Map" type="Node2D"]
[node name="Garbage" type="TileMap" parent="."]
tile_set = SubResource( 3 )
cell_size = Vector2( 32, 24 )
format = 1
tile_data = PoolIntArray( 1, 0, -1200553578 )
[node name="Old" type="TileMap" parent="."]
tile_set = SubResource( 3 )
cell_size = Vector2( 32, 24 )
format = 1
tile_data = PoolIntArray( 0, 1, 1, 2, 1, 0 )
[node name="Custom" type="TileMap" parent="."]
mode = 2
tile_set = SubResource( 3 )
cell_size = Vector2( 32, 24 )
cell_custom_transform = Transform2D( 30.25, 10, -7, 26.5, 11, 13.75 )
format = 1
tile_data = PoolIntArray( 131075, 0, 0 )
[node name="Centered" type="TileMap" parent="."]
tile_set = SubResource( 3 )
cell_size = Vector2( 41, 31 )
centered_textures = true
format = 1
tile_data = PoolIntArray( 0, 536870912, 0 )
[node name="Whole" type="TileMap" parent="."]
tile_set = SubResource( 3 )
format = 1
tile_data = PoolIntArray( 0, 2, 0, 1, 536870914, 0 )
[node name="Off" type="TileMap" parent="."]
tile_set = SubResource( 3 )
collision_layer = 0
format = 1
tile_data = PoolIntArray( 0, 0, 0 )
[node name="Body" type="StaticBody2D" parent="."]
[node name="Shared" type="TileMap" parent="Body"]
tile_set = SubResource( 3 )
collision_use_parent = true
format = 1
tile_data = PoolIntArray( 0, 0, 0 )
[node name="Lost" type="TileMap" parent="."]
tile_set = SubResource( 3 )
collision_use_parent = true
format = 1
tile_data = PoolIntArray( 0, 0, 0 )
"#;

#[test]
fn tiles_of_version_3_are_where_their_pictures_are() {
    let folder = project(&[("map.tscn", MAPS_OF_THREE)]);
    let level = read(folder.path(), "map.tscn");
    let at = |map: &str| bounds(&level, &format!("node/Map/{map}/collision"));
    // The third number of a tile says nothing about a picture with one tile.
    assert_eq!(at("Garbage"), ([33.0, 2.0, 45.0, 21.0], Becomes::Wall));
    assert_eq!(at("Old").0, [6.0, 2.0, 18.0, 21.0]);
    // Pictures are at whole pixels.
    assert_eq!(at("Custom").0, [81.0, 98.75, 93.0, 117.75]);
    assert_eq!(at("Centered").0, [23.0, 5.0, 35.0, 24.0]);
    // The other one is flipped, but around what?
    assert_eq!(at("Whole").0, [1.0, 2.0, 13.0, 21.0]);
    let said = left_out(&level);
    assert!(said.contains("\"Map/Whole\""), "{said}");
}

#[test]
fn tiles_of_version_3_block_if_their_body_does() {
    let folder = project(&[("map.tscn", MAPS_OF_THREE)]);
    let level = read(folder.path(), "map.tscn");
    let becomes = |map: &str| bounds(&level, &format!("node/Map/{map}/collision")).1;
    assert_eq!(becomes("Off"), Becomes::Nothing);
    assert_eq!(becomes("Body/Shared"), Becomes::Wall);
    assert_eq!(becomes("Lost"), Becomes::Nothing);
}

#[test]
fn polygons_on_physics_layers_that_the_tile_set_does_not_have_are_gone() {
    let map = r#"[gd_scene format=3]
[sub_resource type="TileSetAtlasSource" id="tiles"]
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8)
0:0/0/physics_layer_1/polygon_0/points = PackedVector2Array(-9, -9, 9, -9, 9, 9)
[sub_resource type="TileSet" id="set"]
physics_layer_0/collision_layer = 1
sources/0 = SubResource("tiles")
[node name="Map" type="TileMapLayer"]
tile_map_data = PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
tile_set = SubResource("set")
"#;
    let folder = project(&[("map.tscn", map)]);
    let level = read(folder.path(), "map.tscn");
    assert_eq!(
        bounds(&level, "node/Map/collision").0,
        [0.0, 0.0, 16.0, 16.0]
    );
}
