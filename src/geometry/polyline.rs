//! A line through points, measured along its length.

use crate::geometry::vector;
use glam::DVec2;

/// Points joined by straight segments, with the length run up to each of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polyline {
    /// The corners, in order. A closed line does not repeat its first point.
    pub points: Vec<DVec2>,
    /// Distance along the line from the first point to each point; same count as `points`.
    pub cumulative: Vec<f64>,
    /// Whether a last segment leads back to the first point.
    pub closed: bool,
}

impl Polyline {
    /// Measures a line. Works for any number of points, none included.
    pub fn new(points: Vec<DVec2>, closed: bool) -> Self {
        let mut cumulative = Vec::with_capacity(points.len());
        let mut run = 0.0;
        for (i, &point) in points.iter().enumerate() {
            if i > 0 {
                run += vector::distance(points[i - 1], point);
            }
            cumulative.push(run);
        }
        Self { points, cumulative, closed }
    }

    /// The whole length, with the closing segment of a closed line.
    pub fn length(&self) -> f64 {
        match (self.points.first(), self.points.last(), self.cumulative.last()) {
            (Some(&first), Some(&last), Some(&run)) => {
                if self.closed {
                    run + vector::distance(last, first)
                } else {
                    run
                }
            }
            _ => 0.0,
        }
    }

    /// Its segments, with the closing one of a closed line.
    pub fn segments(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        let closing = match (self.closed && self.points.len() > 1, self.points.last(), self.points.first()) {
            (true, Some(&last), Some(&first)) => Some((last, first)),
            _ => None,
        };
        self.points.windows(2).map(|pair| (pair[0], pair[1])).chain(closing)
    }

    /// The distance from `p` to the nearest place of the line; infinite for a line without points.
    pub fn distance_to(&self, p: DVec2) -> f64 {
        let mut nearest = match self.points.first() {
            Some(&only) => vector::distance(only, p),
            None => f64::INFINITY,
        };
        for (a, b) in self.segments() {
            let d = vector::segment_distance(a, b, p);
            if d < nearest {
                nearest = d;
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_measured_open_and_closed() {
        let corners = vec![DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        assert_eq!(Polyline::new(corners.clone(), false).length(), 3.0);
        let square = Polyline::new(corners, true);
        assert_eq!(square.length(), 4.0);
        assert_eq!(square.cumulative, [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(square.distance_to(DVec2::new(-1.0, 0.5)), 1.0);
    }

    #[test]
    fn lines_of_none_and_one_point_have_no_length() {
        assert_eq!(Polyline::new(vec![], true).length(), 0.0);
        let dot = Polyline::new(vec![DVec2::ONE], true);
        assert_eq!((dot.length(), dot.segments().count(), dot.distance_to(DVec2::X)), (0.0, 0, 1.0));
    }
}
