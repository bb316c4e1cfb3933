//! Tile maps of Godot.

use super::{SIZE, SMALL, check_with, filled};

/// A set with a full tile of 16 px, and what names it.
const SET: &str = r#"[sub_resource type="TileSetAtlasSource" id="atlas"]
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)
[sub_resource type="TileSet" id="set"]
physics_layer_0/collision_layer = 1
sources/0 = SubResource("atlas")
"#;

fn scene(resources: &str, node: &str) -> String {
    format!("[gd_scene format=4]\n{resources}[node name=\"Root\" type=\"Node2D\"]\n{node}")
}

/// Bytes as base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len() / 3 * 4 + 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| three.get(i).copied().unwrap_or(0);
        let bits = u32::from_be_bytes([0, byte(0), byte(1), byte(2)]);
        for (i, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let digit = DIGITS[(bits >> shift & 63) as usize];
            text.push(if i > three.len() {
                '='
            } else {
                char::from(digit)
            });
        }
    }
    text
}

/// Cells in rows of `width`, `step` apart: x, y, source and tile of each.
fn cells(count: usize, width: usize, step: usize) -> Vec<[i16; 6]> {
    let cell = |i: usize| {
        let (x, y) = (i % width * step, i / width * step);
        [x as i16, y as i16, 0, 0, 0, 0]
    };
    (0..count).map(cell).collect()
}

/// Touching and separate tiles, and a set with very many tiles.
#[test]
fn tile_maps() {
    // Two bytes of a version, then 12 bytes for a cell.
    let data = |cells: &[[i16; 6]]| {
        let parts = cells.iter().flatten().flat_map(|part| part.to_le_bytes());
        base64(&[0, 0].into_iter().chain(parts).collect::<Vec<u8>>())
    };
    let layer = |cells: &[[i16; 6]]| {
        let data = data(cells);
        let node = format!(
            "[node name=\"Rocks\" type=\"TileMapLayer\" parent=\".\"]\ntile_map_data = PackedByteArray(\"{data}\")\ntile_set = SubResource(\"set\")\n"
        );
        scene(SET, &node)
    };
    let count = SIZE / 16;
    let tiles = filled(
        "[sub_resource type=\"TileSetAtlasSource\" id=\"atlas\"]\n",
        "#:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(0, 0, 8, 0, 8, 8)\n",
        "[sub_resource type=\"TileSet\" id=\"set\"]\nphysics_layer_0/collision_layer = 1\nsources/0 = SubResource(\"atlas\")\n",
    );
    let few = layer(&cells(8, 8, 1)).replace(SET, &tiles);
    // As for other maps, filled tiles take memory for their edges.
    let more = count as u64 * 128 + SMALL;
    let texts = [
        layer(&cells(count, 400, 1)),
        layer(&cells(count, 400, 2)),
        few,
    ];
    check_with("tscn", &texts, more);
}
