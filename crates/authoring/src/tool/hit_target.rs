//! Hit testing of the Select tool.

use crate::canvas::cone::ConeHandle;
use crate::canvas::handles::{DRAWN_POINTS, EndDot, Handle};
use crate::canvas::hit::SegmentHit;
use crate::canvas::ring::Ring;
use crate::snap::Snap;
use crate::tool::{Cursor, Hints, Modifiers, PointerEvent};
use crate::{CanvasContext, Item, Line, pictures};
use glam::DVec2;
use steerwright_runtime::geometry::vector;

/// The maximum distance from its segment to which an inserted node snaps, in points.
const INSERT_POINTS: f64 = 8.0;

/// What is under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HitTarget {
    Item(Item),
    Ring(Ring),
    Cone(ConeHandle),
    Handle(Handle),
    EndDot(EndDot),
    /// A position on the selected path or wall where a node can be inserted, and that position
    /// after snapping.
    Insertion(SegmentHit, DVec2),
    /// The line of a path or wall.
    Line(SegmentHit),
    /// A segment between two nodes that move together.
    Segment {
        /// The nodes before and after it.
        ends: [Item; 2],
        /// Its points, in units.
        line: Vec<DVec2>,
    },
}

impl HitTarget {
    /// The hints for clicking and dragging.
    pub(super) fn hints(&self) -> Hints {
        Hints::by_pointer(match self {
            Self::Item(_) => &[
                ("Click", "Select"),
                ("Drag", "Move"),
                ("Shift+click", "Add to selection"),
                ("Alt+click", "Select item below"),
                ("Shift+drag", "Box select"),
            ],
            Self::Ring(_) => &[
                ("Drag", "Set radius"),
                ("Right-click while dragging", "Cancel"),
            ],
            Self::Cone(_) => &[
                ("Drag", "Set field of view"),
                ("Right-click while dragging", "Cancel"),
            ],
            Self::Handle(Handle::Rotate) => &[("Drag", "Rotate"), ("Shift", "Rotate in 15° steps")],
            Self::Handle(_) => &[
                ("Drag", "Scale"),
                ("Shift", "Keep proportions"),
                ("Alt", "Scale from center"),
            ],
            Self::EndDot(_) => &[("Drag", "Extend path")],
            Self::Insertion(..) => &[
                ("Click", "Insert node"),
                ("Drag", "Insert and move node"),
                ("Ctrl+click", "Select both ends"),
                ("Ctrl+drag", "Move both ends"),
            ],
            Self::Segment { .. } => &[
                ("Click", "Select both ends"),
                ("Drag", "Move the selection"),
            ],
            Self::Line(hit) => match hit.line {
                Line::Area(_) => &[
                    ("Click", "Select area; click again to insert a corner"),
                    ("Double-click", "Select all corners"),
                ],
                Line::Wall(_) => &[
                    ("Click", "Select wall; click again to insert a node"),
                    ("Double-click", "Select all nodes"),
                ],
                Line::Path(_) => &[
                    ("Click", "Select path; click again to insert a node"),
                    ("Double-click", "Select all nodes"),
                ],
            },
        })
    }

    /// The cursor over it.
    pub(super) fn cursor(&self) -> Cursor {
        match self {
            Self::Item(_) => Cursor::Grab,
            Self::Handle(handle) => over_handle(*handle),
            Self::Ring(_)
            | Self::Cone(_)
            | Self::EndDot(_)
            | Self::Insertion(..)
            | Self::Line(_)
            | Self::Segment { .. } => Cursor::PointingHand,
        }
    }
}

pub(super) fn over_handle(handle: Handle) -> Cursor {
    match handle {
        Handle::Rotate => Cursor::Rotate,
        Handle::Scale(x, y) => Cursor::Resize(x, y),
    }
}

/// Finds what is under the pointer, in order: drawn handles, nodes, markers and agents, handles
/// nearby, segments, rings, pictures.
pub(super) fn hit_target(
    context: &mut CanvasContext<'_>,
    event: PointerEvent,
) -> Option<HitTarget> {
    let at = event.at;
    let rings = context.rings();
    // Handles are drawn above everything else.
    let grab_points = context.settings.grab_points;
    if let Some(handle) = handle_within(context, at, DRAWN_POINTS.min(grab_points), &rings) {
        return Some(handle);
    }
    if let Some((item, _)) = context.click_target_at(at) {
        return Some(HitTarget::Item(item));
    }
    if let Some(handle) = handle_within(context, at, grab_points, &rings) {
        return Some(handle);
    }
    let selection = &context.session.selection;
    if let Some(hit) = context.segment_at(at) {
        // If only this path or wall is selected, clicking its line inserts a node. Otherwise, the
        // line selects and moves.
        let is_of_line = |item: Item| item.line() == Some(hit.line);
        let alone = !selection.is_empty() && selection.iter().all(is_of_line);
        let Modifiers { shift, ctrl, alt } = event.modifiers;
        if alone && ctrl && !shift && !alt {
            return segment(hit, context);
        }
        let plain = !(shift || ctrl || alt);
        // A segment between two selected nodes moves with the selection.
        if plain && selection.has_nodes_of(hit.line) {
            let between = segment(hit, context);
            if matches!(&between, Some(HitTarget::Segment { ends, .. }) if ends.iter().all(|&end| selection.contains(end)))
            {
                return between;
            }
        }
        return Some(if alone && plain {
            insertion(hit, event.modifiers, context)
        } else {
            HitTarget::Line(hit)
        });
    }
    if let Some(spawner) = context.spawner_edge_at(at) {
        return Some(HitTarget::Item(Item::Spawner(spawner)));
    }
    if let Some(index) = context.ring_line_at(at, &rings) {
        return Some(HitTarget::Ring(rings[index].clone()));
    }
    pictures::at(&context.session.scene, at).map(|id| HitTarget::Item(Item::Picture(id)))
}

/// The handle within some points of a position.
fn handle_within(
    context: &CanvasContext<'_>,
    at: DVec2,
    points: f64,
    rings: &[Ring],
) -> Option<HitTarget> {
    let radius = context.length_from_points(points);
    let handle = context.transform_box().and_then(|transform_box| {
        let turns_agent = transform_box.nose.is_some();
        let handle = transform_box.handle_at(at, points, context.view.unit_per_point)?;
        Some((handle, turns_agent))
    });
    // A ring can be dragged anywhere, so its handle gives way to that of its agent.
    if let Some((handle, true)) = handle {
        return Some(HitTarget::Handle(handle));
    }
    if let Some(index) = context.ring_handle_within(at, radius, rings) {
        return Some(HitTarget::Ring(rings[index].clone()));
    }
    if let Some(cone) = context.cone_handle_within(at, radius) {
        return Some(HitTarget::Cone(cone));
    }
    if let Some(dot) = context.end_dot_within(at, radius) {
        return Some(HitTarget::EndDot(dot));
    }
    handle.map(|(handle, _)| HitTarget::Handle(handle))
}

/// A segment with its end nodes.
fn segment(hit: SegmentHit, context: &CanvasContext<'_>) -> Option<HitTarget> {
    let scene = &context.session.scene;
    let line = hit.line.of(scene)?;
    let before = hit.index.checked_sub(1)?;
    let [from, to] = [line.node(before)?, line.node(hit.index % line.count())?];
    let drawn = match hit.line {
        Line::Path(id) => {
            let index = scene.paths.iter().position(|path| path.id == id)?;
            let pieces = context.view.routes.lines().get(index)?.segments();
            let pieces = pieces.filter(|(.., after)| *after == before);
            pieces.map(|(_, b, _)| b).collect()
        }
        Line::Wall(_) | Line::Area(_) => vec![to.1],
    };
    Some(HitTarget::Segment {
        ends: [from, to].map(|(node, _)| Item::Node(hit.line, node)),
        line: std::iter::once(from.1).chain(drawn).collect(),
    })
}

/// The position on the segment, snapped to nearby items. Guides are ignored because they would lead
/// off the line.
fn insertion(hit: SegmentHit, modifiers: Modifiers, context: &mut CanvasContext<'_>) -> HitTarget {
    let targets = context.targets(|item| item == hit.line.into());
    let snap = Snap {
        to_guides: false,
        ..context.settings.snap
    };
    let near = context.snap_by(snap, hit.position, &targets, None, modifiers);
    let leads_off =
        vector::distance(near, hit.position) > context.length_from_points(INSERT_POINTS);
    if leads_off {
        context.snapped = None;
    }
    HitTarget::Insertion(hit, if leads_off { hit.position } else { near })
}
