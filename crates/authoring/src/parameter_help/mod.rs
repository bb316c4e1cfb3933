//! How the editor presents each parameter of [`steerwright_format::parameter`]: label, tooltip and slider.
//!
//! There is one table for each table of parameters, with an entry for each key. A test compares them.

mod behavior;
mod preset;
mod scene;

pub use behavior::of_behavior;
pub use preset::{ALERT, BODY, FACING, GRID_CHASE, HEARING, NOISE, SIGHT, WEIGHT};
pub use scene::{CELLS, PATH, PICTURE, SCATTER, SCENE, SPAWNER_SCATTER, of_node};

use steerwright_format::parameter::{Kind, Parameter};

/// How the editor presents a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterHelp {
    /// The key of the parameter.
    pub key: &'static str,
    /// Its label.
    pub label: &'static str,
    /// Its tooltip: what it does to the motion.
    pub help: &'static str,
    /// The range of its slider, in its unit; typing accepts any value within its limits. None: there is no slider.
    pub slider_range: Option<(f64, f64)>,
    /// The value of an optional parameter when it is enabled.
    pub enabled_value: Option<f64>,
    /// What applies while an optional parameter is not set.
    pub unset: &'static str,
    /// Whether that is `enabled_value`, which is then shown.
    pub inherits: bool,
}

impl ParameterHelp {
    const fn new(
        key: &'static str,
        label: &'static str,
        slider_range: (f64, f64),
        help: &'static str,
    ) -> Self {
        Self {
            slider_range: Some(slider_range),
            ..Self::without_slider(key, label, help)
        }
    }

    const fn without_slider(key: &'static str, label: &'static str, help: &'static str) -> Self {
        Self {
            key,
            label,
            help,
            slider_range: None,
            enabled_value: None,
            unset: "off",
            inherits: false,
        }
    }

    /// For an optional parameter.
    const fn enabled_at(self, value: f64) -> Self {
        Self {
            enabled_value: Some(value),
            ..self
        }
    }

    /// For an optional parameter with a name for what applies while it is not set.
    const fn unset_as(self, unset: &'static str) -> Self {
        Self { unset, ..self }
    }

    /// For an optional parameter that is `value`, as `unset` names it, while it is not set.
    const fn inherits(self, value: f64, unset: &'static str) -> Self {
        Self {
            enabled_value: Some(value),
            unset,
            inherits: true,
            ..self
        }
    }

    /// The entry of a parameter in its table. A parameter without one, which a test reports, is shown under its key.
    pub fn find<T>(table: &[Self], parameter: &Parameter<T>) -> Self {
        table
            .iter()
            .find(|entry| entry.key == parameter.key)
            .copied()
            .unwrap_or(Self {
                key: parameter.key,
                label: parameter.key,
                help: "",
                slider_range: None,
                enabled_value: (parameter.kind == Kind::Optional).then_some(parameter.range.0),
                unset: "off",
                inherits: false,
            })
    }
}
