//! Agent presets: physical limits and behaviors, which many agents can share. Each agent has its own target, path and leader.

use crate::level::Sight;
use crate::scene::file::shrunk;
use crate::scene::state::{State, StateRules, StateView, Term};
use crate::scene::{Alert, Color, Hearing, PresetId, StateId};
use crate::steering::facing::{Facing, Toward};
use crate::steering::{
    Arrive, AvoidWalls, BlendMode, Body, Flee, FollowLeader, FollowPath, FollowWall, Goal,
    GridChase, HomingWalk, Leave, Pursue, RouteMode, Search, Separation,
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
    /// The teams whose agents the agents watch. Empty: they watch their target alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watches: Vec<String>,
    /// What the agents hear. Absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hearing: Option<Hearing>,
    /// How alert the agents become. Absent: they have no meter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alert: Option<Alert>,
    /// How the agents move: in the first state, if there are several.
    #[serde(default)]
    pub motion: Motion,
    /// What else the first state has. Its motion and facing are those of the preset.
    #[serde(default, skip_serializing_if = "StateRules::is_default")]
    pub state: StateRules,
    /// The states after the first; see [`all_states`](Self::all_states).
    #[serde(
        default,
        deserialize_with = "shrunk",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub states: Vec<State>,
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
    /// What it moves toward or away from. Absent: the target or danger of the agent; for a search, where someone was last seen.
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

    /// What an agent must refer to for the behavior to have an effect with this goal. `None` if nothing is needed.
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
}

impl Behavior {
    /// Every behavior with its default parameters, in the order of menus.
    #[must_use]
    pub fn all() -> [Self; 13] {
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
            Self::Search(Search::default()),
        ]
    }

    /// Whether it moves toward or away from a [`Goal`].
    #[must_use]
    pub fn has_goal(&self) -> bool {
        match self {
            Self::Seek {}
            | Self::Flee(_)
            | Self::Arrive(_)
            | Self::Leave(_)
            | Self::Pursue(_)
            | Self::Evade(_)
            | Self::HomingWalk(_)
            | Self::Search(_) => true,
            Self::FollowPath(_)
            | Self::Separation(_)
            | Self::FollowLeader(_)
            | Self::AvoidWalls(_)
            | Self::FollowWall(_) => false,
        }
    }

    /// The goal that it has unless it is given another.
    #[must_use]
    pub fn default_goal(&self) -> Goal {
        match self {
            Self::Search(_) => Goal::LastSeen,
            Self::Seek {}
            | Self::Flee(_)
            | Self::Arrive(_)
            | Self::Leave(_)
            | Self::Pursue(_)
            | Self::Evade(_)
            | Self::HomingWalk(_)
            | Self::FollowPath(_)
            | Self::Separation(_)
            | Self::FollowLeader(_)
            | Self::AvoidWalls(_)
            | Self::FollowWall(_) => Goal::Reference,
        }
    }

    /// Whether it can go around walls.
    #[must_use]
    pub fn has_route(&self) -> bool {
        match self {
            Self::Seek {}
            | Self::Arrive(_)
            | Self::Pursue(_)
            | Self::HomingWalk(_)
            | Self::FollowPath(_)
            | Self::Search(_) => true,
            Self::Flee(_)
            | Self::Leave(_)
            | Self::Evade(_)
            | Self::Separation(_)
            | Self::FollowLeader(_)
            | Self::AvoidWalls(_)
            | Self::FollowWall(_) => false,
        }
    }

    /// What an agent must refer to for the behavior to have an effect, if its goal is [`Goal::Reference`]. `None` if nothing is needed.
    #[must_use]
    pub fn needs(&self) -> Option<Role> {
        match self {
            Self::Seek {}
            | Self::Arrive(_)
            | Self::Pursue(_)
            | Self::HomingWalk(_)
            | Self::Search(_) => Some(Role::Target),
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
            watches: Vec::new(),
            hearing: None,
            alert: None,
            state: StateRules::default(),
            states: Vec::new(),
            motion: Motion::Steered(Steered {
                blend_mode: BlendMode::default(),
                behaviors: behaviors.into_iter().map(Into::into).collect(),
            }),
        }
    }

    /// The state in which agents start.
    #[must_use]
    pub fn first_state(&self) -> StateView<'_> {
        StateView {
            rules: &self.state,
            facing: self.facing.as_ref(),
            motion: &self.motion,
        }
    }

    /// All states, in order. The first is the one in which agents start.
    pub fn all_states(&self) -> impl Iterator<Item = StateView<'_>> {
        let others = self.states.iter().map(|state| StateView {
            rules: &state.rules,
            facing: state.facing.as_ref(),
            motion: &state.motion,
        });
        std::iter::once(self.first_state()).chain(others)
    }

    /// The state with this index; the first has 0.
    #[must_use]
    pub fn state_at(&self, index: usize) -> Option<StateView<'_>> {
        self.all_states().nth(index)
    }

    /// The index of the state with this id.
    #[must_use]
    pub fn state_index(&self, id: StateId) -> Option<usize> {
        self.all_states().position(|state| state.rules.id == id)
    }

    /// Whether the agents change between states, or do something when they enter their only one. Time passes in the states of these
    /// agents alone.
    #[must_use]
    pub fn has_states(&self) -> bool {
        let first = &self.state;
        !self.states.is_empty() || !first.transitions.is_empty() || !first.enter.is_empty()
    }

    /// Whether the agents have a facing of their own in any state.
    #[must_use]
    pub fn has_facing(&self) -> bool {
        self.all_states().any(|state| state.facing.is_some())
    }

    /// Whether the agents go around walls in any state.
    #[must_use]
    pub fn goes_around_walls(&self) -> bool {
        self.all_states().any(|state| match state.motion {
            Motion::Steered(steered) => steered
                .behaviors
                .iter()
                .any(WeightedBehavior::goes_around_walls),
            Motion::GridChase(chase) => !chase.route.is_direct(),
        })
    }

    /// The behaviors of the first state, in order. Empty for agents that move by cells in it.
    pub fn behaviors(&self) -> impl Iterator<Item = &Behavior> {
        self.motion
            .behaviors()
            .iter()
            .map(|weighted| &weighted.behavior)
    }

    /// The parameters of the homing walks of all states, in order.
    pub fn homing_walks(&self) -> impl Iterator<Item = &HomingWalk> {
        self.behaviors_of_all_states()
            .filter_map(|weighted| match &weighted.behavior {
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
                | Behavior::FollowWall(_)
                | Behavior::Search(_) => None,
            })
    }

    /// Whether the agents move by cells in some state.
    #[must_use]
    pub fn moves_by_cells(&self) -> bool {
        self.all_states()
            .any(|state| matches!(state.motion, Motion::GridChase(_)))
    }

    /// The behaviors of all states, in order.
    pub fn behaviors_of_all_states(&self) -> impl Iterator<Item = &WeightedBehavior> {
        self.all_states().flat_map(|state| state.motion.behaviors())
    }

    /// What the agents can refer to, without duplicates: what their motion needs, and the target that they watch, turn to, or have to be
    /// near.
    pub fn roles(&self) -> Vec<Role> {
        let mut roles = self.roles_of_motion();
        let watches_target =
            self.watches.is_empty() && (self.sight.is_some() || self.hearing.is_some());
        let is_asked_for = self.all_states().any(|state| {
            let faces_target = self.watches.is_empty()
                && state
                    .facing
                    .is_some_and(|facing| facing.toward == Toward::Target);
            let mut terms = state.rules.terms();
            faces_target
                || terms.any(|term| {
                    matches!(
                        term,
                        Term::Near {
                            goal: Goal::Reference,
                            ..
                        }
                    )
                })
        });
        if watches_target || is_asked_for {
            roles.push(Role::Target);
        }
        roles.sort_unstable();
        roles.dedup();
        roles
    }

    /// What the agents must refer to, in order to move as they should, without duplicates.
    pub fn roles_of_motion(&self) -> Vec<Role> {
        let mut roles: Vec<Role> = self
            .all_states()
            .flat_map(|state| state.motion.roles())
            .collect();
        roles.sort_unstable();
        roles.dedup();
        roles
    }
}

impl Motion {
    /// The behaviors, in order. Empty for motion by cells.
    #[must_use]
    pub fn behaviors(&self) -> &[WeightedBehavior] {
        match self {
            Self::Steered(steered) => &steered.behaviors,
            Self::GridChase(_) => &[],
        }
    }

    /// What an agent must refer to, with duplicates.
    fn roles(&self) -> Vec<Role> {
        match self {
            Self::Steered(steered) => {
                let behaviors = steered.behaviors.iter();
                behaviors.filter_map(WeightedBehavior::needs).collect()
            }
            Self::GridChase(chase) if chase.goal.is_reference() => vec![Role::Target],
            Self::GridChase(_) => Vec::new(),
        }
    }
}
