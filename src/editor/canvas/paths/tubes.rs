//! Drawing where bodies do not fit between a path and the walls, as a tube as wide as the body.

use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::crowd::push_segment;
use crate::editor::theme;
use egui::{Mesh, Painter, Shape, Stroke};
use glam::DVec2;
use steerwright_analysis::lint::TightStretch;
use steerwright_runtime::scene::Scene;

/// How much a tube covers what is below it.
const OPACITY: f32 = 0.35;
/// A tube is at least this wide, in points.
const MIN_WIDTH: f32 = 4.0;

/// Draws the tubes of all visible paths.
pub fn draw(painter: &Painter, screen: &Screen, scene: &Scene, stretches: &[TightStretch]) {
    let color = theme::colors(painter.ctx()).danger;
    let shown = |stretch: &&TightStretch| !scene.editor.is_hidden(stretch.path);
    let mut mesh = Mesh::default();
    let mut outlines = Vec::new();
    for stretch in stretches.iter().filter(shown) {
        let width = screen.points(2.0 * stretch.radius).max(MIN_WIDTH);
        for pair in simplified(&stretch.points).windows(2) {
            let (a, b) = (screen.pos(pair[0]), screen.pos(pair[1]));
            push_segment(&mut mesh, a, b, width, color.gamma_multiply(OPACITY));
            let side = (b - a).normalized().rot90() * (width / 2.0);
            outlines.push([a + side, b + side]);
            outlines.push([a - side, b - side]);
        }
    }
    painter.add(Shape::mesh(mesh));
    for line in outlines {
        painter.line_segment(line, Stroke::new(1.0, color));
    }
}

/// The points without those on a straight line between others.
fn simplified(points: &[DVec2]) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::new();
    for &p in points {
        if let [.., a, b] = kept[..] {
            let (along, next) = (b - a, p - b);
            if along.perp_dot(next).abs() <= 1e-9 * along.length() * next.length().max(1e-9) {
                kept.pop();
            }
        }
        kept.push(p);
    }
    kept
}
