//! Agents that circle a point instead of reaching it.

use glam::DVec2;
use steerwright_runtime::geometry::vector;

/// Counts how often an agent approaches a point and moves away again without reaching it.
#[derive(Default)]
pub(super) struct Misses {
    target: Option<DVec2>,
    distance: f64,
    approaching: bool,
    count: u32,
}

impl Misses {
    /// Records that the agent at `position` moves toward `point`.
    pub fn update(&mut self, position: DVec2, point: DVec2) {
        let distance = vector::distance(position, point);
        if self.target == Some(point) {
            if distance > self.distance && self.approaching {
                self.count += 1;
            }
            self.approaching = distance < self.distance;
        } else {
            *self = Self {
                target: Some(point),
                ..Self::default()
            };
        }
        self.distance = distance;
    }

    /// One miss is a wide turn; two are a circle.
    pub fn is_circle(&self) -> bool {
        self.count >= 2
    }
}
