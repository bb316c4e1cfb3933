//! A path as a polyline, with the positions of its nodes on it.

use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::PatrolPath;

/// The polyline that agents follow along a path.
#[derive(Clone, Debug)]
pub struct PathLine {
    /// The points, with the cumulative length at each.
    pub polyline: Polyline,
    /// The index of each node's point.
    pub node_points: Vec<usize>,
}

impl PathLine {
    /// The polyline of `path`: the points of its [`route`](PatrolPath::route).
    #[must_use]
    pub fn of(path: &PatrolPath) -> Self {
        let points = path.route().points_with_nodes();
        // Several points may name a node; the first is the node itself.
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
