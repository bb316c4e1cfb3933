//! Agent presets: a body and how it moves. What a preset moves toward, flees or follows is bound by each agent.

use crate::scene::{Color, PresetId};
use crate::steering::{
    Arrive, BlendMode, Body, Flee, FollowLeader, FollowPath, GridChase, HomingWalk, Leave, Pursue,
    Separation,
};
use serde::{Deserialize, Serialize};

/// A kind of agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preset {
    /// Names the preset; never changes.
    pub id: PresetId,
    /// What people call it.
    #[serde(default)]
    pub name: String,
    /// What it is for, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The color it is drawn in.
    #[serde(default)]
    pub color: Color,
    /// Its physical limits.
    #[serde(default)]
    pub body: Body,
    /// How it moves.
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
    /// By cells, at a fixed pace; the body's limits do not apply.
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
    /// What makes the forces, in order.
    #[serde(default)]
    pub behaviors: Vec<WeightedBehavior>,
}

/// A behavior and how much it counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WeightedBehavior {
    /// The force is multiplied by this.
    #[serde(default = "one")]
    pub weight: f64,
    /// What makes the force.
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
    /// Straight toward the agent's target.
    Seek {},
    /// Straight away from the agent's danger.
    Flee(Flee),
    /// To the agent's target, slowing down.
    Arrive(Arrive),
    /// Away from the agent's danger, the faster the nearer.
    Leave(Leave),
    /// To where the agent's target is going to be.
    Pursue(Pursue),
    /// Away from where the agent's danger is going to be.
    Evade(Pursue),
    /// Along the agent's path.
    FollowPath(FollowPath),
    /// Away from its neighbors.
    Separation(Separation),
    /// Behind the agent's leader.
    FollowLeader(FollowLeader),
    /// To the agent's target through random waypoints.
    HomingWalk(HomingWalk),
}

impl Behavior {
    /// Every behavior with its defaults, in the order of menus.
    pub fn all() -> [Self; 10] {
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
        ]
    }

    /// What an agent has to be bound to for this to do anything.
    pub fn needs(&self) -> Option<Role> {
        match self {
            Self::Seek {} | Self::Arrive(_) | Self::Pursue(_) | Self::HomingWalk(_) => {
                Some(Role::Target)
            }
            Self::Flee(_) | Self::Leave(_) | Self::Evade(_) => Some(Role::Danger),
            Self::FollowPath(_) => Some(Role::Path),
            Self::FollowLeader(_) => Some(Role::Leader),
            Self::Separation(_) => None,
        }
    }
}

/// What an agent is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// What it goes for.
    Target,
    /// What it runs from.
    Danger,
    /// What it walks along.
    Path,
    /// Whom it follows.
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
            motion: Motion::Steered(Steered {
                blend_mode: BlendMode::default(),
                behaviors: behaviors.into_iter().map(Into::into).collect(),
            }),
        }
    }

    /// Its behaviors; none for a cell mover.
    pub fn behaviors(&self) -> impl Iterator<Item = &Behavior> {
        let list: &[WeightedBehavior] = match &self.motion {
            Motion::Steered(steered) => &steered.behaviors,
            Motion::GridChase(_) => &[],
        };
        list.iter().map(|weighted| &weighted.behavior)
    }

    /// Its homing walks, in list order.
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
            | Behavior::FollowLeader(_) => None,
        })
    }

    /// What its agents have to be bound to, each role once.
    pub fn roles(&self) -> Vec<Role> {
        let mut roles: Vec<Role> = match &self.motion {
            Motion::Steered(_) => self.behaviors().filter_map(Behavior::needs).collect(),
            Motion::GridChase(_) => vec![Role::Target],
        };
        roles.sort_unstable();
        roles.dedup();
        roles
    }
}
