//! Objects of our maps that became instances of a template in Tiled: the map says only what differs
//! from it.

use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::FormatError;
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{Scene, Wall, WallId};

fn scene() -> Scene {
    let points = [DVec2::new(0.5, 1.0), DVec2::new(4.0, 1.0)];
    let mut bush = Wall::through(WallId(4), "Bush", points);
    bush.blocks_motion = false;
    Scene {
        name: "Yard".into(),
        walls: vec![Arc::new(bush)],
        ..Scene::default()
    }
}

fn map(extension: &str) -> String {
    let target = ExportTarget::Tiled;
    let files = export::export(&scene(), target, &target.default_options()).expect("a map");
    let file = files
        .into_iter()
        .find(|file| file.name == format!("Yard.{extension}"));
    String::from_utf8(file.expect("a file").bytes).expect("text")
}

/// The map as TMX, with the wall as an instance, and the template.
fn tmx() -> (String, String) {
    let text = map("tmx");
    let end = text.find("</object>\n </objectgroup>\n").map(|at| at + 9);
    let named = text.find(" name=\"Bush\"").expect("the wall");
    let start = text[..named].rfind("<object").expect("its start");
    let end = end
        .filter(|end| *end > named)
        .unwrap_or_else(|| named + text[named..].find("</object>").expect("its end") + 9);
    let object = &text[start..end];
    let heading_end = object.find('>').expect("a heading");
    let attribute = |name: &str| {
        let from = object.find(&format!(" {name}=\"")).expect("an attribute");
        let rest = &object[from + name.len() + 3..];
        &rest[..rest.find('"').expect("its end")]
    };
    let instance = format!(
        "<object id=\"{}\" template=\"bush.tx\" x=\"{}\" y=\"{}\"/>",
        attribute("id"),
        attribute("x"),
        attribute("y")
    );
    let template = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<template>\n <object name=\"Bush\" type=\"{}\">{}\n</template>\n",
        attribute("type"),
        &object[heading_end + 1..]
    );
    (text.replace(object, &instance), template)
}

/// The map as TMJ, with the wall as an instance, and the template.
fn tmj(source: &str) -> (String, String) {
    let mut map: Value = serde_json::from_str(&map("tmj")).expect("JSON");
    let mut template = Value::Null;
    let layers = map["layers"].as_array_mut().expect("layers").iter_mut();
    for object in layers
        .filter_map(|layer| layer.get_mut("objects")?.as_array_mut())
        .flatten()
        .filter(|object| object["name"] == "Bush")
    {
        let instance =
            json!({ "id": object["id"], "x": object["x"], "y": object["y"], "template": source });
        template = std::mem::replace(object, instance);
    }
    let template = json!({ "type": "template", "object": template });
    (map.to_string(), template.to_string())
}

fn import(map: &Path) -> Result<Scene, FormatError> {
    let text = std::fs::read_to_string(map).expect("a map");
    export::import_file(map, &text).expect("a known format")
}

#[test]
fn instances_have_what_their_template_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (tmx, tx) = tmx();
    assert!(tmx.contains("template=\"bush.tx\"") && !tmx.contains("\"Bush\""));
    let (tmj_with_tj, tj) = tmj("bush.tj");
    let (tmj_with_tx, _) = tmj("bush.tx");
    for (name, text) in [
        ("bush.tx", &tx),
        ("bush.tj", &tj),
        ("one.tmx", &tmx),
        ("two.tmj", &tmj_with_tj),
        ("three.tmj", &tmj_with_tx),
    ] {
        std::fs::write(path(name), text).expect("written");
    }
    for name in ["one.tmx", "two.tmj", "three.tmj"] {
        let back = import(&path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(back.walls, scene().walls, "{name}");
    }

    // What an instance says itself wins.
    let renamed = tmx.replace("template=", "name=\"Hedge\" template=");
    std::fs::write(path("one.tmx"), renamed).expect("written");
    let back = import(&path("one.tmx")).expect("a scene");
    assert_eq!(back.walls[0].name, "Hedge");
    assert_eq!(back.walls[0].nodes, scene().walls[0].nodes);
}

#[test]
fn templates_that_cannot_be_read_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (tmx, tx) = tmx();
    let refused = |tmx: &str| {
        std::fs::write(path("one.tmx"), tmx).expect("written");
        import(&path("one.tmx")).expect_err("refused").to_string()
    };
    let message = refused(&tmx);
    assert!(
        message.starts_with("bush.tx: ") && message.contains("put the template beside the map"),
        "{message}"
    );
    let message = refused(&tmx.replace("bush.tx", "../bush.tx"));
    assert!(
        message.contains("outside the folder of the map"),
        "{message}"
    );
    for text in [
        "",
        "<map/>",
        "<template/>",
        "{}",
        "[]",
        "<template><object x='a'/></template>",
    ] {
        std::fs::write(path("bush.tx"), text).expect("written");
        let message = refused(&tmx);
        assert!(message.starts_with("bush.tx: "), "{text}: {message}");
    }
    // A template of a template is not one of Tiled's: it is not followed.
    std::fs::write(
        path("bush.tx"),
        tx.replace(" name=", " template=\"bush.tx\" name="),
    )
    .expect("written");
    std::fs::write(path("one.tmx"), &tmx).expect("written");
    assert_eq!(
        import(&path("one.tmx")).expect("a scene").walls,
        scene().walls
    );
}
