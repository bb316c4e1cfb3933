//! How a body moves among walls: it slides along them, and its center never crosses one.
//!
//! The rules are those of the motion contract, `docs/motion.md`, *Walls*. They are a sweep of a
//! disk with at most four contacts ("collide and slide", after K. Fauerby 2003), with a check of
//! every way against the walls that rounding cannot deceive.

use crate::geometry::vector::{dot, length};
use crate::level::barrier::Barrier;
use crate::level::segment::Segment;
use glam::DVec2;

/// The rounds of each part of a tick.
const ROUNDS: usize = 4;

/// A round body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disk {
    /// The radius, u, 0 or more. It is at least ten times [`skin`](Self::skin).
    pub radius: f64,
    /// The distance that the body keeps from walls, u.
    pub skin: f64,
}

impl Disk {
    fn effective_radius(self) -> f64 {
        self.radius.max(10.0 * self.skin)
    }

    /// The first contact of the body at `position` (u) on its way `way` (u): the part of the way
    /// before it, 0 to 1, and the unit vector away from the wall.
    #[must_use]
    pub fn first_contact(
        self,
        barrier: &Barrier,
        position: DVec2,
        way: DVec2,
    ) -> Option<(f64, DVec2)> {
        first_contact(barrier, self.effective_radius(), position, way)
            .map(|Contact { time, normal }| (time, normal))
    }
}

/// The state of a body after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glided {
    /// The position, u.
    pub position: DVec2,
    /// What is left of the velocity, u/s.
    pub velocity: DVec2,
}

/// Moves a body at `position` (u) with `velocity` (u/s) for `dt` seconds, past the segments of
/// `barrier`.
///
/// A body that starts free never overlaps a wall. One that starts in a wall comes out, or stays. If
/// the result would not be finite, the body stays at rest.
#[must_use]
pub fn glide(barrier: &Barrier, disk: Disk, position: DVec2, velocity: DVec2, dt: f64) -> Glided {
    let radius = disk.effective_radius();
    let out = come_out(barrier, disk, radius, position);
    let glided = go(barrier, disk, radius, out, velocity, dt);
    if glided.position.is_finite() && glided.velocity.is_finite() {
        glided
    } else {
        Glided {
            position,
            velocity: DVec2::ZERO,
        }
    }
}

/// The position of a body after it has come out of the walls that it overlaps, as far as it can.
fn come_out(barrier: &Barrier, disk: Disk, radius: f64, mut position: DVec2) -> DVec2 {
    for _ in 0..ROUNDS {
        let Some((index, distance)) = nearest(barrier, radius, position) else {
            break;
        };
        let segment = &barrier.segments()[index];
        let way = radius + disk.skin - distance;
        let next = if distance > 0.0 {
            let normal = (position - segment.nearest_point(position)) / distance;
            let next = position + normal * way;
            (!barrier.touches(position, next)).then_some(next)
        } else {
            let left = segment.left();
            [left, -left]
                .map(|normal| position + normal * way)
                .into_iter()
                .find(|&next| is_free_but_for_own(barrier, position, next))
        };
        match next {
            Some(next) => position = next,
            None => break,
        }
    }
    position
}

/// The nearest segment within `radius`, and its distance; of several, the first.
fn nearest(barrier: &Barrier, radius: f64, position: DVec2) -> Option<(usize, f64)> {
    let mut nearest: Option<(usize, f64)> = None;
    barrier.near(position, position, radius, |index, segment| {
        let distance = length(position - segment.nearest_point(position));
        let is_nearer = nearest.is_none_or(|(known, least)| (distance, index) < (least, known));
        if distance < radius && is_nearer {
            nearest = Some((index, distance));
        }
    });
    nearest
}

/// Whether the way from `from` to `to` touches only segments on which `from` is.
fn is_free_but_for_own(barrier: &Barrier, from: DVec2, to: DVec2) -> bool {
    let mut is_free = true;
    barrier.near(from, to, 0.0, |_, segment| {
        let is_own = length(from - segment.nearest_point(from)) == 0.0;
        is_free &= is_own || !segment.touches(from, to);
    });
    is_free
}

/// Moves a body along its way, and along the walls in it.
fn go(
    barrier: &Barrier,
    disk: Disk,
    radius: f64,
    mut position: DVec2,
    mut velocity: DVec2,
    dt: f64,
) -> Glided {
    let mut way = velocity * dt;
    let mut normals = [DVec2::ZERO; ROUNDS];
    for round in 0..ROUNDS {
        if !(dot(way, way) > 0.0) {
            break;
        }
        let next = match first_contact(barrier, radius, position, way) {
            None => {
                let next = position + way;
                way = DVec2::ZERO;
                next
            }
            Some(Contact { time, normal }) => {
                let back = f64::max(time - disk.skin / length(way), 0.0);
                let next = position + way * back;
                way *= 1.0 - back;
                let earlier = &normals[..round];
                if dot(way, normal) < 0.0 {
                    way -= normal * dot(way, normal);
                }
                if dot(velocity, normal) < 0.0 {
                    velocity -= normal * dot(velocity, normal);
                }
                if earlier.iter().any(|&other| dot(way, other) < 0.0) {
                    way = DVec2::ZERO;
                    if earlier.iter().any(|&other| dot(velocity, other) < 0.0) {
                        velocity = DVec2::ZERO;
                    }
                }
                normals[round] = normal;
                next
            }
        };
        if barrier.touches(position, next) {
            return Glided {
                position,
                velocity: DVec2::ZERO,
            };
        }
        position = next;
    }
    Glided { position, velocity }
}

/// A contact on the way of a body.
#[derive(Clone, Copy)]
struct Contact {
    /// The part of the way before it, 0 to 1.
    time: f64,
    /// The unit vector away from the wall.
    normal: DVec2,
}

/// The first contact on the way; of several at once, that with the first segment.
fn first_contact(barrier: &Barrier, radius: f64, position: DVec2, way: DVec2) -> Option<Contact> {
    let mut first: Option<(f64, usize, DVec2)> = None;
    barrier.near(position, position + way, radius, |index, segment| {
        if let Some(Contact { time, normal }) = contact(segment, radius, position, way)
            && first.is_none_or(|(least, known, _)| (time, index) < (least, known))
        {
            first = Some((time, index, normal));
        }
    });
    first.map(|(time, _, normal)| Contact { time, normal })
}

/// The first contact with a segment: with its side, or with an end.
fn contact(segment: &Segment, radius: f64, position: DVec2, way: DVec2) -> Option<Contact> {
    let mut first = side_contact(segment, radius, position, way);
    for end in [segment.a, segment.b] {
        if let Some(contact) = end_contact(end, radius, position, way)
            && first.is_none_or(|known| contact.time < known.time)
        {
            first = Some(contact);
        }
    }
    first
}

fn side_contact(segment: &Segment, radius: f64, position: DVec2, way: DVec2) -> Option<Contact> {
    let ab = segment.b - segment.a;
    let mut normal = segment.left();
    let mut distance = dot(position - segment.a, normal);
    if distance < 0.0 {
        normal = -normal;
        distance = -distance;
    }
    let approach = dot(way, normal);
    if !(approach < 0.0) {
        return None;
    }
    let time = f64::max((distance - radius) / -approach, 0.0);
    let along = dot(position + way * time - segment.a, ab);
    (time <= 1.0 && 0.0 <= along && along <= dot(ab, ab)).then_some(Contact { time, normal })
}

fn end_contact(end: DVec2, radius: f64, position: DVec2, way: DVec2) -> Option<Contact> {
    let gap = position - end;
    let a = dot(way, way);
    let b = dot(gap, way);
    let c = dot(gap, gap) - radius * radius;
    if !(a > 0.0 && b < 0.0) {
        return None;
    }
    let time = if c <= 0.0 {
        0.0
    } else {
        let square = b * b - a * c;
        if !(square >= 0.0) {
            return None;
        }
        (-b - square.sqrt()) / a
    };
    if !(time <= 1.0) {
        return None;
    }
    let away = gap + way * time;
    let distance = length(away);
    let normal = if distance > 0.0 {
        away / distance
    } else {
        DVec2::X
    };
    Some(Contact { time, normal })
}
