//! Drawing targets and dangers.

use crate::editor::canvas::labels::marker_names::{self, Unplaced};
use crate::editor::canvas::paths::Emphasis;
use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::shapes::Caption;
use crate::editor::canvas::shapes::crowd::KeptMesh;
use crate::editor::canvas::shapes::dots::Dots;
use crate::editor::theme;
use crate::editor::theme::Colors;
use egui::{Align2, Painter, Rect, Shape, Stroke, Vec2};
use std::sync::Arc;
use steerwright_authoring::{Item, Selection};
use steerwright_runtime::scene::editor::EditorData;
use steerwright_runtime::scene::{Marker, MarkerKind, Scene};

/// The size of a marker, in points.
const MARKER: Vec2 = Vec2::splat(22.0);

/// With more markers in view than this, those that are neither selected nor hovered are drawn as
/// dots without names.
const MANY_MARKERS: usize = 2_000;

/// The markers in view, and their dots if they are many: kept until something changes that they
/// show.
#[derive(Clone, Debug, Default)]
pub(crate) struct MarkerLayer {
    of: Option<Shown>,
    /// The indices of the markers in view that are not hidden. Empty if they are many.
    in_view: Vec<usize>,
    /// Where their names are. Absent for those without room.
    names: Vec<Option<Rect>>,
    is_crowded: bool,
    dots: KeptMesh,
}

/// All that the layer is made of.
#[derive(Clone, Debug)]
struct Shown {
    screen: Screen,
    markers: Arc<Vec<Marker>>,
    editor: Arc<EditorData>,
    selection: Selection,
    style: Style,
}

/// How the layer looks.
#[derive(Clone, Copy, Debug)]
struct Style {
    colors: &'static Colors,
    /// Whether all markers may have names.
    names: bool,
    /// With another one, texts have other sizes.
    pixels_per_point: f32,
}

impl PartialEq for Style {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.colors, other.colors)
            && self.names == other.names
            && self.pixels_per_point == other.pixels_per_point
    }
}

impl Shown {
    fn is(&self, screen: &Screen, scene: &Scene, selection: &Selection, style: Style) -> bool {
        self.screen == *screen
            && self.style == style
            && Arc::ptr_eq(&self.markers, &scene.markers)
            && Arc::ptr_eq(&self.editor, &scene.editor)
            && self.selection == *selection
    }
}

fn is_shown(screen: &Screen, scene: &Scene, marker: &Marker) -> bool {
    screen.shows(marker.position, 0.0) && !scene.editor.is_hidden(marker.id)
}

impl MarkerLayer {
    /// Brings the layer up to date. With `names`, all markers have names where there is room,
    /// otherwise selected ones.
    pub(crate) fn update(
        &mut self,
        painter: &Painter,
        screen: &Screen,
        scene: &Scene,
        selection: &Selection,
        names: bool,
    ) {
        let colors = theme::colors(painter.ctx());
        let style = Style {
            colors,
            names,
            pixels_per_point: painter.pixels_per_point(),
        };
        let is_known = |of: &Shown| of.is(screen, scene, selection, style);
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
        let shown = self.in_view.iter().filter_map(|&i| scene.markers.get(i));
        let unplaced = shown.map(|marker| {
            let selected = selection.contains(Item::Marker(marker.id));
            Unplaced {
                at: screen.pos(marker.position),
                name: &marker.name,
                is_wanted: names || selected,
                is_needed: selected,
            }
        });
        let unplaced: Vec<Unplaced<'_>> = unplaced.collect();
        self.names = marker_names::place(painter, screen.rect, &unplaced, MARKER);
        self.of = Some(Shown {
            screen: *screen,
            markers: Arc::clone(&scene.markers),
            editor: Arc::clone(&scene.editor),
            selection: selection.clone(),
            style,
        });
    }

    /// The markers that are drawn in full, with the places of their names.
    fn in_full<'a>(
        &self,
        screen: &Screen,
        scene: &'a Scene,
        emphasis: &Emphasis<'_>,
    ) -> Vec<(&'a Marker, Option<Rect>)> {
        if !self.is_crowded {
            let in_view = self.in_view.iter().zip(&self.names);
            return in_view
                .filter_map(|(&i, name)| Some((scene.markers.get(i)?, *name)))
                .collect();
        }
        let mut ids = if emphasis.draws_all_selected() {
            emphasis.selection.markers().collect()
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
            .map(|marker| (marker, None))
            .collect()
    }

    /// Draws targets and dangers.
    pub(crate) fn draw(
        &self,
        painter: &Painter,
        screen: &Screen,
        scene: &Scene,
        emphasis: &Emphasis<'_>,
    ) {
        if self.is_crowded {
            self.dots.draw(painter);
        }
        for (marker, name) in self.in_full(screen, scene, emphasis) {
            draw_marker(painter, screen, scene, marker, name, emphasis);
        }
    }

    /// Where the markers are that are drawn in full, for labels to keep clear of.
    pub(crate) fn areas(&self, screen: &Screen, scene: &Scene) -> impl Iterator<Item = Rect> {
        let markers = self.in_view.iter().filter_map(|&i| scene.markers.get(i));
        markers.map(|marker| Rect::from_center_size(screen.pos(marker.position), MARKER))
    }

    /// Where the names of markers are, for labels to keep clear of.
    pub(crate) fn name_areas(&self) -> impl Iterator<Item = Rect> {
        self.names.iter().copied().flatten()
    }
}

fn draw_marker(
    painter: &Painter,
    screen: &Screen,
    scene: &Scene,
    marker: &Marker,
    name: Option<Rect>,
    emphasis: &Emphasis<'_>,
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
    // One that is pointed at has a name also where there is no room for it.
    let place_above = || marker_names::place_above(painter, screen.rect, at, &marker.name);
    let name = name.or_else(|| (selected || hovered).then(place_above));
    if let Some(place) = name {
        let (at, text) = (place.min, &marker.name);
        Caption::new(painter, at, Align2::LEFT_TOP, text, colors.text).draw(painter);
    }
}
