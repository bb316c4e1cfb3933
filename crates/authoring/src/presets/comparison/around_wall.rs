//! A walk around a wall: its outline in a size that suits all presets, and what is measured on the
//! way.

use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Behavior, Preset};
use steerwright_runtime::steering::FollowWall;

/// The corners of the wall, five outer ones and an inner one, in multiples of its unit.
const OUTLINE: [(f64, f64); 6] = [
    (0.0, 0.0),
    (6.0, 0.0),
    (6.0, 2.0),
    (3.0, 2.0),
    (3.0, 4.0),
    (0.0, 4.0),
];
/// A point inside of the wall, above the start, in multiples of its unit.
const INSIDE: (f64, f64) = (1.5, 1.0);
/// An agent has reached its distance when it differs by less than this part of it.
const REACHED: f64 = 0.05;

/// The first wall following of a preset.
pub(super) fn followed(preset: &Preset) -> Option<&FollowWall> {
    preset.behaviors().find_map(|behavior| match behavior {
        Behavior::FollowWall(follow) => Some(follow),
        _ => None,
    })
}

/// The corners of the wall, and a start below it within the reach of all presets where none
/// overlaps it.
pub(super) fn outline_and_start(presets: &[&Preset]) -> ([DVec2; 6], DVec2) {
    let (mut unit, mut offset, mut reach) = (0.0_f64, 0.0_f64, f64::INFINITY);
    for preset in presets {
        let Some(follow) = followed(preset) else {
            continue;
        };
        let radius = preset.body.radius;
        unit = unit
            .max(2.0 * follow.distance.max(radius))
            .max(follow.look_ahead);
        offset = offset.max(1.5 * radius).max(0.5 * follow.distance);
        reach = reach.min(follow.reach);
    }
    if !(unit > 0.0 && unit.is_finite()) {
        unit = 1.0;
    }
    let start = DVec2::new(INSIDE.0 * unit, -offset.min(0.9 * reach));
    (OUTLINE.map(|(x, y)| DVec2::new(x, y) * unit), start)
}

/// What is measured while an agent walks around the wall.
#[derive(Clone, Debug)]
pub(super) struct AroundWall {
    /// The outline, which returns to its first point.
    outline: Vec<DVec2>,
    inside: DVec2,
    distance: f64,
    /// Whether it is to the right of the point inside; `None` exactly above or below it at the
    /// start.
    is_right: Option<bool>,
    /// Half turns counterclockwise.
    half_turns: i32,
    /// When it has walked all the way around, s.
    pub(super) around_after: Option<f64>,
    /// How far it was from its distance at most, once it had reached it, u.
    pub(super) off_distance: Option<f64>,
}

impl AroundWall {
    /// `None` on a course without a wall and for a preset that follows none.
    pub(super) fn new(preset: &Preset, outline: &[DVec2]) -> Option<Self> {
        let unit = outline.get(1)?.x / OUTLINE[1].0;
        Some(Self {
            outline: outline.to_vec(),
            inside: DVec2::new(INSIDE.0, INSIDE.1) * unit,
            distance: followed(preset)?.distance,
            is_right: None,
            half_turns: 0,
            around_after: None,
            off_distance: None,
        })
    }

    /// Reads the position at a time (s).
    pub(super) fn read(&mut self, position: DVec2, time: f64) {
        let edges = self.outline.iter().zip(self.outline.iter().skip(1));
        let nearest = edges
            .map(|(&a, &b)| vector::segment_distance(a, b, position))
            .fold(f64::INFINITY, f64::min);
        let off = (nearest - self.distance).abs();
        self.off_distance = match self.off_distance {
            Some(most) => Some(most.max(off)),
            None => (off <= REACHED * self.distance).then_some(off),
        };
        if position.x == self.inside.x {
            return;
        }
        let is_right = position.x > self.inside.x;
        let was_right = self.is_right.replace(is_right);
        if was_right.is_some_and(|was_right| was_right != is_right) {
            let is_above = position.y > self.inside.y;
            self.half_turns += if is_above == is_right { -1 } else { 1 };
        }
        if self.half_turns.abs() >= 2 {
            self.around_after.get_or_insert(time);
        }
    }
}
