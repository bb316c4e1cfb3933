//! Drags: moving items, scaling and rotating the transform box, resizing a ring.

use crate::canvas::cone::{self, ConeHandle};
use crate::canvas::handles::{Handle, TransformBox};
use crate::canvas::ring;
use crate::canvas::ring::RingId;
use crate::snap::Targets;
use crate::tool::PointerEvent;
use crate::transform::{Transform, TransformSnapshot};
use crate::{CanvasContext, Item, Selection};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::Scene;

/// Items being moved.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moving {
    grabbed_at: DVec2,
    /// The original position of the point that snaps.
    anchor: DVec2,
    snapshot: TransformSnapshot,
    targets: Targets,
}

impl Moving {
    /// Moves the selection. `grabbed` is the item under the pointer.
    pub(super) fn of_selected(
        grabbed: Option<Item>,
        grabbed_at: DVec2,
        context: &mut CanvasContext<'_>,
    ) -> Self {
        let selection = &context.session.selection;
        // A single agent moves from where it is shown to where it is dropped. With several items,
        // all start positions move by the same offset.
        let shown = if selection.len() == 1 {
            &context.view.agents[..]
        } else {
            &[]
        };
        let snapshot = TransformSnapshot::of(&context.session.scene, selection, shown);
        let targets = context.targets(|item| selection.contains(item));
        let anchor = match grabbed {
            Some(
                Item::Path(_) | Item::Wall(_) | Item::Area(_) | Item::Picture(_) | Item::Spawner(_),
            )
            | None => None,
            Some(item) => {
                TransformSnapshot::one(&context.session.scene, item, &context.view.agents)
                    .places()
                    .next()
            }
        };
        // Otherwise, the point nearest to the pointer snaps.
        let anchor = anchor.or_else(|| {
            let distance = |p: &DVec2| vector::distance(*p, grabbed_at);
            snapshot
                .places()
                .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        });
        let name = step_name(&context.session.scene, selection);
        context.session.name_step(name);
        Self {
            grabbed_at,
            anchor: anchor.unwrap_or(grabbed_at),
            snapshot,
            targets,
        }
    }

    /// Moves a node that was just inserted at `position`. The step keeps its name.
    pub(super) fn of_new(
        item: Item,
        position: DVec2,
        grabbed_at: DVec2,
        targets: Targets,
        context: &CanvasContext<'_>,
    ) -> Self {
        Self {
            grabbed_at,
            anchor: position,
            snapshot: TransformSnapshot::one(&context.session.scene, item, &[]),
            targets,
        }
    }

    pub(super) fn drag_to(&mut self, event: PointerEvent, context: &mut CanvasContext<'_>) {
        let target = self.anchor + (event.at - self.grabbed_at);
        let to = context.snap(target, &self.targets, Some(self.anchor), event.modifiers);
        self.snapshot.apply(
            &mut context.session.scene,
            &Transform::Move(to - self.anchor),
        );
    }
}

fn step_name(scene: &Scene, selection: &Selection) -> String {
    let node = |index: Option<usize>| format!("Move node {}", index.map_or(0, |index| index + 1));
    match (selection.len(), selection.primary()) {
        (1, Some(Item::Node(line, id))) => node(line.of(scene).and_then(|line| line.index_of(id))),
        (1, Some(item)) => format!("Move {}", item.kind()),
        (count, _) => format!("Move {count} items"),
    }
}

/// The transform box being scaled or rotated by a handle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reshaping {
    handle: Handle,
    grabbed_at: DVec2,
    transform_box: TransformBox,
    snapshot: TransformSnapshot,
    targets: Targets,
    transform: Transform,
}

impl Reshaping {
    pub(super) fn new(
        handle: Handle,
        grabbed_at: DVec2,
        context: &mut CanvasContext<'_>,
    ) -> Option<Self> {
        let transform_box = context.transform_box()?;
        let selection = &context.session.selection;
        let snapshot = TransformSnapshot::of(&context.session.scene, selection, &[]);
        let targets = context.targets(|item| selection.contains(item));
        Some(Self {
            handle,
            grabbed_at,
            transform_box,
            snapshot,
            targets,
            transform: Transform::Move(DVec2::ZERO),
        })
    }

    pub(super) fn handle(&self) -> Handle {
        self.handle
    }

    /// The transform so far.
    pub(super) fn transform(&self) -> Transform {
        self.transform
    }

    pub(super) fn drag_to(&mut self, event: PointerEvent, context: &mut CanvasContext<'_>) {
        let mut to = event.at;
        // Constrained proportions leave no freedom to snap.
        let is_even = event.modifiers.shift || self.transform_box.keeps_proportions;
        if matches!(self.handle, Handle::Scale(..)) && !is_even {
            let corner = self
                .transform_box
                .moved_corner(self.handle, self.grabbed_at, event.at);
            to += context.snap(corner, &self.targets, None, event.modifiers) - corner;
        }
        let even = match self.handle {
            Handle::Rotate => event.modifiers.shift != context.settings.snap.to_angles,
            Handle::Scale(..) => event.modifiers.shift,
        };
        self.transform = self.transform_box.transform(
            self.handle,
            self.grabbed_at,
            to,
            even,
            event.modifiers.alt,
        );
        self.snapshot
            .apply(&mut context.session.scene, &self.transform);
        context
            .session
            .name_step(if self.transform_box.nose.is_some() {
                "Turn agent"
            } else if self.handle == Handle::Rotate {
                "Rotate"
            } else {
                "Scale"
            });
    }
}

/// Moves an edge of a field of view to the pointer.
pub(super) fn spread(cone: &ConeHandle, event: PointerEvent, context: &mut CanvasContext<'_>) {
    let step = if event.modifiers.ctrl { 0.1 } else { 1.0 };
    let degrees = (cone.degrees_to(event.at) / step).round() * step;
    cone::set_degrees(&mut context.session.scene, cone.preset, degrees);
    context.session.name_step("Set field of view");
}

/// Resizes a ring with the pointer. `inside` is how far outside the ring it was grabbed, in units.
pub(super) fn resize(
    id: RingId,
    inside: f64,
    event: PointerEvent,
    context: &mut CanvasContext<'_>,
) {
    let Some(ring) = context.rings().into_iter().find(|ring| ring.id == id) else {
        return;
    };
    let radius = vector::distance(ring.center, event.at) - inside;
    // Round to the precision of the label.
    let fine = if event.modifiers.ctrl { 0.001 } else { 0.01 };
    ring::set_radius(
        &mut context.session.scene,
        id,
        (radius / fine).round() * fine,
    );
    context
        .session
        .name_step(format!("Set {}", ring.label.to_lowercase()));
}
