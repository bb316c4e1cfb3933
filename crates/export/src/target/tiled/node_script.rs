//! What agents do at a node, as properties of its ring.
//!
//! Each list is JSON as in a scene file, in the units and axes of the map.

use super::map::{Properties, Value};
use super::values::json;
use crate::ExportError;
use steerwright_format::export_file::{PlacedScene, word};
use steerwright_format::limits::{ACTIONS, ALONG, Limit, NEXT};
use steerwright_runtime::scene::{Choose, LookAt, NodeAction, NodeScript};

/// A property that holds a list.
#[derive(Clone, Copy)]
pub struct ListProperty {
    pub name: &'static str,
    /// The number of entries.
    pub limit: &'static Limit,
}

pub const ACTIONS_AT_NODE: ListProperty = ListProperty {
    name: "actions",
    limit: &ACTIONS,
};
pub const ACTIONS_ALONG: ListProperty = ListProperty {
    name: "along",
    limit: &ALONG,
};
pub const NEXT_NODES: ListProperty = ListProperty {
    name: "next",
    limit: &NEXT,
};
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
        properties.insert(ACTIONS_AT_NODE.name.into(), json(&actions)?);
    }
    if !along.is_empty() {
        properties.insert(ACTIONS_ALONG.name.into(), json(along)?);
    }
    if !next.is_empty() {
        properties.insert(NEXT_NODES.name.into(), json(next)?);
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
