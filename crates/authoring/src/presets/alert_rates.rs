//! The rates of an alert meter, which are dragged in its plot.

use steerwright_runtime::parameter;
use steerwright_runtime::scene::{Alert, PresetId, Scene};

/// A rate of an alert meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertRate {
    /// How fast it rises while someone near is seen.
    RiseNear,
    /// How fast it rises while someone is seen at the range of the sight.
    RiseFar,
    /// How fast it falls while no one is seen.
    Fall,
    /// How much a noise raises it.
    NoiseRise,
}

impl AlertRate {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::RiseNear, Self::RiseFar, Self::Fall, Self::NoiseRise];

    /// The name of the number in files.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::RiseNear => "rise_near",
            Self::RiseFar => "rise_far",
            Self::Fall => "fall",
            Self::NoiseRise => "noise_rise",
        }
    }

    /// The number of a meter: per second, or a part of the meter for noises.
    #[must_use]
    pub fn of(self, alert: &Alert) -> f64 {
        match self {
            Self::RiseNear => alert.rise_near,
            Self::RiseFar => alert.rise_far,
            Self::Fall => alert.fall,
            Self::NoiseRise => alert.noise_rise,
        }
    }

    /// What it does: "Rises in 0.25 s while someone near is seen".
    #[must_use]
    pub fn describe(self, alert: &Alert) -> String {
        let value = self.of(alert);
        let time = |verb: &str, never: &str, when: &str| match value > 0.0 {
            true => format!("{verb} in {} s while {when}", hundredths(1.0 / value)),
            false => format!("{never} while {when}"),
        };
        match self {
            Self::RiseNear => time("Rises", "Does not rise", "someone near is seen"),
            Self::RiseFar => time("Rises", "Does not rise", "someone far is seen"),
            Self::Fall => time("Falls", "Does not fall", "no one is seen"),
            Self::NoiseRise => {
                format!("A noise raises it by {} %", hundredths(value * 100.0))
            }
        }
    }

    /// Sets the number in a preset, within its limits. Returns false if the preset has no alert
    /// meter.
    pub fn set(self, scene: &mut Scene, preset: PresetId, value: f64) -> bool {
        let alert = scene
            .preset_mut(preset)
            .and_then(|preset| preset.alert.as_mut());
        let Some(alert) = alert else {
            return false;
        };
        parameter::ALERT.set_within_limits(alert, self.key(), value);
        true
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
