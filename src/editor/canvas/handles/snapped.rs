//! Drawing what a position snapped to.

use crate::editor::canvas::labels;
use crate::editor::canvas::labels::obstacles::{OFF_NAMES, Obstacles};
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::Caption;
use crate::editor::theme;
use egui::{Align2, Painter, Pos2, Rect, Stroke, Vec2};
use glam::DVec2;
use steerwright_authoring::snap::{SnapTarget, Snapped};
use steerwright_runtime::scene::Scene;

/// How far guides extend beyond their ends, in points.
const BEYOND: f32 = 14.0;
/// Where the label is, from the position, in points.
const LABEL: Vec2 = Vec2::new(16.0, 14.0);
/// The room around its text, in points.
const PADDING: Vec2 = Vec2::new(4.0, 1.0);
/// It is this many of its heights further up or down, at most.
const MAX_STEPS: u8 = 3;
/// A place other than the usual one is taken only to cover so many points less of a line, for each
/// point that it is away.
const COST_OF_DISTANCE: f32 = 2.0;

/// Draws targets and guides around a position. The grid is visible anyway.
pub fn draw(painter: &Painter, screen: &Screen, snapped: &Snapped) {
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
}

/// Places the names of the targets where they cover least.
pub fn place_name(
    painter: &Painter,
    screen: &Screen,
    snapped: &Snapped,
    scene: &Scene,
    obstacles: &Obstacles,
) -> Option<Caption> {
    let mut targets = snapped.targets.iter();
    if !targets.any(|target| *target != SnapTarget::Grid) {
        return None;
    }
    let text = snapped.describe(scene)?;
    let color = theme::colors(painter.ctx()).guide;
    let mut caption = Caption::new(painter, Pos2::ZERO, Align2::LEFT_TOP, &text, color);
    let size = caption.rect.size() + 2.0 * PADDING;
    let places = places(screen.pos(snapped.position), size);
    let usual = places[0].0;
    let within = |(place, _): &(Rect, f32)| screen.rect.contains_rect(*place);
    let place = obstacles.best_place(places.into_iter().filter(within), OFF_NAMES);
    let place = place.unwrap_or_else(|| labels::moved_into(screen.rect, usual));
    caption.rect = place.shrink2(PADDING);
    Some(caption)
}

/// The places of a label of some size with what they cost, the usual one first: in the four
/// quarters around the position, and further up and down.
fn places(at: Pos2, size: Vec2) -> Vec<(Rect, f32)> {
    let quarters = [
        (Align2::LEFT_TOP, Vec2::new(1.0, 1.0)),
        (Align2::LEFT_BOTTOM, Vec2::new(1.0, -1.0)),
        (Align2::RIGHT_TOP, Vec2::new(-1.0, 1.0)),
        (Align2::RIGHT_BOTTOM, Vec2::new(-1.0, -1.0)),
    ];
    let usual = Align2::LEFT_TOP.anchor_size(at + LABEL, size);
    let all = (0..=MAX_STEPS).flat_map(|step| {
        quarters.map(|(align, side)| {
            let further = Vec2::Y * f32::from(step) * size.y;
            let place = align.anchor_size(at + side * (LABEL + further), size);
            (place, COST_OF_DISTANCE * place.min.distance(usual.min))
        })
    });
    all.collect()
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
