//! To what in the scene the references of a map lead.

use super::objects::NodeObject;
use super::{Route, route_of};
use crate::import::level::merge::Import;
use crate::import::level::merger::Merger;
use crate::import::level::{Level, MapValue, Placing};
use glam::DVec2;
use serde_json::Value;
use std::collections::BTreeMap;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{MarkerId, NodeId, PathId, PropertyItem, WallId};

/// What can be referred to.
pub struct References<'a> {
    placing: Placing,
    y_up: bool,
    items: BTreeMap<String, PropertyItem>,
    names: BTreeMap<String, PropertyItem>,
    /// The nodes for which there are objects, by what identifies these.
    nodes: BTreeMap<String, (PathId, NodeId)>,
    node_names: BTreeMap<String, (PathId, NodeId)>,
    routes: BTreeMap<&'a str, usize>,
    /// The nodes of each path with their numbers, if they are those of the map.
    nodes_of: Vec<(PathId, Vec<(usize, NodeId)>)>,
}

impl<'a> References<'a> {
    pub fn new(
        merger: &Merger<'_>,
        routes: &'a [Route],
        objects: &[NodeObject],
        level: &Level,
        import: &Import,
    ) -> Self {
        let mut names = BTreeMap::new();
        for owned in (merger.owned.iter()).filter(|owned| !owned.name.is_empty()) {
            names.entry(owned.name.clone()).or_insert(owned.item);
        }
        let (mut nodes, mut node_names) = (BTreeMap::new(), BTreeMap::new());
        for object in objects {
            let Some(route) = routes.get(object.route) else {
                continue;
            };
            if let Some(node) = merger.node_id(route, object.node) {
                nodes.insert(object.source.clone(), (route.id, node));
                if !object.name.is_empty() {
                    let named = node_names.entry(object.name.clone());
                    named.or_insert((route.id, node));
                }
            }
        }
        let nodes_of = routes.iter().map(|route| {
            let path = merger.scene.path(route.id);
            let path = path.filter(|path| path.nodes.len() == route.points.len());
            let nodes = path.iter().flat_map(|path| &path.nodes);
            let numbers = route.numbers.iter().copied();
            (route.id, numbers.zip(nodes.map(|node| node.id)).collect())
        });
        Self {
            placing: import.placing,
            y_up: level.y_up,
            items: merger.items_by_source(),
            names,
            nodes,
            node_names,
            routes: super::by_source(routes),
            nodes_of: nodes_of.collect(),
        }
    }

    /// The number of units of a length in pixels.
    pub fn length(&self, pixels: f64) -> f64 {
        rounded(pixels / self.placing.pixels_per_unit)
    }

    /// The place in the scene.
    pub fn point(&self, pixels: DVec2) -> DVec2 {
        self.placing.point(pixels, self.y_up)
    }

    /// The marker to which a value leads.
    pub fn marker(&self, value: &MapValue) -> Result<MarkerId, String> {
        match self.item(value) {
            Some(PropertyItem::Marker(id)) => Ok(id),
            Some(_) | None => Err(format!(
                "{} leads to nothing that is imported as a marker",
                value.shown()
            )),
        }
    }

    /// The wall to which a value leads.
    pub fn wall(&self, value: &MapValue) -> Result<WallId, String> {
        match self.item(value) {
            Some(PropertyItem::Wall(id)) => Ok(id),
            Some(_) | None => Err(format!(
                "{} leads to nothing that is imported as a wall or door",
                value.shown()
            )),
        }
    }

    fn item(&self, value: &MapValue) -> Option<PropertyItem> {
        if let MapValue::Reference(Some(source)) = value {
            return self.items.get(source).copied();
        }
        self.names.get(value.text()?.trim()).copied()
    }

    /// The node to which a value leads: that of an object for a node, or the first one of a path.
    pub fn node(&self, value: &MapValue) -> Result<(PathId, NodeId), String> {
        let node = if let MapValue::Reference(Some(source)) = value {
            self.nodes.get(source)
        } else {
            let name = value.text();
            name.and_then(|name| self.node_names.get(name.trim()))
        };
        let first = || {
            let (path, nodes) = self.nodes_of.get(self.path(value)?)?;
            nodes.first().map(|(_, node)| (*path, *node))
        };
        let found = node.copied().or_else(first);
        found.ok_or_else(|| {
            format!(
                "{} leads to no node and to nothing that is imported as a path",
                value.shown()
            )
        })
    }

    /// The index of the path to which a value leads.
    pub fn path(&self, value: &MapValue) -> Option<usize> {
        if let MapValue::Reference(Some(source)) = value {
            return route_of(&self.routes, source);
        }
        let Some(PropertyItem::Path(id)) = self.names.get(value.text()?.trim()) else {
            return None;
        };
        self.nodes_of.iter().position(|(path, _)| path == id)
    }

    /// The node of a path with this number, which is that of its point in the map, from 0.
    pub fn node_of(&self, path: usize, number: usize) -> Option<(PathId, NodeId)> {
        let (path, nodes) = self.nodes_of.get(path)?;
        let index = nodes
            .binary_search_by_key(&number, |(known, _)| *known)
            .ok()?;
        nodes.get(index).map(|(_, node)| (*path, *node))
    }

    /// A reference in JSON: the id of an object of Tiled, the id of an entity of LDtk, or a name.
    pub fn in_json(&self, value: &Value) -> MapValue {
        let text = match value {
            Value::Number(number) => return MapValue::Reference(Some(format!("object/{number}"))),
            Value::String(text) => text.clone(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
        };
        let source = format!("entity/{text}");
        let is_entity = self.items.contains_key(&source)
            || self.nodes.contains_key(&source)
            || route_of(&self.routes, &source).is_some();
        if is_entity {
            MapValue::Reference(Some(source))
        } else {
            MapValue::Text(text)
        }
    }
}
