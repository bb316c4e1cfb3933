//! The box around what is selected, with handles to scale and turn it; and the dots that continue a path at its ends.

use crate::hit::ViewContext;
use crate::transform;
use crate::transform::Transform;
use crate::{Item, Selection, snap};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{PathId, PatrolPath, Scene};

/// The box is drawn this far outside what it is around, points, so that its handles keep off the nodes.
const ROOM_POINTS: f64 = 16.0;
/// The handle that turns is this far above the box, points.
const TURN_POINTS: f64 = 22.0;
/// A dot at the end of a path is this far beyond it, points: clear of the handles of the box.
const END_POINTS: f64 = 40.0;
/// A thing is never scaled to less than this part of itself: what has no size left cannot be scaled back.
const LEAST_FACTOR: f64 = 0.001;

/// A handle of a [`TransformBox`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Scales: which side it is at, -1, 0 or 1, to the right and upward.
    Scale(i8, i8),
    /// Turns.
    Turn,
}

impl Handle {
    /// What it is called: "Scale handle, top right".
    pub fn name(self) -> String {
        let Self::Scale(x, y) = self else {
            return "Turn handle".into();
        };
        let words = [
            ["bottom left", "bottom", "bottom right"],
            ["left", "middle", "right"],
            ["top left", "top", "top right"],
        ];
        let index = |side: i8| usize::from((side.signum() + 1).unsigned_abs());
        format!("Scale handle, {}", words[index(y)][index(x)])
    }
}

/// The box around what is selected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformBox {
    /// The lower left corner, u.
    pub min: DVec2,
    /// The upper right corner, u.
    pub max: DVec2,
}

impl TransformBox {
    /// The box around what is selected, agents where they start; none around a single point.
    pub fn of(scene: &Scene, selection: &Selection) -> Option<Self> {
        if selection.len() < 2 && !matches!(selection.primary(), Some(Item::Path(_))) {
            return None;
        }
        let (min, max) = transform::bounds(scene, selection)?;
        (min != max).then_some(Self { min, max })
    }

    /// Its middle, u.
    pub fn middle(&self) -> DVec2 {
        (self.min + self.max) / 2.0
    }

    /// The corner or the middle of the side where a handle is, without the room around the box.
    fn corner(&self, x: i8, y: i8) -> DVec2 {
        self.middle() + (self.max - self.min) / 2.0 * DVec2::new(f64::from(x), f64::from(y))
    }

    /// The box as it is drawn, with room around what is in it.
    pub fn drawn(&self, unit_per_point: f64) -> Self {
        let room = DVec2::splat(ROOM_POINTS * unit_per_point);
        Self {
            min: self.min - room,
            max: self.max + room,
        }
    }

    /// Its handles, where they are drawn. A box without width has none that would change it.
    pub fn handles(&self, unit_per_point: f64) -> Vec<(Handle, DVec2)> {
        let drawn = self.drawn(unit_per_point);
        let size = self.max - self.min;
        let sides = [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ];
        let useful = sides
            .into_iter()
            .filter(|&(x, y)| (x == 0 || size.x > 0.0) && (y == 0 || size.y > 0.0));
        let mut handles: Vec<_> = useful
            .map(|(x, y)| (Handle::Scale(x, y), drawn.corner(x, y)))
            .collect();
        handles.push((
            Handle::Turn,
            drawn.corner(0, 1) + DVec2::Y * TURN_POINTS * unit_per_point,
        ));
        handles
    }

    /// The handle within `grab_points` of `p`.
    pub fn handle_at(&self, p: DVec2, grab_points: f64, unit_per_point: f64) -> Option<Handle> {
        let near = self
            .handles(unit_per_point)
            .into_iter()
            .map(|(handle, at)| (vector::distance(at, p), handle));
        let near = near.filter(|(distance, _)| *distance <= grab_points * unit_per_point);
        near.min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, handle)| handle)
    }

    /// What a handle does that was grabbed at one place and is now at another. With `even`, angles go in steps and sides keep
    /// their proportion; `central` keeps the middle instead of the opposite side.
    pub fn transform(
        &self,
        handle: Handle,
        from: DVec2,
        to: DVec2,
        even: bool,
        central: bool,
    ) -> Transform {
        match handle {
            Handle::Turn => {
                let about = self.middle();
                let degrees = snap::degrees_of(to - about) - snap::degrees_of(from - about);
                let step = if even { snap::ANGLE_STEP } else { 0.1 };
                // In tenths at the finest, as the label says it.
                Transform::Turn {
                    about,
                    degrees: (degrees / step).round() * step + 0.0,
                }
            }
            Handle::Scale(x, y) => {
                let about = if central {
                    self.middle()
                } else {
                    self.corner(-x, -y)
                };
                let before = self.corner(x, y) - about;
                let after = before + (to - from);
                let factor = |side: i8, before: f64, after: f64| {
                    if side == 0 {
                        1.0
                    } else {
                        at_least(after / before)
                    }
                };
                let mut factors =
                    DVec2::new(factor(x, before.x, after.x), factor(y, before.y, after.y));
                if even {
                    factors = DVec2::splat(at_least(after.dot(before) / before.dot(before)));
                }
                Transform::Scale { about, factors }
            }
        }
    }

    /// Where the corner that a handle moves is for a hand at `to`: what is to snap.
    pub fn moved_corner(&self, handle: Handle, from: DVec2, to: DVec2) -> DVec2 {
        match handle {
            Handle::Turn => to,
            Handle::Scale(x, y) => self.corner(x, y) + (to - from),
        }
    }
}

/// `factor`, not so small that nothing is left.
fn at_least(factor: f64) -> f64 {
    if factor.abs() >= LEAST_FACTOR {
        factor
    } else if factor < 0.0 {
        -LEAST_FACTOR
    } else {
        LEAST_FACTOR
    }
}

/// A dot beyond an end of a path; pulling it continues the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndDot {
    /// The path.
    pub path: PathId,
    /// Whether it is at the first node; else it is at the last.
    pub at_start: bool,
    /// The node at that end, u.
    pub end: DVec2,
    /// Where the dot is, u.
    pub position: DVec2,
}

/// The dots at the ends of the selected path, if it is open and in reach.
pub fn end_dots(stage: &ViewContext<'_>, selection: &Selection) -> Vec<EndDot> {
    let several = selection.len() > 1 && selection.paths().len() != 1;
    let path = selection
        .path()
        .filter(|_| !several)
        .and_then(|id| stage.scene.path(id));
    let path = path.filter(|path| !path.is_closed() && !path.outline.is_out_of_reach(stage.scene));
    let dot = |path: &PatrolPath, at_start: bool| {
        let ordered = |i: usize| {
            if at_start {
                path.nodes.get(i)
            } else {
                path.nodes
                    .len()
                    .checked_sub(1 + i)
                    .and_then(|i| path.nodes.get(i))
            }
        };
        let end = ordered(0)?.position();
        let onward = ordered(1).map_or(DVec2::ZERO, |before| {
            vector::direction(end - before.position())
        });
        let onward = if onward != DVec2::ZERO {
            onward
        } else if at_start {
            -DVec2::X
        } else {
            DVec2::X
        };
        Some(EndDot {
            path: path.id,
            at_start,
            end,
            position: end + onward * END_POINTS * stage.unit_per_point,
        })
    };
    path.map_or(vec![], |path| {
        [true, false]
            .into_iter()
            .filter_map(|at_start| dot(path, at_start))
            .collect()
    })
}

/// The dot under `p`.
pub fn end_dot_at(stage: &ViewContext<'_>, selection: &Selection, p: DVec2) -> Option<EndDot> {
    let near = |dot: &EndDot| {
        vector::distance(dot.position, p) <= stage.grab_points * stage.unit_per_point
    };
    end_dots(stage, selection).into_iter().find(near)
}
