//! A path as a line of points, with the places of its nodes on it.

use crate::geometry::Polyline;
use crate::scene::PatrolPath;

/// The line an agent is led along.
pub(super) struct Line {
    /// The points, with the length run up to each.
    pub polyline: Polyline,
    /// For every node, the index of its point.
    pub node_points: Vec<usize>,
}

/// The line of `path`: the points of its [`route`](PatrolPath::route).
pub(super) fn of_path(path: &PatrolPath) -> Line {
    let points = path.route().points_with_nodes();
    // A node is the first point that names it.
    let node_points = (0..path.nodes.len()).map(|node| points.partition_point(|&(_, of)| of < node)).collect();
    Line { node_points, polyline: Polyline::new(points.into_iter().map(|(point, _)| point).collect(), path.is_closed()) }
}
