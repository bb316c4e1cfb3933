//! The objects of a map that stand for a node of a path.

use super::{Route, by_source, route_of};
use crate::import::level::merge::Import;
use crate::import::level::merger::Merger;
use crate::import::level::node_places::{NodePlaces, normalized_name, set_value_of};
use crate::import::level::properties::Owned;
use crate::import::level::{Found, Level, MapProperty, MapValue};
use std::collections::{BTreeMap, BTreeSet};
use steerwright_runtime::scene::{NodeId, PropertyItem};

/// An object that says what agents do at a node.
pub struct NodeObject {
    pub source: String,
    pub name: String,
    /// The index of its path.
    pub route: usize,
    /// The index of its node.
    pub node: usize,
    pub properties: Vec<MapProperty>,
    /// The words for a list of changes.
    pub line: String,
}

impl Merger<'_> {
    /// Finds the nodes of the objects for nodes. An object without one is listed as left out.
    pub(super) fn node_objects(
        &mut self,
        routes: &[Route],
        level: &Level,
        import: &Import,
    ) -> Vec<NodeObject> {
        let reach = level.pixels_per_unit / import.placing.pixels_per_unit / 2.0;
        let mut places = NodePlaces::new(reach);
        for (index, route) in routes.iter().enumerate() {
            for (node, &at) in route.points.iter().enumerate() {
                places.add(index, node, at);
            }
        }
        let by_source = by_source(routes);
        let find = |found: &Found| -> Result<(usize, usize), String> {
            let path = match set_value_of(&found.properties, "path") {
                None => None,
                Some(MapValue::Reference(Some(source))) => {
                    Some(route_of(&by_source, source).ok_or(
                        "its property \"path\" leads to nothing that is imported as a path",
                    )?)
                }
                Some(_) => return Err("its property \"path\" is no reference to a path".into()),
            };
            let route = path.and_then(|path| routes.get(path));
            let number = match (set_value_of(&found.properties, "index"), route) {
                (None, _) => None,
                (Some(MapValue::Int(number)), Some(route)) => {
                    let known = |listed: &&usize| **listed as f64 == *number;
                    let node = route.numbers.iter().position(|listed| known(&listed));
                    Some(node.ok_or(format!(
                        "its property \"index\" is {number}; use 0 to {}, because the path has {} nodes",
                        route.count.saturating_sub(1),
                        route.count
                    ))?)
                }
                (Some(_), _) => {
                    return Err(
                        "its property \"index\" needs to be a whole number, with a \"path\"".into(),
                    );
                }
            };
            if let (Some(path), Some(node)) = (path, number) {
                return Ok((path, node));
            }
            let at = found.node_at.unwrap_or_default();
            let at = import.placing.point(at, level.y_up);
            places
                .nearest(at, |line| path.is_none_or(|path| path == line))
                .ok_or_else(|| {
                    "it is not on a node of a line that is imported as a path; put it there, or set \"path\" and \"index\"".into()
                })
        };
        let mut taken = BTreeSet::new();
        let mut objects = Vec::new();
        for found in &level.nodes {
            let what = format!("node {:?} ({})", found.name, found.source);
            let (route, node) = match find(found) {
                Ok(place) if taken.insert(place) => place,
                Ok(_) => {
                    self.changes
                        .leave_out(what, "another object is for the same node");
                    continue;
                }
                Err(why) => {
                    self.changes.leave_out(what, why);
                    continue;
                }
            };
            let is_place = |property: &&MapProperty| {
                matches!(&*normalized_name(&property.name), "path" | "index")
            };
            let properties = found.properties.iter();
            objects.push(NodeObject {
                source: found.source.clone(),
                name: found.name.clone(),
                route,
                node,
                properties: properties
                    .filter(|property| !is_place(property))
                    .cloned()
                    .collect(),
                line: what,
            });
        }
        self.add_gone_node_values(routes, &taken);
        objects
    }

    /// Lists the values of nodes of which the map no longer says anything.
    fn add_gone_node_values(&mut self, routes: &[Route], taken: &BTreeSet<(usize, usize)>) {
        for (index, route) in routes.iter().enumerate() {
            let Some(was) = &route.was else { continue };
            if was.node_property_values.is_empty() {
                continue;
            }
            let path = self.scene.path(route.id);
            let path = path.filter(|path| path.nodes.len() == route.points.len());
            let Some(path) = path else {
                // Its nodes are not those of the map, so that nothing is known about them.
                if let Some(record) = self.after.paths.get_mut(&route.id) {
                    record
                        .node_property_values
                        .clone_from(&was.node_property_values);
                }
                continue;
            };
            let nodes = path.nodes.iter().enumerate();
            let numbers: BTreeMap<NodeId, usize> =
                nodes.map(|(index, node)| (node.id, index)).collect();
            for (id, values) in &was.node_property_values {
                let node = numbers.get(id).copied();
                if node.is_some_and(|node| !taken.contains(&(index, node))) {
                    self.owned.push(Owned {
                        item: PropertyItem::Node(route.id, *id),
                        name: String::new(),
                        is_known: true,
                        was: values.clone(),
                        line: format!("a node of {}", route.line),
                        properties: Vec::new(),
                        unused: BTreeMap::new(),
                    });
                }
            }
        }
    }
}
