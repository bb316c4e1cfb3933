//! What maps of Tiled and LDtk draw: which parts of which images, and where.

use std::path::Path;
use steerwright_export::level::drawing::{Drawing, DrawnTile, drawing};
use steerwright_runtime::glam::DVec2;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    fn read(&self, name: &str, text: &str) -> Drawing {
        drawing(&self.0.path().join(name), text, false).expect("a drawing")
    }
}

/// What is drawn, as "image x y part flips opacity".
fn lines(folder: &Folder, drawing: &Drawing) -> Vec<String> {
    let name = |index: usize| {
        let path: &Path = &drawing.images[index].path;
        let path = path.strip_prefix(folder.0.path()).expect("inside");
        path.display().to_string()
    };
    let line = |tile: &DrawnTile| {
        let flips = [
            (tile.transposed, "T"),
            (tile.flipped_across, "H"),
            (tile.flipped_down, "V"),
        ];
        let flips: String = flips
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, flip)| *flip)
            .collect();
        let part = tile
            .part
            .map_or("all".to_owned(), |part| format!("{part:?}"));
        let DVec2 { x, y } = (tile.at * 1e6).round() / 1e6;
        let sides = tile.sides.map_or(String::new(), |sides| {
            format!(" {} {}", sides.across.round(), sides.down.round())
        });
        format!(
            "{} {x} {y} {part} {flips} {}{sides}",
            name(tile.image),
            tile.opacity
        )
    };
    drawing.tiles.iter().map(line).collect()
}

const SET: &str = r#"<tileset NAME tilewidth="16" tileheight="16" tilecount="6" columns="3" margin="1" spacing="2"><image source="tiles.png" width="54" height="36"/><tile id="4"><animation><frame tileid="2" duration="100"/><frame tileid="4" duration="100"/></animation></tile></tileset>"#;

fn map(attributes: &str, inside: &str) -> String {
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16" {attributes}>{inside}</map>"#
    )
}

fn layer(attributes: &str, tiles: &str) -> String {
    format!(
        r#"<layer id="1" name="a" width="2" height="2" {attributes}><data encoding="csv">{tiles}</data></layer>"#
    )
}

#[test]
fn tiles_of_embedded_and_external_tilesets_are_drawn() {
    let folder = Folder::new();
    folder.write("sets/b.tsx", &SET.replace("NAME", "name=\"b\""));
    let embedded = SET.replace("NAME", r#"firstgid="1" name="a""#);
    let external = r#"<tileset firstgid="7" source="sets/b.tsx"/>"#;
    // The last one is animated: its first frame is the third tile.
    let tiles = layer("", "1,2,8,5");
    let drawn = folder.read("a.tmx", &map("", &format!("{embedded}{external}{tiles}")));
    assert_eq!(drawn.size, [32, 32]);
    let expected = [
        "tiles.png 0 0 [1, 1, 16, 16]  1",
        "tiles.png 16 0 [19, 1, 16, 16]  1",
        "sets/tiles.png 0 16 [19, 1, 16, 16]  1",
        "tiles.png 16 16 [37, 1, 16, 16]  1",
    ];
    assert_eq!(lines(&folder, &drawn), expected);
    assert!(drawn.left_out.is_empty(), "{:?}", drawn.left_out);
}

#[test]
fn flips_groups_offsets_opacities_and_hidden_layers_count() {
    let folder = Folder::new();
    let set = SET.replace("NAME", r#"firstgid="1" name="a""#);
    let flipped = layer(
        r#"offsetx="3" opacity="0.5""#,
        "2147483649,1073741825,536870913,3758096385",
    );
    let hidden = layer(r#"visible="0""#, "1,1,1,1");
    let group = format!(
        r#"<group id="5" offsety="4" opacity="0.5">{flipped}{hidden}<imagelayer id="9" offsetx="1" offsety="2"><image source="sky.png"/></imagelayer></group><group id="6" visible="0">{flipped}</group>"#
    );
    let drawn = folder.read("a.tmx", &map("", &format!("{set}{group}")));
    let expected = [
        "tiles.png 3 4 [1, 1, 16, 16] H 0.25",
        "tiles.png 19 4 [1, 1, 16, 16] V 0.25",
        "tiles.png 3 20 [1, 1, 16, 16] T 0.25",
        "tiles.png 19 20 [1, 1, 16, 16] THV 0.25",
        "sky.png 1 6 all  0.5",
    ];
    assert_eq!(lines(&folder, &drawn), expected);
}

#[test]
fn tall_tiles_collections_of_images_and_chunks_are_drawn() {
    let folder = Folder::new();
    // Tiles stand on the lower edge of their cell.
    let set = r#"<tileset firstgid="1" name="trees" tilewidth="20" tileheight="40" columns="0"><tileoffset x="2" y="-3"/><tile id="0"><image source="tree.png" width="20" height="40"/></tile><tile id="5" x="4" y="6" width="8" height="9"><image source="all.png" width="64" height="64"/></tile></tileset>"#;
    let chunk = |x: i32, tiles: &str| {
        format!(r#"<chunk x="{x}" y="-2" width="2" height="2">{tiles}</chunk>"#)
    };
    let chunks = format!("{}{}", chunk(-2, "0,0,0,1"), chunk(0, "6,0,0,0"));
    let layer = format!(
        r#"<layer id="1" name="a" width="4" height="4"><data encoding="csv">{chunks}</data></layer>"#
    );
    let drawn = folder.read("a.tmx", &map(r#"infinite="1""#, &format!("{set}{layer}")));
    // At (-16, -16) in the map, 40 px high; and at (0, -32), 9 px high.
    let expected = [
        "tree.png 0 0 [0, 0, 20, 40]  1",
        "all.png 16 15 [4, 6, 8, 9]  1",
    ];
    assert_eq!(lines(&folder, &drawn), expected);
    assert_eq!(drawn.size, [24, 40], "what is drawn");
}

#[test]
fn maps_in_json_are_drawn_alike() {
    let folder = Folder::new();
    let text = r#"{"type":"map","version":"1.10","orientation":"orthogonal","infinite":false,"width":2,"height":1,"tilewidth":16,"tileheight":16,
        "tilesets":[{"firstgid":1,"name":"a","tilewidth":16,"tileheight":16,"columns":3,"tilecount":6,"margin":1,"spacing":2,"image":"tiles.png","imagewidth":54,"imageheight":36,
            "tiles":[{"id":4,"animation":[{"tileid":2,"duration":100},{"tileid":4,"duration":100}]}]}],
        "layers":[{"type":"imagelayer","id":3,"name":"sky","image":"sky.png","opacity":0.5,"visible":true,"x":0,"y":0},
            {"type":"tilelayer","id":1,"name":"a","width":2,"height":1,"data":[2147483650,5],"opacity":1,"visible":true,"x":0,"y":0},
            {"type":"tilelayer","id":2,"name":"b","width":2,"height":1,"data":[1,1],"opacity":1,"visible":false,"x":0,"y":0}]}"#;
    let drawn = folder.read("a.tmj", text);
    let expected = [
        "sky.png 0 0 all  0.5",
        "tiles.png 0 0 [19, 1, 16, 16] H 1",
        "tiles.png 16 0 [37, 1, 16, 16]  1",
    ];
    assert_eq!(lines(&folder, &drawn), expected);
}

#[test]
fn images_and_tilesets_outside_of_the_folder_are_left_out() {
    let folder = Folder::new();
    folder.write("set.tsx", &SET.replace("NAME", "name=\"b\""));
    std::fs::create_dir(folder.0.path().join("maps")).expect("a folder");
    let inside = SET.replace("NAME", r#"firstgid="1" name="a""#);
    let outside = inside.replace("tiles.png", "../tiles.png");
    let external = r#"<tileset firstgid="7" source="../set.tsx"/>"#;
    let text = map("", &format!("{outside}{external}{}", layer("", "1,7,0,0")));
    let drawn = folder.read("maps/a.tmx", &text);
    assert!(drawn.tiles.is_empty() && drawn.images.is_empty());
    let told: Vec<String> = drawn.left_out.iter().map(ToString::to_string).collect();
    for name in ["../tiles.png", "../set.tsx"] {
        let says = |line: &String| line.contains(name) && line.contains("outside the folder");
        assert!(told.iter().any(says), "{told:?}");
    }
    let error = drawing(&folder.0.path().join("a.tmx"), "<svg/>", false).expect_err("no map");
    assert!(error.to_string().contains("not a Tiled map"));
}

#[test]
fn ldtk_draws_backgrounds_tiles_of_rules_and_tiles_by_hand() {
    let folder = Folder::new();
    let level = r##"{"identifier":"One","uid":1,"worldX":10,"worldY":-20,"pxWid":32,"pxHei":16,"__bgColor":"#102030","layerInstances":[
        {"__identifier":"Top","__type":"Tiles","__gridSize":8,"__opacity":0.5,"__pxTotalOffsetX":1,"__pxTotalOffsetY":2,"__tilesetDefUid":7,"visible":true,
         "gridTiles":[{"px":[8,0],"src":[16,0],"f":3,"t":2,"a":0.5}]},
        {"__identifier":"Hidden","__type":"Tiles","__gridSize":8,"__opacity":1,"__tilesetDefUid":7,"visible":false,
         "gridTiles":[{"px":[8,0],"src":[16,0],"f":0,"t":2}]},
        {"__identifier":"Ground","__type":"IntGrid","__gridSize":8,"__opacity":1,"__tilesetDefUid":7,"visible":true,
         "autoLayerTiles":[{"px":[0,0],"src":[0,8],"f":1,"t":2,"a":1}]}]}"##;
    let text = format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defs":{{"tilesets":[{{"uid":7,"relPath":"atlas/tiles.png","tileGridSize":8}}]}},"levels":[{level}]}}"#
    );
    let drawn = folder.read("a.ldtk", &text);
    assert_eq!(drawn.size, [32, 16]);
    let area = (DVec2::ZERO, DVec2::new(32.0, 16.0), [0x10, 0x20, 0x30]);
    assert_eq!(drawn.areas, [area]);
    let expected = [
        "atlas/tiles.png 0 0 [0, 8, 8, 8] H 1",
        "atlas/tiles.png 9 2 [16, 0, 8, 8] HV 0.25",
    ];
    assert_eq!(lines(&folder, &drawn), expected);
}

#[test]
fn tile_objects_are_drawn_where_they_stand_scaled_and_rotated() {
    let folder = Folder::new();
    folder.write(
        "crate.tx",
        r#"<template><tileset firstgid="1" source="b.tsx"/><object name="Crate" gid="3" width="16" height="16"/></template>"#,
    );
    folder.write(
        "b.tsx",
        &SET.replace("NAME", "name=\"b\"")
            .replace("tiles.png", "more.png"),
    );
    let set = SET.replace("NAME", r#"firstgid="1" name="a""#);
    // The lower one is drawn last. Without a tile, or hidden, nothing is drawn.
    let objects = r#"<objectgroup id="2" name="o" offsetx="1" opacity="0.5">
        <object id="1" gid="2" x="8" y="32" width="32" height="16"/>
        <object id="2" gid="2147483649" x="0" y="16" width="16" height="16"/>
        <object id="3" gid="1" x="16" y="24" width="16" height="16" rotation="90"/>
        <object id="4" x="0" y="0" width="9" height="9"/>
        <object id="5" gid="1" x="0" y="0" width="16" height="16" visible="0"/>
        <object id="6" template="crate.tx" x="0" y="40"/>
        </objectgroup>"#;
    let drawn = folder.read("a.tmx", &map("", &format!("{set}{objects}")));
    let expected = [
        "tiles.png 1 0 [1, 1, 16, 16] H 0.5",
        "tiles.png 33 24 [1, 1, 16, 16]  0.5 [0, 16] [-16, 0]",
        "tiles.png 9 16 [19, 1, 16, 16]  0.5 [32, 0] [0, 16]",
        "more.png 1 24 [37, 1, 16, 16]  0.5",
    ];
    assert_eq!(lines(&folder, &drawn), expected);
    let files: Vec<String> = drawn
        .files
        .iter()
        .map(|file| file.strip_prefix(folder.0.path()).expect("inside"))
        .map(|file| file.display().to_string())
        .collect();
    assert_eq!(files, ["b.tsx", "crate.tx", "more.png", "tiles.png"]);
}

#[test]
fn the_transparent_color_of_a_tileset_belongs_to_its_image() {
    let folder = Folder::new();
    let set = SET.replace("NAME", r#"firstgid="1" name="a""#);
    for (color, expected) in [
        (r#"trans="ff00fe""#, Some([255, 0, 254])),
        (r##"trans="#ff00fe""##, Some([255, 0, 254])),
        (r#"trans="pink""#, None),
        ("", None),
    ] {
        let set = set.replace("<image ", &format!("<image {color} "));
        let drawn = folder.read("a.tmx", &map("", &format!("{set}{}", layer("", "1,0,0,0"))));
        assert_eq!(drawn.images[0].transparent, expected, "{color}");
    }
    let text = r##"{"type":"map","orientation":"orthogonal","width":1,"height":1,"tilewidth":16,"tileheight":16,
        "tilesets":[{"firstgid":1,"name":"a","tilewidth":16,"tileheight":16,"columns":3,"image":"tiles.png","imagewidth":54,"imageheight":36,"transparentcolor":"#ff00fe"}],
        "layers":[{"type":"tilelayer","id":1,"name":"a","width":1,"height":1,"data":[1],"x":0,"y":0}]}"##;
    let drawn = folder.read("a.tmj", text);
    assert_eq!(drawn.images[0].transparent, Some([255, 0, 254]));
}

#[test]
fn ldtk_draws_the_images_behind_levels() {
    let folder = Folder::new();
    let level = r#"{"identifier":"One","worldX":10,"worldY":0,"pxWid":32,"pxHei":16,"bgRelPath":"sky.png",
        "__bgPos":{"topLeftPx":[4,2],"scale":[2,0.5],"cropRect":[1,3,8,20]},"layerInstances":[]}"#;
    let text = format!(r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","levels":[{level}]}}"#);
    let drawn = folder.read("a.ldtk", &text);
    assert_eq!(
        lines(&folder, &drawn),
        ["sky.png 4 2 [1, 3, 8, 20]  1 [16, 0] [0, 10]"]
    );
}

/// An LDtk project whose entity, 20 x 12 px with its center at (30, 20), has a tile of 8 x 6 px at
/// (16, 8).
fn with_entity(definition: &str) -> String {
    let entity = r#"{"defUid":3,"px":[30,20],"width":20,"height":12,"__pivot":[0.5,0.5],"__tile":{"tilesetUid":7,"x":16,"y":8,"w":8,"h":6}}"#;
    let other = r#"{"defUid":3,"px":[0,0],"width":20,"height":12,"__pivot":[0,0],"__tile":null}"#;
    format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":8,
        "defs":{{"tilesets":[{{"uid":7,"relPath":"items.png","tileGridSize":8}}],"entities":[{{"uid":3{definition}}}]}},
        "levels":[{{"identifier":"One","worldX":0,"worldY":0,"pxWid":64,"pxHei":32,"layerInstances":[
        {{"__identifier":"Items","__type":"Entities","__gridSize":8,"__opacity":0.5,"__pxTotalOffsetX":0,"__pxTotalOffsetY":1,"visible":true,"entityInstances":[{entity},{other}]}}]}}]}}"#
    )
}

#[test]
fn ldtk_draws_tiles_of_entities_as_their_definition_says() {
    let folder = Folder::new();
    for (fit, expected) in [
        (
            "Stretch",
            vec!["items.png 20 15 [16, 8, 8, 6]  0.5 [20, 0] [0, 12]"],
        ),
        (
            "FitInside",
            vec!["items.png 22 15 [16, 8, 8, 6]  0.5 [16, 0] [0, 12]"],
        ),
        (
            "Cover",
            vec!["items.png 20 15 [16, 9, 8, 5]  0.5 [20, 0] [0, 12]"],
        ),
        (
            "FullSizeCropped",
            vec!["items.png 26 18 [16, 8, 8, 6]  0.5"],
        ),
        (
            "FullSizeUncropped",
            vec!["items.png 26 18 [16, 8, 8, 6]  0.5"],
        ),
        (
            "Repeat",
            vec![
                "items.png 20 15 [16, 8, 8, 6]  0.5",
                "items.png 28 15 [16, 8, 8, 6]  0.5",
                "items.png 36 15 [16, 8, 4, 6]  0.5",
                "items.png 20 21 [16, 8, 8, 6]  0.5",
                "items.png 28 21 [16, 8, 8, 6]  0.5",
                "items.png 36 21 [16, 8, 4, 6]  0.5",
            ],
        ),
    ] {
        let text = with_entity(&format!(r#","tileRenderMode":"{fit}""#));
        let drawn = folder.read("a.ldtk", &text);
        assert_eq!(lines(&folder, &drawn), expected, "{fit}");
    }
    let half = folder.read(
        "a.ldtk",
        &with_entity(r#","tileRenderMode":"Stretch","tileOpacity":0.5"#),
    );
    assert_eq!(half.tiles[0].opacity, 0.25);
    let nine = folder.read(
        "a.ldtk",
        &with_entity(r#","tileRenderMode":"NineSlice","nineSliceBorders":[1,3,1,3]"#),
    );
    let lines = lines(&folder, &nine);
    // Four corners, 7 middle parts above and below, 3 rows of a part at each side, and 7 in each of
    // 3 rows in the middle.
    assert_eq!(lines.len(), 4 + 2 * 7 + 2 * 3 + 3 * 7);
    for corner in [
        "items.png 20 15 [16, 8, 3, 1]  0.5",
        "items.png 37 15 [21, 8, 3, 1]  0.5",
        "items.png 20 26 [16, 13, 3, 1]  0.5",
        "items.png 37 26 [21, 13, 3, 1]  0.5",
    ] {
        assert!(
            lines.iter().any(|line| line == corner),
            "{corner}: {lines:#?}"
        );
    }
}

#[test]
fn icons_of_ldtk_are_left_out_with_the_reason() {
    let folder = Folder::new();
    let built_in = with_entity("").replace("\"items.png\"", "null");
    let drawn = folder.read("a.ldtk", &built_in);
    assert!(drawn.tiles.is_empty());
    let left_out: Vec<String> = drawn.left_out.iter().map(ToString::to_string).collect();
    assert_eq!(left_out.len(), 1);
    assert!(left_out[0].contains("part of LDtk"), "{left_out:?}");
}

#[test]
fn an_entity_that_repeats_its_tile_too_often_is_refused() {
    let folder = Folder::new();
    let text =
        with_entity(r#","tileRenderMode":"Repeat""#).replace("\"width\":20", "\"width\":1e12");
    let error = drawing(&folder.0.path().join("a.ldtk"), &text, false).expect_err("too many");
    assert!(error.to_string().contains("map tiles"), "{error}");
}

#[test]
fn a_drawing_says_where_it_is_in_its_map_and_how_large_a_unit_is() {
    let folder = Folder::new();
    let level = r#"{"identifier":"One","worldX":-40,"worldY":16,"pxWid":32,"pxHei":16,"layerInstances":[]}"#;
    let text = format!(
        r#"{{"jsonVersion":"1.5.3","worldLayout":"Free","defaultGridSize":8,"levels":[{level}]}}"#
    );
    let drawn = folder.read("a.ldtk", &text);
    assert_eq!(
        (drawn.corner, drawn.pixels_per_unit),
        (DVec2::new(-40.0, 16.0), 8.0)
    );
    let drawn = folder.read("a.tmx", &map("", ""));
    assert_eq!((drawn.corner, drawn.pixels_per_unit), (DVec2::ZERO, 16.0));
}

#[test]
fn images_outside_of_the_folder_of_the_map_are_drawn_only_if_that_is_allowed() {
    let folder = Folder::new();
    let set = SET
        .replace("NAME", r#"firstgid="1" name="a""#)
        .replace("tiles.png", "../gfx/tiles.png");
    let text = map("", &format!("{set}{}", layer("", "1,0,0,0")));
    folder.write("gfx/tiles.png", "");
    let path = folder.0.path().join("maps/a.tmx");
    let image = folder.0.path().join("gfx/tiles.png");
    let without = drawing(&path, &text, false).expect("a drawing");
    assert_eq!(
        (without.outside, without.tiles.len()),
        (vec![image.clone()], 0)
    );
    let with = drawing(&path, &text, true).expect("a drawing");
    assert_eq!((with.outside, with.tiles.len()), (vec![], 1));
    assert_eq!(with.images[0].path, image);
}
