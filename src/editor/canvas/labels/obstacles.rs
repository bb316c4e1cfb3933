//! What labels keep off: areas that are taken, and the lines of paths and walls.

use crate::editor::canvas::screen::Screen;
use crate::editor::canvas::screen::clip_segment;
use egui::{Pos2, Rect, Vec2};
use std::f32::consts::TAU;
use steerwright_authoring::Routes;
use steerwright_authoring::bounds::Bounds;
use steerwright_runtime::scene::{PathId, Scene};

/// A label lies on another path if it covers more than this of it, in points.
pub const COVERED_OF_PATHS: f32 = 2.0;

/// Among more lines than this, labels keep off the first ones only.
const MAX_LINES: usize = 2_000;
/// Labels do not keep off paths with more points.
const MAX_POINTS: usize = 4_096;
/// What a point of a covered area costs, compared with a point of a covered line.
const AREA_COST: f32 = 100.0;
/// The sides of the polygon as which labels see a ring.
const CIRCLE_STEPS: u8 = 96;

/// What is in an area. Each kind of label keeps off some of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaOf {
    /// A panel over the canvas, or a number of the grid.
    Overlay,
    /// A name, a caption, a badge or a chip.
    Caption,
    /// The label of a handle or of a measured place.
    HandleLabel,
    /// A marker, a spawner or the pointer.
    Icon,
    /// A place where something was measured, or a node of the path along which it was.
    Mark,
    /// A handle of the box around the selection.
    BoxHandle,
    /// Another handle.
    Handle,
    /// A body without its rim.
    BodyCore,
    /// A body.
    Body,
    /// The middle of a node or an agent, a start, or about where a chip will be.
    Center,
}

/// All that a label can keep off.
pub const EVERYTHING: [AreaOf; 10] = [
    AreaOf::Overlay,
    AreaOf::Caption,
    AreaOf::HandleLabel,
    AreaOf::Icon,
    AreaOf::Mark,
    AreaOf::BoxHandle,
    AreaOf::Handle,
    AreaOf::BodyCore,
    AreaOf::Body,
    AreaOf::Center,
];

/// What names keep off: all but the last two, whole bodies and centers.
pub const OFF_NAMES: &[AreaOf] = EVERYTHING.split_at(8).0;

/// What labels keep off.
#[derive(Default)]
pub struct Obstacles {
    /// By kind. A label covers them only where there is no other place.
    areas: [Vec<Rect>; EVERYTHING.len()],
    /// Lines, which a label covers as little as possible.
    lines: Vec<[Pos2; 2]>,
    /// Of the first lines, the paths to which they belong.
    paths: Vec<PathId>,
}

impl Obstacles {
    /// The visible lines of paths and walls.
    pub fn of_lines(screen: &Screen, scene: &Scene, routes: &Routes) -> Self {
        let Bounds { min, max } = screen.bounds();
        let paths = scene.paths.iter().zip(routes.lines());
        let paths = paths
            .filter(|(path, line)| {
                !scene.editor.is_hidden(path.id)
                    && line.points.len() <= MAX_POINTS
                    && line.is_near(min, max, 0.0)
            })
            .flat_map(|(path, line)| line.segments().map(|(a, b, _)| (Some(path.id), [a, b])));
        let walls = scene
            .walls
            .iter()
            .filter(|wall| !scene.editor.is_hidden(wall.id) && wall.nodes.len() <= MAX_POINTS)
            .flat_map(|wall| wall.edges().map(|edge| (None, [edge.a, edge.b])));
        let lines = paths
            .chain(walls)
            .map(|(path, ends)| (path, ends.map(|end| screen.pos(end))))
            .filter(|&(_, [a, b])| Rect::from_two_pos(a, b).intersects(screen.rect));
        let mut obstacles = Self::default();
        // Paths are before walls.
        for (path, line) in lines.take(MAX_LINES) {
            obstacles.paths.extend(path);
            obstacles.lines.push(line);
        }
        obstacles
    }

    /// How much a label there covers of paths other than its own, in points.
    pub fn covered_of_other_paths(&self, place: Rect, labeled: PathId) -> f32 {
        let lines = self.paths.iter().zip(&self.lines);
        let lines = lines.filter(|&(path, &[a, b])| {
            *path != labeled && Rect::from_two_pos(a, b).intersects(place)
        });
        let covered = lines.filter_map(|(_, &[a, b])| clip_segment(place, a, b));
        covered.map(|(a, b)| a.distance(b)).sum()
    }

    /// Adds areas.
    pub fn add(&mut self, of: AreaOf, areas: impl IntoIterator<Item = Rect>) {
        self.areas[of as usize].extend(areas);
    }

    /// The areas of some kinds.
    pub fn areas(&self, kinds: &[AreaOf]) -> impl Iterator<Item = Rect> {
        let kinds = kinds.iter().flat_map(|&of| &self.areas[of as usize]);
        kinds.copied()
    }

    /// Whether a label there lies on no area of these kinds.
    pub fn is_free(&self, place: Rect, kinds: &[AreaOf]) -> bool {
        !self.areas(kinds).any(|area| area.intersects(place))
    }

    /// Whether a label there lies on one of a handle or of a measured place.
    pub fn is_on_label(&self, place: Rect) -> bool {
        !self.is_free(place.shrink(1.0), &[AreaOf::HandleLabel])
    }

    /// Adds a line.
    pub fn add_line(&mut self, points: impl IntoIterator<Item = Pos2>) {
        let mut points = points.into_iter();
        let Some(mut from) = points.next() else {
            return;
        };
        for to in points {
            self.lines.push([from, to]);
            from = to;
        }
    }

    /// Adds the outline of a ring.
    pub fn add_circle(&mut self, center: Pos2, radius: f32) {
        let corner = |step: u8| {
            let angle = TAU * f32::from(step) / f32::from(CIRCLE_STEPS);
            center + Vec2::angled(angle) * radius
        };
        let lines = (0..CIRCLE_STEPS).map(|step| [corner(step), corner(step + 1)]);
        self.lines.extend(lines);
    }

    /// Whether a label there covers more than the edge of an area of these kinds.
    pub fn are_covered_by(&self, place: Rect, kinds: &[AreaOf]) -> bool {
        !self.is_free(place.shrink(2.0), kinds)
    }

    /// The place where a label covers least, the first of equal ones. Each place has a cost of its
    /// own, in points of a covered line.
    pub fn best_place(
        &self,
        places: impl IntoIterator<Item = (Rect, f32)>,
        kinds: &[AreaOf],
    ) -> Option<Rect> {
        let places: Vec<(Rect, f32)> = places.into_iter().collect();
        let best = self.best_of(places.iter().copied(), kinds)?;
        places.get(best).map(|(place, _)| *place)
    }

    /// The index of the place where a label covers least, as [`Obstacles::best_place`].
    pub fn best_of(
        &self,
        places: impl IntoIterator<Item = (Rect, f32)>,
        kinds: &[AreaOf],
    ) -> Option<usize> {
        let places: Vec<(Rect, f32)> = places.into_iter().collect();
        let around = places
            .iter()
            .fold(Rect::NOTHING, |all, (place, _)| all.union(*place));
        let near_areas = self.areas(kinds).filter(|area| area.intersects(around));
        let near_areas: Vec<Rect> = near_areas.collect();
        let near_lines = self.lines.iter();
        let near_lines = near_lines.filter(|&&[a, b]| Rect::from_two_pos(a, b).intersects(around));
        let near_lines: Vec<[Pos2; 2]> = near_lines.copied().collect();
        let cost = |place: Rect| {
            let lines = near_lines
                .iter()
                .filter_map(|&[a, b]| clip_segment(place, a, b))
                .map(|(a, b)| a.distance(b));
            cost_of_areas(place, &near_areas) + lines.sum::<f32>()
        };
        let costs = places.into_iter().map(|(place, extra)| extra + cost(place));
        let best = costs.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map(|(index, _)| index)
    }
}

/// What it costs to cover areas, in points of a covered line.
pub fn cost_of_areas(place: Rect, areas: &[Rect]) -> f32 {
    let shared = areas.iter().map(|area| area.intersect(place));
    let areas = shared.filter(Rect::is_positive).map(|area| area.area());
    AREA_COST * areas.sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    fn place(x: f32, y: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(40.0, 12.0))
    }

    #[test]
    fn a_label_is_placed_beside_a_line_but_not_far_from_it() {
        let mut obstacles = Obstacles {
            lines: vec![[pos2(0.0, 106.0), pos2(300.0, 106.0)]],
            paths: vec![PathId(1)],
            ..Obstacles::default()
        };
        obstacles.add(AreaOf::Caption, [place(100.0, 130.0)]);
        let on_the_line = (place(100.0, 100.0), 0.0);
        let on_a_label = (place(100.0, 125.0), 0.0);
        let beside = |own_cost| (place(100.0, 85.0), own_cost);
        let kinds = &[AreaOf::Caption];
        let best = |places: &[(Rect, f32)]| obstacles.best_place(places.iter().copied(), kinds);
        let all = [on_the_line, on_a_label, beside(10.0)];
        assert_eq!(best(&all), Some(beside(0.0).0));
        let far = [on_the_line, on_a_label, beside(60.0)];
        assert_eq!(best(&far), Some(on_the_line.0));
        assert_eq!(best(&all[..2]), Some(on_the_line.0), "rather than a label");
        let below_all = [on_a_label, beside(10.0)];
        let over_captions = obstacles.best_place(below_all, &[AreaOf::Body]);
        assert_eq!(
            over_captions,
            Some(on_a_label.0),
            "it keeps off bodies only"
        );

        let covered = |path| obstacles.covered_of_other_paths(on_the_line.0, PathId(path));
        assert_eq!([covered(1), covered(2)], [0.0, 40.0]);
    }
}
