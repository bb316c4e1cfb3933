//! A path as a line of points, with the places of its nodes on it.

use crate::geometry::{Polyline, catmull_rom};
use crate::scene::PatrolPath;
use crate::steering::follow_path::Shape;
use glam::DVec2;

/// The line an agent is led along.
pub(super) struct Line {
    /// The points, with the length run up to each.
    pub polyline: Polyline,
    /// For every node, the index of its point.
    pub node_points: Vec<usize>,
}

/// The line of `path`: the same points as those of its [`route`](PatrolPath::route).
pub(super) fn of_path(path: &PatrolPath) -> Line {
    let nodes: Vec<DVec2> = path.nodes.iter().map(|node| node.position()).collect();
    let closed = path.is_closed();
    match path.shape {
        Shape::Straight => Line { node_points: (0..nodes.len()).collect(), polyline: Polyline::new(nodes, closed) },
        Shape::CatmullRom => {
            let curve = catmull_rom::flatten(&nodes, closed, path.tolerance);
            Line {
                node_points: curve.iter().enumerate().filter(|(_, point)| point.control.is_some()).map(|(i, _)| i).collect(),
                polyline: Polyline::new(curve.iter().map(|point| point.position).collect(), closed),
            }
        }
    }
}
