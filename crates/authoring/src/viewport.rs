//! What part of the plane the canvas shows. World: y up, u. Screen: y down, points from the canvas's upper left corner.

use glam::DVec2;

/// The part of the plane that the canvas shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// What is in the middle, u.
    pub center: DVec2,
    /// Points on the screen for one unit.
    pub scale: f64,
    /// Size of the canvas, points.
    pub size: DVec2,
}

/// Points for a unit, at the least and at the most.
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
    /// Where a point of the world is on the screen.
    pub fn screen_from_world(&self, p: DVec2) -> DVec2 {
        let d = (p - self.center) * self.scale;
        DVec2::new(self.size.x / 2.0 + d.x, self.size.y / 2.0 - d.y)
    }

    /// What is under a point of the screen.
    pub fn world_from_screen(&self, s: DVec2) -> DVec2 {
        let d = s - self.size / 2.0;
        self.center + DVec2::new(d.x, -d.y) / self.scale
    }

    /// How many units `points` on the screen are.
    pub fn length_from_points(&self, points: f64) -> f64 {
        points / self.scale
    }

    /// Moves what is shown along with a hand that drags by `delta` points.
    pub fn pan(&mut self, delta: DVec2) {
        self.center -= DVec2::new(delta.x, -delta.y) / self.scale;
    }

    /// Magnifies by `factor`, keeping what is under `at` (points) where it is.
    pub fn zoom_at(&mut self, at: DVec2, factor: f64) {
        if !(factor > 0.0 && factor.is_finite()) {
            return;
        }
        let under = self.world_from_screen(at);
        self.scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        self.center += under - self.world_from_screen(at);
    }

    /// Shows the box from `min` to `max`, filling 85 % of the canvas; a box without size is shown at a usual scale.
    pub fn fit(&mut self, min: DVec2, max: DVec2) {
        if !(min.is_finite() && max.is_finite()) {
            return;
        }
        self.center = (min + max) / 2.0;
        let extent = (max - min).max(DVec2::splat(1e-9));
        let scale = (self.size.x / extent.x).min(self.size.y / extent.y) * 0.85;
        self.scale = scale.clamp(SCALES.0, 120.0);
    }

    /// The corners of what is shown: lower left, upper right.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        let half = self.size / 2.0 / self.scale;
        (self.center - half, self.center + half)
    }

    /// The distance between grid lines, u: 1, 2 or 5 times a power of ten, at least `points` apart on the screen.
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
