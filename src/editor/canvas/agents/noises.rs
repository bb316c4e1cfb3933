//! The noises of agents: how far those that are fast enough can be heard.

use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Painter, Stroke};
use steerwright_analysis::Sample;
use steerwright_runtime::scene::Preset;

/// A ring is drawn as several arcs of waves, each so much smaller than the one outside of it.
const WAVES: [(f32, f32); 3] = [(1.0, 0.7), (0.94, 0.4), (0.88, 0.2)];

/// Draws a ring around an agent that makes a noise in the shown tick.
pub(crate) fn draw(painter: &Painter, screen: &Screen, sample: &Sample, preset: &Preset) {
    let Some(noise) = preset.body.noise else {
        return;
    };
    if sample.speed() <= noise.speed || !screen.shows(sample.position, noise.radius) {
        return;
    }
    let color = theme::colors(painter.ctx()).warn;
    let (center, radius) = (screen.pos(sample.position), screen.points(noise.radius));
    for (size, opacity) in WAVES {
        let stroke = Stroke::new(1.2, color.gamma_multiply(opacity * 0.6));
        painter.circle_stroke(center, radius * size, stroke);
    }
}
