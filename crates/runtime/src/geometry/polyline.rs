//! Polylines, measured along their length.

use crate::geometry::vector;
use glam::DVec2;

/// Points connected by straight segments, with the distance of each point along the line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polyline {
    /// The points, in order, u. A closed line does not repeat its first point.
    pub points: Vec<DVec2>,
    /// The distance of each of the [`points`](Self::points) from the first, along the line, u.
    pub cumulative: Vec<f64>,
    /// Whether a segment connects the last point with the first.
    pub closed: bool,
}

/// A position on a polyline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolylinePoint {
    /// The position, u.
    pub point: DVec2,
    /// Its distance from the first point, along the line, u.
    pub along: f64,
}

impl Polyline {
    /// Measures a line. It may have no points.
    #[must_use]
    pub fn new(points: Vec<DVec2>, closed: bool) -> Self {
        let mut cumulative = Vec::with_capacity(points.len());
        let mut run = 0.0;
        for (i, &point) in points.iter().enumerate() {
            if i > 0 {
                run += vector::distance(points[i - 1], point);
            }
            cumulative.push(run);
        }
        Self {
            points,
            cumulative,
            closed,
        }
    }

    /// The length, u, including the closing segment of a closed line.
    #[must_use]
    pub fn length(&self) -> f64 {
        match (
            self.points.first(),
            self.points.last(),
            self.cumulative.last(),
        ) {
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

    /// The segments as pairs of points, including the closing segment of a closed line.
    pub fn segments(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        let closing = match (
            self.closed && self.points.len() > 1,
            self.points.last(),
            self.points.first(),
        ) {
            (true, Some(&last), Some(&first)) => Some((last, first)),
            _ => None,
        };
        self.points
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .chain(closing)
    }

    /// The position on the line that is nearest to `p`; of several at the same distance, the first.
    /// `None` for a line without points.
    #[must_use]
    pub fn nearest(&self, p: DVec2) -> Option<PolylinePoint> {
        let &first = self.points.first()?;
        let mut nearest = PolylinePoint {
            point: first,
            along: 0.0,
        };
        let mut distance = vector::distance(first, p);
        for ((a, b), run) in self.segments().zip(&self.cumulative) {
            let part = vector::nearest_fraction(a, b, p);
            let point = if part > 0.0 { a + (b - a) * part } else { a };
            let away = vector::distance(point, p);
            if away < distance {
                distance = away;
                nearest = PolylinePoint {
                    point,
                    along: run + vector::distance(a, point),
                };
            }
        }
        Some(nearest)
    }

    /// The distance from `p` to the line, u. Infinite for a line without points.
    #[must_use]
    pub fn distance_to(&self, p: DVec2) -> f64 {
        self.nearest(p)
            .map_or(f64::INFINITY, |place| vector::distance(place.point, p))
    }

    /// The point at the distance `along` from the first point, along the line, u. On a closed line
    /// the distance wraps around; on an open one it is clamped to the ends. `None` for a line
    /// without points, and for a distance that is not finite.
    #[must_use]
    pub fn point_at(&self, along: f64) -> Option<DVec2> {
        let (&first, &last) = (self.points.first()?, self.points.last()?);
        if !along.is_finite() {
            return None;
        }
        let length = self.length();
        let along = if self.closed && length > 0.0 {
            wrapped(along, length)
        } else {
            along
        };
        let passed = self.cumulative.partition_point(|&run| run <= along);
        if passed == 0 {
            return Some(first);
        }
        let (next, next_run) = match self.points.get(passed) {
            Some(&next) => (next, self.cumulative[passed]),
            None if self.closed && along < length => (first, length),
            None => return Some(if self.closed { first } else { last }),
        };
        let (corner, run) = (self.points[passed - 1], self.cumulative[passed - 1]);
        Some(corner + (next - corner) * ((along - run) / (next_run - run)))
    }
}

/// `along` in 0..=`length`, by whole rounds.
fn wrapped(along: f64, length: f64) -> f64 {
    let rest = along % length;
    if rest < 0.0 { rest + length } else { rest }
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
        assert_eq!(
            (
                dot.length(),
                dot.segments().count(),
                dot.distance_to(DVec2::X)
            ),
            (0.0, 0, 1.0)
        );
    }

    #[test]
    fn the_point_at_a_distance_lies_between_the_corners_around_it() {
        let corners = vec![
            DVec2::ZERO,
            DVec2::new(3.0, 0.0),
            DVec2::new(3.0, 0.0),
            DVec2::new(3.0, 4.0),
        ];
        let open = Polyline::new(corners.clone(), false);
        let closed = Polyline::new(corners, true);
        for (along, x, y) in [
            (0.0, 0.0, 0.0),
            (1.5, 1.5, 0.0),
            (3.0, 3.0, 0.0),
            (5.0, 3.0, 2.0),
        ] {
            assert_eq!(open.point_at(along), Some(DVec2::new(x, y)), "{along}");
            for round in [-24.0, -12.0, 0.0, 12.0] {
                assert_eq!(
                    closed.point_at(along + round),
                    Some(DVec2::new(x, y)),
                    "{along} and {round}"
                );
            }
        }
        assert_eq!(
            (open.point_at(-1.0), open.point_at(7.5)),
            (Some(DVec2::ZERO), Some(DVec2::new(3.0, 4.0)))
        );
        assert_eq!(closed.point_at(9.5), Some(DVec2::new(1.5, 2.0)));
        assert_eq!(closed.point_at(-1e-300), Some(DVec2::ZERO));
    }

    #[test]
    fn every_place_is_the_nearest_to_itself() {
        let curve = |closed| {
            Polyline::new(
                vec![
                    DVec2::ZERO,
                    DVec2::new(5.0, 1.0),
                    DVec2::new(6.0, 7.0),
                    DVec2::new(-2.0, 3.0),
                ],
                closed,
            )
        };
        for line in [curve(false), curve(true)] {
            for step in 0..100 {
                let along = line.length() * f64::from(step) / 100.0;
                let point = line.point_at(along).expect("a point");
                let place = line.nearest(point).expect("a place");
                assert!(
                    (place.along - along).abs() < 1e-12
                        && vector::distance(place.point, point) < 1e-12,
                    "{along}"
                );
            }
        }
    }

    #[test]
    fn of_two_places_as_near_the_earlier_is_the_nearest() {
        let hairpin = Polyline::new(vec![DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y], false);
        let place = PolylinePoint {
            point: DVec2::new(0.25, 0.0),
            along: 0.25,
        };
        assert_eq!(hairpin.nearest(DVec2::new(0.25, 0.5)), Some(place));
    }

    #[test]
    fn lines_of_none_and_one_point_have_places_too() {
        let none = Polyline::default();
        assert_eq!(
            (
                none.nearest(DVec2::X),
                none.point_at(0.0),
                none.distance_to(DVec2::X)
            ),
            (None, None, f64::INFINITY)
        );
        for closed in [false, true] {
            let dot = Polyline::new(vec![DVec2::ONE, DVec2::ONE], closed);
            assert_eq!(
                dot.nearest(DVec2::X),
                Some(PolylinePoint {
                    point: DVec2::ONE,
                    along: 0.0
                })
            );
            for along in [-1.0, 0.0, 1.0] {
                assert_eq!(dot.point_at(along), Some(DVec2::ONE));
            }
            assert_eq!(
                (dot.point_at(f64::NAN), dot.point_at(f64::INFINITY)),
                (None, None)
            );
        }
    }
}
