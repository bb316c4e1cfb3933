//! Routes: patrol paths made ready for walking.

use crate::geometry::catmull_rom;
use crate::geometry::decimal::rounded;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// What happens at the ends of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Traversal {
    /// The agent arrives at the last node and stays.
    Once,
    /// The last node leads back to the first.
    Loop,
    /// The agent turns round and walks back.
    #[default]
    PingPong,
}

/// How the nodes of a path are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// By straight segments.
    #[default]
    Straight,
    /// By a centripetal Catmull-Rom curve.
    CatmullRom,
}

/// A node of a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteNode {
    /// Where it lies, u.
    pub position: DVec2,
    /// Within this distance it is reached, u.
    pub radius: f64,
    /// How long an agent stays, s.
    pub wait: f64,
    /// Highest speed toward it, u/s; infinite for no limit.
    pub speed_limit: f64,
}

/// A node apart from its position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NodeDetails {
    radius: f64,
    wait: f64,
    speed_limit: f64,
}

/// A path made ready for walking: nodes, and the points of a curve between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    positions: Vec<DVec2>,
    /// What the nodes have besides positions; one entry if that is the same for all, else one a node.
    details: Vec<NodeDetails>,
    /// The points between node i and the next; one entry a segment, empty for straight paths.
    between: Vec<Vec<DVec2>>,
    pub(super) between_radius: f64,
    pub(super) traversal: Traversal,
}

impl Route {
    /// A route over `nodes`. A curve is reduced to points no further than `tolerance` u from it, which take the radius
    /// `between_radius`. The points are rounded to what a file holds, so that a game that reads them walks the same ones.
    pub fn new(
        nodes: Vec<RouteNode>,
        traversal: Traversal,
        shape: Shape,
        tolerance: f64,
        between_radius: f64,
    ) -> Self {
        let mut between = Vec::new();
        if shape == Shape::CatmullRom {
            between.resize_with(nodes.len(), Vec::new);
            let controls: Vec<DVec2> = nodes.iter().map(|node| node.position).collect();
            let mut segment = 0;
            for point in catmull_rom::flatten(&controls, traversal == Traversal::Loop, tolerance) {
                match point.control {
                    Some(index) => segment = index,
                    None => between[segment].push(DVec2::new(
                        rounded(point.position.x),
                        rounded(point.position.y),
                    )),
                }
            }
        }
        let details = |node: &RouteNode| NodeDetails {
            radius: node.radius,
            wait: node.wait,
            speed_limit: node.speed_limit,
        };
        let mut all_details: Vec<NodeDetails> = nodes.iter().map(details).collect();
        if all_details.windows(2).all(|pair| pair[0] == pair[1]) {
            all_details.truncate(1);
            all_details.shrink_to_fit();
        }
        Self {
            positions: nodes.iter().map(|node| node.position).collect(),
            details: all_details,
            between,
            between_radius,
            traversal,
        }
    }

    /// The authored nodes.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = RouteNode> + '_ {
        (0..self.len()).map(|index| self.known_node(index))
    }

    /// The authored node with this index.
    #[must_use]
    pub fn node(&self, index: usize) -> Option<RouteNode> {
        (index < self.len()).then(|| self.known_node(index))
    }

    /// How many authored nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The node with this index, which is below [`len`](Self::len).
    pub(super) fn known_node(&self, index: usize) -> RouteNode {
        let NodeDetails {
            radius,
            wait,
            speed_limit,
        } = match self.details.as_slice() {
            [same] => *same,
            each => each[index],
        };
        RouteNode {
            position: self.positions[index],
            radius,
            wait,
            speed_limit,
        }
    }

    /// What happens at the ends.
    pub fn traversal(&self) -> Traversal {
        self.traversal
    }

    /// The whole line: nodes and the points between them, in order.
    pub fn points(&self) -> Vec<DVec2> {
        self.points_with_nodes()
            .into_iter()
            .map(|(point, _)| point)
            .collect()
    }

    /// The whole line, each point with the index of the node it is or comes after.
    pub fn points_with_nodes(&self) -> Vec<(DVec2, usize)> {
        let mut points = Vec::with_capacity(self.len());
        for (i, &position) in self.positions.iter().enumerate() {
            points.push((position, i));
            points.extend(self.between(i).iter().map(|&point| (point, i)));
        }
        points
    }

    /// The points on the way from a node to the next, in the authored direction.
    pub(super) fn between(&self, segment: usize) -> &[DVec2] {
        self.between.get(segment).map_or(&[], Vec::as_slice)
    }
}
