//! Drawing targets and dangers.

use crate::editor::canvas::Screen;
use crate::editor::canvas::crowd::KeptMesh;
use crate::editor::canvas::dots::Dots;
use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::shapes::{caption_within, moved_sideways_into};
use crate::editor::theme;
use crate::editor::theme::Colors;
use egui::{Align2, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use std::sync::Arc;
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::editor::EditorData;
use steerwright_runtime::scene::{Marker, MarkerKind, Scene};

/// The distance between a marker and its name, in points.
const NAME_GAP: f32 = 14.0;
/// The size of a marker, in points.
const MARKER: Vec2 = Vec2::splat(22.0);

/// With more markers in view than this, those that are neither selected nor hovered are drawn as dots without names.
const MANY_MARKERS: usize = 2_000;

/// The markers in view, and their dots if they are many: kept until something changes that they show.
#[derive(Clone, Debug, Default)]
pub(super) struct MarkerLayer {
    of: Option<Shown>,
    /// The indices of the markers in view that are not hidden. Empty if they are many.
    in_view: Vec<usize>,
    is_crowded: bool,
    dots: KeptMesh,
}

/// All that the layer is made of.
#[derive(Clone, Debug)]
struct Shown {
    screen: Screen,
    colors: &'static Colors,
    markers: Arc<Vec<Marker>>,
    editor: Arc<EditorData>,
    selection: Selection,
}

impl Shown {
    fn is(&self, screen: &Screen, scene: &Scene, selection: &Selection, colors: &Colors) -> bool {
        self.screen == *screen
            && std::ptr::eq(self.colors, colors)
            && Arc::ptr_eq(&self.markers, &scene.markers)
            && Arc::ptr_eq(&self.editor, &scene.editor)
            && self.selection == *selection
    }
}

fn is_shown(screen: &Screen, scene: &Scene, marker: &Marker) -> bool {
    screen.shows(marker.position, 0.0) && !scene.editor.is_hidden(marker.id)
}

impl MarkerLayer {
    /// Brings the layer up to date.
    pub(super) fn update(
        &mut self,
        screen: &Screen,
        scene: &Scene,
        selection: &Selection,
        colors: &'static Colors,
    ) {
        let is_known = |of: &Shown| of.is(screen, scene, selection, colors);
        if self.of.as_ref().is_some_and(is_known) {
            return;
        }
        let markers = scene.markers.iter().enumerate();
        let in_view = markers.filter(|(_, marker)| is_shown(screen, scene, marker));
        self.in_view.clear();
        self.in_view.extend(in_view.map(|(index, _)| index));
        self.is_crowded = self.in_view.len() > MANY_MARKERS;
        if self.is_crowded {
            let mut dots = Dots::new(screen.rect);
            for index in self.in_view.drain(..) {
                let marker = &scene.markers[index];
                let color = if selection.contains(Item::Marker(marker.id)) {
                    colors.accent
                } else {
                    colors.of_marker(scene, marker)
                };
                dots.add(screen.pos(marker.position), color);
            }
            dots.push_to(self.dots.restart());
        }
        self.of = Some(Shown {
            screen: *screen,
            colors,
            markers: Arc::clone(&scene.markers),
            editor: Arc::clone(&scene.editor),
            selection: selection.clone(),
        });
    }

    /// The markers that are drawn in full.
    fn in_full<'a>(
        &self,
        screen: &Screen,
        scene: &'a Scene,
        emphasis: &Emphasis<'_>,
    ) -> Vec<&'a Marker> {
        if !self.is_crowded {
            let in_view = self.in_view.iter();
            return in_view.filter_map(|&i| scene.markers.get(i)).collect();
        }
        let mut ids = if emphasis.draws_all_selected() {
            emphasis.selection.markers()
        } else {
            vec![]
        };
        if let Some(Item::Marker(hovered)) = emphasis.hovered {
            ids.retain(|&id| id != hovered);
            ids.push(hovered);
        }
        let markers = ids.into_iter().filter_map(|id| scene.marker(id));
        markers
            .filter(|marker| is_shown(screen, scene, marker))
            .collect()
    }

    /// Draws targets and dangers.
    pub(super) fn draw(
        &self,
        painter: &Painter,
        screen: &Screen,
        scene: &Scene,
        emphasis: &Emphasis<'_>,
        names: bool,
    ) {
        if self.is_crowded {
            self.dots.draw(painter);
        }
        for marker in self.in_full(screen, scene, emphasis) {
            let style = (emphasis, names && !self.is_crowded, self.is_crowded);
            draw_marker(painter, screen, scene, marker, style);
        }
    }

    /// Where the markers are that are drawn in full, for labels to keep clear of.
    pub(super) fn areas(&self, screen: &Screen, scene: &Scene) -> impl Iterator<Item = Rect> {
        let markers = self.in_view.iter().filter_map(|&i| scene.markers.get(i));
        markers.map(|marker| Rect::from_center_size(screen.pos(marker.position), MARKER))
    }

    /// About where the names of markers are, for labels to keep clear of. Measuring all texts would be too slow.
    pub(super) fn caption_areas(
        &self,
        screen: &Screen,
        scene: &Scene,
    ) -> impl Iterator<Item = Rect> {
        let in_view = self.in_view.iter();
        in_view
            .filter_map(|&index| scene.markers.get(index))
            .map(move |marker| {
                let width = marker.name.chars().count() as f32 * theme::SMALL_SIZE * 0.55;
                let marker = screen.pos(marker.position);
                let at = marker - Vec2::new(0.0, NAME_GAP);
                let size = Vec2::new(width, theme::SMALL_SIZE + 3.0);
                let area = Align2::CENTER_BOTTOM.anchor_size(at, size);
                moved_sideways_into(name_bounds(screen, marker), area)
            })
    }
}

fn draw_marker(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    marker: &Marker,
    (emphasis, names, is_crowded): (&Emphasis<'_>, bool, bool),
) {
    let colors = theme::colors(painter.ctx());
    let (selected, hovered) = emphasis.of(Item::Marker(marker.id));
    let at = screen.pos(marker.position);
    let base = colors.of_marker(scene, marker);
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
    if names || selected || (is_crowded && hovered) {
        // Above the marker, because agents that arrive have their names below.
        let place = (at - Vec2::new(0.0, NAME_GAP), Align2::CENTER_BOTTOM);
        let bounds = name_bounds(screen, at);
        caption_within(painter, bounds, place, &marker.name, colors.text);
    }
}

/// Where the name of a marker may be: that of one on the canvas is not cut off at a side.
fn name_bounds(screen: &Screen, marker: Pos2) -> Rect {
    if screen.rect.contains(marker) {
        screen.rect.shrink(4.0)
    } else {
        Rect::EVERYTHING
    }
}
