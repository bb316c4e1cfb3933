//! Where junctions lead, other than along their own paths: dashed lines with arrows, and shares at
//! the selected one.

use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::paths::direction_marks::chevron;
use crate::editor::canvas::screen::Screen;
use crate::editor::theme;
use egui::{Align2, FontId, Painter, Stroke};
use steerwright_authoring::paths::junction_arrows::JunctionArrow;
use steerwright_authoring::{Item, Line};
use steerwright_runtime::scene::Scene;

/// Where on the line its arrowhead is. Those of a way there and back lie apart.
const TIP: f32 = 0.6;
/// A shorter line has no arrowhead, in points.
const MIN_LENGTH: f32 = 24.0;

/// Draws the arrows that are not of hidden paths.
pub(crate) fn draw(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    arrows: &[JunctionArrow],
    emphasis: &Emphasis<'_>,
) {
    let colors = theme::colors(painter.ctx());
    let hidden = |arrow: &JunctionArrow| {
        scene.editor.is_hidden(arrow.path) || scene.editor.is_hidden(arrow.to_path)
    };
    for arrow in arrows.iter().filter(|arrow| !hidden(arrow)) {
        let (selected, hovered) = emphasis.of(Item::Node(Line::Path(arrow.path), arrow.node));
        let is_active = selected || hovered;
        let color = if is_active {
            colors.accent
        } else {
            colors.text_weak
        };
        let stroke = Stroke::new(if is_active { 2.0 } else { 1.2 }, color);
        let ends = [screen.pos(arrow.from), screen.pos(arrow.to)];
        painter.extend(screen.dashed_line(ends, stroke, 6.0, 4.0));
        let along = ends[1] - ends[0];
        if along.length() < MIN_LENGTH {
            continue;
        }
        let tip = ends[0] + TIP * along;
        painter.add(chevron(tip, along.normalized(), color));
        if let Some(share) = arrow.share.filter(|_| selected) {
            let text = format!("{:.0} %", share * 100.0);
            let at = tip + 12.0 * along.normalized().rot90();
            let font = FontId::proportional(theme::SMALL_SIZE);
            painter.text(at, Align2::CENTER_CENTER, text, font, color);
        }
    }
}
