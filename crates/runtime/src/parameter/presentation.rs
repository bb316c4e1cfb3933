//! How an editor presents a parameter: label, tooltip and slider.

use super::Parameter;

/// How an editor presents a [`Parameter`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Presentation {
    /// Its label.
    pub label: &'static str,
    /// Its tooltip: what it does to the motion.
    pub help: &'static str,
    /// The range of its slider, in its unit; typing accepts any value within its limits. `None`:
    /// there is no slider.
    pub slider_range: Option<(f64, f64)>,
    /// The value of an optional parameter when it is enabled.
    pub enabled_value: Option<f64>,
    /// What applies while an optional parameter is not set.
    pub unset: &'static str,
    /// Whether that is `enabled_value`, which is then shown.
    pub inherits: bool,
}

impl Presentation {
    /// That of a parameter which no table presents: its key, without help.
    pub(super) const fn of_key(key: &'static str) -> Self {
        Self {
            label: key,
            help: "",
            slider_range: None,
            enabled_value: None,
            unset: "off",
            inherits: false,
        }
    }

    /// The same for an optional parameter that is `value` while it is not set.
    #[must_use]
    pub fn inheriting(self, value: f64) -> Self {
        Self {
            enabled_value: Some(value),
            inherits: true,
            ..self
        }
    }
}

impl<T> Parameter<T> {
    /// Presented with a slider.
    pub(crate) const fn shown(
        self,
        label: &'static str,
        slider_range: (f64, f64),
        help: &'static str,
    ) -> Self {
        let presentation = Presentation {
            label,
            help,
            slider_range: Some(slider_range),
            ..self.presentation
        };
        Self {
            presentation,
            ..self
        }
    }

    /// Presented without a slider.
    pub(crate) const fn named(self, label: &'static str, help: &'static str) -> Self {
        let presentation = Presentation {
            label,
            help,
            ..self.presentation
        };
        Self {
            presentation,
            ..self
        }
    }

    /// For an optional parameter: its value when it is enabled.
    pub(crate) const fn enabled_at(self, value: f64) -> Self {
        let presentation = Presentation {
            enabled_value: Some(value),
            ..self.presentation
        };
        Self {
            presentation,
            ..self
        }
    }

    /// For an optional parameter: a name for what applies while it is not set.
    pub(crate) const fn unset_as(self, unset: &'static str) -> Self {
        let presentation = Presentation {
            unset,
            ..self.presentation
        };
        Self {
            presentation,
            ..self
        }
    }
}
