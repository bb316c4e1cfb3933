//! Snapping positions to the grid, items, segments, guides and angles.

mod targets;

pub use targets::Targets;

use crate::command::SnapCommand;
use crate::outline::{self, Entry};
use crate::{Item, Routes};
use glam::DVec2;
use steerwright_runtime::geometry::{rotation, vector};
use steerwright_runtime::scene::Scene;

/// Snap settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// Snap to grid crossings.
    pub to_grid: bool,
    /// Snap to nodes, agents and markers.
    pub to_nodes: bool,
    /// Snap to segments of other paths and walls.
    pub to_segments: bool,
    /// Snap to vertical and horizontal lines through other items.
    pub to_guides: bool,
    /// Snap directions to angle steps. Shift inverts this.
    pub to_angles: bool,
    /// The grid spacing, in units.
    pub step: f64,
}

impl Default for Snap {
    fn default() -> Self {
        Self {
            to_grid: false,
            to_nodes: true,
            to_segments: true,
            to_guides: true,
            to_angles: false,
            step: 0.5,
        }
    }
}

/// The snap distance of nodes, agents and markers, in points.
const NODE_POINTS: f64 = 8.0;
/// The snap distance of segments, in points.
const SEGMENT_POINTS: f64 = 6.0;
/// The snap distance of guides, in points.
const GUIDE_POINTS: f64 = 5.0;
/// The angle step, in degrees.
pub const ANGLE_STEP: f64 = 15.0;

/// A position after snapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapped {
    /// The position, in units.
    pub position: DVec2,
    /// What it snapped to. Empty if it did not snap.
    pub targets: Vec<SnapTarget>,
}

/// Something that a position can snap to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SnapTarget {
    /// The grid.
    Grid,
    /// An angle step.
    Angle {
        /// The origin of the direction, in units.
        from: DVec2,
        /// The direction, counterclockwise from the right, in degrees.
        degrees: f64,
    },
    /// A node, agent or marker.
    Item(Item),
    /// The segment of a path or wall after the node with this index.
    Segment(Item, usize),
    /// The vertical line through an item.
    VerticalGuide(Item, DVec2),
    /// The horizontal line through an item.
    HorizontalGuide(Item, DVec2),
}

/// The input of [`Snap::find`].
pub struct SnapQuery<'a> {
    /// The position of the pointer, in units.
    pub at: DVec2,
    /// What it can snap to.
    pub targets: &'a Targets,
    /// The origin of angle steps, if angles are constrained.
    pub from: Option<DVec2>,
    /// Units per point.
    pub unit_per_point: f64,
}

impl Snap {
    /// The switch that a command toggles.
    pub fn switch(&mut self, command: SnapCommand) -> &mut bool {
        match command {
            SnapCommand::ToggleSnapGrid => &mut self.to_grid,
            SnapCommand::ToggleSnapNodes => &mut self.to_nodes,
            SnapCommand::ToggleSnapSegments => &mut self.to_segments,
            SnapCommand::ToggleSnapGuides => &mut self.to_guides,
            SnapCommand::ToggleSnapAngles => &mut self.to_angles,
        }
    }

    /// Whether the kind of snapping that a command toggles is on.
    pub fn is_on(mut self, command: SnapCommand) -> bool {
        *self.switch(command)
    }

    /// Snaps a position to an angle step if requested, otherwise to the nearest point, segment,
    /// guides or grid crossing.
    pub fn find(&self, query: &SnapQuery<'_>, routes: &Routes) -> Snapped {
        if let Some(from) = query.from {
            return along_angle(from, query.at);
        }
        let near = |points: f64| points * query.unit_per_point;
        if self.to_nodes
            && let Some((position, item)) = query.targets.nearest_point(query.at, near(NODE_POINTS))
        {
            return Snapped {
                position,
                targets: vec![SnapTarget::Item(item)],
            };
        }
        if self.to_segments
            && let Some((position, line, index)) =
                query
                    .targets
                    .nearest_on_line(routes, query.at, near(SEGMENT_POINTS))
        {
            return Snapped {
                position,
                targets: vec![SnapTarget::Segment(line, index)],
            };
        }
        let mut snapped = self.on_grid(query.at);
        if self.to_guides {
            let (above, beside) = query.targets.guides(query.at, near(GUIDE_POINTS));
            if above.is_some() && beside.is_some() {
                snapped.targets.clear();
            }
            if let Some((item, p)) = above {
                snapped.position.x = p.x;
                snapped.targets.push(SnapTarget::VerticalGuide(item, p));
            }
            if let Some((item, p)) = beside {
                snapped.position.y = p.y;
                snapped.targets.push(SnapTarget::HorizontalGuide(item, p));
            }
        }
        snapped
    }

    fn on_grid(&self, p: DVec2) -> Snapped {
        if self.to_grid && self.step > 0.0 {
            Snapped {
                position: (p / self.step).round() * self.step,
                targets: vec![SnapTarget::Grid],
            }
        } else {
            Snapped {
                position: p,
                targets: vec![],
            }
        }
    }
}

/// The angle of `v`, counterclockwise from the right, in degrees.
pub fn degrees_of(v: DVec2) -> f64 {
    v.y.atan2(v.x) * rotation::DEGREES_PER_RADIAN
}

/// Projects `at` onto the nearest angle step around `from`.
fn along_angle(from: DVec2, at: DVec2) -> Snapped {
    let away = at - from;
    // Adding zero removes the sign of negative zero, which would be displayed.
    let degrees = (degrees_of(away) / ANGLE_STEP).round() * ANGLE_STEP + 0.0;
    let direction = match degrees {
        90.0 => DVec2::Y,
        -90.0 => -DVec2::Y,
        180.0 | -180.0 => -DVec2::X,
        _ => rotation::direction_at(degrees * rotation::RADIANS_PER_DEGREE),
    };
    let position = if vector::length(away) > 0.0 {
        from + direction * away.dot(direction)
    } else {
        at
    };
    Snapped {
        position,
        targets: vec![SnapTarget::Angle { from, degrees }],
    }
}

impl SnapTarget {
    /// What it snapped to: "node 3 of Path 2".
    pub fn describe(&self, scene: &Scene) -> String {
        match *self {
            Self::Grid => "the grid".into(),
            Self::Angle { degrees, .. } => format!("{degrees:.0}°"),
            Self::Item(item) => item.describe(scene),
            Self::Segment(line, index) => {
                let name = outline::name_of(scene, Entry::Item(line)).unwrap_or_default();
                format!("segment {} of {name}", index + 1)
            }
            Self::VerticalGuide(item, _) => format!("x of {}", item.describe(scene)),
            Self::HorizontalGuide(item, _) => format!("y of {}", item.describe(scene)),
        }
    }
}

impl Snapped {
    /// A description of what it snapped to. `None` if it did not snap.
    pub fn describe(&self, scene: &Scene) -> Option<String> {
        let words: Vec<String> = self
            .targets
            .iter()
            .map(|target| target.describe(scene))
            .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}
