//! Commands on the selection: duplicating, deleting, flipping, rotating, aligning, nudging.

use super::App;
use crate::editor::nudge::Arrows;
use glam::DVec2;
use steerwright_authoring::align;
use steerwright_authoring::align::{Axis, Edge};
use steerwright_authoring::transform;
use steerwright_authoring::transform::Transform;
use steerwright_authoring::{Command, Item, duplicate, edit, editable};

/// The offset of a duplicate, in points.
const COPY_POINTS: f64 = 24.0;

impl App {
    pub(super) fn perform_on_selection(&mut self, command: Command) {
        self.finish_tool();
        match command {
            Command::Duplicate => {
                let offset = self.view.canvas.viewport.length_from_points(COPY_POINTS);
                duplicate::duplicate(
                    &mut self.session.scene,
                    &mut self.session.selection,
                    DVec2::new(offset, -offset),
                );
            }
            Command::Delete => return self.delete_selected(),
            Command::FlipHorizontal => self.flip(DVec2::new(-1.0, 1.0)),
            Command::FlipVertical => self.flip(DVec2::new(1.0, -1.0)),
            Command::RotateCounterclockwise => {
                transform::rotate(&mut self.session.scene, &self.session.selection, 90.0)
            }
            Command::RotateClockwise => {
                transform::rotate(&mut self.session.scene, &self.session.selection, -90.0)
            }
            Command::AlignLeft => self.align(Edge::Left),
            Command::AlignCenter => self.align(Edge::Center),
            Command::AlignRight => self.align(Edge::Right),
            Command::AlignTop => self.align(Edge::Top),
            Command::AlignMiddle => self.align(Edge::Middle),
            Command::AlignBottom => self.align(Edge::Bottom),
            Command::DistributeHorizontally => {
                align::distribute(&mut self.session.scene, &self.session.selection, Axis::X)
            }
            Command::DistributeVertically => {
                align::distribute(&mut self.session.scene, &self.session.selection, Axis::Y)
            }
            _ => return,
        }
        self.session.name_step(command.label());
    }

    fn flip(&mut self, factors: DVec2) {
        transform::flip(&mut self.session.scene, &self.session.selection, factors);
    }

    fn align(&mut self, edge: Edge) {
        align::align(&mut self.session.scene, &self.session.selection, edge);
    }

    fn delete_selected(&mut self) {
        let items = edit::items_to_delete(&self.session.selection);
        let rest = self.session.selection.len() - items.len();
        let (items, locked) = editable::deletable(&self.session.scene, &items);
        self.notify_kept(&locked);
        let kept = edit::delete(&mut self.session.scene, &items);
        self.session.name_step(match items.as_slice() {
            [Item::Path(_)] => "Delete path".into(),
            [Item::Node(..)] => "Delete node".into(),
            [Item::Agent(_)] => "Delete agent".into(),
            [Item::Preset(_)] => "Delete preset".into(),
            [Item::Marker(_)] => "Delete marker".into(),
            items => format!("Delete {} items", items.len()),
        });
        self.session.selection.retain_existing(&self.session.scene);
        if rest > 0 && locked.is_empty() && !self.session.selection.is_empty() {
            self.notify("Only the nodes were deleted; delete again for the other items".into());
        }
        for name in kept {
            self.notify(format!(
                "The preset {name} is in use; assign its agents another preset first"
            ));
        }
    }

    /// Notifies which items were not deleted, and why.
    pub(super) fn notify_kept(&mut self, kept: &[Item]) {
        if let Some(mut why) = editable::kept_message(&self.session.scene, kept) {
            why[..1].make_ascii_uppercase();
            self.notify(why);
        }
    }

    /// Moves the selection with the arrow keys. Nudges in quick succession are one step.
    pub(super) fn nudge(&mut self, arrows: &Arrows, now: f64) {
        let by = arrows.units
            + arrows.pixels * self.view.canvas.viewport.length_from_points(1.0)
                / self.pixels_per_point;
        if by != DVec2::ZERO && !self.session.selection.is_empty() {
            if !self.nudges.continues(&self.session.selection, now) {
                self.session.end_step();
            }
            transform::apply(
                &mut self.session.scene,
                &self.session.selection,
                &Transform::Move(by),
            );
            self.session.name_field_step("Nudge");
        }
    }
}
