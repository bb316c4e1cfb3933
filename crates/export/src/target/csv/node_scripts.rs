//! `NAME.actions.csv` and `NAME.junctions.csv`: what agents do at nodes, and where they go on.

use super::table::{cell, table};
use crate::ExportError;
use crate::target::node_scripts::{self, ExportedAction};
use serde_json::Value;

const ACTIONS: [&str; 13] = [
    "path",
    "path_name",
    "node",
    "node_id",
    "list",
    "index",
    "distance",
    "x",
    "y",
    "kind",
    "parameter",
    "type",
    "value",
];
const JUNCTIONS: [&str; 10] = [
    "path",
    "path_name",
    "node",
    "node_id",
    "choose",
    "not_back",
    "index",
    "next_path",
    "next_node",
    "weight",
];

/// One row per parameter, because actions have different parameters.
pub(super) fn actions(exported: &Value) -> Result<Vec<u8>, ExportError> {
    let rows = node_scripts::actions(exported).flat_map(|action| {
        let mut parameters = Vec::new();
        for (name, value) in action.action.as_object().into_iter().flatten() {
            if name != "kind" {
                add_parameter(&mut parameters, name.clone(), value);
            }
        }
        let row = move |(name, value): (String, &Value)| row(&action, name, value);
        parameters.into_iter().map(row).collect::<Vec<_>>()
    });
    table(ACTIONS, rows)
}

/// A parameter with parts becomes one for each part, as in `at.kind`.
fn add_parameter<'a>(parameters: &mut Vec<(String, &'a Value)>, name: String, value: &'a Value) {
    match value {
        Value::Object(parts) => {
            for (part, value) in parts {
                add_parameter(parameters, format!("{name}.{part}"), value);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            parameters.push((name, value))
        }
    }
}

fn row(action: &ExportedAction<'_>, parameter: String, value: &Value) -> [String; 13] {
    let ExportedAction {
        at,
        index,
        along,
        action,
    } = action;
    let place = |key| cell(along.and_then(|along| along.get(key)));
    // The value of an event is a number or a text, which look the same in a cell.
    let value_type = match value {
        Value::Null => "",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) | Value::Object(_) => "list",
    };
    let list = if along.is_some() { "along" } else { "actions" };
    [
        cell(at.path.get("id")),
        cell(at.path.get("name")),
        at.index.to_string(),
        cell(at.node.get("id")),
        list.to_owned(),
        index.to_string(),
        place("distance"),
        place("x"),
        place("y"),
        cell(action.get("kind")),
        parameter,
        value_type.to_owned(),
        cell(Some(value)),
    ]
}

/// One row per node to which a junction leads on.
pub(super) fn junctions(exported: &Value) -> Result<Vec<u8>, ExportError> {
    let rows = node_scripts::choices(exported).map(|choice| {
        let at = choice.at;
        [
            cell(at.path.get("id")),
            cell(at.path.get("name")),
            at.index.to_string(),
            cell(at.node.get("id")),
            cell(at.node.get("choose")),
            cell(at.node.get("not_back")),
            choice.index.to_string(),
            cell(choice.next.get("path")),
            cell(choice.next.get("node")),
            cell(choice.next.get("weight")),
        ]
    });
    table(JUNCTIONS, rows)
}
