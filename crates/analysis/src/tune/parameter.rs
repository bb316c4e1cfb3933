//! The numbers of a preset that can be tuned.

use steerwright_runtime::parameter;
use steerwright_runtime::parameter::{Kind, Parameter, ParameterTable};
use steerwright_runtime::scene::{Motion, Preset};

/// Where a number of a preset stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterPlace {
    /// In the limits of the body, with this key.
    Body(&'static str),
    /// In the behavior with this index, with this key.
    Behavior(usize, &'static str),
    /// The weight of the behavior with this index.
    Weight(usize),
}

/// A parameter to tune.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TunedParameter {
    /// Where it stands.
    pub place: ParameterPlace,
    /// The lowest and the highest value to try.
    pub range: (f64, f64),
}

/// The numbers of a preset that can be tuned: those that are present and change a metric, and
/// weights where there are several behaviors. Counts are left out, and so is everything about grid
/// movers: they have no numbers that change how well they move.
pub fn tunable_parameters(preset: &Preset) -> Vec<ParameterPlace> {
    let Motion::Steered(steered) = &preset.motion else {
        return Vec::new();
    };
    let mut places: Vec<ParameterPlace> = keys(parameter::BODY, &preset.body)
        .filter(|key| *key != GIVEN)
        .map(ParameterPlace::Body)
        .collect();
    for (index, weighted) in steered.behaviors.iter().enumerate() {
        let behavior = &weighted.behavior;
        places.extend(
            keys(behavior.parameters(), behavior).map(|key| ParameterPlace::Behavior(index, key)),
        );
        if steered.behaviors.len() > 1 {
            places.push(ParameterPlace::Weight(index));
        }
    }
    places
}

/// The radius of a body is given by the character, and not tuned to make it move better.
const GIVEN: &str = "radius";

fn keys<T>(table: ParameterTable<T>, owner: &T) -> impl Iterator<Item = &'static str> {
    table
        .into_iter()
        .filter(|parameter| parameter.kind != Kind::Count && parameter.get(owner).is_some())
        .map(|parameter| parameter.key)
}

impl ParameterPlace {
    /// Its value in `preset`. `None` if it is absent there.
    pub fn get(self, preset: &Preset) -> Option<f64> {
        match self {
            Self::Body(key) => parameter::BODY.get(&preset.body, key),
            Self::Behavior(index, key) => {
                let behavior = &preset.motion.behaviors().get(index)?.behavior;
                behavior.parameters().get(behavior, key)
            }
            Self::Weight(index) => {
                parameter::WEIGHT.get(preset.motion.behaviors().get(index)?, weight_key()?)
            }
        }
    }

    /// The lowest and the highest value that a file may have.
    pub fn limits(self, preset: &Preset) -> Option<(f64, f64)> {
        fn of<T>(table: ParameterTable<T>, key: &str) -> Option<(f64, f64)> {
            table
                .find(key)
                .map(|parameter: &Parameter<T>| parameter.range)
        }
        match self {
            Self::Body(key) => of(parameter::BODY, key),
            Self::Behavior(index, key) => {
                let behavior = &preset.motion.behaviors().get(index)?.behavior;
                of(behavior.parameters(), key)
            }
            Self::Weight(_) => of(parameter::WEIGHT, weight_key()?),
        }
    }

    /// Sets it to the nearest value that the other numbers allow, as every edit does.
    fn set(self, preset: &mut Preset, value: f64) {
        match self {
            Self::Body(key) => parameter::BODY.set_within_limits(&mut preset.body, key, value),
            Self::Behavior(index, key) => {
                if let Some(weighted) = preset.motion.behaviors_mut().get_mut(index) {
                    let behavior = &mut weighted.behavior;
                    behavior
                        .parameters()
                        .set_within_limits(behavior, key, value);
                }
            }
            Self::Weight(index) => {
                if let (Some(weighted), Some(key)) =
                    (preset.motion.behaviors_mut().get_mut(index), weight_key())
                {
                    parameter::WEIGHT.set_within_limits(weighted, key, value);
                }
            }
        }
    }
}

/// `preset` with other values of some parameters. Where two limit each other, such as two radii,
/// the result is within the limits.
pub(super) fn with_values(
    preset: &Preset,
    parameters: &[TunedParameter],
    values: &[f64],
) -> Preset {
    let mut changed = preset.clone();
    // Twice: the first time, a value may be limited by one that has not been set yet.
    for _ in 0..2 {
        for (parameter, value) in parameters.iter().zip(values) {
            parameter.place.set(&mut changed, *value);
        }
    }
    changed
}

fn weight_key() -> Option<&'static str> {
    parameter::WEIGHT
        .into_iter()
        .next()
        .map(|weight| weight.key)
}
