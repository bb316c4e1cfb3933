//! The parameters of a preset that are not those of a behavior.

use super::{Anchor, Parameter, ParameterTable, TIME_TO_TARGET, Unit, of_behavior};
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{Motion, Preset, WeightedBehavior};
use steerwright_runtime::steering::facing::Facing;
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

/// How the agents of a preset turn.
pub const FACING: ParameterTable<Facing> = ParameterTable(&[Parameter::number(
    field!(Facing.turn_rate: Option<f64>),
    Unit::TurnRate,
    (1e-3, 1e6),
)]);

/// What the agents of a preset see.
pub const SIGHT: ParameterTable<Sight> = ParameterTable(&[
    Parameter::length(field!(Sight.range: f64), Some(Anchor::Agent)).at_least("near"),
    Parameter::length(field!(Sight.near: f64), Some(Anchor::Agent)),
    Parameter::number(field!(Sight.fov_deg: f64), Unit::Degrees, (1e-3, 360.0)),
    Parameter::number(field!(Sight.notice_ticks: u32), Unit::Ticks, (1.0, 1e6)),
    Parameter::number(field!(Sight.forget_ticks: u32), Unit::Ticks, (1.0, 1e6)),
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
        Unit::Cells,
        (0.0, 1e6),
    ),
]);

/// Replaces every number of a preset by a function of its unit and value.
pub fn map_preset(preset: &mut Preset, mut change: impl FnMut(Unit, f64) -> f64) {
    BODY.map(&mut preset.body, &mut change);
    if let Some(facing) = &mut preset.facing {
        FACING.map(facing, &mut change);
    }
    if let Some(sight) = &mut preset.sight {
        SIGHT.map(sight, &mut change);
    }
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
