//! Fewer and smaller changes: what was found is moved back toward the present values as far as the
//! goals allow, and rounded.

use super::measurement::Trial;
use super::search::Search;

/// The number of bisections between the present values and the result.
const HALVINGS: usize = 8;
/// The number of bisections of a single parameter toward its present value.
const OWN_HALVINGS: usize = 4;
/// How many trials are kept for rounding.
const TRIALS_TO_ROUND: usize = 3;
/// If the goals cannot be met, rounding may increase the cost by this fraction.
const ROUNDING_COST: f64 = 0.01;

impl Search<'_> {
    /// Fewer and smaller changes that still meet the goals, in round numbers.
    pub(super) fn simplified(&self, before: &Trial, found: Trial) -> Option<Trial> {
        let present = &before.values;
        let mut best = found;
        // Move back toward the present values, by bisection.
        let target = best.values.clone();
        let (mut short, mut long) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = short + 0.5 * (long - short);
            let part: Vec<f64> = present
                .iter()
                .zip(&target)
                .map(|(from, to)| from + middle * (to - from))
                .collect();
            let trial = self.try_values(&part)?;
            if trial.meets_all() {
                (best, long) = (trial, middle);
            } else {
                short = middle;
            }
        }
        // Reset parameters that do not matter.
        for index in self.changed(&best.values, present) {
            if self.trials_left() <= TRIALS_TO_ROUND {
                break;
            }
            let mut values = best.values.clone();
            values[index] = present[index];
            let trial = self.try_values(&values)?;
            if trial.meets_all() {
                best = trial;
            }
        }
        for index in self.changed(&best.values, present) {
            best = self.moved_back(index, present[index], best)?;
        }
        // Round all values to as few digits as possible.
        for digits in 2..=4 {
            let trial = self.try_values(&self.with_digits(&best.values, present, digits))?;
            if trial.meets_all() {
                return Some(trial);
            }
        }
        Some(best)
    }

    /// Moves a single parameter back toward its present value, as far as the goals allow.
    fn moved_back(&self, index: usize, present: f64, found: Trial) -> Option<Trial> {
        let mut best = found;
        let mut short = present;
        for _ in 0..OWN_HALVINGS {
            if self.trials_left() <= TRIALS_TO_ROUND {
                break;
            }
            let mut values = best.values.clone();
            let middle = short + 0.5 * (values[index] - short);
            values[index] = middle;
            let trial = self.try_values(&values)?;
            if trial.meets_all() {
                best = trial;
            } else {
                short = middle;
            }
        }
        Some(best)
    }

    /// Round numbers, if they are as close to the goals.
    pub(super) fn rounded(&self, before: &Trial, found: Trial) -> Option<Trial> {
        for digits in 2..=4 {
            let trial =
                self.try_values(&self.with_digits(&found.values, &before.values, digits))?;
            if trial.cost <= (1.0 + ROUNDING_COST) * found.cost {
                return Some(trial);
            }
        }
        Some(found)
    }

    /// Values with this many digits within their ranges, except those that are as they were before.
    fn with_digits(&self, values: &[f64], before: &[f64], digits: u32) -> Vec<f64> {
        let parameters = self.measurement.options.parameters.iter();
        parameters
            .zip(values.iter().zip(before))
            .map(|(parameter, (value, before))| {
                let (low, high) = parameter.range;
                if value == before {
                    *value
                } else {
                    round_to(*value, digits).min(high).max(low)
                }
            })
            .collect()
    }
}

/// The nearest number with this many digits.
fn round_to(value: f64, digits: u32) -> f64 {
    let size = value.abs();
    if !(size > 0.0 && size.is_finite()) {
        return value;
    }
    // Powers of ten by multiplication: a logarithm may differ between machines.
    let (low, high) = (
        f64::from(10_u32.pow(digits - 1)),
        f64::from(10_u32.pow(digits)),
    );
    let mut scale = 1.0;
    while size * scale < low {
        scale *= 10.0;
    }
    while size * scale >= high {
        scale /= 10.0;
    }
    (value * scale).round() / scale
}
