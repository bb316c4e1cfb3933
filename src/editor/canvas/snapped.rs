//! Drawing what a position snapped to.

use crate::editor::canvas::{Screen, labels};
use crate::editor::theme;
use egui::{Painter, Pos2, Stroke, Vec2};
use glam::DVec2;
use steerwright_authoring::snap::{SnapTarget, Snapped};
use steerwright_runtime::scene::Scene;

/// How far guides extend beyond their ends, in points.
const BEYOND: f32 = 14.0;

/// Draws targets and guides around a position and names them. The grid is visible anyway.
pub fn draw(painter: &Painter, screen: &Screen, snapped: &Snapped, scene: &Scene) {
    let colors = theme::colors(painter.ctx());
    let at = screen.pos(snapped.position);
    let thin = Stroke::new(1.0, colors.guide);
    for target in &snapped.targets {
        match *target {
            SnapTarget::Grid => {}
            SnapTarget::Angle { from, .. } => guide(painter, screen, from, snapped.position, thin),
            SnapTarget::Item(_) => {
                painter.circle_stroke(at, 12.0, Stroke::new(1.5, colors.guide));
            }
            SnapTarget::Segment(..) => cross(painter, at),
            SnapTarget::VerticalGuide(_, p) | SnapTarget::HorizontalGuide(_, p) => {
                guide(painter, screen, p, snapped.position, thin);
                cross(painter, screen.pos(p));
            }
        }
    }
    if snapped
        .targets
        .iter()
        .any(|target| *target != SnapTarget::Grid)
        && let Some(text) = snapped.describe(scene)
    {
        labels::draw_at(painter, at + Vec2::new(16.0, 14.0), &text, colors.guide);
    }
}

fn guide(painter: &Painter, screen: &Screen, from: DVec2, to: DVec2, stroke: Stroke) {
    let (from, to) = (screen.pos(from), screen.pos(to));
    let along = (to - from).normalized() * BEYOND;
    painter.extend(screen.dashed_line([from - along, to + along], stroke, 5.0, 4.0));
}

fn cross(painter: &Painter, at: Pos2) {
    let stroke = Stroke::new(1.5, theme::colors(painter.ctx()).guide);
    for arm in [Vec2::new(4.0, 4.0), Vec2::new(4.0, -4.0)] {
        painter.line_segment([at - arm, at + arm], stroke);
    }
}
