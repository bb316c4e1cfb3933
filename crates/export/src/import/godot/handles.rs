//! Handles that were dragged in Godot. The editor's curves have none, so nodes are inserted that
//! follow such a segment.

use super::fault;
use super::parse::Section;
use super::placing::{in_game, is};
use crate::target::godot::curve_points;
use glam::DVec2;
use steerwright_format::FormatError;
use steerwright_format::export_file::PlacedScene;
use steerwright_runtime::scene::{Node, NodeId, PatrolPath, Plane};
use steerwright_runtime::steering::follow_path::Shape;

/// A curve through nodes follows a segment of Godot closely with this many parts.
const CURVED_PARTS: usize = 4;
/// The most parts of a segment of straight lines.
const MAX_PARTS: f64 = 32.0;

/// The handles in and out of the points of a curve, and those that were exported.
pub struct Curve {
    handles: Vec<[DVec2; 2]>,
    exported: Vec<[DVec2; 2]>,
}

/// The ends of a segment, and its two control points between them, in Godot's coordinates.
pub type Segment = [DVec2; 4];

impl Curve {
    /// The handles of a curve of Godot, whose path was exported as `exported`.
    ///
    /// # Errors
    /// A [`FormatError`] for points that are none.
    pub fn of(
        curve: Option<Section<'_>>,
        placed: &PlacedScene,
        exported: Option<&PatrolPath>,
    ) -> Result<Self, FormatError> {
        let (numbers, size) = numbers(curve, placed.plane);
        let numbers = numbers.ok_or_else(|| {
            fault(
                "_data",
                "the points of a curve are not three vectors each; export the scene again",
            )
        })?;
        let last = if placed.plane == Plane::Xy { 1 } else { 2 };
        let handles = numbers.chunks_exact(3 * size).map(|point| {
            [0, 1].map(|handle| DVec2::new(point[handle * size], point[handle * size + last]))
        });
        let exported = exported.map(curve_points).unwrap_or_default();
        Ok(Self {
            handles: handles.collect(),
            exported: exported
                .into_iter()
                .map(|[inner, outer, _]| [in_game(placed, inner), in_game(placed, outer)])
                .collect(),
        })
    }

    /// The segment after point `i`, if one of its handles is not as it was exported. Points and the
    /// exported ones that they were are as for the nodes: without the last of a closed curve.
    pub fn edited_segment(
        &self,
        i: usize,
        points: &[DVec2],
        pairs: &[Option<usize>],
    ) -> Option<Segment> {
        let (from, to) = (i, i + 1);
        let start = pairs.get(from).copied().flatten()?;
        let is_last = to == points.len();
        let end = if is_last {
            start + 1
        } else {
            pairs.get(to).copied().flatten()?
        };
        // A point between the two was deleted, or two were swapped: there is nothing to compare
        // with.
        if end != start + 1 {
            return None;
        }
        let now = [self.handles.get(from)?[1], self.handles.get(to)?[0]];
        let was = [self.exported.get(start)?[1], self.exported.get(end)?[0]];
        let scale = points
            .iter()
            .fold(1.0, |most: f64, point| most.max(point.abs().max_element()));
        let same = |now: DVec2, was: DVec2| {
            [(now.x, was.x), (now.y, was.y)]
                .into_iter()
                .all(|(now, was)| is(now, was) || (now - was).abs() <= 1e-5 * scale)
        };
        if same(now[0], was[0]) && same(now[1], was[1]) {
            return None;
        }
        let ends = [*points.get(from)?, *points.get(to).or(points.first())?];
        Some([ends[0], ends[0] + now[0], ends[1] + now[1], ends[1]])
    }
}

/// The nodes, with others between those whose segment was edited. They have the speed limit of the
/// segment.
pub fn with_nodes_between(
    nodes: Vec<Node>,
    between: impl Fn(usize) -> Option<Segment>,
    to_scene: impl Fn(DVec2) -> DVec2,
    shape: Shape,
    tolerance: f64,
    mut new_id: impl FnMut() -> NodeId,
) -> Vec<Node> {
    let mut all = Vec::with_capacity(nodes.len());
    for (i, node) in nodes.iter().enumerate() {
        all.push(node.clone());
        let Some(segment) = between(i) else {
            continue;
        };
        let segment = segment.map(&to_scene);
        let parts = match shape {
            Shape::CatmullRom => CURVED_PARTS,
            Shape::Straight => straight_parts(segment, tolerance),
        };
        let limit = nodes
            .get(i + 1)
            .or(nodes.first())
            .and_then(|next| next.speed);
        for part in 1..parts {
            let position = point_at(segment, part as f64 / parts as f64);
            let mut node = Node::at(new_id(), position);
            node.speed = limit;
            all.push(node);
        }
    }
    all
}

/// How many straight lines are as close to the segment as `tolerance`.
fn straight_parts([a, b, c, d]: Segment, tolerance: f64) -> usize {
    let bend = (a - 2.0 * b + c).length().max((b - 2.0 * c + d).length());
    let parts = (0.75 * bend / tolerance.max(1e-9)).sqrt().ceil();
    parts.clamp(2.0, MAX_PARTS) as usize
}

/// The point of a cubic Bézier curve.
fn point_at([a, b, c, d]: Segment, t: f64) -> DVec2 {
    let s = 1.0 - t;
    a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
}

/// The numbers of a curve, and how many there are for one vector.
pub fn numbers(curve: Option<Section<'_>>, plane: Plane) -> (Option<Vec<f64>>, usize) {
    let size = if plane == Plane::Xy { 2 } else { 3 };
    let Some(curve) = curve.filter(|curve| curve.has("_data")) else {
        return (Some(Vec::new()), size);
    };
    let numbers = curve.numbers_in("_data", "points");
    (
        numbers.filter(|numbers| numbers.len() % (3 * size) == 0),
        size,
    )
}
