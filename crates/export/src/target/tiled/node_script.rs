//! What agents do at a node, as properties of its ring.
//!
//! Each list is JSON as in a scene file, in the units and axes of the map.

use super::map::{Properties, Value};
use super::values::json;
use crate::ExportError;
use steerwright_format::export_file::{PlacedScene, word};
use steerwright_format::limits::{ACTIONS, ALONG, Limit, NEXT};
use steerwright_runtime::scene::{Choose, LookAt, NodeAction, NodeScript};

/// The properties that hold lists.
pub const ACTIONS_AT_NODE: (&str, &Limit) = ("actions", &ACTIONS);
pub const ACTIONS_ALONG: (&str, &Limit) = ("along", &ALONG);
pub const NEXT_NODES: (&str, &Limit) = ("next", &NEXT);
/// The property with the name of a [`Choose`].
pub const CHOOSE: &str = "choose";
/// The property that is true if agents do not go back.
pub const NOT_BACK: &str = "not_back";

/// Adds the properties of a script to those of its node.
pub fn add_script(
    properties: &mut Properties,
    script: &NodeScript,
    placed: &PlacedScene,
) -> Result<(), ExportError> {
    let NodeScript {
        actions,
        along,
        next,
        choose,
        not_back,
    } = script;
    if !actions.is_empty() {
        let mut actions = actions.clone();
        flip_points(&mut actions, |y| placed.y(y));
        properties.insert(ACTIONS_AT_NODE.0.into(), json(&actions)?);
    }
    if !along.is_empty() {
        properties.insert(ACTIONS_ALONG.0.into(), json(along)?);
    }
    if !next.is_empty() {
        properties.insert(NEXT_NODES.0.into(), json(next)?);
    }
    if *choose != Choose::default() {
        properties.insert(CHOOSE.into(), Value::Text(word(choose)));
    }
    if *not_back {
        properties.insert(NOT_BACK.into(), Value::Bool(true));
    }
    Ok(())
}

/// Changes the y of the points that agents look at, between the axes of the scene and of the map.
pub fn flip_points(actions: &mut [NodeAction], flip: impl Fn(f64) -> f64) {
    for action in actions {
        if let NodeAction::Look {
            at: LookAt::Point { y, .. },
            ..
        } = action
        {
            *y = flip(*y);
        }
    }
}
