//! The vector operations of the motion contract, whose results are specified bit for bit.
//!
//! The formulas use these instead of `glam`'s `normalize`, which multiplies by a reciprocal, and of
//! `hypot`, which differs between platforms.

use crate::lanes::{Pair, Scalar};
use glam::DVec2;

/// The dot product: a.x * b.x + a.y * b.y.
#[inline]
#[must_use]
pub fn dot(a: DVec2, b: DVec2) -> f64 {
    Pair::from(a).dot(b.into())
}

/// The cross product: a.x * b.y - a.y * b.x. Positive if `b` is to the left of `a`.
#[inline]
#[must_use]
pub fn cross(a: DVec2, b: DVec2) -> f64 {
    Pair::from(a).cross(b.into())
}

/// The length of `a`: sqrt(a.x * a.x + a.y * a.y).
#[inline]
#[must_use]
pub fn length(a: DVec2) -> f64 {
    Pair::from(a).length(Scalar)
}

/// The distance between two points.
#[inline]
#[must_use]
pub fn distance(a: DVec2, b: DVec2) -> f64 {
    length(b - a)
}

/// The unit vector in the direction of `a`: each component divided by the length. Zero if `a` is
/// zero, or if its length is not finite.
#[inline]
#[must_use]
pub fn direction(a: DVec2) -> DVec2 {
    Pair::from(a).direction(Scalar).into()
}

/// Like [`direction`], for a vector whose length is known.
#[inline]
#[must_use]
pub fn direction_given_length(a: DVec2, length: f64) -> DVec2 {
    Pair::from(a).direction_given_length(Scalar, length).into()
}

/// Limits the length of `a` to `limit`, at least 0 (Reynolds 1999: *truncate*).
///
/// A vector whose length is not finite becomes zero, so the result is always finite.
#[inline]
#[must_use]
pub fn truncate(a: DVec2, limit: f64) -> DVec2 {
    Pair::from(a).truncate(Scalar, limit).into()
}

/// The point of the segment from `a` to `b` that is nearest to `p`, as a fraction of the segment, 0
/// to 1.
#[inline]
#[must_use]
pub fn nearest_fraction(a: DVec2, b: DVec2, p: DVec2) -> f64 {
    let ab = b - a;
    let squared = dot(ab, ab);
    if !(squared > 0.0 && squared < f64::INFINITY) {
        return 0.0;
    }
    let t = dot(p - a, ab) / squared;
    if t > 1.0 {
        1.0
    } else if t > 0.0 {
        t
    } else {
        0.0
    }
}

/// The distance from `p` to the segment from `a` to `b`.
#[inline]
#[must_use]
pub fn segment_distance(a: DVec2, b: DVec2, p: DVec2) -> f64 {
    let part = nearest_fraction(a, b, p);
    distance(if part > 0.0 { a + (b - a) * part } else { a }, p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direction_of_nothing_and_of_too_much_is_zero() {
        for a in [
            DVec2::ZERO,
            DVec2::new(1e300, 1e300),
            DVec2::new(f64::INFINITY, 0.0),
        ] {
            assert_eq!(direction(a), DVec2::ZERO);
        }
    }

    #[test]
    fn truncate_keeps_short_vectors_to_the_bit_and_shortens_long_ones() {
        let a = DVec2::new(0.1, 0.2);
        assert_eq!(truncate(a, 1.0), a);
        assert!((length(truncate(DVec2::new(30.0, 40.0), 5.0)) - 5.0).abs() < 1e-12);
        assert_eq!(truncate(DVec2::new(3.0, 4.0), 0.0), DVec2::ZERO);
        assert_eq!(
            truncate(DVec2::new(f64::INFINITY, 0.0), f64::INFINITY),
            DVec2::ZERO
        );
    }

    #[test]
    fn a_segment_of_no_length_is_its_point() {
        let p = DVec2::new(3.0, 4.0);
        assert_eq!(segment_distance(DVec2::ZERO, DVec2::ZERO, p), 5.0);
        assert_eq!(
            segment_distance(DVec2::new(0.0, 4.0), DVec2::new(9.0, 4.0), p),
            0.0
        );
    }
}
