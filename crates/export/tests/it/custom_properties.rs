//! Custom properties in the files of other programs, and back.

use serde_json::Value;
use std::sync::Arc;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::scene::{
    MarkerId, PathId, Properties, PropertyItem, PropertyValue, Scene, WallId,
};
use steerwright_testing::full_properties::full_scene_with_properties as full_scene;

fn file(scene: &Scene, target: ExportTarget, end: &str) -> String {
    let files = export::export(scene, target, &target.default_options()).expect("an export");
    let file = files.into_iter().find(|file| file.name.ends_with(end));
    String::from_utf8(file.expect(end).bytes).expect("text")
}

fn import(end: &str, text: &str) -> Scene {
    let imported = export::import(&format!("Full{end}"), text).expect("a known format");
    imported.expect("a scene")
}

fn values(scene: &Scene) -> Vec<(PropertyItem, Properties)> {
    let all = scene.items_with_properties();
    all.map(|(item, values)| (item, values.clone())).collect()
}

fn of(scene: &Scene, item: PropertyItem, name: &str) -> PropertyValue {
    let values = scene.properties_of(item).expect("an item");
    values.get(name).expect(name).clone()
}

/// Every type on every kind of item, also under names that the map uses itself.
#[test]
fn a_map_of_tiled_brings_all_of_them_back() {
    for end in [".tmx", ".tmj", ".lua"] {
        let scene = full_scene();
        let read = import(end, &file(&scene, ExportTarget::Tiled, end));
        assert_eq!(read.declared_properties, scene.declared_properties, "{end}");
        assert_eq!(values(&read), values(&scene), "{end}");
    }
}

#[test]
fn exports_and_scenes_of_godot_bring_all_of_them_back() {
    for (target, end) in [
        (ExportTarget::Json, ".steer.json"),
        (ExportTarget::Godot3, ".tscn"),
        (ExportTarget::Godot4, ".tscn"),
    ] {
        let scene = full_scene();
        let read = import(end, &file(&scene, target, end));
        assert_eq!(
            read.declared_properties, scene.declared_properties,
            "{target:?}"
        );
        assert_eq!(values(&read), values(&scene), "{target:?}");
    }
}

#[test]
fn tiled_shows_properties_of_its_own_types() {
    let map: Value =
        serde_json::from_str(&file(&full_scene(), ExportTarget::Tiled, ".tmj")).expect("JSON");
    let objects = |layer: &str| {
        let layers = map["layers"].as_array().expect("layers");
        let layer = layers.iter().find(|own| own["name"] == layer).expect(layer);
        layer["objects"].as_array().expect("objects").clone()
    };
    let wall = &objects("walls")[0];
    let property = |name: &str| {
        let all = wall["properties"].as_array().expect("properties");
        let own = all.iter().find(|own| own["name"] == name).expect(name);
        (
            own["type"].as_str().expect("a type").to_owned(),
            own["value"].clone(),
        )
    };
    // The name "locked" is that of the outliner.
    assert_eq!(property("custom_locked"), ("bool".into(), true.into()));
    assert_eq!(property("glow"), ("color".into(), "#ff0102fa".into()));
    assert_eq!(property("mood"), ("string".into(), "tense \"ü\"".into()));
    assert_eq!(property("becomes"), ("string".into(), "Hunter".into()));
    let object_of =
        |layer: &str, index: usize| ("object".to_owned(), objects(layer)[index]["id"].clone());
    assert_eq!(property("opens"), object_of("walls", 0));
    assert_eq!(property("follows"), object_of("agents", 1));
    assert_eq!(property("patrols"), object_of("paths", 0));
    // The pointer is the first of the markers.
    assert_eq!(property("guards"), object_of("markers", 1));
}

#[test]
fn what_is_changed_and_added_in_tiled_comes_back() {
    let text = file(&full_scene(), ExportTarget::Tiled, ".tmj");
    let mut map: Value = serde_json::from_str(&text).expect("JSON");
    let layers = map["layers"].as_array_mut().expect("layers");
    let walls = layers
        .iter_mut()
        .find(|layer| layer["name"] == "walls")
        .expect("walls");
    let object = walls["objects"][0]["id"].clone();
    let own = walls["objects"][0]["properties"]
        .as_array_mut()
        .expect("properties");
    own.retain(|own| own["name"] != "mood");
    for property in own.iter_mut() {
        match property["name"].as_str() {
            Some("speed" | "custom_speed") => property["value"] = 7.5.into(),
            // It refers to an object that is no wall.
            Some("opens") => property["value"] = 1.into(),
            _ => {}
        }
    }
    own.push(serde_json::json!({ "name": "note", "type": "string", "value": "new" }));
    own.push(serde_json::json!({ "name": "near", "type": "object", "value": object }));
    let read = import(".tmj", &map.to_string());
    let wall = PropertyItem::Wall(WallId(4));
    assert_eq!(of(&read, wall, "speed"), 7.5.into());
    assert_eq!(of(&read, wall, "opens"), PropertyValue::Null);
    assert_eq!(of(&read, wall, "note"), "new".into());
    assert_eq!(of(&read, wall, "near"), 4.0.into(), "the id of the wall");
    assert_eq!(read.properties_of(wall).expect("a wall").get("mood"), None);
}

#[test]
fn nodes_of_godot_have_them_as_metadata_of_its_own_types() {
    for (target, start) in [
        (ExportTarget::Godot4, "metadata/properties = {"),
        (ExportTarget::Godot3, "\"properties\": {"),
    ] {
        let text = file(&full_scene(), target, ".tscn");
        // The path, the marker, the wall and the agent.
        assert_eq!(text.matches(start).count(), 4, "{target:?}");
        assert_eq!(text.matches("preset_properties").count(), 1, "{target:?}");
        assert_eq!(text.matches("node_properties").count(), 1, "{target:?}");
        assert!(text.contains("\"health\": 999999999999,\n"), "{target:?}");
        assert!(text.contains("\"glow\": Color(0.003"), "{target:?}");
        assert!(text.contains("\"becomes\": \"Hunter\","), "{target:?}");
    }
}

#[test]
fn a_scene_without_properties_is_exported_as_before() {
    let mut scene = full_scene();
    scene.declared_properties = Arc::default();
    scene.change_properties(|_, properties| *properties = Properties::default());
    assert_eq!(values(&scene), []);
    for target in [ExportTarget::Json, ExportTarget::Bevy, ExportTarget::Godot4] {
        for file in export::export(&scene, target, &target.default_options()).expect("files") {
            let is_of_scene = file.name.starts_with("Full");
            let text = String::from_utf8_lossy(&file.bytes);
            assert!(
                !is_of_scene
                    || !(text.contains("node_properties") || text.contains("declared_properties")),
                "{}",
                file.name
            );
        }
    }
    assert!(scene.path(PathId(3)).is_some() && scene.marker(MarkerId(1)).is_some());
}
