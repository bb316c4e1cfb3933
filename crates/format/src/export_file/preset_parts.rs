//! Reads the preset of an agent or spawner of an export.

use super::exported_behavior::ExportedBehavior;
use super::exported_goal::{take_goal, take_route, weighted};
use super::exported_state::{ExportedFirstState, ExportedMotion, ExportedState};
use crate::read_value;
use crate::{FormatError, round_numbers};
use serde_json::{Map, Value};
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{
    Alert, Behavior, Color, Hearing, Motion, Preset, PresetId, Properties, State, Steered,
    WeightedBehavior,
};
use steerwright_runtime::steering::facing::Facing;
use steerwright_runtime::steering::{BlendMode, Body, GridChase};

/// The fields of an agent or spawner that come from its preset.
pub(super) struct PresetParts {
    pub name: String,
    pub properties: Properties,
    pub color: Color,
    pub body: Body,
    pub facing: Option<Facing>,
    pub sight: Option<Sight>,
    pub watches: Vec<String>,
    pub hearing: Option<Hearing>,
    pub alert: Option<Alert>,
    pub motion: ExportedMotion,
    pub blend_mode: Option<BlendMode>,
    pub behaviors: Vec<ExportedBehavior>,
    pub state: Option<ExportedFirstState>,
    pub states: Vec<ExportedState>,
}

impl PresetParts {
    /// The preset, without an id. `place` is that of the agent or spawner.
    pub fn into_preset(self, place: &str) -> Result<Preset, FormatError> {
        let mut states = Vec::with_capacity(self.states.len());
        for (i, mut state) in self.states.into_iter().enumerate() {
            let place = format!("{place}/states/{i}");
            states.push(State {
                rules: state.take_rules(),
                facing: state.facing,
                motion: motion(state.motion, state.blend_mode, &state.behaviors, &place)?,
            });
        }
        Ok(Preset {
            id: PresetId(0),
            name: self.name,
            description: String::new(),
            properties: self.properties,
            color: self.color,
            body: self.body,
            facing: self.facing,
            sight: self.sight,
            watches: self.watches,
            hearing: self.hearing,
            alert: self.alert,
            motion: motion(self.motion, self.blend_mode, &self.behaviors, place)?,
            state: self.state.map(Into::into).unwrap_or_default(),
            states,
        })
    }
}

fn motion(
    kind: ExportedMotion,
    blend_mode: Option<BlendMode>,
    behaviors: &[ExportedBehavior],
    place: &str,
) -> Result<Motion, FormatError> {
    let invalid = |behavior: usize, message: String| FormatError::InvalidField {
        pointer: format!("{place}/behaviors/{behavior}"),
        message: format!("{message}; export the scene again"),
    };
    match (kind, behaviors) {
        (ExportedMotion::GridChase, [only]) if only.kind == "grid_chase" => {
            let chase = grid_chase(only.parameters.clone());
            chase
                .map(Motion::GridChase)
                .map_err(|error| invalid(0, error))
        }
        (ExportedMotion::GridChase, _) => Err(invalid(
            0,
            "a grid chase must be the only behavior of its agent".into(),
        )),
        (ExportedMotion::Steered, behaviors) => {
            let read = |(i, exported): (usize, &ExportedBehavior)| {
                behavior(exported).map_err(|error| invalid(i, error))
            };
            let behaviors = behaviors
                .iter()
                .enumerate()
                .map(read)
                .collect::<Result<_, _>>()?;
            Ok(Motion::Steered(Steered {
                blend_mode: blend_mode.unwrap_or_default(),
                behaviors,
            }))
        }
    }
}

fn grid_chase(mut parameters: Map<String, Value>) -> Result<GridChase, String> {
    let (goal, route) = (take_goal(&mut parameters)?, take_route(&mut parameters)?);
    let chase: Result<GridChase, _> = read_value(&Value::Object(parameters));
    let mut chase = chase.map_err(|error| error.to_string())?;
    chase.goal = goal.unwrap_or_default();
    chase.route = route;
    Ok(chase)
}

/// In an export a behavior is a flat object, missing values are null, and a start node takes two
/// fields.
fn behavior(exported: &ExportedBehavior) -> Result<WeightedBehavior, String> {
    let mut parameters = exported.parameters.clone();
    let mut others: Map<String, Value> = ["goal", "ahead", "route"]
        .iter()
        .filter_map(|key| parameters.remove_entry(*key))
        .collect();
    if let (Some("node"), Some(node)) = (
        parameters.get("start").and_then(Value::as_str),
        parameters.get("start_node").cloned(),
    ) {
        parameters.insert(
            "start".into(),
            Value::Object(Map::from_iter([("node".to_owned(), node)])),
        );
    }
    // The other parameters that may be missing may be null.
    parameters.retain(|key, value| !value.is_null() || key == "resume");
    let mut tagged = Value::Object(Map::from_iter([(
        exported.kind.clone(),
        Value::Object(parameters),
    )]));
    round_numbers(&mut tagged);
    let behavior: Result<Behavior, _> = read_value(&tagged);
    let behavior = behavior.map_err(|error| error.to_string())?;
    weighted(exported.weight, behavior, &mut others)
}
