//! Where a number of a preset is, so that it can be read and set.

use steerwright_runtime::parameter::{self, Parameter, ParameterTable, Unit};
use steerwright_runtime::scene::{Motion, Preset};

/// The part of a preset that a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Body,
    Facing,
    Sight,
    /// The weight of the behavior with this index.
    Weight(usize),
    /// The behavior with this index.
    Behavior(usize),
    GridChase,
}

/// A number of a preset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) unit: Unit,
    /// `None` if it is not set.
    pub(super) value: Option<f64>,
}

impl Part {
    /// The number with this key. `None` if the preset does not have this part.
    pub(super) fn number(self, preset: &Preset, key: &str) -> Option<Number> {
        fn read<T>(table: ParameterTable<T>, owner: &T, key: &str) -> Option<Number> {
            let parameter = table.find(key)?;
            Some(Number {
                unit: parameter.unit,
                value: parameter.get(owner),
            })
        }
        match self {
            Self::Body => read(parameter::BODY, &preset.body, key),
            Self::Facing => read(parameter::FACING, preset.facing.as_ref()?, key),
            Self::Sight => read(parameter::SIGHT, preset.sight.as_ref()?, key),
            Self::Weight(index) => read(
                parameter::WEIGHT,
                preset.motion.behaviors().get(index)?,
                key,
            ),
            Self::Behavior(index) => {
                let behavior = &preset.motion.behaviors().get(index)?.behavior;
                read(behavior.parameters(), behavior, key)
            }
            Self::GridChase => match &preset.motion {
                Motion::GridChase(chase) => read(parameter::GRID_CHASE, chase, key),
                Motion::Steered(_) => None,
            },
        }
    }

    /// Sets the number with this key, within its limits. Without a value, an optional number is
    /// removed.
    pub(super) fn set(self, preset: &mut Preset, key: &str, value: Option<f64>) {
        fn write<T>(table: ParameterTable<T>, owner: &mut T, key: &str, value: Option<f64>) {
            match value {
                Some(value) => table.set_within_limits(owner, key, value),
                None => {
                    let parameter: Option<&Parameter<T>> = table.find(key);
                    if let Some(parameter) = parameter {
                        parameter.set(owner, None);
                    }
                }
            }
        }
        match self {
            Self::Body => write(parameter::BODY, &mut preset.body, key, value),
            Self::Facing => {
                if let Some(facing) = &mut preset.facing {
                    write(parameter::FACING, facing, key, value);
                }
            }
            Self::Sight => {
                if let Some(sight) = &mut preset.sight {
                    write(parameter::SIGHT, sight, key, value);
                }
            }
            Self::Weight(index) => {
                if let Some(weighted) = preset.motion.behaviors_mut().get_mut(index) {
                    write(parameter::WEIGHT, weighted, key, value);
                }
            }
            Self::Behavior(index) => {
                if let Some(weighted) = preset.motion.behaviors_mut().get_mut(index) {
                    let table = weighted.behavior.parameters();
                    write(table, &mut weighted.behavior, key, value);
                }
            }
            Self::GridChase => {
                if let Motion::GridChase(chase) = &mut preset.motion {
                    write(parameter::GRID_CHASE, chase, key, value);
                }
            }
        }
    }

    /// Where the part is in the file of a preset.
    pub(super) fn path(self, preset: &Preset) -> Vec<String> {
        let path = |steps: &[&str]| steps.iter().map(|step| (*step).to_owned()).collect();
        match self {
            Self::Body => path(&["body"]),
            Self::Facing => path(&["facing"]),
            Self::Sight => path(&["sight"]),
            Self::GridChase => path(&["motion", "grid_chase"]),
            Self::Weight(index) => path(&["motion", "steered", "behaviors", &index.to_string()]),
            Self::Behavior(index) => {
                let behavior = preset
                    .motion
                    .behaviors()
                    .get(index)
                    .map(|weighted| &weighted.behavior);
                let key = behavior.map_or("", |behavior| behavior.description().key);
                let index = index.to_string();
                path(&["motion", "steered", "behaviors", &index, "behavior", key])
            }
        }
    }
}
