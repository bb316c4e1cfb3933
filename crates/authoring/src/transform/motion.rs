//! A move, a rotation or a scale, and what it does to positions, velocities and headings.

use glam::DVec2;
use steerwright_runtime::geometry::decimal::rounded;
use steerwright_runtime::geometry::{rotation, vector};

/// A transform of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transform {
    /// A translation, in units.
    Move(DVec2),
    /// A counterclockwise rotation.
    Rotate {
        /// The center, in units.
        about: DVec2,
        /// The angle.
        degrees: f64,
    },
    /// A scale along x and y. A negative factor flips.
    Scale {
        /// The fixed point, in units.
        about: DVec2,
        /// The factors.
        factors: DVec2,
    },
}

impl Transform {
    /// Transforms a position.
    pub fn apply_to(&self, p: DVec2) -> DVec2 {
        match *self {
            Self::Move(by) => p + by,
            Self::Rotate { about, degrees } => about + rotated(p - about, degrees),
            Self::Scale { about, factors } => about + (p - about) * factors,
        }
    }

    /// Transforms a velocity: it is rotated and flipped, but keeps its length.
    pub fn velocity(&self, v: DVec2) -> DVec2 {
        let v = match *self {
            Self::Move(_) => v,
            Self::Rotate { degrees, .. } => rotated(v, degrees),
            Self::Scale { factors, .. } => v * factors.signum(),
        };
        // Remove the sign of negative zero.
        v + DVec2::ZERO
    }
}

/// A heading after a transform, as files have it.
pub(crate) fn heading_of(transform: &Transform, heading: DVec2) -> DVec2 {
    let turned = transform.velocity(vector::direction(heading));
    DVec2::new(rounded(turned.x), rounded(turned.y))
}

/// The heading at an angle in degrees, counterclockwise from the x axis. Quarter turns are exact.
pub fn heading_at(degrees: f64) -> DVec2 {
    let heading = rotated(DVec2::X, degrees);
    DVec2::new(rounded(heading.x), rounded(heading.y))
}

/// Rotates `v` counterclockwise. Quarter turns are exact.
pub(crate) fn rotated(v: DVec2, degrees: f64) -> DVec2 {
    let degrees = degrees % 360.0;
    let degrees = if degrees > 180.0 {
        degrees - 360.0
    } else if degrees < -180.0 {
        degrees + 360.0
    } else {
        degrees
    };
    if degrees == 90.0 {
        v.perp()
    } else if degrees == -90.0 {
        -v.perp()
    } else if degrees.abs() == 180.0 {
        -v
    } else {
        rotation::rotate(v, degrees * rotation::RADIANS_PER_DEGREE)
    }
}
