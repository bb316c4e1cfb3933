//! Computes the net of a radius from the walls of a scene.

use super::corners::{Corner, corners, steps};
use super::{Net, NetDoor, NetPair};
use crate::geometry::decimal::rounded;
use crate::geometry::vector::{cross, direction, distance, dot, length};
use crate::level::walls::Walls;
use crate::level::{Barrier, Segment};
use glam::DVec2;
use std::collections::BTreeMap;

/// The distance of points from a corner in gaps: the body, and this many gaps to walls.
const SKINS: f64 = 10.0;
/// The cosine of the largest angle between the directions in which the sides of the polygon around a corner face: 22.5 degrees.
const STEP_COS: f64 = 0.923_879_532_511_286_7;
/// The cosine for bodies that are so small that the way around a corner is no length: 90 degrees.
const COARSE_STEP_COS: f64 = 0.0;
/// Bodies whose distance from a corner is less than this many gaps to walls are so small.
const SMALL: f64 = 1000.0;
/// The most points of a net. Those of later corners are left out.
pub(super) const MOST_POINTS: usize = 16_384;

/// A point of the polygon around a corner.
struct Place {
    point: DVec2,
    /// The sides of the polygons that meet there: two unit vectors each.
    sides: Vec<[DVec2; 2]>,
}

/// The net of bodies with this radius, u. `skin` is the gap to walls, u.
pub(super) fn bake(walls: &Walls, radius: f64, skin: f64) -> Net {
    let walls = Obstacles::new(walls);
    let places = walls.places(radius, radius + SKINS * skin, skin);
    let mut net = Net {
        radius,
        points: places.iter().map(|place| place.point).collect(),
        ..Net::default()
    };
    for (from, a) in places.iter().enumerate() {
        for (to, b) in places.iter().enumerate().skip(from + 1) {
            let way = b.point - a.point;
            if a.is_passed_along(way) && b.is_passed_along(way) {
                walls.add_pair([from, to], radius, &mut net);
            }
        }
    }
    net
}

/// What blocks motion.
struct Obstacles<'a> {
    edges: Vec<(Segment, Option<u32>)>,
    /// All edges without those of doors.
    fixed: Barrier,
    /// The edges of doors, as if these were closed.
    doors: Barrier,
    /// By the index of an edge in `doors`.
    door_of_edge: Vec<u32>,
    walls: &'a Walls,
}

impl<'a> Obstacles<'a> {
    fn new(walls: &'a Walls) -> Self {
        let edges: Vec<(Segment, Option<u32>)> = walls.edges_with_doors().collect();
        let is_fixed = |(edge, door): &(Segment, Option<u32>)| door.is_none().then_some(*edge);
        let of_door = |(edge, door): &(Segment, Option<u32>)| Some((*edge, (*door)?));
        let (door_edges, door_of_edge): (Vec<Segment>, Vec<u32>) =
            edges.iter().filter_map(of_door).unzip();
        Self {
            fixed: Barrier::new(edges.iter().filter_map(is_fixed)),
            doors: Barrier::new(door_edges),
            door_of_edge,
            edges,
            walls,
        }
    }

    /// The points around all corners that bodies can be at while all doors are open.
    fn places(&self, radius: f64, reach: f64, skin: f64) -> Vec<Place> {
        let step_cos = if reach < SMALL * skin {
            COARSE_STEP_COS
        } else {
            STEP_COS
        };
        let mut places: Vec<Place> = Vec::new();
        let mut known: BTreeMap<[u64; 2], usize> = BTreeMap::new();
        let edges = self.edges.iter();
        for corner in corners(edges.map(|(edge, door)| (*edge, door.is_some()))) {
            let mut stops = self.narrow_directions(&corner, radius, reach, step_cos);
            for pair in steps(&corner, &mut stops, step_cos).windows(2) {
                let (a, b) = (pair[0], pair[1]);
                let point = corner.place + (a + b) * (reach / (1.0 + dot(a, b)));
                let sides = [a, b].map(|normal| direction(corner.place + normal * reach - point));
                let point = DVec2::new(rounded(point.x), rounded(point.y));
                let key = [point.x.to_bits(), point.y.to_bits()];
                if let Some(&at) = known.get(&key) {
                    places[at].sides.push(sides);
                } else if places.len() < MOST_POINTS && self.fixed.is_free(point, point, radius) {
                    known.insert(key, places.len());
                    places.push(Place {
                        point,
                        sides: vec![sides],
                    });
                }
            }
        }
        places
    }

    /// The directions from a corner to what is so near that there is little room between for a body. A side of the polygon faces there: so
    /// bodies find their way through every gap that is wide enough.
    fn narrow_directions(
        &self,
        corner: &Corner,
        radius: f64,
        reach: f64,
        step_cos: f64,
    ) -> Vec<DVec2> {
        // How far the corners of the polygon are at most: the cosine of half a step from that of a step.
        let farthest = reach / ((1.0 + step_cos) / 2.0).sqrt() + reach;
        let mut directions = Vec::new();
        for barrier in [&self.fixed, &self.doors] {
            barrier.near(corner.place, corner.place, farthest, |_, edge| {
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

    /// Adds a way between two points if it is free while all doors are open.
    fn add_pair(&self, [from, to]: [usize; 2], radius: f64, net: &mut Net) {
        let (a, b) = (net.points[from], net.points[to]);
        if !self.fixed.is_free(a, b, radius) {
            return;
        }
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
    /// Whether a shortest way can lead in a direction to or from the point: the polygon around the corner lies on one side of it.
    fn is_passed_along(&self, way: DVec2) -> bool {
        const TOLERANCE: f64 = 1e-6;
        let tolerance = TOLERANCE * (way.x.abs() + way.y.abs());
        self.sides.iter().any(|[a, b]| {
            let (a, b) = (cross(way, *a), cross(way, *b));
            a >= -tolerance && b >= -tolerance || a <= tolerance && b <= tolerance
        })
    }
}
