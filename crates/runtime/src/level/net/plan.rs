//! The shortest way between two places over a net, by Dijkstra's algorithm.

use super::Nets;
use crate::geometry::vector::{distance, dot};
use crate::level::Barrier;
use glam::DVec2;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The start, and no point.
const NONE: u32 = u32::MAX;

/// The nets of a scene, made ready for plans.
#[derive(Clone, Debug, Default)]
pub(crate) struct RouteNets {
    nets: Vec<RouteNet>,
    route_tolerance: f64,
}

#[derive(Clone, Debug)]
struct RouteNet {
    radius: f64,
    costs: Costs,
    points: Vec<DVec2>,
    /// Where the links of each point begin; one more than there are points.
    first_links: Vec<u32>,
    links: Vec<Link>,
    /// The doors of links, as indices into those of the barrier.
    doors: Vec<u32>,
}

/// What lengths cost: whole numbers, so that of two equal ways the same one is taken at every
/// scale, however their points are rounded.
#[derive(Clone, Copy, Debug)]
struct Costs {
    route_tolerance: f64,
}

impl Costs {
    /// Parts of a route tolerance in a cost of 1.
    const PARTS: f64 = 64.0;

    /// The cost of going straight for a length, u, at least 1: of two ways that are nearly equal,
    /// the one with fewer points is taken.
    fn of(self, length: f64) -> f64 {
        (length * Self::PARTS / self.route_tolerance + 1.5).floor()
    }
}

/// A way from a point to another.
#[derive(Clone, Copy, Debug)]
struct Link {
    to: u32,
    cost: f64,
    /// The doors that close it, into those of the net.
    first_door: u32,
    doors: u32,
}

impl RouteNets {
    /// `door` gives the index of a wall among the doors of the barrier.
    pub(crate) fn new(
        nets: &Nets,
        route_tolerance: f64,
        door: impl Fn(crate::scene::WallId) -> Option<usize>,
    ) -> Self {
        let costs = Costs { route_tolerance };
        let nets = nets.nets().iter().map(|net| {
            let mut first_links = vec![0_u32; net.points.len() + 1];
            for pair in &net.pairs {
                first_links[pair.from as usize] += 1;
                first_links[pair.to as usize] += 1;
            }
            let mut begin = 0;
            for first in &mut first_links {
                begin += std::mem::replace(first, begin);
            }
            let mut by_pair: Vec<(u32, u32)> = Vec::with_capacity(net.doors.len());
            for own in &net.doors {
                if let Some(door) = door(own.wall) {
                    by_pair.push((own.pair, door as u32));
                }
            }
            by_pair.sort_unstable();
            let unset = Link {
                to: 0,
                cost: 0.0,
                first_door: 0,
                doors: 0,
            };
            let mut links = vec![unset; 2 * net.pairs.len()];
            let mut next = first_links.clone();
            for (pair, index) in net.pairs.iter().zip(0_u32..) {
                let first_door = by_pair.partition_point(|&(of, _)| of < index);
                let end = by_pair.partition_point(|&(of, _)| of <= index);
                for (from, to) in [(pair.from, pair.to), (pair.to, pair.from)] {
                    let at = &mut next[from as usize];
                    links[*at as usize] = Link {
                        to,
                        cost: costs.of(pair.length),
                        first_door: first_door as u32,
                        doors: (end - first_door) as u32,
                    };
                    *at += 1;
                }
            }
            RouteNet {
                radius: net.radius,
                costs,
                points: net.points.clone(),
                first_links,
                links,
                doors: by_pair.into_iter().map(|(_, door)| door).collect(),
            }
        });
        Self {
            nets: nets.collect(),
            route_tolerance,
        }
    }

    /// Whether these are made for a route tolerance.
    pub(crate) fn are_for(&self, route_tolerance: f64) -> bool {
        self.route_tolerance == route_tolerance
    }

    /// The net that a body of this radius uses.
    fn of(&self, radius: f64) -> Option<&RouteNet> {
        self.nets.iter().find(|net| net.radius >= radius)
    }
}

impl RouteNet {
    /// The links of a point whose doors are open.
    fn links<'a>(&'a self, point: u32, barrier: &'a Barrier) -> impl Iterator<Item = &'a Link> {
        let at = point as usize;
        let links = &self.links[self.first_links[at] as usize..self.first_links[at + 1] as usize];
        links.iter().filter(|link| {
            let first = link.first_door as usize;
            let doors = &self.doors[first..first + link.doors as usize];
            doors
                .iter()
                .all(|&door| barrier.is_door_open(door as usize))
        })
    }
}

/// What a plan looks at, kept so that most plans ask for no memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planner {
    /// By point.
    states: Vec<PointState>,
    open: BinaryHeap<Open>,
}

#[derive(Clone, Copy, Debug)]
struct PointState {
    /// The least cost over other points so far.
    cost: f64,
    before: u32,
    is_taken: bool,
}

/// A point that can be reached at a cost.
#[derive(Clone, Copy, Debug)]
struct Open {
    cost: f64,
    point: u32,
    /// Whether it is the straight way from the start, for which is still to be seen whether it is
    /// free.
    is_start: bool,
}

/// The one that is taken first is the greatest: that of the least cost, then that of the lowest
/// point, then the straight way.
impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_cost = other.cost.total_cmp(&self.cost);
        by_cost
            .then(other.point.cmp(&self.point))
            .then(self.is_start.cmp(&other.is_start))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

impl Planner {
    /// Finds the shortest way of a body of `radius` from `a` to `b`, u: its points between the two,
    /// the last one first, are put into `points`; none for the straight way. Returns whether there
    /// is a way.
    pub(crate) fn plan(
        &mut self,
        nets: &RouteNets,
        barrier: &Barrier,
        [a, b]: [DVec2; 2],
        radius: f64,
        points: &mut Vec<DVec2>,
    ) -> bool {
        points.clear();
        if barrier.is_free(a, b, radius) {
            return true;
        }
        let Some(net) = nets.of(radius).filter(|net| !net.points.is_empty()) else {
            return false;
        };
        self.begin(net);
        // Whether the way to a point is free is looked up when it is the next one: it is the same
        // as looking it up for all at first.
        let starts = net.points.iter().zip(0..).map(|(&point, index)| Open {
            cost: net.costs.of(distance(a, point)),
            point: index,
            is_start: true,
        });
        let mut open = std::mem::take(&mut self.open).into_vec();
        open.extend(starts);
        self.open = open.into();
        let is_free = |point: u32| barrier.is_free(a, net.points[point as usize], radius);
        let (mut last, mut has_start) = self.search(net, barrier, b, radius, is_free);
        if !has_start && let Some(nearest) = nearest(&net.points, a) {
            self.open.push(Open {
                cost: net.costs.of(distance(a, net.points[nearest as usize])),
                point: nearest,
                is_start: true,
            });
            (last, has_start) = self.search(net, barrier, b, radius, |_| true);
        }
        let is_found = has_start && last != NONE;
        while is_found && last != NONE {
            points.push(net.points[last as usize]);
            last = self.states[last as usize].before;
        }
        is_found
    }

    fn begin(&mut self, net: &RouteNet) {
        self.open.clear();
        self.states.clear();
        let unknown = PointState {
            cost: f64::INFINITY,
            before: NONE,
            is_taken: false,
        };
        self.states.resize(net.points.len(), unknown);
    }

    /// Takes points until the way to `b` is known. Returns the last point of that way, and whether
    /// any point can be reached.
    fn search(
        &mut self,
        net: &RouteNet,
        barrier: &Barrier,
        b: DVec2,
        radius: f64,
        is_free: impl Fn(u32) -> bool,
    ) -> (u32, bool) {
        let (mut least, mut last, mut has_start) = (f64::INFINITY, NONE, false);
        while let Some(Open {
            cost,
            point,
            is_start,
        }) = self.open.pop()
        {
            if !(cost < least) {
                break;
            }
            let state = &mut self.states[point as usize];
            if state.is_taken || is_start && !is_free(point) {
                continue;
            }
            state.is_taken = true;
            has_start = true;
            if is_start {
                state.before = NONE;
            }
            let place = net.points[point as usize];
            let to_end = cost + net.costs.of(distance(place, b));
            if to_end < least && barrier.is_free(place, b, radius) {
                (least, last) = (to_end, point);
            }
            for link in net.links(point, barrier) {
                let (state, cost) = (&mut self.states[link.to as usize], cost + link.cost);
                if !state.is_taken && cost < state.cost {
                    (state.cost, state.before) = (cost, point);
                    self.open.push(Open {
                        cost,
                        point: link.to,
                        is_start: false,
                    });
                }
            }
        }
        (last, has_start)
    }
}

/// The point nearest to a place; of several the first.
fn nearest(points: &[DVec2], place: DVec2) -> Option<u32> {
    let mut least = f64::INFINITY;
    let mut nearest = None;
    for (point, index) in points.iter().zip(0..) {
        let way = *point - place;
        let squared = dot(way, way);
        if squared < least || nearest.is_none() {
            (least, nearest) = (squared, Some(index));
        }
    }
    nearest
}
