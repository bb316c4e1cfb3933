//! Conversion between world positions and egui points.

use egui::{Pos2, Rect, Shape, Stroke, Vec2};
use glam::DVec2;
use steerwright_authoring::Viewport;
use steerwright_authoring::bounds::Bounds;

/// What is this far outside the canvas may reach into it, in points.
const MARGIN: f32 = 20.0;

/// A viewport at its position in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    viewport: Viewport,
    /// The rectangle of the canvas in the window, in points.
    pub rect: Rect,
}

impl Screen {
    /// Creates the conversion for `viewport` in `rect`.
    pub fn new(viewport: Viewport, rect: Rect) -> Self {
        Self { viewport, rect }
    }

    /// Converts a world position to a window position.
    pub fn pos(&self, p: DVec2) -> Pos2 {
        let s = self.viewport.screen_from_world(p);
        self.rect.min + Vec2::new(s.x as f32, s.y as f32)
    }

    /// Converts a window position to a world position.
    pub fn world(&self, p: Pos2) -> DVec2 {
        let d = p - self.rect.min;
        self.viewport
            .world_from_screen(DVec2::new(f64::from(d.x), f64::from(d.y)))
    }

    /// Converts units to points.
    pub fn points(&self, length: f64) -> f32 {
        (length * self.viewport.scale) as f32
    }

    /// Units per point.
    pub fn unit_per_point(&self) -> f64 {
        self.viewport.length_from_points(1.0)
    }

    /// Converts points to units.
    pub fn length(&self, points: f64) -> f64 {
        self.viewport.length_from_points(points)
    }

    /// Converts a world vector to points (y down).
    pub fn vector(&self, v: DVec2) -> Vec2 {
        Vec2::new(
            (v.x * self.viewport.scale) as f32,
            (-v.y * self.viewport.scale) as f32,
        )
    }

    /// The visible area, in units.
    pub fn bounds(&self) -> Bounds {
        self.viewport.bounds()
    }

    /// The grid spacing, in units, for lines at least `points` apart.
    pub fn grid_step(&self, points: f64) -> f64 {
        self.viewport.grid_step(points)
    }

    /// The visible part of a dashed line. A path that leads far outside would have too many dashes.
    pub fn dashed_line(
        &self,
        points: impl IntoIterator<Item = Pos2>,
        stroke: Stroke,
        dash: f32,
        gap: f32,
    ) -> Vec<Shape> {
        let runs = self.visible_runs(points, dash / 2.0);
        runs.iter()
            .flat_map(|run| Shape::dashed_line(run, stroke, dash, gap))
            .collect()
    }

    /// The visible parts of a line, without points closer than `min_distance` to the point before.
    pub fn visible_runs(
        &self,
        points: impl IntoIterator<Item = Pos2>,
        min_distance: f32,
    ) -> Vec<Vec<Pos2>> {
        let mut runs: Vec<Vec<Pos2>> = Vec::new();
        let mut points = points.into_iter().peekable();
        let Some(mut before) = points.next() else {
            return runs;
        };
        while let Some(point) = points.next() {
            if before.distance(point) < min_distance && points.peek().is_some() {
                continue;
            }
            if let Some((from, to)) = clip_segment(self.rect.expand(MARGIN), before, point) {
                match runs.last_mut() {
                    Some(run) if run.last() == Some(&from) => run.push(to),
                    _ => runs.push(vec![from, to]),
                }
            }
            before = point;
        }
        runs
    }

    /// Whether a circle around `p` is visible.
    pub fn shows(&self, p: DVec2, radius: f64) -> bool {
        self.rect
            .expand(self.points(radius).min(1e6) + MARGIN)
            .contains(self.pos(p))
    }
}

/// The part of a segment that is in `rect`.
pub(super) fn clip_segment(rect: Rect, from: Pos2, to: Pos2) -> Option<(Pos2, Pos2)> {
    let (mut first, mut last) = (0.0, 1.0);
    let axes = [
        (from.x, to.x, rect.min.x, rect.max.x),
        (from.y, to.y, rect.min.y, rect.max.y),
    ];
    for (a, b, min, max) in
        axes.map(|(a, b, min, max)| (f64::from(a), f64::from(b), f64::from(min), f64::from(max)))
    {
        if a == b {
            if a < min || a > max {
                return None;
            }
            continue;
        }
        let (enter, leave) = ((min - a) / (b - a), (max - a) / (b - a));
        first = f64::max(first, enter.min(leave));
        last = f64::min(last, enter.max(leave));
    }
    let at = |fraction: f64| {
        let along =
            |a: f32, b: f32| (f64::from(a) + (f64::from(b) - f64::from(a)) * fraction) as f32;
        Pos2::new(along(from.x, to.x), along(from.y, to.y))
    };
    (first < last).then(|| {
        (
            if first > 0.0 { at(first) } else { from },
            if last < 1.0 { at(last) } else { to },
        )
    })
}
