//! The visible part of the world. World coordinates: y up, units. Screen coordinates: y down,
//! points from the upper left corner of the canvas.

use crate::bounds::Bounds;
use glam::DVec2;

/// The visible part of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The world position at the center, in units.
    pub center: DVec2,
    /// Points per unit.
    pub scale: f64,
    /// The size of the canvas, in points.
    pub size: DVec2,
}

/// The smallest and the largest scale, in points per unit.
const SCALES: (f64, f64) = (1e-4, 1e5);

impl Default for Viewport {
    fn default() -> Self {
        Self {
            center: DVec2::ZERO,
            scale: 40.0,
            size: DVec2::new(800.0, 600.0),
        }
    }
}

impl Viewport {
    /// Converts a world position to a screen position.
    pub fn screen_from_world(&self, p: DVec2) -> DVec2 {
        let d = (p - self.center) * self.scale;
        DVec2::new(self.size.x / 2.0 + d.x, self.size.y / 2.0 - d.y)
    }

    /// Converts a screen position to a world position.
    pub fn world_from_screen(&self, s: DVec2) -> DVec2 {
        let d = s - self.size / 2.0;
        self.center + DVec2::new(d.x, -d.y) / self.scale
    }

    /// Converts a length in points to units.
    pub fn length_from_points(&self, points: f64) -> f64 {
        points / self.scale
    }

    /// Pans the view by a drag of `delta` points.
    pub fn pan(&mut self, delta: DVec2) {
        self.center -= DVec2::new(delta.x, -delta.y) / self.scale;
    }

    /// Zooms by `factor` around the screen position `at`.
    pub fn zoom_at(&mut self, at: DVec2, factor: f64) {
        if !(factor > 0.0 && factor.is_finite()) {
            return;
        }
        let under = self.world_from_screen(at);
        self.scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        self.center += under - self.world_from_screen(at);
    }

    /// Fits a box into 85% of the canvas. The zoom is limited for small boxes.
    pub fn fit(&mut self, bounds: Bounds) {
        if !(bounds.min.is_finite() && bounds.max.is_finite()) {
            return;
        }
        self.center = bounds.center();
        let extent = bounds.size().max(DVec2::splat(1e-9));
        let scale = (self.size.x / extent.x).min(self.size.y / extent.y) * 0.85;
        self.scale = scale.clamp(SCALES.0, 120.0);
    }

    /// Like [`fit`](Self::fit), into a part of the canvas, in points.
    pub fn fit_part(&mut self, bounds: Bounds, part: Bounds) {
        let mut fitted = Self {
            size: part.size().max(DVec2::ONE),
            ..*self
        };
        fitted.fit(bounds);
        let offset = part.center() - self.size / 2.0;
        self.scale = fitted.scale;
        self.center = fitted.center - DVec2::new(offset.x, -offset.y) / fitted.scale;
    }

    /// The visible area, in units.
    pub fn bounds(&self) -> Bounds {
        let half = self.size / 2.0 / self.scale;
        Bounds {
            min: self.center - half,
            max: self.center + half,
        }
    }

    /// The grid spacing in units: 1, 2 or 5 times a power of ten, at least `points` apart on the
    /// screen.
    pub fn grid_step(&self, points: f64) -> f64 {
        let least = points / self.scale;
        let power = 10f64.powf(least.log10().floor());
        [1.0, 2.0, 5.0]
            .into_iter()
            .map(|m| m * power)
            .find(|&step| step >= least)
            .unwrap_or(10.0 * power)
    }
}
