//! Agent presets: physical limits and behaviors, which many agents can share. Each agent has its own target, path and leader.

use crate::level::Sight;
use crate::scene::{Color, PresetId};
use crate::steering::facing::{Facing, Toward};
use crate::steering::{
    Arrive, AvoidWalls, BlendMode, Body, Flee, FollowLeader, FollowPath, FollowWall, GridChase,
    HomingWalk, Leave, Pursue, Separation,
};
use serde::{Deserialize, Serialize};

/// A kind of agent: physical limits, and how agents of this kind move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preset {
    /// The id of the preset, unique within the scene. It never changes.
    pub id: PresetId,
    /// The display name. It need not be unique.
    #[serde(default)]
    pub name: String,
    /// What the preset is for, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The color in which the editor draws its agents.
    #[serde(default)]
    pub color: Color,
    /// The physical limits: mass, speed, force, radius.
    #[serde(default)]
    pub body: Body,
    /// Where the agents look. Absent: where they move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// What the agents see. Absent: they do not look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<Sight>,
    /// How the agents move.
    #[serde(default)]
    pub motion: Motion,
}

/// How an agent moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// By steering forces.
    Steered(Steered),
    /// From cell to cell, at a fixed rate. The limits of the body do not apply.
    GridChase(GridChase),
}

impl Default for Motion {
    fn default() -> Self {
        Self::Steered(Steered::default())
    }
}

/// Motion by steering forces.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steered {
    /// How the forces are combined.
    #[serde(default, alias = "combine")]
    pub blend_mode: BlendMode,
    /// The behaviors that compute the forces. Their order matters when they are combined by priority.
    #[serde(default)]
    pub behaviors: Vec<WeightedBehavior>,
}

/// A behavior with its weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeightedBehavior {
    /// The force of the behavior is multiplied by this.
    #[serde(default = "one")]
    pub weight: f64,
    /// The behavior.
    pub behavior: Behavior,
}

fn one() -> f64 {
    1.0
}

impl From<Behavior> for WeightedBehavior {
    fn from(behavior: Behavior) -> Self {
        Self {
            weight: 1.0,
            behavior,
        }
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
}

impl Behavior {
    /// Every behavior with its default parameters, in the order of menus.
    #[must_use]
    pub fn all() -> [Self; 12] {
        [
            Self::FollowPath(FollowPath::default()),
            Self::Arrive(Arrive::default()),
            Self::Seek {},
            Self::Pursue(Pursue::default()),
            Self::Leave(Leave::default()),
            Self::Flee(Flee::default()),
            Self::Evade(Pursue::default()),
            Self::Separation(Separation::default()),
            Self::FollowLeader(FollowLeader::default()),
            Self::HomingWalk(HomingWalk::default()),
            Self::AvoidWalls(AvoidWalls::default()),
            Self::FollowWall(FollowWall::default()),
        ]
    }

    /// What an agent must refer to for the behavior to have an effect. `None` if nothing is needed.
    #[must_use]
    pub fn needs(&self) -> Option<Role> {
        match self {
            Self::Seek {} | Self::Arrive(_) | Self::Pursue(_) | Self::HomingWalk(_) => {
                Some(Role::Target)
            }
            Self::Flee(_) | Self::Leave(_) | Self::Evade(_) => Some(Role::Danger),
            Self::FollowPath(_) => Some(Role::Path),
            Self::FollowLeader(_) => Some(Role::Leader),
            Self::Separation(_) | Self::AvoidWalls(_) | Self::FollowWall(_) => None,
        }
    }
}

/// What an agent refers to, for its behaviors and its sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// [`Agent::target`](crate::scene::Agent::target).
    Target,
    /// [`Agent::danger`](crate::scene::Agent::danger).
    Danger,
    /// [`Agent::path`](crate::scene::Agent::path).
    Path,
    /// [`Agent::leader`](crate::scene::Agent::leader).
    Leader,
}

impl Preset {
    /// A preset with a default body and the given behaviors.
    pub fn steered(
        id: PresetId,
        name: impl Into<String>,
        behaviors: impl IntoIterator<Item = Behavior>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            description: String::new(),
            color: Color::default(),
            body: Body::default(),
            facing: None,
            sight: None,
            motion: Motion::Steered(Steered {
                blend_mode: BlendMode::default(),
                behaviors: behaviors.into_iter().map(Into::into).collect(),
            }),
        }
    }

    /// The behaviors, in order. Empty for an agent that moves by cells.
    pub fn behaviors(&self) -> impl Iterator<Item = &Behavior> {
        let list: &[WeightedBehavior] = match &self.motion {
            Motion::Steered(steered) => &steered.behaviors,
            Motion::GridChase(_) => &[],
        };
        list.iter().map(|weighted| &weighted.behavior)
    }

    /// The parameters of the homing walks among the behaviors, in order.
    pub fn homing_walks(&self) -> impl Iterator<Item = &HomingWalk> {
        self.behaviors().filter_map(|behavior| match behavior {
            Behavior::HomingWalk(walk) => Some(walk),
            Behavior::Seek {}
            | Behavior::Flee(_)
            | Behavior::Arrive(_)
            | Behavior::Leave(_)
            | Behavior::Pursue(_)
            | Behavior::Evade(_)
            | Behavior::FollowPath(_)
            | Behavior::Separation(_)
            | Behavior::FollowLeader(_)
            | Behavior::AvoidWalls(_)
            | Behavior::FollowWall(_) => None,
        })
    }

    /// What the agents can refer to, without duplicates: what their motion needs, and the target that they watch or turn to.
    pub fn roles(&self) -> Vec<Role> {
        let mut roles = self.roles_of_motion();
        let faces_target = |facing: &Facing| facing.toward == Toward::Target;
        if self.sight.is_some() || self.facing.as_ref().is_some_and(faces_target) {
            roles.push(Role::Target);
        }
        roles.sort_unstable();
        roles.dedup();
        roles
    }

    /// What the agents must refer to, in order to move as they should, without duplicates.
    pub fn roles_of_motion(&self) -> Vec<Role> {
        let mut roles: Vec<Role> = match &self.motion {
            Motion::Steered(_) => self.behaviors().filter_map(Behavior::needs).collect(),
            Motion::GridChase(_) => vec![Role::Target],
        };
        roles.sort_unstable();
        roles.dedup();
        roles
    }
}
