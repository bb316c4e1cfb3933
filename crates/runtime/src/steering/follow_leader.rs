//! Leader following: keep behind the leader, out of its way, and apart from each other. Source: Bevilacqua, *Leader Following*.

use crate::geometry::vector;
use crate::steering::separation::{Falloff, Separation};
use crate::steering::{Arrive, Kinematic, Pursue, arrive, pursue};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Parameters of leader following.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FollowLeader {
    /// How far behind the leader the follower wants to be, and how far before it the sight circle lies, u.
    pub behind_distance: f64,
    /// Within this distance (u) of the leader, or of the point ahead of it, the follower makes way.
    pub sight_radius: f64,
    /// Within this distance (u) of its place behind the leader it slows down.
    pub slow_radius: f64,
    /// The leader, and other followers of it, are neighbors within this distance (u); 0 for none.
    pub separation_radius: f64,
    /// The longest push (`none`), or its length from one neighbor at a distance of 1 u (`inverse_square`).
    pub max_separation: f64,
    /// How the push of a neighbor falls with its distance. With `none`, coincident followers stay together.
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
    /// The separation among the followers of one leader, the leader included.
    pub fn separation(&self) -> Separation {
        Separation {
            radius: self.separation_radius,
            max_separation: self.max_separation,
            falloff: self.falloff,
        }
    }
}

/// A leader as its followers see it.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    /// Where it is, u.
    pub position: DVec2,
    /// How it moves, u/s.
    pub velocity: DVec2,
    /// Its heading: a direction of length 1; along the x axis before it first moves.
    pub heading: DVec2,
}

impl Leader {
    /// The place behind it where followers gather.
    pub fn behind(&self, parameters: &FollowLeader) -> DVec2 {
        self.position - self.heading * parameters.behind_distance
    }

    /// The middle of the sight circle before it.
    pub fn ahead(&self, parameters: &FollowLeader) -> DVec2 {
        self.position + self.heading * parameters.behind_distance
    }
}

/// The force of a follower: evade the leader when in its sight, plus arrive behind it, plus `separation` (from a
/// [`SeparationAccumulator`](crate::steering::separation::SeparationAccumulator) over the leader and its other followers; zero
/// without neighbors).
#[must_use]
pub fn follow(
    agent: &Kinematic,
    leader: &Leader,
    separation: DVec2,
    parameters: &FollowLeader,
) -> DVec2 {
    let sight = parameters.sight_radius;
    let in_the_way = vector::distance(agent.position, leader.ahead(parameters)) <= sight
        || vector::distance(agent.position, leader.position) <= sight;
    let evading = if in_the_way {
        pursue::evade(agent, leader.position, leader.velocity, &Pursue::default())
    } else {
        DVec2::ZERO
    };
    let place = Arrive {
        target_radius: 0.0,
        slow_radius: parameters.slow_radius,
        ..Arrive::default()
    };
    let arriving = arrive::arrive(agent, leader.behind(parameters), &place);
    evading + arriving + separation
}
