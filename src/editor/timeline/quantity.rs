//! The quantities that are plotted.

use crate::editor::theme::Colors;
use egui::Color32;
use steerwright_analysis::Sample;
use steerwright_authoring::presets::thresholds;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::parameter::Unit;
use steerwright_runtime::scene::{Motion, Preset, StateView};

/// How many quantities there are.
pub(super) const QUANTITIES: usize = 5;

/// A plotted quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Speed,
    Steering,
    Fov,
    SeesTarget,
    Alert,
}

impl Quantity {
    pub const ALL: [Self; QUANTITIES] = [
        Self::Speed,
        Self::Steering,
        Self::Fov,
        Self::SeesTarget,
        Self::Alert,
    ];

    pub fn label(self) -> &'static str {
        match self {
            Self::Speed => "Speed",
            Self::Steering => "Steering",
            Self::Fov => "FOV",
            Self::SeesTarget => "Sees target",
            Self::Alert => "Alert",
        }
    }

    /// The name in a sentence, where the label is too short.
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Steering => "steering",
            Self::Fov => "field of view",
            Self::SeesTarget => "sees target",
            Self::Alert => "alert meter",
        }
    }

    pub fn color(self, colors: &Colors) -> Color32 {
        match self {
            Self::Speed => colors.speed,
            Self::Steering => colors.steering,
            Self::Fov => colors.fov,
            Self::SeesTarget => colors.target,
            Self::Alert => colors.warn,
        }
    }

    pub fn unit(self) -> Unit {
        match self {
            Self::Speed => Unit::Speed,
            Self::Steering => Unit::Force,
            Self::Fov => Unit::Degrees,
            Self::SeesTarget | Self::Alert => Unit::Number,
        }
    }

    pub fn of(self, sample: &Sample) -> Option<f64> {
        match self {
            Self::Speed => Some(vector::length(sample.velocity)),
            Self::Steering => Some(sample.steering),
            Self::Fov => sample.fov_deg,
            Self::SeesTarget => sample
                .target_sight
                .map(|sight| f64::from(u8::from(sight.sees))),
            Self::Alert => sample.meter,
        }
    }

    /// A value in words: the number with its unit, or whether and how the target is seen.
    pub fn text(self, sample: &Sample, unit: &str) -> Option<String> {
        if let Self::SeesTarget = self {
            let sight = sample.target_sight?;
            return Some(match (sight.sees, sight.has_noticed) {
                (false, false) => "no".into(),
                (true, false) => "yes, not noticed yet".into(),
                (true, true) => "yes".into(),
                (false, true) => "no, not lost yet".into(),
            });
        }
        if let Self::Alert = self {
            return sample.meter.map(|meter| format!("{:.0} %", meter * 100.0));
        }
        Some(format!("{:.2}{unit}", self.of(sample)?))
    }

    /// The values at which lines are drawn: the limit, or the thresholds of the alert meter.
    pub fn marks(self, preset: &Preset) -> Vec<f64> {
        if self != Self::Alert {
            return self.limit(preset).into_iter().collect();
        }
        let thresholds = thresholds::of(preset).into_iter();
        thresholds.map(|threshold| threshold.meter).collect()
    }

    /// A value on the axis.
    pub fn axis_text(self, value: f64) -> String {
        match self {
            Self::Alert => format!("{:.0} %", value * 100.0),
            _ if value >= 1e5 => format!("{value:.0e}"),
            _ => format!("{}", (value * 100.0).round() / 100.0),
        }
    }

    /// The limit of a preset for this quantity; of several states, the highest.
    pub fn limit(self, preset: &Preset) -> Option<f64> {
        let of_state = |state: StateView<'_>| match (self, state.motion) {
            // Grid movers have their own speed and no forces.
            (_, Motion::GridChase(_)) => None,
            (Self::Speed, _) => Some(state.rules.max_speed.unwrap_or(preset.body.max_speed)),
            (Self::Steering, _) => Some(state.rules.max_force.unwrap_or(preset.body.max_force)),
            (Self::Fov | Self::SeesTarget | Self::Alert, _) => None,
        };
        match self {
            Self::Fov => preset.homing_walks().next().map(|walk| walk.max_fov_deg),
            _ => preset.all_states().filter_map(of_state).reduce(f64::max),
        }
    }

    /// Its place in arrays of all quantities.
    pub fn index(self) -> usize {
        self as usize
    }
}
