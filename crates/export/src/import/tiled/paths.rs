//! Paths: the points of a line, and the rings with the properties of its nodes.
//!
//! A point belongs to the ring with which it was exported, even if either was moved. A point
//! without a ring is a default node; a ring whose point was deleted is ignored.

use super::custom_properties::CustomProperties;
use super::node_script::node_script;
use super::objects::{Item, is_unmoved};
use super::properties::{choice, color, exact, id, is_on, number};
use crate::import::pairs;
use crate::target::tiled::map::Shape;
use crate::target::tiled::values::offset;
use glam::DVec2;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use steerwright_format::FormatError;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::scene::{Node, NodeId, NodeScript, PathId, PatrolPath, Properties};
use steerwright_runtime::steering::follow_path::Traversal;

/// Reads a path, with y as in the map. `scale` converts default lengths.
pub fn path(item: &Item, id: PathId, rings: &[Ring], scale: f64) -> PatrolPath {
    let (object, properties) = (&item.object, item.properties());
    let mut path = PatrolPath::new(id, object.name.clone());
    let length =
        |name: &str, default: f64| number(properties, name).unwrap_or(rounded(default * scale));
    (path.radius, path.tolerance) = (
        length("radius", path.radius),
        length("tolerance", path.tolerance),
    );
    path.shape = choice(properties, "shape").unwrap_or_default();
    path.traversal = if matches!(object.shape, Shape::Polygon(_)) {
        Traversal::Loop
    } else {
        choice(properties, "traversal").unwrap_or(Traversal::Once)
    };
    path.color = color(properties, "color");
    let points: &[DVec2] = if let Shape::Polyline(points) | Shape::Polygon(points) = &object.shape {
        points.as_slice()
    } else if is_on(properties, "empty") {
        &[]
    } else {
        &[DVec2::ZERO]
    };
    path.nodes = nodes(item, points, rings, path.radius);
    path
}

fn nodes(item: &Item, points: &[DVec2], rings: &[Ring], path_radius: f64) -> Vec<Node> {
    let origin = exact::<2>(item.properties()).map(DVec2::from_array);
    let stays = item.moved == DVec2::ZERO
        && item.object.rotation == 0.0
        && origin.is_some_and(|origin| is_unmoved(item.object.place, origin));
    let expected: Vec<DVec2> = rings
        .iter()
        .map(|ring| offset(ring.exact, origin.unwrap_or(item.object.place)))
        .collect();
    let pairs = pair(points, &expected);
    let mut nodes: Vec<(Option<u32>, Node)> = Vec::new();
    for (point, pair) in points.iter().zip(&pairs) {
        let ring = pair.map(|index| &rings[index]);
        let in_place = pair.is_some_and(|index| stays && is_unmoved(*point, expected[index]));
        let at = match ring {
            Some(ring) if in_place => ring.moved_to.unwrap_or(ring.exact),
            _ => item.map_position(*point),
        };
        let mut node = Node::at(NodeId(0), at);
        let mut known = None;
        if let Some(ring) = ring {
            node.radius =
                Some(ring.radius).filter(|radius| *radius != path_radius || ring.has_own_radius);
            (node.wait, node.speed) = (ring.wait, ring.speed);
            node.script.clone_from(&ring.script);
            node.properties.clone_from(&ring.properties);
            known = ring.node_id;
        }
        nodes.push((known, node));
    }
    let nodes = numbered(nodes.into_iter()).map(|(id, node)| Node {
        id: NodeId(id),
        ..node
    });
    nodes.collect()
}

/// Gives an id of its own to each node that has none, or one that another node has.
pub(super) fn numbered<T>(
    nodes: impl Iterator<Item = (Option<u32>, T)>,
) -> impl Iterator<Item = (u32, T)> {
    let mut taken = BTreeSet::new();
    let known: Vec<(Option<u32>, T)> = nodes
        .map(|(id, node)| (id.filter(|id| taken.insert(*id)), node))
        .collect();
    let mut next = taken.last().map_or(1, |last: &u32| last.wrapping_add(1));
    known.into_iter().map(move |(id, node)| {
        let id = id.unwrap_or_else(|| {
            while !taken.insert(next) {
                next = next.wrapping_add(1);
            }
            next
        });
        (id, node)
    })
}

/// The ring of a node.
pub struct Ring {
    /// Its exported center.
    exact: DVec2,
    /// Its center, if it was moved.
    moved_to: Option<DVec2>,
    radius: f64,
    has_own_radius: bool,
    wait: f64,
    speed: Option<f64>,
    script: Option<Arc<NodeScript>>,
    properties: Properties,
    node_id: Option<u32>,
}

/// The rings of a path by `index`. If several have the same index, the others are copies and are
/// ignored.
pub fn rings_in_order(
    items: impl Iterator<Item = Result<Item, FormatError>>,
    custom: &CustomProperties,
) -> Result<Vec<Ring>, FormatError> {
    let mut in_order: BTreeMap<u32, Ring> = BTreeMap::new();
    for (i, item) in items.enumerate() {
        let item = item?;
        let index = id(item.properties(), "index").unwrap_or(i as u32);
        if let Entry::Vacant(entry) = in_order.entry(index) {
            entry.insert(ring(&item, custom)?);
        }
    }
    Ok(in_order.into_values().collect())
}

fn ring(item: &Item, custom: &CustomProperties) -> Result<Ring, FormatError> {
    let (place, size) = (item.object.place, item.object.size);
    let properties = item.properties();
    let shown = (item.center(), rounded((size.x + size.y) / 4.0));
    let ring = Ring {
        exact: shown.0,
        moved_to: None,
        radius: shown.1,
        has_own_radius: is_on(properties, "own_radius"),
        wait: number(properties, "wait").unwrap_or_default(),
        speed: number(properties, "speed"),
        script: Some(node_script(item)?)
            .filter(|script| !script.is_empty())
            .map(Arc::new),
        properties: custom.of(properties),
        node_id: id(properties, "node_id"),
    };
    let Some([x, y, radius]) = exact::<3>(properties) else {
        return Ok(ring);
    };
    let exact = DVec2::new(x, y);
    let resized = !is_unmoved(size, DVec2::splat(rounded(2.0 * radius)));
    let moved = item.moved != DVec2::ZERO
        || item.object.rotation != 0.0
        || !is_unmoved(place, offset(exact, DVec2::splat(radius)));
    // Resizing also changes the corner or the center, which is not a move.
    let moved_to = Some(shown.0).filter(|_| moved && !resized);
    Ok(Ring {
        exact,
        moved_to,
        radius: if resized { shown.1 } else { radius },
        ..ring
    })
}

/// The ring of each point, if it has one: first the unchanged points, then the points between them
/// in order.
pub(super) fn pair(points: &[DVec2], expected: &[DVec2]) -> Vec<Option<usize>> {
    let mut anchors: Vec<(usize, usize)> = Vec::new();
    let mut next = 0;
    let index = Index::new(expected);
    for (i, point) in points.iter().enumerate() {
        if let Some(j) = index.first_from(*point, next, expected) {
            anchors.push((i, j));
            next = j + 1;
        }
    }
    pairs::between(anchors, points.len(), expected.len())
}

/// An index of offsets by their x, rounded to the digits that Tiled keeps.
struct Index {
    by_x: BTreeMap<String, Vec<usize>>,
}

fn key(x: f64) -> String {
    format!("{:.5e}", x + 0.0)
}

impl Index {
    fn new(expected: &[DVec2]) -> Self {
        let mut by_x: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, offset) in expected.iter().enumerate() {
            by_x.entry(key(offset.x)).or_default().push(i);
        }
        Self { by_x }
    }

    /// The first index from `from` whose offset is `point`.
    fn first_from(&self, point: DVec2, from: usize, expected: &[DVec2]) -> Option<usize> {
        let same_x = self.by_x.get(&key(point.x))?;
        let later = &same_x[same_x.partition_point(|&index| index < from)..];
        later
            .iter()
            .copied()
            .find(|&index| is_unmoved(point, expected[index]))
    }
}
