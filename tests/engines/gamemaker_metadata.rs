//! Custom properties and actions at nodes in the script for GameMaker.

use crate::gamemaker::{check, list, made, placements, plain};
use serde_json::{Value, json};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::{Color, PropertyType, Scene};
use steerwright_testing::engine_test::{EngineTests, engine_tests};
use steerwright_testing::hard_metadata::{HARD_PROPERTIES, scene_with_hard_metadata};

pub const TESTS: EngineTests = engine_tests![
    [NodeModules] => actions_and_custom_properties_are_structs,
];

/// A part of the JSON export as the script has it: undefined is left out, and names that GameMaker
/// has itself are others.
pub fn in_script(value: &Value) -> Value {
    let name = |name: &str| match name {
        "id" => "number".to_owned(),
        "min" | "max" | "choose" => format!("{name}_value"),
        _ => name.to_owned(),
    };
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(in_script).collect(),
        Value::Object(fields) => (fields.iter())
            .filter(|(_, value)| !value.is_null())
            .map(|(field, value)| (name(field), in_script(value)))
            .collect(),
        _ => value.clone(),
    }
}

/// Custom properties of the JSON export as the script has them, with their own names and with
/// GameMaker's colors.
fn properties_in_script(properties: &Value, scene: &Scene) -> Value {
    let values = properties.as_object().into_iter().flatten();
    let values = values.filter(|(_, value)| !value.is_null());
    let value = |(name, value): (&String, &Value)| {
        let declared = scene.declared_property(name);
        let is_color = declared.is_some_and(|own| own.value_type == PropertyType::Color);
        let color = value.as_str().filter(|_| is_color);
        let color = color.and_then(|text| text.parse::<Color>().ok());
        let value = color.map_or_else(
            || in_script(value),
            |Color([red, green, blue])| {
                let color = u32::from(red) + 256 * u32::from(green) + 65536 * u32::from(blue);
                f64::from(color).into()
            },
        );
        (name.clone(), value)
    };
    Value::Object(values.map(value).collect())
}

fn actions_and_custom_properties_are_structs() {
    let scene = scene_with_hard_metadata();
    for options in placements() {
        // The cells of this scene allow no other origin.
        let origin = DVec2::ZERO;
        check_metadata(&scene, &ExportOptions { origin, ..options });
    }
}

fn check_metadata(scene: &Scene, options: &ExportOptions) {
    check(scene, options);
    let (made, plain) = (made(scene, options), plain(scene, options));
    let same = |item: &Value, expected: &Value, field: &str| {
        let properties = properties_in_script(&expected[field], scene);
        // Their names are as they are.
        let found = item[field].as_object().expect("a struct").iter();
        let found: Value = found
            .map(|(name, value)| (name.clone(), in_script(value)))
            .collect();
        assert_eq!(found, properties, "{field}");
    };
    let pairs = |kind: &str| {
        let pairs = list(&made[kind]).iter().zip(list(&plain[kind]));
        pairs.map(|(item, expected)| (item.clone(), expected.clone()))
    };
    let mut values = 0;
    for kind in ["paths", "markers", "walls", "agents"] {
        for (item, expected) in pairs(kind) {
            same(&item, &expected, "properties");
            values += item["properties"].as_object().map_or(0, |own| own.len());
            if kind == "agents" {
                same(&item, &expected, "preset_properties");
            }
        }
    }
    assert!(values > 4 * HARD_PROPERTIES.len());
    let mut actions = 0;
    for (path, expected_path) in pairs("paths") {
        let length = expected_path["length"].as_f64().expect("a number");
        let nodes = list(&path["nodes"]).iter();
        for (node, expected) in nodes.zip(list(&expected_path["nodes"])) {
            same(node, expected, "properties");
            let mut node = in_script(node);
            for along in node["along"].as_array_mut().expect("a list") {
                let position = along["position"].take().as_f64().expect("a number");
                let start = node_position(expected, &expected_path);
                let distance = along["distance"].as_f64().expect("a number");
                assert!((position * length - start - distance).abs() < 1e-6 * length);
                *along = in_script(along);
            }
            for field in ["actions", "along", "next"] {
                let expected = in_script(&expected[field]);
                let expected = if expected.is_null() {
                    json!([])
                } else {
                    expected
                };
                assert_eq!(node[field], expected, "{field}");
                actions += list(&node[field]).len();
            }
            assert_eq!(node["choose_value"], expected["choose"]);
            assert_eq!(node["not_back"], expected["not_back"]);
        }
    }
    assert!(actions > 15);
    let declared = list(&plain["declared_properties"]);
    assert_eq!(list(&made["declared_properties"]).len(), declared.len());
    for (found, expected) in list(&made["declared_properties"]).iter().zip(declared) {
        for field in ["name", "type", "on", "choices", "refers_to"] {
            assert_eq!(found[field], expected[field], "{field}");
        }
        let name = expected["name"].as_str().expect("a name");
        let default = properties_in_script(&json!({ name: expected["default"] }), scene);
        assert_eq!(in_script(&found["default_value"]), default[name], "{name}");
    }
}

/// How far a node is along its path.
fn node_position(node: &Value, path: &Value) -> f64 {
    let point = node["point"].as_u64().expect("an index") as usize;
    path["cumulative"][point].as_f64().expect("a number")
}
