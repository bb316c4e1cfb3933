//! Custom properties in exports, which games and runtimes read.

use crate::properties::scene;
use serde_json::{Value, json};
use std::sync::Arc;
use steerwright_format::export_file::{
    PlacedScene, as_authored, preset_fields, read_export, read_preset, ron, text, value,
};
use steerwright_runtime::glam::DVec2;
use steerwright_runtime::scene::{
    Agent, AgentId, ExportOptions, Preset, PresetId, Properties, PropertyDeclaration,
    PropertyOwner, PropertyType, PropertyValue, ReferenceKind, Scene,
};

fn placed(scene: &Scene, scale: f64) -> PlacedScene {
    let options = ExportOptions {
        y_down: true,
        scale,
        ..ExportOptions::default()
    };
    PlacedScene::new(scene, &options).expect("valid")
}

/// The scene with a second preset and a property that refers to presets, on presets and agents.
fn scene_with_references() -> Scene {
    let mut scene = scene();
    let owners = [PropertyOwner::Agents, PropertyOwner::Presets];
    let kind = PropertyType::Reference(ReferenceKind::Presets);
    let mut becomes = PropertyDeclaration::new("becomes", kind, owners);
    becomes.default = PropertyValue::Number(1.0);
    Arc::make_mut(&mut scene.declared_properties).push(becomes);
    Arc::make_mut(&mut scene.presets[0]).name = "Guard".into();
    let mut alarmed = Preset::clone(&scene.presets[0]);
    alarmed.id = PresetId(7);
    alarmed.name = "Alarmed".into();
    alarmed.properties.set("becomes", 7.0);
    scene.presets.push(alarmed.into());
    let agents = Arc::make_mut(&mut scene.agents);
    agents[0].properties.set("becomes", 7.0);
    agents.push(Agent::at(AgentId(2), "", PresetId(7), DVec2::ZERO));
    scene
}

#[test]
fn an_export_has_declarations_and_values_as_the_scene_has_them() {
    let export = value(&placed(&scene(), 32.0));
    let authored: Value =
        serde_json::from_str(&steerwright_format::write_scene(&scene()).expect("valid"))
            .expect("JSON");
    for (place, in_scene) in [
        ("/declared_properties", "/declared_properties"),
        ("/agents/0/properties", "/agents/0/properties"),
        ("/agents/0/preset_properties", "/presets/0/properties"),
        ("/paths/0/properties", "/paths/0/properties"),
        ("/paths/0/nodes/0/properties", "/paths/0/nodes/0/properties"),
        ("/markers/0/properties", "/markers/0/properties"),
        ("/walls/0/properties", "/walls/0/properties"),
    ] {
        let (found, expected) = (export.pointer(place), authored.pointer(in_scene));
        let text = |value: Option<&Value>| value.expect(place).to_string().replace(".0", "");
        assert_eq!(text(found), text(expected), "{place}");
    }
    assert_eq!(export.pointer("/paths/0/nodes/1/properties"), None);
}

#[test]
fn a_scene_without_properties_has_no_field_of_them() {
    let mut bare = scene();
    bare.declared_properties = Arc::default();
    bare.change_properties(|_, properties| *properties = Properties::default());
    assert!(!text(&placed(&bare, 1.0)).contains("properties"));
}

#[test]
fn an_export_is_read_back_and_becomes_the_scene() {
    for scale in [1.0, 32.0] {
        let scene = scene_with_references();
        let placed = placed(&scene, scale);
        let read = read_export(&text(&placed)).expect("readable").scene;
        assert_eq!(read.declared_properties, placed.scene.declared_properties);
        assert_eq!(read.agents[0].properties, placed.scene.agents[0].properties);
        let read = as_authored(read, scale, DVec2::ZERO).expect("valid");
        let mut expected = scene.clone();
        // The presets of an export are numbered in the order of its agents.
        let new_id = |value: f64| if value == 7.0 { 2.0 } else { value };
        expected.change_properties(|_, properties| {
            if let Some(id) = properties.get("becomes").and_then(|id| id.as_number()) {
                properties.set("becomes", new_id(id));
            }
        });
        assert_eq!(read.declared_properties, expected.declared_properties);
        let values = |scene: &Scene| {
            let all = scene.items_with_properties();
            all.map(|(item, values)| (item.owner(), values.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(values(&read), values(&expected));
    }
}

#[test]
fn references_to_presets_are_their_names_because_exports_have_no_list_of_presets() {
    let placed = placed(&scene_with_references(), 1.0);
    let export = value(&placed);
    let at = |place: &str| export.pointer(place).expect(place).clone();
    assert_eq!(at("/agents/0/properties/becomes"), json!("Alarmed"));
    assert_eq!(at("/agents/1/preset_properties/becomes"), json!("Alarmed"));
    assert_eq!(at("/declared_properties/7/default"), json!("Guard"));
    let read = ron::read_ron(&ron::text(&placed).expect("RON")).expect("readable");
    assert_eq!(
        read.scene.agents[0].properties,
        placed.scene.agents[0].properties
    );
    let mut gone = scene_with_references();
    Arc::make_mut(&mut gone.agents)[0]
        .properties
        .set("becomes", 99.0);
    let export = value(&self::placed(&gone, 1.0));
    assert_eq!(
        export.pointer("/agents/0/properties/becomes"),
        Some(&Value::Null)
    );
}

#[test]
fn presets_that_differ_in_properties_alone_stay_two() {
    let mut scene = scene();
    let mut other = Preset::clone(&scene.presets[0]);
    other.id = PresetId(2);
    other.properties.set("health", 5.0);
    scene.presets.push(other.into());
    Arc::make_mut(&mut scene.agents).push(Agent::at(AgentId(2), "", PresetId(2), DVec2::ZERO));
    let read = read_export(&text(&placed(&scene, 1.0)))
        .expect("readable")
        .scene;
    assert_eq!(read.presets.len(), 2);
    let health = |i: usize| {
        read.presets[i]
            .properties
            .get("health")
            .and_then(PropertyValue::as_int)
    };
    assert_eq!((health(0), health(1)), (Some(-3), Some(5)));
}

#[test]
fn the_fields_of_a_preset_carry_its_properties() {
    let preset = Preset::clone(&scene().presets[0]);
    let fields = Value::Object(preset_fields(&preset, 1.0 / 60.0)).to_string();
    assert_eq!(
        read_preset(&fields, PresetId(1), 60.0).expect("a preset"),
        preset
    );
}

/// Names that mean something elsewhere in an export are names like others in properties.
#[test]
fn a_property_can_have_the_name_of_any_field() {
    let mut scene = scene();
    for name in [
        "combine",
        "aim",
        "target",
        "id",
        "distance",
        "action",
        "format",
        "length",
        "properties",
    ] {
        Arc::make_mut(&mut scene.paths[0])
            .properties
            .set(name, "pointer");
    }
    let placed = placed(&scene, 1.0);
    let read = read_export(&text(&placed)).expect("readable").scene;
    assert_eq!(read.paths[0].properties, scene.paths[0].properties);
}

#[test]
fn a_value_of_another_type_is_refused_with_its_place_in_the_export() {
    for (place, wrong) in [
        ("/walls/0/properties/locked", json!("yes")),
        ("/agents/0/preset_properties/health", json!(1.5)),
        ("/paths/0/nodes/0/properties/kind", json!("silly")),
        ("/agents/0/properties", Value::Null),
        ("/markers/0/properties", json!([])),
        ("/declared_properties", Value::Null),
    ] {
        let mut export = value(&placed(&scene(), 1.0));
        *export.pointer_mut(place).expect(place) = wrong;
        let message = read_export(&export.to_string())
            .expect_err(place)
            .to_string();
        assert!(message.contains(place), "{place}: {message}");
    }
}
