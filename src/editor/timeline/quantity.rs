//! The quantities that are plotted.

use crate::editor::theme::Colors;
use egui::Color32;
use steerwright_analysis::Sample;
use steerwright_format::parameter::Unit;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Motion, Preset};

/// How many quantities there are.
pub(super) const QUANTITIES: usize = 4;

/// A plotted quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Speed,
    Steering,
    Fov,
    SeesTarget,
}

impl Quantity {
    pub const ALL: [Self; QUANTITIES] = [Self::Speed, Self::Steering, Self::Fov, Self::SeesTarget];

    pub fn label(self) -> &'static str {
        match self {
            Self::Speed => "Speed",
            Self::Steering => "Steering",
            Self::Fov => "FOV",
            Self::SeesTarget => "Sees target",
        }
    }

    /// The name in a sentence, where the label is too short.
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Steering => "steering",
            Self::Fov => "field of view",
            Self::SeesTarget => "sees target",
        }
    }

    pub fn color(self, colors: &Colors) -> Color32 {
        match self {
            Self::Speed => colors.speed,
            Self::Steering => colors.steering,
            Self::Fov => colors.fov,
            Self::SeesTarget => colors.target,
        }
    }

    pub fn unit(self) -> Unit {
        match self {
            Self::Speed => Unit::Speed,
            Self::Steering => Unit::Force,
            Self::Fov => Unit::Degrees,
            Self::SeesTarget => Unit::Number,
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
        Some(format!("{:.2}{unit}", self.of(sample)?))
    }

    /// The limit of a preset for this quantity.
    pub fn limit(self, preset: &Preset) -> Option<f64> {
        match (self, &preset.motion) {
            (Self::SeesTarget, _) => None,
            (Self::Fov, _) => preset.homing_walks().next().map(|walk| walk.max_fov_deg),
            // Grid movers have their own speed and no forces.
            (_, Motion::GridChase(_)) => None,
            (Self::Speed, _) => Some(preset.body.max_speed),
            (Self::Steering, _) => Some(preset.body.max_force),
        }
    }

    /// Its place in arrays of all quantities.
    pub fn index(self) -> usize {
        self as usize
    }
}
