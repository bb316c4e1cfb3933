//! Computes the net of a radius from the walls of a scene.

use super::corners::{Corner, corners, steps, turn_of};
use super::{Net, NetDoor, NetPair};
use crate::geometry::decimal::{rounded, spacing};
use crate::geometry::vector::{cross, direction, distance, dot, length};
use crate::level::walls::Walls;
use crate::level::{Barrier, Segment};
use crate::scene::MAX_COORDINATE;
use glam::DVec2;
use std::collections::BTreeMap;

/// The distance of points from a corner in gaps: the body, and this many gaps to walls.
const SKINS: f64 = 10.0;
/// The cosine of the largest angle between the directions in which the sides of the polygon around
/// a corner face: 22.5 degrees.
const STEP_COS: f64 = 0.923_879_532_511_286_7;
/// The cosine for bodies that are so small that the way around a corner is no length: 90 degrees.
const COARSE_STEP_COS: f64 = 0.0;
/// Bodies whose distance from a corner is less than this many gaps to walls are so small.
const SMALL: f64 = 1000.0;
/// The work of looking whether a body can be at a point, in pairs of points.
const WORK_OF_POINT: u64 = 16;

/// A point of the polygon around a corner.
struct Place {
    point: DVec2,
    /// The sides of the polygons that meet there: two unit vectors each.
    sides: Vec<[DVec2; 2]>,
}

/// The points of a net, until the ways between them are known.
pub(super) struct Places<'a> {
    walls: &'a Obstacles<'a>,
    radius: f64,
    places: Vec<Place>,
    /// How much there is to do for the net.
    pub(super) work: u64,
    /// How far the rounding of points may turn the ways between them aside, u.
    rounding: f64,
}

impl<'a> Places<'a> {
    /// The points of the net of bodies with this radius, u. `skin` is the gap to walls, u. `None`
    /// if it takes more than `most_work`: see [`MAX_NET_WORK`](super::MAX_NET_WORK).
    pub(super) fn new(
        walls: &'a Obstacles<'a>,
        radius: f64,
        skin: f64,
        most_work: u64,
    ) -> Option<Self> {
        let spacing = spacing(walls.extent());
        // Points keep their distance to walls when they are rounded.
        let skin = skin.max(spacing);
        let (places, work) = walls.places(radius, radius + SKINS * skin, skin, most_work)?;
        Some(Self {
            walls,
            radius,
            places,
            work,
            rounding: 4.0 * spacing,
        })
    }

    /// The net over these points.
    pub(super) fn into_net(self) -> Net {
        let Self { walls, radius, .. } = self;
        let mut net = Net {
            radius,
            points: self.places.iter().map(|place| place.point).collect(),
            ..Net::default()
        };
        let mut passed: Vec<(f64, usize)> = Vec::new();
        for (from, a) in self.places.iter().enumerate() {
            passed.clear();
            for (to, b) in self.places.iter().enumerate().skip(from + 1) {
                let way = b.point - a.point;
                if a.is_passed_along(way, self.rounding) && b.is_passed_along(way, self.rounding) {
                    passed.push((turn_of(way), to));
                }
            }
            // Ways in nearly one direction mostly have one obstacle.
            passed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
            let mut obstacle = None;
            passed.retain(|&(_, to)| {
                let way = [a.point, self.places[to].point];
                let in_the_way = walls.fixed.obstacle(way, radius, obstacle);
                obstacle = in_the_way.or(obstacle);
                in_the_way.is_none()
            });
            passed.sort_unstable_by_key(|&(_, to)| to);
            for &(_, to) in &passed {
                walls.add_pair([from, to], radius, &mut net);
            }
        }
        net
    }
}

/// The number of pairs that this many points have.
fn pairs_of(points: usize) -> u64 {
    let points = points as u64;
    points * points.saturating_sub(1) / 2
}

/// What blocks motion.
pub(super) struct Obstacles<'a> {
    corners: Vec<Corner>,
    /// All edges without those of doors.
    fixed: Barrier,
    /// The edges of doors, as if these were closed.
    doors: Barrier,
    /// By the index of an edge in `doors`.
    door_of_edge: Vec<u32>,
    walls: &'a Walls,
}

impl<'a> Obstacles<'a> {
    pub(super) fn new(walls: &'a Walls) -> Self {
        let edges: Vec<(Segment, Option<u32>)> = walls.edges_with_doors().collect();
        let is_fixed = |(edge, door): &(Segment, Option<u32>)| door.is_none().then_some(*edge);
        let of_door = |(edge, door): &(Segment, Option<u32>)| Some((*edge, (*door)?));
        let (door_edges, door_of_edge): (Vec<Segment>, Vec<u32>) =
            edges.iter().filter_map(of_door).unzip();
        let with_doors = edges.iter().map(|(edge, door)| (*edge, door.is_some()));
        Self {
            corners: corners(with_doors),
            fixed: Barrier::new(edges.iter().filter_map(is_fixed)),
            doors: Barrier::new(door_edges),
            door_of_edge,
            walls,
        }
    }

    /// The largest distance of a coordinate from 0, u.
    fn extent(&self) -> f64 {
        self.fixed.extent().max(self.doors.extent())
    }

    /// The points around all corners that bodies can be at while all doors are open, within the
    /// range of coordinates, with the work for their net. `None` if that is more than `most_work`.
    fn places(
        &self,
        radius: f64,
        reach: f64,
        skin: f64,
        most_work: u64,
    ) -> Option<(Vec<Place>, u64)> {
        let step_cos = if reach < SMALL * skin {
            COARSE_STEP_COS
        } else {
            STEP_COS
        };
        let mut places: Vec<Place> = Vec::new();
        let mut known: BTreeMap<[u64; 2], usize> = BTreeMap::new();
        let mut work = 0;
        for corner in &self.corners {
            let mut stops = self.narrow_directions(corner, radius, reach, step_cos, &mut work);
            for pair in steps(corner, &mut stops, step_cos).windows(2) {
                work += WORK_OF_POINT;
                let (a, b) = (pair[0], pair[1]);
                let point = corner.place + (a + b) * (reach / (1.0 + dot(a, b)));
                let sides = [a, b].map(|normal| direction(corner.place + normal * reach - point));
                let point = DVec2::new(rounded(point.x), rounded(point.y));
                let key = [point.x.to_bits(), point.y.to_bits()];
                if let Some(&at) = known.get(&key) {
                    places[at].sides.push(sides);
                } else if point.abs().max_element() <= MAX_COORDINATE
                    && self.fixed.is_free(point, point, radius)
                {
                    known.insert(key, places.len());
                    places.push(Place {
                        point,
                        sides: vec![sides],
                    });
                }
            }
            if work + pairs_of(places.len()) > most_work {
                return None;
            }
        }
        let work = work + pairs_of(places.len());
        Some((places, work))
    }

    /// The directions from a corner to what is so near that there is little room between for a
    /// body. A side of the polygon faces there: so bodies find their way through every gap that is
    /// wide enough.
    fn narrow_directions(
        &self,
        corner: &Corner,
        radius: f64,
        reach: f64,
        step_cos: f64,
        work: &mut u64,
    ) -> Vec<DVec2> {
        // How far the corners of the polygon are at most: the cosine of half a step from that of a
        // step.
        let farthest = reach / ((1.0 + step_cos) / 2.0).sqrt() + reach;
        let mut directions = Vec::new();
        for barrier in [&self.fixed, &self.doors] {
            barrier.near(corner.place, corner.place, farthest, |_, edge| {
                *work += 1;
                let way = edge.nearest_point(corner.place) - corner.place;
                let distance = length(way);
                if distance >= 2.0 * radius && distance > 0.0 && distance < farthest {
                    directions.push(direction(way));
                }
            });
        }
        directions.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        directions
    }

    /// Adds a way between two points that is free while all doors are open.
    fn add_pair(&self, [from, to]: [usize; 2], radius: f64, net: &mut Net) {
        let (a, b) = (net.points[from], net.points[to]);
        let mut doors = Vec::new();
        self.doors.each_in_the_way(a, b, radius, |edge| {
            doors.push(self.door_of_edge[edge]);
        });
        doors.sort_unstable();
        doors.dedup();
        let pair = net.pairs.len() as u32;
        let doors = doors.into_iter().filter_map(|door| {
            let wall = self.walls.id(door as usize)?;
            Some(NetDoor { pair, wall })
        });
        net.doors.extend(doors);
        net.pairs.push(NetPair {
            from: from as u32,
            to: to as u32,
            length: rounded(distance(a, b)),
        });
    }
}

impl Place {
    /// Whether a shortest way can lead in a direction to or from the point: the polygon around the
    /// corner lies on one side of it, but for `rounding` u.
    fn is_passed_along(&self, way: DVec2, rounding: f64) -> bool {
        const TOLERANCE: f64 = 1e-6;
        let tolerance = TOLERANCE * (way.x.abs() + way.y.abs()) + rounding;
        self.sides.iter().any(|[a, b]| {
            let (a, b) = (cross(way, *a), cross(way, *b));
            a >= -tolerance && b >= -tolerance || a <= tolerance && b <= tolerance
        })
    }
}
