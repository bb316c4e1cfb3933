//! What is recorded during a walk.

use super::{Corner, Extent, Leg, PathWalk};
use glam::DVec2;
use steerwright_runtime::geometry::{Polyline, vector};
use steerwright_runtime::scene::PatrolPath;
use steerwright_runtime::steering::follow_path::Route;

/// What is recorded during a walk.
pub(super) struct Log {
    line: Polyline,
    corners: Vec<Corner>,
    /// The index of the node reached last.
    last_reached: Option<usize>,
    /// The index of a segment of the line near the agent.
    near: usize,
}

impl Log {
    pub fn new(path: &PatrolPath, route: &Route) -> Self {
        Self {
            line: Polyline::new(route.points(), path.is_closed()),
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
            near: 0,
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

    pub fn measure(&mut self, position: DVec2) {
        let Some(node) = self.last_reached else {
            return;
        };
        let known = self.corners.get(node).map_or(0.0, |corner| corner.off_path);
        // The line is at least as near as the segments around that of the last tick, which are quick to measure.
        if self.distance_nearby(position) <= known {
            return;
        }
        let Some(nearest) = self.line.nearest(position) else {
            return;
        };
        let passed = self
            .line
            .cumulative
            .partition_point(|&run| run <= nearest.along);
        self.near = passed.saturating_sub(1);
        let distance = vector::distance(nearest.point, position);
        if distance > known
            && let Some(corner) = self.corners.get_mut(node)
        {
            (corner.off_path, corner.place) = (distance, position);
        }
    }

    /// The distance to the nearest segment that is found from the last one, segment by segment, while they come nearer.
    fn distance_nearby(&mut self, position: DVec2) -> f64 {
        let mut found = self.distance_to_segment(self.near, position);
        loop {
            let (before, after) = (
                self.segment_before(self.near),
                self.segment_after(self.near),
            );
            let next = [before, after]
                .map(|segment| (self.distance_to_segment(segment, position), segment));
            let (distance, segment) = if next[1].0 < next[0].0 {
                next[1]
            } else {
                next[0]
            };
            if !(distance < found) {
                return found;
            }
            (found, self.near) = (distance, segment);
        }
    }

    /// Infinite if there is no such segment.
    fn distance_to_segment(&self, segment: usize, position: DVec2) -> f64 {
        let points = &self.line.points;
        let ends = points
            .get(segment)
            .zip(points.get(self.point_after(segment)));
        ends.map_or(f64::INFINITY, |(&a, &b)| {
            vector::segment_distance(a, b, position)
        })
    }

    /// The index of the point at the end of a segment. Beyond the points if there is none.
    fn point_after(&self, segment: usize) -> usize {
        let is_last = segment + 1 == self.line.points.len();
        if is_last && self.line.closed {
            0
        } else {
            segment + 1
        }
    }

    fn segment_after(&self, segment: usize) -> usize {
        self.point_after(segment)
    }

    fn segment_before(&self, segment: usize) -> usize {
        match segment.checked_sub(1) {
            Some(before) => before,
            None if self.line.closed => self.line.points.len().saturating_sub(1),
            None => segment,
        }
    }

    pub fn finish(self, extent: Extent) -> PathWalk {
        PathWalk {
            corners: self.corners,
            extent,
        }
    }
}
