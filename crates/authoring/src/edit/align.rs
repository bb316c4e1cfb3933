//! Aligning and distributing items. A path or wall counts as one item with a bounding box; a node,
//! agent or marker is a point.

use crate::bounds::Bounds;
use crate::outline;
use crate::transform::{Transform, TransformSnapshot};
use crate::{Item, Selection};
use glam::DVec2;
use steerwright_runtime::scene::Scene;

/// The edge or center line to align to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The left edges.
    Left,
    /// The horizontal centers.
    Center,
    /// The right edges.
    Right,
    /// The top edges.
    Top,
    /// The vertical centers.
    Middle,
    /// The bottom edges.
    Bottom,
}

/// The axis to distribute along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// From left to right.
    X,
    /// From bottom to top.
    Y,
}

/// An item that moves as a whole.
struct Unit {
    snapshot: TransformSnapshot,
    bounds: Bounds,
}

impl Unit {
    fn shift(&self, scene: &mut Scene, by: DVec2) {
        self.snapshot.apply(scene, &Transform::Move(by));
    }
}

/// Whether a selection has at least `count` items that can be aligned. A selected path or wall
/// counts once.
pub fn has_at_least(scene: &Scene, selection: &Selection, count: usize) -> bool {
    // Called every frame with selections of thousands of items, so stop counting early.
    independent(selection)
        .filter(|&item| outline::is_editable(scene, item))
        .take(count)
        .count()
        == count
}

/// The selected items that have a position. Nodes of selected paths and walls are skipped.
fn independent(selection: &Selection) -> impl Iterator<Item = Item> + '_ {
    let is_in_another = |item: Item| item.is_node() && selection.contains(item.whole());
    let items = selection.iter();
    items.filter(move |&item| item.has_place() && !is_in_another(item))
}

fn units(scene: &Scene, selection: &Selection) -> Vec<Unit> {
    let snapshot = independent(selection).map(|item| TransformSnapshot::one(scene, item, &[]));
    snapshot
        .filter_map(|snapshot| {
            let bounds = snapshot.bounds()?;
            Some(Unit { snapshot, bounds })
        })
        .collect()
}

/// Aligns the selected items to an edge or a center line of their common bounding box.
pub fn align(scene: &mut Scene, selection: &Selection, edge: Edge) {
    let units = units(scene, selection);
    let corners = units.iter().map(|unit| unit.bounds);
    let corners = corners.flat_map(|bounds| [bounds.min, bounds.max]);
    let Some(Bounds { min, max }) = Bounds::of(corners) else {
        return;
    };
    for unit in &units {
        let (low, mid, high) = (
            min - unit.bounds.min,
            (min + max - unit.bounds.min - unit.bounds.max) / 2.0,
            max - unit.bounds.max,
        );
        unit.shift(
            scene,
            match edge {
                Edge::Left => DVec2::X * low.x,
                Edge::Center => DVec2::X * mid.x,
                Edge::Right => DVec2::X * high.x,
                Edge::Top => DVec2::Y * high.y,
                Edge::Middle => DVec2::Y * mid.y,
                Edge::Bottom => DVec2::Y * low.y,
            },
        );
    }
}

/// Spaces the centers of the selected items evenly between the two outermost ones.
pub fn distribute(scene: &mut Scene, selection: &Selection, axis: Axis) {
    let direction = if axis == Axis::X { DVec2::X } else { DVec2::Y };
    let mut units = units(scene, selection);
    let middle = |unit: &Unit| unit.bounds.center().dot(direction);
    units.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
    let (Some(first), Some(last)) = (units.first().map(middle), units.last().map(middle)) else {
        return;
    };
    let gaps = units.len().saturating_sub(1).max(1) as f64;
    for (i, unit) in units.iter().enumerate() {
        let target = first + (last - first) * i as f64 / gaps;
        unit.shift(scene, direction * (target - middle(unit)));
    }
}
