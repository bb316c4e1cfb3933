//! Drawing targets and dangers.

use crate::editor::canvas::Screen;
use crate::editor::canvas::crowd::KeptMesh;
use crate::editor::canvas::dots::Dots;
use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::shapes::caption;
use crate::editor::theme;
use egui::{Align2, Painter, Rect, Shape, Stroke, Vec2};
use steerwright_authoring::Item;
use steerwright_runtime::scene::{Marker, MarkerKind, Scene};

/// The distance between a marker and its name, in points.
const NAME_GAP: f32 = 14.0;

/// With more markers in view than this, those that are neither selected nor hovered are drawn as dots without names.
const MANY_MARKERS: usize = 2_000;

/// The markers in view that are not hidden.
pub struct Shown<'a> {
    scene: &'a Scene,
    markers: Vec<&'a Marker>,
}

impl<'a> Shown<'a> {
    /// The markers of a scene that are in view.
    pub fn of(screen: &Screen, scene: &'a Scene) -> Self {
        let markers = scene.markers.iter().filter(|marker| {
            screen.shows(marker.position, 0.0) && !scene.editor.is_hidden(marker.id)
        });
        Self {
            scene,
            markers: markers.collect(),
        }
    }

    fn is_crowded(&self) -> bool {
        self.markers.len() > MANY_MARKERS
    }
}

/// Draws targets and dangers.
pub fn draw(
    painter: &Painter,
    screen: &Screen,
    shown: &Shown<'_>,
    emphasis: &Emphasis<'_>,
    names: bool,
    dots_mesh: &mut KeptMesh,
) {
    let colors = theme::colors(painter.ctx());
    let is_emphasized = |marker: &Marker| {
        let (selected, hovered) = emphasis.of(Item::Marker(marker.id));
        hovered || (selected && emphasis.draws_all_selected())
    };
    let is_crowded = shown.is_crowded();
    if is_crowded {
        let mut dots = Dots::new(screen.rect);
        for marker in &shown.markers {
            let (selected, _) = emphasis.of(Item::Marker(marker.id));
            let color = if selected {
                colors.accent
            } else {
                colors.of_marker(shown.scene, marker)
            };
            dots.add(screen.pos(marker.position), color);
        }
        dots.push_to(dots_mesh.restart());
        dots_mesh.draw(painter);
    }
    let in_full = shown
        .markers
        .iter()
        .filter(|marker| !is_crowded || is_emphasized(marker));
    for marker in in_full {
        let (selected, hovered) = emphasis.of(Item::Marker(marker.id));
        let at = screen.pos(marker.position);
        let base = colors.of_marker(shown.scene, marker);
        let color = if selected { colors.accent } else { base };
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
        if (names && !is_crowded) || selected || (is_crowded && hovered) {
            // Above the marker, because agents that arrive have their names below.
            caption(
                painter,
                at - Vec2::new(0.0, NAME_GAP),
                Align2::CENTER_BOTTOM,
                &marker.name,
                colors.text,
            );
        }
    }
}

/// About where the names of markers are, for labels to keep clear of. Measuring all texts would be too slow.
pub fn caption_areas(screen: &Screen, shown: &Shown<'_>) -> impl Iterator<Item = Rect> {
    shown
        .markers
        .iter()
        .filter(|_| !shown.is_crowded())
        .map(|marker| {
            let width = marker.name.chars().count() as f32 * theme::SMALL_SIZE * 0.55;
            let at = screen.pos(marker.position) - Vec2::new(0.0, NAME_GAP);
            Align2::CENTER_BOTTOM.anchor_size(at, Vec2::new(width, theme::SMALL_SIZE + 3.0))
        })
}
