//! The shipped files.

use crate::root;
use std::collections::BTreeSet;
use std::path::PathBuf;
use steerwright_format::{load_preset, load_scene};
use steerwright_runtime::scene::{Preset, Scene};

pub fn presets(folder: &str) -> PathBuf {
    root().join("presets").join(folder)
}

pub fn files(folder: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(presets(folder)).expect("the folder");
    entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect()
}

pub fn scene(name: &str) -> Scene {
    load_scene(&presets("scenes").join(format!("{name}.scene.json")))
        .unwrap_or_else(|error| panic!("{error}"))
        .value
}

pub fn every_scene() -> Vec<(String, Scene)> {
    files("scenes")
        .iter()
        .map(|file| (file.clone(), scene(file.trim_end_matches(".scene.json"))))
        .collect()
}

pub fn every_agent_preset() -> Vec<Preset> {
    files("agents")
        .iter()
        .map(|file| {
            load_preset(&presets("agents").join(file))
                .unwrap_or_else(|error| panic!("{error}"))
                .value
        })
        .collect()
}

#[cfg(feature = "schema")]
pub fn current_schema(file: &str, generated: &str) -> jsonschema::Validator {
    let path = presets("schema").join(file);
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(&path, generated).expect("written");
    }
    let text = std::fs::read_to_string(path).expect("a schema");
    assert!(
        text == generated,
        "presets/schema/{file} is out of date; run this test with UPDATE_SCHEMA=1"
    );
    jsonschema::validator_for(&serde_json::from_str(&text).expect("JSON")).expect("a valid schema")
}
