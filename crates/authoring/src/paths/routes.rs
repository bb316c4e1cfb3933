//! The routes of all paths, cached until a path changes.

use glam::DVec2;
use std::sync::Arc;
use steerwright_runtime::scene::{PatrolPath, Scene};
use steerwright_runtime::steering::follow_path::Route;

/// The line of a path with its bounding box.
#[derive(Clone, Debug)]
pub struct CachedLine {
    path: Arc<PatrolPath>,
    /// The points, each with the index of the node at or before it.
    pub points: Vec<(DVec2, usize)>,
    /// The length in units, including the closing segment of a loop.
    pub length: f64,
    min: DVec2,
    max: DVec2,
}

impl CachedLine {
    fn new(path: &Arc<PatrolPath>) -> Self {
        let route: Route = path.route();
        let points = route.points_with_nodes();
        let box_of = |pick: fn(DVec2, DVec2) -> DVec2, from| {
            points.iter().fold(from, |found, (p, _)| pick(found, *p))
        };
        let polyline = steerwright_runtime::geometry::Polyline::new(
            points.iter().map(|(p, _)| *p).collect(),
            path.is_closed(),
        );
        Self {
            path: Arc::clone(path),
            length: polyline.length(),
            min: box_of(DVec2::min, DVec2::INFINITY),
            max: box_of(DVec2::max, DVec2::NEG_INFINITY),
            points,
        }
    }

    /// Whether the line may be within `distance` of the box from `min` to `max`.
    pub fn is_near(&self, min: DVec2, max: DVec2, distance: f64) -> bool {
        let distance = DVec2::splat(distance);
        (self.min - distance).cmple(max).all() && (self.max + distance).cmpge(min).all()
    }

    /// The segments, each with the index of the node before it.
    pub fn segments(&self) -> impl Iterator<Item = (DVec2, DVec2, usize)> + '_ {
        let count = self.points.len();
        let segments = if self.path.is_closed() && count > 1 {
            count
        } else {
            count.saturating_sub(1)
        };
        (0..segments).map(move |i| {
            (
                self.points[i].0,
                self.points[(i + 1) % count].0,
                self.points[i].1,
            )
        })
    }
}

/// The lines of a scene's paths, in scene order.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    lines: Vec<CachedLine>,
}

impl Routes {
    /// Updates the lines. Paths that did not change keep theirs.
    pub fn update(&mut self, scene: &Scene) {
        let mut known = std::mem::take(&mut self.lines).into_iter().peekable();
        let mut rest: Vec<CachedLine> = Vec::new();
        for path in &scene.paths {
            // Paths rarely change order, so the next line usually matches.
            let line = match known.next_if(|line| Arc::ptr_eq(&line.path, path)) {
                Some(line) => line,
                None => {
                    rest.extend(known.by_ref().take(1));
                    rest.iter()
                        .find(|line| Arc::ptr_eq(&line.path, path))
                        .cloned()
                        .unwrap_or_else(|| CachedLine::new(path))
                }
            };
            self.lines.push(line);
        }
    }

    /// Whether the lines are those of the paths of `scene` as they are now.
    pub fn are_of(&self, scene: &Scene) -> bool {
        let mut pairs = self.lines.iter().zip(&scene.paths);
        self.lines.len() == scene.paths.len()
            && pairs.all(|(line, path)| Arc::ptr_eq(&line.path, path))
    }

    /// The lines, in the order of the scene's paths.
    pub fn lines(&self) -> &[CachedLine] {
        &self.lines
    }
}
