//! Segments: the edges of walls.

use crate::geometry::vector::{cross, dot, length, nearest_fraction};
use glam::DVec2;

/// An edge of a wall, from `a` to `b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The start, u.
    pub a: DVec2,
    /// The end, u.
    pub b: DVec2,
}

impl Segment {
    /// The segment from `a` to `b`, u.
    #[must_use]
    pub const fn new(a: DVec2, b: DVec2) -> Self {
        Self { a, b }
    }

    /// Whether the segment shares a point with the segment from `from` to `to`. Both include their
    /// ends.
    ///
    /// Segments whose bounding boxes are apart share none. For others, the ends of each lie on both
    /// sides of the other, or on it. Because of rounding, segments that miss each other by a few
    /// units in the last place may count as touching.
    #[inline]
    #[must_use]
    pub fn touches(&self, from: DVec2, to: DVec2) -> bool {
        let Self { a, b } = *self;
        let boxes_meet = from.x.min(to.x) <= a.x.max(b.x)
            && a.x.min(b.x) <= from.x.max(to.x)
            && from.y.min(to.y) <= a.y.max(b.y)
            && a.y.min(b.y) <= from.y.max(to.y);
        if !boxes_meet {
            return false;
        }
        let (way, wall) = (to - from, b - a);
        let (o1, o2) = (cross(way, a - from), cross(way, b - from));
        let (o3, o4) = (cross(wall, from - a), cross(wall, to - a));
        let apart_or_on = |x: f64, y: f64| x >= 0.0 && 0.0 >= y || x <= 0.0 && 0.0 <= y;
        apart_or_on(o1, o2) && apart_or_on(o3, o4)
    }

    /// The point of the segment that is nearest to `p`, u.
    #[inline]
    #[must_use]
    pub fn nearest_point(&self, p: DVec2) -> DVec2 {
        self.a + (self.b - self.a) * nearest_fraction(self.a, self.b, p)
    }

    /// The square of the distance to `p`, u^2.
    #[inline]
    #[must_use]
    pub fn squared_distance_to(&self, p: DVec2) -> f64 {
        let t = nearest_fraction(self.a, self.b, p);
        let nearest = if t > 0.0 {
            self.a + (self.b - self.a) * t
        } else {
            self.a
        };
        dot(p - nearest, p - nearest)
    }

    /// The least distance between the points of both segments, u.
    #[must_use]
    pub fn distance_to(&self, other: &Self) -> f64 {
        if self.touches(other.a, other.b) {
            return 0.0;
        }
        let to_point = |segment: &Self, p: DVec2| {
            // A segment without length is its start.
            let nearest = if segment.is_point() {
                segment.a
            } else {
                segment.nearest_point(p)
            };
            length(p - nearest)
        };
        [
            to_point(self, other.a),
            to_point(self, other.b),
            to_point(other, self.a),
            to_point(other, self.b),
        ]
        .into_iter()
        .fold(f64::INFINITY, f64::min)
    }

    /// The unit vector to the left of the direction from `a` to `b`. Its components are not finite
    /// if the segment has no length.
    #[inline]
    #[must_use]
    pub fn left(&self) -> DVec2 {
        let ab = self.b - self.a;
        let length = length(ab);
        DVec2::new(-ab.y / length, ab.x / length)
    }

    /// Whether the segment has no length.
    #[must_use]
    pub fn is_point(&self) -> bool {
        let ab = self.b - self.a;
        !(dot(ab, ab) > 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(ax: f64, ay: f64, bx: f64, by: f64) -> Segment {
        Segment::new(DVec2::new(ax, ay), DVec2::new(bx, by))
    }

    #[test]
    fn the_distance_of_segments_is_between_their_nearest_points() {
        let wall = segment(0.0, 0.0, 4.0, 0.0);
        for (other, distance) in [
            (segment(2.0, 3.0, 9.0, 9.0), 3.0),
            (segment(7.0, 4.0, 7.0, 9.0), 5.0),
            (segment(1.0, -1.0, 1.0, 1.0), 0.0),
            (segment(3.0, 2.0, 3.0, 2.0), 2.0),
            (segment(-3.0, 1.0, 9.0, 1.0), 1.0),
        ] {
            assert_eq!(wall.distance_to(&other), distance);
            assert_eq!(other.distance_to(&wall), distance);
        }
    }

    #[test]
    fn touching_includes_ends_and_overlaps() {
        let wall = segment(0.0, 0.0, 4.0, 0.0);
        for (way, touches) in [
            (segment(2.0, -1.0, 2.0, 1.0), true),
            (segment(2.0, -1.0, 2.0, 0.0), true),
            (segment(4.0, 0.0, 5.0, 3.0), true),
            (segment(3.0, 0.0, 9.0, 0.0), true),
            (segment(1.0, 0.0, 2.0, 0.0), true),
            (segment(2.0, 0.0, 2.0, 0.0), true),
            (segment(5.0, 0.0, 9.0, 0.0), false),
            (segment(5.0, 0.0, 5.0, 0.0), false),
            (segment(2.0, -1.0, 2.0, -0.001), false),
            (segment(5.0, -1.0, 5.0, 1.0), false),
        ] {
            assert_eq!(wall.touches(way.a, way.b), touches, "{way:?}");
            assert_eq!(wall.touches(way.b, way.a), touches, "{way:?} back");
            assert_eq!(way.touches(wall.a, wall.b), touches, "{way:?} exchanged");
        }
    }

    #[test]
    fn segments_of_one_line_that_are_apart_do_not_touch() {
        // Without the boxes, the signs of rounding errors decide.
        let along = |t: f64| DVec2::new(0.1, 0.3) * t;
        for i in 0..200 {
            let at = 0.37 * f64::from(i);
            let wall = Segment::new(along(at), along(at + 1.1));
            assert!(!wall.touches(along(at + 1.3), along(at + 7.9)), "{i}");
        }
    }
}
