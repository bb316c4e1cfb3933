//! Leader following: stay behind the leader, out of its way, and separated from each other.
//! Sources: Reynolds 1999, *Leader Following*; Bevilacqua, *Leader Following*.

use crate::geometry::vector;
use crate::lanes::{Pair, Simd};
use crate::parameter::{Anchor, Parameter, ParameterTable, Unit};
use crate::scene::Behavior;
use crate::steering::agent_lanes::AgentLanes;
use crate::steering::description::{Description, Neighbors, Role, Verdict};
use crate::steering::separation::{Falloff, Separation};
use crate::steering::{Arrive, Kinematic, Pursue};
use glam::DVec2;
use serde::{Deserialize, Serialize};

pub(crate) const DESCRIPTION: Description = Description {
    parameters: PARAMETERS,
    needs: Some(Role::Leader),
    neighbors: Neighbors::SameLeader,
    verdict: Some(Verdict::Following),
    ..Description::new(
        "follow_leader",
        "Follow leader",
        "Stays behind the leader and out of its way.",
    )
};

const PARAMETERS: ParameterTable<Behavior> = ParameterTable(&[
    Parameter::length(
        behavior_field!(FollowLeader.behind_distance: f64),
        Some(Anchor::Leader),
    )
    .shown(
        "Behind distance",
        (0.0, 8.0),
        "How far behind the leader the followers gather, and how far ahead of it they clear the way.",
    ),
    Parameter::length(
        behavior_field!(FollowLeader.sight_radius: f64),
        Some(Anchor::Leader),
    )
    .shown(
        "Sight radius",
        (0.0, 8.0),
        "Within this distance of the leader, or of the point ahead of it, a follower moves aside.",
    ),
    Parameter::length(
        behavior_field!(FollowLeader.slow_radius: f64),
        Some(Anchor::Leader),
    )
    .shown(
        "Slow radius",
        (0.0, 12.0),
        "Within this distance of its position behind the leader, a follower slows down.",
    ),
    Parameter::length(
        behavior_field!(FollowLeader.separation_radius: f64),
        Some(Anchor::Agent),
    )
    .shown(
        "Separation radius",
        (0.0, 6.0),
        "Followers of the same leader closer than this push each other away.",
    ),
    Parameter::number(
        behavior_field!(FollowLeader.max_separation: f64),
        Unit::Force,
        (0.0, 1e9),
    )
    .shown(
        "Max separation",
        (0.0, 40.0),
        "The largest separation force between followers.",
    ),
]);

/// Parameters of [`follow`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FollowLeader {
    /// The distance of the follower's place behind the leader, and of the center of the sight
    /// circle ahead of it, u, 0 or more.
    pub behind_distance: f64,
    /// Within this distance (u, 0 or more) of the leader, or of the point ahead of it, the follower
    /// evades the leader.
    pub sight_radius: f64,
    /// Within this distance (u, 0 or more) of its place behind the leader, the follower slows down.
    pub slow_radius: f64,
    /// Within this distance (u, 0 or more), the leader and its other followers are neighbors. With
    /// 0, there are none.
    pub separation_radius: f64,
    /// The length of the separation force; see [`Separation::max_separation`].
    pub max_separation: f64,
    /// How the force of a neighbor decreases with its distance.
    pub falloff: Falloff,
}

impl Default for FollowLeader {
    fn default() -> Self {
        Self {
            behind_distance: 1.5,
            sight_radius: 1.2,
            slow_radius: 2.0,
            separation_radius: 1.5,
            max_separation: 6.0,
            falloff: Falloff::InverseSquare,
        }
    }
}

impl FollowLeader {
    /// How a follower arrives at its place.
    #[inline]
    #[must_use]
    pub fn arrival(&self) -> Arrive {
        Arrive {
            target_radius: 0.0,
            slow_radius: self.slow_radius,
            ..Arrive::default()
        }
    }

    /// The separation among the followers of one leader, the leader included.
    #[must_use]
    pub fn separation(&self) -> Separation {
        Separation {
            radius: self.separation_radius,
            max_separation: self.max_separation,
            falloff: self.falloff,
        }
    }
}

/// A follower ahead of its leader is on the line of the leader if it is within this angle of it, as
/// the quotient of its distances from the line and along it. Only rounding tells it from one
/// exactly on the line.
const ON_LINE: f64 = 1e-9;

/// A leader as its followers see it.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    /// The position, u.
    pub position: DVec2,
    /// The velocity, u/s.
    pub velocity: DVec2,
    /// The direction in which it faces: a unit vector, the x axis before it first moves.
    pub heading: DVec2,
}

impl Leader {
    /// The point behind the leader at which followers arrive, u.
    #[must_use]
    pub fn behind(&self, parameters: &FollowLeader) -> DVec2 {
        self.position - self.heading * parameters.behind_distance
    }

    /// The center of the sight circle ahead of the leader, u.
    #[must_use]
    pub fn ahead(&self, parameters: &FollowLeader) -> DVec2 {
        self.position + self.heading * parameters.behind_distance
    }

    /// What [`LeaderLanes`] is made of, in the order of its fields.
    pub(crate) fn seen_by_followers(&self, parameters: &FollowLeader) -> [DVec2; 5] {
        let (ahead, behind) = (self.ahead(parameters), self.behind(parameters));
        [self.position, self.velocity, self.heading, ahead, behind]
    }
}

/// Leaders side by side, one per follower.
#[derive(Clone, Copy)]
pub(crate) struct LeaderLanes<S: Simd> {
    pub(crate) position: Pair<S>,
    velocity: Pair<S>,
    heading: Pair<S>,
    pub(crate) ahead: Pair<S>,
    behind: Pair<S>,
}

impl<S: Simd> LeaderLanes<S> {
    /// From what [`Leader::seen_by_followers`] returns.
    #[inline(always)]
    pub(crate) fn new([position, velocity, heading, ahead, behind]: [Pair<S>; 5]) -> Self {
        Self {
            position,
            velocity,
            heading,
            ahead,
            behind,
        }
    }
}

/// The force of a follower: arrive behind the leader, plus evade the leader while in its sight, or
/// step aside exactly ahead of it, plus `separation`: the force of a
/// [`SeparationAccumulator`](crate::steering::separation::SeparationAccumulator) over the leader
/// and its other followers, or zero.
#[must_use]
pub fn follow(
    agent: &Kinematic,
    leader: &Leader,
    separation: DVec2,
    parameters: &FollowLeader,
) -> DVec2 {
    let sight = parameters.sight_radius;
    let is_in_the_way = vector::distance(agent.position, leader.ahead(parameters)) <= sight
        || vector::distance(agent.position, leader.position) <= sight;
    let leader = LeaderLanes::new(leader.seen_by_followers(parameters).map(Pair::from));
    let agents = agent.lanes();
    agents
        .follow_leader(&leader, is_in_the_way, separation.into(), parameters)
        .into()
}

impl<S: Simd> AgentLanes<S> {
    /// See [`follow`]. `is_in_the_way`: whether a follower is in the sight of its leader.
    #[inline(always)]
    pub(crate) fn follow_leader(
        &self,
        leader: &LeaderLanes<S>,
        is_in_the_way: S::Mask,
        separation: Pair<S>,
        parameters: &FollowLeader,
    ) -> Pair<S> {
        let s = self.s;
        let evading = if s.any(is_in_the_way) {
            self.clear_the_way(leader).keep(s, is_in_the_way)
        } else {
            Pair::zero(s)
        };
        let arriving = self.arrive(leader.behind, &parameters.arrival(), self.max_speed);
        evading + arriving.force + separation
    }

    /// The forces of followers that are in the way of their leaders.
    #[inline(always)]
    fn clear_the_way(&self, leader: &LeaderLanes<S>) -> Pair<S> {
        let s = self.s;
        let position =
            self.predicted_position(leader.position, leader.velocity, &Pursue::default());
        let evading = self.flee_from(position);
        let offset = self.position - leader.position;
        let ahead = leader.heading.dot(offset);
        let aside = leader.heading.cross(offset);
        let (zero, bound) = (s.splat(0.0), s.splat(ON_LINE) * ahead);
        let is_on_line =
            s.less(zero, ahead) & s.less_or_equal(-aside, bound) & s.less_or_equal(aside, bound);
        if !s.any(is_on_line) {
            return evading;
        }
        // Evasion would drive a follower that is exactly ahead on ahead of its leader. It steps
        // aside to the left, unless it is to the right of the line.
        let Pair { x, y } = leader.heading;
        let left = Pair { x: -y, y: x };
        let side = Pair::select(s, s.less_or_equal(zero, aside), left, -left);
        let stepping = self.force_toward_velocity(side.times(self.max_speed));
        Pair::select(s, is_on_line, stepping, evading)
    }
}
