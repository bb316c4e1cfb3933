//! Path following: from node to node of a patrol path, with waits and speed limits. Source:
//! Bevilacqua, *Path Following*.

use crate::geometry::vector;
use crate::parameter::{Anchor, Parameter, ParameterTable};
use crate::scene::Behavior;
use crate::steering::description::{Description, MemoryKind, Role, Verdict};
pub use crate::steering::route::{Route, RouteNode, Shape, Traversal};
use crate::steering::{Arrive, Kinematic, arrive, seek};
use glam::DVec2;
pub(crate) use packed_progress::PackedProgress;
use serde::{Deserialize, Serialize};

#[path = "packed_progress.rs"]
mod packed_progress;
#[path = "progress_steps.rs"]
mod progress_steps;

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    memory: MemoryKind::PathProgress,
    needs: Some(Role::Path),
    has_route: true,
    verdict: Some(Verdict::Walk),
    ..Description::new(
        "follow_path",
        "Follow path",
        "Follows the path from node to node.",
    )
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(
        behavior_field!(FollowPath.target_radius: f64),
        Some(Anchor::PathEnd),
    )
    .shown(
        "End target radius",
        (0.0, 3.0),
        "At the end of an open path, the agent stops within this radius.",
    ),
    Parameter::length(
        behavior_field!(FollowPath.slow_radius: f64),
        Some(Anchor::PathEnd),
    )
    .at_least("target_radius")
    .shown(
        "End slow radius",
        (0.0, 12.0),
        "At the end of an open path, the agent slows down within this radius.",
    ),
    Parameter::time_to_target(
        behavior_field!(FollowPath.time_to_target: Option<f64>),
        "Replaces the body's time to target at the end of an open path.",
    )
    .enabled_at(0.1),
]);

/// Parameters of [`follow`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FollowPath {
    /// The first target node.
    pub start: Start,
    /// Within this distance (u, 0 or more) of the end of a `once` path, the agent stops.
    pub target_radius: f64,
    /// Within this distance (u, at least the target radius) of the end of a `once` path, the agent
    /// slows down.
    pub slow_radius: f64,
    /// At the end of a `once` path, the time in which the agent tries to reach its desired
    /// velocity, s, above 0. Absent: that of the body.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_to_target: Option<f64>,
    /// Where the agent goes on when a state with this behavior is entered again.
    #[serde(skip_serializing_if = "Resume::is_same")]
    pub resume: Resume,
}

impl Default for FollowPath {
    fn default() -> Self {
        Self {
            start: Start::First,
            target_radius: 0.2,
            slow_radius: 2.0,
            time_to_target: None,
            resume: Resume::Same,
        }
    }
}

impl FollowPath {
    /// How an agent arrives at the end of a `once` path.
    #[must_use]
    pub fn arrival(&self) -> Arrive {
        Arrive {
            target_radius: self.target_radius,
            slow_radius: self.slow_radius,
            time_to_target: self.time_to_target,
            ..Arrive::default()
        }
    }
}

/// Where an agent goes on when a state that follows a path is entered again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// At the node that it moved toward or waited at.
    #[default]
    Same,
    /// At the node nearest to its position; of several at the same distance, the first.
    Nearest,
    /// At the first node.
    First,
}

impl Resume {
    /// Whether it is the default.
    #[must_use]
    pub fn is_same(&self) -> bool {
        *self == Self::Same
    }
}

/// The first target node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// The first node of the path.
    #[default]
    First,
    /// The node nearest to the start position of the agent; of several at the same distance, the
    /// first.
    Nearest,
    /// The node with this index, counted from 0, or the last node of a shorter path.
    Node(usize),
}

impl Route {
    /// The progress of an agent that starts at `position`, u.
    #[must_use]
    pub fn start(&self, position: DVec2, start: Start) -> Progress {
        let last = self.len().saturating_sub(1);
        let target_node = match start {
            Start::First => 0,
            Start::Node(index) => index.min(last),
            Start::Nearest => {
                let mut nearest = (f64::INFINITY, 0);
                for (i, node) in self.nodes().enumerate() {
                    let distance = vector::distance(position, node.position);
                    if distance < nearest.0 {
                        nearest = (distance, i);
                    }
                }
                nearest.1
            }
        };
        Progress {
            target_node,
            ..Progress::default()
        }
    }
}

/// The progress of an agent along its route.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The index of the authored node that the agent moves toward or waits at.
    pub target_node: usize,
    /// The remaining ticks of a wait.
    pub wait_left: u32,
    /// Whether the agent has reached the last node of a `once` path.
    pub finished: bool,
    pub(crate) backward: bool,
    /// The segment walked and how many of its points are passed; none on the way to the first node
    /// and at the end.
    pub(crate) leg: Option<(usize, usize)>,
}

/// The next point of a route to be reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) position: DVec2,
    /// The point counts as reached within this distance, u.
    pub(crate) radius: f64,
    /// The maximum speed toward it, u/s; infinite for no limit.
    pub(crate) speed_limit: f64,
}

/// The result of [`Progress::advance`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advance {
    /// The index of the authored node that was reached in this tick.
    pub reached: Option<usize>,
    /// Whether it was the end of a `once` path.
    pub finished: bool,
}

impl Progress {
    /// Whether the agent waits at a node.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.wait_left > 0
    }

    /// Where an agent that has left its path goes on: at its target node, however it gets there.
    #[must_use]
    pub(crate) fn resumed(self) -> Self {
        Self {
            wait_left: 0,
            leg: None,
            ..self
        }
    }

    /// Adapts the progress to a route that has been edited: indices beyond its end are clamped.
    pub fn fit(&mut self, route: &Route) {
        self.target_node = self.target_node.min(route.len().saturating_sub(1));
        let at_end = self.target_node + 1 == route.len();
        self.finished &= route.traversal == Traversal::Once && at_end;
        if self.backward && route.traversal != Traversal::PingPong {
            // What is passed of the leg was counted from its other end.
            self.backward = false;
            self.leg = None;
        }
        let segment_to_target = self.segment_to_target(route);
        self.leg = self
            .leg
            .filter(|&(segment, _)| Some(segment) == segment_to_target)
            .map(|(segment, passed)| (segment, passed.min(route.between(segment).len())));
    }

    /// The segment whose points lead to the target node.
    fn segment_to_target(&self, route: &Route) -> Option<usize> {
        let last = route.len().checked_sub(1)?;
        if self.backward {
            Some(self.target_node)
        } else if self.target_node > 0 {
            Some(self.target_node - 1)
        } else {
            (route.traversal == Traversal::Loop).then_some(last)
        }
    }

    /// Advances by one tick of `dt` seconds: counts down a wait, or checks which points the move
    /// from `previous` to `current` (u) has reached.
    ///
    /// A wait of w seconds takes round(w / dt) ticks, including the tick of arrival. In a tick, at
    /// most one authored node is reached, and any number of curve points before it.
    pub fn advance(&mut self, route: &Route, previous: DVec2, current: DVec2, dt: f64) -> Advance {
        let mut seen = Advance::default();
        if self.finished || route.is_empty() {
            return seen;
        }
        if self.wait_left > 0 {
            self.wait_left -= 1;
            if self.wait_left > 0 {
                return seen;
            }
            self.move_on(route);
            if self.finished {
                seen.finished = true;
                return seen;
            }
        }
        if self.pass_points(route, previous, current)
            && let Some(node) = self.node_at(route, previous, current)
        {
            seen.reached = Some(self.target_node);
            self.wait_left = node.wait_ticks(dt);
            if self.wait_left == 0 {
                self.move_on(route);
            }
            seen.finished = self.finished;
        }
        seen
    }

    /// The point that the agent moves toward, u: the next point of the curve, or the target node.
    /// `None` for a route without nodes.
    #[must_use]
    pub fn target_point(&self, route: &Route) -> Option<DVec2> {
        self.next_between(route)
            .or_else(|| route.node(self.target_node).map(|node| node.position))
    }

    /// The point that the agent seeks at full speed. `None` while it waits, and at the end of a
    /// `once` path.
    pub(crate) fn goal(&self, route: &Route) -> Option<Goal> {
        let node = route.node(self.target_node)?;
        if self.is_waiting() || self.finished {
            return None;
        }
        let (position, radius) = match self.next_between(route) {
            Some(point) => (point, route.between_radius),
            None if self.arrives(route) => return None,
            None => (node.position, node.radius),
        };
        Some(Goal {
            position,
            radius,
            speed_limit: node.speed_limit,
        })
    }

    /// Whether the target node is the end of a `once` path.
    fn arrives(&self, route: &Route) -> bool {
        route.traversal == Traversal::Once && self.target_node + 1 == route.len()
    }

    /// The next point of the curve before the target node.
    fn next_between(&self, route: &Route) -> Option<DVec2> {
        let (segment, passed) = self.leg?;
        let points = route.between(segment);
        if self.backward {
            points.len().checked_sub(passed + 1).map(|i| points[i])
        } else {
            points.get(passed).copied()
        }
    }
}

/// The force along the route: seek the next point, and arrive at the end of a `once` path. Call
/// [`Progress::advance`] before, once per tick. `None` for a route without nodes.
#[must_use]
pub fn follow(
    agent: &Kinematic,
    route: &Route,
    progress: &Progress,
    parameters: &FollowPath,
) -> Option<DVec2> {
    follow_within(agent, route, progress, parameters, f64::INFINITY)
}

/// As [`follow`], no faster than `speed_limit` u/s.
pub(crate) fn follow_within(
    agent: &Kinematic,
    route: &Route,
    progress: &Progress,
    parameters: &FollowPath,
    speed_limit: f64,
) -> Option<DVec2> {
    let node = route.node(progress.target_node)?;
    if progress.is_waiting() {
        return Some(agent.force_toward_velocity(DVec2::ZERO));
    }
    let speed = limited(agent.body.max_speed, [node.speed_limit, speed_limit]);
    if let Some(point) = progress.next_between(route) {
        return Some(seek::seek_at(agent, point, speed));
    }
    if progress.arrives(route) {
        let end = parameters.arrival();
        return Some(arrive::arrive_at(agent, node.position, &end, speed));
    }
    Some(seek::seek_at(agent, node.position, speed))
}

/// A speed within limits, of which infinite ones limit nothing.
pub(crate) fn limited<const N: usize>(speed: f64, limits: [f64; N]) -> f64 {
    let slower = |speed, limit| if limit < speed { limit } else { speed };
    limits.into_iter().fold(speed, slower)
}
