//! Layers of tiles in maps of Tiled, as it writes them: in chunks, compressed, flipped, and in
//! hexagons.

use std::collections::BTreeSet;
use steerwright_export::level::{self, FoundKind, Level};
use steerwright_runtime::glam::DVec2;

/// Two pieces of 4 by 2 tiles: what is filled is at the columns and rows of [`FILLED`].
const FILLED: [[i32; 2]; 3] = [[-4, 0], [-1, 1], [1, 0]];

/// What `zlib`, `gzip` and `zstd` themselves make of the two pieces: their compression, and base64
/// of each.
const PACKED: [(&str, [&str; 2]); 4] = [
    (
        "",
        [
            "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAA=",
            "AAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        ],
    ),
    ("zlib", ["eNpjZMANGIEYAABEAAM=", "eNpjYGBgYGTADQAAPAAC"]),
    (
        "gzip",
        [
            "H4sIAAAAAAACA2NkwA0YgRgAYjdsUCAAAAA=",
            "H4sIAAAAAAACA2NgYGBgZMANALCovxggAAAA",
        ],
    ),
    (
        "zstd",
        [
            "KLUv/QRoZQAAMAEAAQAAAAEANsACRMCrrQ==",
            "KLUv/QRoZQAAMAAAAAABAAEANigCQpJPYg==",
        ],
    ),
];

fn read(name: &str, text: &str) -> Level {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    level::read(&path, false).expect("a level")
}

fn refusal(name: &str, text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    level::read(&path, false).expect_err("an error").to_string()
}

fn tmx(attributes: &str, inside: &str) -> String {
    format!(
        r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="16" tileheight="16" {attributes}>{inside}</map>"#
    )
}

/// A layer in two chunks, the first of which is left of the origin.
fn chunked(attributes: &str, chunks: [&str; 2]) -> String {
    let [left, right] = chunks;
    tmx(
        r#"infinite="1""#,
        &format!(
            r#"<layer id="1" name="Floor" width="8" height="2"><data {attributes}><chunk x="-4" y="0" width="4" height="2">{left}</chunk><chunk x="0" y="0" width="4" height="2">{right}</chunk></data></layer>"#
        ),
    )
}

fn cells(level: &Level) -> Vec<[i32; 2]> {
    let filled = level.found[0].cells.as_ref().expect("squares");
    filled.cells.clone()
}

#[test]
fn chunks_in_every_encoding_of_xml_are_the_same() {
    for (compression, chunks) in PACKED {
        let compressed = match compression {
            "" => String::new(),
            name => format!(r#" compression="{name}""#),
        };
        let attributes = format!(r#"encoding="base64"{compressed}"#);
        let spaced = chunks.map(|text| format!("\n   {text}\n  "));
        let text = chunked(&attributes, [&spaced[0], &spaced[1]]);
        assert_eq!(cells(&read("a.tmx", &text)), FILLED, "{compression}");

        let broken = chunked(&attributes, [&chunks[0][..12], chunks[1]]);
        let error = refusal("a.tmx", &broken);
        assert!(error.contains("tiles"), "{compression}: {error}");
    }
    let csv = chunked(
        r#"encoding="csv""#,
        ["1,0,0,0,\n0,0,0,1", "0,1,0,0,\n0,0,0,0"],
    );
    assert_eq!(cells(&read("a.tmx", &csv)), FILLED);
    let elements = [[1, 0, 0, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0, 0, 0]].map(|tiles| {
        let tiles = tiles.map(|gid| match gid {
            0 => "<tile/>".to_owned(),
            gid => format!(r#"<tile gid="{gid}"/>"#),
        });
        tiles.concat()
    });
    let text = chunked("", [&elements[0], &elements[1]]);
    assert_eq!(cells(&read("a.tmx", &text)), FILLED);
}

#[test]
fn chunks_in_every_encoding_of_json_are_the_same() {
    let map = |layer: &str, chunks: [String; 2]| {
        let [left, right] = chunks;
        format!(
            r#"{{"type":"map","version":"1.10","orientation":"orthogonal","infinite":true,"width":4,"height":2,"tilewidth":16,"tileheight":16,"layers":[{{"type":"tilelayer","id":1,"name":"Floor","width":8,"height":2,{layer}"chunks":[{{"x":-4,"y":0,"width":4,"height":2,"data":{left}}},{{"x":0,"y":0,"width":4,"height":2,"data":{right}}}]}}]}}"#
        )
    };
    for (compression, chunks) in PACKED {
        let layer = format!(r#""encoding":"base64","compression":"{compression}","#);
        let text = map(&layer, chunks.map(|text| format!("{text:?}")));
        assert_eq!(cells(&read("a.tmj", &text)), FILLED, "{compression}");
    }
    let lists = ["[1,0,0,0,0,0,0,1]", "[0,1,0,0,0,0,0,0]"].map(str::to_owned);
    assert_eq!(cells(&read("a.tmj", &map("", lists))), FILLED);
}

/// The collision polygon of the only tile of a map with this number, in the pixels of the tile.
fn collision(orientation: &str, number: u32) -> Level {
    let set = r#"<tileset firstgid="1" name="set" tilewidth="16" tileheight="16" tilecount="1" columns="1"><tile id="0"><objectgroup><object id="1" x="2" y="1"><polygon points="0,0 10,0 0,4"/></object></objectgroup></tile></tileset>"#;
    let layer = format!(
        r#"<layer id="1" name="Floor" width="4" height="2"><data encoding="csv">{number},0,0,0,0,0,0,0</data></layer>"#
    );
    let text = tmx("", &format!("{set}{layer}"));
    read("a.tmx", &text.replace("orthogonal", orientation))
}

#[test]
fn flipped_and_rotated_tiles_have_flipped_and_rotated_collision_shapes() {
    const ACROSS: u32 = 0x8000_0000;
    const DOWN: u32 = 0x4000_0000;
    const DIAGONALLY: u32 = 0x2000_0000;
    type Map = fn(DVec2) -> DVec2;
    // As Tiled shows them: rotated by quarters clockwise, and mirrored.
    let cases: [(u32, Map); 8] = [
        (0, |p| p),
        (ACROSS, |p| DVec2::new(16.0 - p.x, p.y)),
        (DOWN, |p| DVec2::new(p.x, 16.0 - p.y)),
        (DIAGONALLY, |p| DVec2::new(p.y, p.x)),
        (ACROSS | DIAGONALLY, |p| DVec2::new(16.0 - p.y, p.x)),
        (ACROSS | DOWN, |p| DVec2::new(16.0 - p.x, 16.0 - p.y)),
        (DOWN | DIAGONALLY, |p| DVec2::new(p.y, 16.0 - p.x)),
        (ACROSS | DOWN | DIAGONALLY, |p| {
            DVec2::new(16.0 - p.y, 16.0 - p.x)
        }),
    ];
    let corners = [(2.0, 1.0), (12.0, 1.0), (2.0, 5.0)].map(DVec2::from);
    for (flags, shown) in cases {
        let level = collision("orthogonal", flags | 1);
        let kind = FoundKind::CollisionShapes;
        let found = level.found.iter().find(|found| found.kind == kind);
        let shapes = &found.expect("collision shapes").shapes;
        assert_eq!(shapes[0].points, corners.map(shown), "{flags:x}");
    }
}

/// The outlines of the filled tiles of a hexagonal map, each from its corner with the lowest x and
/// y.
fn hexagons(axis: &str, index: &str, size: [u32; 2], tiles: &str) -> BTreeSet<Vec<[i32; 2]>> {
    let [width, height] = size;
    let text = format!(
        r#"<map version="1.10" orientation="hexagonal" staggeraxis="{axis}" staggerindex="{index}" hexsidelength="12" width="2" height="2" tilewidth="{width}" tileheight="{height}"><layer id="1" name="Floor" width="2" height="2"><data encoding="csv">{tiles}</data></layer></map>"#
    );
    let level = read("a.tmx", &text);
    assert!(level.found[0].cells.is_none(), "hexagons are no cells");
    let shapes = level.found[0].shapes.iter().map(|shape| {
        assert!(shape.closed);
        let points = shape.points.iter();
        let mut points: Vec<[i32; 2]> = points
            .map(|p| {
                [p.x, p.y].map(|x| {
                    if x.fract() == 0.0 {
                        x as i32
                    } else {
                        panic!("{p}")
                    }
                })
            })
            .collect();
        points.sort_unstable();
        points
    });
    shapes.collect()
}

#[test]
fn hexagonal_tiles_lie_where_tiled_draws_them() {
    let hexagon = |corners: [[i32; 2]; 6], [x, y]: [i32; 2]| {
        let mut corners: Vec<[i32; 2]> = corners.map(|[a, b]| [a + x, b + y]).into();
        corners.sort_unstable();
        corners
    };
    // Rows 18 px apart, of which odd ones are shifted by half a tile.
    let pointed = [[10, 0], [20, 6], [20, 18], [10, 24], [0, 18], [0, 6]];
    let at = |place| hexagon(pointed, place);
    assert_eq!(
        hexagons("y", "odd", [20, 24], "1,0,0,1"),
        [at([0, 0]), at([30, 18])].into()
    );
    assert_eq!(
        hexagons("y", "even", [20, 24], "0,1,1,0"),
        [at([30, 0]), at([0, 18])].into()
    );
    // Columns 18 px apart.
    let flat = [[6, 0], [18, 0], [24, 10], [18, 20], [6, 20], [0, 10]];
    let at = |place| hexagon(flat, place);
    assert_eq!(
        hexagons("x", "odd", [24, 20], "1,0,0,1"),
        [at([0, 0]), at([18, 30])].into()
    );
    assert_eq!(
        hexagons("x", "even", [24, 20], "0,1,1,0"),
        [at([18, 0]), at([0, 30])].into()
    );
}

#[test]
fn rotated_hexagons_have_rotated_collision_shapes() {
    let corners = |number: u32| {
        let level = collision("hexagonal", number);
        assert_eq!(level.left_out, []);
        let kind = FoundKind::CollisionShapes;
        let found = level.found.iter().find(|found| found.kind == kind);
        found.expect("collision shapes").shapes[0].points.clone()
    };
    // About the center of the tile, clockwise.
    let half_turn = corners(0x3000_0001);
    let expected = [(14.0, 15.0), (4.0, 15.0), (14.0, 11.0)].map(DVec2::from);
    for (corner, expected) in half_turn.into_iter().zip(expected) {
        assert!(corner.distance(expected) < 1e-9, "{corner}");
    }
    let [sixth, third] = [0x2000_0001, 0x1000_0001].map(|number| corners(number)[0]);
    let from_center = DVec2::new(-6.0, -7.0);
    let rotated = |degrees: f64| 8.0 + DVec2::from_angle(degrees.to_radians()).rotate(from_center);
    assert!(sixth.distance(rotated(60.0)) < 1e-9, "{sixth}");
    assert!(third.distance(rotated(120.0)) < 1e-9, "{third}");
}
