//! Finds the segments near a place: a tree of bounding boxes.

use crate::geometry::vector::{cross, length};
use crate::level::segment::Segment;
use glam::DVec2;

/// Segments of a leaf.
const LEAF: usize = 4;
/// More levels than any tree of 2^32 segments has.
const DEPTH: usize = 64;

/// An axis-aligned box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    min: DVec2,
    max: DVec2,
}

impl Bounds {
    /// The box around the segment from `a` to `b`.
    #[inline]
    pub(super) fn around(a: DVec2, b: DVec2) -> Self {
        Self {
            min: a.min(b),
            max: a.max(b),
        }
    }

    /// The box, `margin` larger on each side.
    #[inline]
    pub(super) fn grown(self, margin: f64) -> Self {
        Self {
            min: self.min - margin,
            max: self.max + margin,
        }
    }

    fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    #[inline]
    fn meets(&self, other: &Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }
}

/// A binary tree over segments that are sorted along a curve. The children of node `i` are `2 * i +
/// 1` and `2 * i + 2`.
#[derive(Clone, Debug, Default)]
pub(super) struct SegmentTree {
    /// Indices of segments, neighbors in space close to each other.
    order: Vec<u32>,
    /// The boxes of the nodes; leaves are the last `leaves`.
    nodes: Vec<Bounds>,
    /// A power of two.
    leaves: usize,
}

impl SegmentTree {
    pub(super) fn new(segments: &[Segment]) -> Self {
        if segments.is_empty() {
            return Self::default();
        }
        let bounds = |index: u32| {
            let Segment { a, b } = segments[index as usize];
            Bounds::around(a, b)
        };
        let count = segments.len() as u32;
        let all = (1..count).fold(bounds(0), |all, index| all.union(bounds(index)));
        let mut order: Vec<(u64, u32)> = (0..count)
            .map(|index| {
                let leaf = bounds(index);
                (curve_position(leaf.min + leaf.max, &all), index)
            })
            .collect();
        order.sort_unstable();
        let order: Vec<u32> = order.into_iter().map(|(_, index)| index).collect();
        let leaves = order.len().div_ceil(LEAF).next_power_of_two();
        // The box of nothing meets no box.
        let nothing = Bounds {
            min: DVec2::INFINITY,
            max: DVec2::NEG_INFINITY,
        };
        let mut nodes = vec![nothing; 2 * leaves - 1];
        for (leaf, indices) in order.chunks(LEAF).enumerate() {
            nodes[leaves - 1 + leaf] = indices
                .iter()
                .fold(nothing, |all, &index| all.union(bounds(index)));
        }
        for node in (0..leaves - 1).rev() {
            nodes[node] = nodes[2 * node + 1].union(nodes[2 * node + 2]);
        }
        Self {
            order,
            nodes,
            leaves,
        }
    }

    /// Calls `visit` with the indices of all segments whose bounding box meets `bounds`, and
    /// perhaps of others, in any order, until it returns `true`. Returns whether it did.
    #[inline]
    pub(super) fn any(&self, bounds: &Bounds, visit: impl FnMut(usize) -> bool) -> bool {
        self.any_in(|node| node.meets(bounds), visit)
    }

    /// As [`any`](Self::any), with the segments that have a point within `reach` of the segment
    /// from `from` to `to`.
    #[inline]
    pub(super) fn any_along(
        &self,
        from: DVec2,
        to: DVec2,
        reach: f64,
        visit: impl FnMut(usize) -> bool,
    ) -> bool {
        let bounds = Bounds::around(from, to).grown(reach);
        let (middle, way) = ((from + to) * 0.5, to - from);
        // As wide as the way itself, across it.
        let (across, width) = (way.abs(), reach * length(way));
        self.any_in(
            |node| {
                if !node.meets(&bounds) {
                    return false;
                }
                let offset = (node.min + node.max) * 0.5 - middle;
                let half = (node.max - node.min) * 0.5;
                // A comparison with what is not a number keeps the node.
                let is_beside =
                    cross(way, offset).abs() > across.x * half.y + across.y * half.x + width;
                !is_beside
            },
            visit,
        )
    }

    #[inline]
    fn any_in(
        &self,
        may_have: impl Fn(&Bounds) -> bool,
        mut visit: impl FnMut(usize) -> bool,
    ) -> bool {
        if self.nodes.is_empty() {
            return false;
        }
        let mut stack = [0_u32; DEPTH];
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let node = stack[depth] as usize;
            if !may_have(&self.nodes[node]) {
                continue;
            }
            if node + 1 < self.leaves {
                stack[depth] = 2 * node as u32 + 2;
                stack[depth + 1] = 2 * node as u32 + 1;
                depth += 2;
                continue;
            }
            // An infinite box meets also leaves without segments.
            let first = ((node + 1 - self.leaves) * LEAF).min(self.order.len());
            let end = (first + LEAF).min(self.order.len());
            for &index in &self.order[first..end] {
                if visit(index as usize) {
                    return true;
                }
            }
        }
        false
    }
}

/// The place of a box with twice the center `center` on a Z-order curve through `all`.
fn curve_position(center: DVec2, all: &Bounds) -> u64 {
    let part = |at: f64, min: f64, max: f64| {
        let size = max - min;
        // `as` saturates, and turns NaN into 0.
        ((at / 2.0 - min) / size * f64::from(u16::MAX)) as u16
    };
    let x = part(center.x, all.min.x, all.max.x);
    let y = part(center.y, all.min.y, all.max.y);
    (0..16).fold(0, |curve, bit| {
        curve | u64::from(x >> bit & 1) << (2 * bit) | u64::from(y >> bit & 1) << (2 * bit + 1)
    })
}
