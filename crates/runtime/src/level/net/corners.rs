//! The corners around which bodies go: where walls end or bend, and how far around there is no
//! wall.

use crate::geometry::vector::{cross, direction, dot};
use crate::level::Segment;
use glam::DVec2;

/// Directions that differ by less than about this angle are one.
const SAME: f64 = 1e-9;

/// A free sector of more than half a turn beside a corner: a body that goes around there touches
/// the corner from the direction `first` on, counterclockwise up to the direction `last`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) place: DVec2,
    /// A unit vector.
    pub(super) first: DVec2,
    /// A unit vector, at most half a turn from `first`.
    pub(super) last: DVec2,
}

/// An edge of a wall at one of its ends.
#[derive(Clone, Copy, Debug)]
struct Spoke {
    place: DVec2,
    /// Away from the end, a unit vector.
    direction: DVec2,
    is_door: bool,
}

/// All corners of walls. Each edge comes with whether it is of a door: where doors are between two
/// other edges, there is also the corner that is there while they are open.
pub(super) fn corners(edges: impl Iterator<Item = (Segment, bool)>) -> Vec<Corner> {
    let mut spokes: Vec<Spoke> = Vec::new();
    for (Segment { a, b }, is_door) in edges {
        for (place, to) in [(a, b), (b, a)] {
            spokes.push(Spoke {
                // -0 would be another place than 0.
                place: place + DVec2::ZERO,
                direction: direction(to - place),
                is_door,
            });
        }
    }
    spokes.sort_by(|a, b| {
        let by_place = a.place.x.total_cmp(&b.place.x);
        by_place.then(a.place.y.total_cmp(&b.place.y))
    });
    let mut corners = Vec::new();
    for spokes in spokes.chunk_by(|a, b| a.place == b.place) {
        add_corners(sorted_around(spokes), &mut corners);
    }
    corners
}

/// The spokes of a place counterclockwise from the direction (1, 0); those in one direction are
/// one.
fn sorted_around(spokes: &[Spoke]) -> Vec<Spoke> {
    let mut spokes = spokes.to_vec();
    spokes.sort_by(|a, b| turn_of(a.direction).total_cmp(&turn_of(b.direction)));
    let mut sorted: Vec<Spoke> = Vec::with_capacity(spokes.len());
    for spoke in spokes {
        match sorted.last_mut() {
            Some(last) if is_same(last.direction, spoke.direction) => last.is_door &= spoke.is_door,
            Some(_) | None => sorted.push(spoke),
        }
    }
    if let [first, .., last] = sorted.as_slice()
        && is_same(first.direction, last.direction)
    {
        let is_door = last.is_door;
        sorted.pop();
        sorted[0].is_door &= is_door;
    }
    sorted
}

/// A number from 0 to 4 that grows with the angle of a direction from (1, 0).
pub(super) fn turn_of(d: DVec2) -> f64 {
    let sum = d.x.abs() + d.y.abs();
    match (d.x >= 0.0, d.y >= 0.0) {
        (true, true) => d.y / sum,
        (false, true) => 1.0 - d.x / sum,
        (false, false) => 2.0 - d.y / sum,
        (true, false) => 3.0 + d.x / sum,
    }
}

fn is_same(a: DVec2, b: DVec2) -> bool {
    cross(a, b).abs() <= SAME && dot(a, b) > 0.0
}

/// Adds the free sectors of more than half a turn between the spokes of a place.
fn add_corners(spokes: Vec<Spoke>, corners: &mut Vec<Corner>) {
    let count = spokes.len();
    for (index, from) in spokes.iter().enumerate() {
        for ahead in 1..=count {
            let to = &spokes[(index + ahead) % count];
            let is_whole_turn = ahead == count;
            if is_whole_turn || cross(from.direction, to.direction) < -SAME {
                corners.push(Corner {
                    place: from.place,
                    first: DVec2::new(-from.direction.y, from.direction.x),
                    last: DVec2::new(to.direction.y, -to.direction.x),
                });
            }
            // What is behind a wall is another sector.
            if !to.is_door {
                break;
            }
        }
    }
}

/// Unit vectors from `first` to `last`, each at most a step from the next: halves of halves between
/// `stops`, which lie between them. `step_cos` is the cosine of a step.
pub(super) fn steps(corner: &Corner, stops: &mut Vec<DVec2>, step_cos: f64) -> Vec<DVec2> {
    let Corner { first, last, .. } = *corner;
    let is_after = |from: DVec2, to: DVec2| cross(from, to) > 1e-6;
    stops.retain(|stop| is_after(first, *stop) && is_after(*stop, last));
    // Within half a turn, the cosine falls with the angle.
    stops.sort_by(|a, b| dot(first, *b).total_cmp(&dot(first, *a)));
    stops.dedup_by(|b, a| is_near(*a, *b));
    let mut directions = vec![first];
    for &stop in stops.iter().chain([&last]) {
        let from = directions[directions.len() - 1];
        add_halves(from, stop, step_cos, &mut directions);
        directions.push(stop);
    }
    directions
}

fn is_near(a: DVec2, b: DVec2) -> bool {
    cross(a, b).abs() <= 1e-6 && dot(a, b) > 0.0
}

/// Adds the directions between `from` and `to`, without both.
fn add_halves(from: DVec2, to: DVec2, step_cos: f64, directions: &mut Vec<DVec2>) {
    if dot(from, to) >= step_cos - SAME {
        return;
    }
    // The sum is short where they are nearly opposite; the sum of what is a quarter turn inward
    // from both is not.
    let middle = if dot(from, to) >= -0.5 {
        direction(from + to)
    } else {
        direction(DVec2::new(-from.y, from.x) + DVec2::new(to.y, -to.x))
    };
    if middle == DVec2::ZERO {
        return;
    }
    add_halves(from, middle, step_cos, directions);
    directions.push(middle);
    add_halves(middle, to, step_cos, directions);
}
