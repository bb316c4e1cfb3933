//! The parameters of a preset that are not those of a behavior.

use super::{Parameter, ParameterTable, TIME_TO_TARGET, Unit, of_behavior};
use steerwright_runtime::scene::{Motion, Preset, WeightedBehavior};
use steerwright_runtime::steering::{Body, GridChase};

/// The limits of a body.
pub const BODY: ParameterTable<Body> = ParameterTable(&[
    Parameter::number(field!(Body.max_speed: f64), Unit::Speed, (0.0, 1e6)),
    Parameter::number(field!(Body.max_force: f64), Unit::Force, (0.0, 1e9)),
    Parameter::number(field!(Body.mass: f64), Unit::Number, (1e-3, 1e6)),
    Parameter::number(field!(Body.time_to_target: f64), Unit::Time, TIME_TO_TARGET),
    // Drawn as the agent itself, so there is no ring.
    Parameter::length(field!(Body.radius: f64), None),
]);

/// The weight of a behavior.
pub const WEIGHT: ParameterTable<WeightedBehavior> = ParameterTable(&[Parameter::number(
    field!(WeightedBehavior.weight: f64),
    Unit::Number,
    (-1e6, 1e6),
)]);

/// The numbers of a grid chase.
pub const GRID_CHASE: ParameterTable<GridChase> = ParameterTable(&[
    Parameter::number(
        field!(GridChase.step_interval: f64),
        Unit::Time,
        (1e-3, 1e4),
    ),
    Parameter::number(
        field!(GridChase.max_path_length: u32),
        Unit::Number,
        (0.0, 1e6),
    ),
]);

/// Replaces every number of a preset by a function of its unit and value.
pub fn map_preset(preset: &mut Preset, mut change: impl FnMut(Unit, f64) -> f64) {
    BODY.map(&mut preset.body, &mut change);
    match &mut preset.motion {
        Motion::Steered(steered) => {
            for weighted in &mut steered.behaviors {
                WEIGHT.map(weighted, &mut change);
                of_behavior(&weighted.behavior).map(&mut weighted.behavior, &mut change);
            }
        }
        Motion::GridChase(chase) => GRID_CHASE.map(chase, &mut change),
    }
}
