//! From the world to egui's points and back.

use crate::authoring::Viewport;
use egui::{Pos2, Rect, Vec2};
use glam::DVec2;

/// A viewport at its place in the window.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    viewport: Viewport,
    /// The canvas, in the window's points.
    pub rect: Rect,
}

impl Screen {
    /// The view of `viewport` in `rect`.
    pub fn new(viewport: Viewport, rect: Rect) -> Self {
        Self { viewport, rect }
    }

    /// Where a point of the world is in the window.
    pub fn pos(&self, p: DVec2) -> Pos2 {
        let s = self.viewport.screen_from_world(p);
        self.rect.min + Vec2::new(s.x as f32, s.y as f32)
    }

    /// What is under a point of the window.
    pub fn world(&self, p: Pos2) -> DVec2 {
        let d = p - self.rect.min;
        self.viewport.world_from_screen(DVec2::new(f64::from(d.x), f64::from(d.y)))
    }

    /// How long `length` units are, points.
    pub fn points(&self, length: f64) -> f32 {
        (length * self.viewport.scale) as f32
    }

    /// A vector of the world, in points (y down).
    pub fn vector(&self, v: DVec2) -> Vec2 {
        Vec2::new((v.x * self.viewport.scale) as f32, (-v.y * self.viewport.scale) as f32)
    }

    /// The corners of what is shown, u: lower left, upper right.
    pub fn bounds(&self) -> (DVec2, DVec2) {
        self.viewport.bounds()
    }

    /// The distance between grid lines at least `points` apart, u.
    pub fn grid_step(&self, points: f64) -> f64 {
        self.viewport.grid_step(points)
    }

    /// Whether a circle about `p` can be seen.
    pub fn shows(&self, p: DVec2, radius: f64) -> bool {
        self.rect.expand(self.points(radius).min(1e6) + 20.0).contains(self.pos(p))
    }
}
