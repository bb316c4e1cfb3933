//! Boxes, and the range of positions that a file can hold.

use glam::DVec2;
use steerwright_runtime::parameter::MAX_COORDINATE;

/// A box along the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// The lower left corner.
    pub min: DVec2,
    /// The upper right corner.
    pub max: DVec2,
}

impl Bounds {
    /// The box that holds only a point.
    pub fn at(p: DVec2) -> Self {
        Self { min: p, max: p }
    }

    /// The bounding box of some points. `None` if there are none.
    pub fn of(points: impl IntoIterator<Item = DVec2>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = Self::at(points.next()?);
        Some(points.fold(first, Self::with))
    }

    /// The smallest box that also holds a point.
    #[must_use]
    pub fn with(self, p: DVec2) -> Self {
        Self {
            min: self.min.min(p),
            max: self.max.max(p),
        }
    }

    /// The smallest box that also holds a circle.
    #[must_use]
    pub fn with_circle(self, center: DVec2, radius: f64) -> Self {
        Self {
            min: self.min.min(center - radius),
            max: self.max.max(center + radius),
        }
    }

    /// The center.
    pub fn center(self) -> DVec2 {
        (self.min + self.max) / 2.0
    }

    /// The width and the height.
    pub fn size(self) -> DVec2 {
        self.max - self.min
    }

    /// Whether a point is in the box or on its edge.
    pub fn contains(self, p: DVec2) -> bool {
        p.cmpge(self.min).all() && p.cmple(self.max).all()
    }
}

/// Clamps `p` to the range of positions that a file can hold.
pub fn clamp_position(p: DVec2) -> DVec2 {
    p.clamp(DVec2::splat(-MAX_COORDINATE), DVec2::splat(MAX_COORDINATE))
}
