//! The outline of an agent: a wedge that points where it heads.

use crate::editor::canvas::screen::Screen;
use egui::{Pos2, Vec2};
use steerwright_analysis::Sample;
use steerwright_runtime::scene::Preset;

/// The wedge toward where the agent looks: its tip, and the other corners in order.
pub(crate) fn wedge(screen: &Screen, sample: &Sample, preset: &Preset) -> [Pos2; 4] {
    let at = screen.pos(sample.position);
    let extent = body_radius(screen, preset) * 0.8;
    let ahead = Vec2::new(sample.facing.x as f32, -sample.facing.y as f32);
    let side = ahead.rot90() * extent * 0.6;
    let (tip, back) = (at + ahead * extent, at - ahead * extent * 0.6);
    let notch = at - ahead * extent * 0.25;
    [tip, back + side, notch, back - side]
}

/// The radius at which a body is drawn, in points.
pub(crate) fn body_radius(screen: &Screen, preset: &Preset) -> f32 {
    screen.points(preset.body.radius).clamp(6.0, 4000.0)
}
