//! Sight: whether an eye sees a point or a body, past the walls that block sight.

use crate::geometry::decimal::rounded;
use crate::geometry::rotation::{RADIANS_PER_DEGREE, direction_at};
use crate::geometry::vector::{dot, length};
use crate::level::barrier::Barrier;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// What the agents of a preset see.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Sight {
    /// How far an agent sees, u, 0 or more.
    pub range: f64,
    /// Within this distance, an agent sees all around it, u: from 0 to the range.
    pub near: f64,
    /// The full field of view, above 0 and at most 360 degrees. Half of it is on each side of the
    /// heading.
    pub fov_deg: f64,
    /// After so many ticks in a row in which an agent sees its target, it notices the target. 1 or
    /// more.
    pub notice_ticks: u32,
    /// After so many ticks in a row in which an agent does not see its target, it has lost the
    /// target. 1 or more.
    pub forget_ticks: u32,
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            range: 8.0,
            near: 1.0,
            fov_deg: 90.0,
            notice_ticks: 1,
            forget_ticks: 1,
        }
    }
}

impl Sight {
    /// The numbers that [`SightCone`] compares with.
    #[must_use]
    pub fn cone(&self) -> SightCone {
        let half = direction_at(self.fov_deg / 2.0 * RADIANS_PER_DEGREE);
        SightCone {
            range: self.range,
            near: self.near,
            fov_deg: self.fov_deg,
            cos2: rounded(half.x * half.x),
        }
    }
}

/// The shape of what an eye sees: a sector of a circle, and a circle around the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightCone {
    /// The radius of the sector, u.
    pub range: f64,
    /// The radius of the circle, u.
    pub near: f64,
    /// The full angle of the sector, degrees.
    pub fov_deg: f64,
    /// The square of the cosine of half that angle, rounded to nine decimals.
    pub cos2: f64,
}

impl SightCone {
    /// Whether an eye at `eye` (u) that faces in the direction `facing` (a unit vector) sees
    /// `point`, past the segments of `walls`. A wall hides what touches it.
    #[must_use]
    pub fn sees_point(&self, walls: &Barrier, eye: DVec2, facing: DVec2, point: DVec2) -> bool {
        self.contains(eye, facing, point) && !walls.touches(eye, point)
    }

    /// Whether the eye sees a body with the center `center` and the radius `radius`, u: its center,
    /// or one of the two points of its edge that are farthest to the sides.
    #[must_use]
    pub fn sees_body(
        &self,
        walls: &Barrier,
        eye: DVec2,
        facing: DVec2,
        center: DVec2,
        radius: f64,
    ) -> bool {
        let sees = |point| self.sees_point(walls, eye, facing, point);
        let to_center = center - eye;
        let distance = length(to_center);
        if sees(center) {
            return true;
        }
        if !(radius > 0.0 && distance > 0.0) {
            return false;
        }
        let side = DVec2::new(-to_center.y / distance, to_center.x / distance);
        sees(center + side * radius) || sees(center - side * radius)
    }

    /// Whether `point` is in the shape, walls aside.
    #[must_use]
    pub fn contains(&self, eye: DVec2, facing: DVec2, point: DVec2) -> bool {
        let to_point = point - eye;
        let squared = dot(to_point, to_point);
        if !(squared <= self.range * self.range) {
            return false;
        }
        if squared <= self.near * self.near || self.fov_deg == 360.0 {
            return true;
        }
        let ahead = dot(facing, to_point);
        if self.fov_deg <= 180.0 {
            ahead >= 0.0 && ahead * ahead >= self.cos2 * squared
        } else {
            ahead >= 0.0 || ahead * ahead <= self.cos2 * squared
        }
    }
}
