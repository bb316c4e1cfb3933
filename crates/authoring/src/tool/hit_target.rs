//! What lies under the pointer for Select, in the order of what a hand most likely means.

use crate::Item;
use crate::handles;
use crate::handles::{EndDot, Handle};
use crate::hit::SegmentHit;
use crate::ring::Ring;
use crate::tool::{Cursor, Hints, Modifiers, PointerEvent, ToolContext};
use glam::DVec2;
use steerwright_runtime::geometry::vector;

/// A node that is put in snaps no further off the line than this, points on the screen.
const INSERT_POINTS: f64 = 8.0;

/// What lies under the pointer, in the order in which it is taken.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HitTarget {
    Item(Item),
    Ring(Ring),
    Handle(Handle),
    End(EndDot),
    /// A place on the selected path where a node can be put in, and where it would come to lie.
    Insertion(SegmentHit, DVec2),
    Path(SegmentHit),
    /// A segment of a path that is being worked on: both its ends, and the line between them.
    Segment {
        /// The nodes before and after it.
        ends: [Item; 2],
        /// Its line, u.
        line: Vec<DVec2>,
    },
}

impl HitTarget {
    /// What a click and a drag will do here.
    pub(super) fn hints(&self) -> Hints {
        Hints::by_hand(match self {
            Self::Item(_) => &[
                ("Click", "selects"),
                ("Drag", "moves"),
                ("Shift+click", "adds"),
                ("Alt+click", "takes what lies below"),
                ("Shift+drag", "draws a box"),
            ],
            Self::Ring(_) => &[
                ("Drag", "sets the radius"),
                ("Right-click while dragging", "cancels"),
            ],
            Self::Handle(Handle::Turn) => &[("Drag", "turns"), ("Shift", "in steps of 15°")],
            Self::Handle(_) => &[
                ("Drag", "scales"),
                ("Shift", "keeps the proportions"),
                ("Alt", "about the middle"),
            ],
            Self::End(_) => &[("Drag", "continues the path")],
            Self::Insertion(..) => &[
                ("Click", "inserts a node here"),
                ("Drag", "inserts and moves it"),
                ("Ctrl+click", "takes both ends"),
                ("Ctrl+drag", "moves both"),
            ],
            Self::Segment { .. } => &[
                ("Click", "takes both ends"),
                ("Drag", "moves both, and what else is selected"),
            ],
            Self::Path(_) => &[
                ("Click", "selects the path; once more inserts a node"),
                ("Double-click", "selects its nodes"),
            ],
        })
    }

    /// The shape of the pointer over it.
    pub(super) fn cursor(&self) -> Cursor {
        match self {
            Self::Item(_) => Cursor::Open,
            Self::Handle(handle) => over_handle(*handle),
            _ => Cursor::Point,
        }
    }
}

pub(super) fn over_handle(handle: Handle) -> Cursor {
    match handle {
        Handle::Turn => Cursor::Turn,
        Handle::Scale(x, y) => Cursor::Scale(x, y),
    }
}

/// Nodes before handles before segments before rings.
pub(super) fn hit_target(bench: &mut ToolContext<'_>, event: PointerEvent) -> Option<HitTarget> {
    let at = event.at;
    let (stage, selection) = (bench.stage(), &bench.session.selection);
    if let Some(item) = stage.item_at(at) {
        return Some(HitTarget::Item(item));
    }
    let rings = bench.rings();
    if let Some(index) = stage.ring_handle_at(at, &rings) {
        return Some(HitTarget::Ring(rings[index].clone()));
    }
    if let Some(dot) = handles::end_dot_at(&stage, selection, at) {
        return Some(HitTarget::End(dot));
    }
    if let Some(handle) = bench
        .frame()
        .and_then(|frame| frame.handle_at(at, bench.grab_points, bench.unit_per_point))
    {
        return Some(HitTarget::Handle(handle));
    }
    if let Some(hit) = stage.segment_at(at) {
        // Of several things selected, any takes all along; of one path alone, its line takes new nodes.
        let alone =
            !selection.is_empty() && selection.iter().all(|item| item.path() == Some(hit.path));
        let Modifiers { shift, ctrl, alt } = event.held;
        if alone && ctrl && !shift && !alt {
            return segment(hit, bench);
        }
        let plain = !(shift || ctrl || alt);
        // Between two nodes that are selected it is theirs, and moves with all that is.
        if plain && selection.has_nodes_of(hit.path) {
            let between = segment(hit, bench);
            if matches!(&between, Some(HitTarget::Segment { ends, .. }) if ends.iter().all(|&end| selection.contains(end)))
            {
                return between;
            }
        }
        return Some(if alone && plain {
            insertion(hit, event.held, bench)
        } else {
            HitTarget::Path(hit)
        });
    }
    stage
        .ring_line_at(at, &rings)
        .map(|index| HitTarget::Ring(rings[index].clone()))
}

/// The segment, with the nodes at its ends.
fn segment(hit: SegmentHit, bench: &ToolContext<'_>) -> Option<HitTarget> {
    let paths = &bench.session.scene.paths;
    let at = paths.iter().position(|path| path.id == hit.path)?;
    let nodes = &paths[at].nodes;
    let before = hit.index.checked_sub(1)?;
    let [from, to] = [nodes.get(before)?, nodes.get(hit.index % nodes.len())?];
    let ends = [from, to].map(|node| Item::Node(hit.path, node.id));
    let pieces = bench
        .routes
        .lines()
        .get(at)?
        .segments()
        .filter(|(.., after)| *after == before);
    let line = std::iter::once(from.position())
        .chain(pieces.map(|(_, b, _)| b))
        .collect();
    Some(HitTarget::Segment { ends, line })
}

/// The place on the segment, or what lies so near that it snaps there. Guides would only lead off the line.
fn insertion(hit: SegmentHit, held: Modifiers, bench: &mut ToolContext<'_>) -> HitTarget {
    let targets = bench.targets(|item| item == Item::Path(hit.path));
    let guides = std::mem::take(&mut bench.snap.to_guides);
    let near = bench.snap(hit.position, &targets, None, held);
    bench.snap.to_guides = guides;
    let leads_off = vector::distance(near, hit.position) > INSERT_POINTS * bench.unit_per_point;
    if leads_off {
        bench.snapped = None;
    }
    HitTarget::Insertion(hit, if leads_off { hit.position } else { near })
}
