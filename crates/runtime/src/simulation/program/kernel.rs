//! Behaviors made ready for running: their parameters, and what is computed from them once.
//!
//! How they run, in lanes, is in [`tick`](crate::simulation::tick).

use crate::scene::Behavior;
use crate::steering::alignment::AlignmentLaw;
use crate::steering::cohesion::CohesionLaw;
use crate::steering::neighbor_mean::{NeighborLaw, NeighborView};
use crate::steering::separation::PreparedSeparation;
use crate::steering::{
    Arrive, AvoidWalls, Flee, FollowLeader, FollowPath, FollowWall, Goal, HomingWalk, Leave,
    Pursue, Search, Wander,
};
use glam::DVec2;

/// A behavior made ready for running, and how much it counts.
#[derive(Clone, Debug)]
pub(crate) struct WeightedKernel {
    pub(crate) weight: f64,
    /// What it moves toward or away from.
    pub(crate) goal: Goal,
    /// Whether it goes around walls.
    pub(crate) is_routed: bool,
    pub(crate) kernel: BehaviorKernel,
}

/// A behavior made ready for running.
#[derive(Clone, Debug)]
pub(crate) enum BehaviorKernel {
    Seek,
    Flee(Flee),
    Arrive(Arrive),
    Leave(Leave),
    Pursue(Pursue),
    Evade(Pursue),
    FollowPath(FollowPathKernel),
    Separation(PreparedSeparation),
    FollowLeader(FollowLeaderKernel),
    HomingWalk(HomingWalk),
    AvoidWalls(AvoidWallsKernel),
    FollowWall(FollowWall),
    Search(Search),
    Wander(Wander),
    Alignment(AlignmentLaw),
    Cohesion(CohesionLaw),
}

/// Path following in a list of behaviors.
#[derive(Clone, Debug)]
pub(crate) struct FollowPathKernel {
    pub(crate) parameters: FollowPath,
    /// Whether its target node is the reported one.
    pub(crate) is_reported: bool,
}

/// Avoiding walls with what does not depend on the agents.
#[derive(Clone, Debug)]
pub(crate) struct AvoidWallsKernel {
    pub(crate) parameters: AvoidWalls,
    /// [`AvoidWalls::side_direction`].
    pub(crate) side: DVec2,
}

/// Leader following with what does not depend on the agents.
#[derive(Clone, Debug)]
pub(crate) struct FollowLeaderKernel {
    pub(crate) parameters: FollowLeader,
    pub(crate) separation: PreparedSeparation,
    /// See [`squared_limit`].
    pub(crate) squared_sight: f64,
}

impl BehaviorKernel {
    /// `is_first_path`: whether no path following is before it in its list.
    pub(super) fn new(behavior: Behavior, is_first_path: &mut bool) -> Self {
        match behavior {
            Behavior::Seek {} => Self::Seek,
            Behavior::Flee(flee) => Self::Flee(flee),
            Behavior::Arrive(arrive) => Self::Arrive(arrive),
            Behavior::Leave(leave) => Self::Leave(leave),
            Behavior::Pursue(pursue) => Self::Pursue(pursue),
            Behavior::Evade(evade) => Self::Evade(evade),
            Behavior::FollowPath(follow) => Self::FollowPath(FollowPathKernel {
                parameters: follow,
                is_reported: std::mem::take(is_first_path),
            }),
            Behavior::Separation(separation) => {
                Self::Separation(PreparedSeparation::new(&separation))
            }
            Behavior::FollowLeader(follow) => Self::FollowLeader(FollowLeaderKernel::new(follow)),
            Behavior::HomingWalk(walk) => Self::HomingWalk(walk),
            Behavior::AvoidWalls(avoid) => Self::AvoidWalls(AvoidWallsKernel {
                parameters: avoid,
                side: avoid.side_direction(),
            }),
            Behavior::FollowWall(follow) => Self::FollowWall(follow),
            Behavior::Search(search) => Self::Search(search),
            Behavior::Wander(wander) => Self::Wander(wander),
            Behavior::Alignment(alignment) => Self::Alignment(AlignmentLaw::new(&alignment)),
            Behavior::Cohesion(cohesion) => Self::Cohesion(CohesionLaw::new(&cohesion)),
        }
    }

    /// How far it looks for neighbors, u; 0 if it does not.
    pub(super) fn neighbor_radius(&self) -> f64 {
        if let Self::Separation(separation) = self {
            separation.radius()
        } else {
            self.neighbor_view().map_or(0.0, |view| view.radius)
        }
    }

    /// Which neighbors it steers to a mean of, if it does.
    pub(super) fn neighbor_view(&self) -> Option<&NeighborView> {
        if let Self::Alignment(law) = self {
            Some(law.view())
        } else if let Self::Cohesion(law) = self {
            Some(law.view())
        } else {
            None
        }
    }
}

impl FollowLeaderKernel {
    pub(crate) fn new(parameters: FollowLeader) -> Self {
        Self {
            separation: PreparedSeparation::new(&parameters.separation()),
            squared_sight: squared_limit(parameters.sight_radius),
            parameters,
        }
    }
}

/// The greatest square whose root is at most `length`, to tell `sqrt(x) <= length` without a root;
/// -1 if there is none.
fn squared_limit(length: f64) -> f64 {
    if !(length >= 0.0) {
        return -1.0;
    }
    // Rounding moves the square by a few steps. Without a bound this would not end in a host that
    // rounds subnormal numbers to zero.
    const STEPS: usize = 8;
    let mut square = length * length;
    for _ in 0..STEPS {
        if square.sqrt() <= length && square < f64::INFINITY {
            square = square.next_up();
        }
    }
    for _ in 0..STEPS {
        if square.sqrt() > length {
            square = square.next_down();
        }
    }
    square
}
