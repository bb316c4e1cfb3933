//! Custom properties: declared once, with values on six kinds of items.

use serde_json::{Value, json};
use steerwright_format::limits::{self, Limit};
use steerwright_format::{
    FormatError, PresetFile, preset_schema, read_preset, read_preset_file, read_scene,
    scene_schema, write_preset_file, write_scene,
};
use steerwright_runtime::scene::{
    Color, PathId, PresetId, PropertyItem, PropertyOwner, PropertyType, PropertyValue, Scene,
};

/// A scene with a property of each type, and a value of each on an item of each kind.
const SCENE: &str = r##"{
  "format": "steerwright-scene",
  "format_version": 1,
  "name": "Properties",
  "unit": "m",
  "seed": 1,
  "ticks_per_second": 60,
  "pointer": { "x": 0, "y": 0 },
  "declared_properties": [
    { "name": "locked", "type": "bool", "on": ["walls"], "default": false },
    { "name": "health", "type": "int", "on": ["agents", "presets"], "default": 100 },
    { "name": "calm/s", "type": "number", "on": ["nodes", "presets"], "default": 0.5 },
    { "name": "says", "type": "text", "on": ["nodes", "agents"], "default": "", "description": "Shown in a bubble." },
    { "name": "glow", "type": "color", "on": ["markers"], "default": "#ffffff" },
    { "name": "kind", "type": "choice", "on": ["nodes", "walls"], "choices": ["calm", "wild ü"], "default": "calm" },
    { "name": "door", "type": "reference", "on": ["nodes", "paths", "agents", "markers"], "refers_to": "walls", "default": null }
  ],
  "presets": [
    {
      "id": 1,
      "name": "",
      "color": "#e8a33d",
      "properties": { "calm/s": 0.123456789, "health": -3 },
      "body": { "mass": 1, "max_speed": 5, "max_force": 15, "time_to_target": 0.1, "idle": "brake", "radius": 0.4 },
      "motion": { "steered": { "blend_mode": "weighted_sum", "behaviors": [] } }
    }
  ],
  "paths": [
    {
      "id": 1,
      "name": "",
      "traversal": "ping_pong",
      "shape": "straight",
      "radius": 0.5,
      "tolerance": 0.02,
      "properties": { "door": 4 },
      "nodes": [
        { "id": 1, "x": 0, "y": 0, "properties": { "calm/s": 2, "kind": "wild ü", "says": "Who's \"there\"?" } },
        { "id": 2, "x": 1, "y": 0 }
      ]
    }
  ],
  "markers": [
    { "id": 1, "name": "", "kind": "target", "x": 0, "y": 0, "properties": { "door": null, "glow": "#0a0b0c" } }
  ],
  "agents": [
    { "id": 1, "name": "", "preset": 1, "x": 0, "y": 0, "properties": { "health": 999999999999999, "undeclared": true } }
  ],
  "walls": [
    {
      "id": 4,
      "name": "",
      "closed": false,
      "blocks_motion": true,
      "blocks_sight": true,
      "open": false,
      "properties": { "locked": true },
      "nodes": [
        { "id": 1, "x": 0, "y": 0 }
      ]
    }
  ],
  "cells": { "size": 1, "blocked": [] }
}
"##;

pub(crate) fn scene() -> Scene {
    read_scene(SCENE).expect("readable").value
}

fn changed(change: impl FnOnce(&mut Value)) -> Result<Scene, FormatError> {
    let mut file: Value = serde_json::from_str(SCENE).expect("JSON");
    change(&mut file);
    read_scene(&file.to_string()).map(|loaded| loaded.value)
}

fn message_with(pointer: &str, value: Value) -> String {
    let error = changed(|file| *file.pointer_mut(pointer).expect(pointer) = value);
    error.expect_err("an error").to_string()
}

#[test]
fn a_scene_is_written_as_it_was_read() {
    let loaded = read_scene(SCENE).expect("readable");
    assert_eq!(loaded.unknown_fields, [""; 0]);
    assert_eq!(write_scene(&loaded.value).expect("valid"), SCENE);
}

#[test]
fn values_are_read_with_the_defaults_of_their_declarations() {
    let scene = scene();
    let value = |item, name: &str| scene.property(item, name).cloned();
    let node = PropertyItem::Node(PathId(1), 1.into());
    let other = PropertyItem::Node(PathId(1), 2.into());
    assert_eq!(value(node, "calm/s"), Some(2.0.into()));
    assert_eq!(value(other, "calm/s"), Some(0.5.into()));
    assert_eq!(value(other, "kind"), Some("calm".into()));
    assert_eq!(value(other, "door"), Some(PropertyValue::Null));
    assert_eq!(value(other, "none"), None);
    let path_kind = value(PropertyItem::Path(PathId(1)), "kind");
    assert_eq!(path_kind, None, "it is declared for nodes only");
    let gone = PropertyItem::Node(PathId(1), 99.into());
    assert_eq!(value(gone, "kind"), None);
    let glow = value(PropertyItem::Marker(1.into()), "glow").expect("a value");
    assert_eq!(glow.as_color(), Some(Color([10, 11, 12])));
    let path = value(PropertyItem::Path(PathId(1)), "door").expect("a value");
    assert_eq!(path.as_id(), Some(4));
    let health = value(PropertyItem::Agent(1.into()), "health").expect("a value");
    assert_eq!(health.as_int(), Some(999_999_999_999_999));
    let on_nodes = scene.properties_on(PropertyOwner::Nodes);
    let names: Vec<&str> = on_nodes.map(|property| property.name.as_str()).collect();
    assert_eq!(names, ["calm/s", "says", "kind", "door"]);
}

#[test]
fn values_are_written_in_the_order_of_names_whatever_the_order_of_the_file() {
    let scene = changed(|file| {
        file["agents"][0]["properties"] = json!({ "z": 1, "health": 2, "a": 3 });
    });
    let text = write_scene(&scene.expect("readable")).expect("valid");
    assert!(
        text.contains(r#""properties": { "a": 3, "health": 2, "z": 1 }"#),
        "{text}"
    );
}

#[test]
fn a_declaration_without_a_default_has_that_of_its_type() {
    let scene = changed(|file| {
        for declaration in file["declared_properties"].as_array_mut().expect("a list") {
            declaration.as_object_mut().expect("one").remove("default");
        }
    });
    let declared = scene.expect("readable").declared_properties;
    let defaults: Vec<PropertyValue> = declared.iter().map(|own| own.default.clone()).collect();
    assert_eq!(
        defaults,
        [
            false.into(),
            0.0.into(),
            0.0.into(),
            "".into(),
            Color([255; 3]).into(),
            "calm".into(),
            PropertyValue::Null,
        ]
    );
}

#[test]
fn a_value_of_another_type_is_refused_with_its_place() {
    for (pointer, wrong, expected) in [
        ("/walls/0/properties/locked", json!(1), "not a bool"),
        ("/agents/0/properties/health", json!(1.5), "not an int"),
        ("/agents/0/properties/health", json!("1"), "not an int"),
        ("/presets/0/properties/calm~1s", json!("x"), "not a number"),
        ("/paths/0/nodes/0/properties/says", json!(1), "not a text"),
        ("/markers/0/properties/glow", json!("red"), "not a color"),
        (
            "/paths/0/nodes/0/properties/kind",
            json!("wilder"),
            "not one of the choices",
        ),
        ("/paths/0/properties/door", json!("x"), "not a reference"),
        ("/declared_properties/1/default", json!(0.5), "not an int"),
        (
            "/declared_properties/5/default",
            json!("none"),
            "not one of the choices",
        ),
        (
            "/declared_properties/1/name",
            json!("locked"),
            "another property has this name",
        ),
        ("/declared_properties/1/name", json!(""), "empty"),
        (
            "/declared_properties/1/name",
            json!("n".repeat(65)),
            "more than 64 characters",
        ),
        ("/declared_properties/0/on", json!([]), "empty"),
        (
            "/declared_properties/5/choices/1",
            json!("calm"),
            "listed twice",
        ),
        ("/declared_properties/5/choices/0", json!(""), "empty"),
    ] {
        let message = message_with(pointer, wrong);
        assert!(
            message.starts_with(pointer) && message.contains(expected),
            "{pointer}: {message}"
        );
    }
}

#[test]
fn a_declaration_that_cannot_be_one_is_refused_with_its_place() {
    for (declaration, expected) in [
        (
            json!({ "name": "a", "type": "choice", "on": ["walls"] }),
            "\"choices\"",
        ),
        (
            json!({ "name": "a", "type": "reference", "on": ["walls"] }),
            "\"refers_to\"",
        ),
        (
            json!({ "name": "a", "type": "int", "on": ["walls"], "choices": ["b"] }),
            "only a choice",
        ),
        (
            json!({ "name": "a", "type": "int", "on": ["walls"], "refers_to": "walls" }),
            "only a reference",
        ),
        (
            json!({ "name": "a", "type": "float", "on": ["walls"] }),
            "float",
        ),
        (
            json!({ "name": "a", "type": "int", "on": ["walls", "walls"] }),
            "listed twice",
        ),
        (
            json!({ "name": "a", "type": "int", "on": ["spawners"] }),
            "spawners",
        ),
        (
            json!({ "name": "a", "type": "int", "on": ["walls"], "default": [1] }),
            "found a list",
        ),
    ] {
        let message = message_with("/declared_properties/0", declaration);
        assert!(
            message.starts_with("/declared_properties/0") && message.contains(expected),
            "{message}"
        );
    }
    let twice = SCENE.replacen(
        r#"{ "locked": true }"#,
        r#"{ "locked": true, "locked": false }"#,
        1,
    );
    let message = read_scene(&twice).expect_err("twice").to_string();
    assert!(
        message.starts_with("/walls/0/properties/locked: duplicate field"),
        "{message}"
    );
}

#[test]
fn a_reference_to_what_is_gone_and_an_undeclared_value_are_kept() {
    let scene =
        changed(|file| file["paths"][0]["properties"]["door"] = json!(9)).expect("readable");
    assert_eq!(scene.paths[0].properties.get("door"), Some(&9.0.into()));
    let again = read_scene(&write_scene(&scene).expect("valid")).expect("readable");
    assert_eq!(again.value, scene);
    assert_eq!(
        again.value.agents[0].properties.get("undeclared"),
        Some(&true.into())
    );
}

fn assert_beyond(change: impl FnOnce(&mut Value), limit: &Limit) {
    let message = changed(change).expect_err("beyond").to_string();
    assert!(
        message.contains(&format!("limit \"{}\"", limit.name)),
        "{message}"
    );
}

#[test]
fn more_than_a_limit_is_refused_by_name() {
    let texts = |count: u64| -> Vec<String> { (0..count).map(|i| format!("c{i}")).collect() };
    let declaration = |i: u64| json!({ "name": format!("p{i}"), "type": "int", "on": ["walls"] });
    assert_beyond(
        |file| {
            let all = (0..=limits::DECLARED_PROPERTIES.max).map(declaration);
            file["declared_properties"] = all.collect();
        },
        &limits::DECLARED_PROPERTIES,
    );
    assert_beyond(
        |file| {
            let choices = texts(limits::CHOICES.max + 1);
            file["declared_properties"][0] =
                json!({ "name": "a", "type": "choice", "on": ["walls"], "choices": choices });
        },
        &limits::CHOICES,
    );
    let long = "ü".repeat(limits::PROPERTY_TEXT.max as usize + 1);
    assert_beyond(
        |file| file["paths"][0]["nodes"][0]["properties"]["says"] = json!(long),
        &limits::PROPERTY_TEXT,
    );
    assert_beyond(
        |file| file["declared_properties"][0]["description"] = json!(long),
        &limits::PROPERTY_TEXT,
    );
    let fits = "ü".repeat(limits::PROPERTY_TEXT.max as usize);
    assert!(
        changed(|file| file["paths"][0]["nodes"][0]["properties"]["says"] = json!(fits)).is_ok()
    );
    let half: Vec<String> = (0..=limits::PROPERTY_VALUES.max / 2)
        .map(|i| format!("\"v{i}\":1"))
        .collect();
    let half = format!("{{{}}}", half.join(","));
    let values =
        SCENE
            .replacen(r#"{ "locked": true }"#, &half, 1)
            .replacen(r#"{ "door": 4 }"#, &half, 1);
    let message = read_scene(&values).expect_err("beyond").to_string();
    assert!(message.contains("limit \"property values\""), "{message}");
}

#[test]
fn a_preset_file_carries_the_declarations_that_it_needs() {
    let scene = scene();
    let file = PresetFile::of(&scene, PresetId(1)).expect("a preset");
    let names: Vec<&str> = (file.declared_properties.iter())
        .map(|property| property.name.as_str())
        .collect();
    assert_eq!(names, ["health", "calm/s"]);
    let text = write_preset_file(&file).expect("valid");
    let loaded = read_preset_file(&text).expect("readable");
    assert_eq!(loaded.unknown_fields, [""; 0]);
    assert_eq!(loaded.value, file);
    assert_eq!(write_preset_file(&loaded.value).expect("valid"), text);
    let preset = read_preset(&text).expect("readable");
    assert_eq!(preset.unknown_fields, [""; 0]);
    assert_eq!(preset.value, file.preset);

    let odd = text.replacen(r#""type": "int""#, r#""type": "int", "tip": 1"#, 1);
    let odd = read_preset_file(&odd).expect("readable");
    assert_eq!(odd.unknown_fields, ["/declared_properties/0/tip"]);
    let wrong = text.replacen("-3", "\"x\"", 1);
    let message = read_preset(&wrong).expect_err("another type").to_string();
    assert!(message.starts_with("/properties/health"), "{message}");
}

#[test]
fn the_schemas_accept_properties() {
    for (schema, text) in [
        (scene_schema(), SCENE.to_owned()),
        (
            preset_schema(),
            write_preset_file(&PresetFile::of(&scene(), PresetId(1)).expect("a preset"))
                .expect("valid"),
        ),
    ] {
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let mut file: Value = serde_json::from_str(&text).expect("JSON");
        let errors: Vec<String> = validator
            .iter_errors(&file)
            .map(|e| e.to_string())
            .collect();
        assert_eq!(errors, [""; 0]);
        file["declared_properties"][0]["type"] = json!("float");
        assert!(!validator.is_valid(&file));
    }
}

#[test]
fn the_types_of_a_declaration_accept_their_natural_default() {
    let choices = vec!["a".to_owned()];
    for value_type in [
        PropertyType::Bool,
        PropertyType::Int,
        PropertyType::Number,
        PropertyType::Text,
        PropertyType::Color,
        PropertyType::Choice(choices),
        PropertyType::Reference(steerwright_runtime::scene::ReferenceKind::Agents),
    ] {
        assert!(value_type.accepts(&value_type.natural_default()));
    }
}
