//! The context of tools, hit tests and rings.

use crate::canvas::input::Modifiers;
use crate::canvas::view::CanvasView;
use crate::snap::{Snap, SnapQuery, Snapped, Targets};
use crate::tool_settings::ToolSettings;
use crate::{Item, Session, bounds};
use glam::DVec2;

/// The canvas as a tool finds it: what it edits, and what the user sees.
pub struct CanvasContext<'a> {
    /// The scene being edited, with its selection and history. A tool changes nothing else.
    pub session: &'a mut Session,
    /// What the canvas shows.
    pub view: CanvasView<'a>,
    /// The user's settings.
    pub settings: ToolSettings,
    /// What the last position snapped to. `None` if nothing is being placed.
    pub snapped: Option<Snapped>,
}

impl<'a> CanvasContext<'a> {
    /// A context in which nothing is being placed.
    pub fn new(session: &'a mut Session, view: CanvasView<'a>, settings: ToolSettings) -> Self {
        Self {
            session,
            view,
            settings,
            snapped: None,
        }
    }

    /// A length on the screen, in units.
    pub fn length_from_points(&self, points: f64) -> f64 {
        points * self.view.unit_per_point
    }

    /// The grab radius of nodes, agents, markers and handles, in units.
    pub fn grab_radius(&self) -> f64 {
        self.length_from_points(self.settings.grab_points)
    }

    /// The points and lines to snap to, except items for which `moves` returns true.
    pub fn targets(&self, moves: impl Fn(Item) -> bool) -> Targets {
        Targets::of(&self.session.scene, &self.view, moves)
    }

    /// Snaps a position. Shift constrains it to angle steps around `from`, or removes the
    /// constraint if snapping to angles is on. Ctrl suspends snapping.
    pub fn snap(
        &mut self,
        at: DVec2,
        targets: &Targets,
        from: Option<DVec2>,
        modifiers: Modifiers,
    ) -> DVec2 {
        self.snap_by(self.settings.snap, at, targets, from, modifiers)
    }

    /// Like [`CanvasContext::snap`], with other snap settings than the user's.
    pub fn snap_by(
        &mut self,
        snap: Snap,
        at: DVec2,
        targets: &Targets,
        from: Option<DVec2>,
        modifiers: Modifiers,
    ) -> DVec2 {
        if modifiers.ctrl {
            self.snapped = None;
            return at;
        }
        let query = SnapQuery {
            at,
            targets,
            from: from.filter(|_| modifiers.shift != snap.to_angles),
            unit_per_point: self.view.unit_per_point,
        };
        let snapped = snap.find(&query, self.view.routes);
        let position = bounds::clamp_position(snapped.position);
        self.snapped = Some(snapped);
        position
    }
}
