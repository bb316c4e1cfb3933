//! The memory that imports take while they read, for files of the shapes that took most.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod godot;
mod tiled;
mod traces;
mod unpacking;

use std::path::Path;
use steerwright_export::{import, level};

/// The bytes of each file.
const SIZE: usize = 2 << 20;
/// What a small file with many items may take beyond its share.
const SMALL: u64 = 64 << 20;

/// `start`, then `part` again and again up to the size of a file, then `end`. `#` in a part is its
/// number.
fn filled(start: &str, part: &str, end: &str) -> String {
    let mut text = String::with_capacity(SIZE + 64);
    text.push_str(start);
    let mut number = 0_u32;
    while text.len() + part.len() + end.len() + 8 < SIZE {
        match part.split_once('#') {
            Some((before, after)) => {
                number += 1;
                text.push_str(before);
                text.push_str(&number.to_string());
                text.push_str(&after.replace('#', &number.to_string()));
            }
            None => text.push_str(part),
        }
    }
    text.push_str(end);
    text
}

/// JSON around a list: the last item has no comma.
fn list(start: &str, item: &str, end: &str) -> String {
    filled(
        start,
        &format!("{item},"),
        &format!("{item}{end}").replace('#', "0"),
    )
}

/// Reads a file as a scene and as a level, and says how many bytes that took at most, and what came
/// out.
fn peak(extension: &str, text: &str) -> (u64, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("map.{extension}"));
    std::fs::write(&path, text).expect("written");
    let mut said = String::new();
    let as_scene = allocation_counter::measure(|| {
        said = match import(&format!("map.{extension}"), text) {
            None => "not a scene".into(),
            Some(Ok(_)) => "a scene".into(),
            Some(Err(error)) => error.to_string().chars().take(90).collect(),
        };
    });
    let mut level_said = String::new();
    let as_level = if level::extensions().any(|known| known == extension) {
        allocation_counter::measure(|| level_said = read_level(&path)).bytes_max
    } else {
        0
    };
    let text_bytes = text.len() as u64;
    // The text of a scene is kept by the caller.
    let most = (as_scene.bytes_max + text_bytes).max(as_level);
    (
        most,
        format!(
            "scene {:.1} ({said}), level {:.1} ({level_said})",
            as_scene.bytes_max as f64 / text_bytes as f64 + 1.0,
            as_level as f64 / text_bytes as f64
        ),
    )
}

fn read_level(path: &Path) -> String {
    match level::read(path, false) {
        Ok(level) => format!("{} found", level.found.len()),
        Err(error) => error.to_string().chars().take(90).collect(),
    }
}

/// Checks the files of one format.
fn check(extension: &str, texts: &[String]) {
    check_with(extension, texts, SMALL);
}

/// The bytes of an element of XML while its file is read.
const ELEMENT: u64 = 256;

/// Checks that files take at most 8 times their size and `more`, and in XML what their elements
/// take.
fn check_with(extension: &str, texts: &[String], more: u64) {
    let mut beyond = Vec::new();
    for text in texts {
        let (most, said) = peak(extension, text);
        let line = format!(
            "{extension}: {:.1} times {} bytes that begin with {}: {said}",
            most as f64 / text.len() as f64,
            text.len(),
            &text.chars().take(100).collect::<String>(),
        );
        println!("{line}");
        let elements = match extension {
            "svg" | "tmx" => text.matches('<').count() as u64,
            _ => 0,
        };
        if most > 8 * text.len() as u64 + ELEMENT * elements + more {
            beyond.push(line);
        }
    }
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}

/// Filled tiles take memory for their edges. They can be compressed, so that it has nothing to do
/// with the size of the file.
#[test]
fn filled_tiles() {
    const TILES: u64 = 1_000_000;
    let map = |tiles: &str| {
        let tiles = tiles.repeat(TILES as usize / 2);
        let tiles = tiles.trim_end_matches(',');
        format!(
            r#"<map orientation="orthogonal" width="1000" height="1000" tilewidth="8" tileheight="8"><layer width="1000" height="1000"><data encoding="csv">{tiles}</data></layer></map>"#
        )
    };
    let more = TILES * 128 + SMALL;
    check_with("tmx", &[map("1,1,"), map("1,0,")], more);
    let tiles = vec!["1"; TILES as usize].join(",");
    let project = format!(
        r#"{{"jsonVersion":"1","levels":[{{"layerInstances":[{{"__type":"IntGrid","__gridSize":8,"__cWid":1000,"intGridCsv":[{tiles}]}}]}}]}}"#
    );
    check_with("ldtk", &[project], more);
}

#[test]
fn projects_of_ldtk() {
    let project = |inner: &str| format!(r#"{{"jsonVersion":"1","levels":[{inner}"#);
    let layer = |kind: &str, inner: &str| {
        project(&format!(
            r#"{{"layerInstances":[{{"__type":"{kind}","__gridSize":8,"__cWid":1000,{inner}"#
        ))
    };
    check(
        "ldtk",
        &[
            list("[", "1", "]"),
            list(r#"{"jsonVersion":"1","new":["#, "1", "]}"),
            list(r#"{"jsonVersion":"1","new":["#, "{}", "]}"),
            list(
                r#"{"jsonVersion":"1","defs":{"entities":["#,
                r#"{"uid":#}"#,
                "]}}",
            ),
            list(&project(""), "{}", "]}"),
            list(&project("{\"layerInstances\":["), "{}", "]}]}"),
            list(
                &project("{\"layerInstances\":["),
                "{\"__gridSize\":8,\"__type\":\"Entities\"}",
                "]}]}",
            ),
            list(&layer("Entities", "\"entityInstances\":["), "{}", "]}]}]}"),
            list(
                &layer("Entities", "\"entityInstances\":["),
                r##"{"iid":"#","fieldInstances":[{}]}"##,
                "]}]}]}",
            ),
            list(
                &layer("Entities", "\"entityInstances\":[{\"fieldInstances\":["),
                "{}",
                "]}]}]}]}",
            ),
            list(
                &layer(
                    "Entities",
                    r#""entityInstances":[{"fieldInstances":[{"__type":"Array<Point>","__value":["#,
                ),
                r#"{"cx":1,"cy":1}"#,
                "]}]}]}]}]}",
            ),
            list(
                &layer(
                    "Entities",
                    r#""entityInstances":[{"fieldInstances":[{"__value":["#,
                ),
                "1",
                "]}]}]}]}]}",
            ),
            list(&layer("IntGrid", "\"intGridCsv\":["), "0", "]}]}]}"),
            list(&layer("IntGrid", "\"intGridCsv\":["), "#", "]}]}]}"),
            list(
                &layer("Tiles", "\"gridTiles\":["),
                r#"{"px":[0,0]}"#,
                "]}]}]}",
            ),
        ],
    );
}

#[test]
fn pictures() {
    let attributes: String = (0..64).map(|i| format!(" a{i}=\"\"")).collect();
    check(
        "svg",
        &[
            filled("<svg>", "<a/>", "</svg>"),
            filled("<svg>", &format!("<b{attributes}/>"), "</svg>"),
            filled("<svg>", "<path d=\"M0 0H1\"/>", "</svg>"),
            filled("<svg><path d=\"", "M0 0H1", "\"/></svg>"),
            filled("<svg><path d=\"M0 0", "h1", "\"/></svg>"),
            filled("<svg>", "<line x2=\"1\"/>", "</svg>"),
            filled("<svg><polygon points=\"", "1 ", "\"/></svg>"),
            filled("<svg><g transform=\"", "scale(1)", "\"/></svg>"),
            filled("<svg><g transform=\"scale(", "1 ", ")\"/></svg>"),
            filled("<svg><text>", "long text ", "</text></svg>"),
            filled("<svg>", "<g>", ""),
            filled("<svg>", "<g transform='scale(1)'>", ""),
            filled("<svg><style>", "a,", "b{display:none}</style></svg>"),
            filled("<svg><style>a{", "x:0;", "}</style></svg>"),
            filled("<svg><style>.a *{x:0}</style>", "<g/>", "</svg>"),
            filled("<svg><g id='a'/>", "<use href='#a'/>", "</svg>"),
            filled("<svg>", "<use href='##'/><a id='#'/>", "</svg>"),
            filled("<!DOCTYPE svg [<!ENTITY a '<a/>'>]><svg>", "&a;", "</svg>"),
            filled("<!DOCTYPE svg [", "<!ENTITY a ''>", "]><svg/>"),
        ],
    );
}

#[test]
fn scenes_of_godot() {
    let scene = "[gd_scene format=3]\n";
    check(
        "tscn",
        &[
            filled(scene, "[a]", "\n"),
            filled(scene, "[node]", "\n"),
            filled(scene, "a=1\n", "\n"),
            filled(&format!("{scene}a = ["), "1,", "]\n"),
            filled(&format!("{scene}a = ["), "{},", "]\n"),
            filled(&format!("{scene}a = {{"), "1:1,", "}\n"),
            filled(&format!("{scene}a = \""), "long \\\" text", "\"\n"),
            filled(
                scene,
                "[node name=\"a#\" type=\"Node2D\" parent=\".\"]\n",
                "\n",
            ),
            filled(
                scene,
                "[node name=\"a#\" type=\"Marker2D\" parent=\".\"]\n",
                "\n",
            ),
            filled(
                &format!("{scene}[node name=\"a\" type=\"Line2D\"]\npoints = PackedVector2Array("),
                "1,",
                "1)\n",
            ),
            filled(
                &format!("{scene}[sub_resource id=1]\n_data = {{\"points\": PackedVector2Array("),
                "1,",
                "1)}\n[node type=\"Path2D\"]\ncurve = SubResource(1)\n",
            ),
        ],
    );
    check(
        "tres",
        &[filled("[gd_resource]\n[resource]\na = [", "1,", "]\n")],
    );
}

#[test]
fn tables() {
    check(
        "csv",
        &[
            filled("x,y\n", "1,1\n", "\n"),
            filled("x,y,name\n", "1,1,#\n", "\n"),
            filled("x,y,wait,speed,radius\n", "1,1,1,1,1\n", "\n"),
            filled("x,y,name,wait\n", "1,1,#,1\n1,1,#,1\n", "\n"),
            filled("x;y\n", "1,234;1\n", "\n"),
            filled("x,y,", "a,", "\n"),
            // Grids.
            filled("", "1,", "\n"),
            filled("", "1\n", "\n"),
            filled("", "1,0,1,#\n", "\n"),
            filled("", "0,0,0,0,0,0,0,1\n", "\n"),
        ],
    );
    check(
        "nodes.csv",
        &[
            filled("x,y\n", "1,1\n", "\n"),
            filled("x,y,path\n", "1,1,#\n", "\n"),
            filled("x,y,", "a,", "\n"),
        ],
    );
}

#[test]
fn exports_of_scenes() {
    let export = r#"{"format":"steerwright-export","format_version":1,"ticks_per_second":60"#;
    check(
        "steer.json",
        &[
            list(&format!("{export},\"authored\":{{\"agents\":["), "1", "]}}"),
            list(
                &format!("{export},\"authored\":{{\"presets\":["),
                r#"{"agent":1}"#,
                "]}}",
            ),
            list(&format!("{export},\"new\":["), "1", "]}"),
        ],
    );
}
