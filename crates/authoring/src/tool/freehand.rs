//! Freehand: one stroke is a path, reduced to the few nodes that keep near it.

use crate::simplify;
use crate::tool::pen::finish_path;
use crate::tool::{Hints, Outcome, PointerEvent, PointerKind, Preview, ToolContext};
use crate::{bounds, edit, path_ops};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::steering::follow_path::Shape;

/// The path strays no further than this from the stroke, points on the screen.
const TOLERANCE_POINTS: f64 = 4.0;
/// Points of the stroke nearer than this to the one before say nothing new.
const LEAST_POINTS: f64 = 2.0;
/// A hand that draws on for minutes must not make the editor slow.
const MOST: usize = 20_000;

/// The Freehand tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Freehand {
    /// The stroke so far, while the button is down.
    stroke: Option<Vec<DVec2>>,
    preview: Option<Preview>,
}

impl Freehand {
    pub(super) fn pointer(
        &mut self,
        event: PointerEvent,
        bench: &mut ToolContext<'_>,
    ) -> Option<Outcome> {
        let mut outcome = None;
        match (self.stroke.take(), event.kind) {
            (None, PointerKind::Press) => self.stroke = Some(vec![end_for(event, bench)]),
            (Some(mut stroke), PointerKind::Move) => {
                let far = stroke.last().is_none_or(|&last| {
                    vector::distance(last, event.at) >= LEAST_POINTS * bench.unit_per_point
                });
                if far && stroke.len() < MOST {
                    stroke.push(event.at);
                }
                self.stroke = Some(stroke);
            }
            (Some(stroke), PointerKind::Release) => outcome = keep(stroke, event, bench),
            (Some(_), PointerKind::SecondaryPress) => bench.session.roll_back(),
            (None, PointerKind::Move) => drop(end_for(event, bench)),
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
            Hints::by_hand(&[
                ("Release", "ends the path"),
                ("At the start", "closes the loop"),
                ("Right-click or Esc", "cancels"),
            ])
        } else {
            Hints::at_rest(&[("Drag", "draws a path")])
        }
    }

    pub(super) fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }
}

/// Where an end of the stroke comes to lie.
fn end_for(event: PointerEvent, bench: &mut ToolContext<'_>) -> DVec2 {
    let targets = bench.targets(|_| false);
    bench.snap(event.at, &targets, None, event.held)
}

/// Makes a path of a stroke, unless it was a mere click; a loop, if it ends where it began.
fn keep(
    mut stroke: Vec<DVec2>,
    event: PointerEvent,
    bench: &mut ToolContext<'_>,
) -> Option<Outcome> {
    let first = *stroke.first()?;
    let reach = bench.grab_points * bench.unit_per_point;
    let went = stroke
        .iter()
        .map(|&p| vector::distance(first, p))
        .fold(0.0, f64::max);
    if went < reach {
        bench.session.roll_back();
        return None;
    }
    let closed =
        stroke.len() > 3 && vector::distance(first, event.at) <= reach && went > 2.0 * reach;
    stroke.push(if closed { first } else { end_for(event, bench) });
    let mut nodes = simplify::fit_curve(&stroke, closed, TOLERANCE_POINTS * bench.unit_per_point);
    if closed {
        nodes.pop();
    }
    let scene = &mut bench.session.scene;
    let id = edit::add_path(scene);
    for node in nodes {
        edit::insert_node(scene, id, usize::MAX, bounds::within_reach(node));
    }
    if let Some(path) = scene.path_mut(id) {
        path.shape = Shape::CatmullRom;
    }
    path_ops::set_closed(scene, id, closed);
    finish_path(id, true, "Draw path", bench)
}
