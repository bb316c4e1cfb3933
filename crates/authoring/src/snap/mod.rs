//! Snapping: what a position is drawn to, and how that is said.

mod targets;

pub use targets::Targets;

use crate::{Item, Routes};
use glam::DVec2;
use steerwright_runtime::geometry::{rotation, vector};
use steerwright_runtime::scene::{PathId, Scene};

/// What positions snap to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// The crossings of the grid.
    pub to_grid: bool,
    /// Nodes, agents and markers.
    pub to_nodes: bool,
    /// The segments of other paths.
    pub to_segments: bool,
    /// The lines straight above, below and beside other things.
    pub to_guides: bool,
    /// Directions in even steps, without Shift; with it, all directions.
    pub to_angles: bool,
    /// The distance between the lines of the grid, u.
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

/// How near (points on the screen) a position has to be to a node or marker to snap to it.
const NODE_POINTS: f64 = 8.0;
/// How near to a segment.
const SEGMENT_POINTS: f64 = 6.0;
/// How near to being straight above or beside something.
const GUIDE_POINTS: f64 = 5.0;
/// The directions offered while angles are kept, degrees apart.
pub const ANGLE_STEP: f64 = 15.0;

/// A position, and what drew it there.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapped {
    /// The position, u.
    pub position: DVec2,
    /// What it snapped to; nothing for a free position.
    pub marks: Vec<SnapTarget>,
}

/// Something that a position snapped to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SnapTarget {
    /// The grid.
    Grid,
    /// A direction from where it started.
    Angle {
        /// Where it started, u.
        from: DVec2,
        /// The direction, counter-clockwise from the right.
        degrees: f64,
    },
    /// A node, agent or marker.
    Item(Item),
    /// A segment, after the node with this index.
    Segment(PathId, usize),
    /// The line straight above or below something.
    Above(Item, DVec2),
    /// The line straight beside something.
    Beside(Item, DVec2),
}

/// A question for [`Snap::find`].
pub struct SnapQuery<'a> {
    /// Where the hand is, u.
    pub at: DVec2,
    /// What there is to snap to.
    pub targets: &'a Targets,
    /// Where angles are measured from, if they are to be kept to steps.
    pub from: Option<DVec2>,
    /// Units that one point on the screen is.
    pub unit_per_point: f64,
}

impl Snap {
    /// Where a position goes: in the asked direction, else to the nearest thing, else to the guides, else to the grid.
    pub fn find(&self, wish: &SnapQuery<'_>, routes: &Routes) -> Snapped {
        if let Some(from) = wish.from {
            return along_angle(from, wish.at);
        }
        let near = |points: f64| points * wish.unit_per_point;
        if self.to_nodes
            && let Some((position, item)) = wish.targets.nearest_point(wish.at, near(NODE_POINTS))
        {
            return Snapped {
                position,
                marks: vec![SnapTarget::Item(item)],
            };
        }
        if self.to_segments
            && let Some((position, path, index)) =
                wish.targets
                    .nearest_on_line(routes, wish.at, near(SEGMENT_POINTS))
        {
            return Snapped {
                position,
                marks: vec![SnapTarget::Segment(path, index)],
            };
        }
        let mut snapped = self.on_grid(wish.at);
        if self.to_guides {
            let (above, beside) = wish.targets.guides(wish.at, near(GUIDE_POINTS));
            if above.is_some() && beside.is_some() {
                snapped.marks.clear();
            }
            if let Some((item, p)) = above {
                snapped.position.x = p.x;
                snapped.marks.push(SnapTarget::Above(item, p));
            }
            if let Some((item, p)) = beside {
                snapped.position.y = p.y;
                snapped.marks.push(SnapTarget::Beside(item, p));
            }
        }
        snapped
    }

    fn on_grid(&self, p: DVec2) -> Snapped {
        if self.to_grid && self.step > 0.0 {
            Snapped {
                position: (p / self.step).round() * self.step,
                marks: vec![SnapTarget::Grid],
            }
        } else {
            Snapped {
                position: p,
                marks: vec![],
            }
        }
    }
}

/// The angle from the right to `v`, counter-clockwise, degrees.
pub fn degrees_of(v: DVec2) -> f64 {
    v.y.atan2(v.x) * rotation::DEGREES_PER_RADIAN
}

/// `at` brought onto the nearest of the offered directions from `from`.
fn along_angle(from: DVec2, at: DVec2) -> Snapped {
    let away = at - from;
    // Zero has no sign, or it would be shown.
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
        marks: vec![SnapTarget::Angle { from, degrees }],
    }
}

impl SnapTarget {
    /// What it snapped to, in words: "node 3 of Path 2".
    pub fn describe(&self, scene: &Scene) -> String {
        match *self {
            Self::Grid => "the grid".into(),
            Self::Angle { degrees, .. } => format!("{degrees:.0}°"),
            Self::Item(item) => item.describe(scene),
            Self::Segment(path, index) => {
                let name = scene.path(path).map_or("", |path| path.name.as_str());
                format!("segment {} of {name}", index + 1)
            }
            Self::Above(item, _) => format!("x of {}", item.describe(scene)),
            Self::Beside(item, _) => format!("y of {}", item.describe(scene)),
        }
    }
}

impl Snapped {
    /// What it snapped to, in words; none for a free position.
    pub fn describe(&self, scene: &Scene) -> Option<String> {
        let words: Vec<String> = self.marks.iter().map(|mark| mark.describe(scene)).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}
