//! Agent presets: physical limits and behaviors, which many agents can share. Each agent has its
//! own target, path and leader.

use crate::level::Sight;
use crate::scene::behavior::{Behavior, WeightedBehavior};
use crate::scene::file::shrunk;
use crate::scene::state::{State, StateRules, StateView, Term};
use crate::scene::{Alert, Color, Hearing, PresetId, Properties, Role, StateId};
use crate::steering::facing::{Facing, Toward};
use crate::steering::{BlendMode, Body, Goal, GridChase, HomingWalk};
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
    /// The values of custom properties.
    #[serde(default, skip_serializing_if = "Properties::is_empty")]
    pub properties: Properties,
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
    /// The behaviors that compute the forces. Their order matters when they are combined by
    /// priority.
    #[serde(default)]
    pub behaviors: Vec<WeightedBehavior>,
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
            properties: Properties::default(),
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

    /// Whether the agents change between states, or do something when they enter their only one.
    /// Time passes in the states of these agents alone.
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
            .filter_map(|weighted| weighted.behavior.homing_walk())
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

    /// What the agents can refer to, without duplicates: what their motion needs, and the target
    /// that they watch, turn to, or have to be near.
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

    /// The behaviors, to change them.
    pub fn behaviors_mut(&mut self) -> &mut [WeightedBehavior] {
        match self {
            Self::Steered(steered) => &mut steered.behaviors,
            Self::GridChase(_) => &mut [],
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
