//! How far places are from a line, found quickly on long lines too.

use glam::DVec2;
use rstar::RTree;
use rstar::primitives::Line;
use steerwright_runtime::geometry::{Polyline, vector};

/// Lines of at most this many segments are measured segment by segment.
const MAX_SEGMENTS_WITHOUT_INDEX: usize = 64;
/// How often all segments are measured before they get an index, which takes about as long to make.
const MAX_SCANS_BEFORE_INDEX: u32 = 16;
/// By how much of them squared distances of the index may differ from ours.
const ROUNDING: f64 = 1e-9;

/// A line, with an index of its segments if it is long and measured often.
///
/// It is meant for places along a way: it remembers a segment near the last one.
#[derive(Clone, Debug)]
pub(crate) struct LineDistance {
    segments: Vec<(DVec2, DVec2)>,
    is_closed: bool,
    /// How often all segments may still be measured before they get an index.
    scans_left: u32,
    index: Option<RTree<Line<[f64; 2]>>>,
    /// The index of the segment nearest to the last place, found locally.
    near: usize,
}

impl LineDistance {
    /// A line of one point is at that point.
    pub(crate) fn new(line: &Polyline) -> Self {
        let mut segments: Vec<_> = line.segments().collect();
        if let (true, Some(&point)) = (segments.is_empty(), line.points.first()) {
            segments.push((point, point));
        }
        Self {
            segments,
            is_closed: line.closed,
            scans_left: MAX_SCANS_BEFORE_INDEX,
            index: None,
            near: 0,
        }
    }

    /// About how many distances are computed for a place, once the line is indexed.
    pub(crate) fn cost(&self) -> u64 {
        self.segments.len().clamp(1, MAX_SEGMENTS_WITHOUT_INDEX) as u64
    }

    /// The distance from `place` to the line, u, if it is more than `known`. `None` for a line
    /// without points.
    pub(crate) fn distance_beyond(&mut self, place: DVec2, known: f64) -> Option<f64> {
        // The line is at least as near as the segments around that of the last place, which are
        // quick to measure.
        if self.distance_nearby(place) <= known {
            return None;
        }
        self.distance(place).filter(|&distance| distance > known)
    }

    fn distance(&mut self, place: DVec2) -> Option<f64> {
        if self.segments.len() > MAX_SEGMENTS_WITHOUT_INDEX
            && self.index.is_none()
            && place.is_finite()
        {
            if self.scans_left == 0 {
                self.index = Some(indexed(&self.segments));
            } else {
                self.scans_left -= 1;
            }
        }
        if let Some(index) = self.index.as_ref().filter(|_| place.is_finite()) {
            // The index rounds otherwise: the nearest is one of those that are about as near.
            let (_, squared) = index.nearest_neighbor_with_distance_2(place.into())?;
            return index
                .locate_within_distance(
                    place.into(),
                    squared * (1.0 + ROUNDING) + f64::MIN_POSITIVE,
                )
                .map(|line| vector::segment_distance(line.from.into(), line.to.into(), place))
                .reduce(f64::min);
        }
        self.segments
            .iter()
            .map(|&(a, b)| vector::segment_distance(a, b, place))
            .reduce(f64::min)
    }

    /// The distance to the nearest segment that is found from the last one, segment by segment,
    /// while they come nearer.
    fn distance_nearby(&mut self, place: DVec2) -> f64 {
        let mut found = self.distance_to(self.near, place);
        loop {
            let next = [self.before(self.near), self.after(self.near)]
                .map(|segment| (self.distance_to(segment, place), segment));
            let (distance, segment) = if next[1].0 < next[0].0 {
                next[1]
            } else {
                next[0]
            };
            if !(distance < found) {
                return found;
            }
            (found, self.near) = (distance, segment);
        }
    }

    /// Infinite if there is no such segment.
    fn distance_to(&self, segment: usize, place: DVec2) -> f64 {
        let segment = self.segments.get(segment);
        segment.map_or(f64::INFINITY, |&(a, b)| {
            vector::segment_distance(a, b, place)
        })
    }

    fn after(&self, segment: usize) -> usize {
        let is_last = segment + 1 == self.segments.len();
        if is_last && self.is_closed {
            0
        } else {
            segment + 1
        }
    }

    fn before(&self, segment: usize) -> usize {
        match segment.checked_sub(1) {
            Some(before) => before,
            None if self.is_closed => self.segments.len().saturating_sub(1),
            None => segment,
        }
    }
}

/// What is not finite is near to nothing.
fn indexed(segments: &[(DVec2, DVec2)]) -> RTree<Line<[f64; 2]>> {
    let finite = (segments.iter()).filter(|(a, b)| a.is_finite() && b.is_finite());
    let lines = finite.map(|(a, b)| Line::new((*a).into(), (*b).into()));
    RTree::bulk_load(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A spiral that crosses itself, with segments of no length and a long one back.
    fn spiral(closed: bool) -> Polyline {
        let points = (0..900).map(|i| {
            let (turn, out) = (f64::from(i / 2) * 0.7, 1.0 + f64::from(i % 50));
            DVec2::new(out * turn.cos(), out * turn.sin())
        });
        Polyline::new(points.collect(), closed)
    }

    #[test]
    fn distances_equal_a_full_scan() {
        for closed in [false, true] {
            let line = spiral(closed);
            let mut quick = LineDistance::new(&line);
            for i in 0..4000 {
                let at = f64::from(i);
                let place = DVec2::new((at * 0.37).sin(), (at * 0.11).cos()) * (at * 0.02);
                assert_eq!(
                    quick.distance_beyond(place, -1.0),
                    Some(line.distance_to(place)),
                    "{i}"
                );
            }
            assert!(quick.index.is_some());
        }
    }

    #[test]
    fn only_distances_above_the_known_one_are_returned() {
        let line = spiral(false);
        let mut quick = LineDistance::new(&line);
        for i in 0..4000 {
            let place = DVec2::new(f64::from(i) * 0.02, 3.0);
            let (away, known) = (line.distance_to(place), f64::from(i % 7) * 0.3);
            assert_eq!(
                quick.distance_beyond(place, known),
                Some(away).filter(|&away| away > known),
                "{i}"
            );
        }
    }

    #[test]
    fn empty_lines_points_and_nan_are_accepted() {
        let dot = Polyline::new(vec![DVec2::ONE], true);
        assert_eq!(
            LineDistance::new(&dot).distance_beyond(DVec2::new(1.0, 3.0), 0.0),
            Some(2.0)
        );
        let none = Polyline::new(Vec::new(), false);
        assert_eq!(
            LineDistance::new(&none).distance_beyond(DVec2::X, 0.0),
            None
        );
        let mut quick = LineDistance::new(&spiral(true));
        for _ in 0..2 * MAX_SCANS_BEFORE_INDEX {
            assert_eq!(quick.distance_beyond(DVec2::NAN, 0.0), None);
        }
    }
}
