//! What agents do at a node, from the properties of its ring.

use super::invalid;
use super::objects::{Item, place_of};
use super::properties::{choice, is_on};
use super::scene_properties::json_list;
use crate::target::tiled::map::Properties;
use crate::target::tiled::node_script::{
    ACTIONS_ALONG, ACTIONS_AT_NODE, CHOOSE, ListProperty, NEXT_NODES, NOT_BACK,
};
use serde::de::DeserializeOwned;
use steerwright_format::FormatError;
use steerwright_runtime::scene::{Choose, NodeScript};

/// The script of a node, with y as in the map. It is empty if the ring has none of its properties.
pub fn node_script(item: &Item) -> Result<NodeScript, FormatError> {
    Ok(NodeScript {
        actions: list(item, ACTIONS_AT_NODE)?,
        along: list(item, ACTIONS_ALONG)?,
        next: list(item, NEXT_NODES)?,
        choose: choose(item)?,
        not_back: is_on(item.properties(), NOT_BACK),
    })
}

fn list<T: DeserializeOwned>(item: &Item, list: ListProperty) -> Result<Vec<T>, FormatError> {
    let properties: &Properties = item.properties();
    if !properties.contains_key(list.name) {
        return Ok(Vec::new());
    }
    let place = place_in(item, list.name);
    json_list(properties, list.name, list.limit, &place)
}

fn choose(item: &Item) -> Result<Choose, FormatError> {
    let properties = item.properties();
    if !properties.contains_key(CHOOSE) {
        return Ok(Choose::default());
    }
    let unknown = || {
        invalid(
            place_in(item, CHOOSE),
            "unknown; use \"random\" or \"in_turn\"",
        )
    };
    choice(properties, CHOOSE).ok_or_else(unknown)
}

fn place_in(item: &Item, property: &str) -> String {
    format!("{}, property \"{property}\"", place_of(item))
}
