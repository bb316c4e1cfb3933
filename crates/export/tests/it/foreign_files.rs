//! Files of others that contain the words of exports are still files of others: a place in the
//! document decides, not a word in it.

use std::path::Path;
use std::sync::Arc;
use steerwright_export::{ExportTarget, export, import_file, level};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{ExportOptions, Marker, MarkerId, MarkerKind, Scene};

fn level_of(name: &str, text: &str) -> level::Level {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    assert!(level::is_level(&path, text), "{name}: {text}");
    level::read(&path, false).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn maps_that_contain_the_words_of_exports_are_maps() {
    let tmx = |inside: &str| {
        format!(
            r#"<map version="1.10" orientation="orthogonal" width="2" height="2" tilewidth="16" tileheight="16">{inside}<objectgroup id="1" name="steerwright_scene"><object id="1" name="Gate" x="8" y="8"><properties><property name="steerwright" value="1"/></properties><point/></object></objectgroup></map>"#
        )
    };
    let tmj = r#"{"type":"map","version":"1.10","orientation":"orthogonal","width":2,"height":2,"tilewidth":16,"tileheight":16,"properties":[{"name":"tool","type":"string","value":"steerwright"}],
        "layers":[{"id":1,"type":"objectgroup","name":"steerwright","objects":[{"id":1,"name":"Gate","point":true,"x":8,"y":8,"properties":[{"name":"steerwright","value":1}]}]}]}"#;
    let maps = [
        ("plan.svg", r#"<svg><title>"steerwright"</title><text>steerwright_scene</text><!-- "steerwright" --><rect id="a" width="32" height="32"/></svg>"#.to_owned()),
        ("yard.tmx", tmx("<!-- \"steerwright\" -->")),
        ("yard.tmx", tmx(r#"<properties><property name="note" value="steerwright"/><property name="made by" value="&quot;steerwright&quot;"/></properties>"#)),
        ("yard.tmj", tmj.to_owned()),
        ("yard.json", tmj.to_owned()),
        ("yard.lua", r#"-- "steerwright"
return { version = "1.10", luaversion = "5.1", tiledversion = "1.10.2", orientation = "orthogonal", width = 2, height = 2, tilewidth = 16, tileheight = 16,
  properties = { note = "steerwright_scene" },
  layers = { { type = "objectgroup", id = 1, name = "steerwright", objects = { { id = 1, name = "Gate", shape = "point", x = 8, y = 8, properties = { ["steerwright"] = 1 } } } } } }"#.to_owned()),
        ("yard.ldtk", r#"{"jsonVersion":"1.5.3","defaultGridSize":8,"levels":[{"identifier":"steerwright_scene","uid":0,"worldX":0,"worldY":0,"pxWid":16,"pxHei":16,"layerInstances":[
            {"__identifier":"steerwright","__type":"Entities","__gridSize":8,"iid":"e","entityInstances":[{"__identifier":"steerwright","iid":"g","__pivot":[0,0],"width":8,"height":8,"px":[4,4]}]}]}]}"#.to_owned()),
        // A level of a game that uses the add-on.
        ("yard.tscn", r#"[gd_scene load_steps=2 format=3]

[ext_resource type="Script" path="res://addons/steerwright/steerwright_scene.gd" id="1"]

[node name="Yard" type="Node2D"]
script = ExtResource("1")
metadata/note = "steerwright_scene"

[node name="Gate" type="Marker2D" parent="."]
metadata/steerwright_scene = "{}"
"#.to_owned()),
        ("walk.csv", "x,y,name,scale,y_down\n1,2,steerwright_scene,1,false\n".to_owned()),
    ];
    for (name, text) in maps {
        assert!(!level_of(name, &text).found.is_empty(), "{name}: {text}");
    }
}

#[test]
fn exports_are_recognized_under_every_name_that_their_format_allows() {
    let scene = Scene {
        name: "Yard".into(),
        markers: Arc::new(vec![Marker::at(
            MarkerId(1),
            "Gate",
            MarkerKind::Target,
            DVec2::new(1.0, 2.0),
        )]),
        ..Scene::default()
    };
    let mut known = 0;
    for target in [ExportTarget::Tiled, ExportTarget::Godot4] {
        for file in export(&scene, target, &ExportOptions::default()).expect("exported") {
            let path = Path::new(&file.name);
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            if !["tmx", "tmj", "lua", "tscn"].contains(&&*extension)
                || !file.name.starts_with("Yard")
            {
                continue;
            }
            let text = std::str::from_utf8(&file.bytes).expect("UTF-8");
            let mut names = vec![format!("renamed.{extension}")];
            if extension == "tmj" {
                names.push("renamed.json".into());
            }
            for name in names {
                let path = Path::new(&name);
                assert!(!level::is_level(path, text), "{name}");
                let back = import_file(path, text)
                    .expect("an export")
                    .expect("a scene");
                assert_eq!(back.markers, scene.markers, "{name}");
                known += 1;
            }
        }
    }
    assert_eq!(known, 5);
}
