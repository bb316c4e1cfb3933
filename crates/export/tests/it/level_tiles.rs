//! Where the tiles of Tiled's maps are, and which maps of Tiled are read.

use steerwright_export::level::{self, FoundKind, Level};
use steerwright_runtime::glam::DVec2;

fn read(name: &str, text: &str) -> Level {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    assert!(level::is_level(&path, text), "{name}");
    level::read(&path, false).expect("a level")
}

/// The corners of everything of a kind, rounded to thousandths.
fn corners(level: &Level, kind: FoundKind) -> Vec<Vec<[f64; 2]>> {
    let found = level.found.iter().filter(|found| found.kind == kind);
    let round = |point: &DVec2| (*point * 1e3).round().to_array().map(|x| x / 1e3);
    let shapes = found.flat_map(|found| &found.shapes);
    shapes
        .map(|shape| shape.points.iter().map(round).collect())
        .collect()
}

fn rectangle(left: f64, top: f64, right: f64, bottom: f64) -> Vec<[f64; 2]> {
    vec![[left, top], [right, top], [right, bottom], [left, bottom]]
}

/// A map of 4 by 4 cells with one tile, in column 1 and row 2, and objects.
fn map(attributes: &str, set: &str, number: u32, objects: &str) -> String {
    let tiles = format!("0,0,0,0,0,0,0,0,0,{number},0,0,0,0,0,0");
    format!(
        r#"<map version="1.10" width="4" height="4" {attributes}>{set}<layer id="1" name="Floor" width="4" height="4"><data encoding="csv">{tiles}</data></layer><objectgroup id="2" name="Objects">{objects}</objectgroup></map>"#
    )
}

const SHAPE: &str = r#"<tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="32"/></objectgroup></tile>"#;

fn set(attributes: &str, inside: &str) -> String {
    format!(
        r#"<tileset firstgid="1" name="set" tilewidth="16" tileheight="32" tilecount="2" columns="2" {attributes}>{inside}<image source="none.png" width="32" height="32"/>{SHAPE}</tileset>"#
    )
}

const SQUARE: &str = r#"orientation="orthogonal" tilewidth="16" tileheight="16""#;

fn collision(attributes: &str, set: &str, number: u32) -> Vec<Vec<[f64; 2]>> {
    let level = read("map.tmx", &map(attributes, set, number, ""));
    corners(&level, FoundKind::CollisionShapes)
}

#[test]
fn tiles_that_are_larger_than_their_cell_stand_on_its_lower_edge() {
    assert_eq!(
        collision(SQUARE, &set("", ""), 1),
        [rectangle(16.0, 16.0, 32.0, 48.0)]
    );
    // A quarter turn keeps the lower left corner.
    let turned = collision(SQUARE, &set("", ""), 0xa000_0001);
    assert_eq!(turned[0].iter().map(|p| p[0] as i64).max(), Some(48));
    assert_eq!(turned[0].iter().map(|p| p[1] as i64).min(), Some(32));
}

#[test]
fn the_offset_of_a_tileset_moves_tiles_and_tile_objects() {
    let set = set("", r#"<tileoffset x="5" y="-6"/>"#);
    assert_eq!(
        collision(SQUARE, &set, 1),
        [rectangle(21.0, 10.0, 37.0, 42.0)]
    );
    let objects = r#"<object id="2" gid="2" x="64" y="96" width="16" height="32"/><object id="3" gid="1" x="96" y="96" width="16" height="32"/><object id="4" gid="1" x="112" y="160" width="32" height="64"/>"#;
    let level = read("map.tmx", &map(SQUARE, &set, 0, objects));
    assert_eq!(
        corners(&level, FoundKind::Tile),
        [
            rectangle(69.0, 58.0, 85.0, 90.0),
            rectangle(101.0, 58.0, 117.0, 90.0),
            rectangle(122.0, 84.0, 154.0, 148.0),
        ]
    );
}

#[test]
fn tiles_can_be_as_large_as_cells_with_or_without_their_proportions() {
    // As large as its cell, it is the cell.
    let grid = r#"tilerendersize="grid""#;
    assert_eq!(
        collision(SQUARE, &set(grid, ""), 1),
        [rectangle(16.0, 32.0, 32.0, 48.0)]
    );
    let kept = r#"tilerendersize="grid" fillmode="preserve-aspect-fit""#;
    assert_eq!(
        collision(SQUARE, &set(kept, ""), 1),
        [rectangle(20.0, 32.0, 28.0, 48.0)]
    );
    let objects = r#"<object id="2" gid="1" x="0" y="64" width="64" height="64"/>"#;
    let fit = r#"fillmode="preserve-aspect-fit" objectalignment="bottomleft""#;
    let level = read("map.tmx", &map(SQUARE, &set(fit, ""), 0, objects));
    assert_eq!(
        corners(&level, FoundKind::Tile),
        [rectangle(16.0, 0.0, 48.0, 64.0)]
    );
}

#[test]
fn collision_shapes_of_isometric_tilesets_lie_on_their_grid() {
    let attributes = r#"orientation="isometric" tilewidth="64" tileheight="32""#;
    let iso = |width: u32| {
        format!(
            r#"<tileset firstgid="1" name="iso" tilewidth="64" tileheight="64" tilecount="1" columns="1"><grid orientation="isometric" width="64" height="32"/><image source="iso.png" width="64" height="64"/><tile id="0"><objectgroup><object id="1" x="0" y="0" width="{width}" height="32"/></objectgroup></tile></tileset>"#
        )
    };
    let mut diamond = collision(attributes, &iso(32), 1).remove(0);
    diamond.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    assert_eq!(
        diamond,
        [[64.0, 64.0], [96.0, 48.0], [96.0, 80.0], [128.0, 64.0]]
    );
    // Half of it, and mirrored.
    assert_eq!(
        collision(attributes, &iso(16), 1),
        [vec![
            [96.0, 48.0],
            [112.0, 56.0],
            [80.0, 72.0],
            [64.0, 64.0]
        ]]
    );
    assert_eq!(
        collision(attributes, &iso(16), 0x8000_0001),
        [vec![
            [96.0, 48.0],
            [80.0, 56.0],
            [112.0, 72.0],
            [128.0, 64.0]
        ]]
    );
}

#[test]
fn oblique_maps_are_sheared() {
    let attributes =
        r#"orientation="oblique" tilewidth="40" tileheight="20" skewx="10" skewy="-20""#;
    let objects = r#"<object id="2" x="40" y="20"><polyline points="0,0 40,0"/></object>"#;
    let level = read("map.tmx", &map(attributes, &set("", ""), 1, objects));
    assert_eq!(
        corners(&level, FoundKind::Line),
        [vec![[50.0, 0.0], [90.0, -20.0]]]
    );
    assert_eq!(
        corners(&level, FoundKind::FilledTiles),
        [vec![
            [60.0, 20.0],
            [100.0, 0.0],
            [110.0, 20.0],
            [70.0, 40.0]
        ]]
    );
    // Pictures of tiles stay upright, at the lower left corner of their cell.
    assert_eq!(
        corners(&level, FoundKind::CollisionShapes),
        [rectangle(70.0, 8.0, 86.0, 40.0)]
    );
    assert!(level.found.iter().all(|found| found.cells.is_none()));
}

const LINE: &str =
    r#"{"id":1,"name":"Round","x":16,"y":32,"polyline":[{"x":0,"y":0},{"x":64,"y":0}]}"#;

#[test]
fn maps_of_tiled_are_known_by_their_content() {
    let json = format!(
        r#"{{"type":"map","orientation":"orthogonal","width":4,"height":4,"tilewidth":16,"tileheight":16,"layers":[{{"id":2,"type":"objectgroup","name":"Patrol","objects":[{LINE}]}},{{"id":3,"type":"tilelayer","name":"Blocks","width":1,"height":1,"data":[1],"properties":[{{"name":"collides","type":"bool","value":true}}]}}]}}"#
    );
    let expected = read("map.tmj", &json);
    assert_eq!(expected.found.len(), 2);
    assert_eq!(expected.found[1].becomes, level::Becomes::Wall);
    for name in ["map.json", "map.tmx", "map.export.json"] {
        assert_eq!(read(name, &json), expected, "{name}");
    }
    let bom = format!("\u{feff}{json}");
    assert_eq!(read("map.json", &bom), expected);
    for other in [r#"{"type":"tileset"}"#, r#"{"type":"map"}"#, "[]", "{"] {
        assert!(!level::is_level("other.json".as_ref(), other), "{other}");
    }
}

#[test]
fn maps_that_tiled_exported_to_lua_are_read() {
    let lua = r#"return { version = "1.10", luaversion = "5.1", tiledversion = "1.11.2", orientation = "orthogonal",
  width = 4, height = 4, tilewidth = 16, tileheight = 16, properties = {},
  tilesets = { { name = "set", firstgid = 1, tilewidth = 16, tileheight = 32, tileoffset = { x = 5, y = -6 },
    grid = { orientation = "orthogonal", width = 16, height = 32 },
    tiles = { { id = 0, objectGroup = { type = "objectgroup", objects = {
      { id = 1, shape = "rectangle", x = 0, y = 0, width = 16, height = 32, rotation = 0, visible = true, properties = {} } } } } } } },
  layers = {
    { type = "tilelayer", id = 1, name = "Floor", x = 0, y = 0, width = 2, height = 2, encoding = "lua", data = { 0, 1, 0, 0 } },
    { type = "group", id = 2, name = "Things", layers = { { type = "objectgroup", id = 3, name = "Patrol", objects = {
      { id = 7, name = "Round", type = "", shape = "polyline", x = 16, y = 32, width = 0, height = 0, rotation = 0, visible = true,
        polyline = { { x = 0, y = 0 }, { x = 64, y = 0 } }, properties = { ["wait"] = 2, ["to"] = { id = 8 }, ["on"] = true } },
      { id = 8, name = "Spot", shape = "point", x = 1, y = 2, width = 0, height = 0, rotation = 0, visible = true, properties = {} },
    } } } } } }"#;
    let level = read("map.lua", lua);
    assert_eq!(
        corners(&level, FoundKind::CollisionShapes),
        [rectangle(21.0, -22.0, 37.0, 10.0)]
    );
    assert_eq!(
        corners(&level, FoundKind::Line),
        [vec![[16.0, 32.0], [80.0, 32.0]]]
    );
    assert_eq!(corners(&level, FoundKind::Point), [vec![[1.0, 2.0]]]);
    let line = level.found.iter().find(|found| found.name == "Round");
    let names: Vec<&str> = line
        .iter()
        .flat_map(|line| &line.properties)
        .map(|property| property.name.as_str())
        .collect();
    assert_eq!(names, ["wait", "to", "on"]);
}

#[test]
fn layers_without_tiles_and_layers_that_cannot_be_read_keep_nothing_else_out() {
    let layers = |attributes: &str, data: &str| {
        format!(
            r#"<map orientation="orthogonal" width="4" height="4" tilewidth="16" tileheight="16" {attributes}><layer id="1" name="Floor" width="4" height="4">{data}</layer><objectgroup id="2" name="Patrol"><object id="1" x="16" y="32"><polyline points="0,0 64,0"/></object></objectgroup></map>"#
        )
    };
    let infinite = r#"infinite="1""#;
    for data in [
        r#"<data encoding="csv"/>"#,
        "<data/>",
        r#"<data encoding="base64" compression="zlib"> </data>"#,
    ] {
        let level = read("map.tmx", &layers(infinite, data));
        assert_eq!((level.found.len(), level.left_out.len()), (1, 0), "{data}");
    }
    for (data, why) in [
        (r#"<data encoding="csv"/>"#, "it has only 0 of 16 tiles"),
        (r#"<data encoding="morse">.</data>"#, "morse"),
        (r#"<data encoding="csv">1,x</data>"#, "\"x\""),
        (
            r#"<data encoding="base64" compression="zlib">AAAA</data>"#,
            "decompressed",
        ),
        (
            r#"<data encoding="base64" compression="zstd">AAAA</data>"#,
            "decompressed",
        ),
    ] {
        let level = read("map.tmx", &layers("", data));
        assert_eq!(level.found.len(), 1, "{data}");
        let left_out = level.left_out[0].to_string();
        assert!(
            left_out.starts_with("the tile layer \"Floor\": "),
            "{left_out}"
        );
        assert!(
            left_out.contains(why) && !left_out.contains("save"),
            "{left_out}"
        );
    }
}
