//! What is recorded during a walk.

use super::{Corner, Leg, PathWalk, WalkExtent};
use crate::line_distance::LineDistance;
use glam::DVec2;
use steerwright_runtime::geometry::Polyline;
use steerwright_runtime::scene::PatrolPath;
use steerwright_runtime::steering::follow_path::Route;

/// What it costs to find that a position is the farthest one from a long line, in ticks.
const FARTHEST: u64 = 16;

/// What is recorded during a walk.
pub(super) struct Log {
    line: LineDistance,
    corners: Vec<Corner>,
    /// The index of the node reached last.
    last_reached: Option<usize>,
}

impl Log {
    pub fn new(path: &PatrolPath, route: &Route) -> Self {
        Self {
            line: LineDistance::new(&Polyline::new(route.points(), path.is_closed())),
            corners: path
                .nodes
                .iter()
                .map(|node| Corner {
                    node: node.id,
                    off_path: 0.0,
                    place: node.position,
                    radius: path.radius_of(node),
                    leg: Leg::Direct,
                })
                .collect(),
            last_reached: None,
        }
    }

    pub fn reached(&mut self, node: usize) {
        self.last_reached = Some(node);
    }

    pub fn leg(&mut self, node: usize, leg: Leg) {
        if let Some(corner) = self.corners.get_mut(node) {
            corner.leg = corner.leg.max(leg);
        }
    }

    /// Notes how far off the path a position is, and takes what that costs from a budget of ticks.
    pub fn measure(&mut self, position: DVec2, budget: &mut u64) {
        let Some(node) = self.last_reached else {
            return;
        };
        let Some(corner) = self.corners.get_mut(node) else {
            return;
        };
        if let Some(distance) = self.line.distance_beyond(position, corner.off_path) {
            (corner.off_path, corner.place) = (distance, position);
            // Who flies away is farther off at every tick, and the whole line is measured each
            // time.
            *budget = budget.saturating_sub(FARTHEST);
        }
    }

    pub fn finish(self, extent: WalkExtent) -> PathWalk {
        PathWalk {
            corners: self.corners,
            extent,
        }
    }
}
