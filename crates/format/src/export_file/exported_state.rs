//! The states of a preset in an export.

use super::exported_behavior::ExportedBehavior;
use super::exported_goal::take_goal;

use super::flat_object::{FlatObjectWithAt, tagged};
use crate::read_value;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value};
use steerwright_runtime::scene::{Color, EnterAction, StateId, StateRules, Term, Transition};
use steerwright_runtime::steering::BlendMode;
use steerwright_runtime::steering::facing::Facing;

/// How an agent moves.
#[derive(Clone, Copy, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Motion"))]
#[serde(rename_all = "snake_case")]
pub(super) enum ExportedMotion {
    /// By steering forces.
    Steered,
    /// From cell to cell, at a fixed rate.
    GridChase,
}

/// The first state, whose motion is that of its agent.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "FirstState"))]
pub(super) struct ExportedFirstState {
    /// The id of the state, unique among the states of its agent.
    pub id: StateId,
    /// Its display name.
    pub name: String,
    /// The color in which agents are drawn in it; null for that of the agent.
    #[serde(deserialize_with = "nullable")]
    pub color: Option<Color>,
    /// The maximum speed in it, u/s; null for that of the body.
    #[serde(deserialize_with = "nullable")]
    pub max_speed: Option<f64>,
    /// The maximum steering force in it; null for that of the body.
    #[serde(deserialize_with = "nullable")]
    pub max_force: Option<f64>,
    /// What an agent does when it enters the state.
    pub enter: Vec<ExportedEnter>,
    /// When an agent changes to another state. The first that holds counts.
    pub transitions: Vec<ExportedTransition>,
}

/// Another state: what the first has, and how its agents move.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "State"))]
pub(super) struct ExportedState {
    /// The id of the state, unique among the states of its agent.
    pub id: StateId,
    /// Its display name.
    pub name: String,
    /// The color in which agents are drawn in it; null for that of the agent.
    #[serde(deserialize_with = "nullable")]
    pub color: Option<Color>,
    /// The maximum speed in it, u/s; null for that of the body.
    #[serde(deserialize_with = "nullable")]
    pub max_speed: Option<f64>,
    /// The maximum steering force in it; null for that of the body.
    #[serde(deserialize_with = "nullable")]
    pub max_force: Option<f64>,
    /// Where agents look in it; null for where actions ask them to, else where they move.
    pub facing: Option<Facing>,
    /// How agents move in it.
    pub motion: ExportedMotion,
    /// How the forces of its behaviors are combined; null for motion by cells.
    #[serde(alias = "combine")]
    pub blend_mode: Option<BlendMode>,
    /// What moves agents in it, in order; for motion by cells the one `grid_chase`.
    pub behaviors: Vec<ExportedBehavior>,
    /// What an agent does when it enters the state.
    pub enter: Vec<ExportedEnter>,
    /// When an agent changes to another state. The first that holds counts.
    pub transitions: Vec<ExportedTransition>,
}

/// A change to another state.
#[derive(serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Transition"))]
pub(super) struct ExportedTransition {
    /// The id of the state that is entered.
    pub to: StateId,
    /// Whether one of the terms is enough; false if all of them must hold.
    pub any: bool,
    /// The conditions. Without any, it holds.
    pub terms: Vec<ExportedTerm>,
}

/// An action on entering a state: a flat object whose fields depend on its `kind`.
pub(super) struct ExportedEnter(pub EnterAction);

/// A condition: a flat object whose fields depend on its `kind`.
pub(super) struct ExportedTerm(pub Term);

/// A field that is present, even if it is null.
fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

impl<'de> Deserialize<'de> for ExportedEnter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = FlatObjectWithAt::deserialize(deserializer)?;
        let action = tagged(object.fields)?;
        read_value(&action).map(Self).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for ExportedTerm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = FlatObjectWithAt::deserialize(deserializer)?.fields;
        let is_kind = |kind: &str| fields.get("kind").and_then(Value::as_str) == Some(kind);
        if is_kind("near") {
            return near(fields).map(Self);
        }
        let has_parameters = [
            "sees_not_for",
            "meter_at_least",
            "meter_at_most",
            "for",
            "event",
        ]
        .iter()
        .any(|kind| is_kind(kind));
        let term = match fields.remove("kind") {
            Some(kind) if has_parameters => {
                fields.insert("kind".into(), kind);
                tagged(fields)?
            }
            Some(kind) => kind,
            None => return Err(D::Error::missing_field("kind")),
        };
        read_value(&term).map(Self).map_err(D::Error::custom)
    }
}

fn near<E: Error>(mut fields: Map<String, Value>) -> Result<Term, E> {
    let goal = take_goal(&mut fields).map_err(E::custom)?;
    let radius = fields.get("radius").and_then(Value::as_f64);
    Ok(Term::Near {
        goal: goal.ok_or_else(|| E::missing_field("goal"))?,
        radius: radius.ok_or_else(|| E::missing_field("radius"))?,
    })
}

impl From<ExportedFirstState> for StateRules {
    fn from(state: ExportedFirstState) -> Self {
        Self {
            id: state.id,
            name: state.name,
            color: state.color,
            max_speed: state.max_speed,
            max_force: state.max_force,
            enter: state.enter.into_iter().map(|action| action.0).collect(),
            transitions: state.transitions.into_iter().map(Into::into).collect(),
        }
    }
}

impl ExportedState {
    /// Its rules, without its motion.
    pub fn take_rules(&mut self) -> StateRules {
        let enter = std::mem::take(&mut self.enter);
        let transitions = std::mem::take(&mut self.transitions);
        StateRules {
            id: self.id,
            name: std::mem::take(&mut self.name),
            color: self.color,
            max_speed: self.max_speed,
            max_force: self.max_force,
            enter: enter.into_iter().map(|action| action.0).collect(),
            transitions: transitions.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<ExportedTransition> for Transition {
    fn from(transition: ExportedTransition) -> Self {
        Self {
            to: transition.to,
            any: transition.any,
            terms: transition.terms.into_iter().map(|term| term.0).collect(),
        }
    }
}
