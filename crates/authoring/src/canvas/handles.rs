//! The transform box around the selection with its scale and rotate handles, and the dots that
//! extend a path at its ends.

use crate::bounds::Bounds;
use crate::transform;
use crate::transform::motion::Transform;
use crate::{CanvasContext, Item, Selection, snap};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::{Agent, AgentId, PathId, PatrolPath, Preset, Scene};

/// Half the size of a handle as it is drawn, in points. A press on it grabs it, whatever is below.
pub const DRAWN_POINTS: f64 = 7.0;

/// The margin between the items and the box, in points, so that handles do not cover nodes.
const MARGIN_POINTS: f64 = 16.0;
/// The distance of the rotate handle above the box, in points.
const ROTATE_POINTS: f64 = 22.0;
/// The distance of the handle that turns an agent from its body, in points.
const NOSE_POINTS: f64 = 26.0;
/// The distance of an extend dot from the end of its path, in points, so that it is clear of the
/// box handles.
const END_POINTS: f64 = 40.0;
/// The smallest scale factor. An item that is scaled to nothing could not be scaled back.
const MIN_FACTOR: f64 = 0.001;

/// A handle of a [`TransformBox`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Scales from a side or corner: -1, 0 or 1 to the right and upward.
    Scale(i8, i8),
    /// Rotates.
    Rotate,
}

impl Handle {
    /// The accessible name: "Scale handle, top right".
    pub fn name(self) -> String {
        let Self::Scale(x, y) = self else {
            return "Rotate handle".into();
        };
        let words = [
            ["bottom left", "bottom", "bottom right"],
            ["left", "center", "right"],
            ["top left", "top", "top right"],
        ];
        let index = |side: i8| usize::from((side.signum() + 1).unsigned_abs());
        format!("Scale handle, {}", words[index(y)][index(x)])
    }
}

/// The box around the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformBox {
    /// The lower left corner, in units.
    pub min: DVec2,
    /// The upper right corner, in units.
    pub max: DVec2,
    /// Whether it is around a picture alone, which is scaled by its corners and keeps its
    /// proportions.
    pub keeps_proportions: bool,
    /// Whether it can be rotated. The edges of a spawner cannot.
    pub rotates: bool,
    /// Around one agent at rest: the end of its body in the direction in which it faces at the
    /// start. It is only turned.
    pub nose: Option<DVec2>,
}

impl TransformBox {
    /// The box around the selection, with agents at their start positions. `None` around a single
    /// point.
    pub fn of(scene: &Scene, selection: &Selection) -> Option<Self> {
        if let (1, Some(Item::Agent(id))) = (selection.len(), selection.primary()) {
            return Self::of_agent(scene, id);
        }
        if selection.len() < 2
            && !matches!(
                selection.primary(),
                Some(
                    Item::Path(_)
                        | Item::Wall(_)
                        | Item::Area(_)
                        | Item::Picture(_)
                        | Item::Spawner(_)
                )
            )
        {
            return None;
        }
        let Bounds { min, max } = transform::bounds(scene, selection)?;
        (min != max).then_some(Self {
            min,
            max,
            keeps_proportions: selection.picture().is_some(),
            rotates: selection.len() > 1 || !matches!(selection.primary(), Some(Item::Spawner(_))),
            nose: None,
        })
    }

    /// To turn an agent at its start. `None` for one that moves there, or whose facing has no
    /// effect.
    fn of_agent(scene: &Scene, id: AgentId) -> Option<Self> {
        let agent = scene.agent(id)?;
        let preset = scene.preset(agent.preset)?;
        let turns = can_be_turned(agent, preset) && scene.editor.is_editable(id);
        let heading = agent.heading.map_or(DVec2::X, vector::direction);
        turns.then(|| Self {
            min: agent.position,
            max: agent.position,
            keeps_proportions: false,
            rotates: true,
            nose: Some(agent.position + heading * preset.body.radius),
        })
    }

    /// The center, in units.
    pub fn center(&self) -> DVec2 {
        (self.min + self.max) / 2.0
    }

    /// The position of a handle on the box without margin.
    fn corner(&self, x: i8, y: i8) -> DVec2 {
        self.center() + (self.max - self.min) / 2.0 * DVec2::new(f64::from(x), f64::from(y))
    }

    /// The box as it is drawn, with its margin.
    pub fn drawn(&self, unit_per_point: f64) -> Self {
        let margin = DVec2::splat(MARGIN_POINTS * unit_per_point);
        Self {
            min: self.min - margin,
            max: self.max + margin,
            ..*self
        }
    }

    /// The handles and where they are drawn. A box without width or height has no handles that
    /// would change it.
    pub fn handles(&self, unit_per_point: f64) -> Vec<(Handle, DVec2)> {
        if let Some(nose) = self.nose {
            let ahead = vector::direction(nose - self.center());
            let ahead = if ahead == DVec2::ZERO {
                DVec2::X
            } else {
                ahead
            };
            return vec![(Handle::Rotate, nose + ahead * NOSE_POINTS * unit_per_point)];
        }
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
            .filter(|&(x, y)| !self.keeps_proportions || (x != 0 && y != 0))
            .filter(|&(x, y)| (x == 0 || size.x > 0.0) && (y == 0 || size.y > 0.0));
        let mut handles: Vec<_> = useful
            .map(|(x, y)| (Handle::Scale(x, y), drawn.corner(x, y)))
            .collect();
        if self.rotates {
            let top = drawn.corner(0, 1);
            handles.push((
                Handle::Rotate,
                top + DVec2::Y * ROTATE_POINTS * unit_per_point,
            ));
        }
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

    /// The transform of a handle dragged between two positions. `even` snaps angles to steps and
    /// keeps proportions; `central` scales about the center instead of the opposite side.
    pub fn transform(
        &self,
        handle: Handle,
        from: DVec2,
        to: DVec2,
        even: bool,
        central: bool,
    ) -> Transform {
        match handle {
            Handle::Rotate => {
                let about = self.center();
                let degrees = snap::degrees_of(to - about) - snap::degrees_of(from - about);
                let step = if even { snap::ANGLE_STEP } else { 0.1 };
                let rounded = |degrees: f64| (degrees / step).round() * step;
                // The label shows tenths of a degree. An agent turns to steps from the x axis.
                let degrees = match self.nose {
                    Some(nose) => {
                        let before = snap::degrees_of(nose - about);
                        rounded(before + degrees) - before
                    }
                    None => rounded(degrees),
                };
                Transform::Rotate {
                    about,
                    degrees: degrees + 0.0,
                }
            }
            Handle::Scale(x, y) => {
                let about = if central {
                    self.center()
                } else {
                    self.corner(-x, -y)
                };
                let before = self.corner(x, y) - about;
                let after = before + (to - from);
                let factor = |side: i8, before: f64, after: f64| {
                    if side == 0 {
                        1.0
                    } else {
                        nonzero(after / before)
                    }
                };
                let mut factors =
                    DVec2::new(factor(x, before.x, after.x), factor(y, before.y, after.y));
                if even || self.keeps_proportions {
                    factors = DVec2::splat(nonzero(after.dot(before) / before.dot(before)));
                }
                Transform::Scale { about, factors }
            }
        }
    }

    /// Where the dragged corner is with the pointer at `to`, before snapping.
    pub fn moved_corner(&self, handle: Handle, from: DVec2, to: DVec2) -> DVec2 {
        match handle {
            Handle::Rotate => to,
            Handle::Scale(x, y) => self.corner(x, y) + (to - from),
        }
    }
}

/// Whether it matters where an agent faces at its start: it is at rest there, and looks.
pub fn can_be_turned(agent: &Agent, preset: &Preset) -> bool {
    let looks = preset.sight.is_some() || preset.facing.is_some() || agent.heading.is_some();
    looks && agent.velocity == DVec2::ZERO
}

/// Keeps a scale factor away from zero.
fn nonzero(factor: f64) -> f64 {
    if factor.abs() >= MIN_FACTOR {
        factor
    } else if factor < 0.0 {
        -MIN_FACTOR
    } else {
        MIN_FACTOR
    }
}

/// A dot beyond an end of a path. Dragging it extends the path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndDot {
    /// The path.
    pub path: PathId,
    /// Whether it is at the first node rather than the last.
    pub at_start: bool,
    /// The position of the end node, in units.
    pub end: DVec2,
    /// The position of the dot, in units.
    pub position: DVec2,
}

impl CanvasContext<'_> {
    /// The transform box of the selection.
    pub fn transform_box(&self) -> Option<TransformBox> {
        TransformBox::of(&self.session.scene, &self.session.selection)
    }

    /// The extend dots of the selected path, if it is open and editable.
    pub fn end_dots(&self) -> Vec<EndDot> {
        let (scene, selection) = (&self.session.scene, &self.session.selection);
        let several = selection.len() > 1 && selection.paths().len() != 1;
        let path = selection
            .path()
            .filter(|_| !several)
            .and_then(|id| scene.path(id));
        let path = path.filter(|path| !path.is_closed() && scene.editor.is_editable(path.id));
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
            let end = ordered(0)?.position;
            let outward = ordered(1).map_or(DVec2::ZERO, |before| {
                vector::direction(end - before.position)
            });
            let outward = if outward != DVec2::ZERO {
                outward
            } else if at_start {
                -DVec2::X
            } else {
                DVec2::X
            };
            Some(EndDot {
                path: path.id,
                at_start,
                end,
                position: end + outward * self.length_from_points(END_POINTS),
            })
        };
        path.map_or(vec![], |path| {
            [true, false]
                .into_iter()
                .filter_map(|at_start| dot(path, at_start))
                .collect()
        })
    }

    /// The extend dot within `radius` of `p`.
    pub(crate) fn end_dot_within(&self, p: DVec2, radius: f64) -> Option<EndDot> {
        let near = |dot: &EndDot| vector::distance(dot.position, p) <= radius;
        self.end_dots().into_iter().find(near)
    }
}
