//! Walls, doors and blocked cells as static bodies of Godot: what its physics hit, and what comes
//! back.

use glam::DVec2;
use steerwright_export::{self as export, ExportTarget, import};
use steerwright_runtime::scene::{Color, ExportOptions, Plane, Scene, Wall, WallId};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::exported::exported;
use steerwright_testing::full_scene::without_file_references;
use steerwright_testing::godot::Godot;
use steerwright_testing::walled_scene::{expected_hits, wall, walled};

pub const TESTS: EngineTests = engine_tests![
    each [Godot3, Godot4] => physics_stop_at_walls_doors_and_cells,
    each [Godot3, Godot4] => walls_saved_by_godot_are_imported,
    [] => unedited_walls_are_imported_to_the_bit,
    [] => moved_added_and_removed_corners_are_imported,
    [] => edited_metadata_and_doors_are_imported,
    [] => drawn_copied_and_deleted_walls_are_imported,
    [] => scenes_exported_before_walls_had_nodes_keep_their_walls,
];

const PIXELS: ExportOptions = ExportOptions {
    y_down: true,
    scale: 32.0,
    ..ExportOptions::AS_AUTHORED
};
const GROUND: ExportOptions = ExportOptions {
    y_down: true,
    plane: Plane::Xz,
    ..ExportOptions::AS_AUTHORED
};

fn physics_stop_at_walls_doors_and_cells(godot: Godot) {
    let exports = [PIXELS, GROUND].map(|options| exported(&walled(), godot.target(), &options));
    for printed in godot.run_scenes(&exports, "walls", &[]) {
        for (when, turned) in [("exported", false), ("turned", true), ("edited", true)] {
            let mut wanted = expected_hits(when, turned);
            // Of the two cells, the side of each.
            wanted.extend(["0", "1"].map(|i| format!("{when} cell {i} 0 0")));
            let found = printed.lines().filter(|line| line.starts_with(when));
            assert_eq!(found.collect::<Vec<_>>(), wanted);
        }
    }
}

fn walls_saved_by_godot_are_imported(godot: Godot) {
    for options in [PIXELS, GROUND] {
        let export = exported(&walled(), godot.target(), &options);
        let printed = godot.run_scenes(&[export], "save", &[]).swap_remove(0);
        let wanted = without_file_references(&walled());
        let same = super::godot::saved(&printed, "same");
        assert_eq!(same.walls, wanted.walls);
        assert_eq!(same, wanted);
        let moved = super::godot::saved(&printed, "moved");
        let step = DVec2::new(1.0, -1.0) / options.scale;
        let nodes = moved.walls[0].nodes.iter().zip(&wanted.walls[0].nodes);
        for (i, (node, was)) in nodes.enumerate() {
            let is_moved = i == 1 || options.plane == Plane::Xz;
            let off = node.position - was.position - if is_moved { step } else { DVec2::ZERO };
            assert!(off.length() < 1e-5 && node.id == was.id, "{node:?} {was:?}");
        }
        assert_eq!(moved.walls[1..], wanted.walls[1..]);
    }
}

fn text(scene: &Scene, target: ExportTarget, options: &ExportOptions) -> String {
    let file = export::export(scene, target, options)
        .expect("an export")
        .swap_remove(0);
    String::from_utf8(file.bytes).expect("text")
}

fn read(text: &str) -> Scene {
    import("x.tscn", text).expect("a reader").expect("a scene")
}

/// `text` with one thing changed in it.
fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from} is not in {text}");
    text.replacen(from, to, 1)
}

fn unedited_walls_are_imported_to_the_bit() {
    for target in [ExportTarget::Godot3, ExportTarget::Godot4] {
        for options in [PIXELS, GROUND] {
            let back = read(&text(&walled(), target, &options));
            assert_eq!(back, without_file_references(&walled()));
        }
    }
}

fn moved_added_and_removed_corners_are_imported() {
    let was = walled();
    let exported = text(&was, ExportTarget::Godot4, &PIXELS);
    // There: 40 60, 50 60, 50.5 70, 57 72; and back: 50.5 70, 50 60.
    let line = "1280.0, -1920.0, 1600.0, -1920.0, 1616.0, -2240.0, 1824.0, -2304.0, 1616.0, -2240.0, 1600.0, -1920.0)";
    let corners = |edited: &str| {
        let scene = read(&with(&exported, line, edited));
        assert_eq!(scene.walls[1..], was.walls[1..]);
        let nodes = scene.walls[0].nodes.iter();
        nodes
            .map(|node| (node.id.0, node.position.to_array()))
            .collect::<Vec<_>>()
    };
    let [a, b, c, d] = [
        (1, [40.0, 60.0]),
        (2, [50.0, 60.0]),
        (3, [50.5, 70.0]),
        (4, [57.0, 72.0]),
    ];
    let moved = (2, [51.0, 60.0]);
    // A corner is moved on the way there, or on the way back.
    let there = line.replacen("1600.0", "1632.0", 1);
    let back = line.replacen("1600.0, -1920.0)", "1632.0, -1920.0)", 1);
    assert_eq!(corners(&there), [a, moved, c, d]);
    assert_eq!(corners(&back), [a, moved, c, d]);
    assert_eq!(
        corners(&line.replacen("1824.0", "1792.0", 1)),
        [a, b, c, (4, [56.0, 72.0])]
    );
    // One is added, or removed.
    let new = (5, [45.0, 60.0]);
    let there = line.replacen("1600.0", "1440.0, -1920.0, 1600.0", 1);
    let back = line.replacen("1600.0, -1920.0)", "1600.0, -1920.0, 1440.0, -1920.0)", 1);
    assert_eq!(corners(&there), [a, new, b, c, d]);
    assert_eq!(corners(&back), [a, new, b, c, d]);
    assert_eq!(
        corners(&line.replacen("1600.0, -1920.0, ", "", 1)),
        [a, c, d]
    );
    // The whole body is moved.
    let heading = "name=\"Corner\" type=\"StaticBody2D\" parent=\"Walls\"]\n";
    let scene = read(&with(
        &exported,
        heading,
        &format!("{heading}position = Vector2(32, 0)\n"),
    ));
    assert_eq!(scene.walls[0].nodes[1].position, DVec2::new(51.0, 60.0));
}

fn edited_metadata_and_doors_are_imported() {
    let exported = text(&walled(), ExportTarget::Godot4, &PIXELS);
    let glass = exported.find("name=\"Glass\"").expect("the glass");
    let (before, after) = exported.split_at(glass);
    let after = with(
        after,
        "metadata/blocks_sight = false",
        "metadata/blocks_sight = true",
    );
    let after = with(&after, "metadata/closed = true", "metadata/closed = false");
    let after = with(
        &after,
        "metadata/blocks_motion = true",
        "metadata/blocks_motion = false\nmetadata/door = \"closed\"\nmetadata/color = \"#0a0b0c\"",
    );
    let wall = read(&format!("{before}{after}")).walls[1].clone();
    assert!(wall.blocks_sight && !wall.blocks_motion && !wall.closed);
    assert_eq!(
        (wall.open, wall.color),
        (Some(false), Some(Color([10, 11, 12])))
    );
    assert_eq!(wall.nodes, walled().walls[1].nodes);
    // A door is opened by its metadata, or by its shape.
    let opened = read(&with(
        &exported,
        "metadata/door = \"closed\"",
        "metadata/door = \"open\"",
    ));
    assert_eq!(opened.walls[3].open, Some(true));
    let closed = read(&with(&exported, "disabled = true\n", ""));
    assert_eq!(closed.walls[4].open, Some(false));
    let none = read(&with(&exported, "metadata/door = \"closed\"\n", ""));
    assert_eq!(none.walls[3].open, None);
}

fn drawn_copied_and_deleted_walls_are_imported() {
    let was = walled();
    let exported = text(&was, ExportTarget::Godot4, &PIXELS);
    let drawn = "\n[node name=\"New\" type=\"StaticBody2D\" parent=\"Walls\"]\n\n[node name=\"Look\" type=\"Polygon2D\" parent=\"Walls/New\"]\npolygon = PackedVector2Array(0, 0, 1, 0, 0, 1)\n\n\
        [node name=\"Body\" type=\"CollisionPolygon2D\" parent=\"Walls/New\"]\nposition = Vector2(32, 0)\npolygon = PackedVector2Array(0, 0, 64, 0, 0, -32)\n";
    let round = "\n[node name=\"Round\" type=\"StaticBody2D\" parent=\"Walls\"]\n";
    let scene = read(&format!("{exported}{drawn}{round}"));
    assert_eq!(scene.walls[..7], was.walls[..]);
    let wanted = Wall {
        closed: true,
        ..wall(10, "New", &[[1.0, 0.0], [3.0, 0.0], [1.0, 1.0]])
    };
    assert_eq!(*scene.walls[7], wanted);
    assert_eq!(scene.walls.len(), 8, "a body without a polygon is no wall");
    let renamed = read(
        &exported
            .replace("\"Bush\"", "\"Hedge\"")
            .replace("/Bush\"", "/Hedge\""),
    );
    assert_eq!(renamed.walls[2].name, "Hedge");
    // The node of a wall and of its shape are two sections.
    let start = exported.find("[node name=\"Glass\"").expect("the glass");
    let end = exported.find("[node name=\"Bush\"").expect("the bush");
    let deleted = read(&format!("{}{}", &exported[..start], &exported[end..]));
    assert_eq!(deleted.walls.len(), 6);
    assert_eq!(deleted.walls[1], was.walls[2]);
    let copy = exported[start..end].replace("Glass", "Glass 2");
    let copied = read(&format!("{exported}\n{copy}"));
    let wanted = Wall {
        id: WallId(10),
        name: "Glass 2".into(),
        ..Wall::clone(&was.walls[1])
    };
    assert_eq!(*copied.walls[7], wanted);
}

fn scenes_exported_before_walls_had_nodes_keep_their_walls() {
    let exported = text(&walled(), ExportTarget::Godot4, &PIXELS);
    let start = exported.find("[node name=\"Walls\"").expect("the walls");
    let end = exported.find("[node name=\"Agents\"").expect("the agents");
    let before = format!("{}{}", &exported[..start], &exported[end..]);
    assert_eq!(read(&before).walls, walled().walls);
}
