//! What an agent sees, as an area to draw: its field of view, cut by the walls that block sight.
//!
//! Whether an agent sees something is decided by
//! [`SightCone`](steerwright_runtime::level::SightCone); this is its picture.

use glam::DVec2;
use steerwright_runtime::geometry::{rotation, vector};
use steerwright_runtime::level::{Segment, Sight};
use steerwright_runtime::scene::Scene;

/// The angle between two points of an arc, degrees.
const STEP: f64 = 3.0;
/// The angle beside the end of a wall at which the view past it begins, degrees.
const BESIDE: f64 = 1e-4;
/// With more segments in sight, their ends and crossings are not drawn exactly.
const MAX_EXACT: usize = 400;

/// The segments of a scene that block sight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SightBlockers {
    segments: Vec<Segment>,
}

impl SightBlockers {
    /// The walls that block sight, other than open doors, and the outlines of blocked cells.
    pub fn of(scene: &Scene) -> Self {
        Self {
            segments: scene.sight_barrier().closed_segments().collect(),
        }
    }

    /// The outline of what an eye at `eye` (u) sees that faces in the direction `facing` (a unit
    /// vector). It is seen as a star from the eye: every ray from there crosses it once.
    pub fn visible_outline(&self, eye: DVec2, facing: DVec2, sight: &Sight) -> Vec<DVec2> {
        let near: Vec<Segment> = self
            .segments
            .iter()
            .copied()
            .filter(|segment| vector::distance(segment.nearest_point(eye), eye) <= sight.range)
            .collect();
        let half = sight.fov_deg / 2.0;
        let mut angles: Vec<f64> = (0..=(360.0 / STEP) as u32)
            .map(|i| f64::from(i) * STEP - 180.0)
            .collect();
        if sight.fov_deg < 360.0 {
            angles.extend([-half - BESIDE, -half, half, half + BESIDE]);
        }
        if near.len() <= MAX_EXACT {
            let ends = near.iter().flat_map(|segment| [segment.a, segment.b]);
            let limits = near.iter().flat_map(|segment| {
                [sight.range, sight.near]
                    .into_iter()
                    .flat_map(|radius| on_circle(segment, eye, radius))
            });
            for corner in ends.chain(crossings(&near)).chain(limits) {
                let d = corner - eye;
                let angle = facing.perp_dot(d).atan2(facing.dot(d)) * rotation::DEGREES_PER_RADIAN;
                angles.extend([angle - BESIDE, angle, angle + BESIDE]);
            }
        }
        angles.retain(|angle| (-180.0..=180.0).contains(angle));
        angles.sort_by(f64::total_cmp);
        angles
            .into_iter()
            .map(|angle| {
                let direction = rotation::rotate(facing, angle * rotation::RADIANS_PER_DEGREE);
                let limit = if angle.abs() <= half {
                    sight.range
                } else {
                    sight.near
                };
                eye + direction * reach(&near, eye, direction, limit)
            })
            .collect()
    }
}

/// Where a segment leaves a circle, if it does. The places may lie beyond its ends, which does no
/// harm.
fn on_circle(segment: &Segment, center: DVec2, radius: f64) -> Vec<DVec2> {
    let (along, from) = (segment.b - segment.a, segment.a - center);
    let (a, b) = (along.length_squared(), along.dot(from));
    let root = (b * b - a * (from.length_squared() - radius * radius)).sqrt();
    let places = [-root, root].map(|root| (root - b) / a);
    let found = places.into_iter().filter(|fraction| fraction.is_finite());
    found.map(|fraction| segment.a + along * fraction).collect()
}

/// Where segments cross each other.
fn crossings(segments: &[Segment]) -> impl Iterator<Item = DVec2> + '_ {
    let pairs = segments.iter().enumerate();
    pairs.flat_map(|(i, one)| {
        segments[..i].iter().filter_map(move |other| {
            let (along, to) = (one.b - one.a, other.b - other.a);
            let across = along.perp_dot(to);
            let from = other.a - one.a;
            let fractions = [from.perp_dot(to) / across, from.perp_dot(along) / across];
            // Parallel segments give no number.
            let cross = fractions.iter().all(|f| (0.0..=1.0).contains(f));
            cross.then(|| one.a + along * fractions[0])
        })
    })
}

/// The distance to the first segment in a direction, at most `limit`.
fn reach(segments: &[Segment], eye: DVec2, direction: DVec2, limit: f64) -> f64 {
    segments.iter().fold(limit, |nearest, segment| {
        let along = segment.b - segment.a;
        let across = direction.perp_dot(along);
        let to = segment.a - eye;
        if across == 0.0 {
            // The ray runs along the segment, or beside it.
            let hit = direction.perp_dot(to) == 0.0;
            let ends = [to, segment.b - eye].map(|end| end.dot(direction));
            return match (hit, ends[0].min(ends[1]), ends[0].max(ends[1])) {
                (true, low, high) if high >= 0.0 => nearest.min(low.max(0.0)),
                _ => nearest,
            };
        }
        let distance = to.perp_dot(along) / across;
        let fraction = to.perp_dot(direction) / across;
        if distance >= 0.0 && (0.0..=1.0).contains(&fraction) {
            nearest.min(distance)
        } else {
            nearest
        }
    })
}
