//! The parameters of a preset that are not those of a behavior.

use super::state::map_rules;
use super::{Anchor, GOAL, GRID_CHASE, Parameter, ParameterTable, SEARCH_SWEEP, TURN_RATE, Unit};
use crate::level::Sight;
use crate::scene::{Alert, Behavior, Hearing, Motion, Preset, WeightedBehavior};
use crate::steering::facing::Facing;
use crate::steering::{Body, Noise};

/// The limits of a body.
pub const BODY: ParameterTable<Body> = ParameterTable(&[
    Parameter::number(field!(Body.max_speed: f64), Unit::Speed, (0.0, 1e6)).shown(
        "Max speed",
        (0.0, 12.0),
        "The highest speed. Faster agents make wider turns and overshoot more.",
    ),
    Parameter::number(field!(Body.max_force: f64), Unit::Force, (0.0, 1e9)).shown(
        "Max force",
        (0.0, 60.0),
        "The largest steering force. Less force means wider turns and longer braking.",
    ),
    Parameter::number(field!(Body.mass: f64), Unit::Number, (1e-3, 1e6)).shown(
        "Mass",
        (0.1, 20.0),
        "Divides every force. A heavy agent responds slowly and overshoots.",
    ),
    Parameter::time_to_target(
        field!(Body.time_to_target: f64),
        "The time in which the agent tries to reach its desired velocity. Shorter is snappier, longer is smoother.",
    ),
    // Drawn as the agent itself, so there is no ring.
    Parameter::length(field!(Body.radius: f64), None).shown(
        "Body radius",
        (0.05, 3.0),
        "How near the agent comes to walls, and the size at which it is drawn.",
    ),
]);

/// How the agents of a preset turn.
pub const FACING: ParameterTable<Facing> = ParameterTable(&[Parameter::number(
    field!(Facing.turn_rate: Option<f64>),
    Unit::TurnRate,
    TURN_RATE,
)
.shown(
    "Turn rate",
    (10.0, 720.0),
    "How fast the agent turns to where it looks.",
)
.enabled_at(180.0)
.unset_as("immediate")]);

/// What the agents of a preset see.
pub const SIGHT: ParameterTable<Sight> = ParameterTable(&[
    Parameter::length(field!(Sight.range: f64), Some(Anchor::Agent))
        .at_least("near")
        .shown("Sight range", (0.0, 20.0), "How far the agent sees."),
    Parameter::length(field!(Sight.near: f64), Some(Anchor::Agent)).shown(
        "Near radius",
        (0.0, 5.0),
        "Within this distance, the agent sees all around it.",
    ),
    Parameter::number(field!(Sight.fov_deg: f64), Unit::Degrees, (1e-3, 360.0)).shown(
        "Field of view",
        (10.0, 360.0),
        "The full angle, half of it on each side of where the agent looks.",
    ),
    Parameter::number(field!(Sight.notice_ticks: u32), Unit::Ticks, (1.0, 1e6)).named(
        "Notice after",
        "How long the agent must see its target without a break to notice it.",
    ),
    Parameter::number(field!(Sight.forget_ticks: u32), Unit::Ticks, (1.0, 1e6)).named(
        "Forget after",
        "How long the agent must not see its target to lose it.",
    ),
]);

/// What the agents of a preset hear.
pub const HEARING: ParameterTable<Hearing> = ParameterTable(&[
    Parameter::number(field!(Hearing.scale: f64), Unit::Number, (0.0, 1000.0)).shown(
        "Sensitivity",
        (0.0, 3.0),
        "Multiplies the radius of every noise. 1 is ordinary hearing.",
    ),
    Parameter::number(field!(Hearing.muffle: f64), Unit::Number, (0.0, 1.0)).shown(
        "Through walls",
        (0.0, 1.0),
        "The share of the radius that is left of a noise behind a wall.",
    ),
]);

/// How alert the agents of a preset become.
pub const ALERT: ParameterTable<Alert> = ParameterTable(&[
    Parameter::number(field!(Alert.rise_near: f64), Unit::PerSecond, (0.0, 1e6)).shown(
        "Rise near",
        (0.0, 10.0),
        "How much the meter rises per second while someone is seen within the near radius.",
    ),
    Parameter::number(field!(Alert.rise_far: f64), Unit::PerSecond, (0.0, 1e6)).shown(
        "Rise far",
        (0.0, 4.0),
        "How much the meter rises per second while someone is seen at the sight range.",
    ),
    Parameter::number(field!(Alert.fall: f64), Unit::PerSecond, (0.0, 1e6)).shown(
        "Fall",
        (0.0, 2.0),
        "How much the meter falls per second while no one is seen.",
    ),
    Parameter::number(field!(Alert.noise_rise: f64), Unit::Number, (0.0, 1.0)).shown(
        "Rise by noise",
        (0.0, 1.0),
        "How much the meter rises in every tick in which a noise is heard.",
    ),
]);

/// The noise that the agents of a preset make.
pub const NOISE: ParameterTable<Noise> = ParameterTable(&[
    Parameter::number(field!(Noise.speed: f64), Unit::Speed, (0.0, 1e6)).shown(
        "Above speed",
        (0.0, 12.0),
        "The agent can be heard while it is faster than this.",
    ),
    Parameter::length(field!(Noise.radius: f64), Some(Anchor::Agent)).shown(
        "Noise radius",
        (0.0, 20.0),
        "How far away it can be heard.",
    ),
]);

/// The weight of a behavior.
pub const WEIGHT: ParameterTable<WeightedBehavior> = ParameterTable(&[Parameter::number(
    field!(WeightedBehavior.weight: f64),
    Unit::Number,
    (-1e6, 1e6),
)
.shown(
    "Weight",
    (0.0, 5.0),
    "Multiplies the behavior's force before forces are combined.",
)]);

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
                weighted
                    .behavior
                    .parameters()
                    .map(&mut weighted.behavior, change);
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
