//! Objects that were added, copied and deleted in Tiled, and maps of other programs; see
//! [`crate::tiled_edits`].

use crate::tiled_edits::{changed, check_import, import, scene, tmx, without};
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::geometry::Cell;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{AgentId, ExportOptions, PathId, PresetId, Target as Aim};
use steerwright_runtime::steering::follow_path::Traversal;
use steerwright_testing::engine::Engine;
use steerwright_testing::engine_test::{EngineTests, engine_tests};

pub const TESTS: EngineTests = engine_tests![
    also [Tiled] => deleted_objects_are_removed_with_references_to_them,
    also [Tiled] => added_objects_are_imported,
    also [Tiled] => copies_get_new_ids_and_agents_with_changed_limits_get_new_presets,
    [] => lines_of_any_map_are_imported_as_paths,
    [] => invalid_maps_are_rejected_in_one_sentence,
];

fn deleted_objects_are_removed_with_references_to_them(saved_by: Option<Engine>) {
    check_import(
        &without(&tmx(), "<object id=\"3\" name=\"Rounds\""),
        saved_by,
        |back| {
            assert!(back.paths.is_empty());
            assert_eq!(back.agents[0].path, None);
        },
    );
    let map = without(&tmx(), "<object id=\"2\" name=\"Fire\"");
    check_import(
        &without(&map, "<object id=\"5\" name=\"Other\""),
        saved_by,
        |back| {
            assert_eq!(
                (back.agents.len(), back.markers.len(), back.agents[0].leader),
                (1, 0, None)
            );
        },
    );
}

/// Objects drawn in Tiled, in the exported layers and in a new one.
fn added_objects_are_imported(saved_by: Option<Engine>) {
    let add = |map: &str, layer: &str, objects: &str| {
        let at = map.find(&format!("name=\"{layer}\"")).expect("the layer");
        let at = at + map[at..].find('>').expect("its end") + 1;
        format!("{}{objects}{}", &map[..at], &map[at..])
    };
    let map = add(
        &tmx(),
        "paths",
        "<object id=\"90\" name=\"New\" x=\"320\" y=\"0\"><polyline points=\"0,0 32,0\"/></object>",
    );
    let map = add(
        &map,
        "agents",
        "<object id=\"91\" name=\"Guest\" x=\"32\" y=\"64\"><point/></object>",
    );
    let map = add(
        &map,
        "agents",
        "<object id=\"92\" name=\"Late\" type=\"agent\" x=\"0\" y=\"0\"><properties><property name=\"preset\" value=\"Seeker\"/>\
         <property name=\"target\" type=\"object\" value=\"91\"/></properties><point/></object>",
    );
    let map = add(
        &map,
        "markers",
        "<object id=\"93\" name=\"Well\" x=\"-32\" y=\"-32\"><point/></object>",
    );
    let map = add(
        &map,
        "cells",
        "<object id=\"94\" x=\"128\" y=\"-64\" width=\"128\" height=\"64\"/>",
    );
    // A layer without our offset: what is drawn at the same place has other coordinates.
    let shift = |axis: &str| {
        let from = map
            .split(&format!("name=\"shift_{axis}\" type=\"float\" value=\""))
            .nth(1)
            .expect("a shift");
        from.split('"')
            .next()
            .and_then(|number| number.parse::<f64>().ok())
            .expect("a number")
    };
    let (x, y) = (shift("x"), shift("y"));
    let own = format!(
        "<objectgroup id=\"50\" name=\"mine\"><object id=\"95\" x=\"{x}\" y=\"{y}\"><polygon points=\"0,0 32,0 32,-32\"/></object></objectgroup>"
    );
    let map = changed(
        &map,
        "</map>",
        &format!("<group id=\"51\" name=\"g\">{own}</group></map>"),
    );
    let map = map.replace("nextobjectid=\"12\"", "nextobjectid=\"99\"");
    check_import(&map, saved_by, |back| {
        let names: Vec<&str> = back.paths.iter().map(|path| path.name.as_str()).collect();
        assert_eq!(names, ["New", "Rounds", ""]);
        assert_eq!(back.paths[0].nodes[1].position, DVec2::new(11.0, 0.0));
        assert_eq!(
            (back.paths[0].radius, back.paths[0].traversal),
            (0.5, Traversal::Once)
        );
        assert_eq!(
            (back.paths[2].nodes[0].position, back.paths[2].traversal),
            (DVec2::ZERO, Traversal::Loop)
        );
        assert_eq!(back.paths[2].nodes[2].position, DVec2::new(1.0, 1.0));
        let guest = back
            .agents
            .iter()
            .find(|agent| agent.name == "Guest")
            .expect("the guest");
        assert_eq!(
            (guest.position, guest.preset),
            (DVec2::new(1.0, -2.0), PresetId(1))
        );
        let late = back
            .agents
            .iter()
            .find(|agent| agent.name == "Late")
            .expect("the late one");
        assert_eq!(
            (late.preset, late.target),
            (PresetId(2), Some(Aim::Agent(guest.id)))
        );
        assert!(
            back.markers
                .iter()
                .any(|marker| marker.name == "Well" && marker.position == DVec2::new(-1.0, 1.0))
        );
        let mut blocked = back.cells.blocked.clone();
        blocked.sort_unstable();
        assert_eq!(blocked, [[-2, 0], [1, 1], [2, 0], [3, 0]].map(Cell::from));
    });
}

fn copies_get_new_ids_and_agents_with_changed_limits_get_new_presets(saved_by: Option<Engine>) {
    let map = tmx();
    let from = map
        .find("<object id=\"4\" name=\"Guard\"")
        .expect("the guard");
    let guard =
        &map[from..from + map[from..].find("</object>").expect("its end") + "</object>".len()];
    let copy = guard
        .replace("id=\"4\" name=\"Guard\"", "id=\"44\" name=\"Copy\"")
        .replace(
            "name=\"max_speed\" type=\"float\" value=\"96\"",
            "name=\"max_speed\" type=\"float\" value=\"64\"",
        );
    let map = changed(&map, guard, &format!("{guard}{copy}"))
        .replace("nextobjectid=\"12\"", "nextobjectid=\"99\"");
    check_import(&map, saved_by, |back| {
        let copy = back
            .agents
            .iter()
            .find(|agent| agent.name == "Copy")
            .expect("the copy");
        assert_eq!((copy.id, copy.path), (AgentId(7), Some(PathId(3))));
        let preset = back.preset(copy.preset).expect("its preset");
        assert_eq!(
            (preset.id, preset.name.as_str(), preset.body.max_speed),
            (PresetId(3), "Walker", 2.0)
        );
        assert_eq!(
            back.agent(AgentId(5)).map(|guard| guard.preset),
            Some(PresetId(1))
        );
    });
}

/// A map that was not exported by Steerwright: y down, one pixel per unit, every line a path.
fn lines_of_any_map_are_imported_as_paths() {
    let map = "<?xml version=\"1.0\"?><map version=\"1.10\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">\
        <layer id=\"1\" width=\"2\" height=\"2\"><data encoding=\"base64\" compression=\"zlib\">eJxjYEAFAAAQAAE=</data></layer>\
        <objectgroup id=\"2\" name=\"o\"><object id=\"1\" name=\"p\" x=\"10\" y=\"20\"><polyline points=\"0,0 5,-5\"/></object>\
        <object id=\"2\" class=\"wall\" x=\"1\" y=\"2\"><polygon points=\"0,0 5,-5 1,1\"/></object>\
        <object id=\"3\" gid=\"7\" x=\"1\" y=\"2\"/>\
        <object id=\"5\" gid=\"7\" type=\"marker\" x=\"16\" y=\"32\" width=\"16\" height=\"16\"/><object id=\"4\" x=\"1\" y=\"2\"><text>Hi</text></object></objectgroup></map>";
    let scene = import("a.TMX", map).expect("a scene");
    assert_eq!(scene.paths.len(), 1);
    // The position of a tile is its bottom left corner.
    assert_eq!(
        scene
            .markers
            .iter()
            .map(|marker| marker.position)
            .collect::<Vec<_>>(),
        [DVec2::new(24.0, -24.0)]
    );
    assert_eq!(
        scene.paths[0]
            .nodes
            .iter()
            .map(|node| node.position)
            .collect::<Vec<_>>(),
        [DVec2::new(10.0, -20.0), DVec2::new(15.0, -15.0)]
    );
}

fn invalid_maps_are_rejected_in_one_sentence() {
    let map = tmx();
    let files = export::export(&scene(), ExportTarget::Tiled, &ExportOptions::default())
        .expect("an export");
    let [json, lua] = [1, 2].map(|i| String::from_utf8(files[i].bytes.clone()).expect("a text"));
    let circle = "<?xml version=\"1.0\"?><!DOCTYPE m [<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]><map><properties>\
        <property name=\"x\" value=\"&b;\"/></properties></map>";
    let external = "<?xml version=\"1.0\"?><!DOCTYPE m SYSTEM \"file:///etc/passwd\"><map/>";
    let deep = |open: &str, close: &str, depth: usize| {
        format!("{}{}", open.repeat(depth), close.repeat(depth))
    };
    let nested = format!("<map>{}</map>", deep("<group>", "</group>", 200));
    let very_nested = format!("<map>{}</map>", deep("<group>", "</group>", 200_000));
    let json_nested = format!(
        "{{\"type\": \"map\", \"layers\": {}}}",
        deep("[", "]", 100_000)
    );
    let lua_nested = format!("return {}", deep("{", "}", 100_000));
    let huge_cell = changed(
        &map,
        "width=\"64\" height=\"64\"/>\n  <object id=\"11\"",
        "width=\"1e15\" height=\"64\"/>\n  <object id=\"11\"",
    );
    let points = map.replace(
        "points=\"0,0 ",
        &format!("points=\"{} ", "0,0 ".repeat(1_000_000)),
    );
    let cases: [(&str, &str, &str); 24] = [
        ("a.tmx", &points, "more than 1000000 points"),
        ("a.tmx", "", "1:1"),
        ("a.tmx", "{}", "not a Tiled map"),
        ("a.tmx", "<tileset/>", "<map>"),
        ("a.tmx", &map[..map.len() / 2], "not a Tiled map"),
        ("a.tmx", circle, "an entity contains"),
        ("a.tmx", &nested, "limit \"map depth\""),
        ("a.tmx", &very_nested, ""),
        (
            "a.tmx",
            &map.replace("x=\"32\"", "x=\"NaN\""),
            "\"NaN\", which is not a number",
        ),
        (
            "a.tmx",
            &map.replace("points=\"0,0 ", "points=\"0,0 inf,2 "),
            "is not a point",
        ),
        (
            "a.tmx",
            &map.replace("points=\"0,0 ", "points=\"0,0 7 "),
            "is not a point",
        ),
        (
            "a.tmx",
            &map.replace("x=\"32\"", "x=\"1e300\""),
            "/agents/0/x",
        ),
        (
            "a.tmx",
            &map.replace("value=\"Seeker\"", "value=\"Ghost\""),
            "there is no preset \"Ghost\"; use one of: \"Walker\"",
        ),
        (
            "a.tmx",
            &map.replace(
                "name=\"presets\" value=\"[{",
                "name=\"presets\" value=\"[{[",
            ),
            "presets: ",
        ),
        (
            "a.tmx",
            &map.replace(
                "name=\"scale\" type=\"float\" value=\"32\"",
                "name=\"scale\" type=\"float\" value=\"0\"",
            ),
            "/scale",
        ),
        (
            "a.tmx",
            &map.replace(
                "name=\"steerwright\" type=\"int\" value=\"1\"",
                "name=\"steerwright\" type=\"int\" value=\"9\"",
            ),
            "newer",
        ),
        (
            "a.tmx",
            &map.replace(
                "name=\"cell_size\" type=\"float\" value=\"64\"",
                "name=\"cell_size\" type=\"float\" value=\"0\"",
            ),
            "",
        ),
        ("a.tmx", &huge_cell, "cells are blocked"),
        ("a.tmj", "[]", "not a Tiled map"),
        ("a.tmj", &json_nested, "1:"),
        (
            "a.tmj",
            &json.replace("\"x\": 1,", "\"x\": \"one\","),
            "/object: x is \"one\", which is not a number",
        ),
        ("a.lua", &lua_nested, "nested too deeply"),
        (
            "a.lua",
            "return os.execute('rm -rf /')",
            "not a number, string or table",
        ),
        ("a.lua", &lua[..lua.len() - 4], "the Lua table"),
    ];
    for (name, text, expected) in cases {
        let error = import(name, text)
            .err()
            .unwrap_or_else(|| panic!("{expected:?} was not rejected"));
        let message = error.to_string();
        assert!(
            message.contains(expected) && !message.contains('\n'),
            "expected {expected:?}, found: {message}"
        );
    }
    // A document type that declares nothing is passed over, and its file is not read.
    let external = import("a.tmx", external).expect("a map");
    assert_eq!(external, import("a.tmx", "<map/>").expect("a map"));
    // Truncated and modified maps never panic.
    for (name, text) in [("a.tmx", &map), ("a.tmj", &json), ("a.lua", &lua)] {
        for length in (0..text.len()).step_by(97) {
            assert!(
                import(name, &text[..length]).is_err(),
                "{name} of {length} bytes"
            );
        }
        for at in (0..text.len()).step_by(211) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = b"0\"<{-}"[at % 6];
            let _ = import(name, &String::from_utf8(bytes).expect("ASCII"));
        }
    }
}
