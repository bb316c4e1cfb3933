//! The quantities that are plotted.

use crate::editor::theme::Colors;
use egui::Color32;
use steerwright_analysis::Sample;
use steerwright_format::parameter::Unit;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Motion, Preset};

/// A plotted quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Speed,
    Steering,
    Fov,
}

impl Quantity {
    pub const ALL: [Self; 3] = [Self::Speed, Self::Steering, Self::Fov];

    pub fn label(self) -> &'static str {
        match self {
            Self::Speed => "Speed",
            Self::Steering => "Steering",
            Self::Fov => "FOV",
        }
    }

    /// The name in a sentence, where the label is too short.
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Steering => "steering",
            Self::Fov => "field of view",
        }
    }

    pub fn color(self, colors: &Colors) -> Color32 {
        match self {
            Self::Speed => colors.speed,
            Self::Steering => colors.steering,
            Self::Fov => colors.fov,
        }
    }

    pub fn unit(self) -> Unit {
        match self {
            Self::Speed => Unit::Speed,
            Self::Steering => Unit::Force,
            Self::Fov => Unit::Degrees,
        }
    }

    pub fn of(self, sample: &Sample) -> Option<f64> {
        match self {
            Self::Speed => Some(vector::length(sample.velocity)),
            Self::Steering => Some(sample.steering),
            Self::Fov => sample.fov_deg,
        }
    }

    /// The limit of a preset for this quantity.
    pub fn limit(self, preset: &Preset) -> Option<f64> {
        match (self, &preset.motion) {
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
