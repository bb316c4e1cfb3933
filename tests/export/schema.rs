//! The schema of exports accepts every export and rejects invalid ones.

use steerwright_export::conformance::{self, Case, CaseExport, Expectation};
use steerwright_export::{self as export, ExportTarget};
use steerwright_format::export_file::export_schema;
use steerwright_runtime::scene::ExportOptions;
use steerwright_runtime::scene::Plane;
use steerwright_testing::cases::{OTHER_VERSIONS, SUITE, case_files};
use steerwright_testing::shipped::{current_schema, every_scene};

/// Every export that a conformance case runs or applies, also those of other versions, and every
/// shipped scene, placed in several ways.
fn every_export() -> Vec<(String, String)> {
    let mut exports = Vec::new();
    for (path, file) in [SUITE, OTHER_VERSIONS].into_iter().flat_map(case_files) {
        // The exports of refusals may be empty, and no version writes the unusual one.
        let is_written = |case: &Case| {
            matches!(case.expectation, Expectation::Run { .. }) && case.name != conformance::UNUSUAL
        };
        if file.cases.iter().any(is_written) {
            let named = |export: CaseExport| (format!("{path}: {}", export.label), export.text);
            exports.extend(file.exports.into_iter().map(named));
        }
    }
    for (name, scene) in every_scene() {
        for options in [
            ExportOptions::default(),
            ExportOptions {
                y_down: true,
                plane: Plane::Xz,
                scale: 32.0,
                ..ExportOptions::default()
            },
        ] {
            let files = export::export(&scene, ExportTarget::Json, &options).expect("an export");
            assert_eq!(files[1].name, "steerwright/steer.schema.json");
            assert_eq!(files[1].bytes, export_schema().into_bytes());
            exports.push((
                name.clone(),
                String::from_utf8(files[0].bytes.clone()).expect("text"),
            ));
        }
    }
    exports
}

#[test]
fn the_schema_of_exports_is_current_accepts_every_export_and_rejects_broken_ones() {
    let schema = current_schema("export.schema.json", &export_schema());
    let exports = every_export();
    assert!(exports.len() >= 50 + 2 + 18);
    for (name, text) in &exports {
        let mut file: serde_json::Value = serde_json::from_str(text).expect("JSON");
        // What a later version writes is newer than the schema knows, and else the same.
        file["format_version"] = 1.into();
        let faults: Vec<String> = schema
            .iter_errors(&file)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
    }
    let good: serde_json::Value = serde_json::from_str(&exports[0].1).expect("JSON");
    let (_, patrol) = exports
        .iter()
        .find(|(name, _)| name == "samples/gate-patrol.cases: base")
        .expect("a patrol");
    let patrol: serde_json::Value = serde_json::from_str(patrol).expect("JSON");
    let (_, chase) = exports
        .iter()
        .find(|(name, _)| name == "samples/grid-chase.cases: base")
        .expect("a chase");
    let chase: serde_json::Value = serde_json::from_str(chase).expect("JSON");
    let broken: [(&serde_json::Value, &str, serde_json::Value); 20] = [
        (&good, "/format", "steerwright-scene".into()),
        (&good, "/ticks_per_second", 0.into()),
        (&good, "/turn_sign", 2.into()),
        (&good, "/pointer", serde_json::json!([0, 0])),
        (&good, "/scale", 0.into()),
        (&good, "/cells/size", 0.into()),
        (&patrol, "/paths/0/traversal", "pingpong".into()),
        (&patrol, "/paths/0/points/1", serde_json::json!([1, 2, 3])),
        (&patrol, "/paths/0/nodes/0/wait_ticks", 1.5.into()),
        (&patrol, "/paths/0/nodes/0/point", (-1).into()),
        (&patrol, "/paths/0/nodes/0/x", "0".into()),
        (
            &patrol,
            "/agents/0/random_state",
            serde_json::json!([1, 2, 3]),
        ),
        (
            &patrol,
            "/agents/0/random_state/2",
            4_294_967_296_u64.into(),
        ),
        (&patrol, "/agents/0/body/mass", 0.into()),
        (&patrol, "/agents/0/behaviors/0/kind", "teleport".into()),
        (&patrol, "/agents/0/behaviors/0/start", "last".into()),
        (
            &patrol,
            "/agents/0/target",
            serde_json::json!({ "kind": "path", "id": 1 }),
        ),
        (&patrol, "/agents/0/color", "red".into()),
        (&chase, "/agents/0/motion", "flying".into()),
        (&chase, "/cells/blocked/0", serde_json::json!([0.5, 1])),
    ];
    for (file, pointer, wrong) in broken {
        assert!(schema.is_valid(file));
        let mut file = file.clone();
        *file
            .pointer_mut(pointer)
            .unwrap_or_else(|| panic!("no {pointer}")) = wrong.clone();
        assert!(
            !schema.is_valid(&file),
            "{wrong} at {pointer} passes the schema"
        );
    }
    let mut missing = Vec::new();
    fields_of("", &patrol, &mut missing);
    for pointer in missing {
        let mut file = patrol.clone();
        let (object, key) = pointer.rsplit_once('/').expect("a pointer");
        file.pointer_mut(object)
            .and_then(serde_json::Value::as_object_mut)
            .expect("an object")
            .remove(key);
        let needed = !["/plane", "/origin"].contains(&pointer.as_str());
        assert_eq!(!schema.is_valid(&file), needed, "without {pointer}");
    }
}

/// Pointers to every field of every object in `value`.
fn fields_of(place: &str, value: &serde_json::Value, found: &mut Vec<String>) {
    for (key, inner) in value.as_object().into_iter().flatten() {
        found.push(format!("{place}/{key}"));
        fields_of(&format!("{place}/{key}"), inner, found);
    }
    for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
        fields_of(&format!("{place}/{i}"), inner, found);
    }
}
