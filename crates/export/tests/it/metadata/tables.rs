//! The tables of CSV.

use super::{cell, declared_type, exported, list, set_values};
use serde_json::Value;
use std::collections::BTreeMap;
use steerwright_export::{self as export, ExportTarget};
use steerwright_runtime::scene::Scene;
use steerwright_testing::hard_metadata::scene_with_hard_metadata;

#[test]
fn the_tables_have_every_value_that_was_set() {
    let scene = scene_with_hard_metadata();
    let exported = exported(&scene, ExportTarget::Csv);
    let expected = set_values(&exported, &scene);
    assert!(expected.len() > 6 * 20, "{}", expected.len());
    let mut found: Vec<[String; 6]> = exported
        .rows(".properties.csv")
        .iter()
        .map(|row| {
            ["item", "path", "id", "name", "type", "value"].map(|column| row[column].clone())
        })
        .collect();
    found.sort();
    let expected: Vec<[String; 6]> = expected
        .into_iter()
        .map(|(kind, path, id, name, value)| {
            let value_type = declared_type(&scene, &name, "");
            [kind.to_owned(), path, id, name, value_type, cell(&value)]
        })
        .collect();
    assert_eq!(found, expected);
    let declared = exported.rows(".declared_properties.csv");
    assert_eq!(
        declared.len(),
        list(&exported.json["declared_properties"]).len()
    );
    for (row, expected) in declared
        .iter()
        .zip(list(&exported.json["declared_properties"]))
    {
        for (column, field) in [
            ("name", "name"),
            ("type", "type"),
            ("refers_to", "refers_to"),
            ("default", "default"),
            ("description", "description"),
            ("choices", "choices"),
        ] {
            assert_eq!(row[column], cell(&expected[field]), "{column}");
        }
        let on: Vec<&str> = list(&expected["on"])
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(row["on"], on.join(" "));
    }
}

/// The parameters of an action by name, and those of an object in it as `name.part`.
fn parameters(action: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (name, value) in action.as_object().expect("an action") {
        match value {
            Value::Object(parts) => {
                all.extend(
                    parts
                        .iter()
                        .map(|(part, value)| (format!("{name}.{part}"), value.clone())),
                );
            }
            _ if name == "kind" => {}
            _ => all.push((name.clone(), value.clone())),
        }
    }
    all
}

#[test]
fn the_tables_have_every_action_and_junction() {
    let exported = exported(&scene_with_hard_metadata(), ExportTarget::Csv);
    let (actions, junctions) = (
        exported.rows(".actions.csv"),
        exported.rows(".junctions.csv"),
    );
    let (mut action_rows, mut junction_rows) = (actions.iter(), junctions.iter());
    for (path, number, node) in exported.nodes() {
        let has_place = |row: &BTreeMap<String, String>| {
            let place = ["path", "path_name", "node", "node_id"].map(|column| row[column].clone());
            assert_eq!(
                place,
                [
                    cell(&path["id"]),
                    cell(&path["name"]),
                    number.to_string(),
                    cell(&node["id"])
                ]
            );
        };
        let at_node = list(&node["actions"]).iter().enumerate();
        let at_node = at_node.map(|(i, action)| ("actions", i, action, &Value::Null));
        let along = list(&node["along"]).iter().enumerate();
        let along = along.map(|(i, along)| ("along", i, &along["action"], along));
        for (list, i, action, along) in at_node.chain(along) {
            for (name, value) in parameters(action) {
                let row = action_rows.next().expect("a row");
                has_place(row);
                let cells = [
                    "list",
                    "index",
                    "kind",
                    "parameter",
                    "value",
                    "distance",
                    "x",
                    "y",
                ]
                .map(|column| row[column].clone());
                let expected = [
                    list.to_owned(),
                    i.to_string(),
                    cell(&action["kind"]),
                    name,
                    cell(&value),
                    cell(&along["distance"]),
                    cell(&along["x"]),
                    cell(&along["y"]),
                ];
                assert_eq!(cells, expected);
                let is_type = match row["type"].as_str() {
                    "number" => value.is_number(),
                    "text" => value.is_string(),
                    "bool" => value.is_boolean(),
                    "list" => value.is_array(),
                    _ => value.is_null(),
                };
                assert!(is_type, "{row:?}");
            }
        }
        for (i, next) in list(&node["next"]).iter().enumerate() {
            let row = junction_rows.next().expect("a row");
            has_place(row);
            let cells = [
                "choose",
                "not_back",
                "index",
                "next_path",
                "next_node",
                "weight",
            ]
            .map(|column| row[column].clone());
            let expected = [
                cell(&node["choose"]),
                cell(&node["not_back"]),
                i.to_string(),
                cell(&next["path"]),
                cell(&next["node"]),
                cell(&next["weight"]),
            ];
            assert_eq!(cells, expected);
        }
    }
    assert!(action_rows.next().is_none() && junction_rows.next().is_none());
    assert!(actions.len() > 30 && junctions.len() == 2);
}

/// Those paths come back without what only the other tables have.
#[test]
fn nodes_with_actions_and_properties_are_imported_from_their_table() {
    let scene = scene_with_hard_metadata();
    let exported = exported(&scene, ExportTarget::Csv);
    let imported = export::import("Full.nodes.csv", exported.text(".nodes.csv"));
    let imported = imported.expect("a table").expect("a scene");
    let places = |scene: &Scene| {
        let paths = scene.paths.iter();
        paths
            .flat_map(|path| {
                path.nodes
                    .iter()
                    .map(|node| (node.id, node.position, node.wait, node.speed))
                    .collect::<Vec<_>>()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&imported), places(&scene));
}
