//! The tables for Unreal.

use super::{cell, exported, list, set_values};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use steerwright_export::ExportTarget;
use steerwright_testing::hard_metadata::{HARD_TEXT, scene_with_hard_metadata};

/// A text without the control characters that tables of Unreal cannot have.
fn in_unreal(text: &str) -> String {
    let is_kept = |c: char| matches!(c, '\n' | '\r' | '\t') || !c.is_control();
    text.chars()
        .map(|c| if is_kept(c) { c } else { ' ' })
        .collect()
}

#[test]
fn data_tables_have_every_value_and_action() {
    let scene = scene_with_hard_metadata();
    let exported = exported(&scene, ExportTarget::Unreal);
    let mut found: Vec<[String; 5]> = exported
        .rows("_Properties.csv")
        .iter()
        .map(|row| ["Item", "PathId", "ItemId", "Name", "Value"].map(|column| row[column].clone()))
        .collect();
    found.sort();
    let mut expected: Vec<[String; 5]> = set_values(&exported, &scene)
        .into_iter()
        .map(|(kind, path, id, name, value)| {
            let kind = kind[..1].to_uppercase() + &kind[1..];
            let path = if path.is_empty() {
                "-1".to_owned()
            } else {
                path
            };
            [kind, path, id, in_unreal(&name), in_unreal(&cell(&value))]
        })
        .collect();
    expected.sort();
    assert_eq!(found, expected);
    let defaults = exported.rows("_DeclaredProperties.csv");
    let of_kinds = scene
        .declared_properties
        .iter()
        .map(|own| own.on.iter().count());
    assert_eq!(defaults.len(), of_kinds.sum::<usize>());
    for (item, name, default) in [
        ("Wall", "health", "100"),
        ("Preset", "my prop", in_unreal(HARD_TEXT).as_str()),
        ("Node", "]]>", "1st"),
    ] {
        let is_found = |row: &&BTreeMap<String, String>| row["Item"] == item && row["Name"] == name;
        let row = defaults.iter().find(is_found).expect(name);
        assert_eq!(row["Default"], default);
    }
    let of_paths = defaults.iter().filter(|row| row["Item"] == "Path");
    assert!(!of_paths.into_iter().any(|row| row["Name"] == "]]>"));

    let actions = exported.rows("_Actions.csv");
    let mut rows = actions.iter();
    for (_, number, node) in exported.nodes() {
        let at_node = list(&node["actions"])
            .iter()
            .map(|action| (action, "False"));
        let along = list(&node["along"])
            .iter()
            .map(|along| (&along["action"], "True"));
        for (action, along) in at_node.chain(along) {
            let row = rows.next().expect("a row");
            assert_eq!(
                (row["Node"].as_str(), row["bAlong"].as_str()),
                (number.to_string().as_str(), along)
            );
            is_action(row, action);
        }
    }
    assert!(rows.next().is_none() && actions.len() > 14);
    let junctions = exported.rows("_Junctions.csv");
    let cells = [
        "PathId",
        "NodeId",
        "Choose",
        "bNotBack",
        "Index",
        "NextPathId",
        "NextNode",
        "Weight",
    ]
    .map(|column| junctions[0][column].as_str());
    assert_eq!(
        (cells, junctions.len()),
        (["3", "1", "InTurn", "True", "0", "3", "1", "3"], 2)
    );
}

/// Compares a row with an action of the export.
fn is_action(row: &BTreeMap<String, String>, action: &Value) {
    let fields: &Map<String, Value> = action.as_object().expect("an action");
    let vector = |x: &Value, y: &Value| format!("(X={},Y={},Z=0)", cell(x), cell(y));
    for (key, value) in fields {
        let (column, expected) = match (fields["kind"].as_str().expect("a kind"), key.as_str()) {
            (kind, "kind") => (
                "Kind",
                if kind == "set_wall" {
                    "SetWall".to_owned()
                } else {
                    kind[..1].to_uppercase() + &kind[1..]
                },
            ),
            ("wait", "min") => ("MinWait", cell(value)),
            ("wait", "max") => ("MaxWait", cell(value)),
            ("look", "at") => match value["kind"].as_str() {
                Some("direction") => ("LookDirection", vector(&value["x"], &value["y"])),
                Some("point") => ("LookLocation", vector(&value["x"], &value["y"])),
                _ => ("LookMarkerId", cell(&value["id"])),
            },
            ("look" | "sweep", "turn_rate") => (
                "TurnRate",
                if value.is_null() {
                    "-1".into()
                } else {
                    cell(value)
                },
            ),
            ("sweep", "from") => ("SweepFrom", vector(&value[0], &value[1])),
            ("sweep", "to") => ("SweepTo", vector(&value[0], &value[1])),
            ("sweep", "times") => ("SweepTimes", cell(value)),
            ("speed", "limit") => (
                "SpeedLimit",
                if value.is_null() {
                    "-1".into()
                } else {
                    cell(value)
                },
            ),
            ("emit", "name") => ("EventName", in_unreal(&cell(value))),
            ("emit", "value") => match value {
                Value::String(text) => ("EventText", in_unreal(text)),
                Value::Number(_) => ("EventNumber", cell(value)),
                _ => ("EventValue", "None".into()),
            },
            ("set_wall", "wall") => ("WallId", cell(value)),
            ("set_wall", "open") => ("bOpen", if value == true { "True" } else { "False" }.into()),
            ("meet", "name") => ("MeetingName", in_unreal(&cell(value))),
            ("meet", "count") => ("MeetingCount", cell(value)),
            // Ticks, degrees and turns of a tick follow from others.
            _ => continue,
        };
        assert_eq!(row[column], expected, "{action}");
    }
}
