//! Behaviors with their parameters, weights and goals.

use crate::parameter::ParameterTable;
use crate::scene::Role;
use crate::steering::separation::Falloff;
use crate::steering::{
    Alignment, Arrive, AvoidWalls, Cohesion, Description, Flee, FollowLeader, FollowPath,
    FollowWall, Goal, HomingWalk, Leave, Pursue, RouteMode, Search, Separation, Wander, alignment,
    arrive, avoid_walls, cohesion, follow_leader, follow_path, follow_wall, homing_walk, leave,
    pursue, search, seek, separation, wander,
};
use serde::{Deserialize, Serialize};

/// A behavior with its weight, and what it moves toward or away from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "WeightedBehaviorFields", into = "WeightedBehaviorFields")]
pub struct WeightedBehavior {
    /// The force of the behavior is multiplied by this.
    pub weight: f64,
    /// What it moves toward or away from, if it has a target or danger or is a search.
    pub goal: Goal,
    /// How it gets there, if it is a behavior that [can go around walls](Behavior::has_route).
    pub route: RouteMode,
    /// The behavior.
    pub behavior: Behavior,
}

/// A behavior with its weight, and what it moves toward or away from.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename = "WeightedBehavior")]
struct WeightedBehaviorFields {
    /// The force of the behavior is multiplied by this.
    #[serde(default = "one")]
    weight: f64,
    /// What it moves toward or away from. Absent: the target or danger of the agent; for a search,
    /// where someone was last seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<Goal>,
    /// How it gets there.
    #[serde(default, skip_serializing_if = "RouteMode::is_direct")]
    route: RouteMode,
    /// The behavior.
    behavior: Behavior,
}

impl From<WeightedBehaviorFields> for WeightedBehavior {
    fn from(fields: WeightedBehaviorFields) -> Self {
        let WeightedBehaviorFields {
            weight,
            goal,
            route,
            behavior,
        } = fields;
        let weighted = Self {
            weight,
            goal: goal.unwrap_or(behavior.default_goal()),
            route,
            behavior,
        };
        weighted.without_unused()
    }
}

impl From<WeightedBehavior> for WeightedBehaviorFields {
    fn from(weighted: WeightedBehavior) -> Self {
        let WeightedBehavior {
            weight,
            goal,
            route,
            behavior,
        } = weighted;
        Self {
            weight,
            goal: Some(goal).filter(|goal| *goal != behavior.default_goal()),
            route,
            behavior,
        }
    }
}

fn one() -> f64 {
    1.0
}

impl From<Behavior> for WeightedBehavior {
    fn from(behavior: Behavior) -> Self {
        Self {
            weight: 1.0,
            goal: behavior.default_goal(),
            route: RouteMode::Direct,
            behavior,
        }
    }
}

impl WeightedBehavior {
    /// A behavior with another weight than 1.
    #[must_use]
    pub fn weighing(weight: f64, behavior: Behavior) -> Self {
        Self {
            weight,
            ..behavior.into()
        }
    }

    /// The same without a goal or route that the behavior does not have.
    #[must_use]
    pub fn without_unused(&self) -> Self {
        let (has_goal, has_route) = (self.behavior.has_goal(), self.behavior.has_route());
        Self {
            weight: self.weight,
            goal: if has_goal { self.goal } else { Goal::Reference },
            route: if has_route {
                self.route
            } else {
                RouteMode::Direct
            },
            behavior: self.behavior,
        }
    }

    /// Whether it goes around walls.
    #[must_use]
    pub fn goes_around_walls(&self) -> bool {
        self.behavior.has_route() && !self.route.is_direct()
    }

    /// What an agent must refer to for the behavior to have an effect with this goal. `None` if
    /// nothing is needed.
    #[must_use]
    pub fn needs(&self) -> Option<Role> {
        let knows_goal = self.behavior.has_goal() && !self.goal.is_reference();
        self.behavior.needs().filter(|_| !knows_goal)
    }
}

/// A steering behavior with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Behavior {
    /// Moves straight toward the target, without slowing down.
    Seek {},
    /// Moves straight away from the danger.
    Flee(Flee),
    /// Moves to the target, slows down and stops there.
    Arrive(Arrive),
    /// Moves away from the danger, faster the closer it is.
    Leave(Leave),
    /// Moves toward the predicted position of the target.
    Pursue(Pursue),
    /// Moves away from the predicted position of the danger.
    Evade(Pursue),
    /// Follows the path.
    FollowPath(FollowPath),
    /// Keeps a distance from other agents.
    Separation(Separation),
    /// Follows the leader at a distance.
    FollowLeader(FollowLeader),
    /// Moves to the target through random waypoints.
    HomingWalk(HomingWalk),
    /// Turns away from walls ahead.
    AvoidWalls(AvoidWalls),
    /// Moves along the nearest wall.
    FollowWall(FollowWall),
    /// Goes to random places around the goal and looks around at each.
    Search(Search),
    /// Moves around at random.
    Wander(Wander),
    /// Moves as nearby agents do.
    Alignment(Alignment),
    /// Moves toward the middle of nearby agents.
    Cohesion(Cohesion),
}

impl Behavior {
    /// Every behavior with its default parameters, in the order of menus.
    #[must_use]
    pub fn all() -> [Self; 16] {
        [
            Self::FollowPath(FollowPath::default()),
            Self::Arrive(Arrive::default()),
            Self::Seek {},
            Self::Pursue(Pursue::default()),
            Self::Leave(Leave::default()),
            Self::Flee(Flee::default()),
            Self::Evade(Pursue::default()),
            Self::Separation(Separation::default()),
            Self::Alignment(Alignment::default()),
            Self::Cohesion(Cohesion::default()),
            Self::FollowLeader(FollowLeader::default()),
            Self::HomingWalk(HomingWalk::default()),
            Self::Wander(Wander::default()),
            Self::AvoidWalls(AvoidWalls::default()),
            Self::FollowWall(FollowWall::default()),
            Self::Search(Search::default()),
        ]
    }

    /// The facts about it.
    #[must_use]
    pub fn description(&self) -> &'static Description {
        match self {
            Self::Seek {} => &seek::SEEK,
            Self::Flee(_) => &seek::FLEE,
            Self::Arrive(_) => &arrive::DESCRIPTION,
            Self::Leave(_) => &leave::DESCRIPTION,
            Self::Pursue(_) => &pursue::PURSUE,
            Self::Evade(_) => &pursue::EVADE,
            Self::FollowPath(_) => &follow_path::DESCRIPTION,
            Self::Separation(_) => &separation::DESCRIPTION,
            Self::FollowLeader(_) => &follow_leader::DESCRIPTION,
            Self::HomingWalk(_) => &homing_walk::DESCRIPTION,
            Self::AvoidWalls(_) => &avoid_walls::DESCRIPTION,
            Self::FollowWall(_) => &follow_wall::DESCRIPTION,
            Self::Search(_) => &search::DESCRIPTION,
            Self::Wander(_) => &wander::DESCRIPTION,
            Self::Alignment(_) => &alignment::DESCRIPTION,
            Self::Cohesion(_) => &cohesion::DESCRIPTION,
        }
    }

    /// Its numbers, without its weight and its goal.
    #[must_use]
    pub fn parameters(&self) -> ParameterTable<Self> {
        self.description().parameters
    }

    /// Whether it moves toward or away from a [`Goal`].
    #[must_use]
    pub fn has_goal(&self) -> bool {
        self.description().goal.is_some()
    }

    /// The goal that it has unless it is given another.
    #[must_use]
    pub fn default_goal(&self) -> Goal {
        self.description().goal.unwrap_or_default()
    }

    /// Whether it can go around walls.
    #[must_use]
    pub fn has_route(&self) -> bool {
        self.description().has_route
    }

    /// What an agent must refer to for the behavior to have an effect, if its goal is
    /// [`Goal::Reference`]. `None` if nothing is needed.
    #[must_use]
    pub fn needs(&self) -> Option<Role> {
        self.description().needs
    }

    /// The arrival with which it stops: at a target, at the end of a path that is walked once, or
    /// at its place behind a leader. `None` if it does not stop at a place.
    #[must_use]
    pub fn arrival(&self) -> Option<Arrive> {
        match self {
            Self::Arrive(arrive) => Some(*arrive),
            Self::FollowPath(follow) => Some(follow.arrival()),
            Self::FollowLeader(follow) => Some(follow.arrival()),
            _ => None,
        }
    }

    /// How its push on neighbors decreases with the distance, if it has one.
    #[must_use]
    pub fn falloff(&self) -> Option<Falloff> {
        match self {
            Self::Separation(separation) => Some(separation.falloff),
            Self::FollowLeader(follow) => Some(follow.falloff),
            _ => None,
        }
    }

    /// Its parameters, if it follows a path.
    #[must_use]
    pub fn follow_path(&self) -> Option<&FollowPath> {
        match self {
            Self::FollowPath(follow) => Some(follow),
            _ => None,
        }
    }

    /// Its parameters, if it is a homing walk.
    #[must_use]
    pub fn homing_walk(&self) -> Option<&HomingWalk> {
        match self {
            Self::HomingWalk(walk) => Some(walk),
            _ => None,
        }
    }
}
