//! What is measured about each preset on a course.

use steerwright_analysis::measure::Metric;
use steerwright_runtime::parameter::Unit;

/// A measured figure of each preset.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name.
    pub label: &'static str,
    /// What it measures, in a sentence.
    pub help: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Whether an author usually wants it to be low. `None` if neither low nor high is better.
    pub lower_is_better: Option<bool>,
    /// One for each preset, in order.
    pub values: Vec<Measured>,
}

/// A figure of one preset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measured {
    /// It says nothing about this preset.
    NotApplicable,
    /// It did not happen within the run.
    Never,
    /// Its value.
    Value(f64),
}

impl Measured {
    /// A value that may be missing because it did not happen.
    pub(super) fn or_never(value: Option<f64>) -> Self {
        value.map_or(Self::Never, Self::Value)
    }

    /// The value, if there is one.
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Value(value) => Some(value),
            Self::NotApplicable | Self::Never => None,
        }
    }
}

impl Figure {
    pub(super) fn of_metric(metric: Metric, values: Vec<Measured>) -> Self {
        Self {
            label: metric.label(),
            help: metric.help(),
            unit: metric.unit(),
            lower_is_better: metric.lower_is_better(),
            values,
        }
    }

    /// Whether a preset has the best value, and another one a worse one. Values that are shown
    /// alike are equally good.
    pub fn is_best(&self, column: usize) -> bool {
        /// Values are shown with two decimals.
        const SAME: f64 = 0.005;
        let Some(lower) = self.lower_is_better else {
            return false;
        };
        let Some(value) = self.values.get(column).and_then(|value| value.value()) else {
            return false;
        };
        let worse = |other: f64| if lower { other - value } else { value - other };
        let mut differ = false;
        for other in &self.values {
            match other {
                Measured::NotApplicable => {}
                Measured::Never => differ = true,
                Measured::Value(other) if worse(*other) < -SAME => return false,
                Measured::Value(other) => differ |= worse(*other) > SAME,
            }
        }
        differ
    }
}
