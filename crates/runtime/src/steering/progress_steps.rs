//! The steps of [`Progress::advance`], for those who do something between them.

use super::{Progress, Route, RouteNode, Traversal};
use crate::geometry::vector::segment_distance;
use glam::DVec2;

impl RouteNode {
    /// The wait in ticks of `dt` seconds.
    pub(crate) fn wait_ticks(&self, dt: f64) -> u32 {
        // `as` saturates: an endless wait holds for as long as the count goes.
        (self.wait / dt).round() as u32
    }
}

impl Progress {
    /// Passes the curve points before the target node that the move from `previous` to `current`
    /// (u) has reached. Returns whether none are left.
    pub(crate) fn pass_points(&mut self, route: &Route, previous: DVec2, current: DVec2) -> bool {
        while let Some(point) = self.next_between(route) {
            if !(segment_distance(previous, current, point) <= route.between_radius) {
                return false;
            }
            if let Some((_, passed)) = &mut self.leg {
                *passed += 1;
            }
        }
        true
    }

    /// The target node, if the move from `previous` to `current` (u) has reached it.
    pub(crate) fn node_at(
        &self,
        route: &Route,
        previous: DVec2,
        current: DVec2,
    ) -> Option<RouteNode> {
        let node = route.known_node(self.target_node);
        (segment_distance(previous, current, node.position) <= node.radius).then_some(node)
    }

    /// Goes on to the next node of the route, or finishes it.
    pub(crate) fn move_on(&mut self, route: &Route) {
        match self.node_after(route) {
            None if route.traversal == Traversal::Once => {
                self.finished = true;
                self.leg = None;
            }
            None => {}
            Some(0) if route.traversal == Traversal::Loop => {
                self.leg = Some((self.target_node, 0));
                self.target_node = 0;
            }
            Some(next) => {
                self.backward = next < self.target_node;
                self.leg = Some((next.min(self.target_node), 0));
                self.target_node = next;
            }
        }
    }

    /// The node that [`move_on`](Self::move_on) goes to. `None` at the end of a `once` path, and if
    /// there is no other node.
    pub(crate) fn node_after(&self, route: &Route) -> Option<usize> {
        let last = route.len().checked_sub(1)?;
        let at_end = self.target_node == if self.backward { 0 } else { last };
        let is_backward = match route.traversal {
            Traversal::Once if at_end => return None,
            Traversal::Loop if at_end => return Some(0),
            Traversal::PingPong if at_end && last == 0 => return None,
            Traversal::PingPong if at_end => !self.backward,
            Traversal::Once | Traversal::Loop | Traversal::PingPong => self.backward,
        };
        Some(if is_backward {
            self.target_node - 1
        } else {
            self.target_node + 1
        })
    }

    /// Goes on to a node that need not be the next one, straight.
    pub(crate) fn jump_to(&mut self, node: usize) {
        self.target_node = node;
        self.leg = None;
        self.backward = false;
    }

    /// The segment that the agent walks, by the index of the authored node before it.
    pub(crate) fn segment(&self) -> Option<usize> {
        self.leg.map(|(segment, _)| segment)
    }

    /// Whether it walks against the authored direction.
    pub(crate) fn is_backward(&self) -> bool {
        self.backward
    }
}
