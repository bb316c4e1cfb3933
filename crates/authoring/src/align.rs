//! Aligning and distributing: a path goes as one, by the box around it; a node, agent or marker is a point.

use crate::bounds::bounds_of;
use crate::transform::{Transform, TransformSnapshot};
use crate::{Item, Selection, outline};
use glam::DVec2;
use steerwright_runtime::scene::Scene;

/// What comes to lie on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The leftmost points.
    Left,
    /// The middles, from left to right.
    Center,
    /// The rightmost points.
    Right,
    /// The highest points.
    Top,
    /// The middles, from top to bottom.
    Middle,
    /// The lowest points.
    Bottom,
}

/// In which direction things are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// From left to right.
    X,
    /// From bottom to top.
    Y,
}

/// Something that moves as one.
struct Unit {
    lifted: TransformSnapshot,
    min: DVec2,
    max: DVec2,
}

impl Unit {
    fn shift(&self, scene: &mut Scene, by: DVec2) {
        self.lifted.apply(scene, &Transform::Move(by));
    }
}

/// Whether at least `wanted` things of a selection would be aligned, each path as one.
pub fn has(scene: &Scene, selection: &Selection, wanted: usize) -> bool {
    // Asked in every frame, and of thousands: no further than it takes.
    independent(selection)
        .filter(|&item| !outline::is_out_of_reach(scene, item))
        .take(wanted)
        .count()
        == wanted
}

/// What is selected and has a place, without the nodes of paths that are selected as well.
fn independent(selection: &Selection) -> impl Iterator<Item = Item> + '_ {
    selection.iter().filter(|item| match item {
        Item::Node(path, _) => !selection.contains(Item::Path(*path)),
        Item::Preset(_) => false,
        _ => true,
    })
}

fn units(scene: &Scene, selection: &Selection) -> Vec<Unit> {
    let lifted = independent(selection).map(|item| TransformSnapshot::one(scene, item, &[]));
    lifted
        .filter_map(|lifted| lifted.bounds().map(|(min, max)| Unit { lifted, min, max }))
        .collect()
}

/// Brings what is selected onto one line: an edge of the box around all of it, or its middle.
pub fn align(scene: &mut Scene, selection: &Selection, edge: Edge) {
    let units = units(scene, selection);
    let corners: Vec<DVec2> = units.iter().flat_map(|unit| [unit.min, unit.max]).collect();
    let Some((min, max)) = bounds_of(&corners) else {
        return;
    };
    for unit in &units {
        let (low, mid, high) = (
            min - unit.min,
            (min + max - unit.min - unit.max) / 2.0,
            max - unit.max,
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

/// Spreads what is selected so that the middles are equally far apart; the outermost two stay.
pub fn distribute(scene: &mut Scene, selection: &Selection, axis: Axis) {
    let direction = if axis == Axis::X { DVec2::X } else { DVec2::Y };
    let mut units = units(scene, selection);
    let middle = |unit: &Unit| ((unit.min + unit.max) / 2.0).dot(direction);
    units.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
    let (Some(first), Some(last)) = (units.first().map(middle), units.last().map(middle)) else {
        return;
    };
    let gaps = units.len().saturating_sub(1).max(1) as f64;
    for (i, unit) in units.iter().enumerate() {
        let wanted = first + (last - first) * i as f64 / gaps;
        unit.shift(scene, direction * (wanted - middle(unit)));
    }
}
