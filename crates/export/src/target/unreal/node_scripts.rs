//! `NAME_Actions.csv` and `NAME_Junctions.csv`: what agents do at nodes, and where they go on.

use super::cell::{flag, placed_vector, printable, table, text};
use crate::ExportError;
use crate::target::node_scripts::{self, ExportedAction, ExportedNode};
use serde_json::Value;
use steerwright_format::export_file::PlacedScene;

const ACTIONS: [&str; 29] = [
    "---",
    "PathId",
    "PathName",
    "Node",
    "NodeId",
    "bAlong",
    "Index",
    "Location",
    "Distance",
    "Kind",
    "MinWait",
    "MaxWait",
    "LookAt",
    "LookDirection",
    "LookLocation",
    "LookMarkerId",
    "SweepFrom",
    "SweepTo",
    "SweepTimes",
    "TurnRate",
    "SpeedLimit",
    "EventName",
    "EventValue",
    "EventText",
    "EventNumber",
    "WallId",
    "bOpen",
    "MeetingName",
    "MeetingCount",
];
const JUNCTIONS: [&str; 11] = [
    "---",
    "PathId",
    "PathName",
    "Node",
    "NodeId",
    "Choose",
    "bNotBack",
    "Index",
    "NextPathId",
    "NextNode",
    "Weight",
];

/// One row per action. Columns that do not belong to its kind have the defaults of the row
/// structure.
pub(super) fn actions(exported: &Value, placed: &PlacedScene) -> Result<Vec<u8>, ExportError> {
    let rows = node_scripts::actions(exported).map(|action| action_row(&action, placed));
    table(ACTIONS, rows)
}

fn action_row(found: &ExportedAction<'_>, placed: &PlacedScene) -> [String; 29] {
    let ExportedAction {
        at,
        index,
        along,
        action,
    } = *found;
    let kind = action["kind"].as_str().unwrap_or_default();
    // The same parameter stands for different properties of actions of different kinds.
    let of_kind = |of: &str, key: &str| {
        let parameter = (kind == of).then(|| &action[key]);
        parameter.unwrap_or(&Value::Null)
    };
    let look = of_kind("look", "at");
    let look_kind = look["kind"].as_str().unwrap_or_default();
    let look_vector = |of: &str| {
        let vector = (look_kind == of).then(|| xy(&look["x"], &look["y"], placed));
        vector.unwrap_or_else(|| placed_vector(0.0, 0.0, placed))
    };
    let sweep = |key: &str| {
        let direction = of_kind("sweep", key);
        xy(&direction[0], &direction[1], placed)
    };
    let value = of_kind("emit", "value");
    let (list, place) = if along.is_some() {
        ("Along", along)
    } else {
        ("Action", Some(at.node))
    };
    let place = place.unwrap_or(&Value::Null);
    let turn_rate = action.get("turn_rate").unwrap_or(&Value::Null);
    let [path_id, path_name, node, node_id] = node_cells(at);
    [
        format!("Path{path_id}Node{node_id}{list}{index}"),
        path_id,
        path_name,
        node,
        node_id,
        flag(along.is_some()),
        index.to_string(),
        xy(&place["x"], &place["y"], placed),
        number(along.map_or(&Value::Null, |along| &along["distance"]), -1.0),
        camel(kind),
        number(of_kind("wait", "min"), 0.0),
        number(of_kind("wait", "max"), 0.0),
        camel(if look_kind.is_empty() {
            "none"
        } else {
            look_kind
        }),
        look_vector("direction"),
        look_vector("point"),
        number(&look["id"], -1.0),
        sweep("from"),
        sweep("to"),
        number(of_kind("sweep", "times"), 0.0),
        number(turn_rate, -1.0),
        number(of_kind("speed", "limit"), -1.0),
        text(of_kind("emit", "name").as_str().unwrap_or_default()),
        event_value(value).to_owned(),
        text(value.as_str().unwrap_or_default()),
        number(value, 0.0),
        number(of_kind("set_wall", "wall"), -1.0),
        flag(*of_kind("set_wall", "open") == Value::Bool(true)),
        text(of_kind("meet", "name").as_str().unwrap_or_default()),
        number(of_kind("meet", "count"), 0.0),
    ]
}

fn event_value(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "Text",
        Value::Number(_) => "Number",
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => "None",
    }
}

/// One row per node to which a junction leads on.
pub(super) fn junctions(exported: &Value) -> Result<Vec<u8>, ExportError> {
    let rows = node_scripts::choices(exported).map(|choice| {
        let [path_id, path_name, node, node_id] = node_cells(choice.at);
        let fields = choice.at.node;
        [
            format!("Path{path_id}Node{node_id}Next{}", choice.index),
            path_id,
            path_name,
            node,
            node_id,
            camel(fields["choose"].as_str().unwrap_or_default()),
            flag(fields["not_back"] == Value::Bool(true)),
            choice.index.to_string(),
            number(&choice.next["path"], -1.0),
            number(&choice.next["node"], -1.0),
            number(&choice.next["weight"], 1.0),
        ]
    });
    table(JUNCTIONS, rows)
}

/// The id and name of the path of a node, its index and its id.
fn node_cells(at: ExportedNode<'_>) -> [String; 4] {
    [
        number(&at.path["id"], -1.0),
        printable(at.path["name"].as_str().unwrap_or_default()),
        at.index.to_string(),
        number(&at.node["id"], -1.0),
    ]
}

fn number(value: &Value, otherwise: f64) -> String {
    value.as_f64().unwrap_or(otherwise).to_string()
}

/// What the export has in the axes of the game already.
fn xy(x: &Value, y: &Value, placed: &PlacedScene) -> String {
    let [x, y] = [x, y].map(|number| number.as_f64().unwrap_or_default());
    placed_vector(x, y, placed)
}

/// A word of an export as the name of an enum value: `SetWall` for `set_wall`.
fn camel(word: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    word.split('_').map(capital).collect()
}
