//! Rotations. Cosine and sine are computed by a documented polynomial, so that every port gets the
//! same bits.

use crate::geometry::decimal::rounded;
use glam::DVec2;
use std::f64::consts::PI;

/// Radians per degree.
pub const RADIANS_PER_DEGREE: f64 = PI / 180.0;
/// Degrees per radian.
pub const DEGREES_PER_RADIAN: f64 = 180.0 / PI;

/// 1/(n!) for the odd powers 3..=17, alternating in sign: the Taylor series of the sine about zero.
const SINE: [f64; 8] = [
    -1.0 / 6.0,
    1.0 / 120.0,
    -1.0 / 5040.0,
    1.0 / 362_880.0,
    -1.0 / 39_916_800.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 1_307_674_368_000.0,
    1.0 / 355_687_428_096_000.0,
];

/// The unit vector at `angle` radians counterclockwise from the x axis: (cos, sin).
///
/// The angle is clamped to [-pi, pi]. The error is below 2e-15. With h = angle / 8, sin(h) is the
/// Taylor series to h^17 by Horner's rule and cos(h) = sqrt(1 - sin^2); the angle is then doubled
/// three times by (s, c) -> (2 * s * c, 1 - 2 * s * s).
#[must_use]
pub fn direction_at(angle: f64) -> DVec2 {
    let angle = if angle > PI {
        PI
    } else if angle >= -PI {
        angle
    } else if angle < -PI {
        -PI
    } else {
        0.0
    };
    let h = angle / 8.0;
    let square = h * h;
    let mut series = 0.0;
    for coefficient in SINE.iter().rev() {
        series = series * square + coefficient;
    }
    let mut sin = h + h * (square * series);
    let mut cos = (1.0 - sin * sin).sqrt();
    for _ in 0..3 {
        (sin, cos) = (2.0 * sin * cos, 1.0 - 2.0 * sin * sin);
    }
    DVec2::new(cos, sin)
}

/// The unit vector at `degrees` counterclockwise from the x axis, rounded to nine decimals: a
/// direction as exports contain it.
#[must_use]
pub fn baked_direction(degrees: f64) -> DVec2 {
    // `direction_at` takes at most half a turn.
    let degrees = if degrees > 180.0 {
        degrees - 360.0
    } else if degrees < -180.0 {
        degrees + 360.0
    } else {
        degrees
    };
    let direction = direction_at(degrees * RADIANS_PER_DEGREE);
    DVec2::new(rounded(direction.x), rounded(direction.y))
}

/// Rotates `a` counterclockwise by `angle` radians, which is clamped to [-pi, pi].
#[must_use]
pub fn rotate(a: DVec2, angle: f64) -> DVec2 {
    let turn = direction_at(angle);
    DVec2::new(a.x * turn.x - a.y * turn.y, a.x * turn.y + a.y * turn.x)
}

// The platform checks our polynomials.
#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_platform_within_a_few_units_in_the_last_place() {
        for i in -1000..=1000 {
            let angle = PI * f64::from(i) / 1000.0;
            let got = direction_at(angle);
            assert!(
                (got.x - angle.cos()).abs() < 2e-15,
                "cos {angle}: {}",
                got.x - angle.cos()
            );
            assert!(
                (got.y - angle.sin()).abs() < 2e-15,
                "sin {angle}: {}",
                got.y - angle.sin()
            );
        }
    }

    #[test]
    fn baked_directions_take_a_whole_turn_either_way() {
        for (degrees, x, y) in [
            (0.0, 1.0, 0.0),
            (90.0, 0.0, 1.0),
            (270.0, 0.0, -1.0),
            (-270.0, 0.0, 1.0),
            (180.0, -1.0, 0.0),
            (360.0, 1.0, 0.0),
            (-360.0, 1.0, 0.0),
        ] {
            assert_eq!(baked_direction(degrees), DVec2::new(x, y), "{degrees}");
        }
    }

    #[test]
    fn no_angle_gives_nan() {
        for angle in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -4.0] {
            assert!(direction_at(angle).is_finite());
        }
    }
}
