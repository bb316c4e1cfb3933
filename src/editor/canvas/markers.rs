//! Drawing targets and dangers.

use crate::editor::canvas::Screen;
use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::shapes::caption;
use crate::editor::theme;
use egui::{Align2, Painter, Rect, Shape, Stroke, Vec2};
use steerwright_authoring::Item;
use steerwright_runtime::scene::{MarkerKind, Scene};

/// The distance between a marker and its name, in points.
const NAME_GAP: f32 = 14.0;

/// Draws targets and dangers.
pub fn draw(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    emphasis: &Emphasis<'_>,
    names: bool,
) {
    for marker in scene
        .markers
        .iter()
        .filter(|marker| screen.shows(marker.position, 0.0) && !scene.editor.is_hidden(marker.id))
    {
        let (selected, hovered) = emphasis.of(Item::Marker(marker.id));
        let at = screen.pos(marker.position);
        let base = match marker.kind {
            MarkerKind::Target => theme::TARGET,
            MarkerKind::Danger => theme::DANGER,
        };
        let color = if selected { theme::ACCENT } else { base };
        let stroke = Stroke::new(if selected || hovered { 2.5 } else { 1.8 }, color);
        match marker.kind {
            MarkerKind::Target => {
                painter.circle(at, 8.0, color.gamma_multiply(0.15), stroke);
                for direction in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
                    painter.line_segment([at + direction * 4.0, at + direction * 12.0], stroke);
                }
            }
            MarkerKind::Danger => {
                let corners = [
                    Vec2::new(0.0, -10.0),
                    Vec2::new(9.5, 7.0),
                    Vec2::new(-9.5, 7.0),
                ];
                let points = corners.iter().map(|&corner| at + corner).collect();
                painter.add(Shape::convex_polygon(
                    points,
                    color.gamma_multiply(0.2),
                    stroke,
                ));
                painter.line_segment([at - Vec2::new(0.0, 4.0), at + Vec2::new(0.0, 2.0)], stroke);
                painter.circle_filled(at + Vec2::new(0.0, 4.5), 1.2, color);
            }
        }
        if names || selected {
            // Above the marker, because agents that arrive have their names below.
            caption(
                painter,
                at - Vec2::new(0.0, NAME_GAP),
                Align2::CENTER_BOTTOM,
                &marker.name,
                theme::TEXT,
            );
        }
    }
}

/// About where the names of visible markers are, for labels to keep clear of. Measuring all texts would be too slow.
pub fn caption_areas(screen: &Screen, scene: &Scene) -> impl Iterator<Item = Rect> {
    scene
        .markers
        .iter()
        .filter(|marker| !scene.editor.is_hidden(marker.id) && screen.shows(marker.position, 0.0))
        .map(|marker| {
            let width = marker.name.chars().count() as f32 * theme::SMALL_SIZE * 0.55;
            let at = screen.pos(marker.position) - Vec2::new(0.0, NAME_GAP);
            Align2::CENTER_BOTTOM.anchor_size(at, Vec2::new(width, theme::SMALL_SIZE + 3.0))
        })
}
