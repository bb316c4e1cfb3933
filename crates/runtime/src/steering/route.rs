//! Routes: the geometry of patrol paths as agents follow it.

use crate::geometry::Polyline;
use crate::geometry::catmull_rom;
use crate::geometry::decimal::rounded;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// What happens at the ends of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Traversal {
    /// The agent stops at the last node.
    Once,
    /// The agent continues from the last node to the first.
    Loop,
    /// The agent turns around and follows the path back.
    #[default]
    PingPong,
}

/// How the nodes of a path are connected.
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
    /// The position, u.
    pub position: DVec2,
    /// The node counts as reached within this distance, u.
    pub radius: f64,
    /// How long an agent waits here, s.
    pub wait: f64,
    /// The maximum speed toward the node, u/s; infinite for no limit.
    pub speed_limit: f64,
}

/// A node apart from its position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NodeDetails {
    radius: f64,
    wait: f64,
    speed_limit: f64,
}

/// The geometry of a path: its nodes, and the points of a curve between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    positions: Vec<DVec2>,
    /// What the nodes have besides positions; one entry if that is the same for all, else one a
    /// node.
    details: Vec<NodeDetails>,
    /// The points between node i and the next; one entry a segment, empty for straight paths.
    between: Vec<Vec<DVec2>>,
    pub(super) between_radius: f64,
    pub(super) traversal: Traversal,
}

impl Route {
    /// A route through `nodes`. A curve is approximated by points so that the polyline lies within
    /// `tolerance` u of it; these points count as reached within `between_radius` u. They are
    /// rounded to the precision of files, so that all runtimes use the same points.
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

    /// Within this distance, the points between nodes count as reached, u.
    #[must_use]
    pub fn between_radius(&self) -> f64 {
        self.between_radius
    }

    /// What agents do at the ends.
    #[must_use]
    pub fn traversal(&self) -> Traversal {
        self.traversal
    }

    /// All points, u: the nodes and the curve points between them, in order.
    #[must_use]
    pub fn points(&self) -> Vec<DVec2> {
        self.points_with_nodes()
            .into_iter()
            .map(|(point, _)| point)
            .collect()
    }

    /// All points, u, each with the index of its node, or of the node before it.
    #[must_use]
    pub fn points_with_nodes(&self) -> Vec<(DVec2, usize)> {
        let mut points = Vec::with_capacity(self.len());
        for (i, &position) in self.positions.iter().enumerate() {
            points.push((position, i));
            points.extend(self.between(i).iter().map(|&point| (point, i)));
        }
        points
    }

    /// The point at `distance` u along the segment from a node to the next, at most at its end,
    /// rounded to the precision of files. For a node without a segment, its position. `None` if
    /// there is no such node.
    #[must_use]
    pub fn point_along(&self, node: usize, distance: f64) -> Option<DVec2> {
        let &start = self.positions.get(node)?;
        match self.segment(node) {
            Some(line) => {
                let point = line.point_at(distance)?;
                Some(DVec2::new(rounded(point.x), rounded(point.y)))
            }
            None => Some(start),
        }
    }

    /// The length of the segment from a node to the next, u. 0 without a segment.
    #[must_use]
    pub fn segment_length(&self, node: usize) -> f64 {
        self.segment(node).map_or(0.0, |line| line.length())
    }

    /// The segment from a node to the next.
    fn segment(&self, node: usize) -> Option<Polyline> {
        let &start = self.positions.get(node)?;
        let next = match self.positions.get(node + 1) {
            Some(&next) => next,
            None if self.traversal == Traversal::Loop => *self.positions.first()?,
            None => return None,
        };
        let points = std::iter::once(start)
            .chain(self.between(node).iter().copied())
            .chain([next]);
        Some(Polyline::new(points.collect(), false))
    }

    /// The curve points between a node and the next, in the authored direction.
    pub(crate) fn between(&self, segment: usize) -> &[DVec2] {
        self.between.get(segment).map_or(&[], Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(traversal: Traversal, shape: Shape) -> Route {
        let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)];
        let node = |(x, y)| RouteNode {
            position: DVec2::new(x, y),
            radius: 0.5,
            wait: 0.0,
            speed_limit: f64::INFINITY,
        };
        Route::new(corners.map(node).into(), traversal, shape, 0.01, 0.5)
    }

    #[test]
    fn a_point_along_a_segment_lies_on_it_and_never_beyond_its_end() {
        let open = route(Traversal::PingPong, Shape::Straight);
        assert_eq!(open.point_along(0, 1.5), Some(DVec2::new(1.5, 0.0)));
        assert_eq!(open.point_along(1, 99.0), Some(DVec2::new(4.0, 3.0)));
        assert_eq!(open.point_along(1, -1.0), Some(DVec2::new(4.0, 0.0)));
        assert_eq!(open.point_along(2, 1.0), Some(DVec2::new(4.0, 3.0)));
        assert_eq!(open.point_along(3, 1.0), None);
        let closed = route(Traversal::Loop, Shape::Straight);
        assert_eq!(closed.point_along(2, 2.5), Some(DVec2::new(2.0, 1.5)));
    }

    #[test]
    fn a_point_along_a_curve_lies_between_its_points() {
        let curved = route(Traversal::PingPong, Shape::CatmullRom);
        let point = curved.point_along(0, 2.0).expect("a segment");
        assert!(point.y < -0.01 && (1.5..2.0).contains(&point.x), "{point}");
        assert_eq!(point, DVec2::new(rounded(point.x), rounded(point.y)));
    }
}
