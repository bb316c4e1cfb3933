//! A list of segments with an index. The index changes no result, only the time that it takes.

use crate::level::segment::Segment;
use crate::level::segment_tree::{Bounds, SegmentTree};
use glam::DVec2;

/// The segments that block motion, or those that block sight, in the order of the motion contract:
/// where two are equally near, the first one counts.
#[derive(Clone, Debug, Default)]
pub struct Barrier {
    segments: Vec<Segment>,
    /// The door that each segment is of. Empty if there are none.
    doors: Vec<u32>,
    /// By door, whether it is open.
    open: Vec<bool>,
    tree: SegmentTree,
    /// The largest distance of a coordinate from 0, u.
    extent: f64,
}

impl Barrier {
    /// The barrier of these segments. Those without length are omitted.
    #[must_use]
    pub fn new(segments: impl IntoIterator<Item = Segment>) -> Self {
        let segments: Vec<Segment> = segments
            .into_iter()
            .filter(|segment| !segment.is_point())
            .collect();
        let extent = segments
            .iter()
            .flat_map(|segment| [segment.a, segment.b])
            .fold(0.0, |extent, end| f64::max(extent, end.abs().max_element()));
        Self {
            tree: SegmentTree::new(&segments),
            segments,
            doors: Vec::new(),
            open: Vec::new(),
            extent,
        }
    }

    /// A barrier whose segments are of doors: each comes with the index of its door in `open`.
    pub(crate) fn with_doors(segments: Vec<(Segment, u32)>, open: Vec<bool>) -> Self {
        let segments = segments
            .into_iter()
            .filter(|(segment, _)| !segment.is_point());
        let (segments, doors): (Vec<_>, _) = segments.unzip();
        Self {
            doors,
            open,
            ..Self::new(segments)
        }
    }

    /// Opens or closes doors: whether each is open.
    pub(crate) fn set_open(&mut self, open: impl Iterator<Item = bool>) {
        self.open.clear();
        self.open.extend(open);
    }

    /// Opens or closes the door with this index.
    pub(crate) fn set_door_open(&mut self, door: usize, open: bool) {
        if let Some(known) = self.open.get_mut(door) {
            *known = open;
        }
    }

    /// Whether the segment with this index is of an open door.
    #[inline]
    fn is_open(&self, index: usize) -> bool {
        let door = self.doors.get(index).map(|&door| door as usize);
        door.and_then(|door| self.open.get(door)) == Some(&true)
    }

    /// The segments, in order, also those of open doors.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The segments, in order, without those of open doors.
    pub fn closed_segments(&self) -> impl Iterator<Item = Segment> + '_ {
        let segments = self.segments.iter().enumerate();
        segments.filter_map(|(index, segment)| (!self.is_open(index)).then_some(*segment))
    }

    /// Whether there are no segments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Whether the segment from `from` to `to` touches any segment of the barrier.
    #[must_use]
    pub fn touches(&self, from: DVec2, to: DVec2) -> bool {
        self.tree.any(&Bounds::around(from, to), |index| {
            self.segments[index].touches(from, to) && !self.is_open(index)
        })
    }

    /// The distance of the way from `from` to `to` to the nearest segment, u, if it is less than
    /// `radius`. `None` otherwise.
    #[must_use]
    pub fn clearance(&self, from: DVec2, to: DVec2, radius: f64) -> Option<f64> {
        let way = Segment::new(from, to);
        let mut least: Option<f64> = None;
        self.near(from, to, radius, |_, segment| {
            let distance = segment.distance_to(&way);
            if distance < radius {
                least = Some(least.map_or(distance, |least| f64::min(least, distance)));
            }
        });
        least
    }

    /// Whether the door with this index is open.
    #[inline]
    pub(crate) fn is_door_open(&self, door: usize) -> bool {
        self.open.get(door) == Some(&true)
    }

    /// Whether a body of `radius` can go straight from `from` to `to`: no segment touches the way,
    /// or has a point that is nearer to it than `radius`, u.
    #[must_use]
    pub fn is_free(&self, from: DVec2, to: DVec2, radius: f64) -> bool {
        let way = Way::new(from, to, radius);
        let reach = radius + self.margin(from, to, radius);
        !self.tree.any_along(from, to, reach, |index| {
            !self.is_open(index) && way.is_blocked_by(&self.segments[index])
        })
    }

    /// The index of a segment that is in the way of a body of `radius`, looking at `known` first;
    /// also one of an open door. `None` if the way is free.
    pub(crate) fn obstacle(
        &self,
        [from, to]: [DVec2; 2],
        radius: f64,
        known: Option<usize>,
    ) -> Option<usize> {
        let way = Way::new(from, to, radius);
        let is_in_the_way = |&index: &usize| way.is_blocked_by(&self.segments[index]);
        let mut found = known.filter(is_in_the_way);
        if found.is_none() {
            let reach = radius + self.margin(from, to, radius);
            self.tree.any_along(from, to, reach, |index| {
                found = Some(index).filter(is_in_the_way);
                found.is_some()
            });
        }
        found
    }

    /// The largest distance of a coordinate from 0, u.
    pub(crate) fn extent(&self) -> f64 {
        self.extent
    }

    /// Calls `visit` with the index of every segment that is in the way of a body of `radius` from
    /// `from` to `to`, also those of open doors. The order is not specified.
    pub(crate) fn each_in_the_way(
        &self,
        from: DVec2,
        to: DVec2,
        radius: f64,
        mut visit: impl FnMut(usize),
    ) {
        let way = Way::new(from, to, radius);
        let reach = radius + self.margin(from, to, radius);
        self.tree.any_along(from, to, reach, |index| {
            if way.is_blocked_by(&self.segments[index]) {
                visit(index);
            }
            false
        });
    }

    /// Far more than the rounding errors of the formulas that decide about a way.
    #[inline]
    fn margin(&self, from: DVec2, to: DVec2, radius: f64) -> f64 {
        let coordinates = from.abs().max(to.abs()).max_element();
        1e-12 * (self.extent + coordinates + radius)
    }

    /// Calls `visit` with every segment that may have a point within `radius` of the segment from
    /// `from` to `to`, and its index. The order is not specified.
    #[inline]
    pub fn near(
        &self,
        from: DVec2,
        to: DVec2,
        radius: f64,
        mut visit: impl FnMut(usize, &Segment),
    ) {
        let bounds = Bounds::around(from, to).grown(radius + self.margin(from, to, radius));
        self.tree.any(&bounds, |index| {
            if !self.is_open(index) {
                visit(index, &self.segments[index]);
            }
            false
        });
    }
}

/// The straight way of a body.
struct Way {
    way: Segment,
    squared_radius: f64,
}

impl Way {
    fn new(from: DVec2, to: DVec2, radius: f64) -> Self {
        Self {
            way: Segment::new(from, to),
            squared_radius: radius * radius,
        }
    }

    /// Whether a segment touches the way, or is nearer to it than the radius.
    #[inline]
    fn is_blocked_by(&self, segment: &Segment) -> bool {
        let Self {
            way,
            squared_radius,
        } = *self;
        segment.touches(way.a, way.b)
            || !(way.squared_distance_to(segment.a) >= squared_radius
                && way.squared_distance_to(segment.b) >= squared_radius
                && segment.squared_distance_to(way.a) >= squared_radius
                && segment.squared_distance_to(way.b) >= squared_radius)
    }
}
