//! The Freehand tool: draws a path in one stroke and reduces it to a few nodes.

use crate::line;
use crate::line::LineKind;
use crate::paths::simplify;
use crate::tool::pen::finish_path;
use crate::tool::{Hints, Outcome, PointerEvent, PointerKind, Preview};
use crate::{CanvasContext, bounds};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::steering::follow_path::Shape;

/// The maximum distance of the path from the stroke, in points.
const TOLERANCE_POINTS: f64 = 4.0;
/// The minimum distance between points of the stroke, in points.
const MIN_DISTANCE_POINTS: f64 = 2.0;
/// The maximum number of points, to keep long strokes fast.
const MAX_POINTS: usize = 20_000;

/// The Freehand tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Freehand {
    /// The current stroke.
    stroke: Option<Vec<DVec2>>,
    preview: Option<Preview>,
}

impl Freehand {
    pub(super) fn pointer(
        &mut self,
        event: PointerEvent,
        context: &mut CanvasContext<'_>,
    ) -> Option<Outcome> {
        let mut outcome = None;
        match (self.stroke.take(), event.kind) {
            (None, PointerKind::Press) => self.stroke = Some(vec![end_for(event, context)]),
            (Some(mut stroke), PointerKind::Move) => {
                let far = stroke.last().is_none_or(|&last| {
                    vector::distance(last, event.at)
                        >= context.length_from_points(MIN_DISTANCE_POINTS)
                });
                if far && stroke.len() < MAX_POINTS {
                    stroke.push(event.at);
                }
                self.stroke = Some(stroke);
            }
            (Some(stroke), PointerKind::Release) => outcome = finish(stroke, event, context),
            (Some(_), PointerKind::SecondaryPress) => context.session.roll_back(),
            (None, PointerKind::Move) => drop(end_for(event, context)),
            (stroke, _) => self.stroke = stroke,
        }
        self.preview = self.stroke.clone().map(Preview::Stroke);
        outcome
    }

    pub(super) fn is_busy(&self) -> bool {
        self.stroke.is_some()
    }

    pub(super) fn hints(&self) -> Hints {
        if self.is_busy() {
            Hints::by_pointer(&[
                ("Release", "Finish path"),
                ("Release at start", "Close loop"),
                ("Right-click or Esc", "Cancel"),
            ])
        } else {
            Hints::idle(&[("Drag", "Draw path")])
        }
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}

/// The snapped position of an end of the stroke.
fn end_for(event: PointerEvent, context: &mut CanvasContext<'_>) -> DVec2 {
    let targets = context.targets(|_| false);
    context.snap(event.at, &targets, None, event.modifiers)
}

/// Makes a path from a stroke, or nothing from a mere click. The path is closed if the stroke ends
/// where it began.
fn finish(
    mut stroke: Vec<DVec2>,
    event: PointerEvent,
    context: &mut CanvasContext<'_>,
) -> Option<Outcome> {
    let first = *stroke.first()?;
    let reach = context.grab_radius();
    let length = stroke
        .iter()
        .map(|&p| vector::distance(first, p))
        .fold(0.0, f64::max);
    if length < reach {
        context.session.roll_back();
        return None;
    }
    let closed =
        stroke.len() > 3 && vector::distance(first, event.at) <= reach && length > 2.0 * reach;
    stroke.push(if closed {
        first
    } else {
        end_for(event, context)
    });
    let mut nodes = simplify::fit_curve(
        &stroke,
        closed,
        context.length_from_points(TOLERANCE_POINTS),
    );
    if closed {
        nodes.pop();
    }
    let scene = &mut context.session.scene;
    let drawn = line::add(scene, LineKind::Path);
    for node in nodes {
        line::insert_node(scene, drawn, usize::MAX, bounds::clamp_position(node));
    }
    let id = drawn.path()?;
    if let Some(path) = scene.path_mut(id) {
        path.shape = Shape::CatmullRom;
    }
    line::set_closed(scene, drawn, closed);
    finish_path(id, true, "Draw path", context.session)
}
