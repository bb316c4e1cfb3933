//! Custom properties and actions at nodes in the tables, drawings and scripts that are not read by
//! a runtime.

mod data_tables;
mod drawings;
mod scripts;
mod tables;

use serde_json::{Value, json};
use std::collections::BTreeMap;
use steerwright_export::{self as export, ExportTarget, OutputFile};
use steerwright_runtime::scene::{PropertyItem, PropertyValue, Scene};
use steerwright_testing::hard_metadata::{HARD_TEXT, scene_with_hard_metadata};

pub(super) struct Exported {
    pub files: Vec<OutputFile>,
    /// The same scene in the same units and axes.
    pub json: Value,
}

pub(super) fn exported(scene: &Scene, target: ExportTarget) -> Exported {
    let options = target.default_options();
    let json = export::export(scene, ExportTarget::Json, &options).expect("an export");
    Exported {
        files: export::export(scene, target, &options).expect("an export"),
        json: serde_json::from_slice(&json[0].bytes).expect("JSON"),
    }
}

impl Exported {
    pub fn text(&self, end: &str) -> &str {
        let file = self.files.iter().find(|file| file.name.ends_with(end));
        std::str::from_utf8(&file.expect(end).bytes).expect("UTF-8")
    }

    /// The rows of a table, by column. Texts that a spreadsheet would take for formulas are as they
    /// were.
    pub fn rows(&self, end: &str) -> Vec<BTreeMap<String, String>> {
        let text = self.text(end).trim_start_matches('\u{feff}');
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let mut rows: Vec<BTreeMap<String, String>> = reader
            .deserialize()
            .map(|row| row.expect("a row"))
            .collect();
        for cell in rows.iter_mut().flat_map(BTreeMap::values_mut) {
            let is_formula = |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r']);
            if let Some(text) = cell.strip_prefix('\'')
                && is_formula(text)
            {
                *cell = text.to_owned();
            }
        }
        rows
    }

    /// The nodes of the JSON with their paths.
    pub fn nodes(&self) -> Vec<(&Value, usize, &Value)> {
        let paths = self.json["paths"].as_array().expect("paths").iter();
        let nodes = paths.flat_map(|path| {
            let nodes = path["nodes"].as_array().expect("nodes").iter().enumerate();
            nodes.map(move |(i, node)| (path, i, node))
        });
        nodes.collect()
    }
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Every value that was set, with the kind of its item, the id of the path of a node, and the id of
/// the item.
pub(super) fn set_values(
    exported: &Exported,
    scene: &Scene,
) -> Vec<(&'static str, String, String, String, Value)> {
    let mut all = Vec::new();
    let mut add = |kind, path: &Value, id: &Value, properties: &Value| {
        for (name, value) in properties.as_object().into_iter().flatten() {
            let path = if path.is_null() {
                String::new()
            } else {
                path.to_string()
            };
            all.push((kind, path, id.to_string(), name.clone(), value.clone()));
        }
    };
    for (path, _, node) in exported.nodes() {
        add("node", &path["id"], &node["id"], &node["properties"]);
    }
    for (kind, key) in [
        ("path", "paths"),
        ("agent", "agents"),
        ("marker", "markers"),
        ("wall", "walls"),
    ] {
        for item in list(&exported.json[key]) {
            add(kind, &Value::Null, &item["id"], &item["properties"]);
        }
    }
    // Exports have the properties of presets at their agents.
    for agent in list(&exported.json["agents"]) {
        let preset = scene
            .presets
            .iter()
            .find(|preset| agent["preset"] == preset.name.as_str());
        let id = json!(preset.expect("a preset").id);
        add("preset", &Value::Null, &id, &agent["preset_properties"]);
    }
    all.sort_by(|a, b| (a.0, &a.1, &a.2, &a.3).cmp(&(b.0, &b.1, &b.2, &b.3)));
    all.dedup();
    all
}

/// A value as the text of a cell.
pub(super) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().expect("a number").to_string(),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

pub(super) fn declared_type(scene: &Scene, name: &str, otherwise: &str) -> String {
    let declared = scene.declared_property(name);
    declared
        .map_or(otherwise, |declared| declared.value_type.key())
        .to_owned()
}

/// A value whose numbers are all of one type: JSON does not tell 2 from 2.0.
pub(super) fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(fields) => (fields.iter())
            .map(|(name, value)| (name.clone(), plain(value)))
            .collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

#[test]
fn the_hard_scene_has_what_these_tests_look_for() {
    let scene = scene_with_hard_metadata();
    let wall = PropertyItem::Wall(scene.walls[0].id);
    let value = scene
        .properties_of(wall)
        .and_then(|values| values.get("my prop"));
    assert_eq!(value, Some(&PropertyValue::Text(HARD_TEXT.into())));
}
