//! The parameters of a preset that are not those of a behavior.

use super::state::map_rules;
use super::{
    Anchor, GOAL, Parameter, ParameterTable, SEARCH_SWEEP, TIME_TO_TARGET, TURN_RATE, Unit,
    of_behavior,
};
use steerwright_runtime::level::Sight;
use steerwright_runtime::scene::{Alert, Behavior, Hearing, Motion, Preset, WeightedBehavior};
use steerwright_runtime::steering::facing::Facing;
use steerwright_runtime::steering::{Body, GridChase, Noise};

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
    TURN_RATE,
)]);

/// What the agents of a preset see.
pub const SIGHT: ParameterTable<Sight> = ParameterTable(&[
    Parameter::length(field!(Sight.range: f64), Some(Anchor::Agent)).at_least("near"),
    Parameter::length(field!(Sight.near: f64), Some(Anchor::Agent)),
    Parameter::number(field!(Sight.fov_deg: f64), Unit::Degrees, (1e-3, 360.0)),
    Parameter::number(field!(Sight.notice_ticks: u32), Unit::Ticks, (1.0, 1e6)),
    Parameter::number(field!(Sight.forget_ticks: u32), Unit::Ticks, (1.0, 1e6)),
]);

/// What the agents of a preset hear.
pub const HEARING: ParameterTable<Hearing> = ParameterTable(&[
    Parameter::number(field!(Hearing.scale: f64), Unit::Number, (0.0, 1000.0)),
    Parameter::number(field!(Hearing.muffle: f64), Unit::Number, (0.0, 1.0)),
]);

/// How alert the agents of a preset become.
pub const ALERT: ParameterTable<Alert> = ParameterTable(&[
    Parameter::number(field!(Alert.rise_near: f64), Unit::PerSecond, (0.0, 1e6)),
    Parameter::number(field!(Alert.rise_far: f64), Unit::PerSecond, (0.0, 1e6)),
    Parameter::number(field!(Alert.fall: f64), Unit::PerSecond, (0.0, 1e6)),
    Parameter::number(field!(Alert.noise_rise: f64), Unit::Number, (0.0, 1.0)),
]);

/// The noise that the agents of a preset make.
pub const NOISE: ParameterTable<Noise> = ParameterTable(&[
    Parameter::number(field!(Noise.speed: f64), Unit::Speed, (0.0, 1e6)),
    Parameter::length(field!(Noise.radius: f64), Some(Anchor::Agent)),
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
    if let Some(noise) = &mut preset.body.noise {
        NOISE.map(noise, &mut change);
    }
    if let Some(sight) = &mut preset.sight {
        SIGHT.map(sight, &mut change);
    }
    if let Some(hearing) = &mut preset.hearing {
        HEARING.map(hearing, &mut change);
    }
    if let Some(alert) = &mut preset.alert {
        ALERT.map(alert, &mut change);
    }
    map_rules(&mut preset.state, &mut change);
    map_motion(&mut preset.facing, &mut preset.motion, &mut change);
    for state in &mut preset.states {
        map_rules(&mut state.rules, &mut change);
        map_motion(&mut state.facing, &mut state.motion, &mut change);
    }
}

fn map_motion(
    facing: &mut Option<Facing>,
    motion: &mut Motion,
    change: &mut impl FnMut(Unit, f64) -> f64,
) {
    if let Some(facing) = facing {
        FACING.map(facing, change);
    }
    match motion {
        Motion::Steered(steered) => {
            for weighted in &mut steered.behaviors {
                WEIGHT.map(weighted, change);
                GOAL.map(&mut weighted.goal, change);
                of_behavior(&weighted.behavior).map(&mut weighted.behavior, change);
                if let Behavior::Search(search) = &mut weighted.behavior
                    && let Some(sweep) = &mut search.sweep
                {
                    SEARCH_SWEEP.map(sweep, change);
                }
            }
        }
        Motion::GridChase(chase) => {
            GRID_CHASE.map(chase, change);
            GOAL.map(&mut chase.goal, change);
        }
    }
}
