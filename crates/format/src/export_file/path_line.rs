//! A path as a line of points, with the places of its nodes on it.

use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::PatrolPath;

/// The line that agents follow along a path.
#[derive(Clone, Debug)]
pub struct PathLine {
    /// The points, with the length run up to each.
    pub polyline: Polyline,
    /// For every node, the index of its point.
    pub node_points: Vec<usize>,
}

impl PathLine {
    /// The line of `path`: the points of its [`route`](PatrolPath::route).
    pub fn of(path: &PatrolPath) -> Self {
        let points = path.route().points_with_nodes();
        // A node is the first point that names it.
        let node_points = (0..path.nodes.len())
            .map(|node| points.partition_point(|&(_, of)| of < node))
            .collect();
        let polyline = Polyline::new(
            points.into_iter().map(|(point, _)| point).collect(),
            path.is_closed(),
        );
        Self {
            polyline,
            node_points,
        }
    }
}
