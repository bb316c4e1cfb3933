//! What follows the hand while the button is down: things that move, a box that is scaled or turned, a ring.

use crate::handles::{Handle, TransformBox};
use crate::ring;
use crate::ring::RingId;
use crate::snap::Targets;
use crate::tool::{PointerEvent, ToolContext};
use crate::transform::{Transform, TransformSnapshot};
use crate::{Item, Selection};
use glam::DVec2;
use steerwright_runtime::geometry::vector;
use steerwright_runtime::scene::Scene;

/// Things that follow the hand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moving {
    grabbed_at: DVec2,
    /// Where the thing was that snaps.
    anchor: DVec2,
    lifted: TransformSnapshot,
    targets: Targets,
}

impl Moving {
    /// Everything selected; `grabbed` is what the hand is on.
    pub(super) fn of_selected(
        grabbed: Option<Item>,
        grabbed_at: DVec2,
        bench: &mut ToolContext<'_>,
    ) -> Self {
        let selection = &bench.session.selection;
        // An agent by itself starts where it is dropped. Of several, each start moves by the same way, wherever they are shown.
        let shown = if selection.len() == 1 {
            bench.agents
        } else {
            &[]
        };
        let lifted = TransformSnapshot::of(&bench.session.scene, selection, shown);
        let targets = bench.targets(|item| selection.contains(item));
        let anchor = match grabbed {
            Some(Item::Path(_)) | None => None,
            Some(item) => TransformSnapshot::one(&bench.session.scene, item, bench.agents)
                .places()
                .next(),
        };
        // Of a path, or of things moved from elsewhere, the point nearest to the hand snaps.
        let anchor = anchor.or_else(|| {
            let distance = |p: &DVec2| vector::distance(*p, grabbed_at);
            lifted
                .places()
                .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        });
        let name = step_name(&bench.session.scene, selection);
        bench.session.name_step(name);
        Self {
            grabbed_at,
            anchor: anchor.unwrap_or(grabbed_at),
            lifted,
            targets,
        }
    }

    /// A node just put in at `position`, which takes over the name of the step.
    pub(super) fn of_new(
        item: Item,
        position: DVec2,
        grabbed_at: DVec2,
        targets: Targets,
        bench: &ToolContext<'_>,
    ) -> Self {
        Self {
            grabbed_at,
            anchor: position,
            lifted: TransformSnapshot::one(&bench.session.scene, item, &[]),
            targets,
        }
    }

    pub(super) fn to(&mut self, event: PointerEvent, bench: &mut ToolContext<'_>) {
        let wanted = self.anchor + (event.at - self.grabbed_at);
        let to = bench.snap(wanted, &self.targets, Some(self.anchor), event.held);
        self.lifted
            .apply(&mut bench.session.scene, &Transform::Move(to - self.anchor));
    }
}

fn step_name(scene: &Scene, selection: &Selection) -> String {
    match (selection.len(), selection.primary()) {
        (1, Some(Item::Node(path, node))) => {
            let number = scene
                .path(path)
                .and_then(|path| path.index_of(node))
                .map_or(0, |i| i + 1);
            format!("Move node {number}")
        }
        (1, Some(Item::Agent(_))) => "Move agent".into(),
        (1, Some(Item::Marker(_))) => "Move marker".into(),
        (1, _) => "Move path".into(),
        (several, _) => format!("Move {several} items"),
    }
}

/// A box that is scaled or turned by one of its handles.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reshaping {
    handle: Handle,
    grabbed_at: DVec2,
    frame: TransformBox,
    lifted: TransformSnapshot,
    targets: Targets,
    done: Transform,
}

impl Reshaping {
    pub(super) fn new(
        handle: Handle,
        grabbed_at: DVec2,
        bench: &mut ToolContext<'_>,
    ) -> Option<Self> {
        let frame = bench.frame()?;
        let selection = &bench.session.selection;
        let lifted = TransformSnapshot::of(&bench.session.scene, selection, &[]);
        let targets = bench.targets(|item| selection.contains(item));
        Some(Self {
            handle,
            grabbed_at,
            frame,
            lifted,
            targets,
            done: Transform::Move(DVec2::ZERO),
        })
    }

    pub(super) fn handle(&self) -> Handle {
        self.handle
    }

    /// What has become of the box so far.
    pub(super) fn done(&self) -> Transform {
        self.done
    }

    pub(super) fn to(&mut self, event: PointerEvent, bench: &mut ToolContext<'_>) {
        let mut to = event.at;
        // Proportions leave no choice of a place to snap to.
        if matches!(self.handle, Handle::Scale(..)) && !event.held.shift {
            let corner = self
                .frame
                .moved_corner(self.handle, self.grabbed_at, event.at);
            to += bench.snap(corner, &self.targets, None, event.held) - corner;
        }
        let even = match self.handle {
            Handle::Turn => event.held.shift != bench.snap.to_angles,
            Handle::Scale(..) => event.held.shift,
        };
        self.done = self
            .frame
            .transform(self.handle, self.grabbed_at, to, even, event.held.alt);
        self.lifted.apply(&mut bench.session.scene, &self.done);
        bench.session.name_step(if self.handle == Handle::Turn {
            "Turn"
        } else {
            "Scale"
        });
    }
}

/// Makes a ring as large as the hand says, which grabbed it this far outside its line, u.
pub(super) fn resize(id: RingId, inside: f64, event: PointerEvent, bench: &mut ToolContext<'_>) {
    let Some(ring) = bench.rings().into_iter().find(|ring| ring.id == id) else {
        return;
    };
    let radius = vector::distance(ring.center, event.at) - inside;
    // To what can be read on the screen: a hundredth.
    let fine = if event.held.ctrl { 0.001 } else { 0.01 };
    ring::set_radius(&mut bench.session.scene, id, (radius / fine).round() * fine);
    bench
        .session
        .name_step(format!("Drag {}", ring.label.to_lowercase()));
}
