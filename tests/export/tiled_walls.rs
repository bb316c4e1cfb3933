//! Walls in Tiled's maps: what was edited there comes back, and what was not keeps its digits.

use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{NodeId, Scene, Wall, WallId};

const FORMATS: [&str; 3] = ["tmx", "tmj", "lua"];

fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// A bush of three nodes, and a closed house with an open door.
fn scene() -> Scene {
    let bush = [at(0.123456789, 1.0), at(4.0, 1.0), at(4.0, 3.0)];
    let mut bush = Wall::through(WallId(4), "Bush", bush);
    bush.blocks_motion = false;
    bush.nodes[2].id = NodeId(9);
    let house = [at(-6.0, -1.0), at(-2.0, -1.0), at(-2.0, 1.0)];
    let mut house = Wall::through(WallId(2), "House", house);
    (house.closed, house.open) = (true, Some(true));
    Scene {
        name: "Yard".into(),
        walls: vec![Arc::new(bush), Arc::new(house)],
        ..Scene::default()
    }
}

/// The map of the scene in a format.
fn map(format: &str) -> String {
    let target = ExportTarget::Tiled;
    let files = export::export(&scene(), target, &target.default_options()).expect("a map");
    let file = files
        .into_iter()
        .find(|file| file.name == format!("Yard.{format}"));
    String::from_utf8(file.expect("a file").bytes).expect("text")
}

fn import(format: &str, text: &str) -> Scene {
    let imported = export::import(&format!("Yard.{format}"), text).expect("a known format");
    imported.expect("a scene")
}

fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no {from:?} in {text}");
    text.replace(from, to)
}

fn places(wall: &Wall) -> Vec<DVec2> {
    wall.nodes.iter().map(|node| node.position).collect()
}

#[test]
fn unchanged_walls_come_back_to_the_digit() {
    for format in FORMATS {
        assert_eq!(
            import(format, &map(format)).walls,
            scene().walls,
            "{format}"
        );
    }
}

#[test]
fn a_moved_point_moves_its_node_and_no_other() {
    let text = changed(&map("tmx"), "124.049382752,-64\"", "140,-64\"");
    let wall = &import("tmx", &text).walls[0];
    let ids: Vec<u32> = wall.nodes.iter().map(|node| node.id.0).collect();
    assert_eq!(ids, [1, 2, 9]);
    assert_eq!(places(wall)[..2], places(&scene().walls[0])[..2]);
    assert!((wall.nodes[2].position.x - 4.498_456_789).abs() < 1e-6);
}

#[test]
fn a_moved_wall_moves_as_a_whole() {
    let text = changed(&map("tmx"), "x=\"-192\"", "x=\"-160\"");
    let moved: Vec<DVec2> = places(&scene().walls[1])
        .iter()
        .map(|p| *p + DVec2::X)
        .collect();
    assert_eq!(places(&import("tmx", &text).walls[1]), moved);
}

#[test]
fn properties_that_were_changed_in_tiled_count() {
    let text = changed(&map("tmx"), "value=\"open\"", "value=\"closed\"");
    assert_eq!(import("tmx", &text).walls[1].open, Some(false));
}

#[test]
fn lines_and_rectangles_that_are_drawn_in_the_layer_are_walls() {
    let drawn = r#"<object id="900" name="Crate" x="32" y="64" width="64" height="32"/>
  <object id="901" x="0" y="0"><polyline points="0,0 32,0"/></object>
 </objectgroup>
 <objectgroup id="3" name="curves""#;
    let text = map("tmx");
    let start = text.find("name=\"curves\"").expect("the layer of curves");
    let group = text[..start]
        .rfind("</objectgroup>")
        .expect("the layer of walls");
    let text = format!(
        "{}{drawn}{}",
        &text[..group],
        &text[start + "name=\"curves\"".len()..]
    );
    let walls = import("tmx", &text).walls;
    let [_, _, crate_, line] = &walls[..] else {
        panic!("{walls:?}")
    };
    assert_eq!(crate_.name, "Crate");
    assert!(crate_.closed && crate_.blocks_motion && crate_.blocks_sight);
    assert_eq!(
        places(crate_),
        [at(1.0, -2.0), at(3.0, -2.0), at(3.0, -3.0), at(1.0, -3.0)]
    );
    assert!(!line.closed);
    assert_eq!(places(line), [at(0.0, 0.0), at(1.0, 0.0)]);
}
